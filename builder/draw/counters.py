"""Draws units where they stand, and dislodged units beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

from builder.draw import captions
from builder.draw.curves import Point
from builder.draw.marks import INK, Paint, PaintedPath
from builder.draw.scene import Scene, of_unit
from builder.draw.symbols import circle, initials
from builder.model.board import Code, Location
from builder.model.kinds import Power
from builder.model.units import Dislodged, Unit

Place = tuple[Power, Location]
ABOARD, DECK = (12.0, 9.0), 0.74
ABREAST = 22.0
BESIDE = 0.86


def draw_counters(scene: Scene, units: Iterable[Unit], driven_out: Iterable[Unit] = ()) -> None:
    """Set down all units of a position; those driven out stand on a jagged ring."""
    lost = {(u.power, u.at) for u in driven_out}
    shown = sorted(units, key=lambda u: str(u.at))
    stacks = [list(here) for _, here in groupby(shown, key=lambda u: u.at.province)]
    for here in sorted(stacks, key=lambda s: s[0].power):
        stack(scene, here, lost)


def stack(scene: Scene, units: Sequence[Unit], lost: Collection[Place] = ()) -> None:
    """The units of one province: a leader goes with a unit of its own power, an army aboard
    rides on the fleet, others stand side by side."""
    kinds = scene.setting.kinds
    leaders = [u for u in units if not kinds[u.kind].strength]
    led = {u.power for u in leaders} & {u.power for u in units if u not in leaders}
    apart = [u for u in units if not u.aboard and not (u in leaders and u.power in led)]
    for number, unit in enumerate(apart):
        at = scene.spot(unit.at)
        at = Point(at.x + number * ABREAST * scene.pen, at.y)
        if (unit.power, unit.at) in lost:
            scene.place_sign("rings", "dislodged", at, of_unit(unit))
        counter(scene, unit, at)
        if unit.power in led:
            scene.place_sign("units", crown(scene, unit.power), at, of_unit(unit))
    for unit in units:
        if unit.aboard:
            counter(scene, unit, counter_place(scene, unit), DECK)


def counter_place(scene: Scene, unit: Unit) -> Point:
    """Where a unit's counter stands: an army aboard at the stern of its fleet."""
    x, y = scene.spot(unit.at)
    dx, dy = ABOARD if unit.aboard else (0.0, 0.0)
    return Point(x + dx * scene.pen, y + dy * scene.pen)


def counter(scene: Scene, unit: Unit, at: Point, scale: float = 1.0) -> None:
    """One unit's counter."""
    scene.place_sign("units", name(scene, unit), at, of_unit(unit), scale)


def name(scene: Scene, unit: Unit) -> str:
    """The sign of a unit's counter."""
    return f"{'D' if unit.size > 1 else ''}{unit.kind}.{bearer(scene, unit.power)}"


def crown(scene: Scene, power: Power) -> str:
    """The crown that a leader sets on its unit."""
    return f"crown.{bearer(scene, power)}"


def bearer(scene: Scene, power: Power) -> str:
    """The name under which a power's signs stand in the case."""
    return initials(scene.nation(power))


def draw_dislodged(scene: Scene, dislodged: Iterable[Dislodged]) -> None:
    """Units that must retreat, each beside the one that drove it out."""
    for d in dislodged:
        at = scene.sheet.beside(d.unit.at)
        mine = of_unit(d.unit)
        scene.place_sign("rings", "dislodged", at, mine, BESIDE)
        scene.place_sign("units", name(scene, d.unit), at, mine, BESIDE)


def centres(scene: Scene, owners: Mapping[Code, Power]) -> None:
    """The letter of its owner in every centre that is owned, for eyes and paper without colour.

    Centres that the game itself added get their black spot, and added islands their name.
    """
    sheet = scene.sheet
    added = {code: spots for code, spots in sheet.spare.items() if code in scene.setting.centres}
    for code, spots in sorted(added.items()):
        if "name" in spots:
            x, y = spots["name"]
            told = scene.setting.board.provinces[Code(code)].name
            size = 12.5 * scene.pen
            scene.put("owners", captions.words(told, "sans-sc", size, x, y, anchor="middle"))
        scene.put("owners", PaintedPath(circle(4.2 * scene.pen), Paint(fill=INK), *spots["centre"]))
    for code, power in sorted(owners.items(), key=lambda o: (o[1], o[0])):
        at = sheet.centres.get(code) or added.get(code, {}).get("centre")
        if at is not None:
            scene.place_sign("owners", f"sc.{bearer(scene, power)}", at)
