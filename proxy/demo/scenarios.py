"""Where a demonstration starts, and why real engines end it as they do.

Every position was tried with stockfish, toga2 and our own engine at several speeds; nobody's
moves are scripted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proxy.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Scenario:
    """One game to be shown.

    `fen`: where it starts, None for the start position. `setting`: what is set up, for the reader.
    `reasons`: the reasons of a ruling that it may end by, none for any.
    `movetime_ms`: time for each move, so that the game can be watched and is over in 30 s.
    `perpetual`: whether one side must have given check with every move.
    `agreement`: whether the players agree to a draw when both engines see none better.
    """

    name: str
    fen: str | None
    setting: str
    reasons: tuple[str, ...]
    movetime_ms: int
    perpetual: bool = False
    agreement: bool = False

    def expects(self, ruling: Ruling) -> bool:
        """Whether this is the ruling that was to be shown."""
        if self.perpetual and ruling.perpetual is None:
            return False
        return not self.reasons or ruling.reason in self.reasons


GAME = Scenario(
    name="game",
    fen="3r2k1/4bppp/8/8/8/8/4BPPP/3R2K1 w - - 0 1",
    setting="A level ending with bishops of opposite colours; the engines play it out, to whatever "
    "end.",
    reasons=(),
    movetime_ms=60,
)

ENDINGS = {
    scenario.name: scenario
    for scenario in (
        Scenario(
            name="stalemate",
            fen="8/8/Q7/8/8/4p1p1/1q3k2/7K w - - 0 1",
            setting="The start position is chosen so that White is lost but for a queen sacrifice "
            "that leaves its king without a move.",
            reasons=("stalemate",),
            movetime_ms=400,
        ),
        Scenario(
            name="perpetual",
            fen="6k1/6p1/8/8/8/8/qr3PPK/4Q3 w - - 0 1",
            setting="The start position is chosen so that White, a rook and a pawn behind, can "
            "give check for ever on e8 and h5.",
            reasons=("threefold-repetition",),
            movetime_ms=200,
            perpetual=True,
        ),
        Scenario(
            name="threefold",
            fen="8/k7/8/PP6/6pp/8/7K/8 w - - 0 1",
            setting="The start position is chosen so that each king must stay in front of two "
            "passed pawns: whoever tries something else loses.",
            reasons=("threefold-repetition",),
            movetime_ms=100,
        ),
        Scenario(
            name="fifty",
            fen="8/8/4k3/8/8/3KBN2/8/8 w - - 94 100",
            setting="The start position's fifty-move clock stands at 94 of 100 half-moves, and "
            "bishop and knight need many more to mate.",
            reasons=("fifty-move",),
            movetime_ms=200,
        ),
        Scenario(
            name="material",
            fen="8/8/4q3/8/4k3/8/8/R6K w - - 0 1",
            setting="The start position is chosen so that White's rook can win the queen and is "
            "taken in return: two bare kings.",
            reasons=("insufficient-material",),
            movetime_ms=200,
        ),
        Scenario(
            name="agreement",
            fen=None,
            setting="UCI has no words for an offer, so the demo speaks for the players: White "
            "offers after each move that its engine scores within half a pawn, Black accepts if "
            "its engine does so too. The wrappers cannot see this and are told nothing; the "
            "ruling is that of `uci-arbiter rule --event agreement`.",
            reasons=("agreement",),
            movetime_ms=100,
            agreement=True,
        ),
    )
}
