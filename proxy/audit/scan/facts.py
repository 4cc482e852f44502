"""From the columns to a case of each game."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import chess
import numpy as np

from proxy.audit.case import Case, recorded_result
from proxy.audit.endings import read_ending
from proxy.audit.scan.claims import claim_plies
from proxy.audit.scan.columns import Begin, Columns, Moves, board_before, unpack
from proxy.audit.scan.read import END, END_NUMBER, MOVE, RESULT, UNKNOWN, Words, without_comments
from proxy.audit.scan.tables import BLACK_RIGHTS, WHITE_RIGHTS
from proxy.audit.start import Start, read_start, start_game
from proxy.audit.transcript import decode, read_tags
from proxy.errors import UserError
from proxy.game.game import Game
from proxy.game.heavy import Heavy
from proxy.rules import ANY_TIME, checkmate, dead_position, earliest_of, insufficient_material
from proxy.ruling import ending_rule
from proxy.sides import winner_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Law
    from proxy.audit.split import RawGame
    from proxy.game.key import Reading
    from proxy.rules import Earliest, Rule
    from proxy.rulesets import Ruleset

DEAD = (insufficient_material.RULE, dead_position.RULE)
NEEDS_MORE = ("perpetual-check", "two-knights", "score-win", "score-draw")
BATCH = 4096  # games played together: enough to make a step cheap
LONGEST = 1200  # plies; the few longer games would make all columns long


_words = Words()


class ScannedGame(Game):
    """A game at its last position, of whose history only the keys are known."""

    __slots__ = ()

    def __init__(self, board: chess.Board, keys: list[int], counts: dict[int, int]) -> None:
        self._on = Heavy(board)
        self.variant = "chess"
        self.warnings = ()
        self.count = counts[keys[-1]]
        self.scores = {}
        self._keys = keys  # type: ignore[assignment] # numbers do where tuples do
        self._counts = counts  # type: ignore[assignment] # as above
        self._has_legal_move = None


class _Entry(NamedTuple):
    """A game that the columns may play: its place among the games, and what its header says."""

    place: int
    raw: RawGame
    tags: dict[str, str]
    start: Start
    begin: Begin


class _Words(NamedTuple):
    """The moves of all entries as numbers of words: those of one entry follow each other."""

    moves: np.ndarray
    begins: np.ndarray
    lengths: np.ndarray
    understood: np.ndarray
    terminators: list[str | None]


def scan(games: list[RawGame], law: Law) -> list[Case | None]:
    """Return a case for each game that the columns can play, None for the others."""
    cases: list[Case | None] = [None] * len(games)
    if not _can_scan(law.ruleset):
        return cases
    entries = list(_entries(games, law))
    words = _read_words([entry.raw.movetext for entry in entries])
    if words is None:
        return cases
    for turn in chess.COLORS:
        chosen = [
            number
            for number, entry in enumerate(entries)
            if entry.begin.board.turn == turn and words.understood[number]
        ]
        chosen.sort(key=lambda number: -words.lengths[number])
        for begin in range(0, len(chosen), BATCH):
            batch = np.array(chosen[begin : begin + BATCH])
            for entry, case in _play(entries, words, batch, law, turn):
                cases[entry.place] = case
    return cases


def _can_scan(ruleset: Ruleset) -> bool:
    """Whether keys by the Laws and the last position are all that the rules of the set need."""
    reading = ruleset.reading
    by_the_laws = reading.en_passant == "legal" and reading.castling_squares == chess.BB_ALL
    return (
        by_the_laws
        and not reading.castling_resets_clock
        and all(ruleset.modes[reason] == "off" for reason in NEEDS_MORE)
    )


def _entries(games: list[RawGame], law: Law) -> Iterator[_Entry]:
    for place, raw in enumerate(games):
        tags = read_tags(raw.header)
        try:
            start = read_start(tags)
            begin = _begin(start, law.ruleset.reading)
        except UserError:
            continue
        if begin is not None:
            yield _Entry(place, raw, tags, start, begin)


@lru_cache(maxsize=1024)
def _begin(start: Start, reading: Reading) -> Begin | None:
    """Return the start position, if it is chess with castling from the usual squares."""
    if start.variant != "chess" or start.chess960:
        return None
    game = start_game(start, reading)
    board = game.board
    usual = not board.chess960 and not board.castling_rights & ~(WHITE_RIGHTS | BLACK_RIGHTS)
    clean = not game.warnings and (board.ep_square is None or reading.fen_en_passant == "cleaned")
    return Begin.of(board) if usual and clean else None


def _read_words(movetexts: list[bytes]) -> _Words | None:
    """Read the moves of all games at once; None where the text plays tricks with the divider."""
    readable = [text.count(b"{") == text.count(b"}") for text in movetexts]
    joined = (b" " + END + b" ").join(
        [text if good else b"" for text, good in zip(movetexts, readable, strict=True)] + [b""]
    )
    words = without_comments(joined).split()
    numbers = np.fromiter(map(_words.__getitem__, words), np.int64, len(words))
    is_end = numbers == END_NUMBER
    if np.count_nonzero(is_end) != len(movetexts):
        return None
    what = _words.columns()[0][numbers]
    game = np.cumsum(is_end) - is_end
    understood = np.array(readable, bool)
    understood[game[what == UNKNOWN]] = False
    results = np.flatnonzero((what == RESULT) & ~is_end)
    terminators: list[str | None] = [None] * len(movetexts)
    for at in results.tolist():
        if is_end[at + 1]:
            terminators[game[at]] = words[at].decode()
        else:
            understood[game[at]] = False
    is_move = what == MOVE
    lengths = np.bincount(game[is_move], minlength=len(movetexts))
    understood &= lengths <= LONGEST
    begins = np.cumsum(lengths) - lengths
    return _Words(numbers[is_move], begins, lengths, understood, terminators)


def _play(
    entries: list[_Entry], words: _Words, batch: np.ndarray, law: Law, turn: chess.Color
) -> Iterator[tuple[_Entry, Case | None]]:
    """Play a batch of games, longest first, and yield their cases."""
    lengths, begins = words.lengths[batch], words.begins[batch]
    plies = int(lengths[0]) if len(lengths) else 0
    columns = Columns([entries[number].begin for number in batch.tolist()], plies)
    _, kind, to_black, to_white, allowed, promotion = _words.columns()
    going = np.searchsorted(-lengths, -np.arange(plies), side="left").tolist()
    for ply, n in enumerate(going):
        color = turn == (ply % 2 == 0)
        at = words.moves[begins[:n] + ply]
        to = to_white if color else to_black
        columns.step(ply, color, n, Moves(kind[at], to[at], allowed[at], promotion[at]))
    yield from _cases([entries[number] for number in batch.tolist()], columns, words, batch, law)


class _Row(NamedTuple):
    """One game in the columns after the last step."""

    entry: _Entry
    columns: Columns
    row: int
    board: chess.Board
    keys: list[int]
    terminator: str | None
    highest_clock: int

    @property
    def plies(self) -> int:
        """The number of moves."""
        return len(self.keys) - 1

    def clocks(self) -> list[int]:
        """Return the half-move clock at each ply."""
        clocks: list[int] = self.columns.clocks[: self.plies + 1, self.row].tolist()
        return clocks

    def moves(self) -> list[chess.Move]:
        """Return the moves, castling as the king's two steps."""
        return [unpack(packed) for packed in self.columns.moves[: self.plies, self.row].tolist()]


