"""Draws retreats, builds and removals."""

from builder.draw.counters import DISLODGED_SCALE, draw_counter
from builder.draw.marks import DrawnMark, SymbolUse
from builder.draw.moves import BROKEN, draw_headed_line
from builder.draw.scene import THIN, Scene
from builder.draw.supports import upper_right
from builder.model.findings import Fate, Reason
from builder.model.grouping import grouped
from builder.model.orders import Retreat
from builder.model.outcomes import Outcome
from builder.model.units import Code, Location, Power, Unit


def draw_refuges(scene: Scene) -> None:
    """A dotted ring in every space that a dislodged unit may retreat to."""
    for d in scene.turn.before.dislodged:
        for place in d.refuges:
            scene.sign("rings", "refuge", scene.spot(place), d.unit)


def draw_retreats(scene: Scene) -> None:
    """The arrows of retreats, a cross through units that left the board, a burst at a clash."""
    clashes: set[Code] = set()
    for fate in scene.turn.fates:
        order = fate.written.order if fate.written else None
        ordered = order.to if isinstance(order, Retreat) else None
        if ordered and fate.finding.why is Reason.RETREAT_CLASH:
            clashes.add(ordered.province)
        goal = fate.to or ordered
        if fate.unit is not None and goal is not None:
            _draw_retreat(scene, fate, fate.unit, goal)
        if fate.unit is not None and fate.finding.why.outcome is not Outcome.RETREATED:
            start = scene.sheet.beside(fate.unit.at)
            scene.sign("signs", "gone", start, fate.unit, DISLODGED_SCALE)
    for code in sorted(clashes):
        scene.sign("signs", "burst", scene.spot(code))


def _draw_retreat(scene: Scene, fate: Fate, unit: Unit, goal: Location) -> None:
    """The arrow of one retreat, thinner than a move."""
    done, start = fate.finding.why.outcome is Outcome.RETREATED, scene.sheet.beside(unit.at)
    whole = scene.course(start, scene.detour(unit.at, goal), scene.spot(goal), (0.1,))
    line = whole.cut(13 * scene.pen, (4 if done else 14) * scene.pen)
    draw_headed_line(scene, line, scene.line_paint(unit, THIN, () if done else BROKEN), unit)


def draw_adjustments(scene: Scene) -> None:
    """New units on a ring with a plus, removed ones crossed out, and refused builds struck. A
    waived build is an empty ring in a vacant centre of its power."""
    vacant = {power: iter(codes) for power, codes in _vacant_centres(scene).items()}
    for fate in scene.turn.fates:
        outcome, unit = fate.finding.why.outcome, fate.unit
        waived = vacant.get(fate.power, iter(())) if outcome is Outcome.WAIVED else iter(())
        if code := next(waived, None):
            sign = SymbolUse(scene.sign_of(fate.power, "waived"), *scene.spot(code))
            scene.put("rings", sign)
        if outcome is Outcome.BUILT and unit:
            # on a space that only builds, at its build place
            at = scene.sheet.builds.get(unit.at.province)
            at = at if at and unit.at not in scene.sheet.units else scene.spot(unit.at)
            scene.sign("rings", "built", at, unit)
            draw_counter(scene, unit, at)
            scene.sign("signs", "plus", upper_right(scene, at), unit)
        elif outcome is Outcome.REMOVED and unit:
            scene.sign("signs", "gone", scene.spot(unit.at), unit)
    for written in scene.turn.faults:
        place = getattr(written.order, "at", None)
        if isinstance(place, Location) and place in scene.sheet.units:
            void = SymbolUse("void", *scene.spot(place))
            scene.marks.append(DrawnMark("signs", void, str(place), written.issuer))


def _vacant_centres(scene: Scene) -> dict[Power, list[Code]]:
    """Each power's centres without a unit after the adjustments, those of its homeland first."""
    taken, owners = {u.at.province for u in scene.turn.after.units}, scene.turn.before.owners
    vacant = (c for c in scene.setting.board.centres if c.code not in taken and c.code in owners)
    kept = sorted(vacant, key=lambda centre: centre.home != owners[centre.code])
    return grouped((owners[centre.code], centre.code) for centre in kept)
