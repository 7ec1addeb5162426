"""An archive anywhere: from the installed package and an empty folder to a built site."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from our_archive import ROOT

from builder import __version__
from builder.archive import Archive
from builder.archive_files import COLLECTION
from builder.cli import main
from builder.playback.replaying import replay

HOSTILE = """O'Brien's "Zine": <b>&amp; $x"""
INSTALLED = "import sys; sys.path.insert(0, sys.argv.pop(1)); from builder.cli import main; main()"


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content, unpacked into a folder."""
    place = tmp_path_factory.mktemp("wheel")
    source = place / "source"
    for part in ("builder", "docs", "games", "maps"):
        shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("pyproject.toml", "README.md", "LICENSE", "mkdocs.yml"):
        shutil.copy(ROOT / part, source)
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    ran = subprocess.run([*command, "-w", place, source], capture_output=True, text=True)
    if "No module named" in ran.stderr:
        pytest.skip("no pip or setuptools here")
    assert ran.returncode == 0, ran.stderr
    (file,) = place.glob("*.whl")
    zipfile.ZipFile(file).extractall(place / "installed")
    return place / "installed"


def test_the_package_alone_makes_an_archive_and_its_site(wheel: Path, tmp_path: Path) -> None:
    before = sorted(wheel.rglob("*"))

    def installed(*words: str, at: Path = tmp_path) -> str:
        command = [sys.executable, "-c", INSTALLED, str(wheel), *words]
        elsewhere = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}
        ran = subprocess.run(command, cwd=at, capture_output=True, text=True, env=elsewhere)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    installed("new", "archive", "ours")
    assert "no mistakes" in installed("check", at=tmp_path / "ours")
    installed("build", "--png", "none", at=tmp_path / "ours")
    page = tmp_path / "ours/site/games/our-first-game/1901-fall-movement/index.html"
    assert "A Yor – Nwy" in page.read_text(encoding="utf-8")
    assert (tmp_path / "ours/site/zines/first-issue/index.html").is_file()
    assert "<h1>ours</h1>" in (tmp_path / "ours/site/index.html").read_text(encoding="utf-8")
    assert sorted(wheel.rglob("*")) == before, "an installed copy never writes into itself"


@pytest.mark.parametrize("title", ["Our games", HOSTILE])
def test_a_title_is_text_wherever_it_is_written(title: str, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    assert run("new", "archive", str(folder), "--title", title)[0] == 0
    settings = yaml.compose((folder / "mkdocs.yml").read_text(encoding="utf-8"))
    assert isinstance(settings, yaml.MappingNode)
    assert settings.value[0][1].value == title
    head = (folder / "docs/index.md").read_text(encoding="utf-8").split("---")[1]
    assert yaml.safe_load(head)["title"] == title


def test_the_game_of_a_new_archive_is_lawful(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    run("new", "archive", str(folder))
    archive = Archive.open(folder)
    played = replay(archive.variant("standard"), archive.game("our-first-game"))
    assert len(played.stages) >= 2
    assert not any(stage.turn.faults for stage in played.stages)
    assert archive.variant_names == ("standard",)


def test_the_workflow_names_one_version_of_all_that_it_runs(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    run("new", "archive", str(folder))
    text = (folder / ".github/workflows/site.yml").read_text(encoding="utf-8")
    steps = yaml.safe_load(text)["jobs"]["build"]["steps"]
    actions = [step["uses"] for step in steps if "uses" in step]
    assert len(actions) == 5
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action) for action in actions)
    (install,) = [step["run"] for step in steps if "pip install" in step.get("run", "")]
    packages = install.split()[2:]
    assert f"chancery=={__version__}" in packages
    assert len(packages) >= 7
    assert all(re.fullmatch(r"[\w.-]+==\d[\w.]*", package) for package in packages)


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Italy")
    code, said = run("new", "archive", str(tmp_path))
    assert code == 1
    assert "is not empty" in said
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_the_demonstration_has_every_game(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    run("new", "archive", str(folder), "--demo")
    ours = {path.name for path in (ROOT / "games").rglob("*.yaml")} - {COLLECTION}
    assert {path.name for path in Archive.open(folder).game_paths} == ours | {"our-first-game.yaml"}
    assert (folder / "games/droidippy" / COLLECTION).is_file()


@pytest.mark.parametrize("words", [("game", "2026a"), ("issue", "gazette-1")])
def test_nothing_is_begun_outside_an_archive(
    words: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = run("new", *words)
    assert code == 1
    assert "no archive here" in said
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("name", "why"), [("con", "a device on Windows"), ("My Game", "use a-z, 0-9 and -")]
)
def test_a_name_that_check_would_refuse_is_refused(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", "archive", str(tmp_path / "archive"))
    monkeypatch.chdir(tmp_path / "archive")
    code, said = run("new", "game", name)
    assert code == 1
    assert why in said


def test_maps_of_its_own_come_first(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    run("new", "archive", str(folder))
    own = folder / "maps/standard"
    own.mkdir(parents=True)
    text = (ROOT / "maps/standard/variant.yaml").read_text(encoding="utf-8")
    (own / "variant.yaml").write_text(text.replace("name: Standard", "name: House", 1))
    found = Archive.open(folder).variant("standard")
    assert found.about.title.startswith("House")
    assert len(found.setting.board.provinces) > 70
