"""The downloads of a game: its file, JSON of the game and each phase, plain text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from builder.model.kinds import Power
from builder.playback.phase_data import stage_documents
from builder.playback.replaying import Replay
from builder.prose.order_accounts import Accounts
from builder.prose.zine_report import report
from builder.site.parts.game_summary import GameSummary

FORMAT = 1


def phases_data(replay: Replay) -> Iterator[dict[str, Any]]:
    """Each phase as plain data: orders with their findings, what follows, the comparison."""
    setting = replay.variant.setting
    documents = stage_documents(replay.stages, setting)
    for stage, document in zip(replay.stages, documents, strict=True):
        yield {"slug": setting.calendar.slug(stage.phase), **document}


def game_json(summary: GameSummary, phases: Iterable[str]) -> str:
    """A whole game as JSON; `phases` are those of its phases, a line each."""
    kept = summary.plain() | {"phases": []}
    head = {
        key: kept[key]
        for key in (
            "id", "name", "variant", "edition", "status", "gm", "zine", "number", "players",
            "result", "phases", "agreed", "ruled", "differing",
            "not_read",
        )
    }  # fmt: skip
    before, gap, after = as_json({"format": FORMAT, **head}).partition('"phases":[]')
    return f"{before}{gap[:-1]}{','.join(map(str.strip, phases))}]{after}"


def as_json(data: Any) -> str:
    """JSON as it is published: one line, letters as they are."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def game_text(replay: Replay, told: Iterable[Accounts]) -> str:
    """The whole game as a zine would print it, in plain text; `told` are its orders by phase."""
    return "\n".join(_reports(replay, told))


def _reports(replay: Replay, told: Iterable[Accounts]) -> Iterator[str]:
    players: dict[Power, str] = dict(replay.record.players)
    yield f"{replay.record.name}\n"
    setting = replay.variant.setting
    for stage, orders in zip(replay.stages, told, strict=True):
        yield report(stage.turn, setting, stage.recorded, players, told=orders)
