"""What would make another PNG of the same drawing has another version."""

from __future__ import annotations

from pathlib import Path

import pytest
from standard_play import ROOT

from builder.draw import renderer_version as made
from builder.draw.raster import available

pytestmark = pytest.mark.skipif(not available(), reason="no Cairo library here")


def test_it_changes_with_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    first = made.renderer_version()
    assert made.renderer_version() == first
    monkeypatch.setattr(made, "version", lambda name: f"another {name}")
    assert made.renderer_version() != first


def test_it_changes_with_the_module_that_paints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "raster.py").write_bytes((ROOT / "builder/draw/raster.py").read_bytes())
    monkeypatch.setattr(made, "__file__", str(tmp_path / "renderer_version.py"))
    first = made.renderer_version()
    (tmp_path / "raster.py").write_text("LEVEL = 9\n")
    assert made.renderer_version() != first
