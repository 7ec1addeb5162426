"""What the box at the head of every page finds, and the words it shows of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_archive import sample, standard

from builder.playback.replaying import replay
from builder.site.build.site_build import findable
from builder.site.pages.people import people_page
from builder.site.pages.statistics import statistics_page
from builder.site.parts.game_summary import GameSummary, summarise
from builder.site.parts.register import EMPTY


@pytest.fixture(scope="module")
def summary() -> GameSummary:
    variant = standard()
    made = summarise(replay(variant, sample(variant)))
    return replace(made, name="Sample", players={"England": "Tallman"}, gm="Ann Burgess")


@pytest.mark.parametrize(
    ("html", "read"),
    [
        ("<dt>Year</dt><dd>1974</dd>", "<dt>Year</dt> <dd>1974</dd>"),
        ("<td>a</td><td>b</td></tr><tr>", "<td>a</td> <td>b</td> </tr> <tr>"),
        ("<p>a <b>b</b><i>c</i></p>", "<p>a <b>b</b><i>c</i></p>"),
        ("<nav>a</nav>", '<nav data-search-exclude="yes">a</nav>'),
        ('<i class="ctr p-x">A</i>', '<i class="ctr p-x" data-search-exclude="yes">A</i>'),
        ('<table class="sums">', '<table class="sums">'),
    ],
)
def test_words_stand_apart(html: str, read: str) -> None:
    assert findable(html) == read


def test_people_and_openings_are_found_for_themselves(summary: GameSummary) -> None:
    page = people_page([summary], EMPTY)
    assert page.finds == (
        ("ann-burgess", "Ann Burgess", "Game master in Sample."),
        ("tallman", "Tallman", "England in Sample."),
    )
    openings = statistics_page([summary], [standard()])
    assert any(title.startswith("Balkan Gambit") for _, title, _ in openings.finds)
    for found in (page, openings):
        for anchor, _, _ in found.finds:
            assert f'id="{anchor}"' in str(found.content)
