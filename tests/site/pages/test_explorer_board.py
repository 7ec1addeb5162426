"""The explorer's board: what its script gets of a variant and of each game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from our_archive import ARCHIVE, replayed

from builder.draw.board_sheet import read_sheet
from builder.prose.order_accounts import lines
from builder.site.artifacts import Artifact
from builder.site.pages.explorer_board import SIGNS, BoardInputs, board_parts
from builder.site.search.season_orders import FAILED, season_orders


def sheet_of(variant: Any) -> Any:
    return read_sheet(ARCHIVE.maps_folder / (variant.drawing or variant.name) / "map.svg")


def script_data(file: Artifact) -> Any:
    text = str(file.content)
    return json.loads(text[text.index(",") + 1 : -3])


def page_data(page: Artifact) -> Any:
    text = str(page.content)
    return json.loads(text.partition('id="explorer-data">')[2].partition("</script>")[0])


def test_a_game_says_what_was_ordered_in_each_movement_phase() -> None:
    game = replayed(ARCHIVE.game_path("2003g"))
    setting = game.variant.setting
    moved = [stage for stage in game.stages if stage.phase.step == "movement"]
    rows = [lines(stage.turn, setting) for stage in game.stages]
    data = script_data(season_orders(game, rows))
    assert [slug for slug, _ in data] == [setting.calendar.slug(stage.phase) for stage in moved]
    for (_, texts), stage in zip(data, moved, strict=True):
        by_power = lines(stage.turn, setting)
        for nation, text in zip(setting.nations, texts, strict=True):
            told = [order for order in text.split(", ") if order]
            failed = [order for order in told if order.endswith(FAILED)]
            assert len(told) == len(by_power[nation.name])
            assert len(failed) == sum(row.failed for row in by_power[nation.name])


def test_each_variant_with_games_or_counts_has_a_board() -> None:
    parts = [*board_parts({"loeb9": 1}, ["standard"], ARCHIVE.variant, sheet_of)]
    assert [part.inputs for part in parts] == [
        BoardInputs("loeb9", 1, False),
        BoardInputs("standard", 0, True),
    ]
    for part in parts:
        (page,) = part.make(part.inputs)
        variant = ARCHIVE.variant(part.inputs.variant)
        data = page_data(page)
        places = {str(unit.at) for unit in variant.setting.start.units}
        assert places <= data["spots"].keys()
        assert [name for name, *_ in data["powers"]] == [n.name for n in variant.setting.nations]
        assert data["signs"] == SIGNS
        for line in data["lines"]:
            assert set(line.split(" ")) <= data["spots"].keys()


def test_moves_are_drawn_along_the_lines_of_the_maps() -> None:
    (part,) = board_parts({"standard": 1}, [], ARCHIVE.variant, sheet_of)
    (page,) = part.make(part.inputs)
    data = page_data(page)
    x, y = data["spots"]["Bud"]
    assert data["lines"]["Bud Ser"].startswith(f"M{x} {y}")
    assert data["lines"]["Bud Ser"] != data["lines"]["Ser Bud"]
    assert "Par Bul" not in data["lines"]


def test_a_game_that_begins_with_builds_is_explored_from_its_first_moves() -> None:
    (part,) = board_parts({"militarism": 1}, [], ARCHIVE.variant, sheet_of)
    (page,) = part.make(part.inputs)
    assert page_data(page)["seasons"][0] == ["1901-spring-movement", "Spring 1901"]


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
def test_every_unit_has_a_spot(name: str) -> None:
    """Also in provinces that a game may add to the centres."""
    (part,) = board_parts({name: 1}, [], ARCHIVE.variant, sheet_of)
    for page in part.make(part.inputs):
        locations = ARCHIVE.variant(name).setting.board.locations
        assert page_data(page)["spots"].keys() == {str(at) for at in locations}
