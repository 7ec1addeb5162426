"""The foreign formats in which a replay can be written."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from builder.exports.judge_text import judge_text
from builder.exports.order_results import orders_csv
from builder.exports.saved_game import saved_game
from builder.imports.importer import ARMY, FLEET
from builder.playback.replaying import Replay
from builder.prose.zine_report import whole_game

PLAIN = frozenset({ARMY, FLEET})
ZINE_YEARS = {*range(100), *range(1800, 2100)}
BARE = frozenset({"saved-game", "judge", "zine"})  # formats that know armies and fleets only


class Exporter(NamedTuple):
    """A format to write: its title for users, and the function that writes it."""

    title: str
    write: Callable[[Replay], str]


EXPORTERS: Mapping[str, Exporter] = {
    "csv": Exporter("table of every order", orders_csv),
    "judge": Exporter("results of a judge by mail", judge_text),
    "saved-game": Exporter("saved game of the package diplomacy", saved_game),
    "zine": Exporter("report of a zine", whole_game),
}


def unwritable_facts(replay: Replay, name: str) -> tuple[str, ...]:
    """The features of a game that a format cannot express, each as in `doubled units`."""
    record, stages = replay.record, replay.stages
    recorded = [stage.recorded for stage in stages if stage.recorded]
    years = {stage.phase.year for stage in stages}
    facts = {
        "retreats that it begins with": name != "saved-game" and record.start_dislodged,
        "the position that it begins with": name == "csv" and record.start is not None,
        "printed positions": name == "csv" and any(r.after is not None for r in recorded),
        "years that no heading of a zine has": name == "zine" and not years <= ZINE_YEARS,
        "rulings of the game master": record.rulings,
        "notes and press": any(r.notes for r in recorded),
        f"the edition of {record.edition}": record.edition is not None,
        "house rules": record.house or record.options,
    }
    odd = _odd_units(replay) if name in BARE else ()
    return (*odd, *(fact for fact, is_there in facts.items() if is_there))


def _odd_units(replay: Replay) -> Iterator[str]:
    units = {u for stage in replay.stages for u in stage.turn.before.units}
    kinds = {replay.variant.setting.kinds[u.kind].name for u in units if u.kind not in PLAIN}
    yield from (f"units of the kind {name}" for name in sorted(kinds))
    yield from ["doubled units"] * any(u.size != 1 for u in units)
    yield from ["armies aboard a fleet"] * any(u.aboard for u in units)
