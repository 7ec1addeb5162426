"""Draws the orders of a movement phase: the arrows of moves, supports, convoys, refused orders."""

from cmath import rect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, dist, pi
from typing import NamedTuple

from builder.draw.geometry.curves import Curve, Point, bent, between, through
from builder.draw.marks import CASING, Paint, PaintedPath, PlaceOnLine
from builder.draw.scene import CORNER, LINE, THIN, Scene
from builder.draw.svg import path
from builder.draw.symbols import SLANTS
from builder.model.findings import Action, Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Debark, Embark, Move, Order, Support
from builder.model.outcomes import Outcome
from builder.model.units import Code, Location, Unit
from builder.rules.geography import geography

MEETINGS = (Reason.CROSSED, Reason.BEATEN_CROSSING)
# Lengths in units of the standard board, bends in parts of a line's length.
MOVE_BENDS = (0.1, -0.1, 0.2, -0.2, 0.0)
PARALLEL = 7.0  # half the distance between two moves that pass each other
BROKEN = (5.6, 4.4)  # the dashes of a move that failed
START = 12.0  # how far from its unit a move begins
AT_UNIT = 17.0  # how far from a unit a move ends
AT_BURST = 14.0  # from a stand-off
AT_EMPTY = 4.0  # from the middle of an empty space
SHORT_LINE = 56.0  # a shorter one begins and ends nearer to the units
TIGHT = 0.72  # by this factor
# Of supports; angles in radians.
SUPPORT_BENDS = (-0.1, 0.1, -0.2, 0.2, 0.0)
DASHED = (5.0, 3.6)
SUPPORT_WIDTH = 2.1
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
    arrows = arrows_of(scene)
    for action, arrow in arrows.items():
        _draw_move(scene, action, arrow)
    _draw_supports(scene, arrows)
    _draw_convoys(scene)
    _draw_refused_orders(scene)
    _draw_failures(scene, arrows)


def arrows_of(scene: Scene) -> Arrows:
    """The arrow of every accepted move of a phase, before any is drawn."""
    goals: dict[Action, Location] = {}
    for action in scene.turn.by_action:
        goal = _goal(scene, action.order) if action.fault is None else None
        if goal is not None:
            goals[action] = goal
    traffic = Traffic(scene, goals)
    convoys = [action for action in scene.turn.by_action if isinstance(action.order, Convoy)]
    arrows: dict[Action, Arrow] = {}
    for action, goal in goals.items():
        route = _route(scene, action, convoys)
        whole = _whole_line(scene, action, goal, route, bends=traffic.bends(action))
        factor = scene.pen * (TIGHT if whole.length < SHORT_LINE * scene.pen else 1.0)
        line = whole.cut(START * factor, traffic.room_at_goal(action) * factor)
        arrows[action] = Arrow(goal, line, route)
    return arrows


class Traffic:
    """All moves of a phase with their goals: which pass each other, and what they meet."""

    def __init__(self, scene: Scene, goals: Mapping[Action, Location]) -> None:
        self.scene = scene
        self.goals = goals
        self.trips = {(action.home, goal.province) for action, goal in goals.items()}
        self.occupied = {unit.at.province for unit in scene.turn.before.units}
        self.arriving = Counter(goal.province for goal in goals.values())

    def bends(self, action: Action) -> tuple[float, ...]:
        """How the line of a move may be bent; beside one that comes the other way."""
        goal = self.goals[action]
        if (goal.province, action.home) not in self.trips:
            return MOVE_BENDS
        start = self.scene.counter_place(action.unit)
        length = max(dist(start, self.scene.spot(goal)), 1.0)
        return (round(max(0.1, 2 * PARALLEL * self.scene.pen / length), 3),)

    def room_at_goal(self, action: Action) -> float:
        """How far from the middle of its goal the line of a move ends."""
        province = self.goals[action].province
        if province in self.occupied:
            return AT_UNIT
        if self.scene.turn.by_action[action].finding:
            return AT_EMPTY
        return AT_BURST if self.arriving[province] > 1 else AT_UNIT


