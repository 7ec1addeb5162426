"""Writes marks as SVG 1.1: presentation attributes only, numbers with one decimal."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple, Self, TypeVar

from builder.draw.marks import (
    DrawnMark,
    Layer,
    Lettering,
    Paint,
    PaintedPath,
    Shape,
    SymbolSet,
    SymbolUse,
)
from builder.draw.outlined_text import face

T = TypeVar("T")
Figure = tuple[PaintedPath, ...]
Outlines = tuple[tuple[str, float], ...]
Corner = tuple[int, int]
NUMBER = re.compile(r"-?\d+")
BARE = Paint("black")  # as SVG paints where nothing is said
UNKNOWN = Paint("?", "?", -1.0)  # differs from every paint, so that all of it is written
HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


class SharedOutline(NamedTuple):
    """An outline that several signs use: its id, its scale, and their stroke if it is the same."""

    name: str
    scale: float
    stroke: Paint | None

    @classmethod
    def of(cls, users: Sequence[tuple[str, PaintedPath]]) -> Self:
        """The outline of some paths, each with an id; it takes the first one's id and scale."""
        strokes = {path.paint._replace(fill="", opacity=1.0) for _, path in users}
        (name, path), *_ = users
        return cls(name, path.scale, strokes.pop() if len(strokes) == 1 else None)


def number(value: float) -> str:
    """A length with at most one decimal and no needless sign or zero."""
    text = f"{value:.1f}".removesuffix(".0")
    if text.lstrip("-").startswith("0."):
        return text.replace("0.", ".", 1)
    return "0" if text == "-0" else text


def points(*values: float) -> str:
    """Numbers in a list: `1.5 -2 3`."""
    return " ".join(number(v) for v in values)


def steps(*values: float) -> str:
    """Coordinates in path data, as short as they can be written: `1.5-2 3`."""
    text = ""
    for value in values:
        one = number(value)
        text += one if not text or one[0] == "-" else f" {one}"
    return text


def attribute(name: str, value: str) -> str:
    """One attribute with a space before it; nothing for an empty value."""
    return f' {name}="{escape(value)}"' if value else ""


def paint(p: Paint, around: Paint = BARE) -> str:
    """The presentation attributes in which a paint differs from that of the group around it."""
    text = attribute("fill", (p.fill or "none") if p.fill != around.fill else "")
    text += attribute("stroke", (p.stroke or "none") if p.stroke != around.stroke else "")
    if p.stroke:
        text += attribute("stroke-width", number(p.width) if p.width != around.width else "")
        text += attribute("stroke-dasharray", points(*p.dash))
        if p.round and not around.round:
            text += ' stroke-linecap="round" stroke-linejoin="round"'
    return text + attribute("opacity", f"{p.opacity:g}" if p.opacity < 1 else "")


def transform(x: float, y: float, scale: float) -> str:
    """A transform attribute, left out where it would change nothing."""
    moved = f"translate({points(x, y)})" if x or y else ""
    grown = f"scale({scale:.4g})" if scale != 1 else ""
    return attribute("transform", f"{moved}{grown}")


def element(item: Shape, attributes: str = "", around: Paint = BARE) -> str:
    """One path or one use of a sign, with more attributes, in a group whose paint is `around`."""
    if isinstance(item, PaintedPath):
        if item.words:
            return text_element(item, item.words, around)
        where = transform(item.x, item.y, item.scale)
        return f'<path d="{item.d}"{paint(item.paint, around)}{where}{attributes}/>'
    at = (attribute(name, number(v)) for name, v in (("x", item.x), ("y", item.y)) if v)
    where = "".join(at) if item.scale == 1 else transform(item.x, item.y, item.scale)
    return f'<use href="#{escape(item.sign)}"{where}{attributes}/>'


def order_group(marks: Sequence[DrawnMark], around: Paint) -> str:
    """The marks of one order in one layer, with the attribute by which scripts find them."""
    order = attribute("data-o", marks[0].order)
    if len(marks) == 1 or not order:
        return "".join(element(m.shape, order, around) for m in marks)
    return f"<g{order}>{''.join(element(m.shape, around=around) for m in marks)}</g>"


def common_paint(shapes: Iterable[Shape]) -> Paint:
    """The fill, stroke and width that most of the shapes have: their group's paint."""
    paints = [shape.paint for shape in shapes if isinstance(shape, PaintedPath)]
    if not paints:
        return BARE
    return Paint(
        commonest([p.fill for p in paints if not p.stroke or p.fill]) or "",
        commonest([p.stroke for p in paints if p.stroke]) or "",
        commonest([p.width for p in paints if p.stroke]) or 0.0,
        round=all(p.round for p in paints),
    )


def commonest(values: Sequence[T]) -> T | None:
    """The value that occurs most often, the first if there are several; None if there is none."""
    return Counter(values).most_common(1)[0][0] if values else None


def power_group(marks: Sequence[DrawnMark]) -> str:
    """Successive marks of one power in one layer: a group with their common paint."""
    around = common_paint(m.shape for m in marks)
    orders = groupby(marks, key=lambda m: m.order)
    body = "".join(order_group(list(same), around) for _, same in orders)
    shared = paint(around)
    return f"<g{shared}>{body}</g>" if shared else body


