"""Guess the season: a power's orders are written from the position and laid beside those played."""

from __future__ import annotations

from typing import Any

from browsing import SMALL, until, violations

READY = "document.querySelector('[data-guess]:not([hidden])') !== null"
SCORE = "document.querySelector('[data-score]').textContent"
SHOWN = """[...document.querySelectorAll('.try [data-power]')].filter(one => one.checkVisibility())
  .map(one => one.dataset.power)"""
DRAWN = "document.querySelectorAll('.try .lay-paths [data-o]').length"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
GUESSED = ("A Bud-Ser", "A Vie-Tri", "")


def write(page: Any, power: str, orders: tuple[str, ...]) -> None:
    """Write the orders of a power into its fields."""
    fields = page.locator(f"[data-power={power}] input:not(.more)")
    for at, order in enumerate(orders):
        fields.nth(at).fill(order)


def test_a_season_is_guessed_and_compared(page: Any, server: str) -> None:
    page.goto(server + "games/sample/1901-spring-movement/")
    page.get_by_role("link", name="Guess them").click()
    until(page, READY)
    until(page, f"{SHOWN}.length === 1")
    assert page.evaluate(SHOWN) == ["Austria"]
    assert page.locator("h1").inner_text() == "Guess the season"
    assert "Sample & Co, Spring 1901" in page.locator("[data-guess-title]").inner_text()
    assert page.evaluate(DRAWN) == 0, "nothing of the season is shown before"
    assert "A Mun" not in page.locator(".try").inner_text()
    write(page, "Austria", GUESSED)
    page.get_by_role("button", name="Compare").click()
    until(page, f"{SCORE} === '1 of 3 orders as played.'")
    assert page.evaluate(DRAWN) > 3
    assert page.locator(".both .same").count() == 2
    played = page.locator(".both > div").nth(1).inner_text()
    assert "F Tri – Alb" in played
    assert "Austria: A Ser" in page.locator("[data-compared] ul").inner_text()
    assert page.evaluate(SMALL) == []
    assert violations(page, TAGS) == []
    page.get_by_role("link", name="Guess the next season").click()
    until(page, "document.querySelector('[data-guess-title]').textContent.includes('Fall 1901')")
    until(page, f"{SCORE} === ''")
    assert page.get_by_role("link", name="Guess the next season").count() == 0


def test_another_power_a_mistake_and_the_first_season(page: Any, server: str) -> None:
    page.goto(server + "try/standard/#guess/sample")
    until(page, READY)
    page.get_by_role("button", name="Italy").click()
    until(page, f"{SHOWN}[0] === 'Italy'")
    write(page, "Italy", ("A Rom-Xyz",))
    page.get_by_role("button", name="Compare").click()
    until(page, "document.querySelector('[data-power=Italy] .wrong').textContent.includes('Xyz')")
    assert page.evaluate(SCORE) == ""
    page.goto(server + "try/standard/#guess/sample/1901-winter-adjustments")
    said = "document.querySelector('[data-say]').textContent"
    until(page, f"{said} === 'Only seasons in which units move can be guessed.'")


def test_the_page_of_puzzles_leads_to_it(page: Any, server: str, whole: Any) -> None:
    page.goto((whole / "puzzles/index.html").as_uri())
    addresses = page.locator("#guess a").evaluate_all("all => all.map(one => one.href)")
    assert addresses
    for address in addresses:
        assert "/try/" in address
        assert "#guess/" in address
