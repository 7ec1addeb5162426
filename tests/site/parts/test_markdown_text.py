"""Words typed by people."""

from __future__ import annotations

import pytest
from sample_archive import sample, standard

from builder.playback.replaying import replay
from builder.prose.names import slug
from builder.site.addresses import root_of
from builder.site.parts.markdown_text import linked, rendered


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
    html = told('<p>See F1901M, not F1902M, <a href="x">F1901M</a> <b title="F1901M">.</b></p>')
    assert html.count('href="../g/1901-fall-movement/"') == 1
    assert 'title="F1901M"' in html


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
    assert '<a class="at" href="../1901-fall-movement/">F1901M</a>, not F1902M' in told
    assert "<script" not in told


def test_the_number_of_an_issue_is_no_heading() -> None:
    assert "<p>#216 printed it.</p>" in rendered("#216 printed it.")
    assert "<h2>216</h2>" in rendered("## 216")
