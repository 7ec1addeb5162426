"""Other packages add readers and writers of formats without a change of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from our_archive import ROOT

EXAMPLE = ROOT / "tests/extension_example"
SIGNALS = """\
SEMAPHORE The long line
PHASE S1901M
ENGLAND STOP F LON - NTH STOP A LVP - YOR STOP
FRANCE STOP A PAR - BUR STOP A MOON - BUR STOP
"""
BROKEN = """\
[build-system]
requires = ["setuptools>=69"]
build-backend = "setuptools.build_meta"
[project]
name = "chancery-broken"
version = "0.1"
[project.entry-points."chancery.importers"]
broken = "chancery_broken:IMPORTER"
[tool.setuptools]
py-modules = ["chancery_broken"]
"""


def install(source: Path, into: Path) -> Path:
    """Install a package into a folder of its own, without asking for any other."""
    subprocess.run(
        [
            sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
            "--no-build-isolation", "--target", str(into), str(source),
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return into


def run(packages: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(packages), str(ROOT)])}
    command = [sys.executable, "-m", "builder", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)


def copied(source: Path, place: Path) -> Path:
    """A copy of a package's files: building leaves files of its own beside them."""
    place.mkdir()
    for file in source.iterdir():
        if file.is_file():
            (place / file.name).write_bytes(file.read_bytes())
    return place


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("extension")
    return install(copied(EXAMPLE, folder / "source"), folder / "installed")


@pytest.fixture
def signals(tmp_path: Path) -> Path:
    file = tmp_path / "line.txt"
    file.write_text(SIGNALS)
    return file


def test_a_reader_of_another_package_is_found_by_its_format(
    packages: Path, signals: Path, tmp_path: Path
) -> None:
    done = run(packages, "import", str(signals), "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert "line 4: not understood: A MOON - BUR" in done.stderr
    game = (tmp_path / "out/line.yaml").read_text()
    assert "game: The long line" in game
    assert "A Par - Bur" in game


def test_a_writer_of_another_package_is_found_by_its_name(packages: Path) -> None:
    done = run(packages, "export", "1998v", "--to", "semaphore")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("SEMAPHORE ")
    assert "ENGLAND STOP" in done.stdout


def test_an_unknown_format_is_a_mistake_that_names_all(packages: Path) -> None:
    done = run(packages, "export", "1998v", "--to", "semafore")
    assert done.returncode == 2
    assert "unknown format 'semafore'" in done.stderr
    assert "semaphore" in done.stderr


def test_an_extension_that_cannot_be_loaded_is_named(signals: Path, tmp_path: Path) -> None:
    source = tmp_path / "broken"
    source.mkdir()
    (source / "pyproject.toml").write_text(BROKEN)
    (source / "chancery_broken.py").write_text("IMPORTER = 1 / 0\n")
    packages = install(source, tmp_path / "installed")
    done = run(packages, "import", str(signals), "-o", str(tmp_path / "out"))
    assert done.returncode == 1
    assert "chancery-broken: the extension 'broken' of chancery.importers" in done.stderr
    assert "Traceback" not in done.stderr
