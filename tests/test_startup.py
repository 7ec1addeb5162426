"""A game is checked at once: what only sites, pictures and variants need is not loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = "import sys, builder.cli.check; print('\\n'.join(sys.modules))"


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


def test_the_check_is_loaded(loaded: set[str]) -> None:
    assert {"builder.formats.games_reading", "builder.rules.standard"} <= loaded


@pytest.mark.parametrize(
    "heavy",
    [
        "builder.site",
        "builder.draw",
        "builder.replay",
        "builder.prose",
        "builder.rules.amendments.leaders",
        "mkdocs",
        "jinja2",
        "cairosvg",
        "PIL",
        "shapely",
    ],
)
def test_nothing_heavy_is(heavy: str, loaded: set[str]) -> None:
    assert heavy not in loaded
