"""The finished map.svg: layers, signs, names, frame and metadata.

What a map.svg consists of
--------------------------
Top-level groups, bottom up, each by its id: `sea`, `provinces`, `frontiers`, `borders`, `canals`,
`centres`, `labels`, `frame`, and last `title` (the words in the cartouche; a picture with its own
words there cuts the file at `<g id="title"`). A picture of a phase puts its lines between
`centres` and `labels` and its counters above `labels`.

`provinces` holds, in tenths of a unit (`transform="scale(.1)"`), one path for each province with
`id` = its code and `data-kind` = land, coast or sea (`closed` for impassable land); islands are in
the same path. Setting `fill` on it tints it; otherwise land has its group's fill and seas have
none. The last `data-islets` subpaths are islands that have the province's colour and count for no
adjacency. Other shapes there have no id: `data-kind` = outside, isle,
still (water in no game), closed (water barred to all), inner (water inside a province).
Neighbouring shapes share their segments digit for digit, and every segment lies between exactly
two shapes or on the frame. `borders` holds the straits as paths with `data-strait`: two seas do
not touch along them, and the provinces at both ends do. `frontiers` holds one group for each
homeland, `data-home` = the power, whose `stroke` colours the band along its frontier.

`<metadata id="chancery">` is JSON; all lengths are picture units (one decimal;
units, centres and builds are whole):
  variant, size [w, h], frame [x, y, w, h] (the map itself), pen (what counters, lines and other
  signs of fixed size are to be multiplied by), units {location: [x, y]}, dislodged {location: [x,
  y]}, centres and builds {code: [x, y]}, crossings [{joins, units, line}], straits [{joins,
  line}], canals [{name, joins, line}], boxes {code: {joins, box, ways: {sea: [[x, y], ..]}}},
  labels {code: {box: [[x0, y0, x1, y1], ..]}}, cartouche and legend [x, y, w, h] (rooms kept free
  for words), key [x, y, w, h] or null (the panel that explains the signs), signs {sign: words}
  (those of the key, each drawn there in a group with the id `sign-<sign>`), homes {power:
  [codes]}, spare {code: {at, centre, name}} (where a space or centre goes that a game may add).
"""

import json
from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from shapely.geometry import LineString

from builder.cartography import markup, path_data, title_and_key
from builder.cartography.drawing import OUTSIDE, Box, Point, Sign
from builder.cartography.geography import graticule
from builder.cartography.geography.board_geometry import STRIP, BoardGeometry
from builder.cartography.geography.regions import CLOSED, GRID, ISLE, STILL
from builder.cartography.letters import names
from builder.cartography.letters.names import Name, glyphs, label_boxes
from builder.cartography.path_data import on_grid, rounded
from builder.cartography.title_and_key import MARGIN

OUT, SHUT = "#e6dfcd", "#b9b2a0"


def map_svg(variant: str, board: BoardGeometry) -> str:
    """The whole map.svg of a board."""
    inlets = [region.shape for region in board.mosaic.regions if region.inner]
    figures = graticule.figures(board.projection)
    title, key_lines = title_and_key.title(board.plan), title_and_key.key_lines(board.plan)
    named = [line for lines in board.labels.values() for line in lines]
    return markup.sheet(
        "sheet.svg",
        board=board,
        metadata=escape(metadata(variant, board), quote=False),
        glyphs=glyphs([*named, *title, *key_lines, *figures]),
        names=named_by_style(board),
        figures=figures,
        net=graticule.net(board.projection),
        graduation=graticule.scale(board.projection),
        shapes=list(shapes(board)),
        inlets=path_data.area(inlets) if inlets else "",
        lakes="".join(lake(board, ring) for ring in board.plan.raw.get("lakes", {}).values()),
        ice=ice(board),
        channels={box.code: channels(board, box) for box in board.plan.boxes},
        canals="".join(canal_course(board, canal) for canal in board.plan.canals),
        cartouche=board.panels[0],
        key=title_and_key.key(board.plan),
        key_lines=key_lines,
        signs=title_and_key.signs(board.plan),
        title=title,
    )


class SheetShape(NamedTuple):
    """A shape of the map as it is drawn; without a code it is no province."""

    wet: bool
    kind: str
    d: str
    code: str = ""
    name: str = ""
    fill: str = ""
    islets: int = 0


def shapes(board: BoardGeometry) -> Iterator[SheetShape]:
    """One shape for every province, and shapes without code for all that is no province."""
    for site in board.plan.sites.values():
        dry = "coast" if site.code in board.shores else "land"
        kind = "closed" if site.impassable else "sea" if site.sea else dry
        d = path_data.area(region.shape for region in board.pieces[site.code])
        islets = path_data.area(region.shape for region in board.islets.get(site.code, ()))
        fill, count = OUT if site.impassable else "", islets.count("M")
        yield SheetShape(site.sea, kind, d + islets, site.code, site.name, fill, count)
    for key, kind, fill in (
        (OUTSIDE, "outside", OUT),
        (ISLE, "isle", OUT),
        (CLOSED, "closed", SHUT),
        (STILL, "still", ""),
    ):
        if key in board.pieces:
            d = path_data.area(region.shape for region in board.pieces[key])
            yield SheetShape(key in (CLOSED, STILL), kind, d, fill=fill)


