"""Pictures of a phase, and what it lays upon its board: under the board's names and above them."""

from __future__ import annotations

from typing import NamedTuple

from builder.draw.board_sheet import BoardSheet
from builder.draw.marks import OVER, UNDER
from builder.draw.phase_map import When, picture, whole
from builder.draw.svg import layers
from builder.model.results import Turn
from builder.model.setting import Setting


class Overlay(NamedTuple):
    """Lines below the board's names, counters above them."""

    lines: str
    counters: str


def overlay(
    sheet: BoardSheet,
    setting: Setting,
    turn: Turn,
    when: When = "orders",
) -> Overlay:
    """The layers of a phase alone."""
    drawn = picture(sheet, setting, turn, when=when, legend=False).marks
    return Overlay(layers(drawn, UNDER), layers(drawn, OVER))


def draw_turn(
    sheet: BoardSheet,
    setting: Setting,
    turn: Turn,
    *,
    title: str,
    subtitle: str,
    description: str = "",
    when: When = "orders",
) -> str:
    """A phase as a whole SVG file."""
    drawn = picture(sheet, setting, turn, title=title, subtitle=subtitle, when=when)
    return whole(sheet, setting, drawn, title=f"{title}, {subtitle}", description=description)
