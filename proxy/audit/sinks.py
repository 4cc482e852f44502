"""Where the answers of an audit go: lines to a stream, the HTML report, the corrected PGN."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, TextIO

from proxy.audit.output import OutputFile, writing
from proxy.audit.report import csv, html, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from proxy.audit.auditor import ChunkAudit
    from proxy.audit.finding import Audit
    from proxy.audit.split import Chunk
    from proxy.audit.totals import Totals


class LineSink:
    """Writes lines about each game to a stream: a table, JSON lines or CSV."""

    name = "lines"

    def __init__(self, stream: TextIO, form: str, *, resumed: bool) -> None:
        self._stream = stream
        self._form = form
        if form == "csv" and not resumed:
            self._write([csv.head()])

    @property
    def position(self) -> list[int]:
        """Nothing: a stream cannot be taken back."""
        return []

    def add(self, _chunk: Chunk, result: ChunkAudit, _totals: Totals) -> None:
        """Write what was found in a chunk."""
        for audit in result.audits:
            self._write(self._lines(audit))

    def flush(self) -> None:
        """Hand everything on."""
        self._stream.flush()

    def finish(self, totals: Totals) -> None:
        """Write the sums; CSV has none."""
        if self._form == "json":
            self._write([json.dumps({"totals": totals.to_json()}, ensure_ascii=False)])
        elif self._form == "table":
            self._write(text.totals_lines(totals))
        self._stream.flush()

    def close(self, *, keep: bool) -> None:
        """Stop: lines that have gone out cannot be taken back."""

    def _lines(self, audit: Audit) -> Iterable[str]:
        if self._form == "json":
            return [json.dumps(audit.to_json(), ensure_ascii=False)]
        return csv.audit_rows(audit) if self._form == "csv" else text.audit_lines(audit)

    def _write(self, lines: Iterable[str]) -> None:
        self._stream.writelines(f"{line}\n" for line in lines)


class HtmlSink:
    """Writes the sections of the report as they come, and the page around them at the end."""

    name = "html"

    def __init__(self, path: str, ruleset: str, position: list[int]) -> None:
        self._games, self._findings, *body = position or (0, 0)
        self._path = path
        self._ruleset = ruleset
        self._body = OutputFile(path, body)

    @property
    def position(self) -> list[int]:
        """How many games and findings are in the body, and how far that has come."""
        return [self._games, self._findings, *self._body.position]

    def add(self, _chunk: Chunk, result: ChunkAudit, _totals: Totals) -> None:
        """Draw what was found in a chunk, up to the limit of what a browser shows with ease."""
        for audit in result.audits:
            if self._findings >= html.LIMIT:
                return
            self._games += 1
            self._findings += len(audit.findings)
            self._body.write(html.game_section(audit, self._path).encode())

    def flush(self) -> None:
        """Make sure that the body is in its file."""
        self._body.flush()

    def finish(self, totals: Totals) -> None:
        """Put head, body and foot together."""
        self._body.close()
        page = OutputFile(self._path)
        try:
            page.write(html.page_head(totals, self._ruleset, self._games).encode())
            with writing(self._path), open(self._body.part, "rb") as body:
                shutil.copyfileobj(body, page)
            page.write(html.page_foot().encode())
            page.finish()
        finally:
            page.discard()
        self._body.discard()

    def close(self, *, keep: bool) -> None:
        """Stop: what has been written is kept for another time, or removed."""
        self._body.close() if keep else self._body.discard()


class FixSink:
    """Writes the corrected PGN: every game, in order, those without a fault byte for byte."""

    name = "fix"

    def __init__(self, path: str, position: list[int]) -> None:
        self._file = OutputFile(path, position)

    @property
    def position(self) -> list[int]:
        """How far the file has come."""
        return self._file.position

    def add(self, chunk: Chunk, result: ChunkAudit, _totals: Totals) -> None:
        """Write a chunk, corrected where that is needed."""
        self._file.write(result.fixed if result.fixed is not None else chunk.text)

    def flush(self) -> None:
        """Make sure that everything is in the file."""
        self._file.flush()

    def finish(self, _totals: Totals) -> None:
        """Give the file its name."""
        self._file.finish()

    def close(self, *, keep: bool) -> None:
        """Stop: what has been written is kept for another time, or removed."""
        self._file.close() if keep else self._file.discard()