def named_by_style(board: BoardGeometry) -> dict[str, list[Name]]:
    """The lines of all names: on land, at sea, marks of coasts, and those of impassable land."""
    styles = {names.LAND: "land", names.SEA: "sea", names.COAST: "coast"}
    found: dict[str, list[Name]] = {key: [] for key in (*styles.values(), "impassable")}
    for code, lines in board.labels.items():
        site = board.plan.sites.get(code)
        found["impassable" if site and site.impassable else styles[lines[0].style]] += lines
    return found


def channels(board: BoardGeometry, box: Box) -> dict[str, list[Point]]:
    """The two ends of the channel from each sea that an off-board space joins to that space.

    A channel begins in the middle of the sea's longest stretch along the foot of the map.
    """
    _, top, _, high = board.box_room(box)
    foot, found = board.projection.frame[3], {}
    for sea in box.joins:
        _, middle = max(
            (abs(bx - ax), (ax + bx) / 2 / GRID)
            for region in board.pieces[sea]
            for (ax, ay), (bx, by) in pairwise(region.shape.exterior.coords)
            if ay == by == round(foot * GRID)
        )
        x = round(middle)
        found[sea] = [(x, foot - 8), (x, top + high / 2)]
    return found


def lake(board: BoardGeometry, ring: str) -> str:
    """The outline of a lake, which is no province."""
    corners = board.line_through(ring.split())
    shore = LineString(rounded([*corners, corners[0]], 3, closed=True)).simplify(0.15)
    return path_data.line(on_grid(shore.coords), closed=True)


def canal_course(board: BoardGeometry, canal: Sign) -> str:
    """A canal's whole course: its own line and the borders that it runs along."""
    own = LineString(rounded(board.line_through(canal.tokens), 3)).simplify(0.2)
    borders = {frozenset(pair) for pair in canal.along}
    along = [s for s, regions in board.sides.items() if {r.of for r in regions} in borders]
    return path_data.line(on_grid(own.coords)) + path_data.chains(along)


def ice(board: BoardGeometry) -> str:
    """The ice crystals on water that is closed for a part of the year."""
    return "".join(
        markup.crystal(*board.projection(lon, lat), size * board.pen)
        for spots in board.plan.raw.get("ice", {}).values()
        for lon, lat, size in spots
    )


def metadata(variant: str, board: BoardGeometry) -> str:
    """Where everything stands, as JSON for those who draw on the map."""
    width, height = board.size
    x0, y0, x1, y1 = board.projection.frame
    plan = board.plan
    spare = {
        code: {key: board.projection(*at) for key, at in spots.items()}
        for code, spots in plan.raw.get("spare", {}).items()
    }
    facts = {
        "variant": variant,
        "size": [width, height],
        "frame": [x0, y0, x1 - x0, y1 - y0],
        "pen": board.pen,
        **vars(board.anchors),
        "crossings": [
            {"joins": c.joins[0], "units": c.units, "line": board.line_through(c.tokens)}
            for c in plan.crossings
        ],
        "straits": [
            {"joins": b.sides, "line": board.line_through(b.tokens)}
            for b in plan.borders
            if b.kind == "straits"
        ],
        "canals": [
            {"name": c.name, "joins": c.joins, "line": board.line_through(c.tokens)}
            for c in plan.canals
        ],
        "boxes": {
            b.code: {"joins": b.joins, "box": board.box_room(b), "ways": channels(board, b)}
            for b in plan.boxes
        },
        "labels": {code: {"box": boxes} for code, boxes in label_boxes(board.labels).items()},
        "key": title_and_key.key(plan),
        "signs": title_and_key.signs(plan),
        "homes": plan.homelands,
        "cartouche": board.panels[0],
        "legend": (MARGIN, height - STRIP, width - 2 * MARGIN, STRIP - 6),
    }
    return metadata_json({**facts, "spare": spare} if spare else facts)


def metadata_json(facts: Mapping[str, Any]) -> str:
    """The metadata as compact JSON, lengths to one decimal but the factor `pen` in full."""
    short = {**tenths(facts), "pen": facts["pen"]}
    return json.dumps(short, ensure_ascii=False, separators=(",", ":"))


def tenths(value: Any) -> Any:
    """Nested data with its numbers to one decimal, whole ones without it."""
    if isinstance(value, float):
        return int(value) if value == int(value) else round(value, 1)
    if isinstance(value, Mapping):
        return {key: tenths(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [tenths(item) for item in value]
    return value
