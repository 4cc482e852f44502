"""The lines of a log, written and read: what a session was told and what it had done.

    12:00:00.000 # text       about the log itself
    12:00:00.000 > line       from the GUI
    12:00:00.000 >= line      from the GUI; went on to the engine without being looked at
    12:00:00.000 » line       from the engine
    12:00:00.000 »= line      from the engine; went on to the GUI without being looked at
    12:00:00.000 »* 5000      the same, of a flood: the next 5000 bytes are its lines, as they are
    12:00:00.000 | line       from the engine's stderr
    12:00:00.000 @ event      anything else that happened

and, after each of `>`, `»` and `@`, what the session wanted done about it:

    12:00:00.000 < line       to the GUI
    12:00:00.000 « line       to the engine
    12:00:00.000 ! command    anything else
"""

from __future__ import annotations

from proxy.session.commands import Advised, Replace, Ruled, SetTimer, ToEngine, ToGui, Warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.gui.choice import Choice
    from proxy.session.commands import Command
    from proxy.session.noted import Note

FROM_GUI, FROM_ENGINE, EVENT = b"> ", "» ".encode(), b"@ "
TO_GUI, TO_ENGINE, COMMAND = b"< ", "« ".encode(), b"! "
ENGINE_PASSED, GUI_PASSED, STDERR, REMARK = "»= ".encode(), b">= ", b"| ", b"# "
FLOOD = "»* ".encode()
FLOOD_SIZE = 4096  # bytes of a block; to find and mark its lines would cost more than to write it

FORMAT = ", format 2"  # ends the header: settling has lines of its own
PARENT = "parent "
PARENT_FIELDS = ("program", "command", "pid", "started")

LINES = {
    "gui_line": FROM_GUI,
    "engine_line": FROM_ENGINE,
    "gui_passed": GUI_PASSED,
    "engine_passed": ENGINE_PASSED,
    "stderr": STDERR,
}


def note_texts(note: Note, time: bytes) -> list[bytes]:
    """Return what a log says about one event, in pieces; every line begins with `time`.

    A flood is a piece of its own, as it came: no line of it is looked at, and nothing copied.
    """
    event, subject, _, commands, _ = note
    parts = []
    if event in LINES and isinstance(subject, bytes):
        if event == "engine_passed" and len(subject) >= FLOOD_SIZE:
            return [b"%b%b%d\n" % (time, FLOOD, len(subject)), subject]
        start = time + LINES[event]
        lines = subject.removesuffix(b"\n").replace(b"\n", b"\n" + start)
        parts.append(start + lines)
    elif event == "remark":
        parts += _remarks(time, str(subject).splitlines())
    elif event == "choice":
        parts += _remarks(time, choice_lines(subject))  # type: ignore[arg-type]  # by its name
    elif event == "others":
        parts.append(time + EVENT + others_text(subject))
    else:
        parts.append(time + EVENT + event_text(event, subject))
    parts += [time + text for text in command_texts(commands)]
    return [b"\n".join([*parts, b""])] if parts else []


def _remarks(time: bytes, lines: list[str]) -> list[bytes]:
    return [time + REMARK + line.encode(errors="backslashreplace") for line in lines]


def choice_lines(choice: Choice) -> list[str]:
    """Say why rulings are delivered as they are, and who started us as JSON, for `replay`."""
    import json

    lines = list(choice.reasons)
    if choice.parent is not None:
        parent = {name: getattr(choice.parent, name) for name in PARENT_FIELDS}
        lines.append(f"{PARENT}{json.dumps(parent)}")
    return lines


def others_text(others: object) -> bytes:
    """Write the terms of the other wrappers of the match as JSON, for `replay`."""
    import json

    return b"others " + json.dumps(others).encode()


def event_text(event: str, subject: object) -> bytes:
    """Write an event that is no line: its name, then a timer's name or an engine's wait status."""
    match event:
        case "timer":
            return f"timer {subject}".encode()
        case "engine_gone":
            return f"engine_gone {getattr(subject, 'status', '')}".encode()
        case "analysed" | "arbiter_missing" if isinstance(subject, bytes):
            return f"{event} ".encode() + subject
    return event.encode()


def command_texts(commands: list[Command]) -> list[bytes]:
    """Write what the session wants done; who does it from now on is nothing for a log."""
    return [_text(command) for command in commands if not isinstance(command, Replace)]


def _text(command: Command) -> bytes:
    match command:
        case ToGui(line):
            return TO_GUI + line
        case ToEngine(line):
            return TO_ENGINE + line
        case Ruled(ruling) | Advised(ruling):
            text = f"{type(command).__name__}({ruling.result} {ruling.reason} at ply {ruling.ply})"
        case SetTimer(name):  # its time is of a clock that says nothing elsewhere
            text = f"SetTimer({name})"
        case Warn(text):  # an engine's last words follow in further lines
            text = f"Warn({text.partition(chr(10))[0]})"
        case _:
            fields = [getattr(command, name) for name in command.__match_args__]
            plain = [repr(value) for value in fields if isinstance(value, int | str | bytes)]
            text = f"{type(command).__name__}({', '.join(plain)})"
    return COMMAND + text.encode(errors="backslashreplace")
