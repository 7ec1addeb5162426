"""People, openings and what they add up to."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from sample_archive import ROOT, sample, standard

from builder.draw.board_sheet import read_sheet
from builder.errors import ArchiveError
from builder.notation.notation import parse_order
from builder.playback.replaying import replay
from builder.site.artifacts import as_json
from builder.site.pages.catalogue import Shelf
from builder.site.pages.people import names, people, people_parts, without_left_out
from builder.site.pages.statistics import (
    Count,
    added_up,
    attack_table,
    by_variant,
    by_year,
    statistics_pages,
    tally,
    together,
)
from builder.site.parts.game_pictures import SmallBoard, final_map
from builder.site.parts.game_summary import GameFigures, GameSummary, figures_of, summarise
from builder.site.parts.openings import book, first_orders, openings
from builder.site.parts.register import read_register

LIST_OF_GAMES = re.compile(r'<a href="([./]*)games/#')


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("Dwyer, Reynolds from Winter 1902", [("Dwyer", ""), ("Reynolds", "")]),
        ("?", []),
        ("", []),
        ("Tallman, Ozog for Tallman from Spring 1902", [("Tallman", ""), ("Ozog", "Tallman")]),
        ("Tretick (for Tretick) from Spring 1909", [("Tretick", "Tretick")]),
    ],
)
def test_names(printed: str, found: list[tuple[str, str]]) -> None:
    assert list(names(printed)) == found


@pytest.fixture(scope="module")
def summary() -> GameSummary:
    variant = standard()
    made = summarise(replay(variant, sample(variant)))
    return made._replace(players={"England": "Tallman", "France": "Tallman"}, gm="Burgess")


@pytest.fixture(scope="module")
def figures() -> GameFigures:
    variant = standard()
    return figures_of(replay(variant, sample(variant)))


def test_a_person_has_every_part_that_was_played(summary: GameSummary) -> None:
    found = {person.name: list(person.parts) for person in people([summary])}
    assert found == {"Burgess": ["game master"], "Tallman": ["England", "France"]}


def test_parts_are_told_together(summary: GameSummary) -> None:
    again = summary._replace(name="Again", players={"England": "Tallman"}, gm="")
    shown = summary._replace(name="Shown", status="exhibition", players={"Italy": "Tallman"})
    listed = people([summary, again, shown])
    told = {
        person.name: {part: [s.name for s in games] for part, games in person.parts.items()}
        for person in listed
    }
    assert told["Tallman"] == {"England": ["Sample & Co", "Again"], "France": ["Sample & Co"]}
    assert told["Burgess"] == {"game master": ["Sample & Co"]}


def test_a_stand_in_is_a_person_and_a_relation_and_other_names_are_one(
    summary: GameSummary, tmp_path: Path
) -> None:
    path = tmp_path / "register.json"
    path.write_text('{"people": {"Jim Burgess": ["Burgess", "J. Burgess"]}, "shelf": {"x": "why"}}')
    made = summary._replace(players={"Italy": "J. Burgess, Ozog for Tallman from Spring 1902"})
    listed = people([made], read_register(path))
    told = {person.name: list(person.parts) for person in listed}
    assert told["Jim Burgess"] == ["Italy", "game master"]
    assert told["Ozog"] == ["Italy, standing in for Tallman,"]
    assert told["Tallman"] == ["Italy, with Ozog standing in,"]
    path.write_text('{"people": ["Burgess"]}')
    with pytest.raises(ArchiveError, match="does not have the form"):
        read_register(path)


def test_who_is_left_out_is_in_no_list(summary: GameSummary, tmp_path: Path) -> None:
    path = tmp_path / "register.json"
    path.write_text(
        '{"people": {"Jim Burgess": ["Burgess"]}, "shelf": {}, "left out": ["Jim Burgess"]}'
    )
    register = read_register(path)
    made = summary._replace(
        players={"Italy": "Ozog for Burgess from Spring 1902", "France": "Tallman"}
    )
    assert [person.name for person in people([made], register)] == ["Ozog", "Tallman"]
    shown = without_left_out(made, register)
    assert shown.players == {"France": "Tallman"}
    assert shown.gm == "?"
    assert without_left_out(shown, register).key == shown.key
    pages = [
        page for part in people_parts(people([made], register)) for page in part.make(part.inputs)
    ]
    assert not any("Burgess" in str(page.content) for page in pages)


def test_the_page_of_a_person_has_the_games(summary: GameSummary) -> None:
    won = summary._replace(kind="won", winners=("France",), result="France wins with 18.")
    parts = people_parts(people([won]))
    pages = {page.path: str(page.content) for part in parts for page in part.make(part.inputs)}
    assert "Played 1 game, won 1." in pages["people/tallman/index.html"]
    assert "Ran 1 game." in pages["people/burgess/index.html"]
    assert "../../games/sample/" in pages["people/tallman/index.html"]
    assert 'href="../people/tallman/"' in pages["people/index.html"]


def test_the_openings_of_the_sample(summary: GameSummary) -> None:
    assert ("England", "Southern Opening, Yorkshire Variation") in summary.openings
    assert ("Austria", "Balkan Gambit, Galician Variation") in summary.openings
    assert ("Russia", "Ukraine System") in summary.openings


def test_every_opening_in_the_book_is_made_of_orders_that_can_be_given() -> None:
    variant = standard()
    start = variant.setting.start
    for entry in book()["openings"]:
        source = book()["sources"][entry["source"]]
        assert source["title"]
        assert source["url"].startswith("http")
        power = next(p for p in variant.setting.powers if p == entry["power"])
        written = [parse_order(o, variant.setting, start.phase, power) for o in entry["orders"]]
        turn = variant.open(start).play(written)
        assert not turn.faults, entry["name"]
        ordered = {a.at for a in turn.actions if a.meant is not None}
        assert len(ordered) == len(written), entry["name"]


def test_no_two_openings_of_a_power_have_the_same_orders() -> None:
    orders = [(e["power"], *sorted(e["orders"])) for e in book()["openings"]]
    assert len(set(orders)) == len(orders)
    assert {e["power"] for e in book()["openings"]} == set(standard().setting.powers)


def test_a_summary_survives_the_cache(summary: GameSummary, figures: GameFigures) -> None:
    kept, renamed = (s.keyed(figures) for s in (summary, summary._replace(name="Renamed")))
    assert kept._replace(key="") == summary
    assert kept.key == renamed.key != summary._replace(result="?").keyed(figures).key
    assert kept.key != summary.keyed(GameFigures()).key
    shared: dict[Any, Any] = {}
    read, again = (GameSummary.of(json.loads(as_json(s)), shared) for s in (kept, renamed))
    assert (read, again) == (kept, renamed)
    assert read.powers is again.powers, "games share what they have alike"
    assert [*map(type, read)] == [*map(type, kept)]


def test_a_game_that_was_kept_is_still_won_by_its_winner(summary: GameSummary) -> None:
    won = summary._replace(kind="won", winners=("France",))
    (tallman,) = (p for p in people([GameSummary.of(json.loads(as_json(won)))]) if p.played)
    assert tallman.won == 1


def counted(*games: tuple[GameSummary, GameFigures]) -> Count:
    """The counts of some games, each in a block of its own."""
    return added_up([together([tally([game])]) for game in games])


def texts(blocks: list[Any]) -> dict[str, str]:
    sums = [together([block]) for block in blocks]
    return {page.path: str(page.content) for page in statistics_pages(sums, [standard()])}


def test_each_variant_has_a_page_of_its_own(summary: GameSummary, figures: GameFigures) -> None:
    found = texts([tally([(summary, figures)])])
    assert list(found) == ["statistics/index.html", "statistics/standard/index.html"]
    assert 'href="standard/"' in found["statistics/index.html"]
    assert "Shared a draw" in found["statistics/standard/index.html"]
    assert "Shared a draw" not in found["statistics/index.html"]
    for path, text in found.items():
        up = "../" * path.count("/")
        links = set(LIST_OF_GAMES.findall(text))
        assert links == {up}, "each number leads to its games"


def test_an_end_that_no_game_has_gets_no_column(summary: GameSummary, figures: GameFigures) -> None:
    conceded = summary._replace(id="other", kind="conceded", winners=("France",))
    heads = []
    for games in ([summary], [summary, conceded]):
        text = texts([tally([(game, figures) for game in games])])["statistics/index.html"]
        head = text.partition("</thead>")[0]
        heads.append(re.findall(r'<th scope="col" class="n">(.*?)</th>', head)[1:])
    assert heads == [["Unfinished or unknown"], ["Conceded", "Unfinished or unknown"]]


def test_blocks_of_games_add_up(summary: GameSummary, figures: GameFigures) -> None:
    games = [(summary._replace(id=f"g{number}"), figures) for number in range(70)]
    first, rest, middle = tally(games[:9]), tally(games[9:]), tally(games[30:60])
    whole = tally(games)
    assert texts([first, rest]) == texts([whole])
    few = added_up([together([first]), together([middle])]).at("standard", "people", "games")
    assert few.ids == [s.id for s, _ in games[:9] + games[30:60]]
    for sums in ([together([first]), together([rest])], [together([first, rest])]):
        counted = added_up(sums).at("standard", "people", "games")
        assert (counted.games, counted.link("A b", "../")) == (70, "../games/#variant=A%20b")
    joined = together([first, middle])
    assert added_up([joined]).at("standard", "people", "games").ids == few.ids


def test_how_a_power_fared(summary: GameSummary, figures: GameFigures) -> None:
    games = counted((summary, figures)).at("standard", "people")
    italy = games.at("powers", "Italy")
    assert (games.at("games").games, italy.at("won").games, italy.at("alive").games) == (1, 0, 1)
    assert italy.at("alive").link("Standard", "../../") == "../../games/#ids=sample"
    assert italy.at("first").mean == 5
    bare = replay(standard(), sample(standard())._replace(phases=()))
    assert list(openings(first_orders(bare), "standard")) == []


def test_a_year_of_the_charts_rests_on_games_enough(
    summary: GameSummary, figures: GameFigures
) -> None:
    key, powers = ("standard", "people", "1901"), standard().setting.powers
    longer = summary, figures._replace(course=(*figures.course, ("1902", figures.course[0][1])))
    years = by_year(powers, counted(longer).at(*key))
    assert [name for name, *_ in years] == ["1901", "1902"]
    years = by_year(powers, counted(longer, *2 * [(summary, figures)]).at(*key))
    ((name, year, centres, alive),) = years
    assert (name, year.games) == ("1901", 3)
    assert centres == [*map(float, figures.course[0][1])]
    assert set(alive) == {100.0}


def test_games_of_programs_count_only_where_people_played_none(
    summary: GameSummary, figures: GameFigures
) -> None:
    shown = summary._replace(id="shown", status="exhibition"), figures
    found = by_variant(standard(), counted(shown, (summary, figures)))
    alone = by_variant(standard(), counted(shown))
    assert found
    assert alone
    assert (found["tally"].at("games").games, found["programs"]) == (1, False)
    assert (alone["tally"].at("games").games, alone["programs"]) == (1, True)


def test_an_attack_is_an_order_to_where_another_has_a_unit_or_a_centre(
    summary: GameSummary, figures: GameFigures
) -> None:
    count = {(a, b): n for a, b, n in figures.attacks}
    games = counted(*2 * [(summary, figures)]).at("standard", "people")
    table = attack_table(standard().setting.powers, games)
    for (one, other), times in count.items():
        row, column = summary.powers.index(one), summary.powers.index(other)
        assert table[row][column][0].amount == 2 * times
    assert count
    assert all(one != other for one, other in count)


def test_the_small_pictures_of_a_game(summary: GameSummary, figures: GameFigures) -> None:
    board = SmallBoard.of(read_sheet(ROOT / "maps/standard/map.svg"))
    drawn, course = Shelf((), lambda _: board, lambda _: figures).pictures(summary, "../")
    assert drawn.count("h0") == sum(len(codes) for _, codes in figures.owned)
    assert 'src="../boards/standard/ground.svg"' in drawn
    assert course.count("<path") == 7
    assert final_map(summary, figures, None, "") == ""
