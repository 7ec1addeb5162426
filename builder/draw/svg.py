"""Writes marks as SVG 1.1: presentation attributes only, numbers with one decimal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from builder.draw.marks import Case, Layer, Mark, Paint, Shape, Stamp, Trace

HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def number(value: float) -> str:
    """A length with at most one decimal and no needless sign or nought."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def points(*values: float) -> str:
    """Coordinates as they stand in a path: `1.5 -2 3`."""
    return " ".join(number(v) for v in values)


def attribute(name: str, value: str) -> str:
    """One attribute with a space before it; nothing for an empty value."""
    return f' {name}="{escape(value)}"' if value else ""


def paint(p: Paint, width: float = 0.0) -> str:
    """The presentation attributes of a paint, within a group of that width of lines.

    Such a group leaves everything unfilled, too; a width of 0 stands for no group.
    """
    text = f' fill="{p.fill or "none"}"' if p.fill or not width else ""
    if p.stroke:
        text += f' stroke="{p.stroke}"'
        text += f' stroke-width="{number(p.width)}"' if p.width != width else ""
        if p.dash:
            text += f' stroke-dasharray="{points(*p.dash)}"'
        if p.round:
            text += ' stroke-linecap="round" stroke-linejoin="round"'
    if p.opacity < 1:
        text += f' opacity="{p.opacity:g}"'
    return text


def place(x: float, y: float, scale: float) -> str:
    """A transform attribute, left out where it would change nothing."""
    moved = f"translate({points(x, y)})" if x or y else ""
    grown = f"scale({scale:.4g})" if scale != 1 else ""
    return attribute("transform", f"{moved}{grown}")


def shape(item: Shape, prefix: str, hooks: str = "", width: float = 0.0) -> str:
    """One path or one use of a sign."""
    if isinstance(item, Trace):
        where = place(item.x, item.y, item.scale)
        return f'<path d="{item.d}"{paint(item.paint, width)}{where}{hooks}/>'
    where = (
        f' x="{number(item.x)}" y="{number(item.y)}"'
        if item.scale == 1
        else place(item.x, item.y, item.scale)
    )
    return f'<use xlink:href="#{prefix}{escape(item.sign)}"{where}{hooks}/>'


def group(marks: Sequence[Mark], prefix: str, width: float) -> str:
    """The marks of one order in one layer, with its hooks for the page's script."""
    first = marks[0]
    hooks = attribute("data-order", first.key) + attribute("class", first.hooks)
    if len(marks) == 1 or not hooks:
        return "".join(shape(m.shape, prefix, hooks, width) for m in marks)
    return f"<g{hooks}>{''.join(shape(m.shape, prefix, width=width) for m in marks)}</g>"


def commonest(marks: Iterable[Mark]) -> float:
    """The width that most lines of a layer have; 0 where it holds only signs."""
    widths = Counter(m.shape.paint.width for m in marks if isinstance(m.shape, Trace))
    return max(widths, key=lambda w: (widths[w] if w else 0, w), default=0.0)


def layers(marks: Iterable[Mark], names: Sequence[Layer], prefix: str = "") -> str:
    """The marks of some layers, bottom up, each layer a group of class `lay-<name>`."""
    listed = list(marks)
    out = []
    for name in names:
        inside = [m for m in listed if m.layer == name]
        if inside:
            width = commonest(inside)
            runs = groupby(inside, key=lambda m: (m.key, m.hooks))
            body = "".join(group(list(run), prefix, width) for _, run in runs)
            plain = f' fill="none" stroke-width="{number(width)}"' if width else ""
            out.append(f'<g class="lay-{name}"{plain}>{body}</g>')
    return "".join(out)


def signs(case: Case, used: Iterable[str], prefix: str = "") -> str:
    """Definitions of the signs that are used, in the order of their names."""
    return "".join(
        f'<g id="{prefix}{escape(name)}">{"".join(shape(t, prefix) for t in case[name])}</g>'
        for name in sorted(set(used))
    )


def used(marks: Iterable[Mark]) -> set[str]:
    """The names of the signs that the marks set down."""
    return {m.shape.sign for m in marks if isinstance(m.shape, Stamp)}
