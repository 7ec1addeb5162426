"""Draws the arrows of moves: success, failure, head to head, by convoy, aboard a fleet."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, dist, sin

from builder.draw.counters import counter_place
from builder.draw.curves import Curve, through
from builder.draw.marks import CASING, Paint, PaintedPath, Tag
from builder.draw.scene import LINE, THIN, Scene, tag
from builder.draw.svg import path
from builder.model.findings import Action, Reason, Turn
from builder.model.orders import Convoy, Debark, Embark, Move, Order
from builder.model.units import Code, Location
from builder.rules.geography import geography

MEETINGS = (Reason.CROSSED, Reason.BEATEN_CROSSING)
# Lengths in units of the standard board, bends in parts of a line's length: how moves may be bent,
# half the distance between two that pass each other, the dashes of one that failed; how far from
# its unit a move begins, and how far it ends from a unit, a stand-off and an empty space.
BENDS, PARALLEL = (0.1, -0.1, 0.2, -0.2, 0.0), 7.0
BROKEN = (5.6, 4.4)
START, AT_UNIT, AT_BURST, AT_EMPTY = 12.0, 17.0, 14.0, 4.0


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move as drawn: the whole line from unit to goal, its visible part, the convoy's seas."""

    action: Action
    goal: Location
    whole: Curve
    shown: Curve
    convoy: tuple[Location, ...]


def goal_of(scene: Scene, order: Order) -> Location | None:
    """Where an order is to bring its unit; None for orders that are no moves."""
    if isinstance(order, Embark):
        return order.to or scene.setting.board.locations[order.on]
    return order.to if isinstance(order, Move | Debark) else None


def arrows(scene: Scene, turn: Turn) -> Mapping[Action, Arrow]:
    """The arrow of every accepted move of a phase, before any is drawn."""
    meant = {a: goal_of(scene, a.order) for a in turn.actions if a.fault is None}
    goals = {a: goal for a, goal in meant.items() if goal is not None}
    trips = Counter((a.home, goal.province) for a, goal in goals.items())
    standing = {u.at.province for u in turn.before.units}
    arriving = Counter(goal.province for goal in goals.values())
    drawn: dict[Action, Arrow] = {}
    for action, goal in goals.items():
        route = route_of(scene, turn, action)
        start, end = counter_place(scene, action.units[0]), scene.spot(goal)
        bend = max(0.1, 2 * PARALLEL * scene.pen / max(dist(start, end), 1.0))
        bends = (bend,) if (goal.province, action.home) in trips else BENDS
        legs = [*pairwise([action.at, *route, goal])]
        stops = [stop for leg in legs for stop in (*scene.detour(*leg), scene.spot(leg[1]))][:-1]
        soft = 0 < len(route) == len(stops)
        whole = through([start, *stops, end]) if soft else scene.course(start, stops, end, bends)
        to_unit = goal.province in standing
        room = AT_UNIT
        if not to_unit and turn.findings[action]:
            room = AT_EMPTY
        elif not to_unit and arriving[goal.province] > 1:
            room = AT_BURST
        tight = 0.72 if whole.length < 56 * scene.pen else 1.0
        shown = whole.cut(START * tight * scene.pen, room * tight * scene.pen)
        drawn[action] = Arrow(action, goal, whole, shown, route)
    return drawn


def route_of(scene: Scene, turn: Turn, action: Action) -> tuple[Location, ...]:
    """The seas over which an army is to be convoyed, in order; none for a move by land."""
    order = action.order
    if isinstance(order, Embark) and order.to is not None:
        return (scene.setting.board.locations[order.on],)
    if not isinstance(order, Move) or not scene.setting.kinds[action.kind].convoyed:
        return ()
    if order.route:
        return tuple(written_route(turn, action, order.route))
    fleets = [
        a
        for a in turn.actions
        if isinstance(a.order, Convoy)
        and a.order.at.province == action.at.province
        and (a.order.to is None or a.order.to.province == action.goal)
    ]
    convoying = [f for f in fleets if turn.findings[f]]
    kind = scene.setting.kinds[action.kind]
    by_land = scene.setting.board.way(action.at, order.to, kind, turn.before.phase.season)
    if by_land is not None and not order.via and not convoying:
        return ()
    return fleet_chain(scene, turn, action, convoying) or fleet_chain(scene, turn, action, fleets)


def written_route(turn: Turn, action: Action, route: Sequence[Location]) -> Iterator[Location]:
    """The seas of a route that an order names; a fleet that moves adds where it goes."""
    moving = {
        a.at.province: a for a in turn.actions if isinstance(a.order, Move) and turn.findings[a]
    }
    for sea in route:
        if sea.province != action.at.province:
            yield sea
        fleet = moving.get(sea.province)
        if fleet is not None and fleet is not action and isinstance(fleet.order, Move):
            yield fleet.order.to


