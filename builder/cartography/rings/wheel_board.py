"""What the sheets of all ring boards have: places, names, title, frame and metadata."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from builder.cartography import path_data
from builder.cartography.anchors import Anchors, step_aside
from builder.cartography.drawing import Point
from builder.cartography.geography.board_geometry import ROW
from builder.cartography.letters.curved_names import CurvedName
from builder.cartography.letters.names import Name, Rect, letter_id
from builder.cartography.map_sheet import sealed
from builder.cartography.markup import PARTS
from builder.cartography.rings.sectors import Sector, Wheel
from builder.cartography.sheet_words import LINE_SIZE, TEXT, TITLE, line, sign_lines

STRIP, MARGIN = 42, 28
Rules = Iterable[tuple[float, float]]  # how far from the frame, how wide


class WheelBoard:
    """A board of ring sectors being drawn. `pen` is what its signs are multiplied by; `signs` are
    those of its key, each with its words."""

    pen = 1.0

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

    def panels(self, drawn: Mapping[str, str], ink: str) -> str:
        """The cartouche and the key; `drawn` are its signs besides the centre, about (0, 0)."""
        centre = PARTS.places(PARTS.centre(0, 0, self.pen), self.pen)
        key = PARTS.key_panel(self.key, {"centre": centre, **drawn}, self.key_lines(), ink)
        return f"{PARTS.panel(self.cartouche)}{key}"

    def name(self, s: Sector) -> CurvedName:
        """The name of a space, along a ring."""
        raise NotImplementedError

    def unit_at(self, s: Sector) -> Point:
        """Where a unit stands."""
        raise NotImplementedError

    def centre_at(self, s: Sector) -> Point:
        """Where the supply centre is drawn."""
        raise NotImplementedError

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

    def title(self, ink: str) -> str:
        """The words in the cartouche."""
        return f'<g id="title" fill="{ink}">{PARTS.all_words(self.title_lines())}</g>'

    def shape(self, s: Sector, kind: str) -> str:
        """The shape of a space."""
        d = path_data.line(self.outlines[s.code], closed=True)
        title = f"<title>{escape(s.name)}</title>"
        return f'<path id="{s.code}" data-kind="{kind}" d="{d}">{title}</path>'

    def frame_rules(self, ink: str, rules: Rules) -> str:
        """Rules round the picture."""
        x, y, w, h = self.frame
        drawn = "".join(
            f'<rect x="{x - off:g}" y="{y - off:g}" width="{w + 2 * off:g}" '
            f'height="{h + 2 * off:g}" stroke-width="{wide}"/>'
            for off, wide in rules
        )
        return f'<g fill="none" stroke="{ink}">{drawn}</g>'

    def letters(self, more: Iterable[Name | CurvedName] = ()) -> str:
        """Every letter of the names, the title, the key and `more`, cut once."""
        lines = [*self.labels.values(), *self.title_lines(), *self.key_lines(), *more]
        used = {(one.style.face, letter): one.case for one in lines for letter in one.text}
        return "".join(
            f'<path id="{letter_id(name, letter)}" d="{d}"/>'
            for (name, letter), case in sorted(used.items(), key=lambda item: item[0])
            if (d := case.glyphs[letter].path())
        )

    def sheet(self, defs: str, groups: Iterable[str], **own: Any) -> str:
        """The whole map.svg; `own` is metadata that not all ring boards have."""
        width, height = self.size
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
            "legend": (MARGIN, height - STRIP, width - 2 * MARGIN, STRIP - 6),
        }
        body = [
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
            f"<title>{escape(', '.join(self.raw['title']))}</title>",
            f'<metadata id="chancery">{escape(sealed(facts | own), quote=False)}</metadata>',
            f"<defs>{defs}</defs>",
            *groups,
            "</svg>",
        ]
        return "\n".join(body) + "\n"
