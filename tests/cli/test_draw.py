"""`chancery draw`, as it is called."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.cli.draw import draw_command
from builder.draw.raster import available

GAME = "1998v-come-and-have-a-go"


def draw(*arguments: str | Path) -> Result:
    return CliRunner().invoke(draw_command, [str(a) for a in arguments])


def test_a_phase_is_drawn_as_svg_with_its_words(tmp_path: Path) -> None:
    file = tmp_path / "fall.svg"
    result = draw(GAME, "--phase", "Fall 1901", "-o", file)
    assert result.exit_code == 0, result.output
    title = ET.parse(file).getroot().findtext("{http://www.w3.org/2000/svg}title")
    assert title == "Come and Have a Go, Fall 1901"


@pytest.mark.skipif(not available(), reason="no Cairo library here")
def test_and_as_png(tmp_path: Path) -> None:
    file = tmp_path / "fall.png"
    result = draw("pure-exhibition", "--phase", "F1901M", "--width", "300", "-o", file)
    assert result.exit_code == 0, result.output
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nosuchgame",), "unknown game"),
        ((GAME, "--phase", "Fall 1950"), "no Fall 1950; it runs from Spring 1901"),
        ((GAME, "--phase", "Yesterday"), "unknown phase"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_nothing_written(
    arguments: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.svg"
    result = draw(*arguments, "-o", file)
    assert result.exit_code == 1
    assert told in result.output
    assert not file.exists()


def test_other_formats_are_refused(tmp_path: Path) -> None:
    result = draw(GAME, "--phase", "Fall 1901", "-o", tmp_path / "fall.gif")
    assert result.exit_code == 1
    assert "pictures are .svg or .png, not .gif" in result.output
