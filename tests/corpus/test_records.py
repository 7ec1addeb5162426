"""A sample of the recorded games of others: every difference is accounted for, and told."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import pytest
from our_archive import ARCHIVE, WHOLE, replayed

from builder.cli.game_sources import read_source, sources
from builder.cli.verify import VerifyCounts, counted
from builder.playback.replaying import walk

sys.path.insert(0, str(Path(__file__).parent))
from differences import CORPUS, ROOT, confirmed, judged, kinds, rows, unaccounted

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
GAMES = 25


def test_every_explanation_is_of_a_kind_that_is_told() -> None:
    assert {r.kind for r in rows()} == kinds().keys()
    assert len(set(rows())) == len(rows())


@pytest.mark.parametrize("source", ["json-diplomacy/webdip-network", "json-diplomacy/webdip-api"])
def test_these_agree_in_every_phase(source: str) -> None:
    total = judged(source, 1)
    assert total.phases
    assert total.compared == total.agreed
    assert not total.differing


@pytest.mark.parametrize(
    "source",
    [
        "json-diplomacy/fb-unit-tests",
        "zine/tap",
        "zine/diplomacy-world",
        "judge/showcase-txt",
        "judge/fragments",
        "jdip",
    ],
)
def test_every_difference_is_explained(source: str) -> None:
    assert unaccounted(source, judged(source, 1), rows()) == (set(), set())


def test_the_first_games_of_the_largest_record_agree() -> None:
    found = islice(sources([CORPUS / "droidippy-open.tar.xz"], ARCHIVE), GAMES)
    total = VerifyCounts()
    for part in counted(found, ARCHIVE, None, 1):
        total += part
    assert total.games == GAMES
    assert total.agreed == total.compared > 20 * GAMES


@pytest.mark.parametrize(
    "name", ["1993J", "1995HQ", "1995W", "1999K", "2001D", "2003G", "2005A", "2013D"]
)
def test_a_game_of_the_archive_is_judged_like_its_source(name: str) -> None:
    """The same phases of both agree, differ or were ruled."""
    source = next((CORPUS / "zine" / "tap").glob(f"std-{name}-*"))
    kept = next((ROOT / "games" / "standard").glob(f"{name.lower()}-*"))
    first, *_ = (
        [(s.phase, s.verdict) for s in walk(ARCHIVE.variant("standard"), record)]
        for one in sources([source], ARCHIVE)
        for _, record, _ in read_source(one, ARCHIVE)
        if record is not None
    )
    assert first == [(s.phase, s.verdict) for s in replayed(kept).stages]


LARGE = ["zine/tap"] if WHOLE else []


@pytest.mark.parametrize("source", [*LARGE, "zine/diplomacy-world", "zine/page-samples"])
def test_another_judge_confirms_every_explanation_of_a_movement(source: str) -> None:
    pytest.importorskip("diplomacy")
    known = rows()
    moves = [r for r in known if r.source == source and r.phase.endswith("M")]
    assert confirmed(source, known) == {r for r in moves if not r.subject.startswith("centre")}
