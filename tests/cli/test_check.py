"""`chancery check`: what is well written passes, what is not is named with its place."""

import os
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from our_archive import ROOT

from builder.archive import Archive
from builder.cli import main
from builder.cli.check import check_command
from builder.draw.sheet_allowlist import stamped
from builder.errors import ArchiveError, UnknownWordError

GAME = "game: Small\nvariant: standard\nphases:\n  Spring 1901:\n    England: F Lon-NTH\n"


def check(*paths: Path) -> Result:
    return CliRunner().invoke(check_command, [str(path) for path in paths])


def written(folder: Path, text: str, name: str = "small.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A small archive of its own: the standard board and one game."""
    (tmp_path / "mkdocs.yml").touch()
    (tmp_path / "games").mkdir()
    folder = tmp_path / "maps" / "standard"
    folder.mkdir(parents=True)
    for name in ("board.yaml", "variant.yaml"):
        shutil.copy(ROOT / "maps" / "standard" / name, folder)
    written(tmp_path / "games", GAME)
    return tmp_path


def test_a_good_game(tmp_path: Path):
    result = check(written(tmp_path, GAME))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "1 file read, no mistakes\n"


def test_a_whole_archive(archive: Path):
    result = check(archive)
    assert (result.exit_code, result.stdout) == (0, "3 files read, no mistakes\n")
    written(archive / "games", GAME.replace("NTH", "NHT"), "bad.yaml")
    written(archive / "games", "", "worse.yaml")
    result = check(archive)
    assert result.exit_code == 1
    assert "bad.yaml:5:20: unknown province 'NHT'" in result.stderr
    assert "worse.yaml:1:1: the file is empty" in result.stderr
    assert result.stdout == "4 files read, 2 with mistakes\n".replace("4", "5")


def test_the_archive_of_this_project():
    result = check(ROOT)
    assert result.stderr == ""
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("NTH", "NHT", ":5:20: unknown province 'NHT' (NTH"),
        ("standard", "standrad", ":2:10: unknown variant 'standrad' (standard?)"),
        ("    England", "\tEngland", ":5:1: a tab; use spaces instead"),
        ("England:", "England: F Edi H\n    England:", ":6:5: the key 'England' is here twice"),
        ("phases:", "phases:\n  Fall 1901: {}", ":5:3: Spring 1901 comes after Fall 1901"),
        ("Small", "&a Small", ":1:7: anchors (&) and aliases (*) are not read here"),
        ("F Lon-NTH", "F Lon-NTH: bounced: x", ":5:23: one ':' too many"),
    ],
)
def test_mistakes_are_named_with_their_place(tmp_path: Path, old: str, new: str, said: str):
    path = written(tmp_path, GAME.replace(old, new))
    result = check(path)
    assert result.exit_code == 1
    assert f"{path}{said}" in result.stderr
    assert "Traceback" not in result.output
    assert sorted(tmp_path.iterdir()) == [path]


def test_boards_and_variants(archive: Path):
    board = archive / "maps" / "standard" / "board.yaml"
    text = board.read_text(encoding="utf-8")
    board.write_text(text.replace("terrain: sea", "terrain: see", 1), encoding="utf-8")
    line = text[: text.index("terrain: sea")].count("\n") + 1
    result = check(board)
    assert result.exit_code == 1
    assert f"{board}:{line}:" in result.stderr


def test_a_path_without_anything(tmp_path: Path):
    result = check(tmp_path / "none.yaml")
    assert result.exit_code == 1
    assert "no such file" in result.stderr


def test_an_archive_keeps_what_can_be_read(archive: Path):
    written(archive / "games", "game: x\n", "bad.yaml")
    found = Archive.open(archive / "games")
    assert found.root == archive
    assert list(found.games) == ["small"]
    assert list(found.variants) == ["standard"]
    assert [path.name for path in found.errors] == ["bad.yaml"]
    assert found.game("small") is found.game(archive / "games" / "small.yaml")
    assert found.variant("Standard") is found.variant("standard")
    with pytest.raises(UnknownWordError, match=r"unknown game 'smal' \(small\?\)"):
        found.game("smal")
    with pytest.raises(UnknownWordError, match=r"unknown variant 'zzz' \(.*standard.*\?\)"):
        found.variant("zzz")


def test_a_variant_that_cannot_be_read_is_among_the_errors(archive: Path):
    written(archive / "maps" / "standard", "name: x\n", "variant.yaml")
    found = Archive.open(archive)
    assert found.variants == {}
    assert found.games == {}
    assert all(isinstance(error, ArchiveError) for error in found.errors.values())
    assert {path.name for path in found.errors} == {"variant.yaml", "small.yaml"}


def test_outside_of_any_archive_only_what_was_provided_can_be_read(tmp_path: Path):
    with pytest.raises(ArchiveError, match="no archive here"):
        Archive.open(tmp_path)
    assert Archive.near(tmp_path).root == ROOT


