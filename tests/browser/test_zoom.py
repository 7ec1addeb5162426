"""A map looked at closely: by key, button or two fingers; pages stay free to be zoomed."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import CHROMIUM, SWITCHES, until

GAME = "games/sample/"
BOARD = "variants/standard/board/"
WIDTH = "document.querySelector('[data-zoom] > :is(svg, div)').getBoundingClientRect().width"


def width(page: Any) -> float:
    return float(page.evaluate(WIDTH))


@pytest.mark.parametrize("path", [GAME, BOARD])
def test_keys_enlarge_the_map_and_show_it_whole(page: Any, server: str, path: str) -> None:
    page.goto(server + path)
    whole = width(page)
    page.locator("[data-zoom]").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert width(page) > 2 * whole
    left = page.evaluate("document.querySelector('[data-zoom]').scrollLeft")
    pressed = f"document.querySelector('[data-zoom]').scrollLeft > {left}"
    until(page, pressed, again=lambda: page.keyboard.press("ArrowRight"))
    page.keyboard.press("-")
    assert whole < width(page) < 2 * whole
    page.keyboard.press("0")
    assert abs(width(page) - whole) < 1


def test_arrows_still_step_while_the_map_is_whole(page: Any, server: str) -> None:
    page.goto(server + GAME)
    page.locator("[data-zoom]").focus()
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('#phase').textContent.startsWith('Fall 1901')")
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert "Fall 1901" in page.locator("#phase").inner_text()


@pytest.mark.parametrize("path", [GAME, BOARD])
def test_buttons_enlarge_the_map(page: Any, server: str, path: str) -> None:
    page.goto(server + path)
    whole = width(page)
    page.get_by_label("Enlarge the map").click()
    assert width(page) > 1.5 * whole
    page.get_by_label("Show the whole map").click()
    assert abs(width(page) - whole) < 1


def test_two_fingers_enlarge_the_map_and_not_the_page(chromium: Any, server: str) -> None:
    painting = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*SWITCHES])
    context = painting.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(server + GAME)
    whole = width(page)
    client = context.new_cdp_session(page)

    def touch(kind: str, *spots: tuple[int, int]) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(spots)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    box = page.locator("[data-zoom]").bounding_box()
    x, y = int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2)
    touch("touchStart", (x - 20, y), (x + 20, y))
    for far in (30, 40, 60):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    until(page, f"{WIDTH} > {2 * whole}")
    assert page.evaluate("visualViewport.scale") == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    painting.close()


def test_pages_may_be_zoomed_by_the_browser(page: Any, server: str) -> None:
    for path in ("", GAME, BOARD):
        page.goto(server + path)
        said = page.locator("meta[name=viewport]").get_attribute("content")
        assert "user-scalable" not in said
        assert "maximum-scale" not in said


def test_without_a_script_a_board_is_enlarged_by_its_form(scriptless: Any, server: str) -> None:
    page = scriptless
    page.goto(server + BOARD)
    whole = page.locator(".at-start").bounding_box()["width"]
    page.locator("label[for=size-2]").click()
    assert page.locator(".at-start").bounding_box()["width"] > 1.5 * whole
    assert page.locator(".zoomers:visible").count() == 0
