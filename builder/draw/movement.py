"""Draws the orders of a movement phase: the arrows of moves, supports, convoys, refused orders."""

from cmath import rect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, dist, pi
from typing import NamedTuple

from builder.draw.curves import Curve, Point, bent, between, through
from builder.draw.marks import CASING, Paint, PaintedPath
from builder.draw.scene import CORNER, LINE, THIN, Scene
from builder.draw.svg import path
from builder.draw.symbols import SLANTS
from builder.model.findings import Action, Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Debark, Embark, Move, Order, Support
from builder.model.outcomes import Outcome
from builder.model.units import Location, Unit
from builder.rules.geography import geography

MEETINGS = (Reason.CROSSED, Reason.BEATEN_CROSSING)
# Lengths in units of the standard board, bends in parts of a line's length: how moves may be bent,
# half the distance between two that pass each other, the dashes of one that failed; how far from
# its unit a move begins, and how far it ends from a unit, a stand-off and an empty space.
BENDS, PARALLEL = (0.1, -0.1, 0.2, -0.2, 0.0), 7.0
BROKEN = (5.6, 4.4)
START, AT_UNIT, AT_BURST, AT_EMPTY = 12.0, 17.0, 14.0, 4.0
# Of supports; angles in radians.
SUPPORT_BENDS, DASHED, WIDTH = (-0.1, 0.1, -0.2, 0.2, 0.0), (5.0, 3.6), 2.1
SPREAD = 9.5  # between two supports of one move
ACROSS = 1.1  # between a support and the strokes that cut it
SHARED = 0.94  # where supports end on an arrow whose way off the map they share


class Arrow(NamedTuple):
    """A move as drawn: its goal, the line from unit to goal, the convoy's seas."""

    goal: Location
    line: Curve
    convoy: tuple[Location, ...]


Arrows = Mapping[Action, Arrow]


def draw_orders(scene: Scene) -> None:
    """Draw the orders of a phase and what became of them."""
    drawn = arrows(scene)
    for action, arrow in drawn.items():
        _draw_move(scene, action, arrow)
    _draw_supports(scene, drawn)
    _draw_convoys(scene)
    _draw_refused_orders(scene)
    _draw_failures(scene, drawn)


def arrows(scene: Scene) -> Arrows:
    """The arrow of every accepted move of a phase, before any is drawn."""
    meant = {a: _goal(scene, a.order) for a in scene.turn.actions if a.fault is None}
    goals = {a: goal for a, goal in meant.items() if goal is not None}
    trips = Counter((a.home, goal.province) for a, goal in goals.items())
    standing = {u.at.province for u in scene.turn.before.units}
    arriving = Counter(goal.province for goal in goals.values())
    drawn: dict[Action, Arrow] = {}
    for action, goal in goals.items():
        route = _route(scene, action)
        start, end = scene.counter_place(action.units[0]), scene.spot(goal)
        bend = max(0.1, 2 * PARALLEL * scene.pen / max(dist(start, end), 1.0))
        bends = (bend,) if (goal.province, action.home) in trips else BENDS
        legs = [*pairwise([action.at, *route, goal])]
        stops = [stop for leg in legs for stop in (*scene.detour(*leg), scene.spot(leg[1]))][:-1]
        soft = 0 < len(route) == len(stops)
        whole = through([start, *stops, end]) if soft else scene.course(start, stops, end, bends)
        room = AT_UNIT
        if goal.province not in standing:
            missed = AT_BURST if arriving[goal.province] > 1 else AT_UNIT
            room = AT_EMPTY if scene.turn.findings[action] else missed
        tight = 0.72 if whole.length < 56 * scene.pen else 1.0
        line = whole.cut(START * tight * scene.pen, room * tight * scene.pen)
        drawn[action] = Arrow(goal, line, route)
    return drawn


def _goal(scene: Scene, order: Order) -> Location | None:
    """Where an order is to bring its unit; None for orders that are no moves."""
    if isinstance(order, Embark):
        return order.to or scene.setting.board.locations[order.on]
    return order.to if isinstance(order, Move | Debark) else None


def _route(scene: Scene, action: Action) -> tuple[Location, ...]:
    """The seas over which an army is to be convoyed, in order; none for a move by land."""
    order, kind = action.order, scene.setting.kinds[action.kind]
    if isinstance(order, Embark) and order.to is not None:
        return (scene.setting.board.locations[order.on],)
    if not isinstance(order, Move) or not kind.convoyed:
        return ()
    if order.route:
        return tuple(_written_route(scene, action, order.route))
    fleets = [
        a
        for a in scene.turn.actions
        if isinstance(a.order, Convoy)
        and a.order.at.province == action.at.province
        and (a.order.to is None or a.order.to.province == action.goal)
    ]
    convoying = [f for f in fleets if scene.turn.findings[f]]
    by_land = scene.setting.board.way(action.at, order.to, kind, scene.turn.before.phase.season)
    if by_land is not None and not order.via and not convoying:
        return ()
    return _fleet_chain(scene, action, convoying) or _fleet_chain(scene, action, fleets)


def _written_route(scene: Scene, action: Action, route: Sequence[Location]) -> Iterator[Location]:
    """The seas of a route that an order names; a fleet that moves adds where it goes."""
    moving = {
        a.at.province: (a, a.order.to)
        for a in scene.turn.actions
        if isinstance(a.order, Move) and scene.turn.findings[a]
    }
    for sea in route:
        if sea.province != action.at.province:
            yield sea
        fleet, goal = moving.get(sea.province, (action, sea))
        if fleet is not action:
            yield goal