def test_two_games_of_one_name(archive: Path):
    (archive / "games" / "zzz").mkdir()
    second = written(archive / "games" / "zzz", GAME)
    result = check(archive)
    assert result.exit_code == 1
    assert f"{second}: there is a game of that name already" in result.stderr
    first = archive / "games" / "small.yaml"
    assert f"{first}: there is a game of that name already" in result.stderr
    found = Archive.open(archive)
    assert list(found.games) == []
    assert set(found.errors) == {first, second}


def test_files_that_are_never_read_are_named(archive: Path):
    (archive / "docs/zines").mkdir(parents=True)
    for name in ("a.yml", "b.YAML"):
        written(archive / "games", GAME, name)
    written(archive / "docs/zines", "---\ndate: 3 May\n---\n", "one.md")
    written(archive / "docs/zines", "x", "README.md")
    result = check(archive)
    assert result.exit_code == 1
    assert "a.yml: not read" in result.stderr
    assert "b.YAML: not read" in result.stderr
    assert "one.md:2:7: '3 May' is not a date" in result.stderr
    assert "README.md: not published" in result.stderr


def test_a_map_that_was_edited_by_hand_is_noticed(archive: Path):
    place = archive / "maps/standard/map.svg"
    text = (ROOT / "maps/standard/map.svg").read_text()
    place.write_text(text)
    assert check(place).exit_code == 0
    place.write_text(text.replace("\n", "\r\n"))
    assert check(place).exit_code == 0
    place.write_text(text.replace('fill="#', 'fill="#0', 1))
    assert "its digest does not match" in check(place).stderr
    for bad in ("<script/>", '<image href="x"/>', '<g onclick="x"/>', '<use xlink:href="x.svg"/>',
                "<!-- x -->", "<g style='x'/>", "<?x?>", '<g fill="url(http://x)"/>'):  # fmt: skip
        place.write_text(stamped(text.replace("</svg>", f"{bad}</svg>")))
        assert "map.svg: line" in check(place).stderr, bad
    place.write_text(stamped(text.replace('"size":[1400,', '"size":[1e999,')))
    assert "not drawn by" in check(place).stderr


def test_a_colour_is_hexadecimal(archive: Path):
    place = archive / "maps/standard/variant.yaml"
    text = place.read_text()
    for bad in ("red", "#12345", "url(//x)", "#fff;}*{display:none"):
        place.write_text(re.sub(r'tint: "#\w+"', f'tint: "{bad}"', text, count=1))
        assert "is not a colour" in check(place).stderr, bad


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Small", '"Sm\\e[2Jall"', "with the character U+001B"),
        ("Small", "x" * 100_001, "of more than 100,000 characters"),
        ("variant:", "created: 2026-02-30\nvariant:", "is not a date"),
        ("variant:", "revision: 10000\nvariant:", "not between 0 and 9999"),
        ("variant:", "revision: -1\nvariant:", "not between 0 and 9999"),
    ],
)
def test_values_have_types(tmp_path: Path, old: str, new: str, said: str):
    assert said in check(written(tmp_path, GAME.replace(old, new))).stderr


@pytest.mark.parametrize("name", ["con", "lpt1", "A", "x" * 101])
def test_a_name_that_cannot_be_an_address(tmp_path: Path, name: str):
    assert "the file's name" in check(written(tmp_path, GAME, f"{name}.yaml")).stderr


def test_only_plain_files_are_read(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        assert "not a plain file" in check(tmp_path / f"{name}.yaml").stderr


def test_links_that_leave_the_archive_are_refused(archive: Path):
    (archive / "games/environ.yaml").symlink_to("/proc/self/environ")
    assert "leads out of the archive" in check(archive).stderr


def test_a_file_with_endless_mistakes_is_given_up(tmp_path: Path):
    wrong = "\n".join(f"      A Xyz-Q{n}" for n in range(5_000))
    result = check(written(tmp_path, GAME.replace("F Lon-NTH", f"|\n{wrong}")))
    assert result.stderr.count("small.yaml:") == 101
    assert "too many mistakes to go on" in result.stderr


def test_a_file_with_endless_items_is_refused(tmp_path: Path):
    result = check(written(tmp_path, f"game: [{'a,' * 100_000}]"))
    assert "more than 80,000 lines and commas" in result.stderr


def test_terminals_get_no_control_characters(tmp_path: Path):
    written(tmp_path, GAME.replace("NTH", "\x1b[2J"), "\x1b[31mred.yaml")
    result = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert "\x1b" not in result.output
    assert "\ufffd[31mred.yaml" in result.stderr


def test_a_file_that_is_not_there_keeps_nobody_from_the_others(tmp_path: Path):
    result = check(tmp_path / "none.yaml", written(tmp_path, GAME.replace("NTH", "NHT")))
    assert "none.yaml: no such file" in result.stderr
    assert "unknown province 'NHT'" in result.stderr
    assert (result.exit_code, result.stdout) == (1, "2 files read, 2 with mistakes\n")
