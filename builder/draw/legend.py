"""The signs that the strip under a board explains, each with its word and a sample."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from builder.draw.marks import Shape, SymbolUse
from builder.draw.symbols import COLOURS, Row, painted
from builder.model.setting import Setting

DATA = json.loads(Path(__file__).with_name("legend.json").read_text(encoding="utf-8"))


class LegendEntry(NamedTuple):
    """One sign of the strip: its width, its word, and what is drawn, from its left end."""

    width: float
    word: str
    shapes: tuple[Shape, ...]


def entries(signs: set[str], move: str, sample: str, setting: Setting) -> Iterator[LegendEntry]:
    """The signs to be explained, given those that a picture uses, the word for its
    arrows (none: there are none) and the power whose counters serve as samples."""
    names = {name.partition(".")[0]: name for name in sorted(signs)}
    for kind, word in setting.counter_words.items():
        if kind in names:
            yield LegendEntry(30, word, (SymbolUse(f"{kind}.{sample}", 15, 0, 0.78),))
    yield from (entry for sign, entry in declared(setting.signs, sample) if sign in names)
    for row in DATA["of all"]:
        if not {*names, move}.isdisjoint(row["for"]):
            yield entry_of(row, row.get("word", move), sample, names)


def declared(own: Mapping[str, str], sample: str) -> Iterator[tuple[str, LegendEntry]]:
    """The signs for which amendments have words."""
    drawn = DATA["of amendments"]
    for sign in sorted(own.keys() & drawn.keys()):
        yield sign, entry_of(drawn[sign], own[sign], sample, {})


def entry_of(row: Row, word: str, sample: str, names: Mapping[str, str]) -> LegendEntry:
    """An entry of `legend.json`; `names` are the full names of a picture's signs."""

    def shape(part: Row) -> Shape:
        if "sign" not in part:
            return painted(part, COLOURS)
        sign = names.get(part["sign"], part["sign"].replace("*", sample))
        return SymbolUse(sign, part["x"], part.get("y", 0), part.get("scale", 1.0))

    return LegendEntry(row["width"], word, tuple(map(shape, row["drawn"])))
