"""A misspelt order in a mail: its guess is shown, and taken only if somebody says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.archive import Archive
from builder.cli import main
from builder.notation.notation import write_order

HEAD = "From: pat@example.org\nTo: gwen@example.org\nDate: Thu, 26 Nov 2026 18:00 +0000\n"
FIRST = f"{HEAD}Subject: orders\n\nA Par - Burgandy\nF Bre-MAO\nA Mar H\n"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "maps").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: X\n")
    file = tmp_path / "games/standard/x.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("game: X\nvariant: standard\nphases: {}\n")
    (tmp_path / ".chancery/x").mkdir(parents=True)
    (tmp_path / ".chancery/x/senders.txt").write_text("pat@example.org: France\n")
    (tmp_path / "m.eml").write_text(FIRST)
    monkeypatch.chdir(tmp_path)
    return file


def orders_of_france() -> list[str]:
    archive = Archive.open()
    setting = archive.variant("standard").setting
    last = archive.game("x").phases[-1]
    return [write_order(w, setting) for w in last.orders if w.issuer == "France"]


def test_a_guess_is_shown_and_keeps_the_season_open(game: Path) -> None:
    received = CliRunner().invoke(main, ["receive", "x", "m.eml"])
    assert received.exit_code == 1
    assert "is it A Par - Bur?" in " ".join(received.output.split())
    assert "answer this mail with the one word `yes`" in received.output
    assert CliRunner().invoke(main, ["close", "x"]).exit_code == 1
    assert "Spring" not in game.read_text()


@pytest.mark.usefixtures("game")
def test_the_game_master_takes_the_guesses() -> None:
    CliRunner().invoke(main, ["receive", "x", "m.eml"])
    closed = CliRunner().invoke(main, ["close", "x", "--accept-guesses"])
    assert closed.exit_code == 0, closed.output
    assert sorted(orders_of_france()) == ["A Mar H", "A Par - Bur", "F Bre - MAO"]
