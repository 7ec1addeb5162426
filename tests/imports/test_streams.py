"""Files of many games: one game in memory at a time, a broken one named with its line."""

from __future__ import annotations

import gzip
import json
import lzma
import tarfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.cli.game_sources import read_source, sources
from builder.cli.verify import VerifyCounts, counted
from builder.imports import streams
from builder.imports.streams import FilePart

STATE = {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR"]}, "retreats": {}}
BROKEN = 40


def saved(number: int) -> str:
    phase = {"name": "S1902M", "state": STATE, "orders": {"FRANCE": ["A PAR H"]}, "results": {}}
    then = {"name": "F1902M", "state": STATE, "orders": {}}
    return json.dumps({"id": f"game-{number}", "map": "standard", "phases": [phase, then]})


def lines(count: int) -> list[str]:
    """That many games, one a line, one of them broken off."""
    games = [saved(number) for number in range(1, count + 1)]
    return [*games[: BROKEN - 1], games[BROKEN - 1][:60], *games[BROKEN:]]


def verified(path: Path, jobs: int = 1) -> VerifyCounts:
    total = VerifyCounts()
    for part in counted(sources([path], ARCHIVE), ARCHIVE, None, jobs):
        total += part
    return total


def packed(path: Path, form: str) -> Path:
    """The file packed in some way."""
    where = path.with_name(f"{path.name}{form}")
    if form == ".gz":
        where.write_bytes(gzip.compress(path.read_bytes()))
    elif form == ".xz":
        where.write_bytes(lzma.compress(path.read_bytes()))
    elif form == ".zip":
        with zipfile.ZipFile(where, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(path, "games.jsonl")
    elif form == ".tar":
        with tarfile.open(where, "w") as archive:
            archive.add(path, "games.jsonl")
    return where


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits so small that a hundred games are many."""
    monkeypatch.setattr(streams, "GAME_LIMIT", 2_000)
    monkeypatch.setattr("builder.imports.files.GAME_LIMIT", 2_000)
    monkeypatch.setattr(streams, "PART", 5_000)
    monkeypatch.setattr(streams, "BLOCK", 1_000)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("form", ["", ".gz", ".xz", ".zip", ".tar"])
def test_games_one_a_line(form: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines(100)) + "\n", encoding="utf-8")
    total = verified(packed(path, form) if form else path)
    assert (total.games, total.compared, total.agreed) == (99, 99, 99)
    (error,) = total.unreadable
    assert f"line {BROKEN}" in error["path"]
    assert "not JSON" in error["errors"][0]


@pytest.mark.usefixtures("small")
def test_a_plain_file_is_read_by_parts_of_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines(100)), encoding="utf-8")
    parts = [*sources([path], ARCHIVE)]
    assert len(parts) > 3
    assert all(isinstance(part, FilePart) for part in parts)
    names = [
        record.name
        for part in parts
        for _, record, _ in read_source(part, ARCHIVE)
        if record is not None
    ]
    assert names == [f"game-{n}" for n in range(1, 101) if n != BROKEN]


@pytest.mark.usefixtures("small")
def test_a_list_of_games(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(f"[{','.join(saved(n) for n in range(100))}]", encoding="utf-8")
    assert verified(path).games == 100


@pytest.mark.usefixtures("small")
def test_a_table_of_many_games(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    rows = ["game,phase,power,order,recorded"]
    for number in range(100):
        rows += [
            f"g{number},S1901M,France,A Par-Bur,moved",
            f"g{number},S1901M,Germany,A Mun-{'Xyz' if number == BROKEN else 'Ruh'},moved",
        ]
    path.write_text("\n".join(rows), encoding="utf-8")
    total = verified(path)
    assert (total.games, total.agreed) == (100, 99)
    assert [row["line"] for row in total.not_read] == [2 * BROKEN + 3]


@pytest.mark.usefixtures("small")
def test_a_game_that_is_too_large_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = [saved(number) for number in range(50)]
    games[7] = games[7].replace('"id"', f'"note": "{"x" * 5_000}", "id"')
    path.write_text("\n".join(games), encoding="utf-8")
    for where in (path, packed(path, ".gz")):
        total = verified(where)
        assert total.games == 49
        assert "line 8" in total.unreadable[0]["path"]
        assert "larger than" in total.unreadable[0]["errors"][0]


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    filler = "x" * 100_000
    with path.open("w", encoding="utf-8") as file:
        for number in range(400):  # 40 MB
            file.write(saved(number).replace('"id"', f'"note": "{filler}", "id"') + "\n")
    where = packed(path, ".gz")
    tracemalloc.start()
    found = sum(1 for _ in sources([where], ARCHIVE))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == 400
    assert peak < 25_000_000


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("count", [5, 50])
def test_a_line_that_is_not_utf_8_is_named(count: int, tmp_path: Path) -> None:
    """A short file is read at once, a long one line by line."""
    path = tmp_path / "games.jsonl"
    games = [saved(number).encode() for number in range(count)]
    games[2] = games[2].replace(b"game-2", b"game-\xff2")
    path.write_bytes(b"\r\n".join(games))
    for where in (path, packed(path, ".gz")):
        total = verified(where)
        assert total.games == count - 1
        (error,) = total.unreadable
        assert "line 3" in error["path"]
        assert "not UTF-8 at byte" in error["errors"][0]


def test_a_line_of_json_may_have_other_line_separators(tmp_path: Path) -> None:
    """U+2028 and U+0085 end a line of text, but no line of this format."""
    path = tmp_path / "games.jsonl"
    games = [saved(number).replace("game-", "game \u2028\x85") for number in range(3)]
    path.write_text("\n".join(games), encoding="utf-8")
    total = verified(path)
    assert (total.games, total.unreadable) == (3, [])