def _whole_line(
    scene: Scene,
    action: Action,
    goal: Location,
    route: Sequence[Location],
    *,
    bends: Sequence[float],
) -> Curve:
    """The line from a unit to the place of its goal, through the seas of its route."""
    start = scene.counter_place(action.unit)
    end = scene.spot(goal)
    stops: list[Point] = []
    for here, there in pairwise([action.at, *route, goal]):
        stops += scene.detour(here, there)
        stops.append(scene.spot(there))
    stops.pop()  # the goal itself
    only_seas_between = 0 < len(route) == len(stops)
    if only_seas_between:
        return through([start, *stops, end])
    return scene.course(start, stops, end, bends)


def _goal(scene: Scene, order: Order) -> Location | None:
    """Where an order is to bring its unit; None for orders that are no moves."""
    if isinstance(order, Embark):
        return order.to or scene.setting.board.locations[order.on]
    return order.to if isinstance(order, Move | Debark) else None


def _route(scene: Scene, action: Action, convoys: Iterable[Action]) -> tuple[Location, ...]:
    """The seas over which an army is to be convoyed, in order; none for a move by land. `convoys`
    are all orders to convoy in the phase."""
    order = action.order
    kind = scene.setting.kinds[action.kind]
    if isinstance(order, Embark) and order.to is not None:
        return (scene.setting.board.locations[order.on],)
    if not isinstance(order, Move) or not kind.convoyed:
        return ()
    if order.route:
        return tuple(_written_route(scene, action, order.route))
    fleets = [fleet for fleet in convoys if _convoys(fleet, action)]
    if not fleets:
        return ()
    convoying = [fleet for fleet in fleets if scene.turn.by_action[fleet].finding]
    by_land = scene.setting.board.way(action.at, order.to, kind, scene.turn.before.phase.season)
    if by_land is not None and not order.via and not convoying:
        return ()
    return _fleet_chain(scene, action, convoying) or _fleet_chain(scene, action, fleets)


def _convoys(fleet: Action, army: Action) -> bool:
    """Is a fleet ordered to convoy an army to its goal?"""
    order = fleet.order
    if not isinstance(order, Convoy) or order.at.province != army.at.province:
        return False
    return order.to is None or order.to.province == army.goal


def _written_route(scene: Scene, action: Action, route: Sequence[Location]) -> Iterator[Location]:
    """The seas of a route that an order names; a fleet that moves adds where it goes."""
    goals: dict[Code, Location] = {}
    for mover, result in scene.turn.by_action.items():
        if mover is not action and isinstance(mover.order, Move) and result.finding:
            goals[mover.at.province] = mover.order.to
    for sea in route:
        if sea.province != action.at.province:
            yield sea
        if sea.province in goals:
            yield goals[sea.province]


def _fleet_chain(scene: Scene, action: Action, fleets: Sequence[Action]) -> tuple[Location, ...]:
    """The seas of the shortest chain of fleets from an army to its goal; empty if there is none."""
    place_of_fleet = {fleet.home: fleet.at for fleet in fleets}
    seas = list(place_of_fleet)
    ways = geography(scene.setting, scene.turn.before.phase.season)
    assert action.goal
    routes = ways.ways_by_sea(action.home, action.goal, frozenset(seas))
    shortest = min(routes, key=lambda route: (len(route), seas.index(route[0]), route), default=())
    return tuple(place_of_fleet[sea] for sea in shortest)


def _draw_move(scene: Scene, action: Action, arrow: Arrow) -> None:
    """Draw one move, by sea on a broad band; a dashed line failed."""
    line = arrow.line
    pen = scene.pen
    width = LINE
    if action.half is not None:
        width = THIN
        scene.sign("rings", "half", line.at(min(0.4, 22 * pen / max(line.length, 1.0))), action)
    if action.leader is not None:
        scene.sign("signs", "crown", line.at(0.5), action, 0.7)
    carries = isinstance(action.order, Move) and action.order.carries is not None
    by_sea = bool(arrow.convoy or action.unit.aboard or carries)
    if by_sea:
        edge = Paint(stroke=CASING, width=12 * pen, round=True, opacity=0.8)
        fill = Paint(stroke=scene.nation(action.power).tint, width=8.4 * pen, round=True)
        scene.put("bands", PaintedPath(line.d, edge, bow=line.bow), action)
        scene.put("bands", PaintedPath(line.d, fill, bow=line.bow), action)
    paint = scene.line_paint(action, width, () if scene.turn.by_action[action].finding else BROKEN)
    draw_headed_line(scene, line, paint, action, edged=not by_sea)


