"""A whole audit: files in, chunks through the workers, answers out in order, and its state kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from proxy.audit.resume import Place, State, load_state, save_state
from proxy.audit.source import read_blocks
from proxy.audit.split import CHUNK, Chunk, chunks
from proxy.audit.totals import Totals
from proxy.audit.workers import audit_here, audit_in_processes, audit_on_cluster
from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from proxy.audit.auditor import ChunkAudit
    from proxy.audit.case import Law


@dataclass(frozen=True, slots=True)
class Plan:
    """What to audit, against what, and where the work is done.

    `jobs` processes (1: this one), or the Dask cluster at the address `cluster`. `state_path`, if
    any, is the file of `--resume`, and `arguments` is what makes this audit the same as that one.
    `chunk_bytes`: about how much a worker gets at a time.
    """

    paths: list[str]
    law: Law
    jobs: int = 1
    cluster: str | None = None
    fix: bool = False
    state_path: str | None = None
    arguments: list[object] | None = None
    chunk_bytes: int = CHUNK


class Sink(Protocol):
    """Takes the answers in order."""

    name: str

    @property
    def position(self) -> list[int]:
        """How far it has come, which the state keeps and a later audit gives it back."""

    def add(self, chunk: Chunk, result: ChunkAudit, totals: Totals) -> None:
        """Take the audit of a chunk; `totals` include it."""

    def flush(self) -> None:
        """Make what has been added safe."""


class Outcome(NamedTuple):
    """The sums, and one line for each file that could not be read to its end."""

    totals: Totals
    faults: list[str]


def load_plan_state(plan: Plan) -> State:
    """Return the state that the plan goes on from. Raises `UserError`."""
    if plan.state_path is None:
        return State([])
    return load_state(plan.state_path, plan.arguments or [])


def run_audit(
    plan: Plan,
    state: State,
    sinks: list[Sink],
    progress: Callable[[Totals, int], None] | None = None,
) -> Outcome:
    """Audit everything from the state on. `progress` is called with the sums and the bytes done."""
    totals = Totals.from_state(state.totals) if state.totals else Totals()
    faults: list[str] = []
    done = 0
    for chunk, result in _workers(plan)(_read(plan, state.place, faults)):
        for audit in result.audits:
            audit.number += totals.games
        totals.add(result)
        totals.unreadable_files = len(faults)
        for sink in sinks:
            sink.add(chunk, result, totals)
        done += len(chunk.text)
        if progress:
            progress(totals, done)
        if plan.state_path:
            _save(plan.state_path, state, chunk, totals, sinks)
    totals.unreadable_files = len(faults)
    return Outcome(totals, faults)


def _workers(plan: Plan) -> Callable[[Iterator[Chunk]], Iterator[tuple[Chunk, ChunkAudit]]]:
    if plan.cluster is not None:
        return partial(audit_on_cluster, law=plan.law, address=plan.cluster, fix=plan.fix)
    if plan.jobs > 1:
        return partial(audit_in_processes, law=plan.law, jobs=plan.jobs, fix=plan.fix)
    return partial(audit_here, law=plan.law, fix=plan.fix)


def _read(plan: Plan, place: Place, faults: list[str]) -> Iterator[Chunk]:
    """Yield the chunks of all files from a place on."""
    for number, path in enumerate(plan.paths[place.file :], place.file):
        here = place if number == place.file else Place(number)
        first = Chunk(path, here.line, b"", number, here.offset)
        blocks = _guarded(read_blocks(path, here.offset), faults)
        yield from chunks(blocks, first, plan.chunk_bytes)


def _guarded(blocks: Iterator[bytes], faults: list[str]) -> Iterator[bytes]:
    """Let a file that breaks off end there, and name the fault."""
    try:
        yield from blocks
    except UserError as error:
        faults.append(str(error))


def _save(path: str, state: State, chunk: Chunk, totals: Totals, sinks: list[Sink]) -> None:
    """Keep what there is after a chunk."""
    for sink in sinks:
        sink.flush()
    state.place = Place(
        chunk.file, chunk.offset + len(chunk.text), chunk.line + chunk.text.count(b"\n")
    )
    state.totals = totals.to_state()
    state.positions = {sink.name: sink.position for sink in sinks}
    save_state(path, state)
