"""`chancery import` and `chancery export` as a user meets them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from our_archive import ROOT
from samples import MAIL, NEXT_MAIL, OPENING, REPORT

from builder.archive import Archive
from builder.cli.import_command import import_command
from builder.cli.replay import export_command, replay_command
from builder.cli.verify import verify_command
from builder.exports.registry import EXPORTERS
from builder.model.calendar import Calendar

GAME = ROOT / "games" / "standard" / "1998v-come-and-have-a-go.yaml"


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


@pytest.mark.parametrize("wrong", ["map", "orders", "json"])
def test_a_game_that_cannot_be_read_hides_no_other(tmp_path: Path, wrong: str) -> None:
    good = {
        "id": "good", "map": "standard",
        "phases": [
            {"name": "S1901M", "state": {"units": {"FRANCE": ["A PAR"]}, "centers": {}},
             "orders": {"FRANCE": ["A PAR - BUR"]}, "results": {"A PAR": []}},
        ],
    }  # fmt: skip
    bad = {**good, "id": "bad", **({"map": "modern"} if wrong == "map" else {"phases": ["no"]})}
    lines = [json.dumps(bad) if wrong != "json" else "{", json.dumps(good)]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines if wrong != "json" else [lines[1], *lines]))
    ran = CliRunner().invoke(verify_command, [str(file), "--json"])
    told = json.loads(ran.stdout)
    assert (ran.exit_code, told["games"]) == (2, 2 if wrong == "json" else 1)
    (unreadable,) = told["unreadable"]
    where = f"{file}:2:" if wrong == "json" else f"{file}, line 1: "
    assert unreadable["errors"][0].startswith(where)


def test_no_file_is_overwritten_or_written_twice(tmp_path: Path) -> None:
    arguments = [str(tmp_path / "one.txt"), "-o", str(tmp_path)]
    for text, found in ((OPENING, 1), (OPENING, 1), (OPENING.replace("sil\n", "pru\n"), 2)):
        (tmp_path / "one.txt").write_text(text)
        assert CliRunner().invoke(import_command, arguments).exit_code == 0
        assert len([*tmp_path.glob("*.yaml")]) == found
    (tmp_path / "one.yaml").write_bytes(b"\xff of another")
    assert CliRunner().invoke(import_command, arguments).exit_code == 0
    assert (tmp_path / "one.yaml").read_bytes() == b"\xff of another"


def test_a_saved_game_of_jdip(tmp_path: Path) -> None:
    """Packed as the program packs it; one that is broken is named, and the other is read."""
    order = '<order source="par" type="move" dest="bur" result="success"/>'
    turn = f'<turn season="Spring" year="1901" phase="Movement"><orders power="France">{order}'
    text = f'<game><variant name="Standard"/>{turn}</orders></turn></game>'
    (tmp_path / "ours.jdip").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "broken.jdip").write_text(text[:-3])
    ran = CliRunner().invoke(verify_command, [str(tmp_path), "--from", "jdip", "--json"])
    summary = json.loads(ran.stdout)
    assert (ran.exit_code, summary["games"], summary["phases"]) == (2, 1, 1)
    (unreadable,) = summary["unreadable"]
    assert unreadable["errors"][0].startswith(f"{tmp_path / 'broken.jdip'}:1:")
    ran = CliRunner().invoke(import_command, [str(tmp_path / "ours.jdip"), "-o", str(tmp_path)])
    assert ran.exit_code == 0, ran.output
    game = Archive.open(GAME.parent).game(tmp_path / "ours.yaml")
    assert [w.text for w in game.phases[0].orders] == ["Par - Bur"]


def test_pages_of_one_game_in_a_folder_are_one_game(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "b.txt").write_text(MAIL)
    (pages / "a.txt").write_text(NEXT_MAIL)
    (pages / "z.txt").write_text(NEXT_MAIL.replace("1902", "1903"))
    ran = CliRunner().invoke(import_command, [str(pages), "-o", str(tmp_path)])
    assert ran.exit_code == 0, ran.output
    archive = Archive.open(GAME.parent)
    record, calendar = archive.game(tmp_path / "sample.yaml"), Calendar()
    assert [calendar.short(p.phase) for p in record.phases] == ["F1901M", "W1901A", "S1902M"]
    assert [str(u) for u in record.phases[1].after or ()] == [
        "A Bre", "F ENG", "F Lon", "A Bur", "F Den"
    ]  # fmt: skip
    later = archive.game(tmp_path / "sample-2.yaml")
    assert [calendar.short(p.phase) for p in later.phases] == ["S1903M"]


def verified(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        CliRunner().invoke(verify_command, [*arguments, "--json"]).stdout
    )
    return found


def pages_in(folder: Path, *texts: str) -> Path:
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_text(text)
    return folder


def in_halves(mail: str) -> tuple[str, str]:
    """A mail of Fall, and one of Winter."""
    fall, heading, winter = mail.partition("Adjustment orders")
    return fall, f"{mail.splitlines()[0]}\n\n{heading}{winter}"


@pytest.mark.parametrize("parts", [(MAIL,), in_halves(MAIL)], ids=["year", "season"])
def test_pages_are_verified_as_the_mail_that_holds_them_all(
    tmp_path: Path, parts: tuple[str, ...]
) -> None:
    pages = pages_in(tmp_path / "pages", NEXT_MAIL, *reversed(parts))
    (tmp_path / "mail.txt").write_text(f"{MAIL}\n{NEXT_MAIL}")
    with ZipFile(tmp_path / "pages.zip", "w") as archive:
        for page in pages.glob("?.txt"):
            archive.write(page, f"pages/{page.name}")
    whole = verified(str(tmp_path / "mail.txt"))
    assert (whole["games"], whole["unreadable"]) == (1, [])
    assert whole["differing"]
    for path in (pages, tmp_path / "pages.zip"):
        assert verified(str(path)) == whole


def test_pages_need_no_folder_in_their_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages_in(tmp_path / "pages", NEXT_MAIL, MAIL)
    apart = verified(str(tmp_path / "pages"))
    monkeypatch.chdir(tmp_path / "pages")
    assert verified("0.txt", "1.txt") == verified(".") == apart
    assert apart["games"] == 1


def test_what_lies_deeper_does_not_part_a_folder(tmp_path: Path) -> None:
    pages = pages_in(tmp_path / "pages", NEXT_MAIL, MAIL)
    pages_in(pages / "05", MAIL)
    assert verified(str(pages))["games"] == 2


def test_pages_that_tell_the_same_once_more_are_one_game(tmp_path: Path) -> None:
    pages = pages_in(tmp_path / "pages", in_halves(MAIL)[0], MAIL, NEXT_MAIL)
    whole = pages_in(tmp_path / "whole", MAIL, NEXT_MAIL)
    assert verified(str(pages)) == verified(str(whole))


def test_two_tellings_of_a_phase_stay_apart(tmp_path: Path) -> None:
    pages = pages_in(
        tmp_path / "pages",
        MAIL,
        MAIL.replace(
            "Army Wales -> English", "Army Wales HOLD.\nEngland: Army Yorkshire -> English"
        ),
    )
    ran = CliRunner().invoke(verify_command, [str(pages), "--each"])
    assert [line.split(",")[0] for line in ran.stdout.splitlines()[:2]] == ["sample", "sample-2"]


def test_a_file_without_a_game(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir,\n")
    ran = CliRunner().invoke(
        import_command, [str(tmp_path / "letter.txt"), "-o", str(tmp_path / "out")]
    )
    assert ran.exit_code == 1
    assert "no format" in ran.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", sorted(EXPORTERS))
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
    assert ": doubled units" in ran.stderr
    zine = CliRunner().invoke(export_command, [str(cat), "--to", "zine"])
    assert "# variant: cat" in zine.stdout
    assert ": units of the kind coast guard" in zine.stderr
    assert not CliRunner().invoke(export_command, [str(cat), "--to", "csv"]).stderr


@pytest.mark.parametrize("form", sorted(EXPORTERS))
def test_what_the_game_master_said_is_in_no_other_format_and_that_is_told(form: str) -> None:
    told = CliRunner().invoke(export_command, [str(GAME), "--to", form]).stderr
    assert ": rulings of the game master" in told
    assert told.startswith("warning: left out of the ")
    assert ": notes and press" in told


def test_one_game_of_a_mailbox_is_shown_by_its_name(tmp_path: Path) -> None:
    box = tmp_path / "box.txt"
    box.write_text(MAIL + MAIL.replace("sample", "another").replace("1901", "1905"))
    asked = CliRunner().invoke(replay_command, [str(box)])
    assert asked.exit_code == 2
    assert "there are several games in it; name one with --game: sample, another" in asked.stderr
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
