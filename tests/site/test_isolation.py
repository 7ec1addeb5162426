"""Names, titles and press that run from right to left are isolated on pages and in feeds."""

from __future__ import annotations

import pytest

from builder.site.artifacts import SiteSettings
from builder.site.pages.feeds import FeedEntry, feed
from builder.site.parts.isolation import isolated, isolated_lines, isolated_plain
from builder.site.parts.markdown_text import rendered

NAME = "דן כהן"


def test_a_name_is_isolated_only_where_it_makes_a_difference() -> None:
    assert isolated(NAME) == f"<bdi>{NAME}</bdi>"
    assert isolated("Élodie & Co") == "Élodie &amp; Co"
    assert isolated(f"<b>{NAME}") == f"<bdi>&lt;b&gt;{NAME}</bdi>"
    assert isolated("\u202eevil") == "<bdi>\u202eevil</bdi>"


@pytest.mark.parametrize("mark", ["", "- ", "> ", "1. "])
def test_lines_of_press_are_isolated_behind_the_marks_of_markdown(mark: str) -> None:
    text = f"{mark}{NAME} (1901)\nPeace!"
    assert isolated_lines(text) == f"{mark}<bdi>{NAME} (1901)</bdi>\nPeace!"
    assert f"<bdi>{NAME} (1901)</bdi>" in rendered(isolated_lines(text))


def test_press_cannot_break_out_of_its_isolation() -> None:
    page = rendered(isolated_lines(f"{NAME}</bdi><script>alert(1)</script>"))
    assert "<script" not in page
    assert page.count("<bdi>") == page.count("</bdi>")


def test_titles_in_feeds_are_isolated_without_html() -> None:
    assert isolated_plain(NAME) == f"\u2068{NAME}\u2069"
    settings = SiteSettings(title="X")
    entry = FeedEntry(f"{NAME}, Spring 1901", "games/x/", "2026-05-03", "", "")
    made = feed("feed.xml", NAME, [entry], settings)
    assert f"<title>\u2068{NAME}, Spring 1901\u2069</title>" in str(made.content)
