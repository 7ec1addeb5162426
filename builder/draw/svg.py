"""Writes marks as SVG 1.1: presentation attributes only, numbers with one decimal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple, TypeVar

from builder.draw.marks import (
    Case,
    DrawnMark,
    Layer,
    Lettering,
    Paint,
    PaintedPath,
    Shape,
    SymbolUse,
)
from builder.draw.outlined_text import face

T = TypeVar("T")
Figure = tuple[PaintedPath, ...]
Outlines = tuple[tuple[str, float], ...]
Corner = tuple[int, int]
NUMBER = re.compile(r"-?\d+")
BARE, UNKNOWN = Paint("black"), Paint("?", "?", -1.0)
HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


class SharedOutline(NamedTuple):
    """An outline that several signs have: its id, its scale, and their stroke if it is the same."""

    name: str
    scale: float
    stroke: Paint | None

    @classmethod
    def of(cls, users: Sequence[tuple[str, PaintedPath]]) -> SharedOutline:
        """What the first of those that have an outline, each with its own id for it, calls it."""
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


def outline(*corners: tuple[float, float]) -> str:
    """A figure with straight sides as path data."""
    rounded = [(round(x, 1), round(y, 1)) for x, y in corners]
    (x, y), text = rounded[0], ""
    for a, b in pairwise(rounded):
        side = steps(b[0] - a[0], b[1] - a[1])
        text += side if not text or side[0] == "-" else f" {side}"
    return f"M{steps(x, y)}l{text}z"


def attribute(name: str, value: str) -> str:
    """One attribute with a space before it; nothing for an empty value."""
    return f' {name}="{escape(value)}"' if value else ""


def paint(p: Paint, around: Paint = BARE) -> str:
    """The presentation attributes that set a paint off from that of the group around it."""
    text = attribute("fill", (p.fill or "none") if p.fill != around.fill else "")
    text += attribute("stroke", (p.stroke or "none") if p.stroke != around.stroke else "")
    if p.stroke:
        text += attribute("stroke-width", number(p.width) if p.width != around.width else "")
        text += attribute("stroke-dasharray", points(*p.dash))
        if p.round and not around.round:
            text += ' stroke-linecap="round" stroke-linejoin="round"'
    return text + attribute("opacity", f"{p.opacity:g}" if p.opacity < 1 else "")


def place(x: float, y: float, scale: float) -> str:
    """A transform attribute, left out where it would change nothing."""
    moved = f"translate({points(x, y)})" if x or y else ""
    grown = f"scale({scale:.4g})" if scale != 1 else ""
    return attribute("transform", f"{moved}{grown}")


def shape(item: Shape, hooks: str = "", around: Paint = BARE) -> str:
    """One path or one use of a sign, within a group of a certain paint."""
    if isinstance(item, PaintedPath):
        if item.words:
            return text_element(item, item.words, around)
        where = place(item.x, item.y, item.scale)
        return f'<path d="{item.d}"{paint(item.paint, around)}{where}{hooks}/>'
    at = (attribute(name, number(v)) for name, v in (("x", item.x), ("y", item.y)) if v)
    where = "".join(at) if item.scale == 1 else place(item.x, item.y, item.scale)
    return f'<use href="#{escape(item.sign)}"{where}{hooks}/>'


def group(marks: Sequence[DrawnMark], around: Paint) -> str:
    """The marks of one order in one layer, with its hook for the page's script."""
    hooks = attribute("data-o", marks[0].tag.order)
    if len(marks) == 1 or not hooks:
        return "".join(shape(m.shape, hooks, around) for m in marks)
    return f"<g{hooks}>{''.join(shape(m.shape, around=around) for m in marks)}</g>"


def common(marks: Iterable[DrawnMark]) -> Paint:
    """A paint that as many as possible of the marks share: what their group is given."""
    paints = [m.shape.paint for m in marks if isinstance(m.shape, PaintedPath)]
    if not paints:
        return BARE
    return Paint(
        most([p.fill for p in paints if not p.stroke or p.fill]) or "",
        most([p.stroke for p in paints if p.stroke]) or "",
        most([p.width for p in paints if p.stroke]) or 0.0,
        round=all(p.round for p in paints),
    )


def most(values: Sequence[T]) -> T | None:
    """The value that occurs most often, the first of them if there are several."""
    return Counter(values).most_common(1)[0][0] if values else None


def run(marks: Sequence[DrawnMark]) -> str:
    """Neighbouring marks of one power in one layer: a group of its ink."""
    around = common(marks)
    orders = groupby(marks, key=lambda m: m.tag.order)
    body = "".join(group(list(same), around) for _, same in orders)
    shared = paint(around)
    return f"<g{shared}>{body}</g>" if shared else body


