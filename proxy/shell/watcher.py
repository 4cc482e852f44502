"""Nothing is left behind, even when the wrapper is killed with SIGKILL.

A tiny `sh` in a session of its own blocks on a pipe from us. When we are gone, however it came
about, the pipe ends and it kills the engine's process group, then whatever carries our cookie in
its environment: engines that start others under `setsid`, launchers that fork twice. (The parent
death signal of Linux leaves grandchildren, and kills a healthy engine when the thread that
started it ends.) Without /proc, as on macOS, the group alone is killed.
"""

from __future__ import annotations

import os

from proxy.shell.spawn import spawn

COOKIE = b"UCI_ARBITER_COOKIE"

# A constant: nothing is ever put into this text. $1 is the cookie, made of hexadecimal digits.
_SCRIPT = r"""
trap "" INT TERM HUP
while read -r pid; do group=$pid; done
[ "$group" ] && kill -s KILL -- "-$group" 2>/dev/null
for file in $(grep -lsza "^UCI_ARBITER_COOKIE=$1\$" /proc/[0-9]*/environ 2>/dev/null); do
    file=${file%/environ}
    kill -s KILL "${file#/proc/}" 2>/dev/null
done
"""


class Watcher:
    """The process that outlives us and clears up."""

    __slots__ = ("_pipe", "cookie")

    def __init__(self) -> None:
        self.cookie = os.urandom(8).hex().encode()
        """Marks every descendant of ours: the value of `UCI_ARBITER_COOKIE` in its environment."""
        reader, self._pipe = os.pipe()
        null = os.open(os.devnull, os.O_RDWR)
        # Not our environment: with the cookie of an outer wrapper in it, that one's watcher
        # would kill this one before it has done its work.
        environment = {b"PATH": os.environb.get(b"PATH", os.defpath.encode())}
        command = ["/bin/sh", "-c", _SCRIPT, "uci-arbiter-watcher", self.cookie.decode()]
        spawn(command, (reader, null, null), environment)
        os.close(reader)
        os.close(null)

    def watch(self, pid: int) -> None:
        """Have the process group `pid` killed when we are gone, and no other from now on."""
        os.write(self._pipe, b"%d\n" % pid)
