"""The corrected PGN: results made right, with a comment that says what changed and why."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from proxy.audit.finding import WRONG
from proxy.audit.transcript import OWN_COMMENT, RESULTS, TOKEN

if TYPE_CHECKING:
    from proxy.audit.finding import Audit

RESULT_TAG = re.compile(rb'(?m)^\[Result[ \t]+"[^"\n]*"\]')
HEADER = re.compile(rb"(?:[ \t]*\[\w+[ \t]+\"[^\n]*(?:\n|\Z)|[ \t\r]*\n)*")
LINE = 80


def fixed_game(text: bytes, audit: Audit) -> bytes:
    """Return a game's text with the right result and a comment for each thing that is wrong.

    The moves and all other bytes stay as they are; notes change nothing.
    """
    wrong = [finding for finding in audit.findings if finding.severity == WRONG]
    if not wrong:
        return text
    header_end = _end_of_header(text)
    header, moves = text[:header_end], text[header_end:]
    newline = b"\r\n" if b"\r\n" in text else b"\n"
    if audit.right != audit.result:
        tag = f'[Result "{audit.right}"]'.encode()
        header = RESULT_TAG.sub(tag, header, count=1)
    said = [_sentence(finding.text, finding.article) for finding in wrong]
    if audit.right != audit.result:
        said.insert(0, f"{OWN_COMMENT} the result was {audit.result}, it is {audit.right}.")
    else:
        said.insert(0, f"{OWN_COMMENT} the result {audit.result} is left as it is.")
    comment = textwrap.fill("{" + " ".join(said) + "}", LINE, break_long_words=False).encode()
    body, end = _split_terminator(moves)
    terminator = audit.right.encode() if body.strip() or end.strip() else b""
    blanks = end[len(end.rstrip()) :] or newline
    comment = comment.replace(b"\n", newline)
    return b"".join((header, body.rstrip(), newline, comment, newline, terminator, blanks))


def _end_of_header(text: bytes) -> int:
    match = HEADER.match(text)
    return match.end() if match else 0


def _split_terminator(moves: bytes) -> tuple[bytes, bytes]:
    """Divide the moves from their terminator and the blanks behind it."""
    text = moves.decode("latin-1")  # a byte a character: places stay the same
    last = None
    depth = 0
    for match in TOKEN.finditer(text):
        depth += (match["open"] is not None) - (match["close"] is not None)
        if match["word"] and depth == 0:
            last = match
    if last is not None and last["word"] in RESULTS and not text[last.end() :].strip():
        return moves[: last.start()], moves[last.start() :]
    stripped = moves.rstrip()
    return stripped, moves[len(stripped) :]


def _sentence(text: str, article: str | None) -> str:
    clean = text.replace("{", "(").replace("}", ")")
    return f"{clean[0].upper()}{clean[1:]}{f' ({article})' if article else ''}."
