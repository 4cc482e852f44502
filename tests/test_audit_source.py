"""Files as streams, whatever their compression, and what is damaged."""

from __future__ import annotations

import gzip
import io
import os
import sys
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from proxy.audit.source import BLOCK, check_source, read_blocks
from proxy.errors import UserError

if TYPE_CHECKING:
    from pathlib import Path

TEXT = os.urandom(BLOCK) * 3 + b"the end"


def compressed(kind: str) -> bytes:
    if kind == "plain":
        return TEXT
    if kind == "gzip":
        return gzip.compress(TEXT, 1)
    zstandard = pytest.importorskip("zstandard", reason="zstandard is not installed")
    half = len(TEXT) // 2  # two frames, as `cat a.zst b.zst` makes them
    compress = zstandard.ZstdCompressor(write_checksum=True).compress
    frames: bytes = compress(TEXT[:half]) + compress(TEXT[half:])
    return frames


@pytest.mark.parametrize("kind", ["plain", "gzip", "zstd"])
@pytest.mark.parametrize("skip", [0, 5, BLOCK, BLOCK + 7, len(TEXT)])
def test_all_kinds_give_the_same_bytes(kind: str, skip: int, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"  # the name does not tell
    path.write_bytes(compressed(kind))
    check_source(str(path))
    assert b"".join(read_blocks(str(path), skip)) == TEXT[skip:]


@pytest.mark.parametrize("kind", ["plain", "gzip", "zstd"])
def test_standard_input(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BufferedReader(io.BytesIO(compressed(kind)))

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert b"".join(read_blocks("-")) == TEXT


@pytest.mark.parametrize("kind", ["plain", "gzip", "zstd"])
def test_a_pipe_given_as_a_path_loses_nothing(kind: str, tmp_path: Path) -> None:
    """As a shell's `<(...)`: what is read of it to look at it would be gone."""
    path, data = tmp_path / "pipe", compressed(kind)
    os.mkfifo(path)
    writer = Thread(target=path.write_bytes, args=(data,), daemon=True)
    writer.start()
    check_source(str(path))
    assert b"".join(read_blocks(str(path))) == TEXT
    writer.join()


def test_what_has_gone_since_it_was_checked(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot read .*gone\.pgn: No such file"):
        next(read_blocks(str(tmp_path / "gone.pgn")))


def collect(path: str, into: bytearray) -> None:
    for block in read_blocks(path):
        into += block


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_damage_is_one_line_after_what_could_be_read(
    kind: str, damage: str, tmp_path: Path
) -> None:
    data = bytearray(compressed(kind))
    if damage == "cut":
        del data[len(data) * 2 // 3 :]
    else:
        data[len(data) * 2 // 3 :] = bytes(len(data) // 3)
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    read = bytearray()
    with pytest.raises(UserError, match="cannot be read") as error:
        collect(str(path), read)
    assert str(path) in str(error.value)
    assert read
    assert damage == "changed" or TEXT.startswith(read)  # a checksum comes after its data


def test_what_cannot_be_read_at_all(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot read .*no\.pgn: No such file"):
        check_source(str(tmp_path / "no.pgn"))
    with pytest.raises(UserError, match="is a folder"):
        check_source(str(tmp_path))
    check_source("-")


def test_zstd_without_its_library_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.version_info >= (3, 14):
        pytest.skip("the standard library reads Zstandard")
    path = tmp_path / "games.pgn.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd")
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(
        UserError, match=r"python\S* -m pip install 'uci-arbiter\[zst\]', or zstd -dc"
    ):
        check_source(str(path))