def _cases(
    entries: list[_Entry], columns: Columns, words: _Words, batch: np.ndarray, law: Law
) -> Iterator[tuple[_Entry, Case | None]]:
    lengths = words.lengths[batch]
    rows = np.arange(len(batch))
    pieces = columns.pieces.reshape(2, 6, -1).transpose(2, 0, 1).tolist()
    last_clocks = columns.clocks[lengths, rows]
    limit = _limits(law.ruleset).clock
    overtime = np.count_nonzero(columns.clocks >= limit, axis=0) > (last_clocks >= limit)
    highest = columns.clocks.max(axis=0).tolist()
    all_keys = np.ascontiguousarray(columns.keys.T)
    for row, entry in enumerate(entries):
        if columns.failed[row] or overtime[row]:
            continue
        plies = int(lengths[row])
        start = entry.begin.board
        board = columns.board(row, pieces[row], turn=start.turn == (plies % 2 == 0))
        board.halfmove_clock = int(last_clocks[row])
        board.fullmove_number = start.fullmove_number + (plies + (not start.turn)) // 2
        keys = all_keys[row, : plies + 1].tolist()
        terminator = words.terminators[int(batch[row])]
        yield entry, _case(_Row(entry, columns, row, board, keys, terminator, highest[row]), law)


def _case(row: _Row, law: Law) -> Case | None:
    """Return the case, or None where the game may have been over before its last move."""
    entry, keys = row.entry, row.keys
    counts: dict[int, int] = dict.fromkeys(keys, 1)
    repeated = len(counts) < len(keys)
    if repeated:
        counts = Counter(keys)
        if _repeated_before(counts, keys[-1], _limits(law.ruleset).count):
            return None
    game = ScannedGame(row.board, keys, counts)
    rule = ending_rule(game, law.ruleset, law.analysis)
    if rule is not None and _was_dead(row, law, rule):
        return None
    result = recorded_result(entry.tags, row.terminator)
    claims: list[int] = []
    if result != "1/2-1/2" and law.ruleset.claimed and (repeated or row.highest_clock >= 99):
        claims = claim_plies(keys, row.clocks(), entry.begin.board.turn, winner_of(result))
    case = Case(
        raw=entry.raw,
        law=law,
        tags=entry.tags,
        start=entry.start,
        result=result,
        terminator=row.terminator,
        ending=read_ending(entry.tags, _closing_comment(entry.raw.movetext)),
        game=game,
        plies=row.plies,
        over=rule is not None,
        read_moves=row.moves,
        claim_plies=claims,
    )
    case.rule = rule
    return case


