"""What the sheets of all ring boards have: places, names, title, frame and metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from builder.cartography import markup
from builder.cartography.anchors import Anchors, step_aside
from builder.cartography.drawing import Point
from builder.cartography.geography.board_geometry import ROW
from builder.cartography.letters.curved_names import CurvedName
from builder.cartography.letters.names import Name, Rect, letter_id
from builder.cartography.map_sheet import sealed
from builder.cartography.rings.sectors import Sector, Wheel
from builder.cartography.sheet_words import LINE_SIZE, TEXT, TITLE, line, sign_lines

STRIP, MARGIN = 42, 28
RING = 12.5  # the way round a wheel, in units


class WheelBoard:
    """A board of ring sectors being drawn by its `template`. `pen` is what its signs are multiplied
    by; `signs` are those of its key, each with its words."""

    pen = 1.0
    template = ""
    unit_depth = centre_depth = 0.0  # parts of a space's depth

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        self.variant, self.raw = variant, raw
        self.wheel = Wheel.of(raw)
        x, y, w, h = map(float, raw["wheel"]["frame"])
        self.frame: Rect = (x, y, w, h)
        self.size = round(x + w) + MARGIN, round(y + h) + MARGIN + STRIP
        self.homes = {power: tuple(lands) for power, lands in raw["homelands"].items()}
        self.outlines = {s.code: self.wheel.outline(s) for s in self.wheel.sectors}
        x, y, w, h = map(float, raw["cartouche"])
        self.cartouche: Rect = (self.frame[0] + x, self.frame[1] + y, w, h)
        self.labels = {s.code: self.name(s) for s in self.wheel.sectors}
        self.anchors = Anchors(
            {s.code: self.unit_at(s) for s in self.wheel.sectors},
            {s.code: self.centre_at(s) for s in self.wheel.sectors if s.centre},
            {},
        )

    @property
    def signs(self) -> dict[str, str]:
        """The signs that the board uses, each with what it means."""
        return {"centre": f"supply centre ({len(self.anchors.centres)})"}

    @property
    def key(self) -> Rect:
        """The room for the key, below the title if the drawing does not say where."""
        left, top, wide, high = self.cartouche
        x, y, w = left - self.frame[0], top - self.frame[1] + high, wide
        x, y, w = map(float, self.raw.get("key", (x, y, w)))
        return self.frame[0] + x, self.frame[1] + y, w, ROW * len(self.signs) + 12

    def key_lines(self) -> list[Name]:
        """What the signs mean."""
        return sign_lines(self.key, self.signs.values())

    def name(self, s: Sector) -> CurvedName:
        """The name of a space, along a ring."""
        raise NotImplementedError

    def unit_at(self, s: Sector) -> Point:
        """Where a unit stands."""
        return self.within(s, self.unit_depth)

    def centre_at(self, s: Sector) -> Point:
        """Where the supply centre is drawn."""
        return self.within(s, self.centre_depth)

    def within(self, s: Sector, part: float) -> Point:
        """A place in the middle of a piece, at a part of its depth."""
        return self.wheel.at(s.middle, s.inner + (s.outer - s.inner) * part)

    def put_aside(self, balls: Mapping[str, tuple[float, float, float]]) -> None:
        """Find places for the dislodged; `balls` are spaces off the wheel: middle and radius."""
        shapes: dict[str, Any] = {c: Polygon(outline) for c, outline in self.outlines.items()}
        shapes |= {c: Spot(x * 10, y * 10).buffer(r * 10) for c, (x, y, r) in balls.items()}
        taken = [box for name in self.labels.values() for box in name.boxes()]
        step_aside(self.anchors, shapes, taken, self.pen)

    def title_lines(self) -> list[Name]:
        """The board's own words."""
        x, y, w, h = self.cartouche
        head, *rest = self.raw["title"]
        top = y + h / 2 + 12 - 8 * len(rest)
        words = [
            line(said, TEXT, x + w / 2, top + 21 + 16 * i, LINE_SIZE) for i, said in enumerate(rest)
        ]
        return [line(head, TITLE, x + w / 2, top, 30), *words]

    def letters(self) -> list[tuple[str, str]]:
        """Every letter of the names, the title and the key, cut once: its id and its path."""
        lines: list[Name | CurvedName] = [*self.labels.values(), *self.countries()]
        lines += [*self.title_lines(), *self.key_lines()]
        used = {(one.style.face, letter): one.case for one in lines for letter in one.text}
        return [
            (letter_id(name, letter), d)
            for (name, letter), case in sorted(used.items(), key=lambda item: item[0])
            if (d := case.glyphs[letter].path())
        ]

    def countries(self) -> list[CurvedName]:
        """The names of the countries, if they stand on the sheet."""
        return []

    def own_facts(self) -> Mapping[str, Any]:
        """The metadata that not all ring boards have."""
        return {}

    def metadata(self) -> str:
        """What stands where, as JSON for those who draw on the map."""
        _, height = self.size
        facts = {
            "variant": self.variant,
            "size": self.size,
            "frame": self.frame,
            "pen": self.pen,
            "units": self.anchors.units,
            "dislodged": self.anchors.dislodged,
            "centres": self.anchors.centres,
            "builds": {},
            "crossings": [],
            "canals": [],
            "boxes": {},
            "labels": {code: {"box": name.boxes()} for code, name in self.labels.items()},
            "key": self.key,
            "signs": self.signs,
            "homes": self.homes,
            "cartouche": self.cartouche,
            "legend": (MARGIN, height - STRIP, self.size[0] - 2 * MARGIN, STRIP - 6),
        }
        return sealed({**facts, **self.own_facts()})

    def sheet(self) -> str:
        """The whole map.svg."""
        return markup.sheet(f"rings/{self.template}", board=self, RING=RING)
