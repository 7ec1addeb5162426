"""Every foreign format that a replay can be written in."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from builder.formats.foreign.judge_writing import judge_text
from builder.formats.foreign.orders_csv import orders_csv
from builder.formats.foreign.saved_game_writing import saved_game
from builder.replay import Replay


class Exporter(NamedTuple):
    """A format to write: its name, what it is, and the writing."""

    name: str
    title: str
    write: Callable[[Replay], str]


EXPORTERS: tuple[Exporter, ...] = (
    Exporter("saved-game", "saved game of the package diplomacy", saved_game),
    Exporter("judge", "results of a judge by mail", judge_text),
    Exporter("csv", "table of every order", orders_csv),
)
