"""From words to numbers: each distinct word is read once and then looked up."""

from __future__ import annotations

import re

import chess
import numpy as np

from proxy.audit.scan.tables import KING, LONG, PAWN, PAWN_TAKES, SHORT

SAN = re.compile(
    rb"(?:(?P<piece>[NBRQK])(?P<file>[a-h])?(?P<rank>[1-8])?x?(?P<to>[a-h][1-8])"
    rb"|(?:(?P<from>[a-h])x)?(?P<pawn_to>[a-h][1-8])(?:=?(?P<promotion>[NBRQ]))?"
    rb"|(?P<short>O-O|0-0)|(?P<long>O-O-O|0-0-0))[+#]?[!?]{0,2}\Z"
)
COMMENT = re.compile(rb"\{[^}]*\}")
SKIPPED = re.compile(rb"\d{1,4}\.{0,3}\Z|\.{1,3}\Z|\$\d{1,3}\Z|[!?]{1,2}\Z")
RESULT_WORDS = (b"1-0", b"0-1", b"1/2-1/2", b"*")
PIECES = b"PNBRQK"

MOVE, SKIP, RESULT, UNKNOWN = range(4)
END = b"\0"
UNKNOWN_NUMBER, END_NUMBER = range(2)


def without_comments(text: bytes) -> bytes:
    """Return a text without what stands in braces, by counting braces where they are as usual."""
    characters = np.frombuffer(text, np.uint8)
    depth = np.zeros(len(characters) + 1, np.int8)
    depth[:-1] = characters == ord("{")
    depth[1:] -= characters == ord("}")
    np.add.accumulate(depth, out=depth)
    if depth.min() < 0 or depth.max() > 1:  # a brace in a comment, or one that closes nothing
        return COMMENT.sub(b"", text)
    kept: bytes = characters[depth[:-1] == 0].tobytes()
    return kept


class Words(dict[bytes, int]):
    """The number of each word seen so far; a new one is read and numbered on the way.

    Words that are not understood share the number 0 and are not kept: there is no end of them. END
    is a word of its own that stands between two games.

    The columns by number: `what` it is (MOVE and so on), and for moves the kind, the target for
    Black and for White (castling differs), the squares it may come from, and the promotion's piece.
    """

    def __init__(self) -> None:
        super().__init__({END: END_NUMBER})
        self._rows = [(UNKNOWN, 0, 0, 0, 0, 0), (RESULT, 0, 0, 0, 0, 0)]
        self._columns: list[np.ndarray] = []

    def __missing__(self, word: bytes) -> int:
        row = _read(word)
        if row[0] == UNKNOWN:
            return UNKNOWN_NUMBER
        number = self[word] = len(self._rows)
        self._rows.append(row)
        return number

    def columns(self) -> list[np.ndarray]:
        """Return what, kind, target for Black, for White, origins, promotion: each by number."""
        if not self._columns or len(self._columns[0]) != len(self._rows):
            kinds = (np.int8, np.int64, np.int64, np.int64, np.uint64, np.int8)
            self._columns = [
                np.array(column, dtype=kind)
                for column, kind in zip(zip(*self._rows, strict=True), kinds, strict=True)
            ]
        return self._columns


def _read(word: bytes) -> tuple[int, int, int, int, int, int]:
    match = SAN.match(word)
    if match is None:
        what = SKIP if SKIPPED.match(word) else RESULT if word in RESULT_WORDS else UNKNOWN
        return what, 0, 0, 0, 0, 0
    every = chess.BB_ALL
    if match["short"]:
        return MOVE, SHORT, chess.G8, chess.G1, every, 0
    if match["long"]:
        return MOVE, LONG, chess.C8, chess.C1, every, 0
    if match["piece"]:
        to = chess.parse_square(match["to"].decode())
        if match["file"]:
            every &= chess.BB_FILES[match["file"][0] - ord("a")]
        if match["rank"]:
            every &= chess.BB_RANKS[match["rank"][0] - ord("1")]
        return MOVE, PIECES.index(match["piece"]), to, to, every, 0
    to = chess.parse_square(match["pawn_to"].decode())
    promotes = match["promotion"] is not None
    if promotes != (chess.square_rank(to) in {0, 7}):
        return UNKNOWN, 0, 0, 0, 0, 0
    promotion = PIECES.index(match["promotion"]) if promotes else 0
    if match["from"]:
        return MOVE, PAWN_TAKES, to, to, chess.BB_FILES[match["from"][0] - ord("a")], promotion
    return MOVE, PAWN, to, to, every, promotion


assert PIECES.index(b"K") == KING  # noqa: S101 # the two numberings are one
