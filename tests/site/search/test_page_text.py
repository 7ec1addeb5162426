"""The sections of a page, as the search finds them."""

from __future__ import annotations

import pytest

from builder.site.search.page_text import first_heading, sections_of

PAGE = """<h1 id="top">How to read</h1><p>First words.</p><nav>Left out</nav>
<h2 id="orders">The orders<a class="headerlink" href="#orders">§</a></h2><p>A <b>move</b>.</p>
<h3>No anchor</h3><p>More of it.</p><h2 id="map">Map</h2><svg><text>NTH</text></svg>
<p>Seas &amp; land</p>"""


def test_each_heading_with_an_anchor_begins_a_section() -> None:
    sections = [*sections_of(PAGE, "How to read", "reading/", "Guide")]
    assert [(s.title, s.address, s.beginning) for s in sections] == [
        ("How to read", "reading/", "First words."),
        ("The orders", "reading/#orders", "A move. No anchor More of it."),
        ("Map", "reading/#map", "Seas & land"),
    ]
    assert [*sections[1].words] == ["a", "move", "no", "anchor", "more", "of", "it"]


def test_a_section_begins_with_whole_words() -> None:
    (section,) = sections_of(f"<p>{'word ' * 30}<p>the end", "", "", "Guide")
    assert section.beginning == f"{'word ' * 18}…"
    assert [*section.words] == ["word", "the", "end"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<td>a</td><td>b</td></tr><tr>", "a b"),
        ("<dt>Year</dt><dd>1974</dd>", "Year 1974"),
        ("<p>a<b>b</b>c</p>", "abc"),
        ("&lt;b&gt; is text", "<b> is text"),
        ("one<br>two", "one two"),
        ('<a title="</svg><h2 id=x>">a</a> <svg><title>b</title></svg>', "a"),
        ("<nav><nav>in</nav>still in</nav> out", "out"),
        ('<p class="crumbs">up</p><p class="lead">text</p>', "text"),
    ],
)
def test_words_stand_apart(html: str, text: str) -> None:
    assert [section.beginning for section in sections_of(html, "", "", "Guide")] == [text]


def test_a_title_is_text() -> None:
    assert first_heading("<p>x</p><h1 id='a'>How &amp; <em>why</em></h1><h1>no</h1>") == "How & why"
    assert first_heading("<h2>none</h2>") == ""
