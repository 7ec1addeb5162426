"""Packed and damaged files, whatever their names; what is in them is made up."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.cli.game_sources import Found, read_source, sources
from builder.imports.files import beginning, documents
from builder.imports.importer import TextFile, Unopened
from builder.imports.line_ends import BLOCK, with_plain_line_ends

STATE = {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR"]}}
GAME = {
    "id": "made-up",
    "map": "standard",
    "phases": [{"name": "S1901M", "state": STATE, "orders": {"FRANCE": ["A PAR - BUR"]}}],
}
LINE = json.dumps(GAME).encode() + b"\n"
TEXT = b"Spring 1901\nFrance: A Par-Bur\n"


def zipped(name: str, data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return file.getvalue()


def tarred(name: str, data: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        info = tarfile.TarInfo(name)
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


def opened(folder: Path, name: str, data: bytes) -> list[TextFile | Unopened]:
    path = folder / name
    path.write_bytes(data)
    return [each for each in documents(path) if isinstance(each, TextFile | Unopened)]


def read(path: Path) -> list[Found]:
    return [found for source in sources([path], ARCHIVE) for found in read_source(source, ARCHIVE)]


@pytest.mark.parametrize(
    "pack",
    [
        gzip.compress,
        lzma.compress,
        lambda data: bz2.compress(data, 1),
        lambda data: zipped("a.txt", data),
        lambda data: tarred("a.txt", data),
        lambda data: gzip.compress(gzip.compress(data)),
        lambda data: gzip.compress(tarred("a.txt", data)),
        lambda data: gzip.compress(zipped("a.txt", data)),
        lambda data: zipped("b.dat", zipped("a.txt", data)),
        lambda data: tarred("b.dat", zipped("a.txt", lzma.compress(data))),
    ],
)
@pytest.mark.parametrize("name", ["games", "games.bak", "games.gz", "games.sql.gz"])
def test_a_packed_file_of_any_name(
    pack: Callable[[bytes], bytes], name: str, tmp_path: Path
) -> None:
    (document,) = opened(tmp_path, name, pack(TEXT))
    assert isinstance(document, TextFile)
    assert document.text == TEXT.decode()


def test_a_file_that_is_packed_too_often_says_so(tmp_path: Path) -> None:
    data = TEXT
    for _ in range(5):
        data = gzip.compress(data)
    (document,) = opened(tmp_path, "x", data)
    assert isinstance(document, Unopened)
    assert "packed more than 3 times" in document.why


def test_a_damaged_member_does_not_cost_the_others(tmp_path: Path) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("a.txt", "b.txt", "c.txt"):
            archive.writestr(name, name.encode() + TEXT)
    data = file.getvalue().replace(b"b.txtSpring", b"b.txtSprung")
    first, damaged, last = opened(tmp_path, "x.zip", data)
    assert isinstance(first, TextFile)
    assert isinstance(last, TextFile)
    assert isinstance(damaged, Unopened)
    assert damaged.name.endswith("x.zip!b.txt")
    assert "cannot be unpacked" in damaged.why


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_games_before_the_end_of_a_file_that_is_broken_off(
    pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    lines = [json.dumps(GAME | {"id": f"g{i}", "x": hex(i**99)}) + "\n" for i in range(2000)]
    data = pack("".join(lines).encode())
    (tmp_path / "x.jsonl.gz").write_bytes(data[: len(data) * 2 // 3])
    found = read(tmp_path)
    games = [record for _, record, _ in found if record is not None]
    assert 500 < len(games) < 2000
    errors = [error for _, record, (*_, error) in [f for f in found if f[1] is None] if not record]
    assert any("cannot be unpacked" in error for error in errors)


def test_a_page_that_is_broken_off_is_not_read(tmp_path: Path) -> None:
    (document,) = opened(tmp_path, "x.html.gz", gzip.compress(TEXT)[:-4])
    assert isinstance(document, Unopened)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b" \r\n\r\n", "empty"),
        (b"SQLite format 3\x00" + bytes(100), "sqlite3 FILE .dump"),
        (b"\x28\xb5\x2f\xfd" + bytes(100), "zstd"),
        (b"A Par - Bur " * 600_000, "larger than 5 MB"),
        (b'{"a": "' + b"x" * 6_000_000 + b'"}', "larger than 5 MB"),
    ],
)
def test_why_a_file_is_not_read(data: bytes, why: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(data)
    ((_, record, errors),) = read(tmp_path)
    assert record is None
    assert why in errors[0]


@pytest.mark.parametrize("broken", [b"\0\0\0", b"no JSON", b'{"id": "g', b"[1, 2]"])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_broken_line_does_not_cost_the_others(broken: bytes, at: int, tmp_path: Path) -> None:
    lines = [LINE, LINE, LINE]
    lines.insert(at, broken + b"\n")
    (tmp_path / "x.jsonl").write_bytes(b"".join(lines))
    found = read(tmp_path)
    if at or broken.startswith(b"{") or not broken.strip(b"\0"):
        assert sum(record is not None for _, record, _ in found) == 3
    if broken.strip(b"\0"):
        place = " ".join(f"{path} {errors}" for path, record, errors in found if record is None)
        assert f":{at + 1}:" in place or f"line {at + 1}" in place or at == 0


def test_utf_16(tmp_path: Path) -> None:
    text = "Spring 1901\r\nFrance: A Par-Bur\r\nËĄ𝄞\r\n"
    (document,) = opened(tmp_path, "x.txt", text.encode("utf-16"))
    assert isinstance(document, TextFile)
    assert document.text == text.replace("\r\n", "\n")


def test_a_long_file_in_utf_16() -> None:
    text = "ąß𝄞\r\n" * (BLOCK // 4)
    for encoding in ("utf-16-le", "utf-16-be"):
        data = ("\ufeff" + text).encode(encoding)
        read_text = with_plain_line_ends(io.BytesIO(data)).read().decode()
        assert read_text == text.replace("\r\n", "\n")


def test_the_beginning_of_a_damaged_file() -> None:
    data = gzip.compress(b"".join(hex(i**9).encode() for i in range(50_000)))
    with gzip.open(io.BytesIO(data[: len(data) // 2])) as packed:
        head, error = beginning(with_plain_line_ends(packed))
    assert isinstance(error, EOFError)
    assert head.startswith(b"0x00x10x200")
    assert len(head) > 100_000


@pytest.mark.parametrize("form", ["list", "lines"])
def test_a_game_without_phases_among_others_is_named(form: str, tmp_path: Path) -> None:
    games = [GAME, {"id": "empty", "phases": []}, {}, GAME]
    lines = [json.dumps(game) for game in games]
    text = json.dumps(games) if form == "list" else "\n".join(lines)
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    found = read(tmp_path)
    assert sum(record is not None for _, record, _ in found) == 2
    word = "game" if form == "list" else "line"
    errors = [errors[0] for _, record, errors in found if record is None]
    assert [error.rpartition("x.json, ")[2] for error in errors] == [
        f"{word} 2: there is no game in it that we can read",
        f"{word} 3: there is no game in it that we can read",
    ]
