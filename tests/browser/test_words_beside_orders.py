"""What a game master and players wrote about a phase stands beside its orders in the player."""

from __future__ import annotations

from typing import Any

from browsing import until

NOTES = "document.querySelector('[data-notes]').textContent"
HEADING = "document.querySelector('#phase').textContent"


def test_press_and_notes_come_and_go_with_their_phase(page: Any, server: str) -> None:
    page.goto(f"{server}games/sample/#1901-fall-movement")
    until(page, f"{HEADING}.startsWith('Fall 1901')")
    until(page, f"{NOTES} === ''")
    page.locator("[data-go=back]").click()
    until(page, f"{NOTES}.includes('Adjustments are due')")
    assert "All is well" in page.evaluate(NOTES)
    assert page.locator('[data-notes] a[href^="javascript"]').count() == 0
    assert page.locator("[data-notes] script").count() == 0
    page.locator("[data-go=last]").click()
    until(page, f"{NOTES} === ''")


def test_the_first_phase_has_its_words_without_scripts(scriptless: Any, server: str) -> None:
    scriptless.goto(f"{server}games/sample/")
    assert "Adjustments are due" in scriptless.locator("[data-notes]").text_content()
