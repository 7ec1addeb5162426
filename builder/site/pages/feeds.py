"""Atom feeds: the newest games, the seasons of one game, the issues of the zines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from builder.formats.issues import Issue
from builder.playback.replaying import Replay
from builder.prose.headlines import headlines
from builder.site.addresses import game as game_address
from builder.site.addresses import root_of
from builder.site.artifacts import Artifact
from builder.site.parts.game_summary import GameSummary

NAMES = "tag:chancery.invalid,2026:"
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
LONG_AGO = "2000-01-01"
MOST = 30


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry of a feed: `address` from the site's root, `day` as `2026-05-01`."""

    title: str
    address: str
    day: str
    summary: str = ""


def link(path: str, title: str) -> str:
    """What a page's head says of a feed; the way to the root is put in when it is written."""
    # The theme takes a bare "alternate" for another language and asks for its sitemap.
    form = '<link rel="feed alternate" type="application/atom+xml" title="{}" href="{{root}}{}">'
    return form.format(escape(title), path)


def feed(path: str, title: str, news: Iterable[FeedEntry]) -> Artifact:
    """A feed whose links are relative to itself, so that the site may stand anywhere."""
    listed = list(news)[:MOST]
    latest = max((_day(n.day) for n in listed), default=LONG_AGO)
    root = root_of(path)
    entries = "".join(
        f"<entry><title>{escape(n.title)}</title><id>{NAMES}{escape(n.address)}</id>"
        f'<link href="{root}{escape(n.address)}"/><updated>{_day(n.day)}T00:00:00Z</updated>'
        f"<summary>{escape(n.summary)}</summary></entry>"
        for n in listed
    )
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>{escape(title)}</title><id>{NAMES}{escape(path)}</id>"
        f'<link rel="self" href="{path.rpartition("/")[2]}"/><link href="./"/>'
        f"<updated>{latest}T00:00:00Z</updated><author><name>Chancery</name></author>"
        f"{entries}</feed>\n"
    )
    return Artifact(path, text)


def _day(text: str) -> str:
    found = DAY.search(text)
    return found[0] if found else LONG_AGO


def all_games(summaries: Sequence[GameSummary], name: str) -> Artifact:
    """The newest season of every game, the newest games first; `name` is the archive's."""
    newest = sorted((s for s in summaries if s.phases), key=lambda s: (s.created, s.id))
    news = (
        FeedEntry(
            f"{s.name}, {s.newest[0]}",
            f"{game_address(s.id)}{s.newest[1]}/",
            s.created,
            s.newest[2] or s.result,
        )
        for s in reversed(newest)
    )
    return feed("feed.xml", f"{name}: newest seasons", news)


def one_game(replay: Replay) -> Artifact:
    """The seasons of a game, the last first."""
    calendar = replay.variant.setting.calendar
    address = game_address(replay.record.id)
    news = (
        FeedEntry(
            f"{replay.record.name}, {calendar.title(stage.phase)}",
            f"{address}{calendar.slug(stage.phase)}/",
            replay.record.created,
            headlines(replay).get(stage.phase, ""),
        )
        for stage in reversed(replay.stages)
    )
    return feed(f"{address}feed.xml", replay.record.name, news)


def all_issues(found: Sequence[Issue], name: str) -> Artifact:
    """The issues of the zines, the newest first."""
    news = (
        FeedEntry(i.title, f"zines/{i.name}/", i.head.get("date", ""), i.head.get("summary", ""))
        for i in found
    )
    return feed("zines/feed.xml", f"{name}: issues", news)
