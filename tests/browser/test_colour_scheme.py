"""Daylight or lamplight: as the reader chose, else as the system has it; no script is needed."""

from __future__ import annotations

from typing import Any

import pytest

GAME = "games/sample/"
PAPER = {"light": "rgb(251, 248, 240)", "dark": "rgb(26, 24, 21)"}


def paper(page: Any) -> str:
    """The colour under the text."""
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", GAME, f"{GAME}1901-fall-movement/", "reading-a-page/"])
def test_pages_follow_the_system(
    chromium: Any, server: str, path: str, scheme: str, scripts: bool
) -> None:
    context = chromium.new_context(java_script_enabled=scripts, color_scheme=scheme)
    page = context.new_page()
    page.goto(server + path)
    assert paper(page) == PAPER[scheme]
    context.close()


def test_a_choice_holds_against_the_system(chromium: Any, server: str) -> None:
    context = chromium.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(server)
    page.locator("label[title^='Switch to daylight']").click()
    page.goto(server + GAME)
    assert paper(page) == PAPER["light"]
    context.close()


def test_what_is_printed_is_black_on_white(chromium: Any, server: str) -> None:
    context = chromium.new_context(java_script_enabled=False, color_scheme="dark")
    page = context.new_page()
    page.goto(server + GAME)
    page.emulate_media(media="print")
    assert paper(page) == "rgb(255, 255, 255)"
    context.close()
