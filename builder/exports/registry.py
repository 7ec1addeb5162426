"""The foreign formats in which a replay can be written."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.errors import UnknownWordError
from builder.exports.judge_text import judge_text
from builder.exports.order_results import orders_csv
from builder.exports.saved_game import saved_game
from builder.extensions import EXPORTERS as EXPORTERS_GROUP
from builder.extensions import extensions
from builder.imports.importer import ARMY, FLEET
from builder.model.units import Unit
from builder.playback.replaying import Replay
from builder.prose.zine_report import whole_game
from builder.record import PhaseRecord, Record

USUAL_KINDS = frozenset({ARMY, FLEET})
ZINE_YEARS = {*range(100), *range(1800, 2100)}


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


def exporter(name: str) -> Exporter:
    """The writer of a format by its name, ours or that of another installed package. Raises
    UnknownWordError, or ArchiveError at one that cannot be loaded."""
    if name in EXPORTERS:
        return EXPORTERS[name]
    others: Mapping[str, Exporter] = extensions(EXPORTERS_GROUP, Exporter)
    if name not in others:
        raise UnknownWordError("format", name, [*EXPORTERS, *others])
    return others[name]


def unwritable_facts(replay: Replay, name: str) -> tuple[str, ...]:
    """The features of a game that a format cannot express, each as in `doubled units`. All formats
    but the table know armies and fleets only."""
    record = replay.record
    recorded = [stage.recorded for stage in replay.stages if stage.recorded]
    years = {stage.phase.year for stage in replay.stages}
    is_table = name == "csv"
    facts = [] if is_table else _facts_of_units(replay)
    if record.start_dislodged and name != "saved-game":
        facts.append("retreats that it begins with")
    if is_table and record.start is not None:
        facts.append("the position that it begins with")
    if is_table and any(phase.after is not None for phase in recorded):
        facts.append("printed positions")
    if name == "zine" and not years <= ZINE_YEARS:
        facts.append("years that no heading of a zine has")
    return (*facts, *_facts_of_record(record, recorded))


def _facts_of_record(record: Record, recorded: Iterable[PhaseRecord]) -> Iterator[str]:
    """What else a record and its replayed phases have that no foreign format has."""
    if record.rulings:
        yield "rulings of the game master"
    if any(phase.notes for phase in recorded):
        yield "notes and press"
    if record.edition is not None:
        yield f"the edition of {record.edition}"
    if record.house or record.options:
        yield "house rules"


def _facts_of_units(replay: Replay) -> list[str]:
    """What is unusual about the units of a game."""
    units: set[Unit] = set()
    for stage in replay.stages:
        units.update(stage.turn.before.units)
    kinds = replay.variant.setting.kinds
    unusual_kinds = {kinds[unit.kind].name for unit in units if unit.kind not in USUAL_KINDS}
    facts = [f"units of the kind {kind}" for kind in sorted(unusual_kinds)]
    if any(unit.size != 1 for unit in units):
        facts.append("doubled units")
    if any(unit.aboard for unit in units):
        facts.append("armies aboard a fleet")
    return facts
