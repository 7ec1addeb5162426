"""The ribbon of support and attack: two powers alone on the map, by pointer and by key."""

from __future__ import annotations

from typing import Any

from browsing import until

GAME = "games/sample/"
SHOWN = """() => [...document.querySelectorAll(".pw")].filter(part => part.offsetParent)
  .filter(part => part.querySelector("li")).map(part => part.dataset.p)"""
PAIR = "row => row.querySelector('.rel-pair > span:last-child').textContent.split(', ')"


def opened(page: Any, server: str) -> None:
    page.goto(server + GAME)
    until(page, "document.querySelector('[data-say]').textContent !== ''")
    page.evaluate("document.querySelector('[data-relations]').open = true")
    until(page, "document.querySelector('.rel-row') !== null")


def test_a_row_with_the_focus_shows_two_powers_alone(page: Any, server: str) -> None:
    opened(page, server)
    everyone = page.evaluate(SHOWN)
    row = page.locator(".rel-row").first
    pair = row.evaluate(PAIR)
    row.focus()
    assert set(page.evaluate(SHOWN)) <= {*pair}
    row.evaluate("row => row.blur()")
    assert page.evaluate(SHOWN) == everyone


def test_a_pressed_row_stays_until_escape(page: Any, server: str) -> None:
    opened(page, server)
    everyone = page.evaluate(SHOWN)
    row = page.locator(".rel-row").first
    pair = row.evaluate(PAIR)
    row.click()
    row.evaluate("row => row.blur()")
    page.mouse.move(0, 0)
    assert set(page.evaluate(SHOWN)) <= {*pair}
    page.locator("[data-go=on]").click()
    until(page, "document.querySelector('#phase').textContent.startsWith('Fall 1901')")
    page.wait_for_timeout(300)
    assert set(page.evaluate(SHOWN)) == {*pair}
    page.keyboard.press("Escape")
    assert row.get_attribute("aria-pressed") == "false"
    page.keyboard.press("Home")
    until(page, "document.querySelector('#phase').textContent.startsWith('Spring 1901')")
    page.wait_for_timeout(300)
    assert page.evaluate(SHOWN) == everyone


def test_signs_stand_below_their_phases(page: Any, server: str) -> None:
    opened(page, server)
    apart = page.evaluate(
        """() => {
          const columns = [...document.querySelectorAll(".years .cols a")];
          return [...document.querySelectorAll(".rel-row")].flatMap(row =>
            [...row.querySelectorAll(".rel-cell")].map((cell, at) => {
              const middle = box => box.getBoundingClientRect().left + box.clientWidth / 2;
              return cell.children.length ? Math.abs(middle(cell) - middle(columns[at])) : 0;
            }));
        }"""
    )
    assert apart
    assert max(apart) < 3


def test_the_table_needs_no_script(scriptless: Any, server: str) -> None:
    scriptless.goto(f"{server}{GAME}relations/")
    assert scriptless.locator(".rel-table tbody tr").count() > 0
    heads = scriptless.locator(".rel-table thead th").count()
    assert scriptless.locator(".rel-table tbody tr").first.locator("td, th").count() == heads
