"""Draws units where they stand, dislodged units beside them, and the owners of centres."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from builder.draw.captions import words
from builder.draw.curves import Point
from builder.draw.marks import INK, Paint, PaintedPath, SymbolUse
from builder.draw.scene import Scene
from builder.draw.symbols import circle
from builder.model.units import Code, Dislodged, Power, Unit

ABOARD, ABOARD_SCALE = (12.0, 9.0), 0.74  # an army on its fleet: how far aside, how large
ABREAST = 22.0  # between two units of one province
DISLODGED_SCALE = 0.86


def draw_counters(scene: Scene, units: Iterable[Unit], dislodged: Iterable[Unit] = ()) -> None:
    """Draw the units of a position; the dislodged ones stand on a jagged ring.

    A leader is a crown on a unit of its own power, an army aboard rides on the fleet, others
    stand side by side.
    """
    kinds, jagged = scene.setting.kinds, {(u.power, u.at) for u in dislodged}
    shown = sorted(units, key=lambda u: str(u.at))
    stacks = [list(here) for _, here in groupby(shown, key=lambda u: u.at.province)]
    for here in sorted(stacks, key=lambda s: s[0].power):
        leaders = [u for u in here if not kinds[u.kind].strength]
        led = {u.power for u in leaders} & {u.power for u in here if u not in leaders}
        apart = [u for u in here if not u.aboard and not (u in leaders and u.power in led)]
        for number, unit in enumerate(apart):
            x, y = scene.spot(unit.at)
            at = Point(x + number * ABREAST * scene.pen, y)
            if (unit.power, unit.at) in jagged:
                scene.sign("rings", "dislodged", at, unit)
            draw_counter(scene, unit, at)
            if unit.power in led:
                scene.sign("units", "crown", at, unit)
        for unit in here:
            if unit.aboard:
                draw_counter(scene, unit, counter_place(scene, unit), ABOARD_SCALE)


def counter_place(scene: Scene, unit: Unit) -> Point:
    """Where a unit's counter stands: an army aboard at the stern of its fleet."""
    x, y = scene.spot(unit.at)
    dx, dy = ABOARD if unit.aboard else (0.0, 0.0)
    return Point(x + dx * scene.pen, y + dy * scene.pen)


def draw_counter(scene: Scene, unit: Unit, at: Point, scale: float = 1.0) -> None:
    """One unit's counter."""
    scene.sign("units", f"{'D' if unit.size > 1 else ''}{unit.kind}", at, unit, scale)


def draw_dislodged(scene: Scene, dislodged: Iterable[Dislodged]) -> None:
    """Units that must retreat, each beside the one that dislodged it."""
    for d in dislodged:
        at = scene.sheet.beside(d.unit.at)
        scene.sign("rings", "dislodged", at, d.unit, DISLODGED_SCALE)
        draw_counter(scene, d.unit, at, DISLODGED_SCALE)


def draw_owners(scene: Scene, owners: Mapping[Code, Power]) -> None:
    """The letter of its owner in every owned centre, for eyes and paper without colour.

    Centres that the game itself added get their black spot, and added islands their name.
    """
    sheet = scene.sheet
    added = {code: spots for code, spots in sheet.spare.items() if code in scene.setting.centres}
    for code, spots in sorted(added.items()):
        if "name" in spots:
            name = scene.setting.board.provinces[Code(code)].name
            said = words(name, "sans-sc", 12.5 * scene.pen, spots["name"], middle=True)
            scene.put("owners", said)
        scene.put("owners", PaintedPath(circle(4.2 * scene.pen), Paint(fill=INK), *spots["centre"]))
    for code, power in sorted(owners.items(), key=lambda o: (o[1], o[0])):
        at = sheet.centres.get(code) or added.get(code, {}).get("centre")
        if at is not None:
            scene.put("owners", SymbolUse(scene.sign_of(power, "sc"), *at))