def draw_headed_line(
    scene: Scene, line: Curve, paint: Paint, of: Action | Unit, *, edged: bool = True
) -> None:
    """A line that ends in an arrowhead; without `edged` only the head has a casing."""
    tip = _head(line, scene.pen)
    full = LINE * scene.pen
    scene.casings += [line.d, tip] if edged else [tip]
    if paint.dash or paint.width != full:
        scene.put("paths", PaintedPath(line.d, paint, bow=line.bow), of)
        scene.put("paths", PaintedPath(tip, Paint(stroke=paint.stroke, width=full)), of)
    else:
        scene.put("paths", PaintedPath(line.d + tip, paint, bow=line.bow), of)


@lru_cache(maxsize=4096)
def _head(line: Curve, pen: float) -> str:
    """The head at the end of a line; a stroke as wide as the line fills it."""
    end = line.dots[-1]
    before_end = line.at(max(0.0, 1 - 9 * pen / max(line.length, 1.0)))
    turn = rect(pen, atan2(end.imag - before_end.y, end.real - before_end.x))
    x = round(end.real)
    y = round(end.imag)
    corners: list[tuple[float, float]] = [(x, y)]
    for corner in (-8 + 3.6j, -5, -8 - 3.6j):
        turned = turn * corner
        corners.append((round(x + turned.real, 1), round(y + turned.imag, 1)))
    return path(corners, closed=True)


def _draw_failures(scene: Scene, arrows: Arrows) -> None:
    """A ringed cross on every move that failed, a burst where two moves met or an empty space
    saw a stand-off."""
    for action, arrow in arrows.items():
        finding = scene.turn.by_action[action].finding
        if finding.why in MEETINGS and not finding:
            others = [arrows[other].line for other in finding.by if other in arrows]
            scene.sign("signs", "burst", _meeting(arrow.line, others), action)
        elif not finding:
            scene.sign_on_line("failed", arrow.line, 0.72, action)
    for code in sorted(_stand_offs(scene)):
        scene.sign("signs", "burst", scene.spot(code))


def _meeting(line: Curve, others: Iterable[Curve]) -> Point:
    """Where a line crosses the first of the others that it crosses; else its middle."""
    for other in others:
        share = line.crossing(other)
        if share is not None:
            return line.at(share)
    return line.at(0.5)


def _stand_offs(scene: Scene) -> set[Code]:
    """The empty provinces that several units entered in vain."""
    tries: Counter[Code] = Counter()
    for action in scene.turn.by_action:
        if action.goal and scene.turn.by_action[action].finding.why is Reason.BOUNCED:
            tries[action.goal] += 1
    contested = {goal for goal, count in tries.items() if count > 1} | scene.turn.after.contested
    occupied = {unit.at.province for unit in (*scene.turn.before.units, *scene.turn.after.units)}
    return contested - occupied


def _draw_supports(scene: Scene, arrows: Arrows) -> None:
    """Draw every support of the phase: to the arrow that it helps, or to the unit it holds."""
    supporters: dict[Action, list[Action]] = {}
    arrows_to = grouped((arrow.goal.province, action) for action, arrow in arrows.items())
    for action in scene.turn.by_action:
        order = action.order
        if not isinstance(order, Support):
            continue
        mover = _supported(order, arrows_to)
        if mover is not None:
            supporters.setdefault(mover, []).append(action)
        else:
            _draw_support_of_no_arrow(scene, action, order)
    for mover, actions in supporters.items():
        arrow = arrows[mover]
        for action, place in _support_ends(scene, mover, arrow, actions):
            _draw_support(scene, action, arrow.goal, place, 3.4, "support")


def _draw_support_of_no_arrow(scene: Scene, action: Action, order: Support) -> None:
    """Draw a support of a unit that holds, or of a move that was not made."""
    start = order.at or order.to
    if start is None:
        return
    if order.to is None:
        _draw_support(scene, action, start, scene.spot(start), 17.6, "hold")
    else:
        half_way = between(scene.spot(start), scene.spot(order.to), 0.5)
        _draw_support(scene, action, order.to, half_way.rounded, 2.0)