def _fleet_chain(scene: Scene, action: Action, fleets: Sequence[Action]) -> tuple[Location, ...]:
    """The seas of the shortest chain of fleets from an army to its goal; empty if there is none."""
    by_sea = {f.home: f.at for f in fleets}
    first, world = [*by_sea], geography(scene.setting, scene.turn.before.phase.season)
    assert action.goal
    routes = world.ways_by_sea(action.home, action.goal, frozenset(by_sea))
    shortest = min(routes, key=lambda r: (len(r), first.index(r[0]), r), default=())
    return tuple(by_sea[sea] for sea in shortest)


def _draw_move(scene: Scene, action: Action, arrow: Arrow) -> None:
    """Draw one move, by sea on a broad band; a dashed line failed."""
    line, pen, width = arrow.line, scene.pen, LINE
    if action.weight < action.units[0].size > 1:
        width = THIN
        scene.sign("rings", "half", line.at(min(0.4, 22 * pen / max(line.length, 1.0))), action)
    if any(scene.setting.kinds[u.kind].strength == 0 for u in action.units[1:]):
        scene.sign("signs", "crown", line.at(0.5), action, 0.7)
    carries = isinstance(action.order, Move) and action.order.carries is not None
    by_sea = bool(arrow.convoy or action.units[0].aboard or carries)
    if by_sea:
        edge = Paint(stroke=CASING, width=12 * pen, round=True, opacity=0.8)
        fill = Paint(stroke=scene.nation(action.power).tint, width=8.4 * pen, round=True)
        scene.put("bands", PaintedPath(line.d, edge), action)
        scene.put("bands", PaintedPath(line.d, fill), action)
    paint = scene.line_paint(action, width, () if scene.turn.findings[action] else BROKEN)
    draw_headed_line(scene, line, paint, action, edged=not by_sea)


def draw_headed_line(
    scene: Scene, line: Curve, paint: Paint, of: Action | Unit, *, edged: bool = True
) -> None:
    """A line that ends in an arrowhead; without `edged` only the head has a casing."""
    tip, full = _head(line, scene.pen), LINE * scene.pen
    scene.casings += [line.d, tip] if edged else [tip]
    if paint.dash or paint.width != full:
        scene.put("paths", PaintedPath(line.d, paint), of)
        scene.put("paths", PaintedPath(tip, Paint(stroke=paint.stroke, width=full)), of)
    else:
        scene.put("paths", PaintedPath(line.d + tip, paint), of)


def _head(line: Curve, pen: float) -> str:
    """The head at the end of a line; a stroke as wide as the line fills it."""
    end, back = line.dots[-1], line.at(max(0.0, 1 - 9 * pen / max(line.length, 1.0)))
    turn, (x, y) = rect(pen, atan2(end[1] - back.y, end[0] - back.x)), map(round, end)
    corners = (turn * corner for corner in (-8 + 3.6j, -5, -8 - 3.6j))
    sides = [(round(x + corner.real, 1), round(y + corner.imag, 1)) for corner in corners]
    return path([(x, y), *sides], closed=True)


def _draw_failures(scene: Scene, drawn: Arrows) -> None:
    """A ringed cross on every move that failed, a burst where two moves met or an empty space
    saw a stand-off."""
    for action, arrow in drawn.items():
        finding = scene.turn.findings[action]
        if finding.why in MEETINGS and not finding:
            met = (arrow.line.crossing(drawn[b].line) for b in finding.by if b in drawn)
            share = next((share for share in met if share is not None), 0.5)
            scene.sign("signs", "burst", arrow.line.at(share), action)
        elif not finding:
            scene.sign("signs", "failed", arrow.line.at(0.72), action)
    bounced = (a.goal for a in scene.turn.actions if scene.turn.findings[a].why is Reason.BOUNCED)
    tried = {goal for goal, count in Counter(bounced).items() if goal and count > 1}
    taken = {u.at.province for u in (*scene.turn.before.units, *scene.turn.after.units)}
    for code in sorted((tried | scene.turn.after.contested) - taken):
        scene.sign("signs", "burst", scene.spot(code))


def _draw_supports(scene: Scene, drawn: Arrows) -> None:
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
    """The dashes of a support, which end `room` before its end, and a ring there. Two strokes are
    across a support that was cut, a struck ring on one that was void."""
    start = scene.spot(action.at)
    if ring == "support" and dist(start, end) <= 15 * scene.pen:
        line = bent(start, end, 0.0)  # too short to be drawn
    else:
        line = scene.course(start, scene.detour(action.at, goal), end, SUPPORT_BENDS)
        line = line.cut(12 * scene.pen, min(room * scene.pen, line.length * 0.4))
        scene.casings.append(line.d)
        scene.put("paths", PaintedPath(line.d, scene.line_paint(action, WIDTH, DASHED)), action)
    if ring:
        scene.sign("rings", ring, end, action)
    if scene.turn.findings[action].why.outcome is Outcome.CUT:
        slant = round((line.heading(0.5) + ACROSS) / pi * SLANTS) % SLANTS
        scene.sign("signs", f"cut.{slant}", line.at(0.5), action)
    elif not scene.turn.findings[action]:
        scene.sign("signs", "void", line.at(0.5), action)


def _draw_convoys(scene: Scene) -> None:
    """A dotted ring round every fleet ordered to convoy."""
    for action in scene.turn.actions:
        if isinstance(action.order, Convoy):
            at = scene.spot(action.at)
            scene.sign("rings", "convoy", at, action)
            if not scene.turn.findings[action]:
                scene.sign("signs", "void", scene.off(at, *CORNER), action)


def _draw_refused_orders(scene: Scene) -> None:
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
        scene.sign("signs", "void", scene.off(start, *CORNER), action)
