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
        self.centre, self.ease = tuple(map(math.radians, view["centre"])), view["ease"]
        self.origin = MARGIN - x0 * self.scale, MARGIN + y1 * self.scale
        height = round((y1 - y0) * self.scale)
        self.frame = MARGIN, MARGIN, MARGIN + view["width"], MARGIN + height

    def turned(self, lon: float, lat: float) -> tuple[float, float, float]:
        """A place on the unit sphere, seen from the view's centre: towards it, east, north."""
        turn, high = math.radians(lon) - self.centre[0], math.radians(lat)
        sin0, cos0 = math.sin(self.centre[1]), math.cos(self.centre[1])
        level, up = math.cos(high) * math.cos(turn), math.sin(high)
        return sin0 * up + cos0 * level, math.cos(high) * math.sin(turn), cos0 * up - sin0 * level

    def __call__(self, lon: float, lat: float) -> Point:
        """The point of the picture for a longitude and latitude in degrees."""
        facing, *sides = self.turned(lon, lat)
        x, y = (math.sqrt(2 / max(1e-9, 1 + facing)) * side for side in sides)
        r = math.hypot(x, y)
        scale = self.scale * self.ease * math.atan(r / self.ease) / r if r else 0.0
        # rounded, because the last digits differ from machine to machine
        return round(self.origin[0] + x * scale, 6), round(self.origin[1] - y * scale, 6)

    def globe(self, x: float, y: float) -> Point:
        """The longitude and latitude, in degrees, of a point of the picture."""
        x, y = (x - self.origin[0]) / self.scale, (self.origin[1] - y) / self.scale
        eased = max(math.hypot(x, y), 1e-9)
        r = self.ease * math.tan(min(eased / self.ease, 1.5))
        x, y = x * r / eased, y * r / eased
        arc = 2 * math.asin(min(1.0, r / 2))
        sin0, cos0 = math.sin(self.centre[1]), math.cos(self.centre[1])
        lat = math.asin(math.cos(arc) * sin0 + y * math.sin(arc) * cos0 / r)
        lon = self.centre[0] + math.atan2(
            x * math.sin(arc), r * cos0 * math.cos(arc) - y * sin0 * math.sin(arc)
        )
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
        self.raw = raw = merged(maps, variant)
        self.borders = [
            Border(
                kind,
                tuple(sorted(entry["joins" if kind == "straits" else "sides"])),
                tuple(entry["line"].split()),
                entry.get("name", ""),
            )
            for kind in BORDERS
            for entry in raw.get(kind, ())
        ]
        used = {token for b in self.borders for token in b.tokens if "," not in token}
        if lost := sorted(used - set(raw["junctions"])):
            raise ArchiveError("\n".join(f"junction {name} is not placed" for name in lost))
        self.sites = {
            code: _site(code, entry, sea=kind == "sea")
            for kind in ("sea", "land")
            for code, entry in raw["provinces"].get(kind, {}).items()
        }
        self.junctions = {k: v for k, v in raw["junctions"].items() if k in used}
        self.crossings, self.canals = (
            [_sign(entry) for entry in raw.get(key, ())] for key in ("crossings", "canals")
        )
        self.boxes, homes = raw.get("boxes", {}), raw.get("homelands", {})
        self.homelands = {power: lands for power, lands in homes.items() if lands}
        self.projection = Projection(raw["view"])
        self.coast = COAST | raw.get("coast", {})

    def line(self, tokens: Iterable[str]) -> list[Point]:
        """The points of the picture that tokens name. A token is `lon,lat`, `@u,v` (parts of the
        window) or a junction."""
        x0, y0, x1, y1 = self.projection.frame
        found = []
        for token in tokens:
            if token.startswith("@"):
                u, v = map(float, token[1:].split(","))
                found.append((x0 + u * (x1 - x0), y0 + v * (y1 - y0)))
            else:
                at = map(float, token.split(",")) if "," in token else self.junctions[token]
                found.append(self.projection(*at))
        return found


def merged(maps: Path, variant: str) -> dict[str, Any]:
    """A drawing as nested data, merged with the one that it extends."""
    over = read_drawing(map_file(maps, variant, "drawing.yaml"))
    if "extends" not in over:
        return over
    base = merged(maps, over["extends"])
    dropped = {frozenset(pair) for pair in over.get("drop", ())}
    found = base | over
    for kind in BORDERS:
        kept = [b for b in base.get(kind, ()) if frozenset(b.get("sides", ())) not in dropped]
        found[kind] = [*kept, *over.get(kind, ())]
    for key in ("junctions", "homelands", "view", "coast"):
        found[key] = {**base.get(key, {}), **over.get(key, {})}
    for key in ("outside", "still", "canals"):
        found[key] = [*base.get(key, ()), *over.get(key, ())]
    found["provinces"] = {"sea": {}, "land": {}}
    for kind, provinces in found["provinces"].items():
        old, new = base["provinces"].get(kind, {}), over.get("provinces", {}).get(kind, {})
        for code in old | new:
            if code not in over.get("drop_provinces", ()):
                both = {**old.get(code, {}), **new.get(code, {})}
                provinces[code] = {key: value for key, value in both.items() if value != "none"}
    return found


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
