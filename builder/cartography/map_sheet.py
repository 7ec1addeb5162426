"""The finished map.svg: layers, signs, names, frame and metadata.

The contract of a map.svg
-------------------------
Top-level groups, bottom up, each by its id: `sea`, `provinces`, `frontiers`, `borders`, `canals`,
`centres`, `labels`, `frame`, and last `title` (the words in the cartouche; a picture that has its
own words there cuts the file at `<g id="title"`). A picture of a phase puts its lines between
`centres` and `labels` and its counters above `labels`.

`provinces` holds, in tenths of a unit (`transform="scale(.1)"`), one path for each province with
`id` = its code and `data-kind` = land, coast or sea (`closed` for Switzerland where nobody may
enter); islands are in the same path. Setting `fill` on it tints it; land is else filled by its
group, seas by nothing. The last `data-islets` subpaths are islands that bear the province's
colour and count for no adjacency. Other shapes there have no id: `data-kind` = outside, isle,
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
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from shapely.geometry import LineString

from builder.cartography import markup, path_data, title_and_key
from builder.cartography.drawing import OUTSIDE, Box, Point, Sign, point
from builder.cartography.geography import graticule
from builder.cartography.geography.board_geometry import STRIP, BoardGeometry
from builder.cartography.geography.regions import CLOSED, GRID, ISLE, STILL
from builder.cartography.letters import names
from builder.cartography.letters.names import Name, letter_id, room
from builder.cartography.path_data import on_grid, rounded
from builder.cartography.title_and_key import MARGIN

OUT, SHUT = "#e6dfcd", "#b9b2a0"


def write(variant: str, ground: BoardGeometry) -> str:
    """The whole map.svg of a board."""
    inlets = [face.shape for face in ground.mosaic.faces if face.inner]
    figures = graticule.figures(ground.projection)
    title, key_lines = title_and_key.title(ground.plan), title_and_key.key_lines(ground.plan)
    named = [line for lines in ground.labels.values() for line in lines]
    return markup.sheet(
        "sheet.svg",
        ground=ground,
        metadata=escape(metadata(variant, ground), quote=False),
        glyphs=glyphs([*named, *title, *key_lines, *figures]),
        names=named_by_style(ground),
        figures=figures,
        net=graticule.net(ground.projection),
        graduation=graticule.scale(ground.projection),
        shapes=list(shapes(ground)),
        inlets=path_data.area(inlets) if inlets else "",
        lakes="".join(lake(ground, ring) for ring in ground.plan.raw.get("lakes", {}).values()),
        ice=ice(ground),
        ways={box.code: ways(ground, box) for box in ground.plan.boxes},
        dug="".join(course(ground, canal) for canal in ground.plan.canals),
        cartouche=ground.panels[0],
        key=title_and_key.key(ground.plan),
        key_lines=key_lines,
        signs=title_and_key.signs(ground.plan),
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


def shapes(ground: BoardGeometry) -> Iterator[SheetShape]:
    """One shape for every province, and shapes without code for all that is no province."""
    for site in ground.plan.sites.values():
        dry = "coast" if site.code in ground.shores else "land"
        kind = "closed" if site.impassable else "sea" if site.sea else dry
        d = path_data.area(face.shape for face in ground.pieces[site.code])
        islets = path_data.area(face.shape for face in ground.islets.get(site.code, ()))
        fill, count = OUT if site.impassable else "", islets.count("M")
        yield SheetShape(site.sea, kind, d + islets, site.code, site.name, fill, count)
    for key, kind, fill in (
        (OUTSIDE, "outside", OUT),
        (ISLE, "isle", OUT),
        (CLOSED, "closed", SHUT),
        (STILL, "still", ""),
    ):
        if key in ground.pieces:
            d = path_data.area(face.shape for face in ground.pieces[key])
            yield SheetShape(key in (CLOSED, STILL), kind, d, fill=fill)


def glyphs(lines: Sequence[Name]) -> list[tuple[str, str]]:
    """The letters of some lines, each once: its id and its outline."""
    used = {(n.style.face, letter): n.case for n in lines for _, letter in n.letters()}
    drawn = ((letter_id(*key), used[key].glyphs[key[1]].path()) for key in sorted(used))
    return [(id_, d) for id_, d in drawn if d]


def named_by_style(ground: BoardGeometry) -> dict[str, list[Name]]:
    """The lines of all names: on land, at sea, marks of coasts, and those of impassable land."""
    styles = {names.LAND: "land", names.SEA: "sea", names.COAST: "coast"}
    found: dict[str, list[Name]] = {key: [] for key in (*styles.values(), "impassable")}
    for code, lines in ground.labels.items():
        site = ground.plan.sites.get(code)
        found["impassable" if site and site.impassable else styles[lines[0].style]] += lines
    return found


def ways(ground: BoardGeometry, box: Box) -> dict[str, list[Point]]:
    """From each sea that an off-board space joins: the places by which a line reaches it, the
    first of them in the middle of the sea's longest stretch along the foot of the map."""
    _, top, _, high = ground.room(box)
    foot, found = ground.projection.frame[3], {}
    for sea in box.joins:
        _, middle = max(
            (abs(bx - ax), (ax + bx) / 2 / GRID)
            for face in ground.pieces[sea]
            for (ax, ay), (bx, by) in pairwise(face.shape.exterior.coords)
            if ay == by == round(foot * GRID)
        )
        found[sea] = [(x, y) for x in [round(middle)] for y in (foot - 8, top + high / 2)]
    return found


