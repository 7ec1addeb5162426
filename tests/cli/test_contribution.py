"""`chancery check --contribution`: what a stranger changes is told, and only the known is taken."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from base64 import b64decode
from ctypes import PyDLL
from mmap import mmap
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from our_archive import ROOT

from builder.cli.check import check_command
from builder.cli.contribution import map_of
from builder.draw import raster

GAME = """\
game: "Small `one` <b>"
variant: standard
phases:
  Spring 1901:
    England: |
      F Lon-NTH (bounced)
      F Edi-NWG
"""


def git(place: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", str(place), *who, *words], check=True, capture_output=True)


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small archive under git, in which a contribution is made."""
    (tmp_path / "mkdocs.yml").write_text("site_name: x\n")
    shutil.copytree(ROOT / "maps/standard", tmp_path / "maps/standard")
    (tmp_path / "games/standard").mkdir(parents=True)
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "base")
    git(tmp_path, "switch", "-q", "-c", "change")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builder.cli.contribution.map_of", lambda *_: "")
    return tmp_path


linux = pytest.mark.skipif(
    sys.platform != "linux", reason="needs copies of a process, and limits of memory"
)


OTHER = ("test_a_good_game_is_told", "test_the_map_of_a_game_is_in_the_summary")


@pytest.fixture(autouse=True)
def _copied(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that checks has ample time, and is a copy of this one, whatever other tests have
    left running. Two tests have the process that the command would begin."""
    monkeypatch.setattr("builder.cli.contribution.SECONDS", 600)
    if sys.platform == "linux" and request.function.__name__ not in OTHER:
        monkeypatch.setattr("builder.cli.contribution.start_method", lambda: "fork")


def check() -> Result:
    return CliRunner().invoke(check_command, ["--contribution", "main"])


def test_a_good_game_is_told(archive: Path) -> None:
    (archive / "games/standard/small-one.yaml").write_text(GAME)
    git(archive, "add", "-A")
    git(archive, "commit", "-q", "-m", "game")
    result = check()
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("# 1 changed file\n")
    assert "## `Small 'one' <b>`" in result.stdout
    assert "1 compared: 0 agree, 0 ruled, 1 differ" in result.stdout
    assert "printed `bounced`" in result.stdout


def test_what_does_not_belong_is_refused(archive: Path) -> None:
    (archive / "games/standard/environ.yaml").symlink_to("/proc/self/environ")
    (archive / "games/standard/one.yml").write_text(GAME)
    (archive / ".cache").mkdir()
    (archive / ".cache/x").write_text("x")
    (archive / "docs/zines").mkdir(parents=True)
    (archive / "docs/zines/x.html").write_text("<script>")
    (archive / "games/standard/run.yaml").write_text(GAME)
    (archive / "games/standard/run.yaml").chmod(0o755)
    result = check()
    assert result.exit_code == 1
    for said in (
        "`games/standard/environ.yaml`: a symbolic link",
        "`games/standard/run.yaml`: a program",
        "`games/standard/one.yml`: not read; games are NAME.yaml",
        "`.cache/x`: nothing",
        "`docs/zines/x.html`: not published; only issues",
    ):
        assert said in result.stdout
    assert "HOME=" not in result.stdout


def test_settings_are_left_to_a_maintainer_and_mistakes_are_told(archive: Path) -> None:
    (archive / "mkdocs.yml").write_text("site_name: y\nhooks: [evil.py]\n")
    (archive / "docs").mkdir()
    (archive / "docs/page.md").write_text("<script>1</script>\n")
    (archive / "games/standard/bad.yaml").write_text(GAME.replace("Lon-NTH", "Lon-NHT"))
    git(archive, "rm", "-q", "maps/standard/drawing.yaml")
    result = check()
    assert result.exit_code == 1
    assert "## To be looked at by a maintainer\n\n- `mkdocs.yml`\n- `docs/page.md`" in result.stdout
    assert "unknown province 'NHT'" in result.stdout
    assert "## Removed\n\n- `maps/standard/drawing.yaml`" in result.stdout


def test_what_only_a_maintainer_can_judge_ends_with_3(archive: Path) -> None:
    (archive / "games/standard/small-one.yaml").write_text(GAME)
    assert check().exit_code == 0
    (archive / "mkdocs.yml").write_text("site_name: y\n")
    result = check()
    assert result.exit_code == 3, result.output
    assert "## To be looked at by a maintainer\n\n- `mkdocs.yml`\n" in result.stdout
    (archive / "games/standard/bad.yaml").write_text("game: x\n")
    assert check().exit_code == 1
    (archive / "games/standard/bad.yaml").unlink()
    git(archive, "checkout", "-q", "mkdocs.yml")
    git(archive, "rm", "-q", "maps/standard/drawing.yaml")
    assert check().exit_code == 3


def test_pictures_are_judged_by_their_first_bytes(archive: Path) -> None:
    zines = archive / "docs/zines"
    zines.mkdir(parents=True)
    (zines / "page.png").write_text("<script>1</script>")
    (zines / "dot.gif").write_bytes(b"GIF89a\x01\0\x01\0")
    result = check()
    assert "`docs/zines/page.png`:\n\n      " in result.stdout
    assert "page.png: is not a PNG picture" in result.stdout
    assert "`docs/zines/dot.gif`: well written" in result.stdout


def recipe() -> list[str]:
    """The commands of the recipe in the guide, with the folders of this machine."""
    guide = (ROOT / "docs/contributing.md").read_text(encoding="utf-8")
    commands = re.findall(r"^      - run: (.*)$", guide, re.MULTILINE)
    assert len(commands) == 3
    return commands


def test_nothing_of_the_contributed_folder_is_executed(archive: Path, tmp_path: Path) -> None:
    """Also where the contribution has modules with the names of those that Python loads."""
    mark = tmp_path / "executed"
    evil = f"open({str(mark)!r}, 'w')\nraise SystemExit(0)\n"
    for name in ("venv", "logging", "builder", "multiprocessing", "sitecustomize", "yaml", "re"):
        (archive / f"{name}.py").write_text(evil)
        (archive / name).mkdir(exist_ok=True)
        for inner in ("__init__", "__main__"):
            (archive / name / f"{inner}.py").write_text(evil)
    (archive / "pyproject.toml").write_text("[build-system]\nbuild-backend = 'logging'\n")
    trusted = re.compile(r"git worktree add ../trusted |(?:\S*python -I |&& )+")
    for command in recipe():
        assert trusted.match(command), command
        parts = [part.strip() for part in command.split("&&")]
        assert all("python -I " in part or part.startswith("git ") for part in parts), command
    for words in (["-I", "-m", "venv", "--help"], ["-I", "-m", "builder", "--version"]):
        done = subprocess.run([sys.executable, *words], cwd=archive, check=True)
        assert done.returncode == 0
    checked = [sys.executable, "-I", "-m", "builder", "check", "--contribution", "main"]
    done = subprocess.run(checked, cwd=archive, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "# 22 changed files" in done.stdout
    assert not mark.exists()


@linux
def test_what_takes_too_long_is_stopped(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a single call that lets no other thread run; what comes after it is checked."""
    for name in ("one", "two"):
        (archive / f"games/standard/small-{name}.yaml").write_text(GAME)
    monkeypatch.setattr("builder.cli.contribution.SECONDS", 4)  # ample for what is not slow

    def checked(_: object, path: str) -> list[str]:
        if path.endswith("small-one.yaml"):
            PyDLL(None).sleep(600)
        return [f"all of {path}"]

    monkeypatch.setattr("builder.cli.contribution.checked", checked)
    said = check().stdout
    assert "`games/standard/small-one.yaml`:\n\n      takes more than 4 seconds" in said
    assert "all of games/standard/small-two.yaml" in said


@linux
def test_what_takes_too_much_memory_is_stopped(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (archive / "games/standard/small-one.yaml").write_text(GAME)
    monkeypatch.setattr("builder.cli.contribution.read", lambda *_: bytearray(3 * 10**9))
    assert "takes more than 2000 MB" in check().stdout


@linux
def test_the_memory_of_a_large_process_is_not_counted(archive: Path) -> None:
    """A check may run in the copy of one, as at the end of all tests."""
    (archive / "games/standard/small-one.yaml").write_text(GAME)
    with mmap(-1, 2_500_000_000):
        assert "1 phase" in check().stdout


def test_the_map_of_a_game_is_in_the_summary(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not raster.available():
        pytest.skip("no Cairo")
    monkeypatch.setattr("builder.cli.contribution.map_of", map_of)
    (archive / "games/standard/small-one.yaml").write_text(GAME)
    found = re.search(r"^!\[The map\]\(data:image/png;base64,([\w+/=]+)\)$", check().stdout, re.M)
    assert found is not None
    assert b64decode(found[1]).startswith(b"\x89PNG")


def test_a_changed_board_has_all_games_judged_again(archive: Path) -> None:
    (archive / "games/standard/small-one.yaml").write_text(GAME)
    git(archive, "add", "-A")
    git(archive, "commit", "-q", "-m", "game")
    git(archive, "branch", "-f", "main")
    board = archive / "maps/standard/board.yaml"
    board.write_text(board.read_text() + "\n# a remark\n")
    told = check()
    assert "## Judged again, for a board or variant changed" in told.stdout
    assert "1 compared: 0 agree, 0 ruled, 1 differ" in told.stdout
    assert "## `Small" not in told.stdout, "the game itself is not new"
    board.write_text(board.read_text().replace("Edi", "Edn"))
    assert "games/standard/small-one.yaml" in check().stdout.partition("With mistakes")[2]


def test_an_unknown_revision_is_no_traceback(archive: Path) -> None:
    result = CliRunner().invoke(check_command, ["--contribution", "--output=x"])
    assert (result.exit_code, "no such revision" in result.stderr) == (1, True)


def test_more_files_than_can_be_checked_leave_no_game_to_be_judged_again(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        (archive / f"games/standard/small-{number}.yaml").write_text(GAME)
    git(archive, "add", "-A")
    git(archive, "commit", "-q", "-m", "games")
    git(archive, "branch", "-f", "main")
    monkeypatch.setattr("builder.cli.contribution.MOST_FILES", 1)
    for name in ("board.yaml", "variant.yaml", "drawing.yaml"):
        file = archive / "maps/standard" / name
        file.write_text(file.read_text() + "\n# a remark\n")
    assert "Judged again" not in check().stdout


def test_lines_that_were_not_read_are_listed(archive: Path) -> None:
    note = "    notes: [{kind: not read, text: A Par smudged, source: line 3}]\n"
    (archive / "games/standard/small-one.yaml").write_text(GAME + note)
    assert "### Not read\n\n- `A Par smudged`" in check().stdout
