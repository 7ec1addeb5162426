"""Draws units where they stand, are dislodged, retreat, and are built or removed; and the owners
of centres."""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from builder.draw.board_sheet import BoardSheet
from builder.draw.captions import words
from builder.draw.geometry.curves import Point
from builder.draw.marks import INK, DrawnMark, Paint, PaintedPath, SymbolUse
from builder.draw.movement import BROKEN, draw_headed_line
from builder.draw.scene import CORNER, THIN, UNKNOWN_INITIALS, Scene
from builder.draw.symbols import circle, initials
from builder.model.findings import Reason
from builder.model.grouping import grouped
from builder.model.orders import Retreat
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Dislodged, Location, Power, Unit

ABOARD_SCALE = 0.74  # an army on its fleet
ABREAST = 22.0  # between two units of one province
DISLODGED_SCALE = 0.86


def draw_counters(scene: Scene, units: Iterable[Unit], dislodged: Iterable[Unit] = ()) -> None:
    """Draw the units of a position, dislodged ones on a jagged ring. A leader is a crown on a unit
    of its own power, an army aboard rides on the fleet, others stand side by side."""
    jagged = {(unit.power, unit.at) for unit in dislodged}
    in_order = sorted(units, key=attrgetter("at"))
    stacks = [list(stack) for _, stack in groupby(in_order, key=lambda unit: unit.at.province)]
    stacks.sort(key=lambda stack: stack[0].power)
    for stack in stacks:
        _draw_stack(scene, stack, jagged)


def _draw_stack(scene: Scene, stack: Sequence[Unit], jagged: Set[tuple[Power, Location]]) -> None:
    """Draw the units of one province; `jagged` are the powers and places of dislodged ones."""
    if len(stack) == 1 and not stack[0].aboard:  # nearly always
        _draw_standing(scene, stack[0], scene.spot(stack[0].at), jagged)
        return
    leaders = [unit for unit in stack if not scene.setting.kinds[unit.kind].strength]
    other_powers = {unit.power for unit in stack if unit not in leaders}
    led = {leader.power for leader in leaders} & other_powers
    abreast = 0
    for unit in stack:
        shown_as_crown = unit in leaders and unit.power in led
        if unit.aboard or shown_as_crown:
            continue
        at = scene.off(scene.spot(unit.at), abreast * ABREAST, 0.0)
        _draw_standing(scene, unit, at, jagged)
        if unit.power in led:
            scene.sign("units", "crown", at, unit)
        abreast += 1
    for unit in stack:
        if unit.aboard:
            draw_counter(scene, unit, scene.counter_place(unit), ABOARD_SCALE)


def _draw_standing(
    scene: Scene, unit: Unit, at: Point, jagged: Set[tuple[Power, Location]]
) -> None:
    """A unit on its own ground, on a jagged ring if it is dislodged."""
    if (unit.power, unit.at) in jagged:
        scene.sign("rings", "dislodged", at, unit)
    draw_counter(scene, unit, at)


def draw_counter(scene: Scene, unit: Unit, at: Point, scale: float = 1.0) -> None:
    """One unit's counter."""
    letters = scene.initials.get(unit.power, UNKNOWN_INITIALS)
    scene.marks.append(_counter_drawn(unit, letters, at, scale))


@lru_cache(maxsize=4096)  # units stay where they are, and stand there in many games alike
def _counter_drawn(unit: Unit, letters: str, at: Point, scale: float) -> DrawnMark:
    """The mark of a unit with the letters of its power."""
    doubled = "D" if unit.size > 1 else ""
    sign = SymbolUse(f"{doubled}{unit.kind}.{letters}", at.x, at.y, scale)
    return DrawnMark("units", sign, str(unit.at), unit.power)


def draw_dislodged(scene: Scene, dislodged: Iterable[Dislodged]) -> None:
    """Units that must retreat, each beside the one that dislodged it."""
    for d in dislodged:
        at = scene.sheet.beside(d.unit.at)
        scene.sign("rings", "dislodged", at, d.unit, DISLODGED_SCALE)
        draw_counter(scene, d.unit, at, DISLODGED_SCALE)


def draw_owners(scene: Scene, owners: Mapping[Code, Power]) -> None:
    """The letter of its owner in every owned centre, for eyes and paper without colour. Centres
    that the game itself added get their black spot, and added islands their name."""
    scene.marks += _owners_drawn(scene.sheet, scene.setting, tuple(owners.items()))


