"""WCAG 2.2 AA, as far as a program can see it, in daylight and lamplight."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from browsing import PATHS
from our_archive import WHOLE

LOOKS = [(1440, "light"), (390, "dark")]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.mark.parametrize(
    ("width", "scheme"), [*LOOKS, (1440, "dark"), (390, "light")] if WHOLE else LOOKS
)
def test_axe_finds_nothing(chromium: Any, server: str, width: int, scheme: str) -> None:
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


HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
  .filter(e => e.checkVisibility()).map(e => +e.tagName[1])"""


def test_every_page_says_what_it_is(page: Any, server: str) -> None:
    told: list[str] = []
    page.on("console", lambda said: told.append(said.text) if said.type == "error" else None)
    seen: dict[str, str] = {}
    for path in PATHS:
        page.goto(server + path)
        about = page.locator("meta[name=description]").get_attribute("content")
        title = page.title()
        assert seen.setdefault(about, path) == path
        assert seen.setdefault(title, path) == path
        assert page.locator("html").get_attribute("lang") == "en"
        levels = page.evaluate(HEADINGS)
        assert levels.count(1) == 1, path
        assert all(after <= before + 1 for before, after in pairwise(levels)), path
    assert told == []


@pytest.mark.parametrize("size", [(1440, 700), (390, 844), (390, 640)])
def test_what_has_the_focus_is_not_covered(
    chromium: Any, server: str, size: tuple[int, int]
) -> None:
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(server + "games/sample/")
    page.locator(".orders .said[tabindex='0']").focus()
    for key in "jjjjjjjjjkkkkkf":
        page.keyboard.press(key)
        over = page.evaluate("""() => {
          const e = document.activeElement, box = e.getBoundingClientRect();
          const top = document.elementFromPoint(box.left + 5, box.top + 3);
          const foot = document.elementFromPoint(box.left + 5, box.bottom - 3);
          const seen = e.contains(top) && e.contains(foot);
          return seen ? "" : `${e.outerHTML} under ${top?.outerHTML}`;
        }""")
        assert over == ""
    context.close()
