"""Headlines of the phases after a movement: who retreats where, who builds and removes units.

Turkey retreats to Bulgaria; Germany loses its army in Holland
France builds in Marseilles and Paris; Germany removes its fleet in the North Sea
"""

from collections.abc import Iterator, Sequence

from builder.model.grouping import grouped
from builder.model.outcomes import Outcome
from builder.model.results import OrderResult, Turn
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
        facts = [*_retreats(turn.ends, setting)]
        return "; ".join(facts[:FACTS]) or "No unit retreats"
    facts = [*_adjustments(turn.ends, setting)]
    return "; ".join(facts[:FACTS]) or "No unit is built or removed"


def _retreats(ends: Sequence[OrderResult], setting: Setting) -> Iterator[str]:
    """Retreats first, then the units that were lost, each power once."""
    retreated = [end for end in ends if end.outcome is Outcome.RETREATED]
    for power, own in _by_power(retreated):
        places = [end.to for end in own if end.to]
        yield f"{power} retreats to {_places(places, setting)}"
    lost = [end for end in ends if end.outcome in LOST]
    for power, own in _by_power(lost):
        yield f"{power} loses {_units(own, setting)}"


def _adjustments(ends: Sequence[OrderResult], setting: Setting) -> Iterator[str]:
    """Builds first, then removals, then waived builds; the power with most comes first."""
    built = [end for end in ends if end.outcome is Outcome.BUILT]
    for power, own in _by_power(built):
        places = [end.unit.at for end in own if end.unit]
        yield f"{power} builds in {_places(places, setting)}"
    removed = [end for end in ends if end.outcome is Outcome.REMOVED]
    for power, own in _by_power(removed):
        yield f"{power} removes {_units(own, setting)}"
    waived = [end for end in ends if end.outcome is Outcome.WAIVED]
    for power, own in _by_power(waived):
        yield f"{power} waives {spelled_out(len(own), 'build')}"


def _by_power(ends: Sequence[OrderResult]) -> list[tuple[Power, list[OrderResult]]]:
    """The results of each power, those of the power with most first."""
    own = grouped((end.power, end) for end in ends)
    return sorted(own.items(), key=lambda item: -len(item[1]))


def _places(places: Sequence[Location], setting: Setting) -> str:
    if len(places) > NAMED:
        return spelled_out(len(places), "place")
    return listed([there(setting.board, Location(place.province)) for place in places])


def _units(ends: Sequence[OrderResult], setting: Setting) -> str:
    units = [end.unit for end in ends if end.unit]
    if len(units) != 1:
        return spelled_out(len(ends), "unit")
    unit = units[0]
    kind = setting.kinds[unit.kind].name if unit.kind in setting.kinds else "unit"
    return f"its {kind} in {there(setting.board, Location(unit.at.province))}"