def _was_dead(row: _Row, law: Law, rule: Rule) -> bool:
    """Whether the game was dead one ply before its end: then the first dead position is earlier.

    A dead position stays dead and has no mate in it. So it matters only under another rule's name,
    one that is asked before those of dead positions, as stalemate is.
    """
    if not row.plies or rule is checkmate.RULE:
        return False
    automatic = law.ruleset.automatic
    unasked = [other for other in automatic[automatic.index(rule) :] if other in DEAD]
    if not unasked:
        return False
    before = board_before(row.board, int(row.columns.moves[row.plies - 1, row.row]))
    game = ScannedGame(before, row.keys[:-1], dict.fromkeys(row.keys, 1))
    return any(other.holds(game, law.ruleset, law.analysis) for other in unasked)


def _limits(ruleset: Ruleset) -> Earliest:
    """Return at which count of a position, and at which clock, a game ends by itself."""
    return earliest_of(rule for rule in ruleset.automatic if rule.earliest is not ANY_TIME)


def _repeated_before(counts: dict[int, int], last: int, limit: float) -> bool:
    """Whether a position reached the limit before the last one did, or instead of it."""
    if max(counts.values()) < limit:
        return False
    return any(count > limit or (count == limit and key != last) for key, count in counts.items())


def _closing_comment(movetext: bytes) -> str:
    """Return the comment after the last move, if there is one."""
    close = movetext.rfind(b"}")
    after = movetext[close + 1 :].split() if close >= 0 else ()
    if close < 0 or len(after) > 1 or (after and _words.columns()[0][_words[after[0]]] != RESULT):
        return ""
    return " ".join(decode(movetext[movetext.rfind(b"{") + 1 : close]).split())
