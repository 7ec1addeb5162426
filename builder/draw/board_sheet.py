"""A board's map.svg as it is drawn on: its layers, and where units, centres and names stand.

`builder/cartography/map_sheet.py` describes the file.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from math import dist
from pathlib import Path
from typing import Any

from builder.draw.curves import Point, between
from builder.draw.sheet_allowlist import fault_in
from builder.errors import ArchiveError
from builder.model.setting import Setting
from builder.model.units import Code, Location
from builder.source.files import read_whole

Box = tuple[float, float, float, float]
METADATA = re.compile(r'<metadata id="chancery">(.*?)</metadata>', re.DOTALL)
LAYER = re.compile(
    r'^<g id="(sea|provinces|frontiers|borders|canals|centres|labels|frame|title)"', re.M
)
SHAPE = re.compile(r'<path id="([^"]+)" data-kind="(?:land|coast|sea)"[^>]*>')
SEA = re.compile(r'<path id="([^"]+)" data-kind="sea"')
LAND = re.compile(r'<g id="lands"[^>]*? fill="(#[0-9a-f]{6})"')
KEYED = re.compile(r'<g id="sign-(\w+)" transform="[^"]*">(?:(<g.*?</g>)|(.*?))</g>', re.S)
BAND = re.compile(r'(data-home="([^"]+)"([^>]*?)\sstroke=")([^"]*)"')
APART = 27.0  # between a unit and one dislodged, in units of the standard board
FARTHEST = 100_000  # units of a drawing
FILL = re.compile(r'\sfill="[^"]*"')


class SheetError(ArchiveError):
    """A map.svg that cannot be read, or lacks what a picture needs."""


@dataclass(frozen=True, eq=False)
class BoardSheet:
    """A board ready to be drawn on. Places and lengths are in units of the drawing.

    `layers` are the file's top-level groups by id, in their order, and `defs` its definitions, all
    as text. `pen` is the factor for counters and lines (1 on the standard board). `units` and
    `dislodged` are places by location, `centres`, `builds`, `names` and `codes` (of a small map)
    by province. `homes` are the homelands by power. `detours` are the stops of lines between two
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
    builds: Mapping[str, Point]
    homes: Mapping[str, tuple[Code, ...]]
    names: Mapping[str, Point]
    detours: Mapping[tuple[str, str], tuple[Point, ...]]
    cartouche: Box | None
    legend: Box | None
    frame: Box
    codes: Mapping[str, Point]
    spare: Mapping[str, Mapping[str, Point]] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    special: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)

    def spot(self, at: Location | Code) -> Point:
        """Where a unit stands in a location. Raises SheetError if the sheet has no place for it."""
        code = at.partition("/")[0]
        found = self.units.get(at) or self.units.get(code) or self.spare.get(code, {}).get("at")
        if found is None:
            raise SheetError(f"{self.name}/map.svg has no place for a unit in {at}")
        return found

    def beside(self, at: Location) -> Point:
        """Where a unit stands that was dislodged in a location."""
        spot = self.spot(at)
        found = self.dislodged.get(at) or self.dislodged.get(at.province) or spot
        if found == spot:
            found = Point(spot.x + 18, spot.y - 14)
        share = APART * self.pen / dist(spot, found)
        return between(spot, found, share) if share > 1 else found

    @cached_property
    def shapes(self) -> frozenset[str]:
        """The provinces whose shapes can be tinted."""
        return frozenset(SHAPE.findall(self.layers["provinces"]))

    @cached_property
    def seas(self) -> frozenset[str]:
        """The provinces of water, which have no owner's colour."""
        return frozenset(SEA.findall(self.layers["provinces"]))

    @cached_property
    def drawn_signs(self) -> Mapping[str, str]:
        """The board's own signs as SVG about (0, 0), as its key shows them."""
        found = KEYED.findall(self.layers.get("frame", ""))
        return {sign: "".join(parts) for sign, *parts in found if sign in self.signs}

    @cached_property
    def plain(self) -> str:
        """The colour of land that nobody owns."""
        found = LAND.search(self.layers["provinces"])
        return found[1] if found else "#f4eddb"

    def tinted(self, tints: Mapping[Code, str]) -> str:
        """The layer of provinces, some of them filled."""

        def fill(found: re.Match[str]) -> str:
            colour = tints.get(Code(found[1]))
            painted = FILL.sub("", found[0]).replace("<path", f'<path fill="{colour}"', 1)
            return painted if colour else found[0]

        return SHAPE.sub(fill, self.layers["provinces"])

    def below(self) -> str:
        """The layer below the provinces: paper and sea."""
        return self.layers.get("sea", "")

    def above(self, setting: Setting) -> str:
        """The layers between the provinces and the lines of orders, frontiers in powers' inks."""
        bare, inks = self.layers.get("frontiers", ""), {str(n.name): n.ink for n in setting.nations}
        frontiers = BAND.sub(lambda m: f'{m[1]}{inks.get(m[2], m[4])}"', bare)
        return frontiers + "".join(self.layers.get(n, "") for n in ("borders", "canals", "centres"))

    def over(self) -> str:
        """The layers between the lines of orders and the counters."""
        return self.layers.get("labels", "") + self.layers.get("frame", "")


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
    found = METADATA.search(text)
    if found is None:
        raise SheetError(f"{path} has no metadata of Chancery; draw it again with 'chancery map'")
    data: dict[str, Any] = json.loads(
        unescape(found[1]), parse_int=_float, parse_float=_float, parse_constant=_float
    )
    layers = cut(text)
    if "provinces" not in layers:
        raise SheetError(f"{path} has no group of provinces")
    width, height = data["size"]
    names = {code: middle(entry["box"]) for code, entry in data.get("labels", {}).items()}
    defs = re.search(r"<defs>(.*?)</defs>", text, re.DOTALL)
    return BoardSheet(
        name=data.get("variant", name),
        width=width,
        height=height,
        defs=defs[1] if defs else "",
        layers=layers,
        pen=float(data.get("pen", 1.0)),
        units=places(data["units"]),
        dislodged=places(data.get("dislodged", {})),
        centres=places(data.get("centres", {})),
        builds=places(data.get("builds", {})),
        homes={power: tuple(codes) for power, codes in data.get("homes", {}).items()},
        names=names,
        codes=places(data["codes"]) if "codes" in data else names,
        detours=detours(data),
        cartouche=box_of(data.get("cartouche")),
        legend=box_of(data.get("legend")),
        frame=box_of(data.get("frame")) or (0.0, 0.0, width, height),
        spare={code: places(spots) for code, spots in data.get("spare", {}).items()},
        signs={str(sign): str(words) for sign, words in data.get("signs", {}).items()},
        special=special(data),
    )


