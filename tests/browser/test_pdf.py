"""Issues printed as PDF: a file for each size of paper, whose links lead somewhere or nowhere."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from browsing import CHROMIUM, browser_or_skip

from builder.site.parts.page_frame import PageFrame
from builder.site.publishing.content_store import ContentStore
from builder.site.publishing.printing.browser_printing import print_text
from builder.site.publishing.printing.issue_printer import SIZES, IssuePrinter, browser, sized
from builder.site.publishing.publisher import Publisher

PAGE = (
    '<html><head><title>One</title></head><body><a class="x" href="../../games/a/">A</a>'
    '<a href="#b">B</a><table><tr><th>a<th>b<tr><td>1<td>2</table></body></html>'
)
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


def print_issue(publisher: Publisher, store: Path, chosen: str) -> None:
    """Print the one issue of a site that is staged, and put its PDFs beside its page."""
    printer = IssuePrinter(publisher, ContentStore(store), chosen)
    for artifact in printer.print("zines/one/index.html"):
        assert isinstance(artifact.content, bytes)
        publisher.write(artifact.path, artifact.content)


def test_an_issue_is_printed_again_when_what_it_shows_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[str] = []

    def print_text(_: str, text: str, place: str, __: Publisher) -> bytes:
        printed.append(place)
        return b"%PDF" + text.encode()

    monkeypatch.setattr("builder.site.publishing.printing.browser_printing.print_text", print_text)
    looks = '<link rel="stylesheet" href="../../a.css">'
    shows = '<svg><image href="../../games/a/map.svg"/></svg>'
    for style, drawing, times in (("b{}", "<svg/>", 2), ("b{}", "<svg/>", 2), ("i{}", "<svg/>", 4),
                                  ("i{}", "<svg></svg>", 6), ("b{}", "<svg/>", 6)):  # fmt: skip
        publisher = Publisher(tmp_path / "site", PageFrame(str))
        publisher.write("a.css", style.encode())
        publisher.write("games/a/map.svg", drawing.encode())
        publisher.write(
            "zines/one/index.html", PAGE.replace("<body>", f"<body>{looks}{shows}").encode()
        )
        print_issue(publisher, tmp_path / "store", "no browser")
        assert len(printed) == times, (style, drawing)


def test_an_issue_is_printed_on_each_size_of_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser_or_skip()
    publisher = Publisher(tmp_path / "site", PageFrame(str))
    publisher.write("assets/chancery.css", b"")
    if hasattr(os, "geteuid") and not os.geteuid():
        monkeypatch.setenv("CHANCERY_NO_SANDBOX", "1")
    spoilt = PAGE.replace("</a>", "</a><script>document.body.remove()</script>", 1)
    publisher.write("zines/one/index.html", spoilt.encode())
    print_issue(publisher, tmp_path / "store", CHROMIUM)
    assert not publisher.faults
    publisher.finish()
    for size, name in SIZES.items():
        file = (tmp_path / "site/zines/one" / name).read_bytes()
        box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file)
        assert box is not None
        found = tuple(round(float(side)) for side in box.groups())
        assert all(abs(a - b) <= 1 for a, b in zip(found, POINTS[size], strict=True)), size
        assert b"file://" not in file
        assert b"127.0.0.1" not in file
        html = (tmp_path / "site/zines/one/index.html").read_text()
        again = print_text(CHROMIUM, sized(html, size, ""), "zines/one/", publisher)
        assert again == file, "the same bytes at another time"
    assert sorted(p.name for p in (tmp_path / "site/zines/one").iterdir()) == sorted(
        ["index.html", *SIZES.values()]
    )


def test_root_prints_only_if_the_sandbox_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.delenv("CHANCERY_NO_SANDBOX", raising=False)
    assert browser() is None
