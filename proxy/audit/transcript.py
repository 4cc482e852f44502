"""What a PGN game says: its tags, its moves as written, the comments, and the result."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proxy.audit.split import RawGame

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
TAG = re.compile(r'\[(\w+)[ \t]+"((?:[^"\\\n]|\\.)*)"?', re.ASCII)
ESCAPE = re.compile(r"\\(.)")
TOKEN = re.compile(
    r"\{(?P<comment>[^}]*)(?P<closed>\}?)"
    r"|;(?P<rest>[^\n]*)"
    r"|(?P<open>\()|(?P<close>\))"
    r"|^%[^\n]*"  # the escape of the PGN standard
    r"|\$\d+|\d+\.+|\.+|[!?]+"
    r"|(?P<word>[^\s(){};$!?]+)",
    re.MULTILINE,
)
MOVE_NUMBER = re.compile(r"\d+$")

OWN_COMMENT = "uci-arbiter audit:"


@dataclass(slots=True)
class Transcript:
    """The mainline of a game.

    `words` are the moves as written, `comments` what stands after each of them (ply 0: before the
    first), several joined. `closing_comment` is the last one after the last move, where programs
    say how the game ended; `terminator` the result at the end. `faults` name what is broken.
    """

    tags: Mapping[str, str]
    words: list[str] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    closing_comment: str = ""
    terminator: str | None = None
    faults: list[str] = field(default_factory=list)


def decode(text: bytes) -> str:
    """Return PGN text, which is UTF-8 today and was Latin-1 in the standard."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


def read_tags(header: bytes) -> dict[str, str]:
    """Return the tags of a game; the first of a name counts."""
    text = decode(header)
    tags = dict(reversed(TAG.findall(text)))
    if "\\" in text:
        return {name: ESCAPE.sub(r"\1", value) for name, value in tags.items()}
    return tags


def read_transcript(game: RawGame) -> Transcript:
    """Read a game whatever its state: what is broken is named in `faults`."""
    transcript = Transcript(read_tags(game.header))
    depth = 0
    for match in TOKEN.finditer(decode(game.movetext)):
        match match.lastgroup:
            case "closed" | "comment" | "rest":
                if depth == 0:
                    _add_comment(transcript, match["comment"] or match["rest"] or "")
                if match["comment"] is not None and not match["closed"]:
                    transcript.faults.append("a comment is never closed")
            case "open":
                depth += 1
            case "close":
                depth -= 1
            case "word" if depth <= 0:
                _add_word(transcript, match["word"])
    if depth:
        transcript.faults.append("the brackets of a variation do not match")
    return transcript


def _add_comment(transcript: Transcript, text: str) -> None:
    text = " ".join(text.split())
    ply = len(transcript.words)
    before = transcript.comments.get(ply)
    transcript.comments[ply] = f"{before} {text}" if before else text
    if not text.startswith(OWN_COMMENT):  # how a game ended is not told by what `--fix` wrote
        transcript.closing_comment = text


def _add_word(transcript: Transcript, word: str) -> None:
    if word in RESULTS:
        transcript.terminator = word
    elif word == "e.p." or MOVE_NUMBER.match(word):
        return
    elif transcript.terminator is not None:
        if "text follows the result" not in transcript.faults:
            transcript.faults.append("text follows the result")
    else:
        transcript.words.append(word)
        transcript.closing_comment = ""