def fleet_chain(
    scene: Scene, turn: Turn, action: Action, fleets: Sequence[Action]
) -> tuple[Location, ...]:
    """The seas of the shortest chain of fleets from an army to its goal; empty if there is none."""
    by_sea = {f.home: f.at for f in fleets}
    first, world = [*by_sea], geography(scene.setting, turn.before.phase.season)
    assert action.goal
    routes = world.ways_by_sea(action.home, action.goal, frozenset(by_sea))
    shortest = min(routes, key=lambda r: (len(r), first.index(r[0]), r), default=())
    return tuple(by_sea[sea] for sea in shortest)


def draw_move(scene: Scene, turn: Turn, arrow: Arrow) -> None:
    """Draw one move; a dashed line failed."""
    action = arrow.action
    mine = tag(action)
    width = LINE
    if action.weight < action.units[0].size > 1:
        width = THIN
        place = arrow.shown.at(min(0.4, 22 * scene.pen / max(arrow.shown.length, 1.0)))
        scene.place_sign("rings", scene.sign_of(action.power, "half"), place, mine)
    if any(scene.setting.kinds[u.kind].strength == 0 for u in action.units[1:]):
        crown, at = scene.sign_of(action.power, "crown"), arrow.shown.at(0.5)
        scene.place_sign("signs", crown, at, mine, 0.7)
    carries = isinstance(action.order, Move) and action.order.carries is not None
    by_sea = bool(arrow.convoy or action.units[0].aboard or carries)
    if by_sea:
        draw_band(scene, arrow, mine)
    dash = () if turn.findings[action] else BROKEN
    paint = scene.line_paint(action.power, width, dash)
    draw_headed_line(scene, arrow.shown, paint, mine, edged=not by_sea)


def draw_band(scene: Scene, arrow: Arrow, mine: Tag) -> None:
    """The broad band under the way of an army by sea."""
    nation = scene.nation(arrow.action.power)
    edge = Paint(stroke=CASING, width=12 * scene.pen, round=True, opacity=0.8)
    fill = Paint(stroke=nation.tint, width=8.4 * scene.pen, round=True)
    scene.put("bands", PaintedPath(arrow.shown.d, edge), mine)
    scene.put("bands", PaintedPath(arrow.shown.d, fill), mine)


def draw_headed_line(
    scene: Scene, line: Curve, paint: Paint, mine: Tag, *, edged: bool = True
) -> None:
    """A line that ends in an arrowhead; without `edged` only the head has a casing."""
    tip, full = head(line, scene.pen), LINE * scene.pen
    scene.casings += [line.d, tip] if edged else [tip]
    if paint.dash or paint.width != full:
        scene.put("paths", PaintedPath(line.d, paint), mine)
        scene.put("paths", PaintedPath(tip, Paint(stroke=paint.stroke, width=full)), mine)
    else:
        scene.put("paths", PaintedPath(line.d + tip, paint), mine)


def head(line: Curve, pen: float) -> str:
    """The head at the end of a line; a stroke as wide as the line fills it."""
    x, y = round(line.end.x), round(line.end.y)
    back = line.at(max(0.0, 1 - 9 * pen / max(line.length, 1.0)))
    turn = atan2(line.end.y - back.y, line.end.x - back.x)

    def corner(along: float, across: float) -> tuple[float, float]:
        u, v = along * pen, across * pen
        right, down = u * cos(turn) - v * sin(turn), u * sin(turn) + v * cos(turn)
        return round(x + right, 1), round(y + down, 1)

    corners = [(x, y), corner(-8.0, 3.6), corner(-5.0, 0), corner(-8.0, -3.6)]
    return path(corners, closed=True)


def draw_failures(scene: Scene, turn: Turn, drawn: Mapping[Action, Arrow]) -> None:
    """A ringed cross on every move that failed, a burst where two moves met or an empty space
    saw a stand-off."""
    for action, arrow in drawn.items():
        finding = turn.findings[action]
        if finding:
            continue
        sign, share = "failed", 0.72
        if finding.why in MEETINGS:
            sign, share = "burst", meeting_point(finding.by, arrow, drawn)
        scene.place_sign("signs", sign, arrow.shown.at(share), tag(action))
    for code in sorted(turn.after.contested | stood_off(turn)):
        if all(u.at.province != code for u in turn.before.units):
            scene.place_sign("signs", "burst", scene.spot(code))


def meeting_point(by: Sequence[Action], arrow: Arrow, drawn: Mapping[Action, Arrow]) -> float:
    """The share of its way after which a move met the one that stopped it."""
    met = (arrow.shown.crossing(drawn[b].shown) for b in by if b in drawn)
    return next((share for share in met if share is not None), 0.5)


def stood_off(turn: Turn) -> set[Code]:
    """Spaces without a unit, before and after, that two or more units failed to enter."""
    tries = Counter(
        a.goal
        for a in turn.actions
        if a.goal is not None and turn.findings[a].why is Reason.BOUNCED
    )
    taken = {u.at.province for u in (*turn.before.units, *turn.after.units)}
    return {code for code, count in tries.items() if count > 1 and code not in taken}
