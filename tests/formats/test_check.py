"""`chancery check`: what is well written passes, what is not is named with its place."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.archive import Archive
from builder.cli.check import check_command
from builder.errors import ArchiveError, UnknownWordError

ROOT = Path(__file__).resolve().parents[2]
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
        ("England:", "England: F Edi H\n    England:", ":6:5: the key 'England' stands here twice"),
        ("phases:", "phases:\n  Fall 1901: {}", ":5:3: Spring 1901 stands after Fall 1901"),
        ("Small", "&a Small", ":1:7: anchors (&) and aliases (*) are not read here"),
        ("F Lon-NTH", "F Lon-NTH: bounced: x", ":5:23: a ':' too many"),
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
    assert check(archive / "games" / "small.yaml").exit_code == 0
    found = Archive.open(archive)
    assert list(found.games) == ["small"]
    assert list(found.errors) == [second]


def test_a_file_that_is_not_there_keeps_nobody_from_the_others(tmp_path: Path):
    result = check(tmp_path / "none.yaml", written(tmp_path, GAME.replace("NTH", "NHT")))
    assert "none.yaml: no such file" in result.stderr
    assert "unknown province 'NHT'" in result.stderr
    assert (result.exit_code, result.stdout) == (1, "2 files read, 2 with mistakes\n")
