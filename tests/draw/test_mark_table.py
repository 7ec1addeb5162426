"""The table of a game's pictures says in few letters how each line is made."""

from __future__ import annotations

from typing import Any

import pytest
from test_variants import ARCHIVE, sheet

from builder.draw.board_sheet import BoardSheet
from builder.draw.geometry.curves import Point, bent
from builder.draw.mark_table import BETWEEN, table_of, unit_places
from builder.draw.marks import PaintedPath
from builder.draw.phase_map import PhaseMap, picture
from builder.playback.replaying import replay

GAMES = ("1998v-come-and-have-a-go", "ancmed-exhibition", "cline9-vi-exhibition")


def pictures_of(name: str) -> tuple[BoardSheet, list[PhaseMap]]:
    game = ARCHIVE.game(name)
    variant = ARCHIVE.variant(game.variant)
    drawn_on = sheet(variant.drawing or variant.name)
    stages = replay(variant, game).stages
    pictures = [picture(drawn_on, variant.setting, stage.turn, legend=False) for stage in stages]
    return drawn_on, pictures


def drawn_lines(pictures: list[PhaseMap]) -> set[tuple[str, str]]:
    """Each line with the place of its order, without its head."""
    lines: set[tuple[str, str]] = set()
    for shown in pictures:
        for mark in shown.marks:
            if mark.layer == "paths" and isinstance(mark.shape, PaintedPath):
                _, line, *_ = mark.shape.d.split("M")
                lines.add((mark.order, f"M{line}"))
    return lines


def places_of(table: dict[str, Any], drawn_on: BoardSheet) -> dict[str, Point]:
    places = {name: Point(*place) for name, place in unit_places(drawn_on).items()}
    for row in filter(None, table["places"].split(BETWEEN)):
        name, x, y = row.split(" ")
        places[name] = Point(int(x), int(y))
    return places


def beside(place: Point, offset: str) -> Point:
    right, down = offset.split(",")
    return Point(place.x + int(right), place.y + int(down))


@pytest.mark.parametrize("name", GAMES)
def test_each_bent_line_can_be_made_from_its_row(name: str) -> None:
    drawn_on, pictures = pictures_of(name)
    drawn = drawn_lines(pictures)
    table = table_of(pictures, unit_places(drawn_on))
    places = places_of(table, drawn_on)
    rows = [row.split(" ") for row in table["marks"]["paths"].split(BETWEEN)]
    bowed = [row for row in rows if row[1] != "-"]
    for order, goal, _, bow, *offset in bowed:
        start = beside(places[order], *(offset or ["0,0"]))
        end = places[goal] if goal in places else beside(places[order], goal)
        bend, first, last = table["bows"][int(bow, 36)]
        line = bent(start, end, bend).cut(first, last)
        assert (order, line.d) in drawn
    assert len(bowed) > 0.7 * len(rows) > 50
