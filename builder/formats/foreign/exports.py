"""Every foreign format that a replay can be written in."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from builder.formats.foreign.judge_writing import judge_text
from builder.formats.foreign.orders_csv import orders_csv
from builder.formats.foreign.reading import ARMY, FLEET
from builder.formats.foreign.saved_game_writing import saved_game
from builder.replay import Replay

PLAIN = frozenset({ARMY, FLEET})


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


def unsaid(replay: Replay) -> tuple[str, ...]:
    """What a game has that the formats of others have no words for, each as `doubled units`."""
    units = {u for stage in replay.stages for u in stage.turn.before.units}
    kinds = {replay.variant.setting.kinds[u.kind].name for u in units if u.kind not in PLAIN}
    found = [f"units of the kind {name}" for name in sorted(kinds)]
    found += ["doubled units"] * any(u.size != 1 for u in units)
    found += ["armies aboard a fleet"] * any(u.aboard for u in units)
    return tuple(found)
