"""PGN files as streams of bytes: plain, gzip, Zstandard, or standard input."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from typing import TYPE_CHECKING, Any, cast

from proxy.errors import UserError, how_to_install

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

STDIN = "-"
BLOCK = 1 << 20  # bytes read at a time
ZSTD_BLOCK = 1 << 16  # compressed bytes read at a time: they may become a hundred times more

GZIP_MAGIC = b"\x1f\x8b"
DAMAGE = (EOFError, OSError, ValueError, zlib.error)

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


def check_source(path: str) -> None:
    """Refuse what cannot be read, before any work is done. Raises `UserError`.

    Only a regular file is opened for it: what comes through a pipe can be read but once.
    """
    if path == STDIN:
        return
    if os.path.isdir(path):
        raise UserError(f"{path} is a folder: name its PGN files, as in {path}/*.pgn")
    if is_stream(path):
        return
    try:
        with open(path, "rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    if magic == ZSTD_MAGIC and sys.version_info < (3, 14):
        _zstandard(path)


def is_stream(path: str) -> bool:
    """Tell whether a path is read but once: standard input, a pipe, a socket, a device."""
    return path == STDIN or (os.path.exists(path) and not os.path.isfile(path))


def read_blocks(path: str, skip: int = 0) -> Iterator[bytes]:
    """Yield the uncompressed bytes of a file, a block at a time, after the first `skip` bytes.

    The compression is told by the first bytes, not by the name. Damaged compression raises
    `UserError`, after all that could be read has been yielded.
    """
    try:
        raw = sys.stdin.buffer if path == STDIN else open(path, "rb", BLOCK)  # noqa: SIM115 # see below
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    try:
        yield from _skip(_blocks(cast("io.BufferedReader", raw), path), skip)
    except (*DAMAGE, _zstd_error()) as error:
        raise UserError(f"{path}: the rest cannot be read: {error}") from None
    finally:
        if path != STDIN:
            raw.close()


def _blocks(raw: io.BufferedReader, path: str) -> Iterator[bytes]:
    magic = raw.peek(4)[:4]
    if magic == ZSTD_MAGIC:
        yield from _zstd_blocks(raw, path)
        return
    stream = gzip.GzipFile(fileobj=raw) if magic.startswith(GZIP_MAGIC) else raw
    while block := stream.read1(BLOCK):  # not `read`, which loses what comes before a fault
        yield block


def _skip(blocks: Iterator[bytes], skip: int) -> Iterator[bytes]:
    for block in blocks:
        if skip < len(block):
            yield block[skip:] if skip else block
        skip = max(0, skip - len(block))


def _zstd_error() -> type[Exception]:
    """Return what a damaged Zstandard stream raises, if its library has been needed."""
    name = "compression.zstd" if sys.version_info >= (3, 14) else "zstandard"
    module = sys.modules.get(name)
    error: type[Exception] = module.ZstdError if module else EOFError
    return error


def _zstd_blocks(raw: io.BufferedReader, path: str) -> Iterator[bytes]:
    """Decompress Zstandard: from Python 3.14 by the standard library, else by an extra."""
    if sys.version_info >= (3, 14):
        from compression import zstd

        stream = zstd.ZstdFile(raw)
        while block := stream.read(BLOCK):
            yield block
        return
    decompressor = _zstandard(path).ZstdDecompressor()
    frame = decompressor.decompressobj()
    data = b""
    while data := data or raw.read(ZSTD_BLOCK):
        if frame.eof:
            frame = decompressor.decompressobj()
        yield frame.decompress(data)
        data = frame.unused_data
    if not frame.eof:
        raise EOFError("the compressed stream ends too early")


def _zstandard(path: str) -> Any:
    try:
        import zstandard
    except ModuleNotFoundError:
        raise UserError(
            f"{path} is compressed with Zstandard: {how_to_install('zst')}, "
            f"or zstd -dc {path} | uci-arbiter audit -"
        ) from None
    return zstandard
