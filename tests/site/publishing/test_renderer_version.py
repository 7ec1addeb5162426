"""What would make another PNG of the same drawing has another version."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from builder.draw.raster import available
from builder.site.publishing import image_cache as made

pytestmark = pytest.mark.skipif(not available(), reason="no Cairo library here")


def test_it_changes_with_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    first = made.renderer_version()
    assert made.renderer_version() == first
    monkeypatch.setattr(made, "installed_packages", lambda: ["pillow-1.0.dist-info"])
    assert made.renderer_version() != first


def test_it_changes_with_the_module_that_paints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = made.renderer_version()
    for name in made.RENDERER:
        copied = tmp_path / name
        copied.parent.mkdir(exist_ok=True)
        shutil.copy(made.DRAW / name, copied)
    monkeypatch.setattr(made, "DRAW", tmp_path)
    assert made.renderer_version() == first
    (tmp_path / "canvas.py").write_text("LEVEL = 9\n")
    assert made.renderer_version() != first