def _supported(order: Support, arrows_to: Mapping[Code, Sequence[Action]]) -> Action | None:
    """The drawn move that a support is for; None if there is no such move. `arrows_to` are the
    drawn moves by their goals."""
    if order.to is None:
        return None
    for action in arrows_to.get(order.to.province, ()):
        same_unit = order.at is None or action.at.province == order.at.province
        same_power = order.power is None or action.power == order.power or order.at is not None
        if same_unit and same_power:
            return action
    return None


def _support_ends(
    scene: Scene, mover: Action, arrow: Arrow, supporters: Iterable[Action]
) -> Iterator[tuple[Action, Point]]:
    """Where on an arrow each of its supports ends: near its own unit, and apart from the others.
    In whole units, so that a page can say in few letters where a line leads."""
    line = arrow.line
    step = SPREAD * scene.pen / max(line.length, 1.0)

    def nearest_share(supporter: Location) -> float:
        if scene.detour(mover.at, arrow.goal) and scene.detour(supporter, arrow.goal):
            return SHARED
        return min(max(line.nearest(scene.spot(supporter)), 0.28), 0.52)

    shares = {supporter: nearest_share(supporter.at) for supporter in supporters}
    in_order = sorted(shares, key=lambda supporter: (shares[supporter], supporter.at))
    first = max(0.1, min(0.28, 0.52 - step * (len(shares) - 1)))
    least = first
    for supporter in in_order:
        share = max(shares[supporter], least)
        yield supporter, line.at(min(share, 0.92)).rounded
        least = share + step


def _draw_support(
    scene: Scene, action: Action, goal: Location, end: Point, room: float, ring: str = ""
) -> None:
    """The dashes of a support, which end `room` before its end, and a ring there. Two strokes are
    across a support that was cut, a struck ring on one that was void."""
    start = scene.spot(action.at)
    ring_place = None
    if ring == "support" and dist(start, end) <= 15 * scene.pen:
        line = bent(start, end, 0.0)  # too short to be drawn
    else:
        line = scene.course(start, scene.detour(action.at, goal), end, SUPPORT_BENDS)
        gap = round(min(room * scene.pen, line.length * 0.4), 1)
        line = line.cut(12 * scene.pen, gap)
        if ring == "support":
            ring_place = PlaceOnLine(1, ahead=gap)
        scene.casings.append(line.d)
        paint = scene.line_paint(action, SUPPORT_WIDTH, DASHED)
        scene.put("paths", PaintedPath(line.d, paint, bow=line.bow), action)
    if ring:
        scene.sign("rings", ring, end, action, on=ring_place)
    if scene.turn.by_action[action].finding.why.outcome is Outcome.CUT:
        slant = round((line.heading(0.5) + ACROSS) / pi * SLANTS) % SLANTS
        scene.sign_on_line(f"cut.{slant}", line, 0.5, action)
    elif not scene.turn.by_action[action].finding:
        scene.sign_on_line("void", line, 0.5, action)


def _draw_convoys(scene: Scene) -> None:
    """A dotted ring round every fleet ordered to convoy."""
    for action in scene.turn.by_action:
        if isinstance(action.order, Convoy):
            at = scene.spot(action.at)
            scene.sign("rings", "convoy", at, action)
            if not scene.turn.by_action[action].finding:
                scene.sign("signs", "void", scene.off(at, *CORNER), action)


def _draw_refused_orders(scene: Scene) -> None:
    """A struck ring beside every unit whose order was refused, and a faint line where it led."""
    for action in scene.turn.by_action:
        if action.fault is None:
            continue
        start = scene.spot(action.at)
        to = getattr(action.meant, "to", None)
        if isinstance(to, Location) and to.province in scene.sheet.units:
            goal = scene.spot(to)
            if dist(goal, start) > 24 * scene.pen:
                line = bent(start, goal, 0.1).cut(12 * scene.pen, 10 * scene.pen)
                faint = scene.line_paint(action, 1.6, (0.1, 4.0), soft=True)
                scene.put("paths", PaintedPath(line.d, faint, bow=line.bow), action)
        scene.sign("signs", "void", scene.off(start, *CORNER), action)
