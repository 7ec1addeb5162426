"""What is printed: pages in black, maps as large as the paper allows, nothing cut off."""

from __future__ import annotations

from typing import Any

import pytest

GAME = "games/sample/"
PHASE = GAME + "1901-fall-movement/"
WIDTH = 680  # CSS pixels between the margins of A4


@pytest.mark.parametrize("path", [GAME, PHASE, "variants/standard/board/", "statistics/"])
def test_nothing_is_wider_than_the_paper(page: Any, server: str, path: str) -> None:
    page.set_viewport_size({"width": WIDTH, "height": 960})
    page.goto(server + path)
    page.emulate_media(media="print")
    wide = page.evaluate(
        "[...document.querySelectorAll('.ch *')].filter(e => !e.closest('.vh, .scroll, dialog') &&"
        f" e.getClientRects().length && e.getBoundingClientRect().right > {WIDTH} + 1)"
        ".map(e => e.outerHTML.slice(0, 90))"
    )
    assert wide == []


def test_reasons_are_printed_though_they_are_closed(page: Any, server: str) -> None:
    page.goto(server + GAME + "#1901-fall-movement")
    page.emulate_media(media="print")
    row = page.locator("li:has(#order-a-ser)")
    reason = row.locator(".why")
    assert "open" not in (row.get_attribute("class") or "").split()
    assert reason.bounding_box()["height"] > 0
    assert reason.evaluate("e => e.checkVisibility({ contentVisibilityAuto: true })")


def test_a_printed_season_begins_with_its_map_in_grey(page: Any, server: str) -> None:
    page.set_viewport_size({"width": WIDTH, "height": 960})
    page.goto(server + PHASE)
    page.emulate_media(media="print")
    plate, results = page.locator(".plate-fig .board"), page.locator(".results")
    assert plate.bounding_box()["y"] < results.bounding_box()["y"]
    assert plate.bounding_box()["width"] > WIDTH * 0.7
    assert "grayscale" in plate.evaluate("e => getComputedStyle(e).filter")
    assert results.evaluate("e => getComputedStyle(e).columnCount") == "2"


def test_what_only_a_screen_can_do_is_not_printed(page: Any, server: str) -> None:
    page.goto(server + GAME)
    page.locator(".relations").wait_for(state="attached")
    page.emulate_media(media="print")
    for control in (".relations", ".mast-minute", ".to-signs", ".mast .js"):
        shown = [one for one in page.locator(control).all() if one.is_visible()]
        assert not shown, control
