from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest
from samples import CASES, HEADS, LED, MAIL, OPENING, PAGE, REPORT, WORDS, Read

from builder.errors import ArchiveError, UnknownWordError
from builder.imports.files import Unopened, documents
from builder.imports.importer import TextFile
from builder.imports.registry import importer, importer_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (OPENING, "droidippy"), (MAIL, "judge"), (PAGE, "judge"), (REPORT, "zine"),
        (CASES, "cases"), (LED, "marked"), (HEADS, "marked"), (WORDS, "marked"),
        ('{"phases": [{"state": {}}]}', "saved-game"),
        ('{"phases": [{"terrID": 1}]}', "webdiplomacy"),
    ],
)  # fmt: skip
def test_formats_are_recognised(text: str, name: str) -> None:
    found = importer_of(TextFile("x", text))
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("text", ["", "Dear all,\n\nno game here.\n", "[1, 2]", "phases: {}\n"])
def test_what_is_no_game_is_not_recognised(text: str) -> None:
    assert importer_of(TextFile("x", text)) is None


def test_an_unknown_format_is_told_with_the_known() -> None:
    with pytest.raises(UnknownWordError, match="droidippy"):
        importer("drodippy")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"phases": [{"name": "S1901M", "state": 7}]}', r"phases\[0\].state is 7, not a mapping"),
        ('{"phases": "state",\n "state" 3}', "game.txt:2:10: not JSON: expecting ':'"),
        ('{"phases": [{"terrID": 1}, 5]}', r"phases\[1\] is 5, not a mapping"),
        ('{"phases": [{"phase": "Builds", "units": [{"terrID": "x"}]}]}', "not a number"),
        ('{"phases": [{"state": 1}]}\n{"phases": [', "game.txt:2:13: not JSON"),
        ('{"phases":' + "[" * 100_000 + '"state"', "nested too deep"),
    ],
)
def test_a_broken_file_is_told_by_place(read: Read, text: str, told: str) -> None:
    with pytest.raises(ArchiveError, match=told):
        read(text)


def packed(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def test_packed_files_are_unpacked(tmp_path: Path) -> None:
    inner = packed(("in/one.txt", b"eins"), ("two.txt", b"\xef\xbb\xbfzw\xc3\xb6lf"))
    (tmp_path / "a.zip").write_bytes(
        packed(("deep.zip", inner), ("w.txt", "drei".encode("utf-16")))
    )
    with tarfile.open(tmp_path / "b.tar.xz", "w:xz") as archive:
        info = tarfile.TarInfo("three.txt")
        info.size = 4
        archive.addfile(info, io.BytesIO(b"dr\xfci"))
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(b"vier\r\n"))
    found = [(d.stem, d.text) for d in documents(tmp_path) if isinstance(d, TextFile)]
    assert found == [
        ("one", "eins"), ("two", "zwölf"), ("w", "drei"), ("three", "drüi"), ("c", "vier\n"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["a.tar.xz", "a.zip", "a.gz", "a.tar", "none.txt"])
def test_what_cannot_be_opened_is_told_in_its_place(tmp_path: Path, name: str) -> None:
    if name != "none.txt":
        (tmp_path / name).write_bytes(b"not an archive")
        (tmp_path / "b.txt").write_text("hello")
        assert [type(d) for d in documents(tmp_path)] == [Unopened, TextFile]
    (lost,) = documents(tmp_path / name)
    assert isinstance(lost, Unopened)
    assert lost.why
