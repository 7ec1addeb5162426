"""Downloads of a game (JSON, plain text), and the address for the report of an error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

from builder import __version__
from builder.playback.phase_data import stage_documents
from builder.playback.replaying import Replay
from builder.prose.order_accounts import Accounts
from builder.prose.zine_report import report
from builder.record import Record
from builder.site.artifacts import SiteSettings
from builder.site.parts.game_summary import GameSummary

FORMAT = 1
HEAD = (
    "id", "name", "variant", "edition", "status", "gm", "zine", "number", "players", "result",
    "phases", "agreed", "ruled", "differing", "not_read",
)  # fmt: skip


def phases_data(replay: Replay) -> Iterator[dict[str, Any]]:
    """Each phase as plain data: orders with their findings, what follows, the comparison."""
    setting = replay.variant.setting
    documents = stage_documents(replay.stages, setting)
    for stage, document in zip(replay.stages, documents, strict=True):
        yield {"slug": setting.calendar.slug(stage.phase), **document}


def game_json(summary: GameSummary, phases: Iterable[str]) -> str:
    """A whole game as JSON; `phases` are those of its phases, a line each."""
    kept = summary._asdict() | {"phases": []}
    head = {"format": FORMAT, "chancery": __version__, **{key: kept[key] for key in HEAD}}
    before, gap, after = as_json(head).partition('"phases":[]')
    return f"{before}{gap[:-1]}{','.join(map(str.strip, phases))}]{after}"


def report_link(record: Record, title: str, page: str, settings: SiteSettings) -> str:
    """The address of a mail or a form for a mistake, with game, phase and version filled in.

    It is empty if the archive names none. `title` is the phase, `page` its path.
    """
    subject = f"{record.name}, {title}" if title else record.name
    game = f"Game: {record.id}, revision {record.revision}\nPhase: {title or 'all'}\n"
    return report_address(subject, f"{game}Page: {settings.address}{page}\n", settings.report_to)


def report_address(subject: str, about: str, to: str) -> str:
    """The address of a mail or a form, with subject, text and version filled in."""
    body = f"{about}Version: Chancery {__version__}\n\nWhat is wrong: "
    if "://" not in to:
        words = urlencode({"subject": subject, "body": body}, quote_via=quote)
        return f"mailto:{to}?{words}" if to else ""
    return f"{to}{'&' if '?' in to else '?'}{urlencode({'title': subject, 'body': body})}"


def as_json(data: Any) -> str:
    """JSON as it is published: one line, letters as they are."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def game_text(replay: Replay, known: Iterable[Accounts]) -> str:
    """The whole game in plain text, as a zine would print it; `known` are its orders by phase."""
    setting, players = replay.variant.setting, replay.record.players
    reports = (
        report(stage.turn, setting, stage.recorded, players, told=orders)
        for stage, orders in zip(replay.stages, known, strict=True)
    )
    return "\n".join((f"{replay.record.name}\n", *reports))
