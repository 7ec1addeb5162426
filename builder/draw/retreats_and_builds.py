"""Draws retreats, builds and removals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from builder.draw.counters import BESIDE, bearer, counter
from builder.draw.moves import BROKEN, headed_line
from builder.draw.scene import SLIGHT, Scene, of_unit, tag
from builder.draw.supports import corner
from builder.model.board import Code, Location
from builder.model.findings import Reason
from builder.model.grouping import grouped
from builder.model.kinds import Power
from builder.model.orders import Retreat
from builder.model.outcomes import Outcome
from builder.model.turns import Fate, Turn
from builder.model.units import Unit


def refuges(scene: Scene, turn: Turn) -> None:
    """A dotted ring in every space that a dislodged unit may go to."""
    for d in turn.before.dislodged:
        for place in d.refuges:
            scene.place_sign("rings", "refuge", scene.spot(place), of_unit(d.unit))


def retreats(scene: Scene, turn: Turn) -> None:
    """The ways of the dislodged, or the cross through those that left the board."""
    for fate in turn.fates:
        if fate.unit is None:
            continue
        start = scene.sheet.beside(fate.unit.at)
        goal = fate.to or (
            fate.written.order.to
            if fate.written and isinstance(fate.written.order, Retreat)
            else None
        )
        if goal is not None:
            flight(scene, fate, fate.unit, goal)
        if fate.finding.why.outcome is not Outcome.RETREATED:
            scene.place_sign("signs", "gone", start, tag(fate.power, fate.unit.at), BESIDE)
    clashes = Counter(
        fate.written.order.to.province
        for fate in turn.fates
        if fate.finding.why is Reason.RETREAT_CLASH
        and fate.written
        and isinstance(fate.written.order, Retreat)
    )
    for code in sorted(clashes):
        scene.place_sign("signs", "burst", scene.spot(code))


def flight(scene: Scene, fate: Fate, unit: Unit, goal: Location) -> None:
    """The arrow of one retreat, thinner than a move."""
    done = fate.finding.why.outcome is Outcome.RETREATED
    start, mine = scene.sheet.beside(unit.at), tag(fate.power, unit.at)
    whole = scene.course(start, scene.detour(unit.at, goal), scene.spot(goal), (0.1,))
    line = whole.cut(13 * scene.pen, (4 if done else 14) * scene.pen)
    nation = scene.nation(fate.power)
    headed_line(scene, line, scene.thin_line(nation, SLIGHT, () if done else BROKEN), mine)


def winter(scene: Scene, turn: Turn) -> None:
    """New units on a ring with a plus, removed ones crossed out, refused builds struck, and an
    empty ring in a vacant home for every build that was waived."""
    waiting = vacancies(scene, turn)
    for fate in turn.fates:
        outcome = fate.finding.why.outcome
        if outcome is Outcome.WAIVED:
            waived(scene, fate, waiting)
        elif outcome is Outcome.BUILT and fate.unit:
            raised(scene, fate, fate.unit)
        elif outcome is Outcome.REMOVED and fate.unit:
            at = scene.spot(fate.unit.at)
            scene.place_sign("signs", "gone", at, tag(fate.power, fate.unit.at))
    refused(scene, turn)


def raised(scene: Scene, fate: Fate, unit: Unit) -> None:
    """A new unit; on a space that only builds, its build place."""
    at = scene.sheet.builds.get(unit.at.province)
    at = at if at and unit.at not in scene.sheet.units else scene.spot(unit.at)
    mine = tag(fate.power, unit.at)
    scene.place_sign("rings", f"built.{bearer(scene, fate.power)}", at, mine)
    counter(scene, unit, at)
    scene.place_sign("signs", "plus", corner(scene, at), mine)


def refused(scene: Scene, turn: Turn) -> None:
    """A struck ring where something was to be built or removed that could not be."""
    for written in turn.faults:
        place = getattr(written.order, "at", None)
        if isinstance(place, Location) and place in scene.sheet.units:
            scene.place_sign("signs", "void", scene.spot(place), tag(written.issuer, place))


def vacancies(scene: Scene, turn: Turn) -> dict[Power, list[Code]]:
    """Each power's centres without a unit after the winter, those of its homeland first."""
    taken = {u.at.province for u in turn.after.units}
    vacant = (c for c in scene.setting.board.centres if c.code not in taken)
    owned = ((turn.before.owners.get(c.code), c) for c in vacant)
    kept = sorted(((o, c) for o, c in owned if o), key=lambda pair: pair[1].home != pair[0])
    return grouped((owner, centre.code) for owner, centre in kept)


def waived(scene: Scene, fate: Fate, waiting: Mapping[Power, list[Code]]) -> None:
    """An empty ring where a unit might have been built."""
    places = waiting.get(fate.power)
    if places:
        at = scene.spot(places.pop(0))
        scene.place_sign("rings", f"waived.{bearer(scene, fate.power)}", at)
