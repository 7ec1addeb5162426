"""The foreign formats in which a replay can be written."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from builder.errors import UnknownWordError
from builder.exports.judge_text import judge_text
from builder.exports.order_results import orders_csv
from builder.exports.saved_game import saved_game
from builder.extensions import EXPORTERS as EXTENSIONS
from builder.extensions import extensions
from builder.imports.importer import ARMY, FLEET
from builder.playback.replaying import Replay
from builder.prose.zine_report import whole_game

PLAIN = frozenset({ARMY, FLEET})
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
    others: Mapping[str, Exporter] = extensions(EXTENSIONS, Exporter)
    if name not in others:
        raise UnknownWordError("format", name, [*EXPORTERS, *others])
    return others[name]


def unwritable_facts(replay: Replay, name: str) -> tuple[str, ...]:
    """The features of a game that a format cannot express, each as in `doubled units`. All formats
    but the table know armies and fleets only."""
    record, stages, bare = replay.record, replay.stages, name != "csv"
    recorded = [stage.recorded for stage in stages if stage.recorded]
    years = {stage.phase.year for stage in stages}
    units = {u for stage in stages for u in stage.turn.before.units}
    kinds = {replay.variant.setting.kinds[u.kind].name for u in units if u.kind not in PLAIN}
    facts = {
        **{f"units of the kind {kind}": bare for kind in sorted(kinds)},
        "doubled units": bare and any(u.size != 1 for u in units),
        "armies aboard a fleet": bare and any(u.aboard for u in units),
        "retreats that it begins with": name != "saved-game" and record.start_dislodged,
        "the position that it begins with": not bare and record.start is not None,
        "printed positions": not bare and any(r.after is not None for r in recorded),
        "years that no heading of a zine has": name == "zine" and not years <= ZINE_YEARS,
        "rulings of the game master": record.rulings,
        "notes and press": any(r.notes for r in recorded),
        f"the edition of {record.edition}": record.edition is not None,
        "house rules": record.house or record.options,
    }
    return tuple(fact for fact, is_there in facts.items() if is_there)
