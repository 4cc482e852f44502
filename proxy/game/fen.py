"""FEN hygiene: what can be cleaned is cleaned with a warning, what is impossible is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass

import chess
import chess.variant

from proxy.errors import UserError

CASTLING_LETTERS = "KQABCDEFGHkqabcdefgh"
EPD_CLOCK = re.compile(r"\b(hmvc|fmvn)\s+(\d+)\s*(?:;|$)")

IMPOSSIBLE = (
    (chess.STATUS_EMPTY, "there is no piece at all"),
    (chess.STATUS_NO_WHITE_KING, "White has no king"),
    (chess.STATUS_NO_BLACK_KING, "Black has no king"),
    (chess.STATUS_TOO_MANY_KINGS, "a side has more than one king"),
    (chess.STATUS_PAWNS_ON_BACKRANK, "a pawn stands on the first or the last rank"),
    (chess.STATUS_OPPOSITE_CHECK, "the side that has just moved is in check"),
)
COMPOSED = (  # can be played on, though no game comes to it
    (chess.STATUS_TOO_MANY_WHITE_PAWNS, "White has more than 8 pawns"),
    (chess.STATUS_TOO_MANY_BLACK_PAWNS, "Black has more than 8 pawns"),
    (chess.STATUS_TOO_MANY_WHITE_PIECES, "White has more than 16 pieces"),
    (chess.STATUS_TOO_MANY_BLACK_PIECES, "Black has more than 16 pieces"),
    (chess.STATUS_TOO_MANY_CHECKERS, "the king is in check from more than two pieces"),
    (chess.STATUS_IMPOSSIBLE_CHECK, "no move can have given this check"),
)


class FenError(UserError):
    """A FEN that cannot be read or whose position cannot arise; the message names the field."""


@dataclass(frozen=True, slots=True)
class Start:
    """A start position.

    `board` is cleaned, with a warning for each field that was; `given_ep` is the FEN's e.p. square.
    """

    board: chess.Board
    warnings: tuple[str, ...]
    given_ep: chess.Square | None


def read_fen(
    fen: str | None,
    *,
    chess960: bool = False,
    variant: str = "chess",
    any_rook: bool = False,
    composed: bool = False,
) -> Start:
    """Read a FEN of 4, 5 or 6 fields (None: the start position of the variant).

    Castling rights without king and rook at home and en-passant squares without a pawn that can
    have just arrived there are removed, with a warning each. `any_rook` keeps the rights of rooks
    off the corners, as programs do that read every FEN as X-FEN; `composed` takes positions that
    can be played on though no game comes to them. Raises `FenError`.
    """
    board_type = find_variant(variant)
    if fen is None:
        return Start(board_type(chess960=chess960), (), None)
    fields = _split(fen, has_checks_left=board_type is chess.variant.ThreeCheckBoard)
    board = board_type(None, chess960=chess960 or any_rook)
    _set(board, fields)
    given_ep = board.ep_square
    warnings = tuple(filter(None, (_clean_castling(board, fields[2]), _clean_en_passant(board))))
    _refuse_impossible(board, composed=composed)
    if any_rook and not chess960:
        board.chess960 = not at_home(board)
    return Start(board, warnings, given_ep)


def find_variant(name: str) -> type[chess.Board]:
    """Return the board class of a variant by its UCI name. Raises `UserError`."""
    try:
        return chess.variant.find_variant(name)
    except ValueError:
        known = ", ".join(v.uci_variant for v in chess.variant.VARIANTS if v.uci_variant)
        raise UserError(f"no variant {name!r}: there are {known}") from None


def _split(fen: str, *, has_checks_left: bool) -> list[str]:
    """Return six fields (seven for 3check), the missing clocks filled in and all fields checked."""
    fields = fen.split()
    checks = [field for field in fields[4:] if has_checks_left and "+" in field]
    fields = fields[:4] + [field for field in fields[4:] if field not in checks]
    if len(fields) > 4 and fields[4][0].isalpha():  # EPD: the clocks are operations
        clocks = dict(EPD_CLOCK.findall(" ".join(fields[4:])))
        fields = [*fields[:4], clocks.get("hmvc", "0"), clocks.get("fmvn", "1")]
    if not 4 <= len(fields) <= 6:
        raise FenError(f"FEN {fen!r} has {len(fields)} field(s): expected 4, 5 or 6")
    fields += ["0", "1"][len(fields) - 4 :]
    if fields[1] not in {"w", "b"}:
        raise FenError(f"FEN side to move is {fields[1]!r}: expected 'w' or 'b'")
    if fields[2] != "-" and set(fields[2]) - set(CASTLING_LETTERS):
        raise FenError(
            f"FEN castling rights are {fields[2]!r}: expected '-' or letters as in 'KQkq'"
        )
    if fields[3] != "-" and fields[3] not in chess.SQUARE_NAMES:
        raise FenError(
            f"FEN en-passant square is {fields[3]!r}: expected '-' or a square as in 'e3'"
        )
    for name, text in zip(("halfmove clock", "fullmove number"), fields[4:], strict=True):
        if not (text.isascii() and text.isdigit() and len(text) <= 6):
            raise FenError(f"FEN {name} is {text!r}: expected a number, 0 or more")
    return fields + checks if "".join(checks).startswith("+") else fields[:4] + checks + fields[4:]


def _set(board: chess.Board, fields: list[str]) -> None:
    letters = sorted(fields[2], key=CASTLING_LETTERS.find)  # 'kqKQ' is seen in the wild
    try:
        board.set_fen(" ".join([*fields[:2], "".join(letters), *fields[3:]]))
    except (ValueError, IndexError) as error:
        reason = str(error).split(": ")[0]
        where = "castling rights" if "castling" in reason else "piece placement"
        text = fields[2] if "castling" in reason else fields[0]
        raise FenError(f"FEN {where} {text!r}: {reason}") from None


def _clean_castling(board: chess.Board, given: str) -> str | None:
    rights = board.clean_castling_rights()
    if rights.bit_count() == len(given.replace("-", "")):
        return None
    board.castling_rights = rights
    kept = board.castling_xfen()
    return (
        f"castling rights {given!r} cleaned to {kept!r}: king or rook is not at home for the rest"
    )


def _clean_en_passant(board: chess.Board) -> str | None:
    """Remove a square that no double step can have left, also one that makes a check impossible."""
    square = board.ep_square
    if square is None:
        return None
    if not board.status() & (chess.STATUS_INVALID_EP_SQUARE | chess.STATUS_IMPOSSIBLE_CHECK):
        return None
    board.ep_square = None
    return (
        f"en-passant square {chess.square_name(square)!r} cleaned to '-': "
        "no pawn can have just made a double step over it"
    )


def _refuse_impossible(board: chess.Board, *, composed: bool) -> None:
    status = board.status()
    if composed:
        for flag, _ in COMPOSED:
            status &= ~flag
    for flag, reason in IMPOSSIBLE + COMPOSED:
        if status & flag:
            raise FenError(f"FEN piece placement {board.board_fen()!r} is impossible: {reason}")
    if status != chess.STATUS_VALID:
        raise FenError(f"FEN piece placement {board.board_fen()!r} is impossible: {status!r}")


def at_home(board: chess.Board) -> bool:
    """Whether all castling rights are those of standard chess: no X-FEN reading is needed."""
    standard = board.copy(stack=False)
    standard.chess960 = False
    return standard.clean_castling_rights() == board.castling_rights