def _float(text: str) -> float:
    number = float(text)
    if not abs(number) < FARTHEST:
        raise ValueError(f"{text} is too large for a drawing")
    return number


def cut(text: str) -> dict[str, str]:
    """The top-level layers of the drawing, by id."""
    starts = [(m.start(), m[1]) for m in LAYER.finditer(text)]
    ends = [start for start, _ in starts[1:]] + [text.rindex("</svg>")]
    return {name: text[at:end].strip() for (at, name), end in zip(starts, ends, strict=True)}


def places(entries: Mapping[str, Sequence[float]]) -> dict[str, Point]:
    """Points by location, in whole units, which saves two thousand letters a picture."""
    return {name: Point(round(x), round(y)) for name, (x, y) in entries.items()}


def detours(data: Mapping[str, Any]) -> dict[tuple[str, str], tuple[Point, ...]]:
    """The stops of lines to a space off the map and of passages round a corner, both ways."""
    stops = [
        (sea, code, line)
        for code, box in data.get("boxes", {}).items()
        for sea, line in box.get("ways", {}).items()
    ]
    stops += [(*c["joins"], c["line"]) for c in data.get("crossings", ()) if len(c["line"]) > 2]
    there = {(one, two): tuple(Point(x, y) for x, y in line) for one, two, line in stops}
    return there | {(two, one): line[::-1] for (one, two), line in there.items()}


def special(data: Mapping[str, Any]) -> dict[str, tuple[Point, ...]]:
    """The lines of canals, straits, passages (their last part) and ways off the board."""
    named = [(c["name"], c["line"]) for c in data.get("canals", ())]
    across = [*data.get("straits", ()), *data.get("crossings", ())]
    pairs = (c for c in across if "line" in c and len(c["joins"]) == 2)
    named += [("-".join(c["joins"]), c["line"][-2:]) for c in pairs]
    named += [
        (f"{sea}-{code}", stops)
        for code, box in data.get("boxes", {}).items()
        for sea, stops in box.get("ways", {}).items()
    ]
    lines = {name: tuple(Point(x, y) for x, y in line) for name, line in named}
    return lines | {"-".join(name.split("-")[::-1]): line for name, line in lines.items()}


def middle(corners: Sequence[Box]) -> Point:
    """The middle of all boxes of a label."""
    lefts, tops, rights, feet = zip(*corners, strict=True)
    return Point((min(lefts) + max(rights)) / 2, (min(tops) + max(feet)) / 2)


def box_of(entry: Sequence[float] | None) -> Box | None:
    """A rectangle of the sheet: x, y, width, height."""
    if entry is None:
        return None
    x, y, w, h = map(float, entry)
    return x, y, w, h
