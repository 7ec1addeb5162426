"""Counts of openings: made from games, written, read back, refused where they cannot be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from our_archive import ARCHIVE
from sample_archive import OneBlock

from builder.errors import ArchiveError
from builder.playback.replaying import replay
from builder.prose.names import slug
from builder.site.artifacts import Artifact
from builder.site.pages.explorer import Explorer
from builder.site.parts.game_summary import figures_of, summarise
from builder.site.parts.openings import RARE, counts_file, first_orders, name_of, read_counts

ROW = 8  # a row of the board: orders, four numbers, games, later rows, and a name
KEPT = ARCHIVE.maps_folder / "standard" / "opening-counts.json"


def scripts_in(made: Iterable[Artifact]) -> list[Artifact]:
    return [one for one in made if one.path.endswith(".js")]


def board_data(file: Artifact) -> Any:
    """What a script says of a power for the explorer's board."""
    text = str(file.content)
    return json.loads(text[text.index(",") + 1 : -3])


def without_games(rows: list[Any]) -> list[Any]:
    """Rows without the games that they name."""
    return [[*row[:5], without_games(row[6])] for row in rows]


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


def test_it_does_not_matter_where_a_game_is_counted(tmp_path: Path) -> None:
    """A file of counts and the games of an archive give the same numbers, season by season."""
    played = [replay(ARCHIVE.variant("standard"), ARCHIVE.game(n)) for n in ("2003g", "1998v")]
    games = [
        (summarise(found)._replace(id=f"{found.record.id}-{number}"), figures_of(found))
        for number in range(RARE)
        for found in played
    ]
    counts = counts_file([("standard", f.began) for _, f in games], "a test")
    none = json.dumps(json.loads(counts) | {"powers": {}})
    pages = []
    boards = []
    for name, text, held in (("counted", counts, []), ("held", none, games)):
        file = tmp_path / name / "standard" / "opening-counts.json"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        openings = Explorer(["standard"], ARCHIVE.variant, tmp_path / name, OneBlock(held))
        made = [one for part in openings.pages() for one in part.make(part.inputs)]
        texts = [str(one.content) for one in made if one.path.endswith(".html")]
        pages.append([re.sub('<span class="ours">.*?</span>', "", text) for text in texts])
        boards.append([without_games(board_data(one)["rows"]) for one in scripts_in(made)])
    assert pages[0] == pages[1]
    assert boards[0] == boards[1]
    assert sum(page.count("<details>") for page in pages[0]) > len(pages[0])


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


def test_who_sent_nothing_opened_nothing() -> None:
    """Holds alone have no name, and stand beside the ranking instead of in it."""
    assert name_of("Austria", ["A Bud H", "A Vie H", "F Tri H"]) == ""
    assert name_of("Turkey", ["A Con H", "A Smy H", "F Ank H"]) == ""
    standard = ARCHIVE.variant("standard")
    explorer = Explorer(["standard"], ARCHIVE.variant, ARCHIVE.maps_folder, OneBlock([]))
    made = [next(iter(part.make(part.inputs))) for part in explorer.pages()]
    for power, page in zip(standard.setting.powers, made, strict=True):
        units = [unit for unit in standard.setting.start.units if unit.power == power]
        idle = sorted(f"{unit} H" for unit in units)
        orders = " ".join(re.sub("<.*?>", "", str(page.content)).split())
        assert ", ".join(idle) not in orders
        assert "held, as they do when no orders are sent" in orders


def test_every_named_opening_that_was_counted_has_an_anchor() -> None:
    explorer = Explorer(["standard"], ARCHIVE.variant, ARCHIVE.maps_folder, OneBlock([]))
    pages = {
        one.path: str(one.content) for part in explorer.pages() for one in part.make(part.inputs)
    }
    for power, tree in read_counts(KEPT).powers.items():
        named = {name_of(power, text.split(", ")) for text in tree.next} - {""}
        page = pages[f"openings/standard/{slug(power)}/index.html"]
        assert [name for name in sorted(named) if f'id="{slug(name)}"' not in page] == []


def test_the_board_has_what_the_counts_have() -> None:
    """Single orders are counted over all games, also those whose order sets are not listed."""
    standard = ARCHIVE.variant("standard")
    explorer = Explorer(["standard"], ARCHIVE.variant, ARCHIVE.maps_folder, OneBlock([]))
    counts = read_counts(KEPT)
    for part, power in zip(explorer.pages(), standard.setting.powers, strict=True):
        (file,) = scripts_in(part.make(part.inputs))
        data = board_data(file)
        tree = counts.powers[power].next
        assert data["games"] == sum(node.games for node in tree.values())
        order, games = next(iter(data["singles"].items()))
        assert games == sum(n.games for text, n in tree.items() if order in text.split(", "))
        for text, *numbers, ours, later, _ in data["rows"]:
            node = tree[text]
            assert numbers == [node.games, node.clean, node.won, node.out]
            assert ours == []
            assert all(len(row) == ROW - 1 and row[0] in node.next for row in later)
