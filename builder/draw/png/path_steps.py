"""Path data as absolute moves, lines and curves."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

Step = tuple[Literal["M", "L", "C", "Z"], tuple[float, ...]]
TOKEN = re.compile(r"[MmLlHhVvQqCcZz]|-?(?:\d+\.?\d*|\.\d+)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}


@lru_cache(maxsize=4096)
def steps(d: str) -> tuple[Step, ...]:
    """Path data as absolute moves, lines and cubic curves."""
    out: list[Step] = []
    tokens = TOKEN.findall(d)
    x = y = x0 = y0 = 0.0
    at, letter = 0, "M"
    while at < len(tokens):
        if tokens[at].isalpha():
            letter, at = tokens[at], at + 1
        kind = letter.upper()
        if kind == "Z":
            out.append(("Z", ()))
            x, y = x0, y0
            continue
        n = [float(t) for t in tokens[at : at + TAKES[kind]]]
        at += TAKES[kind]
        if letter.islower():
            n = [v + (x if (kind != "V" and i % 2 == 0) else y) for i, v in enumerate(n)]
        step = _absolute(kind, n, x, y)
        out.append(step)
        x, y = step[1][-2:]
        if kind == "M":
            x0, y0 = x, y
            letter = "L" if letter == "M" else "l"
    return tuple(out)


def _absolute(kind: str, n: list[float], x: float, y: float) -> Step:
    match kind:
        case "M":
            return "M", (n[0], n[1])
        case "H":
            return "L", (n[0], y)
        case "V":
            return "L", (x, n[0])
        case "Q":
            first = (x + 2 * (n[0] - x) / 3, y + 2 * (n[1] - y) / 3)
            second = (n[2] + 2 * (n[0] - n[2]) / 3, n[3] + 2 * (n[1] - n[3]) / 3)
            return "C", (*first, *second, n[2], n[3])
        case "C":
            return "C", tuple(n)
        case _:
            return "L", (n[0], n[1])
