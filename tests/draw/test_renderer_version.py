"""What would make another PNG of the same drawing has another imprint."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from standard_play import ROOT

from builder.draw.png import renderer_version as made
from builder.draw.png.raster import available

pytestmark = pytest.mark.skipif(not available(), reason="no Cairo library here")
DRAW = ROOT / "builder/draw/png"
TOLD_BY_THE_DRAWING = {"board_sheet", "captions", "marks", "phase_map", "scene", "svg"}


def test_it_changes_with_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    first = made.renderer_version()
    assert made.renderer_version() == first
    monkeypatch.setattr(made, "version", lambda name: f"another {name}")
    assert made.renderer_version() != first


@pytest.mark.parametrize("name", made.HAND)
def test_it_changes_with_the_hand(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "png"
    folder.mkdir()
    for other in made.HAND:
        (folder / f"{other}.py").write_bytes((DRAW / f"{other}.py").read_bytes())
    monkeypatch.setattr(made, "__file__", str(folder / "renderer_version.py"))
    first = made.renderer_version()
    (folder / f"{name}.py").write_text("LEVEL = 9\n")
    assert made.renderer_version() != first


def test_every_module_that_paints_is_the_hand() -> None:
    used = {"raster"}
    for name in made.HAND:
        text = (DRAW / f"{name}.py").read_text()
        used |= set(re.findall(r"^from builder\.draw\.png\.(\w+) import", text, re.M))
        beside = re.findall(r"^from builder\.draw\.(?!png\b)(\w+) import", text, re.M)
        used |= {f"../{module}" for module in beside if module not in TOLD_BY_THE_DRAWING}
    assert used == set(made.HAND)
