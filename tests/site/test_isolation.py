"""Names, titles and press that run from right to left are isolated on pages and in feeds."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from sample_archive import archive, artifacts, sample, standard

from builder.prose.isolation import isolated, isolated_lines, isolated_plain
from builder.record import Note, Record, Source
from builder.site.artifacts import SiteSettings
from builder.site.pages.feeds import FeedEntry, feed
from builder.site.parts.markdown_text import rendered
from builder.site.templating import ENVIRONMENT

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


RIGHT = re.compile("[\u0590-\u05ff]+")
# They hold no elements; the text of `code`, for another site, is copied as it is.
UNDIRECTED = ("title", "script", "style", "textarea", "option", "svg", "code")
AS_DATA = "application/json"


class Strays(HTMLParser):
    """The Hebrew texts on a page that no `<bdi>` isolates."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.isolated = 0
        self.strays: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("bdi", *UNDIRECTED):
            self.inside.append(tag)
        for _, value in attrs:
            assert "<bdi" not in (value or ""), self.get_starttag_text()

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if "<bdi" in data and AS_DATA not in data:
            assert "script" in self.inside, data
        if not RIGHT.search(data):
            return
        self.isolated += "bdi" in self.inside
        if not self.inside:
            self.strays.append(data.strip())


def from_the_right() -> Record:
    """A game in which everything that people name is Hebrew."""
    record = sample(standard())
    spring = record.phases[0]
    notes = (
        Note("gm", f"{NAME} (1901).", author=NAME),
        Note("press", f"{NAME} (1901).", author=NAME, to=NAME),
    )
    phase = spring._replace(notes=notes, headline=f"{NAME} (1)", source=NAME)
    return record._replace(
        name=NAME,
        gm=NAME,
        zine=NAME,
        phases=(phase, *record.phases[1:]),
        source=Source(title=NAME, issues="12", transcriber=NAME),
        players=dict.fromkeys(record.players, NAME),
        moments={spring.phase: NAME},
        note=NAME,
    )


def test_every_page_isolates_what_people_named(tmp_path: Path) -> None:
    settings = SiteSettings("all", "none", title=NAME)
    pages = {}
    isolations = 0
    for made in artifacts(archive(tmp_path, from_the_right()), settings):
        if not made.path.endswith(".html"):
            continue
        parser = Strays()
        parser.feed(str(made.content))
        isolations += parser.isolated
        if parser.strays:
            pages[made.path] = parser.strays
    assert not pages
    assert isolations > 50


@pytest.mark.parametrize(
    ("template", "page"),
    [
        ("<p>{{ x }}, 1901</p>", "<p><bdi>א</bdi>, 1901</p>"),
        ('<p title="{{ x }}">{{ x }}</p>', '<p title="א"><bdi>א</bdi></p>'),
        ("<title>{{ x }}</title>{{ x }}", "<title>א</title><bdi>א</bdi>"),
        ('<textarea rows="2">{{ x }}<b>{{ x }}</textarea>', '<textarea rows="2">א<b>א</textarea>'),
        ("<!-- {{ x }} -->{{- x ~ 1 -}}", "<!-- א --><bdi>א1</bdi>"),
        ("{{ x if x else y }} {{ '<' }}", "<bdi>א</bdi> &lt;"),
    ],
)
def test_a_template_isolates_what_it_prints_between_tags(template: str, page: str) -> None:
    assert ENVIRONMENT.from_string(template).render(x="א") == page
