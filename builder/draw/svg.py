"""Writes marks as SVG 1.1: presentation attributes only, numbers with one decimal."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import accumulate, groupby, pairwise
from operator import attrgetter
from typing import TypeVar

from builder.draw.marks import DrawnMark, Layer, Paint, PaintedPath, Shape, SymbolSet, SymbolUse
from builder.draw.outlined_text import face
from builder.model.grouping import grouped

T = TypeVar("T")
Outlines = tuple[tuple[str, float], ...]  # each with its scale relative to the first
Figure = tuple[Outlines, tuple[PaintedPath, ...]]  # paths that follow one another in one paint
Shared = tuple[str, float, Paint | None]  # an outline's id, scale and stroke (None if they differ)
UNSHARED: Shared = ("", 1.0, None)
NUMBER = re.compile(r"-?\d+")
BARE = Paint("black")  # as SVG paints where nothing is said
UNKNOWN = Paint("?", "?", -1.0)  # differs from every paint, so that all of it is written
HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A length with at most one decimal and no needless sign or zero."""
    text = f"{value:.1f}".removesuffix(".0")
    if text.lstrip("-").startswith("0."):
        return text.replace("0.", ".", 1)
    return "0" if text == "-0" else text


def points(*values: float) -> str:
    """Numbers in a list: `1.5 -2 3`."""
    return " ".join(map(number, values))


def steps(*values: float) -> str:
    """Coordinates in path data, as short as they can be written: `1.5-2 3`."""
    return points(*values).replace(" -", "-")


def subpaths(outline: str) -> Iterator[tuple[list[tuple[int, int]], bool]]:
    """The corners of each subpath of a map.svg's outline, in tenths of a unit, and whether it is
    closed. Such an outline has starts `M`, steps `l` and closings `z` only."""
    for subpath in outline.split("M")[1:]:
        numbers = [int(n) for n in NUMBER.findall(subpath)]
        xs = accumulate(numbers[::2])
        ys = accumulate(numbers[1::2])
        yield list(zip(xs, ys, strict=True)), subpath.endswith("z")


def path(corners: Sequence[tuple[float, float]], closed: bool) -> str:
    """Straight lines from corner to corner as path data; steps that lead nowhere are left out."""
    legs: list[float] = []
    for (x, y), (next_x, next_y) in pairwise(corners):
        if x != next_x or y != next_y:
            legs.append(next_x - x)
            legs.append(next_y - y)
    end = "z" if closed else ""
    return f"M{steps(*corners[0])}l{steps(*legs)}{end}"


@lru_cache(maxsize=8192)
def _attribute(name: str, value: str) -> str:
    """One attribute with a space before it; nothing for an empty value."""
    return f' {name}="{escape(value)}"' if value else ""


@lru_cache(maxsize=4096)
def _paint(p: Paint, around: Paint = BARE) -> str:
    """The presentation attributes in which a paint differs from that of the group around it."""
    text = _attribute("fill", (p.fill or "none") if p.fill != around.fill else "")
    text += _attribute("stroke", (p.stroke or "none") if p.stroke != around.stroke else "")
    if p.stroke:
        text += _attribute("stroke-width", number(p.width) if p.width != around.width else "")
        text += _attribute("stroke-dasharray", points(*p.dash))
        if p.round and not around.round:
            text += ' stroke-linecap="round" stroke-linejoin="round"'
    return text + _attribute("opacity", f"{p.opacity:g}" if p.opacity < 1 else "")


def paint_attributes(paint: Paint) -> str:
    """A paint as attributes, with a space before each."""
    return _paint(paint)


def _transform(x: float, y: float, scale: float) -> str:
    """A transform attribute, left out where it would change nothing."""
    moved = f"translate({points(x, y)})" if x or y else ""
    return _attribute("transform", moved + (f"scale({scale:.4g})" if scale != 1 else ""))


def element(item: Shape, attributes: str = "", around: Paint = BARE) -> str:
    """One path, line of words or use of a sign, in a group whose paint is `around`."""
    if isinstance(item, SymbolUse):
        where = f' x="{number(item.x)}"' if item.x else ""
        where += f' y="{number(item.y)}"' if item.y else ""
        where = where if item.scale == 1 else _transform(item.x, item.y, item.scale)
        return f"<use{_attribute('href', '#' + item.sign)}{where}{attributes}/>"
    if not item.words:
        where = _transform(item.x, item.y, item.scale)
        return f'<path d="{item.d}"{_paint(item.paint, around)}{where}{attributes}/>'
    # words in the page's own fonts, where their outline would be; a class names all but sans
    lettering = item.words
    size = number(item.scale * face(lettering.font).em)
    font = _attribute("class", lettering.font if lettering.font != "sans" else "")
    where = f' x="{number(item.x)}" y="{number(item.y)}" font-size="{size}"'
    spacing = f"{lettering.tracking:g}em" if lettering.tracking else ""
    apart = _attribute("letter-spacing", spacing)
    ink = _attribute("fill", item.paint.fill if item.paint.fill != around.fill else "")
    return f"<text{font}{where}{apart}{ink}>{escape(lettering.text)}</text>"


def layers(marks: Iterable[DrawnMark], names: Sequence[Layer]) -> str:
    """The marks of some layers, bottom up, each layer a group of class `lay-<name>`."""
    by_layer = grouped((mark.layer, mark) for mark in marks)
    text = ""
    for name in names:
        if name in by_layer:
            powers = groupby(by_layer[name], key=attrgetter("power"))
            body = "".join(power_group(list(same)) for _, same in powers)
            text += f'<g class="lay-{name}">{body}</g>'
    return text


