"""Words typed by people."""

from __future__ import annotations

import pytest
from sample_archive import sample, standard

from builder.playback.replaying import replay
from builder.prose.names import slug
from builder.site.addresses import root_of
from builder.site.parts.markdown_text import TextPlace, linked, rendered


@pytest.mark.parametrize(
    "typed",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "<a href='vbscript:x'>x</a>",
        "<iframe src=//e></iframe>",
        "<style>*{}</style>",
        '<p style="position:fixed">x',
        "![x](https://script.example/x.png)",
        "<img src='//script.example/x.png'>",
        "<img src='\\\\script.example/x.png'>",
    ],
)
def test_nothing_harmful_is_left(typed: str) -> None:
    safe = rendered(typed).lower()
    for word in ("script", "onerror", "iframe", "<style", "style=", "alert(1)</"):
        assert word not in safe


def test_markdown_is_read() -> None:
    assert "<strong>both</strong>" in rendered("**both**")


def test_phases_in_prose_become_links_once() -> None:
    told = linked(replay(standard(), sample(standard())), "../g/")
    html = told('See F1901M, not F1902M, [F1901M](x) `F1901M` <b title="F1901M">.</b>')
    assert html.count('href="../g/1901-fall-movement/"') == 1
    assert 'title="F1901M"' in html
    assert "<code>F1901M</code>" in html


def test_a_reference_in_a_link_is_left_alone() -> None:
    place = TextPlace(refer=lambda game, phase: (f"{game}/{phase}", "words"))
    typed = '[k](https://e.example/?q=one:S1901M "one:S1901M") <span title="one:S1901M">x</span>'
    html = rendered(f"{typed} `one:S1901M` one:S1901M **two:F1901M**", place)
    assert 'href="https://e.example/?q=one:S1901M"' in html
    assert html.count('title="one:S1901M"') == 2
    assert "<code>one:S1901M</code>" in html
    assert html.count('class="at"') == 2
    assert '<strong><a class="at" href="two/F1901M"' in html


def test_text_that_looks_like_an_attribute_stays_text() -> None:
    for typed in ('x style="text-align: left;" y', 'see src="a.png" here', 'id="x" href="#y"'):
        assert typed in rendered(typed, TextPlace(address="../{}".format, prefix="p-"))


@pytest.mark.parametrize(
    ("words", "found"), [("Stp/nc", "stp-nc"), ("Tübingen  1!", "tubingen-1"), ("ÆØÅ", "a")]
)
def test_slugs(words: str, found: str) -> None:
    assert slug(words) == found


def test_root_of() -> None:
    assert root_of("index.html") == ""
    assert root_of("games/x/y/index.html") == "../../../"


def test_notes_name_phases_of_their_game() -> None:
    played = replay(standard(), sample(standard()))
    told = linked(played, "../")("**See** F1901M, not F1902M <script>.")
    assert "<strong>See</strong>" in told
    assert '<a class="at" href="../1901-fall-movement/" rel="nofollow">F1901M</a>,' in told
    assert "<script" not in told


def test_the_number_of_an_issue_is_no_heading() -> None:
    assert "<p>#216 printed it.</p>" in rendered("#216 printed it.")
    assert "<h2>216</h2>" in rendered("## 216")
