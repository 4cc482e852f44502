"""How match runners adjudicate draws by score, as their own runs showed (cases A01 to A04)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Adjudicator:
    """Counts the scores of both sides as one runner does.

    `number`, `count`, `score` are those of `-draw`; `first_move` is the start FEN's move number,
    which only fastchess looks at.
    """

    program: str
    number: int
    count: int
    score: int
    first_move: int = 1
    _plies: int = field(default=0, init=False)
    _run: int = field(default=0, init=False)

    def ends(self, lines: list[bytes], *, irreversible: bool) -> bool:
        """Take in what an engine wrote up to its `bestmove`; tell whether the game ends here.

        c-chess-cli ends it before the move is made, the others after it.
        """
        return self.ends_by(read_score(self.program, lines), irreversible=irreversible)

    def ends_by(self, score: int | None, *, irreversible: bool) -> bool:
        """As `ends`, for a score that was read already; None: none was said."""
        if score is None and self.program == "c-chess-cli":
            score = 0
        if irreversible and self.program != "c-chess-cli":
            self._run = 0
        inside = score is not None and abs(score) <= self.score
        self._run = self._run + 1 if inside else 0
        move = self._plies // 2 + 1
        self._plies += 1
        if self.program != "c-chess-cli":
            move = self._plies // 2
        if self.program == "fastchess":
            move += self.first_move - 1
        return move >= self.number and self._run >= 2 * self.count


def read_score(program: str, lines: list[bytes]) -> int | None:
    """Return the score that counts in this runner, mates far beyond any bound."""
    found = None
    for line in lines:
        words = line.split()
        if b"score" not in words or words[0] != b"info":
            continue
        if program != "c-chess-cli":
            if b"string" in words or int(_after(words, b"multipv", b"1")) != 1:
                continue
            if program == "fastchess" and {b"lowerbound", b"upperbound"} & set(words):
                continue
            if program == "cutechess-cli" and int(_after(words, b"depth", b"0")) < 1:
                continue
        at = words.index(b"score")
        value = int(words[at + 2])
        found = value if words[at + 1] == b"cp" else 30_000 if value > 0 else -30_000
    return found


def _after(words: list[bytes], key: bytes, default: bytes) -> bytes:
    return words[words.index(key) + 1] if key in words else default
