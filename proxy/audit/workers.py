"""Where the chunks are audited: here, in other processes, or on a Dask cluster; always in order."""

from __future__ import annotations

import os
import signal
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from proxy.audit.auditor import audit_chunk
from proxy.errors import UserError, how_to_install

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from proxy.audit.auditor import ChunkAudit
    from proxy.audit.case import Law
    from proxy.audit.split import Chunk

AHEAD = 2  # chunks that wait for each worker, so that memory stays constant and nobody idles
PATIENCE_S = 10


class _Future(Protocol):
    def result(self) -> Any: ...


def audit_here(
    chunks: Iterable[Chunk], law: Law, *, fix: bool = False
) -> Iterator[tuple[Chunk, ChunkAudit]]:
    """Audit chunk after chunk in this process."""
    for chunk in chunks:
        yield chunk, audit_chunk(chunk, law, fix=fix)


def audit_in_processes(
    chunks: Iterable[Chunk], law: Law, jobs: int, *, fix: bool = False
) -> Iterator[tuple[Chunk, ChunkAudit]]:
    """Audit chunks in `jobs` processes. Raises `UserError` where one of them is killed."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if context.get_start_method() == "forkserver":
        context.set_forkserver_preload(["proxy.audit.auditor", "proxy.audit.scan"])
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts)
    work = partial(audit_chunk, law=law, fix=fix)
    try:
        yield from _in_order(chunks, partial(pool.submit, work), jobs)
    except BrokenProcessPool:
        raise UserError(
            "a worker process was killed, most likely for want of memory: try --jobs 1"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def audit_on_cluster(
    chunks: Iterable[Chunk], law: Law, address: str, *, fix: bool = False
) -> Iterator[tuple[Chunk, ChunkAudit]]:
    """Audit chunks on an existing Dask cluster. Raises `UserError` where it cannot be reached.

    Its workers need this package installed, in the same version.
    """
    try:
        import distributed
    except ModuleNotFoundError:
        raise UserError(f"--cluster needs Dask: {how_to_install('cluster')}") from None
    make_client: Any = distributed.Client  # Dask has no types
    _check_address(address)
    try:
        client: Any = make_client(address, timeout=PATIENCE_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # a TypeError where tls has no certificate
        raise UserError(f"no Dask scheduler at {address}: {error}") from None
    work = partial(audit_chunk, law=law, fix=fix)
    with client:
        workers = max(1, sum(client.ncores().values()))
        yield from _in_order(chunks, partial(client.submit, work, pure=False), workers)


def _check_address(address: str) -> None:
    """Raise `UserError` for what is no address: Dask's client would hang before it says so."""
    from distributed.comm.addressing import get_address_host_port

    read: Any = get_address_host_port  # Dask has no types
    try:
        host, port = read(address)
    except ValueError:
        host, port = "", 0
    if not host or any(map(str.isspace, address)) or not 0 < port < 1 << 16:
        raise UserError(f"--cluster {address!r} is no address: expected one as in tcp://host:8786")


def _leave_interrupts() -> None:
    """Let Ctrl-C, which reaches all processes of a terminal, stop the parent alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def usable_cores() -> int:
    """Return how many cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _in_order(
    chunks: Iterable[Chunk], submit: Callable[[Chunk], _Future], workers: int
) -> Iterator[tuple[Chunk, ChunkAudit]]:
    waiting: deque[tuple[Chunk, _Future]] = deque()
    for chunk in chunks:
        waiting.append((chunk, submit(chunk)))
        if len(waiting) >= workers * AHEAD:
            done, future = waiting.popleft()
            yield done, future.result()
    while waiting:
        done, future = waiting.popleft()
        yield done, future.result()
