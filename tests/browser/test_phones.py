"""What a map shows of itself on a phone, upright and on its side."""

from __future__ import annotations

from typing import Any

COUNTER = "document.querySelector('.board .lay-units use').getBoundingClientRect().width"


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


CUT_YEARS = """() => {
  const years = document.querySelector('.years');
  const first = years.firstElementChild;
  years.replaceChildren(...Array.from({length: 26}, () => first.cloneNode(true)));
  const boxes = [...years.querySelectorAll('.yl')].map(label => {
    const range = document.createRange();
    range.selectNodeContents(label);
    const box = range.getBoundingClientRect();
    const room = label.getBoundingClientRect();
    const hides = getComputedStyle(label).overflowX !== 'visible';
    return {left: box.left, right: box.right, cut: hides && box.right > room.right + .5,
      gone: hides && box.left >= room.right - .5};
  }).filter(box => !box.gone);
  const apart = boxes.every((box, at) => !at || box.left >= boxes[at - 1].right);
  return [boxes.length, boxes.filter(box => box.cut).length, apart];
}"""


def test_the_years_of_a_long_game_are_not_cut(page: Any, server: str) -> None:
    page.set_viewport_size({"width": 375, "height": 800})
    page.goto(server + "games/sample/")
    assert page.evaluate(CUT_YEARS) == [13, 0, True]


def test_what_can_be_opened_below_a_phase_has_an_arrow_and_no_other_icon(
    page: Any, server: str
) -> None:
    page.goto(server + "games/sample/1901-fall-movement/")
    icon = "summary => getComputedStyle(summary, '::before').display"
    opened = page.locator("details.stranger > summary")
    assert {summary.evaluate(icon) for summary in opened.all()} == {"none"}
