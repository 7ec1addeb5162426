"""`chancery import` and `chancery export` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from samples import MAIL, OPENING, REPORT

from builder.archive import Archive
from builder.cli.exporting import WRITERS, export_command
from builder.cli.importing import import_command
from builder.cli.replay import replay_command

GAME = Path(__file__).resolve().parents[2] / "games" / "standard" / "1998v-come-and-have-a-go.yaml"


def test_imported_games_are_files_that_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(OPENING)
    (tmp_path / "two.txt").write_text(REPORT)
    out = tmp_path / "out"
    ran = CliRunner().invoke(
        import_command, [str(tmp_path / "one.txt"), str(tmp_path / "two.txt"), "-o", str(out)]
    )
    assert ran.exit_code == 0, ran.output
    names = sorted(p.name for p in out.iterdir())
    assert names == ["1999zz-a-game-of-nothing.yaml", "one.yaml"]
    archive = Archive.open(GAME.parent)
    assert [len(archive.game(out / name).phases) for name in names] == [4, 3]
    assert "xyz frolics" in ran.stderr


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(OPENING)
    arguments = [str(tmp_path / "one.txt"), "-o", str(tmp_path)]
    for _ in range(2):
        assert CliRunner().invoke(import_command, arguments).exit_code == 0
    assert sorted(p.name for p in tmp_path.glob("*.yaml")) == ["one-2.yaml", "one.yaml"]


def test_pages_of_one_game_in_a_folder_are_one_game(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "b.txt").write_text(MAIL.replace("1901", "1902"))
    (pages / "a.txt").write_text(MAIL)
    ran = CliRunner().invoke(import_command, [str(pages), "-o", str(tmp_path)])
    assert ran.exit_code == 0, ran.output
    record = Archive.open(GAME.parent).game(tmp_path / "sample.yaml")
    assert [p.phase.year for p in record.phases] == [1901, 1901, 1902, 1902]


def test_a_file_without_a_game(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir,\n")
    ran = CliRunner().invoke(
        import_command, [str(tmp_path / "letter.txt"), "-o", str(tmp_path / "out")]
    )
    assert ran.exit_code == 1
    assert "no format" in ran.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_export(name: str) -> None:
    ran = CliRunner().invoke(export_command, [str(GAME), "--to", name])
    assert ran.exit_code == 0, ran.output
    signs = {
        "saved-game": '"S1901M"',
        "judge": "Movement results for Fall of 1901.",
        "csv": "game,phase,power,order",
        "zine": "COME AND HAVE A GO",
    }
    assert signs[name] in ran.stdout
    if name == "saved-game":
        assert json.loads(ran.stdout)["phases"][-1]["name"] == "COMPLETED"


def test_export_of_a_game_that_is_not_there() -> None:
    ran = CliRunner().invoke(export_command, ["no-such-game", "--to", "csv"])
    assert ran.exit_code == 2
    assert ran.stderr
    assert not ran.stdout


def test_what_a_format_has_no_words_for_is_told() -> None:
    cat = GAME.parents[1] / "cat" / "cat-exhibition.yaml"
    ran = CliRunner().invoke(export_command, [str(cat), "--to", "judge"])
    assert ran.exit_code == 0, ran.output
    assert "no words there for doubled units" in ran.stderr
    zine = CliRunner().invoke(export_command, [str(cat), "--to", "zine"])
    assert "# variant: cat" in zine.stdout
    assert "no words there for units of the kind coast guard" in zine.stderr
    assert not CliRunner().invoke(export_command, [str(cat), "--to", "csv"]).stderr


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_what_the_game_master_said_is_in_no_other_format_and_that_is_told(form: str) -> None:
    told = CliRunner().invoke(export_command, [str(GAME), "--to", form]).stderr
    assert "no words there for rulings of the game master" in told
    assert "no words there for notes and press" in told


def test_one_game_of_a_mailbox_is_shown_by_its_name(tmp_path: Path) -> None:
    box = tmp_path / "box.txt"
    box.write_text(MAIL + MAIL.replace("sample", "another").replace("1901", "1905"))
    asked = CliRunner().invoke(replay_command, [str(box)])
    assert asked.exit_code == 2
    assert "there are several games in it; say one with --game: sample, another" in asked.stderr
    shown = CliRunner().invoke(replay_command, [str(box), "--game", "another"])
    assert shown.exit_code == 0, shown.output
    assert "1905" in shown.output
    assert "1901" not in shown.output
    lost = CliRunner().invoke(replay_command, [str(box), "--game", "third"])
    assert "there is no game third in it" in lost.stderr


def test_the_games_of_a_mailbox_become_a_file_each(tmp_path: Path) -> None:
    box = tmp_path / "box.txt"
    box.write_text(MAIL + MAIL.replace("sample", "another").replace("1901", "1905"))
    ran = CliRunner().invoke(import_command, [str(box), "-o", str(tmp_path / "out")])
    assert ran.exit_code == 0, ran.output
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["another.yaml", "sample.yaml"]
