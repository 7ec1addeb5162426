"""A phase and a game in a frame of somebody else's page: the whole map is seen at any width."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from browsing import until

GAME = "games/sample/"
PHASE = "games/sample/1901-spring-movement/"
FITS = """() => {
  const root = document.documentElement;
  const seen = [...document.querySelectorAll('.board')].map(b => b.getBoundingClientRect());
  const map = seen.find(box => box.width);
  const bar = document.querySelector('.bar')?.getBoundingClientRect().top ?? root.clientHeight;
  return [map.width > 200, map.left >= 0, map.right <= root.clientWidth, map.bottom <= bar,
          root.scrollWidth <= root.clientWidth].every(Boolean);
}"""


def answer(body: str, route: Any) -> None:
    route.fulfill(body=body, content_type="text/html")


def whole_in_frame(page: Any, server: str, code: str) -> None:
    """Is the whole map seen in a frame at three widths?"""
    for width in (360, 600, 900):
        body = f'<!doctype html><body style="margin:0"><div style="width:{width}px">{code}</div>'
        page.route("**/stranger", partial(answer, body))
        page.goto(f"{server}stranger")
        page.frame_locator("iframe").locator(".board:visible").first.wait_for()
        until(page.frames[1], f"({FITS})()")
        page.unroute("**/stranger")


@pytest.mark.parametrize(("path", "link", "part", "hidden"), [
    (PHASE, "[data-code]", "#embed", ".title"), (GAME, "a[href='#code']", "", ".below"),
])  # fmt: skip
def test_the_code_that_a_page_gives_shows_the_whole_map(
    page: Any, server: str, path: str, link: str, part: str, hidden: str
) -> None:
    page.goto(server + path)
    assert not page.locator("#code").is_visible()
    page.locator(link).click()
    code = page.locator("#code").inner_text()
    source = re.search(r'src="([^"]*)"', code)
    assert source is not None
    assert source[1] == f"{server}{path}{part}"
    whole_in_frame(page, server, code)
    assert page.frames[1].locator(hidden).first.is_hidden()
