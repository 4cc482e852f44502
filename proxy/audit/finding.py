"""What an audit finds in a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proxy.audit.case import Case
    from proxy.game.game import Game

WRONG = "wrong"
NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    `kind`: the name of its file in `proxy.audit.findings`. `severity`: "wrong" where the record
    cannot stand as it is, "note" where the result stands. `text`: one sentence.
    `ply`: where, 0 for the start position; `fen` and `last_move` (UCI) are that position's.
    `article`: of the Laws or of the ruleset. `right`: the result that the law gives, None where
    none follows from the record. `evidence`: one line each.
    """

    kind: str
    severity: str
    text: str
    ply: int
    fen: str = ""
    last_move: str | None = None
    article: str | None = None
    right: str | None = None
    halfmove_clock: int = 0
    occurrences: tuple[int, ...] = ()
    evidence: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the finding as `--json` writes it."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(slots=True)
class Audit:
    """The audit of one game; `number` counts the games of all files from 1."""

    source: str
    line: int
    tags: dict[str, str]
    result: str
    ending: str
    program: str | None
    plies: int
    findings: list[Finding] = field(default_factory=list)
    undetermined: tuple[str, ...] = ()
    number: int = 0

    @property
    def right(self) -> str:
        """The result that the law gives: the recorded one unless a finding corrects it."""
        return next((f.right for f in self.findings if f.right is not None), self.result)

    @property
    def is_wrong(self) -> bool:
        """Whether anything found is more than a note."""
        return any(finding.severity == WRONG for finding in self.findings)

    def to_json(self) -> dict[str, Any]:
        """Return the audit as `--json` writes it."""
        named = ("Event", "Round", "White", "Black")
        return {
            "game": self.number,
            "file": self.source,
            "line": self.line,
            **{name.lower(): self.tags.get(name, "?") for name in named},
            "result": self.result,
            "right": self.right,
            "ending": self.ending,
            "program": self.program,
            "plies": self.plies,
            "undetermined": list(self.undetermined),
            "findings": [finding.to_json() for finding in self.findings],
        }


def found(  # noqa: PLR0913 # the fields of a finding, of which the board's are filled in here
    case: Case,
    kind: str,
    severity: str,
    text: str,
    *,
    at: Game | None = None,
    article: str | None = None,
    right: str | None = None,
    evidence: tuple[str, ...] = (),
) -> Finding:
    """Return a finding about a position of the game, by default the one at which it stands."""
    game = at or case.game
    return Finding(
        kind=kind,
        severity=severity,
        text=text,
        ply=game.ply,
        fen=game.board.fen(),
        last_move=case.last_move(game.ply),
        article=article,
        right=right,
        halfmove_clock=game.halfmove_clock,
        occurrences=tuple(game.occurrences()),
        evidence=evidence,
    )
