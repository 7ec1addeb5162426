"""Every kind of page from a small phone to a large screen: what is drawn can be read, and nothing
that is pressed lies on another."""

from __future__ import annotations

from functools import partial
from typing import Any

from browsing import PATHS, SMALL, lasting, until
from our_archive import WHOLE

WIDTHS = (320, 360, 390, 768, 1024, 1440, 2560) if WHOLE else (320, 390, 768, 1440)
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
COUNTER = "document.querySelector('.board .lay-units use').getBoundingClientRect().width"


def broken(page: Any) -> dict[str, object]:
    """What is found, by the law that forbids it; pictures for another width come a little late."""
    found = {law: page.evaluate(law) for law in (TINY, PLATES, COVERED, SMALL, CROSSED)}
    return {law: faults for law, faults in found.items() if faults}


def test_all_can_be_read_and_pressed_at_every_width(page: Any, server: str) -> None:
    for path in PATHS:
        page.goto(server + path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            until(page, f"innerWidth === {width} && {WITHIN}")
            found = lasting(page, partial(broken, page))
            assert not found, f"{path} at {width} px: {found}"


def test_counters_are_as_large_as_a_letter_on_a_phone(page: Any, server: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("", "games/sample/", "games/sample/1901-fall-movement/"):
        page.goto(server + path)
        assert page.evaluate(COUNTER) > 16, path


def test_a_board_is_shown_with_names_when_it_is_enlarged(page: Any, server: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server + "variants/standard/board/")
    small, plate = page.locator(".at-start .small"), page.locator(".at-start .plate")
    assert small.is_visible()
    assert plate.is_hidden()
    for _ in range(3):
        page.get_by_label("Enlarge the map").press("Enter")
    assert plate.is_visible()
    assert small.is_hidden()
    page.get_by_label("Show the whole map").press("Enter")
    assert small.is_visible()
    page.emulate_media(media="print")
    assert plate.is_visible()
    assert small.is_hidden()


def test_a_phone_lacks_neither_the_quotes_nor_the_signs(page: Any, server: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(server + "games/sample/")
    page.get_by_role("button", name="Quote this phase").press("Enter")
    assert page.get_by_role("button", name="BBCode").bounding_box()["height"] > 24
    assert page.get_by_text("BBCode", exact=True).is_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="all keys, and what the signs mean").press("Enter")
    assert page.get_by_text("Army", exact=True).is_visible()


def test_a_phone_on_its_side_has_room_for_the_map(page: Any, server: str) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(server + "games/sample/")
    assert page.locator(".bar").bounding_box()["height"] < 80
    page.get_by_role("button", name="Fill the screen").press("Enter")
    page.get_by_label("Enlarge the map").press("Enter")
    box = page.locator("[data-zoom]").bounding_box()
    assert (box["width"], box["height"]) == (844, 390)
