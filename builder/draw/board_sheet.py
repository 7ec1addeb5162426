"""A board's map.svg as it is drawn on: its layers, and where units, centres and names stand.

`builder/cartography/map_sheet.py` describes the file.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from html import unescape
from math import dist
from pathlib import Path
from typing import Any

from builder.draw.geometry.curves import Point, between
from builder.draw.sheet_allowlist import fault_in
from builder.errors import ArchiveError
from builder.model.setting import Setting
from builder.model.units import Code, Location
from builder.source.files import read_whole

Box = tuple[float, float, float, float]
Stops = tuple[Point, ...]
METADATA = re.compile(r'<metadata id="chancery">(.*?)</metadata>', re.DOTALL)
LAYERS = "sea|provinces|frontiers|borders|canals|centres|labels|frame|title"
LAYER = re.compile(rf'^<g id="({LAYERS})"', re.M)
SHAPE = re.compile(r'<path id="([^"]+)" data-kind="(land|coast|sea)"[^>]*>')
OUTLINE = re.compile(SHAPE.pattern.replace("[^>]*>", r'[^>]*? d="([^"]*)"'))
LAND = re.compile(r'<g id="lands"[^>]*? fill="(#[0-9a-f]{6})"')
KEYED = re.compile(r'<g id="sign-(\w+)" transform="[^"]*">(?:(<g.*?</g>)|(.*?))</g>', re.S)
BAND = re.compile(r'(data-home="([^"]+)"([^>]*?)\sstroke=")([^"]*)"')
SCALE = 0.1  # of the outlines of provinces
APART = 27.0  # between a unit and one dislodged, in units of the standard board
REACH = 30.0  # how far beyond its ends a line avoids units
LEGEND_GAP = 4.0  # between a small map's lower edge and where the legend would be
FARTHEST = 100_000  # units of a drawing
FILL = re.compile(r'\sfill="[^"]*"')


class SheetError(ArchiveError):
    """A map.svg that cannot be read, or lacks what a picture needs."""


@dataclass(frozen=True, eq=False)
class BoardSheet:
    """A board ready to be drawn on. Places and lengths are in units of the drawing.

    `layers` are the file's top-level groups by id, in their order, and `defs` its definitions, all
    as text. `pen` is the factor for counters and lines (1 on the standard board). `units` and
    `dislodged` are places by location, `centres`, `names` and `codes` (of a small map) by
    province. `homes` are the homelands by power. `detours` are the stops of lines between two
    provinces that cannot run straight. `spare` are the places for centres that a game may add: of
    the unit, the centre and the name. `signs` are the words for the board's own signs. `special`
    are the lines of connections that are no borders: canals by name, `Ire-Cly` for a passage,
    `WAT-ANT` for a way off the board.
    """

    name: str
    width: float
    height: float
    defs: str
    layers: Mapping[str, str]
    pen: float
    units: Mapping[str, Point]
    dislodged: Mapping[str, Point]
    centres: Mapping[str, Point]
    homes: Mapping[str, tuple[Code, ...]]
    names: Mapping[str, Point]
    detours: Mapping[tuple[str, str], Stops]
    cartouche: Box
    legend: Box
    frame: Box
    codes: Mapping[str, Point]
    spare: Mapping[str, Mapping[str, Point]]
    signs: Mapping[str, str]
    special: Mapping[str, Stops]

    def spot(self, at: Location | Code) -> Point:
        """Where a unit stands in a location. Raises SheetError if the sheet has no place for it."""
        place = self.units.get(at)
        if place is not None:
            return place
        code = at.partition("/")[0]
        place = self.units.get(code) or self.spare.get(code, {}).get("at")
        if place is None:
            raise SheetError(f"{self.name}/map.svg has no place for a unit in {at}")
        return place

    @cached_property
    def places_beside(self) -> Callable[[Point, Point], tuple[Point, ...]]:
        """Finds the places of units that a line between two points may come near to, without those
        at its ends. The same lines recur in each season and game; what was found goes with the
        sheet."""
        added = (spots["at"] for spots in self.spare.values() if "at" in spots)
        places = tuple(dict.fromkeys((*self.units.values(), *added)))
        return lru_cache(maxsize=4096)(partial(_places_beside, places))

    def beside(self, at: Location) -> Point:
        """Where a unit stands that was dislodged in a location, in whole units."""
        spot = self.spot(at)
        place = self.dislodged.get(at) or self.dislodged.get(at.province) or spot
        if place == spot:
            place = Point(spot.x + 18, spot.y - 14)
        share = APART * self.pen / dist(spot, place)
        return between(spot, place, share).rounded if share > 1 else place

    @cached_property
    def shapes(self) -> Mapping[Code, str]:
        """What each province whose shape can be tinted is: land, coast or sea."""
        return {Code(code): kind for code, kind in SHAPE.findall(self.layers["provinces"])}

    @cached_property
    def outlines(self) -> Mapping[Code, str]:
        """The path data of these shapes, to be scaled by `SCALE`."""
        return {Code(code): d for code, _, d in OUTLINE.findall(self.layers["provinces"])}

    @property
    def small_height(self) -> float:
        """The height of a small map, which lacks the legend below it."""
        return self.legend[1] - LEGEND_GAP

    @cached_property
    def drawn_signs(self) -> Mapping[str, str]:
        """The board's own signs as SVG about (0, 0), as its key shows them."""
        groups = KEYED.findall(self.layers.get("frame", ""))
        return {sign: "".join(parts) for sign, *parts in groups if sign in self.signs}

    @cached_property
    def plain(self) -> str:
        """The colour of land that nobody owns."""
        land = LAND.search(self.layers["provinces"])
        return land[1] if land else "#f4eddb"

    def tinted(self, tints: Mapping[Code, str]) -> str:
        """The layer of provinces, some of them filled."""

        def fill(shape: re.Match[str]) -> str:
            colour = tints.get(Code(shape[1]))
            if not colour:
                return shape[0]
            return FILL.sub("", shape[0]).replace("<path", f'<path fill="{colour}"', 1)

        return SHAPE.sub(fill, self.layers["provinces"])

    def above(self, setting: Setting) -> str:
        """The layers between the provinces and the lines of orders, frontiers in powers' inks."""
        inks = {str(n.name): n.ink for n in setting.nations}
        frontiers = BAND.sub(lambda m: f'{m[1]}{inks.get(m[2], m[4])}"', self.layers["frontiers"])
        return frontiers + "".join(self.layers[n] for n in ("borders", "canals", "centres"))

    def over(self) -> str:
        """The layers between the lines of orders and the counters."""
        return self.layers["labels"] + self.layers["frame"]


