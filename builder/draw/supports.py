"""Draws supports, convoys and refused orders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import dist, hypot, pi

from builder.draw.counters import bearer
from builder.draw.curves import Curve, Point, bent, between
from builder.draw.marks import PaintedPath
from builder.draw.moves import Arrow, goal_of, outcome, province, succeeded
from builder.draw.scene import Scene, tag
from builder.draw.symbols import SLANTS
from builder.model.board import Location
from builder.model.findings import Action
from builder.model.orders import Convoy, Order, Support
from builder.model.outcomes import Outcome
from builder.model.turns import Turn

BENDS = (-0.1, 0.1, -0.2, 0.2, 0.0)
DASHED = (5.0, 3.6)
WIDTH = 2.1
SPREAD = 9.5
CORNER = (13.0, -11.0)
ACROSS = 1.1
SHARED = 0.94


def supports(scene: Scene, turn: Turn, drawn: Mapping[Action, Arrow]) -> None:
    """Draw every support of the phase: to the arrow that it helps, or to the unit it holds."""
    moving: dict[Arrow, list[Action]] = defaultdict(list)
    for action in turn.actions:
        if not isinstance(action.order, Support):
            continue
        arrow = helped(action.order, drawn)
        if arrow is None:
            standing(scene, turn, action, action.order)
        else:
            moving[arrow].append(action)
    for arrow, helpers in moving.items():
        for action, place in berths(scene, arrow, helpers):
            join(scene, turn, action, place)


def helped(order: Support, drawn: Mapping[Action, Arrow]) -> Arrow | None:
    """The arrow of the move that a support was given to."""
    if order.to is None:
        return None
    for action, arrow in drawn.items():
        mine = order.at is None or action.at.province == order.at.province
        theirs = order.power is None or action.power == order.power or order.at is not None
        if mine and theirs and province(goal_of(action)) == order.to.province:
            return arrow
    return None


def berths(scene: Scene, arrow: Arrow, helpers: Iterable[Action]) -> Iterable[tuple[Action, Point]]:
    """Where along an arrow each of its supports ends: near its giver, none on another."""
    line = arrow.shown
    step = SPREAD * scene.pen / max(line.length, 1.0)
    goal = goal_of(arrow.action)

    def wish(helper: Location) -> float:
        if goal and scene.detour(arrow.action.at, goal) and scene.detour(helper, goal):
            return SHARED
        return min(max(line.nearest(scene.spot(helper)), 0.28), 0.52)

    wanted = sorted(
        ((wish(a.at), a.at, a) for a in helpers),
        key=lambda w: w[:2],
    )
    last = 0.0
    floor = max(0.1, min(0.28, 0.52 - step * (len(wanted) - 1)))
    for share, _, action in wanted:
        last = max(share if last or share > floor else floor, last + step if last else floor)
        yield action, line.at(min(last, 0.92))


def join(scene: Scene, turn: Turn, action: Action, place: Point) -> None:
    """The dashes from a supporter to a ring on the supported arrow."""
    nation, mine = scene.nation(action.power), tag(action.power, action.at)
    start, goal = scene.spot(action.at), getattr(action.order, "to", None)
    if dist(start, place) > 15 * scene.pen:
        stops = scene.detour(action.at, goal) if goal else ()
        line = scene.course(start, stops, place, BENDS).cut(12 * scene.pen, 3.4 * scene.pen)
        scene.line(line, scene.thin_line(nation, WIDTH, DASHED), mine)
        mark_failed_support(scene, turn, action, line)
    else:
        mark_failed_support(scene, turn, action, bent(start, place, 0.0))
    scene.place_sign("rings", f"support.{bearer(scene, action.power)}", place, mine)


def standing(scene: Scene, turn: Turn, action: Action, order: Support) -> None:
    """The dashes from a supporter to a ring round the unit it holds; a support to a move that
    was not made ends on the way that the move would have taken."""
    place = order.at or order.to
    if place is None:
        return
    nation, mine = scene.nation(action.power), tag(action.power, action.at)
    end, room = scene.spot(place), 17.6
    if order.to is not None:
        end, room = between(end, scene.spot(order.to), 0.5), 2.0
    stops = scene.detour(action.at, order.to or place)
    line = scene.course(scene.spot(action.at), stops, end, BENDS)
    line = line.cut(12 * scene.pen, min(room * scene.pen, line.length * 0.4))
    scene.line(line, scene.thin_line(nation, WIDTH, DASHED), mine)
    if order.to is None:
        scene.place_sign("rings", f"hold.{bearer(scene, action.power)}", end, mine)
    mark_failed_support(scene, turn, action, line)


def mark_failed_support(scene: Scene, turn: Turn, action: Action, line: Curve) -> None:
    """Two strokes across a support that was cut, a struck ring on one that was void."""
    mine = tag(action.power, action.at)
    if outcome(turn, action) is Outcome.CUT:
        slant = round((line.heading(0.5) + ACROSS) / pi * SLANTS) % SLANTS
        scene.place_sign("signs", f"cut.{slant}", line.at(0.5), mine)
    elif not succeeded(turn, action):
        scene.place_sign("signs", "void", line.at(0.5), mine)


def convoys(scene: Scene, turn: Turn) -> None:
    """A dotted ring round every fleet ordered to convoy."""
    for action in turn.actions:
        if isinstance(action.order, Convoy):
            mine = tag(action.power, action.at)
            at = scene.spot(action.at)
            scene.place_sign("rings", f"convoy.{bearer(scene, action.power)}", at, mine)
            if not succeeded(turn, action):
                scene.place_sign("signs", "void", corner(scene, at), mine)


def refused(scene: Scene, turn: Turn) -> None:
    """A struck ring beside every unit that was given an order it could not be given, and a
    faint line where that order pointed."""
    for action in turn.actions:
        if action.fault is None:
            continue
        mine = tag(action.power, action.at)
        start = scene.spot(action.at)
        goal = pointed(scene, action.meant) if action.meant is not None else None
        if goal is not None and hypot(goal.x - start.x, goal.y - start.y) > 24 * scene.pen:
            nation = scene.nation(action.power)
            line = bent(start, goal, 0.1).cut(12 * scene.pen, 10 * scene.pen)
            faint = scene.thin_line(nation, 1.6, (0.1, 4.0), soft=True)
            scene.put("paths", PaintedPath(line.d, faint), mine)
        scene.place_sign("signs", "void", corner(scene, start), mine)


def pointed(scene: Scene, order: Order) -> Point | None:
    """The place that an order names, where the sheet knows it."""
    place = getattr(order, "to", None)
    if not isinstance(place, Location) or place.province not in scene.sheet.units:
        return None
    return scene.spot(place)


def corner(scene: Scene, at: Point) -> Point:
    """The upper right of a counter."""
    return Point(at.x + CORNER[0] * scene.pen, at.y + CORNER[1] * scene.pen)
