"""PGN files as streams of bytes: plain, gzip, Zstandard, or standard input."""

from __future__ import annotations

import gzip
import io
import os
import sys
from typing import TYPE_CHECKING, BinaryIO, cast

from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator

STDIN = "-"
BLOCK = 1 << 20  # bytes read at a time

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


def check_source(path: str) -> None:
    """Refuse what cannot be read, before any work is done. Raises `UserError`."""
    if path == STDIN:
        return
    if os.path.isdir(path):
        raise UserError(f"{path} is a folder: name its PGN files, as in {path}/*.pgn")
    try:
        with open(path, "rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    if magic == ZSTD_MAGIC:
        _zstd_reader(io.BytesIO(), path)


def read_blocks(path: str, skip: int = 0) -> Iterator[bytes]:
    """Yield the uncompressed bytes of a file, a block at a time, after the first `skip` bytes.

    The compression is told by the first bytes, not by the name. Damaged compression raises
    `UserError`, after all that could be read has been yielded.
    """
    raw = sys.stdin.buffer if path == STDIN else open(path, "rb")  # noqa: SIM115 # closed below
    try:
        yield from _skip(_blocks(raw, path), skip)
    except (EOFError, OSError, ValueError) as error:
        raise UserError(f"{path}: the rest cannot be read: {error}") from None
    finally:
        if path != STDIN:
            raw.close()


def _blocks(raw: BinaryIO, path: str) -> Iterator[bytes]:
    head = io.BufferedReader(cast("io.RawIOBase", raw), BLOCK)
    magic = head.peek(4)[:4]
    if magic.startswith(GZIP_MAGIC):
        stream: BinaryIO = cast("BinaryIO", gzip.GzipFile(fileobj=head))
    elif magic == ZSTD_MAGIC:
        stream = _zstd_reader(cast("BinaryIO", head), path)
    else:
        stream = cast("BinaryIO", head)
    while block := stream.read(BLOCK):
        yield block
    if stream is head:
        head.detach()


def _skip(blocks: Iterator[bytes], skip: int) -> Iterator[bytes]:
    for block in blocks:
        if skip < len(block):
            yield block[skip:] if skip else block
        skip = max(0, skip - len(block))


def _zstd_reader(file: BinaryIO, path: str) -> BinaryIO:
    """Open a stream of Zstandard: from Python 3.14 by the standard library, else by an extra."""
    if sys.version_info >= (3, 14):
        from compression import zstd

        return cast("BinaryIO", zstd.ZstdFile(file))
    try:
        import zstandard
    except ModuleNotFoundError:
        raise UserError(
            f"{path} is compressed with Zstandard: pip install 'uci-arbiter[zst]', "
            f"or zstd -dc {path} | uci-arbiter audit -"
        ) from None
    reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
    return cast("BinaryIO", reader)
