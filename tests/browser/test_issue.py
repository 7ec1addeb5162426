"""Issues printed as PDF: a file for each size of paper, whose links lead somewhere or nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import CHROMIUM, browser_or_skip

from builder.site.build.pdf import SIZES, print_issues, sized
from builder.site.build.publisher import Publisher
from builder.site.parts.page_frame import PageFrame

PAGE = '<html><head></head><body><a class="x" href="../../games/a/">A</a><a href="#b">B</a></body>'
POINTS = {"A4": (595, 842), "letter": (612, 792)}


@pytest.mark.parametrize(
    ("address", "led"),
    [
        ("", '<a class="x">A</a>'),
        ("https://a.org/c/zines/one/", '<a class="x" href="https://a.org/c/games/a/">A</a>'),
    ],
)
def test_links_lead_to_the_site_or_are_words(address: str, led: str) -> None:
    text = sized(PAGE, "A4", address)
    assert led in text
    assert '<a href="#b">' in text


def test_an_issue_is_printed_again_when_what_it_shows_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[str] = []

    def print_text(_: str, text: str, page: Path, place: Path) -> None:
        printed.append(page.parent.name)
        place.write_text(text)

    monkeypatch.setattr("builder.site.build.pdf.print_text", print_text)
    looks = '<link rel="stylesheet" href="../../a.css">'
    shows = '<svg><image href="../../games/a/map.svg"/></svg>'
    for style, drawing, times in (("b{}", "<svg/>", 2), ("b{}", "<svg/>", 2), ("i{}", "<svg/>", 4),
                                  ("i{}", "<svg></svg>", 6), ("b{}", "<svg/>", 6)):  # fmt: skip
        publisher = Publisher(tmp_path / "site", PageFrame(str))
        publisher.write("a.css", style.encode())
        publisher.write("games/a/map.svg", drawing.encode())
        publisher.write("zines/one/index.html", PAGE.replace("<body>", looks + shows).encode())
        print_issues(publisher, tmp_path / "store", "no browser")
        assert len(printed) == times, (style, drawing)


def test_an_issue_is_printed_on_each_size_of_paper(tmp_path: Path) -> None:
    browser_or_skip()
    publisher = Publisher(tmp_path / "site", PageFrame(str))
    publisher.write("assets/chancery.css", b"")
    publisher.write("zines/one/index.html", PAGE.encode())
    assert print_issues(publisher, tmp_path / "store", CHROMIUM) == 1
    for size, name in SIZES.items():
        file = (tmp_path / "site/zines/one" / name).read_bytes()
        box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file)
        assert box is not None
        found = tuple(round(float(side)) for side in box.groups())
        assert all(abs(a - b) <= 1 for a, b in zip(found, POINTS[size], strict=True)), size
        assert b"file://" not in file
    assert sorted(p.name for p in (tmp_path / "site/zines/one").iterdir()) == sorted(
        ["index.html", *SIZES.values()]
    )
