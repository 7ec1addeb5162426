"""A game is checked at once: what only sites, pictures and variants need is not loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click import Context
from our_archive import ROOT

from builder.cli import COMMANDS, main

LOADED = """
import sys
from builder.cli import main
try:
    main(["check", sys.argv[1]])
finally:
    print(*sys.modules, sep="\\n")
"""


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    game = min((ROOT / "games" / "standard").glob("*.yaml"))
    command = [sys.executable, "-c", LOADED, str(game)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "no mistakes" in ran.stdout
    return set(ran.stdout.split())


def test_the_check_is_loaded(loaded: set[str]) -> None:
    assert {"builder.formats.game.reading", "builder.rules.amendments"} <= loaded


@pytest.mark.parametrize(
    "heavy",
    [
        "builder.site",
        "builder.draw",
        "builder.playback.replaying",
        "builder.prose",
        "builder.rules.amendments.leaders",
        "mkdocs",
        "jinja2",
        "cairocffi",
        "PIL",
        "shapely",
        "difflib",
        "json",
    ],
)
def test_nothing_heavy_is(heavy: str, loaded: set[str]) -> None:
    assert heavy not in loaded


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_says_of_a_command_what_the_command_says(name: str) -> None:
    command = main.get_command(Context(main), name)
    assert command is not None
    assert command.get_short_help_str(200) == COMMANDS[name][1]


def test_the_help_loads_no_command() -> None:
    words = "import sys; from builder.cli import main; main(['--help'], standalone_mode=False)"
    code = f"{words}; print(*sys.modules, sep='\\n', file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "verify" in ran.stdout
    loaded = {name for name in ran.stderr.split() if name.startswith("builder.")}
    assert loaded == {"builder.cli", "builder.errors"}


def test_a_build_loads_no_server_and_no_renderer_before_it_needs_one() -> None:
    code = "import sys, builder.cli.build; print(*sys.modules, sep='\\n')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"cairocffi", "email", "http", "importlib.metadata", "mkdocs", "PIL", "ssl", "zipfile"}
    assert "builder.site.publishing.site_build" in ran.stdout.split()
    assert not heavy & {*ran.stdout.split()}
