"""Draws retreats, builds and removals."""

from builder.draw.counters import DISLODGED_SCALE, draw_counter
from builder.draw.marks import DrawnMark, SymbolUse
from builder.draw.moves import BROKEN, draw_headed_line
from builder.draw.scene import THIN, Scene
from builder.draw.supports import upper_right
from builder.model.findings import Reason
from builder.model.grouping import grouped
from builder.model.orders import Retreat
from builder.model.outcomes import Outcome
from builder.model.units import Code, Location, Power


def draw_refuges(scene: Scene) -> None:
    """A dotted ring in every space that a dislodged unit may retreat to."""
    for d in scene.turn.before.dislodged:
        for place in d.refuges:
            scene.sign("rings", "refuge", scene.spot(place), d.unit)


def draw_retreats(scene: Scene) -> None:
    """The arrows of retreats, thinner than those of moves; a cross through units that left the
    board, a burst at a clash."""
    clashes: set[Code] = set()
    for fate in scene.turn.fates:
        order, why = fate.written.order if fate.written else None, fate.finding.why
        ordered = order.to if isinstance(order, Retreat) else None
        if ordered and why is Reason.RETREAT_CLASH:
            clashes.add(ordered.province)
        if fate.unit is None:
            continue
        start, done = scene.sheet.beside(fate.unit.at), why.outcome is Outcome.RETREATED
        if goal := fate.to or ordered:
            whole = scene.course(start, scene.detour(fate.unit.at, goal), scene.spot(goal), (0.1,))
            line = whole.cut(13 * scene.pen, (4 if done else 14) * scene.pen)
            paint = scene.line_paint(fate.unit, THIN, () if done else BROKEN)
            draw_headed_line(scene, line, paint, fate.unit)
        if not done:
            scene.sign("signs", "gone", start, fate.unit, DISLODGED_SCALE)
    for code in sorted(clashes):
        scene.sign("signs", "burst", scene.spot(code))


def draw_adjustments(scene: Scene) -> None:
    """New units on a ring with a plus, removed ones crossed out, and refused builds struck. A
    waived build is an empty ring in a vacant centre of its power."""
    vacant = _vacant_centres(scene)
    for fate in scene.turn.fates:
        outcome, unit = fate.finding.why.outcome, fate.unit
        if outcome is Outcome.WAIVED and vacant.get(fate.power):
            at = scene.spot(vacant[fate.power].pop(0))
            scene.put("rings", SymbolUse(scene.sign_of(fate.power, "waived"), *at))
        if outcome is Outcome.BUILT and unit:
            at = scene.spot(unit.at)
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
