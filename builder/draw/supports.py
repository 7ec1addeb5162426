"""Draws supports, convoys and refused orders."""

from collections.abc import Iterable, Iterator
from math import dist, pi

from builder.draw.curves import Point, bent, between
from builder.draw.marks import PaintedPath
from builder.draw.moves import Arrow, Arrows
from builder.draw.scene import Scene
from builder.draw.symbols import SLANTS
from builder.model.findings import Action
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Support
from builder.model.outcomes import Outcome
from builder.model.units import Location

# Lengths in units of the standard board, bends in parts of a line's length, angles in radians.
BENDS, DASHED, WIDTH = (-0.1, 0.1, -0.2, 0.2, 0.0), (5.0, 3.6), 2.1
SPREAD = 9.5  # between two supports of one move
ACROSS = 1.1  # between a support and the strokes that cut it
SHARED = 0.94  # where supports end on an arrow whose way off the map they share


def draw_supports(scene: Scene, drawn: Arrows) -> None:
    """Draw every support of the phase: to the arrow that it helps, or to the unit it holds."""
    supports = [(a, a.order) for a in scene.turn.actions if isinstance(a.order, Support)]
    helped = grouped((_supported(order, drawn), (action, order)) for action, order in supports)
    for action, order in helped.pop(None, ()):
        start = order.at or order.to
        if order.to is None and start:
            _draw_support(scene, action, start, scene.spot(start), 17.6, "hold")
        elif order.to and start:  # to a move that was not made: half-way along it
            end = between(scene.spot(start), scene.spot(order.to), 0.5)
            _draw_support(scene, action, order.to, end, 2.0)
    for mover, supporters in helped.items():
        if mover is not None:
            arrow, actions = drawn[mover], [action for action, _ in supporters]
            for action, place in _support_ends(scene, mover, arrow, actions):
                _draw_support(scene, action, arrow.goal, place, 3.4, "support")


def _supported(order: Support, drawn: Arrows) -> Action | None:
    """The drawn move that a support is for; None if there is no such move."""
    if order.to is None:
        return None
    for action, arrow in drawn.items():
        same_unit = order.at is None or action.at.province == order.at.province
        same_power = order.power is None or action.power == order.power or order.at is not None
        if same_unit and same_power and arrow.goal.province == order.to.province:
            return action
    return None


def _support_ends(
    scene: Scene, mover: Action, arrow: Arrow, supporters: Iterable[Action]
) -> Iterator[tuple[Action, Point]]:
    """Where on an arrow each of its supports ends: near its own unit, and apart from the others."""
    line = arrow.line
    step = SPREAD * scene.pen / max(line.length, 1.0)

    def wanted(supporter: Location) -> float:
        if scene.detour(mover.at, arrow.goal) and scene.detour(supporter, arrow.goal):
            return SHARED
        return min(max(line.nearest(scene.spot(supporter)), 0.28), 0.52)

    shares = sorted(((wanted(a.at), a.at, a) for a in supporters), key=lambda w: w[:2])
    floor = max(0.1, min(0.28, 0.52 - step * (len(shares) - 1)))
    last = 0.0
    for share, _, action in shares:
        last = max(share if last or share > floor else floor, last + step if last else floor)
        yield action, line.at(min(last, 0.92))


def _draw_support(
    scene: Scene, action: Action, goal: Location, end: Point, room: float, ring: str = ""
) -> None:
    """The dashes from a supporter to the end of its support, with a ring there.

    `room` is how far from there they end. Two strokes are across a support that was cut, a struck
    ring on one that was void.
    """
    start = scene.spot(action.at)
    if ring == "support" and dist(start, end) <= 15 * scene.pen:
        line = bent(start, end, 0.0)  # too short to be drawn
    else:
        line = scene.course(start, scene.detour(action.at, goal), end, BENDS)
        line = line.cut(12 * scene.pen, min(room * scene.pen, line.length * 0.4))
        scene.casings.append(line.d)
        paint = scene.line_paint(action, WIDTH, DASHED)
        scene.put("paths", PaintedPath(line.d, paint), action)
    if ring:
        scene.sign("rings", ring, end, action)
    if scene.turn.findings[action].why.outcome is Outcome.CUT:
        slant = round((line.heading(0.5) + ACROSS) / pi * SLANTS) % SLANTS
        scene.sign("signs", f"cut.{slant}", line.at(0.5), action)
    elif not scene.turn.findings[action]:
        scene.sign("signs", "void", line.at(0.5), action)


def draw_convoys(scene: Scene) -> None:
    """A dotted ring round every fleet ordered to convoy."""
    for action in scene.turn.actions:
        if isinstance(action.order, Convoy):
            at = scene.spot(action.at)
            scene.sign("rings", "convoy", at, action)
            if not scene.turn.findings[action]:
                scene.sign("signs", "void", scene.upper_right(at), action)


def draw_refused_orders(scene: Scene) -> None:
    """A struck ring beside every unit whose order was refused, and a faint line where it led."""
    for action in scene.turn.actions:
        if action.fault is None:
            continue
        start, to = scene.spot(action.at), getattr(action.meant, "to", None)
        if isinstance(to, Location) and to.province in scene.sheet.units:
            goal = scene.spot(to)
            if dist(goal, start) > 24 * scene.pen:
                line = bent(start, goal, 0.1).cut(12 * scene.pen, 10 * scene.pen)
                faint = scene.line_paint(action, 1.6, (0.1, 4.0), soft=True)
                scene.put("paths", PaintedPath(line.d, faint), action)
        scene.sign("signs", "void", scene.upper_right(start), action)
