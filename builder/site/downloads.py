"""What a reader can take along: the game file, the game and each phase as JSON, the text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from builder.model.kinds import Power
from builder.model.position import Position
from builder.prose.zine import report
from builder.replay import Replay, Stage
from builder.replay.verdict import Comparison
from builder.site.lines import Line, lines
from builder.site.summary import Summary

FORMAT = 1


def phase_data(replay: Replay, stage: Stage) -> dict[str, Any]:
    """One phase as plain data: orders with their fates and reasons, and the position after it."""
    setting = replay.variant.setting
    calendar = setting.calendar
    told = lines(stage.turn, setting)
    return {
        "phase": calendar.short(stage.phase),
        "slug": calendar.slug(stage.phase),
        "title": calendar.title(stage.phase),
        "verdict": stage.verdict,
        "orders": {str(p): [_line(x) for x in listed] for p, listed in told.items() if listed},
        "dislodged": [
            {"power": d.unit.power, "unit": str(d.unit), "retreats": [str(r) for r in d.refuges]}
            for d in stage.turn.dislodged
        ],
        "before": position_data(stage.turn.before),
        "after": position_data(stage.next),
        "comparisons": [_comparison(c) for c in stage.comparisons if c.verdict != "agrees"],
    }


def position_data(position: Position) -> dict[str, Any]:
    """A position as plain data: units and centres by power."""
    units: dict[str, list[str]] = {}
    for unit in position.units:
        units.setdefault(str(unit.power), []).append(str(unit))
    centres: dict[str, list[str]] = {}
    for code, power in sorted(position.owners.items()):
        centres.setdefault(str(power), []).append(str(code))
    return {"units": units, "centres": centres}


def _line(line: Line) -> Mapping[str, str]:
    cells = {
        "order": line.text,
        "fate": line.fate,
        "why": line.plain,
        "strength": line.force,
    }
    return {key: value for key, value in cells.items() if value}


def _comparison(found: Comparison) -> Mapping[str, str]:
    cells = {
        "subject": found.subject,
        "recorded": found.recorded,
        "computed": found.computed,
        "verdict": found.verdict,
        "why": found.why,
        "ruling": found.ruling,
        "source": found.source,
    }
    return {key: value for key, value in cells.items() if value}


def game_data(replay: Replay, summary: Summary) -> dict[str, Any]:
    """A whole game as plain data."""
    kept = summary.plain()
    head = {
        key: kept[key]
        for key in (
            "id", "name", "variant", "edition", "status", "gm", "zine", "number", "players",
            "result", "phases", "agreed", "ruled", "differing",
        )
    }  # fmt: skip
    return {
        "format": FORMAT,
        **head,
        "phases": [phase_data(replay, stage) for stage in replay.stages],
    }


def as_json(data: Any) -> str:
    """JSON as it is published: one line, letters as they are."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def game_text(replay: Replay) -> str:
    """The whole game as a zine would print it, in plain text."""
    return "\n".join(_reports(replay))


def _reports(replay: Replay) -> Iterator[str]:
    players: dict[Power, str] = dict(replay.record.players)
    yield f"{replay.record.name}\n"
    for stage in replay.stages:
        yield report(stage.turn, replay.variant.setting, stage.recorded, players)
