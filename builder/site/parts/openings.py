"""Named openings, and which of them a game began with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from builder.playback.replaying import Replay
from builder.prose.order_rows import lines


@cache
def book() -> Mapping[str, Any]:
    """The openings that writers gave names to, with their sources."""
    place = Path(__file__).with_name("openings.json")
    found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return found


def openings(replay: Replay) -> Iterator[tuple[str, str]]:
    """The power and the name of every named opening in a game's first phase.

    The name with most orders in common stands for the power.
    """
    if replay.variant.name != book()["variant"] or not replay.stages:
        return
    first = replay.stages[0]
    if first.phase != replay.variant.setting.calendar.start:
        return
    told = lines(first.turn, replay.variant.setting)
    given = {str(power): {line.text for line in listed} for power, listed in told.items()}
    named: set[str] = set()
    for entry in sorted(book()["openings"], key=lambda e: -len(e["orders"])):
        power = entry["power"]
        if power not in named and set(entry["orders"]) <= given.get(power, set()):
            named.add(power)
            yield power, entry["name"]
