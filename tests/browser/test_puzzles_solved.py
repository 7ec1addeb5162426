"""A puzzle is solved on its page without a judge, from a server and from disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import served, until

VERDICT = "document.querySelector('.puzzle [data-verdict]').textContent"


@pytest.fixture(scope="module")
def puzzle_page(whole: Path) -> Path:
    """The page of a game with puzzles."""
    return next(iter(sorted(whole.glob("games/*/puzzles/index.html"))))


def choose(page: Any, saving: bool) -> str:
    """Choose another order in the first puzzle, one that saves the centre or not."""
    script = """saving => {
      for (const select of document.querySelectorAll(".puzzle select")) {
        const wanted = saving ? "1" : "0";
        const option = [...select.options].find((one, at) => at > 0 && one.value === wanted);
        if (!option) continue;
        select.value = option.value;
        select.selectedIndex = option.index;
        select.dispatchEvent(new Event("change", { bubbles: true }));
        return option.textContent;
      }
      return "";
    }"""
    return str(page.evaluate(script, saving))


def solve(page: Any) -> None:
    page.locator(".puzzle button").first.click()
    assert "what was played" in page.evaluate(VERDICT)
    assert choose(page, saving=False)
    page.locator(".puzzle button").first.click()
    assert "lost all the same" in page.evaluate(VERDICT)
    order = choose(page, saving=True)
    changed = "[...document.querySelector('.puzzle').querySelectorAll('select')]"
    assert page.evaluate(f"{changed}.filter(one => one.selectedIndex > 0).length") == 1
    page.locator(".puzzle button").first.click()
    assert "Solved" in page.evaluate(VERDICT)
    assert order in page.locator(".puzzle .answer").first.inner_text()


def test_a_puzzle_is_solved(page: Any, whole: Path, puzzle_page: Path) -> None:
    with served(whole) as server:
        page.goto(server + puzzle_page.parent.relative_to(whole).as_posix() + "/")
        until(page, "document.querySelector('.puzzle .board') !== null")
        solve(page)


def test_it_works_from_disk(page: Any, puzzle_page: Path) -> None:
    page.goto(puzzle_page.as_uri())
    until(page, "document.querySelector('.puzzle .board') !== null")
    solve(page)


def test_without_scripts_question_and_answer_are_there(scriptless: Any, puzzle_page: Path) -> None:
    scriptless.goto(puzzle_page.as_uri())
    assert "One order saves it" in scriptless.locator(".puzzle").first.inner_text()
    scriptless.locator(".puzzle summary").first.click()
    assert scriptless.locator(".puzzle .answer li").first.is_visible()
    assert not scriptless.locator(".puzzle form").first.is_visible()


def test_the_list_filters_and_offers_one_of_the_day(page: Any, whole: Path) -> None:
    page.goto((whole / "puzzles/index.html").as_uri())
    count = page.locator(".puzzle-list > li").count()
    page.locator("[name=difficulty]").select_option("hard")
    hard = page.locator(".puzzle-list > li:visible").count()
    assert 0 < hard < count
    assert page.locator("#puzzle-filters output").inner_text().startswith(f"{hard} ")
    today = page.locator(".of-the-day a").get_attribute("href")
    assert page.locator(f'.puzzle-list > li:not(.ends-game) a[href="{today}"]').count() == 1
