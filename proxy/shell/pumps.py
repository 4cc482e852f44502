"""What the pumps read: raw blocking reads, handed on in whole lines.

An `info` line of a search goes from read to write as part of its block: it is never split off,
decoded or made an object.
"""

from __future__ import annotations

import os
import select
from contextlib import suppress
from threading import Lock

from proxy.session.departure import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from proxy.session.layer import Passing

BLOCK = 65536  # what a pipe holds
SMALL = 4096  # asked for until there is more: to ask for a block each time tears up the memory
NEWLINE, RETURN = 10, 13  # bytes in bytes: `b"\r" in block` begins with an exception inside

DECIDING = b"bestmove"  # what the session must see once the handshake is over
INFO = b"info"  # and this between two searches


def blocks(fd: int) -> Iterator[bytes]:
    """Yield what can be read as blocks of whole lines, LF-terminated, until the end of file.

    A last line without a newline is given one. Lines may have any length.
    """
    torn: list[bytes] = []
    size = SMALL
    while True:
        try:
            block = os.read(fd, size)
        except BlockingIOError:  # whoever shares our stdin has made it non-blocking
            await_ready(fd, select.POLLIN)
            continue
        except OSError:
            block = b""
        size = SMALL if len(block) < SMALL else BLOCK
        if not torn and block.endswith(b"\n") and RETURN not in block:  # nearly always
            yield block
            continue
        if not block:
            break
        if block[-1] != NEWLINE:
            cut = block.rfind(b"\n") + 1
            if not cut:
                torn.append(block)
                continue
            rest = block[cut:]
            block = b"".join((*torn, block[:cut])) if torn else block[:cut]
            torn = [rest]
        elif torn:
            block = b"".join((*torn, block))
            torn = []
        yield block.replace(b"\r\n", b"\n") if RETURN in block else block
    if torn:
        yield b"".join((*torn, b"\n")).replace(b"\r\n", b"\n")


def await_ready(fd: int, event: int) -> None:
    """Return when a descriptor is ready for poll's `event`, or its other end is gone."""
    ready = select.poll()  # select() takes no descriptor beyond 1023
    ready.register(fd, event)
    ready.poll()


def deciding_part(block: bytes, passing: Passing) -> int:
    """Return where the first line begins that the session must see; `len(block)`: nowhere."""
    passes_info, _, is_between_searches = passing
    # `find`, as `in` would begin with an exception inside.
    if not passes_info or (is_between_searches and block.find(INFO) >= 0):
        return 0
    place = block.find(DECIDING)
    return len(block) if place < 0 else block.rfind(b"\n", 0, place) + 1


def pump_stderr(fd: int, keep: Callable[[bytes], None]) -> None:
    """Keep the engine's last words and pass them on where somebody reads them.

    A terminal is not to obey the escape sequences of an engine.
    """
    terminal = os.isatty(2)
    while True:
        try:
            block = os.read(fd, select.PIPE_BUF)
        except OSError:
            break
        if not block:
            break
        keep(block)
        write_words(printable(block).encode() if terminal else block)
    os.close(fd)


_writing_words = Lock()


def write_words(words: bytes, patience: int = 0) -> None:
    """Write to our stderr as long as it takes more, waiting `patience` ms for that.

    gnome-chess never reads its engines' stderr: what would block is left out.
    """
    ready = select.poll()
    ready.register(2, select.POLLOUT)
    # No more at once than a pipe surely takes when it is ready to take any.
    for start in range(0, len(words), select.PIPE_BUF):
        ready.poll(patience)
        with _writing_words, suppress(OSError):  # none else may fill what is found free
            if not any(event & select.POLLOUT for _, event in ready.poll(0)):
                return
            os.write(2, words[start : start + select.PIPE_BUF])
