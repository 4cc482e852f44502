"""The CECP side toward the GUI: its parts, real captures, and that nothing makes it fail."""

from __future__ import annotations

import re
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.arbiter import Arbiter
from proxy.cecp.gui_claims import claim_line, is_shown
from proxy.cecp.gui_clock import GuiClock
from proxy.cecp.gui_layer import IGNORED, GuiLayer
from proxy.cecp.gui_options import GuiOptions, read_option
from proxy.cecp.gui_thinking import Progress, think_line
from proxy.conduct import Conduct
from proxy.game.game import Game
from proxy.gui.trust import Trust
from proxy.offers import DrawPolicy, ResignPolicy
from proxy.rulesets import load_ruleset
from proxy.ruling import decide
from proxy.session.commands import Command, Replace, SetTimer, ToEngine, ToGui
from proxy.session.door import Door
from proxy.session.session import Session
from proxy.settings import FLAG, TABLE, Settings

CAPTURES = sorted((Path(__file__).parent / "data" / "captures").glob("cecp-*.txt"))
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


class Talk:
    """A layer with an engine that answers `go` with the moves it is given, in order."""

    def __init__(self, *moves: str, conduct: Conduct | None = None) -> None:
        self.layer = GuiLayer(Session())
        self.told: list[str] = []
        self.sent: list[str] = []
        self._moves = iter(moves)
        self.hear("xboard")
        if conduct is not None:
            self.layer.arbiter_loaded(Arbiter(conduct), 0.0)

    def hear(self, *lines: str) -> list[str]:
        """Give it lines of the GUI; return what the GUI is told."""
        before = len(self.told)
        for line in lines:
            self._take(self.layer.gui_line(line.encode("utf-8", "surrogateescape"), 0.0))
            self._take(self.layer.settle(0.0))
        return self.told[before:]

    def say(self, line: str) -> None:
        """Give it a line of the engine."""
        self._take(self.layer.engine_line(line.encode("utf-8", "surrogateescape"), 0.0))

    def _take(self, commands: list[Command]) -> None:
        for command in commands:
            match command:
                case ToGui(line):
                    self.told.append(line.decode("utf-8", "replace"))
                case ToEngine(line):
                    self.sent.append(line.decode("utf-8", "replace"))
        for command in commands:
            if isinstance(command, ToEngine):
                self._answer(command.line)

    def _answer(self, line: bytes) -> None:
        match line.split()[:2]:
            case [b"uci"]:
                self.say("id name Fake")
                self.say("option name Ponder type check default false")
                self.say("option name Hash type spin default 1 min 1 max 9")
                self.say("uciok")
            case [b"isready"]:
                self.say("readyok")
            case [b"go", *_]:
                move = next(self._moves, None)
                if move is not None:
                    self.say(f"info depth 5 score cp 60 time 10 nodes 100 pv {move}")
                    self.say(f"bestmove {move}")


# --- real GUIs


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.stem)
def test_a_captured_game_is_played_as_it_was(path: Path) -> None:
    """The engine of the capture, put behind us, has its moves, pongs and thinking arrive."""
    lines = [line.split(" ", 2)[1:] for line in path.read_text().splitlines() if line[0] != "#"]
    moves = [text.split()[1] for mark, text in lines if mark == "<" and text.startswith("move ")]
    talk = Talk(*moves)
    told = talk.hear(*(text for mark, text in lines if mark == ">"))
    said = [text for mark, text in lines if mark == "<"]
    assert [line for line in told if line.startswith("move")] == [f"move {move}" for move in moves]
    pongs = [line for line in said if line.startswith("pong")]
    assert [line for line in told if line.startswith("pong")] == pongs
    assert not [line for line in told if re.match(r"Error|Illegal|telluser", line)]
    assert talk.sent[-1] == "quit"


# --- nothing makes it fail

WORDS = """
new variant setboard force go playother usermove ? undo remove draw result analyze exit . ping
level st sd time otim post nopost hard easy computer name rating memory cores egtpath option
protover accepted xboard e2e4 e7e5 Nf3 O-O 0000 -- 1/2-1/2 normal fischerandom 40 0:30 -1 nan
1e999 inf Hash=5 syzygy 8/8/8/8/8/8/8/8 4k3/8/8/8/8/8/8/4K2R w K - 0 1 bestmove info depth
score cp mate pv multipv string DrawOffer arbiter: resign uciok readyok id name option type
spin combo var default min max (none) ponder currmove
""".split()  # noqa: SIM905 - words to be read, not quotes
LINES = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join),
    st.text(max_size=30),
    st.tuples(st.sampled_from(WORDS), st.text(max_size=20)).map(" ".join),
)


