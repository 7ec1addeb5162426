"""The letters of names at sea as they are drawn, tails and all, read from the text of a map.svg."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from counters import walk
from shapely.geometry import MultiPoint

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
PLACE = re.compile(
    r"(?:rotate\((\S+) (\S+) (\S+)\) )?translate\((\S+) (\S+)\) scale\((\S+)\)", re.ASCII
)


def words_at_sea(svg: str) -> Iterator[Any]:
    """The ground under each letter of the level names, as its hull."""
    root = ElementTree.fromstring(svg)
    cut = {path.get("id"): path.get("d", "") for path in root.iter(f"{SVG}path")}
    waters = next((g for g in root.iter(f"{SVG}g") if g.get("id") == "waters"), ())
    for line in waters:
        found = PLACE.fullmatch(line.get("transform", ""))
        assert found
        if found[1] is None:
            x, y, scale = (float(n) for n in found.groups()[3:])
            for letter in line:
                pen = float(letter.get("x", "0"))
                outline = walk(cut[letter.get(LINK, "")[1:]])
                yield MultiPoint(
                    [(x + (px + pen) * scale, y + py * scale) for px, py in outline]
                ).convex_hull
