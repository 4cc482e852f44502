"""Automatic, claimable now, claimable by a named move: three separate answers."""

from __future__ import annotations

import chess
import pytest

from proxy.claims import Claim, claims_by_move, claims_now
from proxy.game.game import Game
from proxy.rulesets import load_ruleset
from proxy.ruling import decide

SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]
MATE_IN_ONE = "k7/8/1K6/8/8/8/8/7R w - - 99 80"


def played(moves: list[str], fen: str | None = None) -> Game:
    game = Game.start(fen)
    for text in moves:
        game.push(game.parse(text))
    return game


def told(claims: list[Claim]) -> list[tuple[str, str, bool, str | None]]:
    return [(c.reason, c.article, c.by, c.move.uci() if c.move else None) for c in claims]


def test_a_threefold_about_to_appear_is_claimed_by_its_move_alone() -> None:
    game = played([*SHUFFLE, *SHUFFLE[:3]])
    fide = load_ruleset("fide")
    assert decide(game, fide) is None
    assert claims_now(game, fide) == []
    assert told(claims_by_move(game, fide)) == [
        ("threefold-repetition", "9.2.2.1", chess.BLACK, "f6g8")
    ]


def test_a_threefold_that_has_appeared_is_claimed_as_it_stands() -> None:
    game = played(SHUFFLE * 2)
    fide = load_ruleset("fide")
    assert decide(game, fide) is None
    assert told(claims_now(game, fide)) == [("threefold-repetition", "9.2.2.2", chess.WHITE, None)]


def test_a_fivefold_leaves_nothing_to_claim() -> None:
    game = played(SHUFFLE * 4)
    fide = load_ruleset("fide")
    ruling = decide(game, fide)
    assert ruling
    assert (ruling.reason, ruling.occurrences) == ("fivefold-repetition", (0, 4, 8, 12, 16))
    assert claims_now(game, fide) == claims_by_move(game, fide) == []


def test_a_move_to_the_fifth_repetition_is_not_claimed_as_it_ends_the_game_itself() -> None:
    game = played([*SHUFFLE * 3, *SHUFFLE[:3]])
    assert [c.move and c.move.uci() for c in claims_by_move(game, load_ruleset("fide"))] == []


def test_what_is_automatic_is_never_claimed() -> None:
    for fen in (None, "4k3/8/8/8/8/8/3R4/4K3 w - - 99 80"):
        game = played(SHUFFLE[:3] if fen is None else [], fen)
        online = load_ruleset("online")
        assert claims_now(game, online) == claims_by_move(game, online) == []


def test_fifty_moves_are_claimed_by_any_quiet_move_but_the_one_that_mates() -> None:
    game = played([], MATE_IN_ONE)
    claims = claims_by_move(game, load_ruleset("fide"))
    named = {c.move.uci() for c in claims if c.move}
    assert {(c.reason, c.article) for c in claims} == {("fifty-move", "9.3.1")}
    assert "h1h7" in named
    assert "h1h8" not in named
    assert len(named) == game.board.legal_moves.count() - 1


def test_a_capture_or_a_pawn_move_cannot_complete_the_fifty() -> None:
    game = played([], "4k3/8/8/8/8/7p/6RP/4K3 w - - 99 80")
    named = {c.move.uci() for c in claims_by_move(game, load_ruleset("fide")) if c.move}
    assert "g2g1" in named
    assert not {"h2h3", "g2h2"} & named
    game = played([], "4k3/8/8/8/8/6p1/6RP/4K3 w - - 99 80")
    named = {c.move.uci() for c in claims_by_move(game, load_ruleset("fide")) if c.move}
    assert named
    assert not {"h2h3", "h2h4", "g2g3", "h2g3"} & named


def test_both_draws_can_be_claimed_at_once_in_the_order_of_decision() -> None:
    game = played(["d2c2", "e8e7", "c2d2", "e7e8"] * 2, "4k3/8/8/8/8/8/3R4/4K3 w - - 92 80")
    assert [c.reason for c in claims_now(game, load_ruleset("fide"))] == [
        "threefold-repetition",
        "fifty-move",
    ]


def test_a_claim_that_is_not_made_is_lost_with_the_move() -> None:
    game = played([*SHUFFLE * 2, "e2e4"])
    assert claims_now(game, load_ruleset("fide")) == []


def test_looking_for_claims_leaves_the_game_as_it_was() -> None:
    game = played([*SHUFFLE, *SHUFFLE[:3]])
    before = (game.board.fen(), game.count, game.ply, game.occurrences())
    claims_by_move(game, load_ruleset("fide"))
    assert (game.board.fen(), game.count, game.ply, game.occurrences()) == before


@pytest.mark.parametrize(
    ("ruleset", "article"), [("fide", "9.2.2.2"), ("lichess", "9.2.2.2"), ("uscf", "USCF 14C")]
)
def test_a_claim_cites_the_article_of_its_ruleset(ruleset: str, article: str) -> None:
    game = played(SHUFFLE * 2)
    assert claims_now(game, load_ruleset(ruleset))[0].article == article
