"""WCAG 2.2 AA, as far as a program can see it, in daylight and lamplight."""

from __future__ import annotations

from typing import Any

import pytest

PATHS = (
    "", "games/", "games/sample/", "games/sample/1901-fall-movement/", "variants/standard/",
    "search/", "statistics/", "people/", "zines/", "reading-a-page/",
)  # fmt: skip
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_nothing(chromium: Any, server: str, scheme: str, width: int) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python"
    )
    context = chromium.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    for path in PATHS:
        page.goto(server + path)
        found = axe.Axe().run(page, options={"runOnly": TAGS}).response["violations"]
        told = [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in found]
        assert told == [], path
    context.close()