CECP = re.compile(
    r"(feature|move|pong|Error|Illegal move|tellusererror|# arbiter:|stat01:|offer draw|resign"
    r"|1-0 |0-1 |1/2-1/2 |\d+ -?\d+ \d+ \d+)"
)
UCI = {"uci", "isready", "ucinewgame", "position", "go", "stop", "ponderhit", "setoption", "quit"}


@given(st.lists(st.tuples(st.booleans(), LINES), max_size=30), st.booleans())
def test_whatever_is_said_each_side_is_spoken_to_in_its_own_protocol(
    lines: list[tuple[bool, str]], has_arbiter: bool
) -> None:
    conduct = Conduct(load_ruleset("online"), delivery="claim", trust=Trust.BLIND, speaks=True)
    talk = Talk("e7e5", "e2e4", "(none)", conduct=conduct if has_arbiter else None)
    talk.hear("post", "hard", "new", "usermove e2e4")
    for from_gui, line in lines:
        text = line.replace("\n", " ")
        if from_gui:
            talk.hear(text)
        else:
            talk.say(text)
    for timer in ("gui thinking", "gui claim", "load", "leave"):
        talk.layer.timer(timer, 9.0)
    assert [line for line in talk.told if not CECP.match(line)] == []
    assert {line.partition(" ")[0] for line in talk.sent} <= UCI


@given(
    st.lists(st.sampled_from(["go", "force", "usermove", "undo", "analyze", "exit", "new", "?"]))
)
def test_each_go_has_one_answer_and_the_last_search_is_the_wanted_one(words: list[str]) -> None:
    """Whatever the GUI ends and begins: an engine that owes an answer is given no `go`."""
    talk = Talk()
    owed = 0
    done = 0
    for word in [*words, "exit", "new", "usermove"]:
        talk.hear("usermove e2e4" if word == "usermove" else word)
        while done < len(talk.sent):
            line = talk.sent[done]
            done += 1
            if line.startswith("go"):
                assert owed == 0
                owed += 1
            if line == "stop":
                assert owed == 1
                owed = 0
                talk.say("bestmove a2a3")
    assert owed == 1
    assert talk.sent[-2] == "position startpos moves e2e4"
    talk.say("bestmove e7e5")
    assert talk.told[-1] == "move e7e5"


def test_every_command_has_its_row_in_the_docs() -> None:
    text = (Path(__file__).parent.parent / "docs" / "cecp.md").read_text()
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    told = {word for row in rows for word in re.findall(r"`([^` ]+)`", row)}
    layer = GuiLayer(Session())
    assert {*layer.commands, *IGNORED, "xboard", "protover", "quit"} <= told
    keys = [setting.key for setting in TABLE]
    deals = keys[keys.index("handle-draws") : keys.index("resign-moves") + 1]
    assert [key for key in deals if f"`{key}`" not in text] == []


# --- the door


def test_a_uci_gui_gets_the_session_itself() -> None:
    session = Session()
    door = Door(session, Settings())
    assert door.gui_line(b"  ", 0.0) == [ToEngine(b"  ")]
    assert not any(door.passing)
    assert door.gui_line(b"uci", 0.0)[:2] == [Replace(door, session), ToEngine(b"uci")]
    assert door.gui_line(b"xboard", 0.0) == [ToEngine(b"xboard")]


def test_a_cecp_gui_is_known_by_its_first_line() -> None:
    settings = Settings()
    door = Door(Session(), settings)
    first, *rest = door.gui_line(b"xboard", 0.0)
    assert isinstance(first, Replace)
    assert isinstance(first.session, GuiLayer)
    assert rest == [ToEngine(b"uci"), SetTimer("start", 10.0)]
    assert settings.text("front") == "cecp"
    # What another thread still brings to the door reaches the layer.
    assert door.gui_line(b"protover 2", 0.0) == [ToGui(b"feature done=0")]


def test_a_front_that_is_set_is_not_guessed() -> None:
    settings = Settings()
    settings.put(FLAG, "front", "cecp")
    commands = Door(Session(), settings).gui_line(b"new", 0.0)
    assert commands[1:] == [ToEngine(b"uci"), SetTimer("start", 10.0)]


# --- the parts


def shuffled(*moves: str) -> Game:
    game = Game.start()
    for move in moves:
        game.push(game.parse(move))
    return game