def lake(ground: BoardGeometry, ring: str) -> str:
    """The outline of a lake, drawn for the eye only."""
    corners = ground.way(ring.split())
    shore = LineString(rounded([*corners, corners[0]], 3, closed=True)).simplify(0.15)
    return path_data.line(on_grid(shore.coords), closed=True)


def course(ground: BoardGeometry, canal: Sign) -> str:
    """A canal's whole course: its own line and the borders that it runs along."""
    own = LineString(rounded(ground.way(canal.tokens), 3)).simplify(0.2)
    borders = {frozenset(pair) for pair in canal.along}
    along = [s for s, faces in ground.sides.items() if {f.of for f in faces} in borders]
    return path_data.line(on_grid(own.coords)) + path_data.chains(along)


def ice(ground: BoardGeometry) -> str:
    """The crystals on water that closes for a part of the year."""
    return "".join(
        markup.crystal(*ground.projection(float(lon), float(lat)), float(size) * ground.pen)
        for spots in ground.plan.raw.get("ice", {}).values()
        for lon, lat, size in spots
    )


def metadata(variant: str, ground: BoardGeometry) -> str:
    """What stands where, as JSON for those who draw on the map."""
    width, height = ground.size
    x0, y0, x1, y1 = ground.projection.frame
    plan, spots = ground.plan, ground.anchors
    spare = {
        code: {key: ground.projection(*point(at)) for key, at in spots.items()}
        for code, spots in plan.raw.get("spare", {}).items()
    }
    facts = {
        "variant": variant,
        "size": [width, height],
        "frame": [x0, y0, x1 - x0, y1 - y0],
        "pen": ground.pen,
        "units": spots.units,
        "dislodged": spots.dislodged,
        "centres": spots.centres,
        "builds": spots.builds,
        "crossings": [
            {"joins": c.joins[0], "units": c.units, "line": ground.way(c.tokens)}
            for c in plan.crossings
        ],
        "straits": [
            {"joins": b.sides, "line": ground.way(b.tokens)}
            for b in plan.borders
            if b.kind == "straits"
        ],
        "canals": [
            {"name": c.name, "joins": c.joins, "line": ground.way(c.tokens)} for c in plan.canals
        ],
        "boxes": {
            b.code: {"joins": b.joins, "box": ground.room(b), "ways": ways(ground, b)}
            for b in plan.boxes
        },
        "labels": {code: {"box": boxes} for code, boxes in room(ground.labels).items()},
        "key": title_and_key.key(plan),
        "signs": title_and_key.signs(plan),
        "homes": plan.homelands,
        "cartouche": ground.panels[0],
        "legend": (MARGIN, height - STRIP, width - 2 * MARGIN, STRIP - 6),
    }
    return sealed({**facts, "spare": spare} if spare else facts)


def sealed(facts: Mapping[str, Any]) -> str:
    """The metadata as compact JSON, lengths to one decimal; `pen`, a factor, in full."""
    short = {**tenths(facts), "pen": facts["pen"]}
    return json.dumps(short, ensure_ascii=False, separators=(",", ":"))


def tenths(value: Any) -> Any:
    """Numbers to one decimal, whole ones without it, all through nested data."""
    if isinstance(value, float):
        return int(value) if value == int(value) else round(value, 1)
    if isinstance(value, Mapping):
        return {key: tenths(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [tenths(item) for item in value]
    return value
