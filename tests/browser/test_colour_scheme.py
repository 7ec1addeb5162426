"""Daylight or lamplight: as the reader chose, else as the system has it; no script is needed."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import until

GAME = "games/sample/"
PAPER = {"light": "rgb(251, 248, 240)", "dark": "rgb(26, 24, 21)"}


PAPER_NOW = "getComputedStyle(document.body).backgroundColor"


def paper(page: Any) -> str:
    """The colour under the text."""
    return str(page.evaluate(PAPER_NOW))


@pytest.mark.parametrize("shown", ["page", "scriptless"])
@pytest.mark.parametrize("path", ["", GAME, f"{GAME}1901-fall-movement/", "reading-a-page/"])
def test_pages_follow_the_system(
    request: pytest.FixtureRequest, server: str, path: str, shown: str
) -> None:
    """Loaded in lamplight, for all is light until something says otherwise; then by day."""
    page = request.getfixturevalue(shown)
    page.emulate_media(color_scheme="dark")
    page.goto(server + path)
    assert paper(page) == PAPER["dark"]
    page.emulate_media(color_scheme="light")
    until(page, f"{PAPER_NOW} === '{PAPER['light']}'")


def test_a_choice_holds_against_the_system(page: Any, server: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(server)
    page.locator("label[title^='Switch to daylight']").click()
    page.goto(server + GAME)
    assert paper(page) == PAPER["light"]


def test_what_is_printed_is_black_on_white(scriptless: Any, server: str) -> None:
    scriptless.emulate_media(color_scheme="dark")
    scriptless.goto(server + GAME)
    scriptless.emulate_media(media="print")
    assert paper(scriptless) == "rgb(255, 255, 255)"
