"""The foreign formats in which a replay can be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from builder.exports.judge_text import judge_text
from builder.exports.order_results import orders_csv
from builder.exports.saved_game import saved_game
from builder.imports.importer import ARMY, FLEET
from builder.playback.replaying import Replay

PLAIN = frozenset({ARMY, FLEET})
ZINE_YEARS = (*range(100), *range(1800, 2100))
BARE = frozenset({"saved-game", "judge", "zine"})  # formats that know armies and fleets only


class Exporter(NamedTuple):
    """A format to write: its name, a title for users, and the function that writes it."""

    name: str
    title: str
    write: Callable[[Replay], str]


EXPORTERS: tuple[Exporter, ...] = (
    Exporter("saved-game", "saved game of the package diplomacy", saved_game),
    Exporter("judge", "results of a judge by mail", judge_text),
    Exporter("csv", "table of every order", orders_csv),
)


def unwritable_facts(replay: Replay, name: str) -> tuple[str, ...]:
    """The features of a game that a format cannot express, each as in `doubled units`."""
    record, stages = replay.record, replay.stages
    found = [*_odd_units(replay)] if name in BARE else []
    found += ["retreats that it begins with"] * (
        name != "saved-game" and bool(record.start_dislodged)
    )
    printed = [s for s in stages if s.recorded and s.recorded.after is not None]
    if name == "csv":
        found += ["the position that it begins with"] * (record.start is not None)
        found += ["printed positions"] * bool(printed)
    if name == "zine" and any(s.phase.year not in ZINE_YEARS for s in stages):
        found.append("years that no heading of a zine has")
    found += ["rulings of the game master"] * bool(record.rulings)
    found += ["notes and press"] * any(s.recorded.notes for s in stages if s.recorded)
    found += [f"the edition of {record.edition}"] * (record.edition is not None)
    found += ["house rules"] * bool(record.house or record.options)
    return tuple(found)


def _odd_units(replay: Replay) -> Iterator[str]:
    """Units that are not plain armies and fleets."""
    units = {u for stage in replay.stages for u in stage.turn.before.units}
    kinds = {replay.variant.setting.kinds[u.kind].name for u in units if u.kind not in PLAIN}
    yield from (f"units of the kind {name}" for name in sorted(kinds))
    yield from ["doubled units"] * any(u.size != 1 for u in units)
    yield from ["armies aboard a fleet"] * any(u.aboard for u in units)
