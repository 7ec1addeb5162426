"""The explorer is a board: orders as thick as they were frequent, lists beside them, games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import until

GAME = "games/sample/"
ARROWS = "[...document.querySelectorAll('.arrows > g')].map(one => one.dataset.order)"
SAYS = "document.querySelector('[data-say]').textContent"
READY = f"{ARROWS}.length > 0"
WIDTHS = """() => [...document.querySelectorAll('.arrows > [data-power=Italy] .shaft')]
  .map(one => parseFloat(one.getAttribute('stroke-width')))"""


def pressed(page: Any) -> list[str]:
    """The buttons that are pressed."""
    return [one.strip() for one in page.locator(".explorer [aria-pressed=true]").all_inner_texts()]


def opened(page: Any, address: str) -> None:
    page.goto(address)
    until(page, READY)


def test_a_power_an_order_and_the_fall(page: Any, server: str) -> None:
    opened(page, server + "openings/standard/")
    assert "Spring 1901" in page.locator("[data-title]").inner_text()
    assert page.locator(".explorer [data-of]").count() == 7
    page.locator("[data-of=Italy]").click()
    orders = page.evaluate(ARROWS)
    assert "A Ven – Tri" in orders
    assert "A Par – Bur" not in orders
    widths = page.evaluate(WIDTHS)
    assert max(widths) > 3 * min(widths), "as thick as they were frequent"
    page.locator("[data-orders='A Ven – Tri']").first.click()
    assert pressed(page)[1:] == ["A Ven – Tri"]
    assert all("A Ven – Tri" in row for row in page.locator(".sets button").all_inner_texts())
    page.get_by_role("button", name="Go on to Fall 1901").click()
    assert "Fall 1901" in page.locator("[data-title]").inner_text()
    assert any(order.startswith("A Tri") for order in page.evaluate(ARROWS))
    address = page.url
    page.get_by_role("button", name="Back a season").click()
    assert "A Ven – Tri" in pressed(page)
    page.goto("about:blank")
    opened(page, address)
    assert "Fall 1901" in page.locator("[data-title]").inner_text(), "the address keeps it"


def test_all_can_be_done_with_a_keyboard(page: Any, server: str) -> None:
    opened(page, server + "openings/standard/")
    page.locator("[data-of=Turkey]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.of") == "Turkey", "the focus stays"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert "Fall 1901" in page.locator("[data-title]").inner_text()
    assert page.evaluate("document.activeElement.matches('[data-title]')")


def test_an_arrow_can_be_pressed(page: Any, server: str) -> None:
    opened(page, server + "openings/standard/#games=here")
    group = "[data-order='F Edi – NTH']"
    page.locator(f".arrows {group}").dispatch_event("click")
    assert "England: F Edi – NTH ×" in page.locator("[data-chosen]").inner_text()
    page.locator("[data-chosen] button").click()
    assert page.locator("[data-chosen] button").count() == 0


def test_the_same_position_is_found_elsewhere(page: Any, server: str) -> None:
    page.goto(server + GAME + "1901-fall-movement/")
    page.get_by_text("this position elsewhere").click()
    until(page, READY)
    assert page.evaluate(SAYS) == "1 game."
    assert "Fall 1901" in page.locator("[data-title]").inner_text()
    assert "F Alb S A Ser – Gre" in page.evaluate(ARROWS)
    page.locator(".courses a").first.click()
    page.wait_for_url(server + GAME + "1901-fall-movement/")


def test_what_the_whole_board_ordered_is_explored(page: Any, server: str) -> None:
    opened(page, server + "openings/standard/")
    page.get_by_label("the whole board").check()
    until(page, f"{SAYS} === '1 game.'")
    page.locator("[data-of=England]").click()
    assert "Southern Opening, Yorkshire Variation" in page.locator(".sets").inner_text()
    page.get_by_role("button", name="Go on to Fall 1901").click()
    assert "F NTH C A Yor – Nwy" in page.evaluate(ARROWS)
    assert page.locator("[data-of=Austria]").count() == 1
    assert page.get_by_role("button", name="Go on").count() == 0


def test_games_have_curves_and_hidden_endings_stay_hidden(page: Any, server: str) -> None:
    opened(page, server + "openings/standard/#games=here")
    until(page, "document.querySelector('.courses .curve path') !== null")
    page.get_by_role("button", name="Hide the ending").click()
    page.locator("[data-of=Italy]").click()
    hidden = ".courses .curve, .fortunes, .courses small, [data-endings] ul"
    assert page.locator(hidden).count() > 2
    shown = [one for one in page.locator(hidden).all() if one.is_visible()]
    assert shown == []


def test_it_works_from_disk(page: Any, folder: Path) -> None:
    opened(page, (folder / "openings/standard/index.html").as_uri())
    page.locator("[data-of=France]").click()
    assert any("A Par" in order for order in page.evaluate(ARROWS))
    position = (folder / GAME / "1901-fall-movement/index.html").as_uri()
    page.goto(position)
    page.get_by_text("this position elsewhere").click()
    until(page, READY)
    assert page.evaluate(SAYS) == "1 game."


def test_an_unknown_position_says_so(page: Any, server: str) -> None:
    page.goto(server + "openings/standard/?position=0123456789ab")
    until(page, f"{SAYS} === 'This position is nowhere in this archive.'")


def test_an_old_link_to_a_position_leads_to_the_board(page: Any, server: str) -> None:
    page.goto(server + GAME + "1901-fall-movement/")
    address = page.get_by_text("this position elsewhere").get_attribute("href")
    page.goto(f"{server}search/?find=position+{address.partition('position=')[2]}")
    page.get_by_text("See it on the board").click()
    until(page, READY)


def test_without_scripts_the_lists_are_there(scriptless: Any, server: str) -> None:
    scriptless.goto(server + "openings/standard/")
    assert scriptless.locator(".board").is_visible()
    assert not scriptless.locator("[data-powers]").is_visible()
    scriptless.get_by_role("link", name="Italy").click()
    assert scriptless.locator(".tree li").count() > 5


@pytest.mark.parametrize("width", [390, 1440])
def test_on_a_phone_the_board_is_above_the_list(page: Any, server: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    opened(page, server + "openings/standard/")
    board = page.locator(".board").bounding_box()
    powers = page.locator("[data-powers]").bounding_box()
    if width == 390:
        assert board["width"] > 300
        assert powers["y"] > board["y"] + board["height"] - 1
    else:
        assert powers["x"] > board["x"] + board["width"] - 1


def test_other_variants_and_named_openings_lead_to_the_board(page: Any, whole: Path) -> None:
    page.goto((whole / "openings/index.html").as_uri())
    page.locator("#others + p a").first.click()
    until(page, READY)
    page.goto((whole / "variants/loeb9/index.html").as_uri())
    page.get_by_role("link", name="What was ordered in them").click()
    until(page, READY)
    page.goto((whole / "openings/standard/italy/lepanto/index.html").as_uri())
    page.get_by_role("link", name="On the board").click()
    until(page, READY)
    assert "Italy: F Nap – ION ×" in page.locator("[data-chosen]").inner_text()
    assert page.locator("[data-chosen] button").count() == 2


@pytest.mark.parametrize(
    "chosen", [";;;;;;", "Italy:<b>x</b>", "Nobody:A Par H", "Italy", "Italy:A Ven H;Italy:|;"]
)
@pytest.mark.parametrize("games", ["", "&games=here"])
def test_an_address_that_somebody_wrote_breaks_nothing(
    page: Any, server: str, chosen: str, games: str
) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server}openings/standard/#power=Italy&chosen={chosen}{games}")
    until(page, f"/game/.test({SAYS})")
    assert faults == []
    assert page.locator(".explorer-side b").count() == 0
    while page.locator("[data-steer] button", has_text="Back").count():
        page.locator("[data-steer] button", has_text="Back").click()
    assert page.locator("[data-of=Italy]").count() == 1
