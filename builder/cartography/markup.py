"""The templates of a map.svg: `sheet.svg`, those of ring boards in `rings`, and the pieces in
`parts.svg` that all boards use."""

import math
import re
from html import escape
from pathlib import Path

from jinja2 import Environment, FunctionLoader, StrictUndefined

from builder.cartography import path_data
from builder.cartography.drawing import Point
from builder.cartography.letters.names import letter_id
from builder.cartography.title_and_key import ROW


def _template(name: str) -> str:
    """A template without its line ends: dropped before a tag, else replaced by a space."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8").strip()
    return re.sub(r"\s*\n\s*", " ", re.sub(r"\s*\n\s*(?=[<{])", "", text))


def arrow_head(tip: Point, tail: Point, size: float) -> str:
    """The head of a line that ends at `tip`, as path data."""
    angle = math.atan2(tip[1] - tail[1], tip[0] - tail[0])
    cos, sin = math.cos(angle), math.sin(angle)

    def at(u: float, v: float) -> str:
        return f"{tip[0] + u * cos - v * sin:.1f} {tip[1] + u * sin + v * cos:.1f}"

    return f"M{at(0.5 * size, 0)}L{at(-0.6 * size, 0.5 * size)}L{at(-0.6 * size, -0.5 * size)}z"


def crystal(x: float, y: float, size: float) -> str:
    """An ice crystal as path data."""
    d = ""
    for arm in range(6):
        angle = math.tau * arm / 6 + math.pi / 6
        cos, sin = math.cos(angle), math.sin(angle)
        d += f"M{x:.1f} {y:.1f}L{x + size * cos:.1f} {y + size * sin:.1f}"
        for side in (-1, 1):
            turn = angle + side * math.pi / 4
            bx, by = x + 0.55 * size * cos, y + 0.55 * size * sin
            ex, ey = bx + 0.36 * size * math.cos(turn), by + 0.36 * size * math.sin(turn)
            d += f"M{bx:.1f} {by:.1f}L{ex:.1f} {ey:.1f}"
    return d


_templates = Environment(loader=FunctionLoader(_template), undefined=StrictUndefined)
_templates.filters |= {
    "chains": path_data.chains,
    "escaped": escape,
    "ring": lambda outline: path_data.line(outline, closed=True),
    "figure_id": lambda text: f"deg{text.rstrip('°')}",
    **{
        name: f"{{:{form}}}".format
        for name, form in (("hundredth", ".2f"), ("tenth", ".1f"), ("whole", ".0f"), ("short", "g"))
    },
}
_templates.globals |= {
    "ROW": ROW, "arrow_head": arrow_head, "br": "\n", "crystal": crystal, "letter_id": letter_id,
}  # fmt: skip


def sheet(template: str, **facts: object) -> str:
    """The text of a map.svg by a template."""
    return _templates.get_template(template).render(facts)
