"""What a replay's data need not say twice, left out, and put back by the page's script."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from builder.site.parts.order_rows import OrderRow

REF = re.compile(r'<a class="ref" href="#order-([^"]*)" data-o="([^"]*)">([^<]*)</a>')
ORDERED = re.compile(r"(?:Build |Remove )?((\S+) (\S+))")
CASING = re.compile(r'(<g class="lay-casing"><g[^>]*><path) d="([^"]*)"')
PATHS = re.compile(r'<g class="lay-paths">.*?(?=<g class="lay-|$)')
CASED = re.compile(r'<path d="([^"]*)"(?![^>]*class="f-illegal")')
STROKE = re.compile(r"M[^M]*")
WHOLE = re.compile(r"<(?:use|path)\b[^>]*/>|<g\b[^>]*>")
PIECE = re.compile(r'<[a-z]+|[MLQC][^ML"<]+| [a-z-]+="[^"]*"|/?>|</[a-z]+>')
FIRST_LETTER, MOST = 0xE000, 6400
KNOWN = 0


def row(line: OrderRow) -> list[Any]:
    """Key, place, text, fate, reason, force, rule; without empty words at the end.

    Key and place are 0 where the text names the unit by which they go; so are links in reasons.
    """
    unit = ORDERED.match(line.text)
    named: list[Any] = [line.key, line.at]
    if unit and named == [_key(unit[1]), unit[3]]:
        named = [KNOWN, KNOWN]
    cells = [*named, line.text, line.fate, REF.sub(_ref, str(line.why)), line.force, line.rule]
    while not cells[-1]:
        cells.pop()
    return cells


def _key(unit: str) -> str:
    return unit.lower().replace(" ", "-").replace("/", "-")


def _ref(found: re.Match[str]) -> str:
    key, at, text = found.groups()
    unit = ORDERED.fullmatch(text)
    return f"\x01{text}\x02" if unit and (key, at) == (_key(text), unit[3]) else found[0]


def uncased(lines: str) -> str:
    """The lines of a phase without the path of their casing, where that is their own course."""
    casing, paths = CASING.search(lines), PATHS.search(lines)
    if casing and paths and _strokes([casing[2]]) == _strokes(CASED.findall(paths[0])):
        return CASING.sub(r"\1", lines, count=1)
    return lines


def _strokes(paths: Iterable[str]) -> Counter[str]:
    return Counter(stroke for path in paths for stroke in STROKE.findall(path))


def folded(found: dict[str, Any]) -> dict[str, Any]:
    """The same data with pieces of the drawings that recur written once, in a table.

    A letter of the private use area stands for each, in the drawings and in the table itself; the
    script puts the piece back.
    """
    places = [(d, key) for d in (*found["phases"], found["end"]) for key in "lc" if key in d]
    texts = [d[key] for d, key in places]
    table: list[str] = []
    for pattern in (WHOLE, PIECE):
        texts, table = _fold(texts, table, pattern)
    for (drawing, key), text in zip(places, texts, strict=True):
        drawing[key] = text
    return {**found, "table": table}


def _fold(texts: list[str], table: list[str], form: re.Pattern[str]) -> tuple[list[str], list[str]]:
    counted = Counter(piece for text in (*texts, *table) for piece in form.findall(text))
    worth = {piece: (n - 1) * len(piece) - 3 * n for piece, n in counted.items() if n > 1}
    best = [p for p in sorted(worth, key=lambda p: (-worth[p], p)) if worth[p] > 0]
    more = best[: MOST - len(table)]
    letters = {piece: chr(FIRST_LETTER + i) for i, piece in enumerate(more, len(table))}

    def short(text: str) -> str:
        return form.sub(lambda m: letters.get(m[0], m[0]), text)

    return [short(t) for t in texts], [*map(short, table), *more]