def test_xboard_shows_the_draws_that_it_counts_itself() -> None:
    assert not is_shown(shuffled(*SHUFFLE))
    assert is_shown(shuffled(*SHUFFLE * 2))
    assert is_shown(Game.start("8/8/3k4/8/8/8/4R3/4K2r w - - 100 90"))
    assert is_shown(Game.start("8/8/3k4/8/8/8/8/4K2B w - - 0 90"))
    assert is_shown(Game.start("k7/8/1K6/8/8/8/8/2Q5 b - - 0 1")) is False
    assert is_shown(Game.start("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"))  # stalemate
    assert not is_shown(Game.start("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"))  # mate
    assert not is_shown(Game.start("8/8/3k4/8/8/8/NN6/4K3 w - - 0 90"))


def test_a_repetition_back_to_a_double_step_is_in_doubt() -> None:
    """XBoard's search for repetitions ends where it has noted an en-passant square."""
    assert not is_shown(shuffled("e2e4", "g8f6", "g1f3", "f6g8", "f3g1", *reversed_shuffle()))
    assert is_shown(shuffled("e2e3", "g8f6", "g1f3", "f6g8", "f3g1", *reversed_shuffle()))


def reversed_shuffle() -> tuple[str, ...]:
    return ("g8f6", "g1f3", "f6g8", "f3g1")


@pytest.mark.parametrize(
    ("fen", "ruleset", "claim"),
    [
        ("8/8/3k4/8/8/8/8/4K2B w - - 0 90", "fide", "{Insufficient material, FIDE 5.2.2}"),
        ("8/8/3k4/8/8/8/8/4K2B w - - 0 90", "uscf", "{Insufficient material, USCF 14D}"),
        ("8/8/3k4/8/8/8/NN6/4K3 w - - 0 90", "classic", "{Two knights, classic}"),
        ("8/8/3k4/8/8/8/4R3/4K2r w - - 100 90", "online", "{Fifty-move rule, FIDE 9.3.2}"),
    ],
)
def test_claims_name_the_rule_and_where_it_stands(fen: str, ruleset: str, claim: str) -> None:
    ruling = decide(Game.start(fen), load_ruleset(ruleset))
    assert ruling is not None
    assert claim_line(ruling, ruleset) == f"1/2-1/2 {claim}"


@pytest.mark.parametrize(
    ("commands", "go"),
    [
        ({"level": "0 5 0"}, "go wtime 300000 btime 300000"),
        ({"level": "40 0:30 0.5"}, "go wtime 30000 btime 30000 winc 500 binc 500 movestogo 37"),
        ({"level": "0 1.5 0"}, "go wtime 90000 btime 90000"),
        ({"level": "0 5 0", "own": "1234", "opponent": "5678"}, "go wtime 12340 btime 56780"),
        ({"level": "0 5 0", "own": "-3"}, "go wtime 1 btime 300000"),
        ({"per_move": "10"}, "go movetime 9980"),
        ({"per_move": "0"}, "go movetime 1"),
        ({"set_depth": "7"}, "go wtime 300000 btime 300000 depth 7"),
        ({"level": "-4 5 0"}, "go wtime 300000 btime 300000"),
    ],
)
def test_time_is_told_as_uci_has_it(commands: dict[str, str], go: str) -> None:
    clock = GuiClock()
    for name, text in commands.items():
        assert getattr(clock, name)(text)
    assert clock.go(3, white=True) == go


@pytest.mark.parametrize("text", ["", "x", "40", "40 5", "40 5 x", "x 5 0", "40 5:x 0", "0 inf 0"])
def test_a_level_that_cannot_be_read_changes_nothing(text: str) -> None:
    clock = GuiClock()
    assert not clock.level(text)
    assert clock == GuiClock()


def test_options_of_every_kind() -> None:
    lines = {
        "option name A B type spin default 3 min -1 max 9": (
            "A B -spin 3 -1 9", "4", "A B value 4",
        ),
        "option name C type check default true": ("C -check 1", "0", "C value false"),
        "option name D type combo default x y var x y var z": (
            "D -combo *x y /// z", "z", "D value z",
        ),
        "option name E type button": ("E -button", "", "E"),
        "option name F type string default <empty>": ("F -string ", "", "F value <empty>"),
        "option name G type string": ("G -string ", "a b", "G value a b"),
    }  # fmt: skip
    for line, (feature, value, setoption) in lines.items():
        option = read_option(line)
        assert option is not None
        assert option.feature == feature
        assert option.setoption(value) == f"setoption name {setoption}"
    assert read_option("option nom A type check") is None
    assert read_option("option name A") is None