def _places_beside(places: Sequence[Point], a: Point, b: Point) -> tuple[Point, ...]:
    """Those of some places that are near to a line from `a` to `b`, but not at its ends."""
    left = min(a.x, b.x) - REACH
    right = max(a.x, b.x) + REACH
    top = min(a.y, b.y) - REACH
    bottom = max(a.y, b.y) + REACH
    near: list[Point] = []
    for place in places:
        inside = left <= place.x <= right and top <= place.y <= bottom
        if inside and dist(place, a) > 1 and dist(place, b) > 1:
            near.append(place)
    return tuple(near)


def read_sheet(path: Path) -> BoardSheet:
    """Read a map.svg. Raises SheetError if it is not as `map_sheet.py` describes it."""
    text = read_whole(path).decode("utf-8", "replace").replace("\r\n", "\n")
    if fault := fault_in(text):
        raise SheetError(f"{path}: {fault}")
    try:
        return parse_sheet(text, path.parent.name, str(path))
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
        raise SheetError(f"{path}: not drawn by 'chancery map': {error!r}") from error


def parse_sheet(text: str, name: str, path: str = "map.svg") -> BoardSheet:
    """Read the text of a map.svg of the variant `name`. Raises SheetError."""
    metadata = METADATA.search(text)
    if metadata is None:
        raise SheetError(f"{path} has no metadata of Chancery; draw it again with 'chancery map'")
    data: dict[str, Any] = json.loads(
        unescape(metadata[1]), parse_int=_float, parse_float=_float, parse_constant=_float
    )
    _, *parts = LAYER.split(text[: text.rindex("</svg>")])
    layers = dict.fromkeys(LAYERS.split("|"), "")
    for layer, rest in zip(parts[::2], parts[1::2], strict=True):
        layers[layer] = f'<g id="{layer}"{rest}'.strip()
    if not layers["provinces"]:
        raise SheetError(f"{path} has no group of provinces")
    width, height = data["size"]
    names = {code: _middle(entry["box"]) for code, entry in data["labels"].items()}
    detours, special = _lines(data)
    defs = re.search(r"<defs>(.*?)</defs>", text, re.DOTALL)
    return BoardSheet(
        name=name,
        width=width,
        height=height,
        defs=defs[1] if defs else "",
        layers=layers,
        pen=data["pen"],
        units=_places(data["units"]),
        dislodged=_places(data["dislodged"]),
        centres=_places(data["centres"]),
        homes={power: tuple(codes) for power, codes in data["homes"].items()},
        names=names,
        codes=_places(data["codes"]) if "codes" in data else names,
        detours=detours,
        cartouche=_box(data["cartouche"]),
        legend=_box(data["legend"]),
        frame=_box(data["frame"]),
        spare={code: _places(spots) for code, spots in data.get("spare", {}).items()},
        signs={str(sign): str(words) for sign, words in data["signs"].items()},
        special=special,
    )


