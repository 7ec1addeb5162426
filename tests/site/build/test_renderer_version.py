"""What would make another PNG of the same drawing has another version."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.draw.raster import available
from builder.site.build import image_cache as made

pytestmark = pytest.mark.skipif(not available(), reason="no Cairo library here")


def test_it_changes_with_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    first = made.renderer_version()
    assert made.renderer_version() == first
    monkeypatch.setattr(made, "version", lambda name: f"another {name}")
    assert made.renderer_version() != first


def test_it_changes_with_the_module_that_paints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = made.renderer_version()
    (tmp_path / "raster.py").write_text("LEVEL = 9\n")
    monkeypatch.setattr(made, "RENDERER", tmp_path / "raster.py")
    assert made.renderer_version() != first
