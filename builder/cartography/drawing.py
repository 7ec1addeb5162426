"""A drawing.yaml as read: points and lines by longitude and latitude, and their projection.

A board's file may extend another board's: it drops borders and provinces, and adds or amends.
"""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from builder.errors import ArchiveError
from builder.formats.forms import read_drawing
from builder.provided import map_file

OUTSIDE = "OUT"
MARGIN = 28  # round a map
COAST = {"thin": 0.36, "least": 7, "tolerance": 0.9, "west": -180}  # unless a drawing says more
Pair = tuple[str, str]
Point = tuple[float, float]
BORDERS: tuple[Literal["land", "sea", "straits"], ...] = ("land", "sea", "straits")


class Projection:
    """The view of one board; `frame` (x0, y0, x1, y1) is its window in picture units.
    An oblique azimuthal equal-area projection about the view's centre. Then the radius is eased,
    r' = a atan(r / a), which shows the crowded middle of the board larger than its rim."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        x0, y0, x1, y1 = view["frame"]
        self.scale: float = view["width"] / (x1 - x0)
        self.centre = tuple(map(math.radians, view["centre"]))
        self.ease = view["ease"]
        self.origin = MARGIN - x0 * self.scale, MARGIN + y1 * self.scale
        height = round((y1 - y0) * self.scale)
        self.frame = MARGIN, MARGIN, MARGIN + view["width"], MARGIN + height

    def turned(self, lon: float, lat: float) -> tuple[float, float, float]:
        """A place on the unit sphere, seen from the view's centre: towards it, east, north."""
        turn = math.radians(lon) - self.centre[0]
        latitude = math.radians(lat)
        sin_centre = math.sin(self.centre[1])
        cos_centre = math.cos(self.centre[1])
        level = math.cos(latitude) * math.cos(turn)
        up = math.sin(latitude)
        towards = sin_centre * up + cos_centre * level
        east = math.cos(latitude) * math.sin(turn)
        north = cos_centre * up - sin_centre * level
        return towards, east, north

    def __call__(self, lon: float, lat: float) -> Point:
        """The point of the picture for a longitude and latitude in degrees."""
        towards, east, north = self.turned(lon, lat)
        equal_area = math.sqrt(2 / max(1e-9, 1 + towards))
        x = equal_area * east
        y = equal_area * north
        r = math.hypot(x, y)
        scale = self.scale * self.ease * math.atan(r / self.ease) / r if r else 0.0
        # rounded, because the last digits differ from machine to machine
        return round(self.origin[0] + x * scale, 6), round(self.origin[1] - y * scale, 6)

    def globe(self, x: float, y: float) -> Point:
        """The longitude and latitude, in degrees, of a point of the picture."""
        x = (x - self.origin[0]) / self.scale
        y = (self.origin[1] - y) / self.scale
        eased = max(math.hypot(x, y), 1e-9)
        r = self.ease * math.tan(min(eased / self.ease, 1.5))
        x = x * r / eased
        y = y * r / eased
        arc = 2 * math.asin(min(1.0, r / 2))
        sin_centre = math.sin(self.centre[1])
        cos_centre = math.cos(self.centre[1])
        lat = math.asin(math.cos(arc) * sin_centre + y * math.sin(arc) * cos_centre / r)
        east = x * math.sin(arc)
        ahead = r * cos_centre * math.cos(arc) - y * sin_centre * math.sin(arc)
        lon = self.centre[0] + math.atan2(east, ahead)
        return math.degrees(lon), math.degrees(lat)


class Label(NamedTuple):
    """How a name is set: its words, place (by default under the unit), size, turn and spacing."""

    text: str
    at: Point | None = None
    shift: Point = (0.0, 0.0)
    size: float | None = None
    turn: float = 0.0
    spacing: float | None = None


class ProvinceSite(NamedTuple):
    """A province in a drawing: its name and the points that fix it."""

    code: str
    name: str
    sea: bool
    at: Point
    label: Label
    also: tuple[Point, ...] = ()
    inner: tuple[Point, ...] = ()
    centre: Point | None = None
    build: Point | None = None
    coasts: Mapping[str, Point] = {}
    coast_marks: Mapping[str, Point] = {}
    impassable: bool = False


class Border(NamedTuple):
    """A border of two provinces, or a strait between two lands (one land if both banks are its)."""

    kind: Literal["land", "sea", "straits"]
    sides: tuple[str, ...]
    tokens: tuple[str, ...]
    name: str = ""


class Sign(NamedTuple):
    """A crossing or canal, drawn as a sign; `meets` is the line of fleets that it collides with."""

    name: str
    tokens: tuple[str, ...]
    joins: tuple[Pair, ...]
    units: str
    along: tuple[Pair, ...]
    meets: tuple[str, ...]
    label: Label | None