def layers(marks: Iterable[DrawnMark], names: Sequence[Layer]) -> str:
    """The marks of some layers, bottom up, each layer a group of class `lay-<name>`."""
    listed = list(marks)
    out = []
    for name in names:
        runs = groupby((m for m in listed if m.layer == name), key=lambda m: m.tag.power)
        body = "".join(run(list(same)) for _, same in runs)
        if body:
            out.append(f'<g class="lay-{name}">{body}</g>')
    return "".join(out)


def signs(case: Case, used: Iterable[str], prefix: str = "") -> str:
    """Definitions of the signs that are used, in the order of their names.

    They say all about their paint, so that no group around a use changes it. An outline that
    several of them share, perhaps at other scales, is written once, named after the first of
    them: from phase to phase most definitions stay the same.
    """
    listed = {name: _figures(case[name]) for name in sorted(set(used))}
    users: dict[Outlines, list[tuple[str, PaintedPath]]] = {}
    for name, figures in listed.items():
        for i, figure in enumerate(figures):
            users.setdefault(_outlines(figure), []).append((f"{prefix}{name}.{i}", figure[0]))
    shared = {one: SharedOutline.of(found) for one, found in users.items() if len(found) > 1}
    written = [_shared(one, outlines) for outlines, one in shared.items()]
    return "".join((*written, *(_sign(f"{prefix}{n}", listed[n], shared) for n in listed)))


def _figures(traces: Iterable[PaintedPath]) -> list[Figure]:
    """The outlines of a sign that follow one another at the same place in the same paint."""
    return [tuple(same) for _, same in groupby(traces, key=lambda t: (t.x, t.y, t.paint))]


def _outlines(figure: Figure) -> Outlines:
    """The outlines of a figure, at the scale of the first."""
    return tuple((t.d, round(t.scale / figure[0].scale, 3)) for t in figure)


def _shared(one: SharedOutline, outlines: Outlines) -> str:
    stroke = paint(one.stroke, UNKNOWN._replace(fill="")) if one.stroke else ""
    paths = [f' d="{d}"{place(0, 0, one.scale * part)}' for d, part in outlines]
    if len(paths) == 1:
        return f'<path id="{one.name}"{paths[0]}{stroke}/>'
    return f'<g id="{one.name}"{stroke}>{"".join(f"<path{path}/>" for path in paths)}</g>'


def _sign(name: str, figures: Sequence[Figure], shared: Mapping[Outlines, SharedOutline]) -> str:
    known = [shared.get(_outlines(figure)) for figure in figures]
    bare = [one is not None and one.stroke is not None for one in known]
    told = [
        t._replace(paint=t.paint._replace(stroke="")) if plain else t
        for figure, plain in zip(figures, bare, strict=True)
        for t in figure
    ]
    around = common([DrawnMark("signs", t) for t in told])

    def drawn(figure: Figure, one: SharedOutline | None) -> str:
        if one is None:
            return "".join(shape(t, "", around=around) for t in figure)
        first = figure[0]
        own = around._replace(fill=first.paint.fill, opacity=first.paint.opacity)
        use = SymbolUse(one.name, first.x, first.y, first.scale / one.scale)
        return shape(use, paint(own if one.stroke else first.paint, around))

    body = "".join(map(drawn, figures, known))
    unknown = UNKNOWN._replace(stroke="") if all(bare) else UNKNOWN
    return f'<g id="{escape(name)}"{paint(around, unknown)}>{body}</g>'


def text_element(item: PaintedPath, said: Lettering, around: Paint) -> str:
    """Words in the page's own fonts (sans unless a class says so), where their outline would be."""
    size = number(item.scale * face(said.font).em)
    apart = attribute("letter-spacing", f"{said.tracking:g}em" if said.tracking else "")
    where = f' x="{number(item.x)}" y="{number(item.y)}" font-size="{size}"{apart}'
    ink = attribute("fill", item.paint.fill if item.paint.fill != around.fill else "")
    named = attribute("class", said.font if said.font != "sans" else "")
    return f"<text{named}{where}{ink}>{escape(said.text)}</text>"


def used(marks: Iterable[DrawnMark]) -> set[str]:
    """The names of the signs that the marks set down."""
    return {m.shape.sign for m in marks if isinstance(m.shape, SymbolUse)}


def runs(outline: str) -> Iterator[tuple[list[Corner], bool]]:
    """The corners of each run of a map.svg's outline (starts `M`, steps `l`, closings `z`), in
    tenths of a unit, and whether it is closed."""
    for run in outline.split("M")[1:]:
        numbers = [int(n) for n in NUMBER.findall(run)]
        xs, ys = accumulate(numbers[::2]), accumulate(numbers[1::2])
        yield list(zip(xs, ys, strict=True)), run.endswith("z")


def path(corners: list[Corner], closed: bool) -> str:
    """A run as path data; steps that lead nowhere are left out."""
    moves = [(c - a, d - b) for (a, b), (c, d) in pairwise(corners)]
    legs = steps(*(n for move in moves if any(move) for n in move))
    return f"M{steps(*corners[0])}l{legs}{'z' if closed else ''}"
