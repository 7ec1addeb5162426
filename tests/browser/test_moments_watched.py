"""Moments of a game: keys lead to them, a minute plays them, a hidden ending stays hidden."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import until

GAME = "games/sample/"
HEADING = "document.querySelector('#phase').textContent"
SUBTITLE = "document.querySelector('.subtitle')"


def opened(page: Any, server: str, hash_: str = "") -> None:
    page.goto(server + GAME + hash_)
    until(page, "document.querySelector('[data-say]').textContent !== ''")


def moments(page: Any) -> list[dict[str, Any]]:
    script = """[...document.querySelectorAll('#minute .moments li')].map(item => ({
      phase: item.querySelector('a').textContent,
      words: item.querySelector('p').firstChild.textContent.trim(),
    }))"""
    return list(page.evaluate(script))


def test_keys_lead_from_moment_to_moment_and_back(page: Any, server: str) -> None:
    opened(page, server)
    listed = moments(page)
    assert len(listed) > 1
    shown = []
    page.keyboard.press("Home")
    for moment in listed[1:]:
        page.keyboard.press("]")
        title = moment["phase"].split(",")[0]
        until(page, f"!{SUBTITLE}.hidden && {HEADING}.startsWith('{title}')")
        shown.append(page.evaluate(f"{SUBTITLE}.textContent"))
    for moment, words in zip(listed[1:], shown, strict=True):
        assert moment["words"] in words
    page.keyboard.press("[")
    until(page, f"{SUBTITLE}.textContent.includes({listed[-2]['words']!r})")
    page.keyboard.press("ArrowRight")
    until(page, f"{SUBTITLE}.hidden && !document.querySelector('.board').style.transform")


def test_the_minute_plays_every_moment_and_then_the_end(page: Any, server: str) -> None:
    opened(page, server)
    page.locator("[data-speed]").click()
    page.locator("[data-speed]").click()
    page.evaluate(
        f"""() => {{
          window.seen = [];
          new MutationObserver(() => window.seen.push({SUBTITLE}.textContent))
            .observe({SUBTITLE}, {{ childList: true }});
        }}"""
    )
    page.locator(".keys [data-minute]").click()
    until(page, "document.querySelector('.replay').classList.contains('ended')")
    seen = page.evaluate("window.seen")
    for moment in moments(page):
        assert any(moment["words"] in words for words in seen), moment


def test_the_link_of_other_pages_begins_to_play(page: Any, server: str) -> None:
    page.goto(server)
    page.locator("a.minute").first.click()
    until(page, "document.querySelector('.play.on') !== null")
    until(page, f"!{SUBTITLE}.hidden")


def test_a_hidden_ending_is_not_played(page: Any, server: str) -> None:
    opened(page, server)
    page.locator(".ending-switch").click()
    page.locator("[data-speed]").click()
    page.locator("[data-speed]").click()
    page.locator(".keys [data-minute]").click()
    until(page, "document.querySelector('.play.on') !== null")
    until(page, "document.querySelector('.play.on') === null")
    assert page.evaluate("!document.querySelector('.replay').classList.contains('ended')")
    page.locator(".ending-switch").click()


@pytest.mark.parametrize(
    "path", ["games/", "people/g-master-i/", "zines/by-title/the-sample-gazette/"]
)
def test_each_list_of_games_offers_the_minute(page: Any, server: str, path: str) -> None:
    page.goto(server + path)
    page.locator("table a.minute").first.click()
    page.wait_for_url("**/games/sample/**")
    until(page, "document.querySelector('.play.on') !== null")


def test_the_link_in_a_row_is_no_word_of_the_game(page: Any, server: str) -> None:
    page.goto(server + "games/#q=seconds")
    until(page, "document.querySelector('#filters output').textContent.startsWith('0 of')")


@pytest.mark.parametrize("width", [360, 900])
def test_the_player_in_a_frame_has_its_moments(page: Any, server: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(server + "games/sample/player/")
    page.locator(".in-frames").wait_for()
    box = page.locator(".in-frames").bounding_box()
    assert box["x"] + box["width"] <= width
    page.locator(".in-frames").click()
    until(page, f"!{SUBTITLE}.hidden")
    page.goto(server + "games/sample/")
    assert not page.locator(".in-frames").is_visible()