class DrawingPlan:
    """A variant's drawing.yaml, with what it extends; `boxes` are off-board spaces under the map,
    `coast` says how finely the coast is drawn. Raises SourceError if the file is no YAML,
    ArchiveError if a junction is not placed, KeyError, ValueError or TypeError at a wrong entry."""

    def __init__(self, maps: Path, variant: str) -> None:
        raw = merged(maps, variant)
        self.raw = raw
        self.borders: list[Border] = []
        for kind in BORDERS:
            self.borders += [_border(kind, entry) for entry in raw.get(kind, ())]
        self.junctions = self._junctions(raw["junctions"])
        self.sites: dict[str, ProvinceSite] = {}
        for element in ("sea", "land"):
            for code, entry in raw["provinces"].get(element, {}).items():
                self.sites[code] = _site(code, entry, sea=element == "sea")
        self.crossings = [_sign(entry) for entry in raw.get("crossings", ())]
        self.canals = [_sign(entry) for entry in raw.get("canals", ())]
        self.boxes = raw.get("boxes", {})
        homelands = raw.get("homelands", {})
        self.homelands = {power: lands for power, lands in homelands.items() if lands}
        self.projection = Projection(raw["view"])
        self.coast = COAST | raw.get("coast", {})

    def _junctions(self, placed: Mapping[str, Point]) -> dict[str, Point]:
        """The junctions at which borders begin, end or meet; raises ArchiveError."""
        used: set[str] = set()
        for border in self.borders:
            used.update(token for token in border.tokens if "," not in token)
        missing = sorted(used - set(placed))
        if missing:
            raise ArchiveError("\n".join(f"junction {name} is not placed" for name in missing))
        return {name: place for name, place in placed.items() if name in used}

    def line(self, tokens: Iterable[str]) -> list[Point]:
        """The points of the picture that tokens name. A token is `lon,lat`, `@u,v` (parts of the
        window) or a junction."""
        return [self._point(token) for token in tokens]

    def _point(self, token: str) -> Point:
        """The point of the picture that one token of a line names."""
        if token.startswith("@"):
            x0, y0, x1, y1 = self.projection.frame
            u, v = map(float, token[1:].split(","))
            return x0 + u * (x1 - x0), y0 + v * (y1 - y0)
        if "," in token:
            lon, lat = map(float, token.split(","))
            return self.projection(lon, lat)
        return self.projection(*self.junctions[token])


def merged(maps: Path, variant: str) -> dict[str, Any]:
    """A drawing as nested data, merged with the one that it extends."""
    patch = read_drawing(map_file(maps, variant, "drawing.yaml"))
    if "extends" not in patch:
        return patch
    base = merged(maps, patch["extends"])
    drawing = base | patch
    for kind in BORDERS:
        drawing[kind] = [*_borders_left(base, patch, kind), *patch.get(kind, ())]
    for key in ("junctions", "homelands", "view", "coast"):
        drawing[key] = {**base.get(key, {}), **patch.get(key, {})}
    for key in ("outside", "still", "canals"):
        drawing[key] = [*base.get(key, ()), *patch.get(key, ())]
    drawing["provinces"] = {
        element: _merged_provinces(base, patch, element) for element in ("sea", "land")
    }
    return drawing


def _borders_left(base: Mapping[str, Any], patch: Mapping[str, Any], kind: str) -> list[Any]:
    """The borders of a kind that a patch does not drop from its base."""
    dropped = {frozenset(pair) for pair in patch.get("drop", ())}
    borders = base.get(kind, ())
    return [border for border in borders if frozenset(border.get("sides", ())) not in dropped]


def _merged_provinces(
    base: Mapping[str, Any], patch: Mapping[str, Any], element: str
) -> dict[str, dict[str, Any]]:
    """The provinces of land or sea of a base, without those that a patch drops, and with what it
    adds or amends; the word `none` takes an entry away."""
    old = base["provinces"].get(element, {})
    new = patch.get("provinces", {}).get(element, {})
    provinces: dict[str, dict[str, Any]] = {}
    for code in old | new:
        if code in patch.get("drop_provinces", ()):
            continue
        entry = {**old.get(code, {}), **new.get(code, {})}
        provinces[code] = {key: value for key, value in entry.items() if value != "none"}
    return provinces


def _border(kind: Literal["land", "sea", "straits"], entry: Mapping[str, Any]) -> Border:
    sides = entry["joins"] if kind == "straits" else entry["sides"]
    tokens = tuple(entry["line"].split())
    return Border(kind, tuple(sorted(sides)), tokens, entry.get("name", ""))


def _site(code: str, entry: Mapping[str, Any], *, sea: bool) -> ProvinceSite:
    label = _label(entry.get("label", {}), entry["name"], sea=sea)
    own = {"at": entry["at"], "label": label, "impassable": entry.get("impassable") == "yes"}
    return ProvinceSite(code, sea=sea, **{**entry, **own})


def _label(entry: Mapping[str, Any], name: str, *, sea: bool = False) -> Label:
    """How a name is set; the name of a sea takes two lines, broken at its first space."""
    down = 0.0 if "at" in entry or sea else 16.0
    return Label(
        text=entry.get("text", name.replace(" ", "|", 1) if sea else name),
        at=entry.get("at"),
        shift=(entry.get("dx", 0.0), entry.get("dy", down)),
        size=entry.get("size"),
        turn=entry.get("rot", 0.0),
        spacing=entry.get("ls"),
    )


def _sign(entry: Mapping[str, Any]) -> Sign:
    """One crossing (`joins: [A, B], units: AF`) or canal (`joins: [[A, B], ..]`)."""
    joins = entry.get("joins", ())
    pairs = [joins] if joins and isinstance(joins[0], str) else joins
    return Sign(
        name=entry.get("name", ""),
        tokens=tuple(entry["line"].split()),
        joins=tuple((a, b) for a, b in pairs),
        units=entry.get("units", "F" if "name" in entry else "A"),
        along=tuple((a, b) for a, b in entry.get("along", ())),
        meets=tuple(entry.get("meets", "").split()),
        label=_label(entry["label"], entry.get("name", "")) if "label" in entry else None,
    )
