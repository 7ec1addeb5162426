"""A game as JSON, and the address for the report of an error."""

import json
from typing import Any
from urllib.parse import quote, urlencode

from builder import __version__
from builder.playback.phase_data import stage_documents
from builder.playback.replaying import Replay
from builder.record import Record
from builder.site.artifacts import SiteSettings
from builder.site.parts.game_summary import GameSummary

FORMAT = 1
HEAD = (
    "id", "name", "variant", "edition", "status", "gm", "zine", "number", "players", "result",
    "phases", "agreed", "ruled", "differing", "not_read",
)  # fmt: skip


def game_json(summary: GameSummary, replay: Replay) -> str:
    """A whole game as JSON: each phase has its orders with their findings, what follows, and the
    comparison."""
    documents = stage_documents(replay.stages, replay.variant.setting)
    slugs = (replay.variant.setting.calendar.slug(stage.phase) for stage in replay.stages)
    phases = [{"slug": slug, **found} for slug, found in zip(slugs, documents, strict=True)]
    known = summary._asdict() | {"phases": phases}
    return as_json({"format": FORMAT, "chancery": __version__, **{key: known[key] for key in HEAD}})


def report_link(record: Record, title: str, page: str, settings: SiteSettings) -> str:
    """The address of a mail or a form for a mistake, with game, phase and version filled in. It is
    empty if the archive names none. `title` is the phase, `page` its path."""
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
