"""A whole build that is killed leaves the old site or the new one, and the next build is whole."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from kills import command, needs_fork, steps_until_killed
from our_archive import WHOLE

from builder.cli import main
from builder.site.publishing.publisher import STAGE

pytestmark = needs_fork
KILLS = 200 if WHOLE else 2
LAST_STEPS = 60 if WHOLE else 2  # the site is put together and exchanged in these
GAME = Path("games/standard/our-first-game.yaml")


@pytest.fixture(autouse=True)
def _back() -> Iterator[None]:
    here = Path.cwd()
    yield
    os.chdir(here)


def build(folder: Path) -> None:
    done = command(folder, ["build", "--png", "none"])
    assert done.status == 0, done.output


def site(folder: Path) -> dict[str, bytes]:
    """The files of a published site."""
    root = folder / "site"
    files = (path for path in root.rglob("*") if path.is_file())
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in files
        if STAGE not in path.relative_to(root).parts
    }


def add_a_game(folder: Path) -> None:
    """Only the pages that show games are made again."""
    text = (folder / GAME).read_text()
    (folder / GAME).with_name("second.yaml").write_text(text)


def rename_the_site(folder: Path) -> None:
    """Every page is made again; a game and an issue are gone."""
    settings = folder / "mkdocs.yml"
    settings.write_text(settings.read_text().replace("The Old Post", "The New Post"))
    (folder / "docs/zines/first-issue.md").unlink()


def forget_the_site(folder: Path) -> None:
    """The site is built for the first time."""
    shutil.rmtree(folder / "site")
    shutil.rmtree(folder / ".cache", ignore_errors=True)


@pytest.mark.parametrize("change", [add_a_game, rename_the_site, forget_the_site])
def test_a_killed_build_leaves_a_whole_site(tmp_path: Path, change: Callable[[Path], None]) -> None:
    start = tmp_path / "start"
    done = tmp_path / "done"
    tried = tmp_path / "tried"
    made = CliRunner().invoke(main, ["new", "archive", str(start), "--title", "The Old Post"])
    assert made.exit_code == 0, made.output
    steps_until_killed(lambda: build(start), sys.maxsize)
    change(start)
    before = site(start)
    shutil.copytree(start, done)
    steps = steps_until_killed(lambda: build(done), sys.maxsize)
    after = site(done)
    assert "index.html" in after
    assert before != after

    moments = [steps * number // KILLS for number in range(KILLS)]
    moments += range(steps - LAST_STEPS, steps + 1)
    results: set[bool] = set()
    for number, moment in enumerate(moments):
        shutil.copytree(start, tried)
        steps_until_killed(lambda: build(tried), moment)
        now = site(tried)
        assert now in (before, after), f"killed before step {moment} of {steps}"
        results.add(now == after)
        if number % 10 == 0:
            steps_until_killed(lambda: build(tried), sys.maxsize)
            assert site(tried) == after, f"built again after a kill before step {moment}"
            assert not (tried / "site" / STAGE).exists()
        shutil.rmtree(tried)
    assert results == {True, False}, "it was killed before and after it was done"
