"""The shell: runs one session between our stdin and stdout and an engine's."""

from __future__ import annotations

import gc
import os
import select
import signal
import sys
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic

from proxy.errors import UserError
from proxy.session.commands import (
    Ask,
    Command,
    Exit,
    KillEngine,
    LoadArbiter,
    Replace,
    SetTimer,
    SpawnEngine,
    ToEngine,
    ToGui,
    Warn,
)
from proxy.session.departure import Departure
from proxy.session.fallback import Fallback, fault_text
from proxy.shell.alarms import Alarms
from proxy.shell.analyst import Analyst
from proxy.shell.engine import Engine
from proxy.shell.farewell import Farewell
from proxy.shell.outlet import Outlet
from proxy.shell.pumps import blocks, deciding_part, pump_stderr, write_words
from proxy.shell.reader import Reader
from proxy.shell.watcher import Watcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.arbiter import Arbiter
    from proxy.session.fallback import Event
    from proxy.session.layer import Layer
    from proxy.session.session import Session
    from proxy.shell.watch import Watch

    Task = Callable[[], None]

SWITCH_INTERVAL = 0.0005  # seconds; with Python's 5 ms, late lines come up to 3.5 ms late
FLUSH_LOOK = 0.1  # seconds between two looks whether a GUI has read what is left when we end
WORDS_PATIENCE = 1000  # milliseconds for somebody to read our stderr
ISREADY = b"isready\n"
LINES = (ToGui, ToEngine)
USAGE_ERROR = 2
INTERNAL_ERROR = 70  # sysexits.h
NOT_STARTED = 127 << 8  # a shell's code for "no such program", as a wait status