@lru_cache(maxsize=16)  # centres change hands once a year; each holds a whole sheet
def _owners_drawn(
    sheet: BoardSheet, setting: Setting, owned: tuple[tuple[Code, Power], ...]
) -> Sequence[DrawnMark]:
    """The marks of the owners of centres, given with them."""
    pen = sheet.pen
    marks: list[DrawnMark] = []
    added = {code: spots for code, spots in sheet.spare.items() if code in setting.centres}
    for code, spots in sorted(added.items()):
        if "name" in spots:
            name = setting.board.provinces[Code(code)].name
            line = words(name, "sans-sc", 12.5 * pen, spots["name"], middle=True)
            marks.append(DrawnMark("owners", line))
        spot = PaintedPath(circle(4.2 * pen), Paint(fill=INK), *spots["centre"])
        marks.append(DrawnMark("owners", spot))
    letters = {nation.name: initials(nation) for nation in setting.nations}
    for power, code in sorted((power, code) for code, power in owned):
        at = sheet.centres.get(code) or added.get(code, {}).get("centre")
        if at is not None:
            sign = f"sc.{letters.get(power, UNKNOWN_INITIALS)}"
            marks.append(DrawnMark("owners", SymbolUse(sign, *at)))
    return marks


def draw_refuges(scene: Scene) -> None:
    """A dotted ring in every space that a dislodged unit may retreat to."""
    for d in scene.turn.before.dislodged:
        for place in d.refuges:
            scene.sign("rings", "refuge", scene.spot(place), d.unit)


def draw_retreats(scene: Scene) -> None:
    """The arrows of retreats, thinner than those of moves; a cross through units that left the
    board, a burst at a clash."""
    clashes: set[Code] = set()
    for end in scene.turn.ends:
        ordered = end.order.to if isinstance(end.order, Retreat) else None
        if ordered and end.why is Reason.RETREAT_CLASH:
            clashes.add(ordered.province)
        if end.unit is not None:
            _draw_retreat(scene, end.unit, end.to or ordered, end.outcome is Outcome.RETREATED)
    for code in sorted(clashes):
        scene.sign("signs", "burst", scene.spot(code))


def _draw_retreat(scene: Scene, unit: Unit, goal: Location | None, done: bool) -> None:
    """The arrow of one retreat, if it has a goal; a cross if the unit left the board."""
    start = scene.sheet.beside(unit.at)
    if goal is not None:
        whole = scene.course(start, scene.detour(unit.at, goal), scene.spot(goal), (0.1,))
        room_at_goal = 4 if done else 14
        line = whole.cut(13 * scene.pen, room_at_goal * scene.pen)
        paint = scene.line_paint(unit, THIN, () if done else BROKEN)
        draw_headed_line(scene, line, paint, unit)
    if not done:
        scene.sign("signs", "gone", start, unit, DISLODGED_SCALE)


def draw_adjustments(scene: Scene) -> None:
    """New units on a ring with a plus, removed ones crossed out, and refused builds struck. A
    waived build is an empty ring in a vacant centre of its power."""
    vacant = _vacant_centres(scene)
    for end in scene.turn.ends:
        unit = end.unit
        if end.outcome is Outcome.WAIVED and vacant.get(end.power):
            at = scene.spot(vacant[end.power].pop(0))
            scene.put("rings", SymbolUse(scene.sign_of(end.power, "waived"), *at))
        if end.outcome is Outcome.BUILT and unit:
            at = scene.spot(unit.at)
            scene.sign("rings", "built", at, unit)
            draw_counter(scene, unit, at)
            scene.sign("signs", "plus", scene.off(at, *CORNER), unit)
        elif end.outcome is Outcome.REMOVED and unit:
            scene.sign("signs", "gone", scene.spot(unit.at), unit)
    for result in scene.turn.refused:
        place = getattr(result.order, "at", None)
        if result.written and isinstance(place, Location) and place in scene.sheet.units:
            void = SymbolUse("void", *scene.spot(place))
            scene.marks.append(DrawnMark("signs", void, str(place), result.written.issuer))


def _vacant_centres(scene: Scene) -> dict[Power, list[Code]]:
    """Each power's centres without a unit after the adjustments, those of its homeland first."""
    occupied = {unit.at.province for unit in scene.turn.after.units}
    owners = scene.turn.before.owners
    vacant = []
    for centre in scene.setting.board.centres:
        if centre.code in owners and centre.code not in occupied:
            vacant.append(centre)
    vacant.sort(key=lambda centre: centre.home != owners[centre.code])
    return grouped((owners[centre.code], centre.code) for centre in vacant)