def power_group(marks: Sequence[DrawnMark]) -> str:
    """Successive marks of one power in one layer: a group with their common paint. The marks of one
    order have the attribute by which scripts find them."""
    around = _common_paint(mark.shape for mark in marks)
    body = ""
    for at, same in groupby(marks, key=attrgetter("order")):
        order = _attribute("data-o", at)
        shapes = [mark.shape for mark in same]
        alone = order if len(shapes) == 1 else ""
        drawn = "".join([element(shape, alone, around) for shape in shapes])
        body += f"<g{order}>{drawn}</g>" if order and not alone else drawn
    shared = _paint(around)
    return f"<g{shared}>{body}</g>" if shared else body


def _common_paint(shapes: Iterable[Shape]) -> Paint:
    """The fill, stroke and width that most of the shapes have: their group's paint."""
    paints = [shape.paint for shape in shapes if isinstance(shape, PaintedPath)]
    if not paints:
        return BARE
    stroked = [p for p in paints if p.stroke]
    return Paint(
        _commonest([p.fill for p in paints if not p.stroke or p.fill], ""),
        _commonest([p.stroke for p in stroked], ""),
        _commonest([p.width for p in stroked], 0.0),
        round=all(p.round for p in paints),
    )


def _commonest(values: Sequence[T], default: T) -> T:
    """The value that occurs most often, the first if there are several."""
    return max(dict.fromkeys(values), key=values.count, default=default)


def symbols(symbol_set: SymbolSet, marks: Iterable[DrawnMark], prefix: str = "") -> str:
    """Definitions of the signs that the marks use, in the order of their names.

    Each sets all of its paint, so that no group around a use changes it. An outline that several
    of them share, perhaps at other scales, is written once. It is named after the first of them,
    so most definitions stay the same from phase to phase.
    """
    used = {mark.shape.sign for mark in marks if isinstance(mark.shape, SymbolUse)}
    signs = {f"{prefix}{name}": _figures(symbol_set[name]) for name in sorted(used)}
    users: dict[Outlines, list[tuple[str, PaintedPath]]] = {}
    for name, figures in signs.items():
        for i, (outlines, paths) in enumerate(figures):
            users.setdefault(outlines, []).append((f"{name}.{i}", paths[0]))
    shared: dict[Outlines, Shared] = {}
    text = ""
    for outlines, uses in users.items():
        if len(uses) > 1:
            name, first = uses[0]
            stroke = _common_stroke([path.paint for _, path in uses])
            shared[outlines] = name, first.scale, stroke
            text += _shared_outline(name, outlines, first.scale, stroke)
    for name, figures in signs.items():
        of_figures = tuple(shared.get(outlines, UNSHARED) for outlines, _ in figures)
        text += _definition(name, figures, of_figures)
    return text


def _common_stroke(paints: Sequence[Paint]) -> Paint | None:
    """The stroke that all paints have, without their fill; None if they differ."""
    strokes = {paint._replace(fill="", opacity=1.0) for paint in paints}
    return strokes.pop() if len(strokes) == 1 else None


def _shared_outline(name: str, outlines: Outlines, scale: float, stroke: Paint | None) -> str:
    """The definition of an outline that several signs use."""
    own = _paint(stroke, UNKNOWN._replace(fill="")) if stroke else ""
    drawn = [f' d="{d}"{_transform(0, 0, scale * relative)}' for d, relative in outlines]
    if len(drawn) == 1:
        return f'<path id="{name}"{drawn[0]}{own}/>'
    paths = "".join(f"<path{path}/>" for path in drawn)
    return f'<g id="{name}"{own}>{paths}</g>'


@lru_cache(maxsize=4096)
def _figures(sign: tuple[PaintedPath, ...]) -> tuple[Figure, ...]:
    """The figures of a sign."""
    figures: list[Figure] = []
    for _, same in groupby(sign, key=lambda path: (path.x, path.y, path.paint)):
        paths = tuple(same)
        first = paths[0]
        outlines = tuple((path.d, round(path.scale / first.scale, 3)) for path in paths)
        figures.append((outlines, paths))
    return tuple(figures)


@lru_cache(maxsize=4096)
def _definition(name: str, figures: tuple[Figure, ...], shared: tuple[Shared, ...]) -> str:
    """A sign as a group; its figures that are shared outlines refer to them."""
    drawn: list[PaintedPath] = []
    for (_, paths), (_, _, stroke) in zip(figures, shared, strict=True):
        # a shared outline has its stroke already
        drawn += [_without_stroke(path) for path in paths] if stroke else paths
    around = _common_paint(drawn)
    body = ""
    for (_, paths), (outline, scale, stroke) in zip(figures, shared, strict=True):
        if outline:
            first = paths[0]
            own = around._replace(fill=first.paint.fill, opacity=first.paint.opacity)
            use = SymbolUse(outline, first.x, first.y, first.scale / scale)
            body += element(use, _paint(own if stroke else first.paint, around))
        else:
            body += "".join(element(path, around=around) for path in paths)
    all_have_strokes = all(stroke for _, _, stroke in shared)
    unknown = UNKNOWN._replace(stroke="") if all_have_strokes else UNKNOWN
    return f'<g id="{escape(name)}"{_paint(around, unknown)}>{body}</g>'


def _without_stroke(path: PaintedPath) -> PaintedPath:
    return path._replace(paint=path.paint._replace(stroke=""))
