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
  signs of fixed size are to be multiplied by), units {location: [x, y]}, dislodged {location:
  [x, y]}, centres and builds {code: [x, y]}, crossings [{joins, units, line}], canals [{name,
  joins, line}], boxes {code: {joins, box, ways: {sea: [[x, y], ..]}}}, labels {code: {box:
  [[x0, y0, x1, y1], ..]}}, cartouche and legend [x, y, w, h] (rooms kept free for words),
  key [x, y, w, h] or null (the panel that explains the signs), signs {sign: words} (those of the
  key, each drawn there in a group with the id `sign-<sign>`), homes {power: [codes]}, spare
  {code: {at, centre, name}} (where a space or centre goes that a game may add).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from builder.cartography import layers, ornaments, sheet_words
from builder.cartography.drawing import point
from builder.cartography.geography import offboard
from builder.cartography.geography.board_geometry import BoardGeometry
from builder.cartography.letters import labels
from builder.cartography.letters.names import room


def write(variant: str, ground: BoardGeometry) -> str:
    """The whole map.svg of a board."""
    width, height = ground.size
    x0, y0, x1, y1 = ground.projection.frame
    frame = x0, y0, x1 - x0, y1 - y0
    clips = layers.clips(frame, ground.plan.homelands, ground.lines["frontier"], "")
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(', '.join(ground.plan.title))}</title>",
        f'<metadata id="chancery">{escape(metadata(variant, ground), quote=False)}</metadata>',
        f"<defs>{clips}{labels.cut(ground)}</defs>",
        layers.sea(ground),
        layers.provinces(ground),
        layers.frontiers(ground),
        layers.borders(ground),
        ornaments.canals(ground),
        ornaments.centres(ground),
        labels.labels(ground),
        ornaments.frame(ground),
        ornaments.title(ground),
        "</svg>",
    ]
    return "\n".join(body) + "\n"


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
            {"joins": c.joins[0], "units": c.units, "line": ornaments.way(ground, c)}
            for c in plan.crossings
        ],
        "canals": [
            {"name": c.name, "joins": c.joins, "line": ornaments.way(ground, c)}
            for c in plan.canals
        ],
        "boxes": {
            b.code: {"joins": b.joins, "box": ground.room(b), "ways": offboard.ways(ground, b)}
            for b in plan.boxes
        },
        "labels": {code: {"box": boxes} for code, boxes in room(ground.labels).items()},
        "key": sheet_words.key(ground),
        "signs": ground.signs,
        "homes": plan.homelands,
        "cartouche": sheet_words.cartouche(ground),
        "legend": sheet_words.legend(ground),
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
