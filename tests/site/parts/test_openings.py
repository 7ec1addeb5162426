"""Counts of openings: made from games, written, read back, refused where they cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.errors import ArchiveError
from builder.playback.replaying import replay
from builder.site.parts.openings import RARE, counts_file, first_orders, read_counts

KEPT = ARCHIVE.maps_folder / "standard" / "opening-counts.json"


def test_counts_are_read_back_as_they_were_made(tmp_path: Path) -> None:
    record = ARCHIVE.game("2003g")
    began = list(first_orders(replay(ARCHIVE.variant("standard"), record)))
    file = tmp_path / "counts.json"
    file.write_text(counts_file([("standard", began)] * RARE, "a test"), encoding="utf-8")
    found = read_counts(file)
    assert (found.source, found.games) == ("a test", RARE)
    (orders, node), *others = found.powers["Turkey"].next.items()
    assert orders == "A Con – Bul, A Smy – Con, F Ank H"
    assert (node.games, node.won, node.out, others) == (RARE, RARE, 0, [])


def test_the_counts_that_are_kept_add_up() -> None:
    found = read_counts(KEPT)
    assert found.games == 2851
    assert found.powers.keys() == {*ARCHIVE.variant("standard").setting.powers}
    for tree in found.powers.values():
        assert sum(node.games for node in tree.next.values()) <= found.games
        for node in tree.next.values():
            assert max(node.clean, node.won + node.out) <= node.games
            assert sum(n.games for n in node.next.values()) <= node.games


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "null", "[" * 5000, '{"powers": 3, "source": "", "games": 1}',
        '{"powers": {"Italy": {"A Rom H": [1, 2, 3, {}]}}, "source": "", "games": 1}',
        '{"powers": {"Italy": {"A Rom H": [1, 1, 0, 1e9, {}]}}, "source": "", "games": 1}',
        '{"powers": {"Italy": {"A Rom H": [1, 1, 0, -1, {}]}}, "source": "", "games": 1}',
    ],
)  # fmt: skip
def test_what_are_no_counts_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "opening-counts.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ArchiveError, match="no counts of openings"):
        read_counts(file)


def test_what_people_wrote_stays_text(tmp_path: Path) -> None:
    data = {"powers": {}, "source": "<script>", "games": 1}
    file = tmp_path / "opening-counts.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert read_counts(file).source == "<script>"  # escaped by the template
