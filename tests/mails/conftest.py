"""Results are sent out with a map, which takes long to paint: one test does."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.mails.results.board_png", lambda _: b"PNG")
