"""The search: one box on every page, for the mouse, the keyboard and screen readers."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import SHEETS, until, violations

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SHIFTS = """() => {
  window.moved = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
  }).observe({ type: "layout-shift" });
}"""
SIDES = """selector => {
  const { left, right } = document.querySelector(selector).getBoundingClientRect();
  return [left, right];
}"""
STATUS = "document.querySelector('.seek-panel:not([hidden]) [role=status]')?.textContent ?? ''"
ANSWERED = "document.querySelector('.seek-panel:not([hidden])')?.dataset.answers"
PHONE = {"width": 390, "height": 844}


def ask(page: Any, question: str) -> None:
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+a")
    page.keyboard.type(question)
    until(page, f"{ANSWERED} === {question!r}")


@pytest.mark.parametrize(
    "path", ["", "games/", "games/sample/", "reading-a-page/", "try/standard/"]
)
@pytest.mark.parametrize("key", ["/", "Control+k"])
def test_the_box_is_on_every_page(page: Any, server: str, path: str, key: str) -> None:
    page.goto(server + path)
    page.keyboard.press(key)
    assert page.evaluate("document.activeElement.matches('header .seek input')")
    page.keyboard.type("a/b")
    assert page.evaluate("document.activeElement.value") == "a/b"


def test_arrows_choose_and_escape_closes(page: Any, server: str) -> None:
    page.goto(server + "reading-a-page/")
    ask(page, "sample")
    box = page.locator("header .seek input")
    assert box.get_attribute("aria-expanded") == "true"
    assert page.locator(f"#{box.get_attribute('aria-controls')}").get_attribute("role") == "listbox"
    page.keyboard.press("ArrowDown")
    chosen = box.get_attribute("aria-activedescendant")
    assert page.locator(f"#{chosen}").get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowUp")
    last = page.locator("[role=option]").last
    assert box.get_attribute("aria-activedescendant") == last.get_attribute("id")
    page.keyboard.press("Escape")
    assert box.get_attribute("aria-expanded") == "false"
    assert box.get_attribute("aria-activedescendant") is None
    assert not page.locator(".seek-panel").first.is_visible()


def test_what_is_found_is_stated_and_the_nearest_is_offered(page: Any, server: str) -> None:
    page.goto(server)
    ask(page, "Ukraine System")
    assert page.evaluate(STATUS).endswith("hits.") or page.evaluate(STATUS) == "1 hit."
    ask(page, "Lepnato")
    until(page, f"{STATUS}.includes('The nearest is “lepanto”')")
    assert page.locator("[role=option]", has_text="Lepanto").first.is_visible()


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_open_box_can_be_used_by_everyone(
    page: Any, server: str, width: int, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(server + "reading-a-page/")
    until(page, f"document.body.dataset.mdColorScheme === '{SHEETS[scheme]}'")
    page.evaluate(SHIFTS)
    ask(page, "A Vie-Gal")
    page.locator(".seek-panel .hit .final svg").first.wait_for()
    assert violations(page, TAGS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    left, right = page.evaluate(SIDES, ".seek-panel")
    assert 0 <= left < right <= width
    assert page.evaluate("window.moved") <= 0.02


def test_endings_are_hidden_in_hits(page: Any, server: str) -> None:
    page.goto(server + "games/")
    page.locator(".ending-switch").click()
    ask(page, "sample")
    page.locator(".hit .hit-line").first.wait_for()
    assert not page.locator(".hit .spoiler").first.is_visible()


def test_enter_leads_to_the_page_of_all_hits(page: Any, server: str) -> None:
    page.goto(server + "games/sample/")
    ask(page, "F1901")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?find=F1901")
    until(page, "document.querySelectorAll('#found li a').length > 0")
    page.locator("#found li a").first.click()
    page.wait_for_url(f"{server}games/sample/**1901-fall-movement")


def test_without_a_script_the_lists_can_be_reached(scriptless: Any, server: str) -> None:
    scriptless.goto(server + "reading-a-page/")
    scriptless.locator("header .seek input").fill("sample")
    scriptless.keyboard.press("Enter")
    scriptless.wait_for_url("**/search/?find=sample")
    links = scriptless.eval_on_selector_all("#found a", "all => all.map(a => a.pathname)")
    assert any(link.endswith("/games/") for link in links)
    assert any(link.endswith("/people/") for link in links)


def test_an_outcome_alone_finds_the_seasons_with_most_of_it(page: Any, server: str) -> None:
    page.goto(server + "search/?find=bounced")
    until(page, "document.querySelectorAll('#found li a').length > 0")
    lines = page.locator("#found section").first.locator(".hit-line").all_inner_texts()
    counts = [int(line.split(" ")[0]) for line in lines]
    assert counts == sorted(counts, reverse=True)
    assert "bounced" in lines[0]
    ask(page, "bounced F01")
    assert "Fall 1901" in page.locator("[role=option]").first.inner_text()


def test_the_reason_of_an_order_begins_as_a_sentence_does(page: Any, server: str) -> None:
    page.goto(server + "search/?find=bounced")
    until(page, "document.querySelectorAll('#found li a').length > 0")
    ask(page, "A Ser-Bul")
    lines = page.locator("[role=option] .hit-line").all_inner_texts()
    orders = [line for line in lines if ": A Ser" in line]
    assert orders
    assert all(sentence[:1].isupper() for line in orders for sentence in line.split(". "))