def layers(marks: Iterable[DrawnMark], names: Sequence[Layer]) -> str:
    """The marks of some layers, bottom up, each layer a group of class `lay-<name>`."""
    listed = list(marks)
    out = []
    for name in names:
        powers = groupby((m for m in listed if m.layer == name), key=lambda m: m.power)
        body = "".join(power_group(list(same)) for _, same in powers)
        if body:
            out.append(f'<g class="lay-{name}">{body}</g>')
    return "".join(out)


def symbols(found: SymbolSet, used: Iterable[str], prefix: str = "") -> str:
    """Definitions of the signs that are used, in the order of their names.

    Each sets all of its paint, so that no group around a use changes it. An outline that several
    of them share, perhaps at other scales, is written once. It is named after the first of them,
    so most definitions stay the same from phase to phase.
    """
    listed = {name: _figures(found[name]) for name in sorted(set(used))}
    users: dict[Outlines, list[tuple[str, PaintedPath]]] = {}
    for name, figures in listed.items():
        for i, figure in enumerate(figures):
            users.setdefault(_outlines(figure), []).append((f"{prefix}{name}.{i}", figure[0]))
    shared = {one: SharedOutline.of(paths) for one, paths in users.items() if len(paths) > 1}
    definitions = [_shared_definition(one, outlines) for outlines, one in shared.items()]
    definitions += [_definition(f"{prefix}{name}", listed[name], shared) for name in listed]
    return "".join(definitions)


def _figures(paths: Iterable[PaintedPath]) -> list[Figure]:
    """The paths of a sign, those together that follow one another at one place in one paint."""
    return [tuple(same) for _, same in groupby(paths, key=lambda p: (p.x, p.y, p.paint))]


def _outlines(figure: Figure) -> Outlines:
    """The outlines of a figure, each with its scale relative to the first."""
    return tuple((p.d, round(p.scale / figure[0].scale, 3)) for p in figure)


def _shared_definition(one: SharedOutline, outlines: Outlines) -> str:
    stroke = paint(one.stroke, UNKNOWN._replace(fill="")) if one.stroke else ""
    paths = [f' d="{d}"{transform(0, 0, one.scale * scale)}' for d, scale in outlines]
    if len(paths) == 1:
        return f'<path id="{one.name}"{paths[0]}{stroke}/>'
    return f'<g id="{one.name}"{stroke}>{"".join(f"<path{path}/>" for path in paths)}</g>'


def _definition(
    name: str, figures: Sequence[Figure], shared: Mapping[Outlines, SharedOutline]
) -> str:
    """A sign as a group; its figures that are shared outlines refer to them."""
    known = [shared.get(_outlines(figure)) for figure in figures]
    stroked = [one is not None and one.stroke is not None for one in known]
    around = common_paint(
        path._replace(paint=path.paint._replace(stroke="")) if done else path
        for figure, done in zip(figures, stroked, strict=True)
        for path in figure
    )

    def drawn(figure: Figure, one: SharedOutline | None) -> str:
        if one is None:
            return "".join(element(path, around=around) for path in figure)
        first = figure[0]
        own = around._replace(fill=first.paint.fill, opacity=first.paint.opacity)
        use = SymbolUse(one.name, first.x, first.y, first.scale / one.scale)
        return element(use, paint(own if one.stroke else first.paint, around))

    body = "".join(map(drawn, figures, known))
    unknown = UNKNOWN._replace(stroke="") if all(stroked) else UNKNOWN
    return f'<g id="{escape(name)}"{paint(around, unknown)}>{body}</g>'


def text_element(item: PaintedPath, said: Lettering, around: Paint) -> str:
    """Words in the page's own fonts, where their outline would be; a class names all but sans."""
    size = number(item.scale * face(said.font).em)
    apart = attribute("letter-spacing", f"{said.tracking:g}em" if said.tracking else "")
    where = f' x="{number(item.x)}" y="{number(item.y)}" font-size="{size}"{apart}'
    ink = attribute("fill", item.paint.fill if item.paint.fill != around.fill else "")
    named = attribute("class", said.font if said.font != "sans" else "")
    return f"<text{named}{where}{ink}>{escape(said.text)}</text>"


def used_signs(marks: Iterable[DrawnMark]) -> set[str]:
    """The names of the signs that the marks use."""
    return {m.shape.sign for m in marks if isinstance(m.shape, SymbolUse)}


def subpaths(outline: str) -> Iterator[tuple[list[Corner], bool]]:
    """The corners of each subpath of a map.svg's outline, in tenths of a unit, and whether it is
    closed. Such an outline has starts `M`, steps `l` and closings `z` only."""
    for subpath in outline.split("M")[1:]:
        numbers = [int(n) for n in NUMBER.findall(subpath)]
        xs, ys = accumulate(numbers[::2]), accumulate(numbers[1::2])
        yield list(zip(xs, ys, strict=True)), subpath.endswith("z")


def path(corners: Sequence[tuple[float, float]], closed: bool) -> str:
    """Straight lines from corner to corner as path data; steps that lead nowhere are left out."""
    moves = [(c - a, d - b) for (a, b), (c, d) in pairwise(corners)]
    legs = steps(*(n for move in moves if any(move) for n in move))
    return f"M{steps(*corners[0])}l{legs}{'z' if closed else ''}"
