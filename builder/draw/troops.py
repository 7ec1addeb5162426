"""Counters on the board: units where they stand, and beside them those driven out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from builder.draw.curves import Point
from builder.draw.scene import STRANGER, Scene, of_unit, tag
from builder.draw.symbols import slug
from builder.model.board import Code
from builder.model.kinds import Power
from builder.model.units import Dislodged, Unit

ABOARD = (11.0, 9.0, 0.72)
BESIDE = 0.86


def muster(scene: Scene, units: Iterable[Unit], driven_out: Iterable[Unit] = ()) -> None:
    """Set down all units of a position; those driven out stand on a jagged ring."""
    lost = {id(u) for u in driven_out}
    shown = sorted((u for u in units if scene.shows(u.power)), key=lambda u: str(u.at))
    stacks = [list(here) for _, here in groupby(shown, key=lambda u: u.at.province)]
    for here in sorted(stacks, key=lambda s: s[0].power):
        stack(scene, here, lost)


def stack(scene: Scene, units: Sequence[Unit], lost: Iterable[int] = ()) -> None:
    """The units of one province: a leader goes with a unit of its own power, an army aboard
    rides on the fleet."""
    led = {u.power for u in units if u.kind == "L"} & {u.power for u in units if u.kind != "L"}
    carried = [u for u in units if u.aboard]
    for unit in units:
        if (unit.kind == "L" and unit.power in led) or unit in carried:
            continue
        at = scene.spot(unit.at)
        if id(unit) in lost:
            scene.stamp("units", "dislodged", at, of_unit(unit))
        counter(scene, unit, at)
        if unit.power in led:
            scene.stamp("units", crown(scene, unit.power), at, of_unit(unit))
    for unit in carried:
        dx, dy, scale = ABOARD
        at = scene.spot(unit.at)
        counter(scene, unit, Point(at.x + dx * scene.pen, at.y + dy * scene.pen), scale)


def counter(scene: Scene, unit: Unit, at: Point, scale: float = 1.0) -> None:
    """One unit's counter."""
    scene.stamp("units", name(scene, unit), at, of_unit(unit), scale)


def name(scene: Scene, unit: Unit) -> str:
    """The sign of a unit's counter."""
    return f"{'D' if unit.size > 1 else ''}{unit.kind}.{bearer(scene, unit.power)}"


def crown(scene: Scene, power: Power) -> str:
    """The crown that a leader sets on its unit."""
    return f"crown.{bearer(scene, power)}"


def bearer(scene: Scene, power: Power) -> str:
    """The name under which a power's signs stand in the case."""
    return slug(scene.nation(power).name if power in scene.setting.nation else STRANGER.name)


def evicted(scene: Scene, dislodged: Iterable[Dislodged]) -> None:
    """Units that must retreat, each beside the one that drove it out."""
    for d in dislodged:
        if scene.shows(d.unit.power):
            at = scene.sheet.beside(d.unit.at)
            mine = tag(d.unit.power, d.unit.at, "dislodged")
            scene.stamp("units", "dislodged", at, mine, BESIDE)
            scene.stamp("units", name(scene, d.unit), at, mine, BESIDE)


def centres(scene: Scene, owners: Mapping[Code, Power]) -> None:
    """The letter of its owner in every centre that is owned, for eyes and paper without colour."""
    for code, power in sorted(owners.items(), key=lambda o: (o[1], o[0])):
        at = scene.sheet.centres.get(code)
        if at is not None:
            scene.stamp("owners", f"centre.{bearer(scene, power)}", at)
