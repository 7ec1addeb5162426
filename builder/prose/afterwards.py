"""Headlines of the phases after a movement: who retreats where, who builds and removes units.

    Turkey retreats to Bulgaria; Germany loses its army in Holland
    France builds in Marseilles and Paris; Germany removes its fleet in the North Sea
"""

from collections.abc import Iterator, Sequence

from builder.model.findings import Fate, Turn
from builder.model.grouping import grouped
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Location, Power
from builder.prose.english import listed, spelled_out
from builder.prose.names import there

FACTS = 2  # of a headline
NAMED = 2  # places of one fact; of more the number is given
LOST = (Outcome.DISBANDED, Outcome.DESTROYED)


def afterwards_headline(turn: Turn, setting: Setting) -> str:
    """The headline of a phase of retreats or adjustments."""
    if turn.before.phase.step == "retreats":
        facts = [*_retreats(turn.fates, setting)]
        return "; ".join(facts[:FACTS]) or "No unit retreats"
    facts = [*_adjustments(turn.fates, setting)]
    return "; ".join(facts[:FACTS]) or "No unit is built or removed"


def _retreats(fates: Sequence[Fate], setting: Setting) -> Iterator[str]:
    """Retreats first, then the units that were lost, each power once."""
    retreated = [f for f in fates if f.finding.why.outcome is Outcome.RETREATED]
    for power, own in _by_power(retreated):
        places = [fate.to for fate in own if fate.to]
        yield f"{power} retreats to {_places(places, setting)}"
    lost = [f for f in fates if f.finding.why.outcome in LOST]
    for power, own in _by_power(lost):
        yield f"{power} loses {_units(own, setting)}"


def _adjustments(fates: Sequence[Fate], setting: Setting) -> Iterator[str]:
    """Builds first, then removals, then waived builds; the power with most comes first."""
    built = [f for f in fates if f.finding.why.outcome is Outcome.BUILT]
    for power, own in _by_power(built):
        places = [fate.unit.at for fate in own if fate.unit]
        yield f"{power} builds in {_places(places, setting)}"
    removed = [f for f in fates if f.finding.why.outcome is Outcome.REMOVED]
    for power, own in _by_power(removed):
        yield f"{power} removes {_units(own, setting)}"
    waived = [f for f in fates if f.finding.why.outcome is Outcome.WAIVED]
    for power, own in _by_power(waived):
        yield f"{power} waives {spelled_out(len(own), 'build')}"


def _by_power(fates: Sequence[Fate]) -> list[tuple[Power, list[Fate]]]:
    """The fates of each power, those of the power with most first."""
    own = grouped((fate.power, fate) for fate in fates)
    return sorted(own.items(), key=lambda item: -len(item[1]))


def _places(places: Sequence[Location], setting: Setting) -> str:
    if len(places) > NAMED:
        return spelled_out(len(places), "place")
    return listed([there(setting.board, Location(place.province)) for place in places])


def _units(fates: Sequence[Fate], setting: Setting) -> str:
    units = [fate.unit for fate in fates if fate.unit]
    if len(units) != 1:
        return spelled_out(len(fates), "unit")
    unit = units[0]
    kind = setting.kinds[unit.kind].name if unit.kind in setting.kinds else "unit"
    return f"its {kind} in {there(setting.board, Location(unit.at.province))}"
