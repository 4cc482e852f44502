"""The record of one game as one wrapper saw it, and its JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

FORMAT = 1
"""Raised when a reader of older records could misread a new one."""

ID_PLIES = 16

RULING = {"ply": int, "reason": str, "result": str, "article": str | None, "evidence": str | None}
"""What is read of a ruling."""

ONE_LINE = ("started", "white", "black", "result", "termination", "reason", "variant", "start_fen")
"""Texts that stand in a tag or a table."""

BY_WORD = ("resignation", "agreement")
"""The reasons of rulings by what a side has said."""

ONLY_SAID = ("said: ", "sent: ")
"""How an intervention begins that sent the GUI another line: an info string, an offer, a score."""


@dataclass(slots=True)
class Move:
    """One move. What only its own player knows is None in the other wrapper's record.

    `by` is "engine" for the wrapped engine, "gui" for what the GUI told. `score_cp` and
    `score_mate` (moves, not plies) are the engine's last exact score from its own side, `time_s`
    what it took, `clock_s` what its clock showed after the move.
    """

    uci: str
    by: str
    score_cp: int | None = None
    score_mate: int | None = None
    depth: int | None = None
    time_s: float | None = None
    clock_s: float | None = None


@dataclass(slots=True)
class Intervention:
    """Something that the wrapper did or said by itself, after `ply` moves.

    `kind` names a repair or a rescue (`proxy.session.repairs`); it is empty for all else.
    """

    ply: int
    at: str
    what: str
    kind: str = ""


@dataclass(slots=True)
class Wrapper:
    """Who wrote the record.

    `parent` names the program that started it, the same for both sides; `gui`, `delivery` and
    `reasons` are what was chosen for it. All are empty where nothing is ruled.
    """

    program: str
    pid: int
    parent: str = ""
    gui: str = ""
    delivery: str = ""
    reasons: list[str] = field(default_factory=list)
    settings: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(slots=True)
class GameRecord:
    """A game, the wrapper's `number`-th.

    Times are ISO 8601 with offset; `rulings` are JSON objects with their evidence, `advice` those
    of what was proven and not ruled. `files` are the paths that it was read from, and no part of
    its JSON.
    """

    wrapper: Wrapper
    number: int
    started: str
    start_fen: str
    variant: str = "chess"
    chess960: bool = False
    ended: str | None = None
    white: str = "?"
    black: str = "?"
    engine_color: str | None = None
    result: str = "*"
    termination: str = "unterminated"
    reason: str = ""
    moves: list[Move] = field(default_factory=list)
    rulings: list[dict[str, Any]] = field(default_factory=list)
    advice: list[dict[str, Any]] = field(default_factory=list)
    interventions: list[Intervention] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @property
    def ruling(self) -> dict[str, Any] | None:
        """The ruling that decides the game: the first, whatever was played on.

        The word of a side has not been heard by a GUI that had the game go on: it gives way.
        """
        plies = len(self.moves)
        stands = [
            one for one in self.rulings if one["reason"] not in BY_WORD or plies <= one["ply"] + 1
        ]
        return next(iter(stands or self.rulings), None)

    @property
    def warning(self) -> str | None:
        """The first line of the first warning, if there is one."""
        return self.warnings[0].partition("\n")[0] if self.warnings else None

    @property
    def game_id(self) -> str:
        """Names the game in the records of both wrappers; games that repeat each other share it.

        Made of the parent, the start position and the first 16 plies, or none of a shorter game,
        whose last move only one of the two may know.
        """
        from hashlib import sha256

        plies = [move.uci for move in self.moves[:ID_PLIES]]
        known = plies if len(plies) == ID_PLIES else []
        text = "\n".join([self.wrapper.parent, self.variant, self.start_fen, *known])
        return sha256(text.encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON takes it."""
        data = {"format": FORMAT, "game_id": self.game_id, **asdict(self)}
        del data["files"]
        return data

    @classmethod
    def from_json(cls, data: object) -> GameRecord:
        """Read what `to_json` wrote. Raises `ValueError` that says what is wrong with the rest."""
        from proxy.record.reading import read_as

        if not isinstance(data, dict) or "format" not in data:
            raise ValueError("it has no format")
        if data["format"] != FORMAT:
            raise ValueError(f"format {data['format']!r:.20}: this version reads {FORMAT}")
        fields = {key: value for key, value in data.items() if key not in {"format", "game_id"}}
        record: GameRecord = read_as(cls, fields)
        for name, rulings in (("rulings", record.rulings), ("advice", record.advice)):
            for number, ruling in enumerate(rulings):
                for key, kind in RULING.items():
                    ruling[key] = read_as(kind, ruling.get(key), f"{name}[{number}].{key}")
        for key in ONE_LINE:
            if len((getattr(record, key) or "").splitlines()) > 1:
                raise ValueError(f"{key} is more than one line")
        for key in ("started", "ended"):
            _check_time(key, getattr(record, key))
        return record


def _check_time(key: str, text: str | None) -> None:
    """Raise `ValueError` for what is no time with an offset, or too near to the end of all time."""
    if text is None:
        return
    try:
        time = datetime.fromisoformat(text)
        _ = time + timedelta(days=1), time - timedelta(days=1)
    except (ValueError, OverflowError):
        raise ValueError(f"{key} is no time in ISO 8601") from None
    if time.tzinfo is None:
        raise ValueError(f"{key} is a time without an offset")
