"""Golden transcripts: a session told as the lines of both sides.

    # what is shown, and why
    > line            from the GUI
    » line            from the engine
    @ event [ARG]     gui_closed, gui_deaf, terminate, timer NAME, engine_gone STATUS,
                      analysed ANSWER, +SECONDS

and what the session answers:

    < line            to the GUI
    « line            to the engine
    ! command         any other command

Lines `# key: value` at the top are settings; the engine speaks UCI unless `# engine-protocol: ...`
says otherwise, and with `# known: on` it is remembered as one of CECP. `# zeros: on`: the runner's
`-draw` is the 0-window; `# dialog: on`: our own options are declared. `# trust: seen` or `blind`:
the claims that the GUI believes. A GUI whose first line is `xboard` is spoken to in CECP.

The clock stands still but for `@ +SECONDS`. The arbiter is there as soon as he is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.assembly import make_arbiter, make_back, make_dialog, make_front, make_session
from proxy.gui.choice import Choice
from proxy.gui.trust import Trust
from proxy.session.commands import Advised, Command, LoadArbiter, Replace, Ruled, ToEngine, ToGui
from proxy.session.departure import Departure
from proxy.settings import FLAG, Settings

if TYPE_CHECKING:
    from proxy.session.layer import Layer
    from proxy.session.session import Session

INPUTS = (">", "»", "@", "#")


class Known:
    """A memory that knows every engine as one of CECP, or none."""

    def __init__(self, *, known: bool) -> None:
        self.known = known

    def recall(self) -> bool:
        return self.known

    def store(self) -> None:
        self.known = True


def play(lines: list[str]) -> list[str]:
    """Drive a session with the inputs among `lines`; return the whole transcript."""
    settings, zeros = _settings(lines)
    dialog = make_dialog(settings) if "# dialog: on" in lines else None
    known = Known(known="# known: on" in lines)
    backed = make_back(settings, make_session(settings, dialog), ["/opt/fake"], known)
    session = make_front(settings, backed)
    trust = next((Trust(line[9:]) for line in lines if line.startswith("# trust: ")), Trust.NONE)

    def choose(settings: Settings) -> Choice:
        delivery = settings.text("delivery").replace("auto", "advise")
        return Choice("test", delivery, zeros, (), trust=trust)

    now = 0.0
    told: list[str] = []
    for line in lines:
        mark, _, text = line.partition(" ")
        if mark not in INPUTS:
            continue
        told.append(line)
        if mark == "@" and text.startswith("+"):
            now += float(text)
            continue
        commands = [*_event(session, mark, text, now), *session.settle(now)]
        for command in commands:
            match command:
                case LoadArbiter():
                    session.arbiter_loaded(make_arbiter(settings, dialog, choose), now)
                case Replace(layer, other):
                    session = session.replaced(layer, other)
                case _:
                    told.append(_tell(command))
    return told


def _settings(lines: list[str]) -> tuple[Settings, bool]:
    settings = Settings()
    settings.put(FLAG, "engine-protocol", "uci")
    zeros = False
    for line in lines:
        key, colon, value = line.removeprefix("# ").partition(": ")
        if line.startswith("# ") and colon and key in settings.table:
            settings.put(FLAG, key, settings.table[key].read(value, key))
        zeros = zeros or line == "# zeros: on"
    return settings, zeros


def _event(session: Session | Layer, mark: str, text: str, now: float) -> list[Command]:
    match mark, text.split():
        case ">", _:
            return session.gui_line(text.encode("latin-1"), now)
        case "»", _:
            return session.engine_line(text.encode("latin-1"), now)
        case "@", ["timer", *name]:
            return session.timer(" ".join(name), now)
        case "@", ["engine_gone", status]:
            return session.engine_gone(Departure("/opt/fake", int(status), b"oops\n"), now)
        case "@", ["analysed", *_]:
            return session.analysed(text.partition(" ")[2].encode(), now)
        case "@", [name]:
            result: list[Command] = getattr(session, name)(now)
            return result
    return []


def _tell(command: Command) -> str:
    match command:
        case ToGui(line):
            return f"< {line.decode('latin-1')}"
        case ToEngine(line):
            return f"« {line.decode('latin-1')}"
        case Ruled(ruling):
            return f"! Ruled({ruling.result} {ruling.reason})"
        case Advised(ruling):
            return f"! Advised({ruling.reason} at ply {ruling.ply})"
    return f"! {command}"
