"""The supply-centre chart as zines print it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from builder.formats.foreign.reading import Places, Remark
from builder.formats.foreign.zine_text import TAG, Entry
from builder.model.board import Code
from builder.model.kinds import Power

GROUP = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
WORDS = frozenset({"none", "out", "wins", "survives"})


class Chart(NamedTuple):
    """Who owns what; `unsure` are centres that hang on a retreat (`kie?`)."""

    owners: dict[Code, Power]
    unsure: frozenset[Code]


def read_chart(entries: Iterable[Entry], places: Places, remarks: list[Remark]) -> Chart:
    """The chart under one season; words that are no places are told by line."""
    owners: dict[Code, Power] = {}
    unsure: set[Code] = set()
    for entry in entries:
        bare = GROUP.sub(" ", TAG.sub("", entry.text)).replace("|", " ")
        for word in re.split(r"[,.\s]+", bare):
            at = places.get(word.rstrip("?!")) if word.strip("?!") else None
            if at is not None and entry.power and not word.endswith("?"):
                owners[at.province] = entry.power
            elif at is not None and word.endswith("?"):
                unsure.add(at.province)
            elif at is None and word and word.lower() not in WORDS:
                remarks.append(Remark(entry.line, f"not a centre: {word!r}"))
    return Chart({c: p for c, p in owners.items() if c not in unsure}, frozenset(unsure))
