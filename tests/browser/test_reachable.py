"""Every page can be reached: no link leads nowhere, and home is at most three clicks away."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from browsing import SUB, served
from sample_archive import NO_PICTURES, archive
from shared_folders import Once
from site_links import SiteLinks

from builder.site.publishing.plain_site import build_plain_site
from builder.site.publishing.site import Site
from builder.site.publishing.site_build import SiteBuild, SiteOptions

CLICKS = 3
OWN_WAYS = re.compile(r"games/[\w-]+/.+|search/\?.*|404\.html")  # phases: from their game
# What one sees and can press: not what a style hides, nor what a closed menu or box holds.
VISIBLE = """() => [...document.querySelectorAll("a[href]")]
  .filter(link => link.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter(link => {
    const box = link.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.right > 0 && box.left < innerWidth;
  })
  .map(link => link.href.split(/[#?]/)[0])"""


def test_no_link_and_no_anchor_leads_nowhere(whole: Path) -> None:
    assert SiteLinks(whole).broken() == []


@pytest.fixture(scope="session")
def plain(once: Once) -> Path:
    """The small site in the frame without a theme."""

    def make(place: Path) -> None:
        (place / "archive").mkdir(parents=True)
        held: Any = archive(place / "archive")
        site = Site(held, NO_PICTURES)
        target = place / SUB
        build_plain_site(SiteBuild(site, SiteOptions(target)), target).finish()

    return once("plain-small-site", make) / SUB


def reached(page: Any, site: str, width: int, within: Iterable[str]) -> dict[str, int]:
    """The pages that visible links reach from the home page, with the clicks that it takes."""
    wanted = set(within)
    clicks = {"": 0}
    waiting = [""]
    page.set_viewport_size({"width": width, "height": 900})
    while waiting:
        path = waiting.pop(0)
        if clicks[path] == CLICKS:
            continue
        page.goto(site + path)
        for address in page.evaluate(VISIBLE):
            to = address.removeprefix(site).removesuffix("index.html")
            if to in wanted and to not in clicks:
                clicks[to] = clicks[path] + 1
                waiting.append(to)
    return clicks


def pages_of(folder: Path) -> list[str]:
    paths = [path.relative_to(folder).as_posix() for path in folder.rglob("index.html")]
    named = sorted(path.removesuffix("index.html") for path in paths)
    return [path for path in named if not OWN_WAYS.fullmatch(path)]


def is_moved(folder: Path, path: str) -> bool:
    """Does the page only lead on to a new address?"""
    return 'http-equiv="refresh"' in (folder / path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [390, 1440])
def test_every_page_is_within_three_clicks(
    page: Any, server: str, folder: Path, width: int
) -> None:
    pages = [path for path in pages_of(folder) if not is_moved(folder, path)]
    assert len(pages) > 30
    found = reached(page, server, width, pages)
    not_of_the_sample = {"zines/first-issue/"}  # it comes from our own docs folder
    assert sorted(set(pages) - found.keys() - not_of_the_sample) == []


def test_no_link_leads_nowhere_without_a_theme(plain: Path) -> None:
    assert SiteLinks(plain).broken() == []


@pytest.mark.parametrize("width", [390, 1440])
def test_every_page_is_within_three_clicks_without_a_theme(
    page: Any, plain: Path, width: int
) -> None:
    pages = [path for path in pages_of(plain) if not is_moved(plain, path)]
    with served(plain) as address:
        found = reached(page, address, width, pages)
    assert sorted(set(pages) - found.keys()) == []
