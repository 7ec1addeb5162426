"""Room: board, list and controls fit the window, and a step moves nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import until

GAME = "games/2005a-spirals-of-paranoia/"
DESKS = [(1366, 768), (1440, 900), (1920, 1080), (2560, 1440)]
EDGE = 3  # pixels: a line is higher than its letters
PHONE = {"width": 390, "height": 844}
BOX = """selector => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
}"""
SHIFTS = """() => {
  window.moved = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) window.moved += entry.value;
  }).observe({ type: "layout-shift" });
}"""
COVERED = """() => {
  const boxes = [...document.querySelectorAll(".board > .counters .lay-units use")]
    .map(use => use.getBoundingClientRect());
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  return [...document.querySelectorAll(".codes text")]
    .filter(text => text.checkVisibility())
    .filter(text => boxes.some(box => meet(box, text.getBoundingClientRect())))
    .map(text => text.textContent);
}"""


@pytest.fixture(scope="module")
def packed_site(whole: Any) -> Any:
    from browsing import served

    with served(whole) as address:
        yield address


def opened(page: Any, site: str, path: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(site + path)
    until(page, "document.querySelector('[data-say]').textContent !== ''")


@pytest.mark.parametrize("size", DESKS)
def test_board_and_controls_fit_a_desk(page: Any, packed_site: str, size: tuple[int, int]) -> None:
    opened(page, packed_site, GAME, *size)
    left, top, right, bottom = page.evaluate(BOX, ".board")
    assert top >= 0
    assert bottom <= page.evaluate(BOX, ".bar")[1] + 1
    assert page.evaluate(BOX, ".bar")[3] <= size[1] + 1
    if size[0] <= 1920:
        assert (right - left) / size[0] >= 0.45
    assert page.evaluate(BOX, ".mast h1")[1] < page.evaluate(BOX, ".verdict")[3]
    assert page.evaluate(BOX, ".mast h1")[3] > page.evaluate(BOX, ".verdict")[1]


@pytest.mark.parametrize("size", [(1024, 768), (1180, 820), (1280, 720), *DESKS])
@pytest.mark.parametrize("game", ["games/1998v-come-and-have-a-go/", "games/loeb9-exhibition/"])
def test_the_title_and_what_is_said_of_the_game_are_seen_whole(
    page: Any, packed_site: str, game: str, size: tuple[int, int]
) -> None:
    opened(page, packed_site, game, *size)
    _, top, _, bottom = page.evaluate(BOX, ".mast")
    for part in (".mast h1", ".mast .sub"):
        _, above, right, below = page.evaluate(BOX, part)
        assert top - EDGE <= above
        assert below <= bottom + EDGE
        assert right <= size[0]
    for board in (".bar", ".board"):
        assert page.evaluate(BOX, board)[3] <= size[1] + 1


@pytest.mark.parametrize("size", DESKS)
def test_the_last_counts_name_the_largest_powers(
    page: Any, packed_site: str, size: tuple[int, int]
) -> None:
    opened(page, packed_site, GAME, *size)
    shown = "[...document.querySelectorAll('.ends i')].filter(i => i.checkVisibility())"
    texts = page.evaluate(f"{shown}.map(i => i.textContent.trim())")
    assert {"Germany 14", "Russia 11"} <= {*texts}


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_step_moves_nothing_else(page: Any, packed_site: str, size: tuple[int, int]) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, packed_site, GAME, *size)
    page.evaluate(SHIFTS)
    for slug in ("1901-fall-movement", "1903-fall-movement", "1904-spring-movement", "end"):
        page.evaluate(f"location.hash = '#{slug}'")
        until(page, f"location.hash === '#{slug}' && !document.querySelector('.waiting')")
        page.wait_for_timeout(400)
    assert page.evaluate("window.moved") <= 0.01


def test_counters_cover_few_names_on_a_phone(page: Any, packed_site: str) -> None:
    opened(page, packed_site, GAME + "#1903-fall-movement", PHONE["width"], PHONE["height"])
    page.wait_for_timeout(300)
    assert len(page.evaluate(COVERED)) <= 6


def test_a_map_fills_the_screen_of_a_phone(page: Any, packed_site: str) -> None:
    opened(page, packed_site, GAME, PHONE["width"], PHONE["height"])
    page.locator("[title='Fill the screen']").click()
    until(
        page,
        f"document.querySelector('.board').getBoundingClientRect().height >= {PHONE['height']} - 2",
    )


def test_on_its_side_a_phone_has_the_map_left_and_the_list_right(
    page: Any, packed_site: str
) -> None:
    opened(page, packed_site, GAME, 844, 390)
    board = page.evaluate(BOX, ".board")
    orders = page.evaluate(BOX, ".sheet")
    assert board[2] <= orders[0] + 10
    assert board[3] <= page.evaluate(BOX, ".bar")[1] + 2
