"""Draws retreats, builds and removals."""

from collections.abc import Mapping

from builder.draw.counters import DISLODGED_SCALE, draw_counter
from builder.draw.marks import Tag
from builder.draw.moves import BROKEN, draw_headed_line
from builder.draw.scene import THIN, Scene, tag
from builder.draw.supports import upper_right
from builder.model.findings import Fate, Reason, Turn
from builder.model.grouping import grouped
from builder.model.orders import Retreat
from builder.model.outcomes import Outcome
from builder.model.units import Code, Location, Power, Unit


def draw_refuges(scene: Scene, turn: Turn) -> None:
    """A dotted ring in every space that a dislodged unit may retreat to."""
    for d in turn.before.dislodged:
        for place in d.refuges:
            scene.place_sign("rings", "refuge", scene.spot(place), tag(d.unit))


def draw_retreats(scene: Scene, turn: Turn) -> None:
    """The arrows of retreats, a cross through units that left the board, a burst at a clash."""
    clashes: set[Code] = set()
    for fate in turn.fates:
        order = fate.written.order if fate.written else None
        ordered = order.to if isinstance(order, Retreat) else None
        if ordered and fate.finding.why is Reason.RETREAT_CLASH:
            clashes.add(ordered.province)
        if fate.unit is None:
            continue
        goal = fate.to or ordered
        if goal is not None:
            draw_retreat(scene, fate, fate.unit, goal)
        if fate.finding.why.outcome is not Outcome.RETREATED:
            start, mine = scene.sheet.beside(fate.unit.at), tag(fate.unit)
            scene.place_sign("signs", "gone", start, mine, DISLODGED_SCALE)
    for code in sorted(clashes):
        scene.place_sign("signs", "burst", scene.spot(code))


def draw_retreat(scene: Scene, fate: Fate, unit: Unit, goal: Location) -> None:
    """The arrow of one retreat, thinner than a move."""
    done = fate.finding.why.outcome is Outcome.RETREATED
    start, mine = scene.sheet.beside(unit.at), tag(unit)
    whole = scene.course(start, scene.detour(unit.at, goal), scene.spot(goal), (0.1,))
    line = whole.cut(13 * scene.pen, (4 if done else 14) * scene.pen)
    paint = scene.line_paint(fate.power, THIN, () if done else BROKEN)
    draw_headed_line(scene, line, paint, mine)


def draw_adjustments(scene: Scene, turn: Turn) -> None:
    """New units on a ring with a plus, removed ones crossed out, and refused builds struck.

    Every build that was waived has an empty ring in a vacant centre of its power.
    """
    vacant = {power: iter(codes) for power, codes in vacant_centres(scene, turn).items()}
    for fate in turn.fates:
        outcome = fate.finding.why.outcome
        if outcome is Outcome.WAIVED:
            code = next(vacant.get(fate.power, iter(())), None)
            if code:
                sign = scene.sign_of(fate.power, "waived")
                scene.place_sign("rings", sign, scene.spot(code))
        elif outcome is Outcome.BUILT and fate.unit:
            draw_build(scene, fate, fate.unit)
        elif outcome is Outcome.REMOVED and fate.unit:
            at = scene.spot(fate.unit.at)
            scene.place_sign("signs", "gone", at, tag(fate.unit))
    draw_refused_adjustments(scene, turn)


def draw_build(scene: Scene, fate: Fate, unit: Unit) -> None:
    """A new unit; on a space that only builds, its build place."""
    at = scene.sheet.builds.get(unit.at.province)
    at = at if at and unit.at not in scene.sheet.units else scene.spot(unit.at)
    mine = tag(unit)
    scene.place_sign("rings", scene.sign_of(fate.power, "built"), at, mine)
    draw_counter(scene, unit, at)
    scene.place_sign("signs", "plus", upper_right(scene, at), mine)


def draw_refused_adjustments(scene: Scene, turn: Turn) -> None:
    """A struck ring at the place of every refused build or removal."""
    for written in turn.faults:
        place = getattr(written.order, "at", None)
        if isinstance(place, Location) and place in scene.sheet.units:
            scene.place_sign("signs", "void", scene.spot(place), Tag(str(place), written.issuer))


def vacant_centres(scene: Scene, turn: Turn) -> Mapping[Power, list[Code]]:
    """Each power's centres without a unit after the adjustments, those of its homeland first."""
    taken = {u.at.province for u in turn.after.units}
    vacant = (c for c in scene.setting.board.centres if c.code not in taken)
    owned = ((turn.before.owners.get(c.code), c) for c in vacant)
    kept = sorted(((o, c) for o, c in owned if o), key=lambda pair: pair[1].home != pair[0])
    return grouped((owner, centre.code) for owner, centre in kept)
