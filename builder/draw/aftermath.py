"""The pictures of retreats and of winter."""

from __future__ import annotations

from collections import Counter

from builder.draw.curves import Point, bent
from builder.draw.marks import Tag
from builder.draw.moves import BROKEN, dart
from builder.draw.scene import SLIGHT, Scene, of_unit, tag
from builder.draw.supports import corner
from builder.draw.troops import BESIDE, bearer, counter
from builder.model.board import Location
from builder.model.findings import Outcome, Reason
from builder.model.orders import Retreat
from builder.model.position import Fate, Turn
from builder.model.units import Unit


def refuges(scene: Scene, turn: Turn) -> None:
    """A dotted ring in every space that a dislodged unit may go to."""
    for d in turn.before.dislodged:
        if scene.shows(d.unit.power):
            for place in d.refuges:
                scene.stamp("rings", "refuge", scene.spot(place), of_unit(d.unit))


def retreats(scene: Scene, turn: Turn) -> None:
    """The ways of the dislodged, or the cross through those that left the board."""
    for fate in turn.fates:
        if fate.unit is None or not scene.shows(fate.power):
            continue
        start = scene.sheet.beside(fate.unit.at)
        goal = fate.to or (
            fate.written.order.to
            if fate.written and isinstance(fate.written.order, Retreat)
            else None
        )
        if goal is not None:
            flight(scene, fate, fate.unit, scene.spot(goal))
        if fate.finding.why.outcome is not Outcome.RETREATED:
            scene.stamp("signs", "gone", start, tag_of(fate, fate.unit.at), BESIDE)
    clashes = Counter(
        fate.written.order.to.province
        for fate in turn.fates
        if fate.finding.why is Reason.RETREAT_CLASH
        and fate.written
        and isinstance(fate.written.order, Retreat)
    )
    for code in sorted(clashes):
        scene.stamp("signs", "burst", scene.spot(code))


def flight(scene: Scene, fate: Fate, unit: Unit, goal: Point) -> None:
    """The arrow of one retreat, thinner than a move."""
    done = fate.finding.why.outcome is Outcome.RETREATED
    start, mine = scene.sheet.beside(unit.at), tag_of(fate, unit.at)
    line = bent(start, goal, 0.1).cut(13 * scene.pen, (4 if done else 14) * scene.pen)
    nation = scene.nation(fate.power)
    dart(scene, line, scene.pencil(nation, SLIGHT, () if done else BROKEN), mine)


def winter(scene: Scene, turn: Turn) -> None:
    """New units on a ring with a plus, removed ones crossed out, refused builds struck."""
    for fate in turn.fates:
        if not scene.shows(fate.power):
            continue
        if fate.unit is None:
            struck(scene, fate)
        elif fate.finding.why.outcome is Outcome.BUILT:
            raised(scene, fate, fate.unit)
        elif fate.finding.why.outcome is Outcome.REMOVED:
            at = scene.spot(fate.unit.at)
            scene.stamp("signs", "gone", at, tag_of(fate, fate.unit.at))


def raised(scene: Scene, fate: Fate, unit: Unit) -> None:
    """A new unit; on a space that only builds, its build place."""
    at = scene.sheet.builds.get(unit.at.province)
    at = at if at and unit.at not in scene.sheet.units else scene.spot(unit.at)
    mine = tag_of(fate, unit.at)
    scene.stamp("rings", f"built.{bearer(scene, fate.power)}", at, mine)
    counter(scene, unit, at)
    scene.stamp("signs", "plus", corner(scene, at), mine)


def struck(scene: Scene, fate: Fate) -> None:
    """A struck ring where something was to be built or removed and was not."""
    order = fate.written.order if fate.written else None
    if fate.finding.why.outcome is Outcome.ILLEGAL and order is not None:
        place = getattr(order, "at", None)
        if place is not None and place in scene.sheet.units:
            scene.stamp("signs", "void", scene.spot(place), tag_of(fate, place))


def tag_of(fate: Fate, at: Location) -> Tag:
    """The tag of a fate's marks."""
    return tag(fate.power, at)