def _float(text: str) -> float:
    number = float(text)
    if not abs(number) < FARTHEST:
        raise ValueError(f"{text} is too large for a drawing")
    return number


def _places(entries: Mapping[str, Sequence[float]]) -> dict[str, Point]:
    """Points by location, in whole units, which saves two thousand letters a picture."""
    return {name: Point(round(x), round(y)) for name, (x, y) in entries.items()}


def _lines(data: Mapping[str, Any]) -> tuple[dict[tuple[str, str], Stops], dict[str, Stops]]:
    """The stops of lines to a space off the map and of passages round a corner, both ways; and the
    lines of canals, straits, passages (their last part) and ways off the board, by name."""
    crossings = data["crossings"]
    off_the_board: dict[tuple[str, str], Stops] = {}
    for code, box in data["boxes"].items():
        for sea, line in box["ways"].items():
            off_the_board[sea, code] = _stops(line)
    there = dict(off_the_board)
    for crossing in crossings:
        if len(crossing["line"]) > 2:
            one, two = crossing["joins"]
            there[one, two] = _stops(crossing["line"])
    back = {(two, one): stops[::-1] for (one, two), stops in there.items()}

    special = {canal["name"]: _stops(canal["line"]) for canal in data["canals"]}
    lines: dict[tuple[str, str], Stops] = {}
    for passage in (*data.get("straits", ()), *crossings):
        if len(passage["joins"]) == 2:
            one, two = passage["joins"]
            lines[one, two] = _stops(passage["line"][-2:])
    for (one, two), stops in (lines | off_the_board).items():
        special[f"{one}-{two}"] = stops
        special[f"{two}-{one}"] = stops
    return there | back, special


def _stops(line: Sequence[Sequence[float]]) -> Stops:
    return tuple(Point(x, y) for x, y in line)


def _middle(corners: Sequence[Box]) -> Point:
    """The middle of all boxes of a label."""
    lefts, tops, rights, feet = zip(*corners, strict=True)
    return Point((min(lefts) + max(rights)) / 2, (min(tops) + max(feet)) / 2)


def _box(entry: Sequence[float]) -> Box:
    """A rectangle of the sheet: x, y, width, height."""
    x, y, w, h = entry
    return x, y, w, h
