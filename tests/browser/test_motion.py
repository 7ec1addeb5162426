"""The motion of a phase: it ends where the next phase begins, and runs forth and back alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import address, until

GAME = "games/sample/"
FALL = 1  # the number of Fall 1901: it has a convoy, a stand-off, a support that is cut

SCRUB = """time => {
  const slider = document.querySelector("#scrub");
  slider.step = "any";
  slider.value = time;
  slider.dispatchEvent(new Event("input"));
}"""
COUNTERS = """() => {
  const shown = document.querySelector(".counters.moving .lay-units")
    ?? document.querySelector(".counters .lay-units");
  return [...shown.querySelectorAll("use")]
    .filter(use => use.getAttribute("opacity") !== "0")
    .filter(use => use.getAttribute("visibility") !== "hidden")
    .map(use => {
      const place = use.getAttribute("transform") ?? "";
      const moved = /translate\\(([-\\d.]+) ([-\\d.]+)\\)/.exec(place);
      const x = moved ? moved[1] : use.getAttribute("x");
      const y = moved ? moved[2] : use.getAttribute("y");
      return `${use.getAttribute("href")} ${Math.round(x)} ${Math.round(y)}`;
    }).sort();
}"""


def scrub(page: Any, phase: int, moment: float) -> None:
    """Move the slider to a moment of a phase, from 0 to 1."""
    page.evaluate(SCRUB, phase + moment - 0.5)
    until(page, "!!document.querySelector('.board.acting')")
    page.wait_for_timeout(100)


def opened(page: Any, server: str, slug: str) -> None:
    page.goto(server + GAME + "#" + slug)
    until(page, "document.querySelector('[data-say]').textContent !== ''")


def counters(page: Any) -> list[str]:
    return list(page.evaluate(COUNTERS))


def test_a_phase_ends_where_the_next_one_begins(page: Any, server: str) -> None:
    opened(page, server, "1901-fall-movement")
    before = counters(page)
    scrub(page, FALL, 0.001)
    assert counters(page) == before
    scrub(page, FALL, 0.7)
    assert counters(page) != before
    scrub(page, FALL, 0.999)
    after = counters(page)
    page.locator("[data-go=on]").click()
    until(page, "document.querySelector('#phase').textContent.startsWith('Winter 1901')")
    built = "[...document.querySelectorAll('.lay-rings use')].map(use => use.dataset.o)"
    new = set(page.evaluate(built))
    standing = [one for one in counters(page) if one in after]
    assert standing == after
    assert len(counters(page)) - len(after) == len(new)


def test_time_runs_back_as_it_ran_forth(page: Any, server: str) -> None:
    opened(page, server, "1901-fall-movement")
    moments = (0.1, 0.55, 0.65, 0.75, 0.9)
    forth = {}
    drawn = "() => document.querySelector('.lines.moving').outerHTML"
    for moment in moments:
        scrub(page, FALL, moment)
        forth[moment] = (counters(page), page.evaluate(drawn))
    for moment in reversed(moments):
        scrub(page, FALL, moment)
        assert (counters(page), page.evaluate(drawn)) == forth[moment]


def test_a_still_is_the_drawing_itself(page: Any, server: str) -> None:
    opened(page, server, "1901-fall-movement")
    board = "() => document.querySelector('.board').innerHTML"
    still = page.evaluate(board)
    scrub(page, FALL, 0.8)
    assert page.evaluate(board) != still
    page.locator("[data-go=on]").click()
    until(page, "document.querySelector('#phase').textContent.startsWith('Winter 1901')")
    page.locator("[data-go=back]").click()
    until(page, "document.querySelector('#phase').textContent.startsWith('Fall 1901')")
    assert page.locator(".board.acting").count() == 0
    assert page.locator(".board .moving").count() == 0


def test_with_reduced_motion_nothing_moves(page: Any, server: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, server, "1901-fall-movement")
    page.evaluate(SCRUB, FALL + 0.2)
    page.locator(".play").click()
    page.wait_for_timeout(400)
    assert page.locator(".board.acting").count() == 0
    assert address(page).endswith("#1901-fall-movement")


def test_a_phase_that_cannot_be_loaded_is_reported_and_tried_again(page: Any, server: str) -> None:
    """Heading and picture stay together, and what failed is asked for again."""
    page.route("**/1901-winter-adjustments/", lambda route: route.abort())
    opened(page, server, "1901-fall-movement")
    picture = page.locator(".board .lines").inner_html()
    page.locator("[data-go=on]").click()
    notice = page.locator("[data-trouble]")
    notice.wait_for()
    assert "Winter 1901, adjustments could not be loaded." in notice.inner_text()
    assert (
        notice.get_by_role("link", name="Its own page")
        .get_attribute("href")
        .startswith("1901-winter")
    )
    assert page.locator("#phase").inner_text().startswith("Fall 1901")
    assert page.locator(".board .lines").inner_html() == picture
    assert page.locator(".replay.waiting").count() == 0
    page.unroute_all()
    notice.get_by_role("button", name="Try again").click()
    until(page, "document.querySelector('#phase').textContent.startsWith('Winter 1901')")
    assert not notice.is_visible()


def test_an_unknown_phase_is_reported_with_the_nearest_one(page: Any, server: str) -> None:
    opened(page, server, "1901-fal-movment")
    notice = page.locator("[data-trouble]").inner_text()
    assert "no phase “1901-fal-movment”" in notice
    assert "Fall 1901, movement" in notice
    assert page.locator("#phase").inner_text().startswith("Fall 1901")


def test_the_end_shows_result_and_final_centres(page: Any, server: str) -> None:
    opened(page, server, "end")
    until(page, "document.querySelector('#phase').textContent.startsWith('The record ends')")
    assert page.locator("[data-headline]").inner_text() == "Unfinished."
    shown = page.eval_on_selector_all(
        ".pw .cnt", "all => all.map(e => parseInt(e.textContent) || 0)"
    )
    last = page.locator(".bars").last.locator("div").last.locator("i").count()
    assert sum(1 for count in shown if count) <= last
    assert page.locator(".board .lay-paths").count() == 0


@pytest.mark.parametrize("width", [360, 600, 900])
def test_the_player_alone_fits_a_frame(page: Any, server: str, width: int) -> None:
    """A page for frames on other sites has the player and nothing else."""
    page.set_viewport_size({"width": width, "height": 620})
    page.goto(server + GAME + "player/#1901-fall-movement")
    until(page, "document.querySelector('#phase')?.textContent.startsWith('Fall 1901')")
    assert not page.locator(".mast, .below, .md-header").first.is_visible()
    for part in (".board", ".play", "#phase"):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 620
    page.locator("[data-go=on]").click()
    until(page, "document.querySelector('#phase').textContent.startsWith('Winter 1901')")
    assert address(page) == server + GAME + "player/#1901-winter-adjustments"


def test_the_player_alone_works_from_disk(page: Any, folder: Path) -> None:
    page.goto(f"file://{folder}/{GAME}player/index.html#1901-fall-movement")
    until(page, "document.querySelector('#phase')?.textContent.startsWith('Fall 1901')")


def test_a_quote_holds_the_code_of_the_player(page: Any, server: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page, server, "1901-fall-movement")
    page.locator("[popovertarget=quote]").click()
    page.locator("[data-copy=embed]").click()
    until(page, "document.querySelector('[data-say]').textContent === 'Copied'")
    code = page.evaluate("navigator.clipboard.readText()")
    assert f'src="{server}{GAME}player/#1901-fall-movement"' in code