def test_quotes_in_a_name_do_not_end_the_feature() -> None:
    engine = GuiOptions(name='The "Best"')
    assert next(iter(engine.features())) == "myname=\"The 'Best'\""


def test_thinking_of_a_pondered_move_and_with_limited_scores() -> None:
    board = chess.Board()
    line = b"info depth 7 score mate 2 time 55 nodes 99 pv e2e4 e7e5 e1e2 0000 a7a6"
    assert think_line(line, Progress(), board) == "7 100002 5 99 e4 e5 Ke2"
    limited = think_line(line, Progress(), board, limit_mates=True, pondered="Nf6")
    assert limited == "7 9000 5 99 (Nf6) e4 e5 Ke2"
    assert think_line(b"info depth 7 pv e2e4", Progress(), board) is None
    assert think_line(b"info string score cp 3", Progress(), board) is None
    assert think_line(b"info score cp x", Progress(), board) is None


def scored(*scores: int | None) -> Game:
    """A game in which the engine, White, said these scores with its moves."""
    game = Game.start()
    for file, score in zip("abcdefgh", scores, strict=False):
        game.push(game.parse(f"{file}2{file}3"))
        if score is not None:
            game.scores[game.ply] = score
        game.push(game.parse(f"{file}7{file}6"))
    return game


@pytest.mark.parametrize(
    ("scores", "accepts", "offers"),
    [
        ((0, 5, -5), True, True),
        ((90, 0, 0), True, True),
        ((0, -80), True, False),
        ((0, 6), False, False),
        ((0, None, 0), False, False),
        ((0,), False, False),
    ],
)
def test_a_draw_is_taken_when_not_better_and_offered_when_equal(
    scores: tuple[int | None, ...], accepts: bool, offers: bool
) -> None:
    policy = DrawPolicy(accept=True, offer=True, bound_cp=5, moves=2, first_move=1)
    assert policy.accepts(scored(*scores)) == accepts
    assert policy.offers(scored(*scores), None) == offers


def test_draws_wait_for_their_move_number_and_are_not_pressed() -> None:
    game = scored(0, 0, 0)
    assert not DrawPolicy(accept=True, moves=1, first_move=5).accepts(game)
    assert not DrawPolicy(offer=True, moves=1, first_move=5).offers(game, None)
    policy = DrawPolicy(offer=True, moves=1, first_move=1, again=2)
    assert not policy.offers(game, game.ply - 2)
    assert policy.offers(game, game.ply - 4)
    assert policy.offers(game, game.ply + 2)  # that was before a takeback
    assert not DrawPolicy().accepts(game)
    assert not DrawPolicy().offers(game, None)


def test_an_offer_in_a_ruled_game_is_accepted_once_in_a_position() -> None:
    """PyChess tells each acceptance to the other engine as an offer: two wrappers had no end."""
    conduct = Conduct(load_ruleset("online"), delivery="offer", speaks=True)
    talk = Talk("h1g2", "g2h1", conduct=conduct)
    moved = talk.hear("new", "setboard 8/8/3k4/8/8/8/8/4K2B w - - 0 1", "go")
    assert "move h1g2" in moved
    assert talk.hear("draw") == ["offer draw"]
    assert talk.hear("draw") == []
    assert "move g2h1" in talk.hear("usermove d6e6")
    assert talk.hear("draw") == ["offer draw"]
    assert talk.hear("draw") == []


@pytest.mark.parametrize("behind", [False, True])
def test_an_offer_goes_before_the_move_or_behind_it_as_the_gui_hears_it(behind: bool) -> None:
    conduct = Conduct(load_ruleset("online"), delivery="claim", speaks=True, offers_behind=behind)
    talk = Talk("h1g2", conduct=conduct)
    moved = talk.hear("new", "setboard 8/8/3k4/8/8/8/8/4K2B w - - 0 1", "go")
    said = [line for line in moved if line in {"offer draw", "move h1g2"}]
    assert said == (["move h1g2", "offer draw"] if behind else ["offer draw", "move h1g2"])


def test_resigning_needs_every_one_of_the_last_scores() -> None:
    policy = ResignPolicy(resign=True, score_cp=600, moves=2)
    assert policy.resigns([-600, -900, 0])
    assert not policy.resigns([-600, -599])
    assert not policy.resigns([-900])
    assert not ResignPolicy(score_cp=600, moves=2).resigns([-900, -900])