class Shell:
    """The threads, the clock and the processes around a session."""

    def __init__(
        self,
        command: list[str],
        session: Session | Layer,
        make_arbiter: Callable[[], Arbiter],
        watch: Watch | None = None,
        *,
        filters_zeros: Callable[[], bool],
        info_interval: float = 0.0,
    ) -> None:
        self._command = command
        self._session = session
        self._make_arbiter = make_arbiter
        self._watch = watch
        self._filters_zeros = filters_zeros  # asked where no arbiter could be made
        self._fallback = Fallback()
        self._lock = Lock()
        self._passing = session.passing
        """As the session said after its last event: the pumps ask for every block."""
        self._inbox: SimpleQueue[Task] = SimpleQueue()
        self._alarms = Alarms(lambda: self._inbox.put(_look_at_the_clock))
        self._exit_code: int | None = None
        self._to_gui = self._open_stdout(info_interval)
        self._reader = Reader(self._to_gui, lambda: self._session.reading_patience)
        self._to_engine = Outlet()
        self._watcher = Watcher()
        self._analyst = Analyst(self._watcher, self._analysed)
        self._engine = Engine(command, self._to_engine, self._watcher)

    def _open_stdout(self, info_interval: float) -> Outlet:
        def on_dead() -> None:
            self._inbox.put(self._gui_deaf)

        if not info_interval:
            return Outlet(1, on_dead)
        from proxy.shell.thinner import ThinOutlet

        return ThinOutlet(1, on_dead, info_interval)

    def run(self) -> int:
        """Serve until the session exits; return its exit code. Main thread only."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the GUI, who tells us
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self._inbox.put(self._terminate))
        self._start(self._serve_gui)
        self._start(self._watch_gui)
        self._serve_engine(self._engine)
        while self._exit_code is None:
            with self._lock:
                due, patience = self._alarms.take_due(), self._alarms.patience()
            for task in due:
                self._do(task)
            if due:
                continue
            try:
                task = self._inbox.get(timeout=patience)
            except Empty:
                continue
            self._do(task)
        self._engine.kill()
        self._flush()
        return self._exit_code

    def _do(self, task: Task) -> None:
        """Do a task of the main thread; a fault, ours or a new engine's, ends the wrapper."""
        try:
            task()
        except UserError as error:
            say(str(error))
            self._end(USAGE_ERROR)
        except Exception as error:  # noqa: BLE001 - whatever it is, a traceback helps nobody
            say(fault_text(error))
            self._end(INTERNAL_ERROR)

    # --- events, from whatever thread

    def _tell(self, native: Outlet | None, event: Event, *args: object) -> None:
        """Give the session an event and carry out what it wants.

        `native` is the outlet that the calling thread itself drains next. What an event has for one
        outlet leaves in one write: a CECP GUI must not see a move without the claim behind it.
        """
        told: dict[Outlet, list[bytes]] = {}
        with self._lock:
            now = monotonic()
            commands = self._fallback.call(self._session, event, args, now)
            self._passing = self._session.passing
            if self._watch is not None:
                self._watch.event(event.__name__, args[0] if args else None, now, commands)
            for command in commands:
                if isinstance(command, LINES):
                    outlet = self._to_gui if type(command) is ToGui else self._to_engine
                    told.setdefault(outlet, []).append(command.line)
                else:
                    self._carry_out(command)
            for outlet, lines in told.items():
                outlet.append(b"\n".join((*lines, b"")))
        for outlet in told:
            if outlet is not native:
                outlet.wake()

    def _carry_out(self, command: Command) -> None:
        """Do what a command that is no line says, under the lock, without IO."""
        match command:
            case SetTimer(name, at):
                self._alarms.set(name, at, lambda: self._timer(name))
            case SpawnEngine():
                self._to_engine = Outlet()
                self._inbox.put(self._spawn)
            case Replace():
                self._session = self._fallback.replace(self._session, command)
                self._passing = self._session.passing
            case KillEngine():
                self._inbox.put(self._engine.kill)
            case Ask(question):
                self._inbox.put(lambda: self._analyst.ask(question))
            case LoadArbiter():
                self._start(self._load_arbiter)
            case Warn(text):
                self._inbox.put(lambda: say(text))
            case Exit(code):
                self._inbox.put(lambda: self._end(code))

    # --- the pumps' threads

    def _start(self, target: Callable[..., None], *args: object) -> Thread:
        thread = Thread(target=self._guard, args=(target, *args), daemon=True)
        thread.start()
        return thread

    def _guard(self, target: Callable[..., None], *args: object) -> None:
        """Run a thread's work; a fault of ours ends the wrapper, for a dead pump would hang it."""
        try:
            target(*args)
        except Exception as error:  # noqa: BLE001 - whatever it is, silence would be worse
            say(fault_text(error))
            self._inbox.put(self._terminate)  # the GUI may not be heard any more
            self._inbox.put(lambda: self._end(INTERNAL_ERROR))

    def _serve_gui(self) -> None:
        watch = self._watch

        def take(block: bytes) -> None:
            _, passes_isready, _ = self._passing
            if passes_isready and block == ISREADY:
                self._to_engine.send(block)
                if watch is not None:
                    watch.gui_passed(block)
                return
            session = self._session
            since = monotonic()
            for line in block.split(b"\n")[:-1]:
                self._tell(self._to_engine, session.gui_line, line)
            self._to_engine.drain()
            if watch is not None:
                watch.gui_held(block, since)
            if session.unsettled:
                self._tell(self._to_engine, session.settle)

        for block in blocks(0):
            take(block)
        self._tell(None, self._session.gui_closed)

    def _watch_gui(self) -> None:
        """Wait until nobody reads our stdout: a pipe without a reader reports an error."""
        poll = select.poll()
        poll.register(1, 0)
        events = poll.poll()
        if any(event & (select.POLLERR | select.POLLHUP) for _, event in events):
            self._inbox.put(self._gui_deaf)

    def _serve_engine(self, engine: Engine) -> None:
        def set_alarm(at: float, task: Task) -> None:
            with self._lock:
                self._alarms.set(engine, at, task)

        farewell = Farewell(engine, set_alarm, self._engine_gone, self._reader)

        def pump() -> None:
            self._pump_engine(engine)
            os.close(engine.stdout)
            self._inbox.put(lambda: farewell.ended(engine.stdout))

        def wait() -> None:
            engine.wait()
            self._inbox.put(farewell.exited)

        def pump_words() -> None:
            pump_stderr(engine.stderr, self._keep_words(engine))
            self._inbox.put(lambda: farewell.ended(engine.stderr))

        self._start(pump)
        self._start(pump_words)
        self._start(wait)

    def _pump_engine(self, engine: Engine) -> None:
        """Pass on what an engine says until the end, showing the session what it must see."""
        outlet = self._to_gui
        watch = self._watch
        block = b""
        for block in blocks(engine.stdout):
            if engine.gone:  # a stranger holds its stdout, and another has taken its place
                break
            start = deciding_part(block, self._passing)
            if start and watch is not None:
                watch.engine_passed(block[:start])
            if start == len(block):
                outlet.send(self._session.pass_block(block))
            else:
                self._take(engine, block, start)
        engine.said = block

    def _take(self, engine: Engine, block: bytes, start: int) -> None:
        """Show the session the lines of a block from `start` on; what is before them passes."""
        outlet, watch, session = self._to_gui, self._watch, self._session
        since = monotonic()
        if start:
            outlet.append(session.pass_block(block[:start]))
        engine.busy = True  # lines that are looked at take their time
        for line in block[start:].split(b"\n")[:-1]:
            if engine.outlet is self._to_engine:  # else a newer one is asked for already
                self._tell(outlet, session.engine_line, line)
        outlet.drain()
        engine.busy = False
        if watch is not None:
            watch.engine_held(block[start:], since)
        if session.unsettled:
            self._tell(outlet, session.settle)

    def _keep_words(self, engine: Engine) -> Callable[[bytes], None]:
        keep, watch = engine.words.append, self._watch
        if watch is None:
            return keep

        def keep_and_show(block: bytes) -> None:
            keep(block)
            watch.stderr(block)

        return keep_and_show

    def _load_arbiter(self) -> None:
        try:
            arbiter = self._make_arbiter()
            gc.freeze()  # else the collector walks through all that was imported: 6 ms in a game
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on without
            say(f"no rulings: {error}")
            filters = b"on" if self._filters_zeros() else b"off"
            self._tell(None, self._session.arbiter_missing, filters)
        else:
            self._tell(None, self._session.arbiter_loaded, arbiter)

    def _analysed(self, answer: bytes) -> None:
        self._tell(None, self._session.analysed, answer)

    # --- tasks of the main thread

    def _terminate(self) -> None:
        self._tell(None, self._session.terminate)

    def _gui_deaf(self) -> None:
        self._tell(None, self._session.gui_deaf)

    def _spawn(self) -> None:
        try:
            self._engine = Engine(self._command, self._to_engine, self._watcher)
        except (OSError, UserError) as error:  # it has been removed, or the system is at its limit
            say(str(error))
            gone = Departure(self._command[0], NOT_STARTED)
            self._tell(None, self._session.engine_gone, gone)
        else:
            self._serve_engine(self._engine)

    def _timer(self, name: str) -> None:
        self._tell(None, self._session.timer, name)

    def _engine_gone(self, engine: Engine) -> None:
        self._tell(None, self._session.engine_gone, engine.departure)

    def _end(self, code: int) -> None:
        with self._lock:  # whoever wanted this has queued by then what goes before it
            self._exit_code = code

    def _flush(self) -> None:
        """Let the GUI read what is left: it may take its time until it wants us to leave."""
        flushing = self._start(self._to_gui.flush)
        while flushing.is_alive() and self._reader.is_waited_for:
            flushing.join(FLUSH_LOOK)
            while not self._inbox.empty():
                task = self._inbox.get()
                if task == self._terminate:
                    task()


def _look_at_the_clock() -> None:
    """Do nothing: a task that only wakes the main thread."""


def say(text: str) -> None:
    """Write one line of text to stderr, where it can be written."""
    write_words(f"uci-arbiter: {text}\n".encode(errors="backslashreplace"), WORDS_PATIENCE)
