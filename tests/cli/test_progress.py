"""Progress: one changing line on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from builder.cli import progress
from builder.cli.progress import ProgressLine


@pytest.mark.parametrize(
    ("done", "total", "seconds", "shown"),
    [
        (61, 0, 1, "61 games, 61 a second"),
        (1200, 2851, 24, "1200 of 2,851 games, 50 a second, 33 s left"),
        (10, 1000, 30, "10 of 1,000 games, 20 a minute, 50 min left"),
        (1, 0, 2, "1 game, 30 a minute"),
    ],
)
def test_what_is_shown(done: int, total: int, seconds: float, shown: str) -> None:
    line = ProgressLine("game", total)
    line.done = done
    assert line.text(seconds) == shown


def test_what_is_left_of_files_is_known_by_their_bytes(tmp_path: Path) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    for path in paths:
        path.write_bytes(bytes(100_000))
    line = ProgressLine("game")
    line.files.expect([*paths, tmp_path / "missing"])
    line.done = 10
    assert line.text(10) == "10 games, 1 a second"
    line.files.begin(paths[0])
    line.files.begin(paths[1])
    with paths[1].open("rb", buffering=0) as file:
        line.files.follow(file)
        assert line.text(10) == "10 games, 1 a second, 10 s left"
        file.read(50_000)
        assert line.text(30) == "10 games, 20 a minute, 10 s left"
    assert line.text(30) == "10 games, 20 a minute, 30 s left"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_a_terminal_has_one_line(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ProgressLine("game", 20) as line:
        for _ in range(20):
            clock[0] += 0.05
            line.add()
    shown = capsys.readouterr().err
    assert "\n" not in shown
    assert 3 <= shown.count("a second") <= 6, "not for each game"
    assert shown.endswith("\r"), "nothing is left of it"


def test_elsewhere_lines_are_rare(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressLine("game") as line:
        for _ in range(100):
            clock[0] += 1
            line.add()
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{n} games, 1 a second" for n in (30, 60, 90)]
