"""WCAG 2.2 AA, as far as a program can see it, in daylight and lamplight; on every kind of page,
from a small phone to a large screen, what is drawn can be read and pressed."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from browsing import PATHS, SHEETS, SMALL, lasting, until, violations
from our_archive import WHOLE

BOTH = ("dark", "light")
LOOKS = {390: BOTH, 1440: BOTH} if WHOLE else {390: ("dark",), 1440: ("light",)}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WIDTHS = (320, 360, 390, 768, 1024, 1440, 2560) if WHOLE else (320, 390, 768, 1440)
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
  .filter(e => e.checkVisibility()).map(e => +e.tagName[1])"""
TINY = """() => [...document.querySelectorAll("svg text")]
  .filter(e => e.getBoundingClientRect().width)
  .filter(e => getComputedStyle(e.closest(".words") || e).display !== "none")
  .map(e => [e.textContent, parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a])
  .filter(([, size]) => size < 8.95)"""
PLATES = """() => [...document.querySelectorAll("img")].filter(e => e.checkVisibility())
  .filter(e => /(map|board)\\.svg$/.test(e.currentSrc) && e.getBoundingClientRect().width < 900)
  .map(e => e.currentSrc)"""
COVERED = """() => {
  const boxes = [...document.querySelectorAll(".board .codes text")]
    .map(e => e.getBoundingClientRect()).filter(box => box.width)
    .map(({ left, right, top, height }) => [left, right, top + height / 2, height / 4]);
  return boxes.filter(([left, right, middle, high], at) =>
    boxes.slice(0, at).some(([l, r, m, h]) =>
      left < r - 1 && l < right - 1 && Math.abs(middle - m) < high + h)).length;
}"""
CROSSED = """() => {
  const seen = e => e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const pressed = [...document.querySelectorAll(".ch :is(a[href], button, input, select, summary)")]
    .filter(e => seen(e) && !e.closest("[inert], .board-wrap, .bar")).map(e => e.labels?.[0] || e);
  const boxes = [...new Set(pressed)].flatMap(e => [...e.getClientRects()].map(box => [e, box]));
  return boxes.flatMap(([a, p], at) => boxes.slice(at + 1, at + 60).filter(([b, q]) =>
    !a.contains(b) && !b.contains(a) && Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2
    && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4)
    .map(([b]) => [a.outerHTML, b.outerHTML]));
}"""
WITHIN = "document.documentElement.scrollWidth <= innerWidth"


def broken(page: Any) -> dict[str, object]:
    """What is found, by the law that forbids it; pictures for another width come a little late."""
    found = {law: page.evaluate(law) for law in (TINY, PLATES, COVERED, SMALL, CROSSED)}
    return {law: faults for law, faults in found.items() if faults}


@pytest.mark.parametrize("path", PATHS)
def test_a_page_can_be_used_by_everyone(page: Any, server: str, path: str) -> None:
    """Loaded once: its headings, what every width shows, what axe finds in each look, and that it
    asks for nothing that is elsewhere or not there."""
    told: list[str] = []
    asked: list[str] = []
    page.on("console", lambda said: told.append(said.text) if said.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda found: told.append(found.url) if found.status >= 400 else None)
    page.emulate_media(reduced_motion="reduce")
    page.goto(server + path)
    until(page, f"document.body.dataset.mdColorScheme === '{SHEETS['light']}'")
    levels = page.evaluate(HEADINGS)
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        until(page, f"innerWidth === {width} && {WITHIN}")
        found = lasting(page, partial(broken, page))
        assert not found, f"{width} px: {found}"
        for scheme in LOOKS.get(width, ()):
            page.emulate_media(color_scheme=scheme)
            until(page, f"document.body.dataset.mdColorScheme === '{SHEETS[scheme]}'")
            assert violations(page, TAGS) == [], f"{width} px, {scheme}"
    assert asked
    assert [url for url in asked if not url.startswith((server, "data:", "blob:"))] == []
    assert told == []


def test_every_page_says_what_it_is(folder: Path) -> None:
    heads = [(folder / path / "index.html").read_text(encoding="utf-8") for path in PATHS]
    for part in ('<meta name="description" content="([^"]+)"', "<title>([^<]+)</title>"):
        found = [words[1] for head in heads if (words := re.search(part, head))]
        assert len(set(found)) == len(found) == len(PATHS), found
    assert all(re.search(r'<html\b[^>]* lang="en"', head) for head in heads)


@pytest.mark.parametrize("size", [(1440, 700), (390, 844), (390, 640)])
def test_what_has_the_focus_is_not_covered(page: Any, server: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="reduce")
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
