"""The board, the position and the marks drawn so far."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from builder.draw.board_sheet import BoardSheet
from builder.draw.geometry.curves import Curve, Point, bent, cornered
from builder.draw.marks import (
    CASING,
    DrawnMark,
    Layer,
    Paint,
    PaintedPath,
    PlaceOnLine,
    Shape,
    SymbolSet,
    SymbolUse,
)
from builder.draw.symbols import RESULTS, initials, symbol_set
from builder.model.findings import Action
from builder.model.results import Turn
from builder.model.setting import Nation, Setting
from builder.model.units import Location, Power, Unit

Subject = Action | Unit | None  # what a mark belongs to
Crowd = tuple[tuple[Point, int], ...]  # the places of units, and how many are on each
UNKNOWN_NATION = Nation(Power("?"), letter="?", tint="#d8d2c4", ink="#5a5347")
UNKNOWN_INITIALS = initials(UNKNOWN_NATION)
# Lengths in units of the standard board.
LINE = 2.7
THIN = 2.0
EDGE = 5.1  # the width of a casing
BERTH = 17.0  # how far a line should be from a unit
GAIN = 2.0  # by how much a bend must be better than another
ROUNDING = 16.0  # of corners
CORNER = 13.0, -11.0  # from a unit's place to the upper right of its counter


class Scene:
    """A phase, and what has been drawn of it on a sheet so far.

    `casings` collects the path data of lines and arrowheads, which get one common casing at the
    end; `occupied` counts the units on each place, which lines avoid. `pen` is the factor for
    lengths that are given in units of the standard board.
    """

    def __init__(self, sheet: BoardSheet, setting: Setting, turn: Turn) -> None:
        self.sheet = sheet
        self.setting = setting
        self.turn = turn
        self.pen = sheet.pen
        self.spot = sheet.spot
        self.occupied = Counter([sheet.spot(unit.at) for unit in turn.before.units])
        self.marks: list[DrawnMark] = []
        self.casings: list[str] = []
        self.initials = _initials(setting)
        self.symbols = _symbols(setting, self.pen)

    def nation(self, power: Power) -> Nation:
        """The nation with that name, or a grey one for a power that the variant lacks."""
        return self.setting.nation.get(power, UNKNOWN_NATION)

    def counter_place(self, unit: Unit) -> Point:
        """Where a unit's counter stands: an army aboard at the stern of its fleet."""
        spot = self.spot(unit.at)
        return self.off(spot, 12.0, 9.0) if unit.aboard else spot

    def off(self, at: Point, right: float, down: float) -> Point:
        """A place beside another; lengths are units of the standard board."""
        return Point(at.x + right * self.pen, at.y + down * self.pen)

    def put(self, layer: Layer, shape: Shape, of: Subject = None) -> None:
        """Add one mark, of a unit or its order."""
        if of is None:
            self.marks.append(DrawnMark(layer, shape))
        else:
            self.marks.append(DrawnMark(layer, shape, str(of.at), of.power))

    def sign(
        self,
        layer: Layer,
        sign: str,
        at: Point,
        of: Subject = None,
        scale: float = 1.0,
        on: PlaceOnLine | None = None,
    ) -> None:
        """Add a sign of the symbol set; of a sign that each power has, that of the unit's power.
        `on` is where `at` is on the line of the unit's order."""
        name = sign if of is None or sign in RESULTS else self.sign_of(of.power, sign)
        self.put(layer, SymbolUse(name, at.x, at.y, scale, on), of)

    def sign_on_line(self, sign: str, line: Curve, share: float, of: Action) -> None:
        """Add the sign of a result on the line of an order, after a share of its length."""
        self.sign("signs", sign, line.at(share), of, on=PlaceOnLine(share))

    def sign_of(self, power: Power, sign: str) -> str:
        """The name of a power's own version of a sign, such as `hold.E`."""
        return f"{sign}.{self.initials.get(power, UNKNOWN_INITIALS)}"

    def line_paint(
        self, of: Action | Unit, width: float, dash: Iterable[float] = (), *, soft: bool = False
    ) -> Paint:
        """The paint of a line in a power's ink; lengths are units of the standard board."""
        return _line_paint(self.nation(of.power).ink, width, tuple(dash), soft, self.pen)

    def finish(self) -> list[DrawnMark]:
        """All the marks, with the casing of lines and arrowheads beneath them. They are sorted by
        power, except for counters, which may overlap."""
        outlines = "".join(self.casings)
        paint = Paint(stroke=CASING, width=EDGE * self.pen, round=True, opacity=0.85)
        casing = [DrawnMark("casing", PaintedPath(outlines, paint))] if outlines else []
        counters = [mark for mark in self.marks if mark.layer == "units"]
        others = [mark for mark in self.marks if mark.layer != "units"]
        others.sort(key=lambda mark: mark.power)
        return [*casing, *others, *counters]

    def detour(self, start: Location, end: Location) -> tuple[Point, ...]:
        """The stops of a line that must not run straight over the map; usually none."""
        return self.sheet.detours.get((start.province, end.province), ())

    def course(self, a: Point, stops: Sequence[Point], b: Point, bends: Sequence[float]) -> Curve:
        """The line from `a` by way of the stops to `b`. Without stops it has the first of the bends
        that best avoids other units."""
        if stops:
            return cornered([a, *stops, b], ROUNDING * self.pen)
        beside = self.sheet.places_beside(a, b)
        units = tuple([(place, self.occupied[place]) for place in beside if place in self.occupied])
        return _clearest(a, b, tuple(bends), units, BERTH * self.pen)


@lru_cache(maxsize=16)
def _initials(setting: Setting) -> Mapping[Power, str]:
    """What names each power in the names of its signs."""
    return {nation.name: initials(nation) for nation in setting.nations}


@lru_cache(maxsize=16)
def _symbols(setting: Setting, pen: float) -> SymbolSet:
    """Every sign that a picture may use, `pen` times as large as on the standard board."""
    kinds = tuple(map(str, setting.kinds))
    return symbol_set((*setting.nations, UNKNOWN_NATION), kinds, pen)


@lru_cache(maxsize=512)
def _line_paint(ink: str, width: float, dash: Sequence[float], soft: bool, pen: float) -> Paint:
    lengths = tuple(length * pen for length in dash)
    return Paint(stroke=ink, width=width * pen, dash=lengths, round=soft)


# The moves of one season are those of the next, and of the next game: the same lines recur.
@lru_cache(maxsize=4096)
def _clearest(a: Point, b: Point, bends: Sequence[float], units: Crowd, berth: float) -> Curve:
    """The line from `a` to `b` with the first of the bends that best avoids some units."""
    best = bent(a, b, bends[0])
    least = _crowding(best, units, berth)
    for bend in bends[1:]:
        if least <= GAIN:
            break
        curve = bent(a, b, bend)
        cost = _crowding(curve, units, berth)
        if cost < least - GAIN:
            best = curve
            least = cost
    return best


def _crowding(curve: Curve, units: Crowd, berth: float) -> float:
    """By how much a line comes nearer to some units than their berth, in all."""
    crowding = 0.0
    for place, count in units:
        middle = complex(*place)
        room = min([abs(dot - middle) for dot in curve.dots])
        crowding += count * max(0.0, berth - room)
    return crowding
