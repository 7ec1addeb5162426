"""Atom feeds: the newest seasons of all games, the seasons of one game, the issues of the zines."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from builder.formats.issues import Issue
from builder.playback.replaying import Replay
from builder.prose.isolation import isolated_plain, isolated_rows
from builder.prose.order_accounts import correction
from builder.prose.stories import headlines
from builder.prose.zine_report import rulings
from builder.site import addresses
from builder.site.artifacts import Artifact, SiteSettings
from builder.site.parts.game_summary import GameSummary, publication_day

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
ENTRY = re.compile(r"<entry>.*?</entry>\n", re.DOTALL)
CONTENT = '<content type="html">'
UPDATED = re.compile(r"<updated>(.*?)</updated>")
LONG_AGO = "2000-01-01"
MOST_ENTRIES = 30
SEASONS = 8  # whose results are in a game's feed


class FeedEntry(NamedTuple):
    """One entry of a feed: `address` from the site's root, `day` as `2026-05-01`. `content` is
    HTML. `part` distinguishes entries with the same address."""

    title: str
    address: str
    day: str
    summary: str = ""
    content: str = ""
    part: str = ""


def feed_id(address: str, settings: SiteSettings) -> str:
    """The permanent id of a feed or an entry, from the archive's UUID or else its address."""
    if settings.address and not settings.uuid:
        return settings.address + address
    archive = UUID(settings.uuid) if settings.uuid else uuid5(NAMESPACE_URL, settings.title)
    return f"urn:uuid:{uuid5(archive, address)}"


def feed(path: str, title: str, news: Iterable[FeedEntry], settings: SiteSettings) -> Artifact:
    """A feed, the latest entry first. Its links are absolute if the site's address is known,
    otherwise relative to the feed."""
    root = settings.address or addresses.root_of(path)
    entries: list[str] = []
    for n in sorted(news, key=lambda n: _day(n.day), reverse=True)[:MOST_ENTRIES]:
        name = feed_id(n.address + n.part, settings)
        when = f"{_day(n.day)}T00:00:00Z"
        content = f"{CONTENT}{escape(n.content)}</content>" if n.content else ""
        entries.append(
            f"<entry><title>{escape(isolated_plain(n.title))}</title><id>{escape(name)}</id>"
            f'<link href="{escape(root + n.address)}"/><published>{when}</published>'
            f"<updated>{when}</updated><summary>{escape(isolated_plain(n.summary))}</summary>{content}</entry>\n"
        )
    return _written(path, title, entries, settings)


def _written(path: str, title: str, entries: list[str], settings: SiteSettings) -> Artifact:
    updated = UPDATED.search("".join(entries[:1]))
    itself = (settings.address + path) if settings.address else path.rpartition("/")[2]
    page = settings.address + path.rpartition("/")[0] if settings.address else "./"
    return Artifact(
        path,
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>{escape(isolated_plain(title))}</title><id>{escape(feed_id(path, settings))}</id>"
        f'<link rel="self" href="{escape(itself)}"/><link href="{escape(page)}"/>'
        f"<updated>{updated[1] if updated else f'{LONG_AGO}T00:00:00Z'}</updated>"
        f"<author><name>{escape(settings.title)}</name></author>\n{''.join(entries)}</feed>\n",
    )


def _day(text: str) -> str:
    day = DAY.search(text)
    return day[0] if day else LONG_AGO


def all_games(
    summaries: Sequence[GameSummary], settings: SiteSettings, made: Callable[[str], str]
) -> Artifact:
    """The newest seasons of all games, from their own feeds; `made` reads a file of the site."""
    newest = sorted((s for s in summaries if s.phases), key=lambda s: (s.published, s.id))
    newest_entries: list[str] = []
    for summary in reversed(newest[-MOST_ENTRIES:]):
        entries = ENTRY.findall(made(f"{addresses.game(summary.id)}feed.xml"))
        own = entries if summary.dated else entries[:1]
        newest_entries += own if settings.address else map(_seen_from_the_root, own)
    newest_entries.sort(key=lambda entry: UPDATED.findall(entry)[0], reverse=True)
    return _written(
        "feed.xml", f"{settings.title}: newest seasons", newest_entries[:MOST_ENTRIES], settings
    )


def _seen_from_the_root(entry: str) -> str:
    """An entry of a game's feed with its addresses as they are in the feed of all games. No text
    typed by people can be mistaken for one: it has no `<`, and none of its quotes is escaped only
    once within the content."""
    head, tag, content = entry.partition(CONTENT)
    head = head.replace('<link href="../../', '<link href="', 1)
    return head + tag + content.replace("src=&quot;../../", "src=&quot;")


def one_game(
    replay: Replay, settings: SiteSettings, reports: Sequence[str], pictured: Callable[[int], bool]
) -> Artifact:
    """The seasons of a game with the reports of their phases, and what was corrected in them;
    `pictured` says which phases have a PNG."""
    path = f"{addresses.game(replay.record.id)}feed.xml"
    news = list(_news(replay, reports, pictured, settings.address or addresses.root_of(path)))
    return feed(path, replay.record.name, reversed(news), settings)


def _news(
    replay: Replay, reports: Sequence[str], pictured: Callable[[int], bool], root: str
) -> Iterator[FeedEntry]:
    """An entry for each of the latest seasons, and one for each corrected season."""
    record = replay.record
    headline_of = headlines(replay)
    setting = replay.variant.setting
    calendar = setting.calendar
    whole = groupby(enumerate(replay.stages), key=lambda item: item[1].phase[:2])
    for season in [list(group) for _, group in whole][-SEASONS:]:
        phases = [stage.phase for _, stage in season]
        changed = [c for _, s in season if (c := correction(s.recorded, s.turn, setting.board))]
        parts = [f"<p><b>{escape(text)}</b></p>" for text in changed]
        for at, stage in season:
            if pictured(at):
                place = addresses.phase(record.id, calendar.slug(stage.phase))
                words = escape(calendar.title(stage.phase))
                parts.append(f'<p><img alt="Map: {words}" src="{root}{place}map.png"></p>')
            text = "\n".join((reports[at], *rulings(record, stage.phase)))
            parts.append(f"<pre>{isolated_rows(text)}</pre>")
        entry = FeedEntry(
            f"{record.name}, {calendar.title(phases[0])}",
            addresses.phase(record.id, calendar.slug(phases[0])),
            max(publication_day(record, stage) for _, stage in season),
            ". ".join(headline_of[phase] for phase in phases if headline_of.get(phase)),
            "".join(parts),
        )
        yield entry
        if changed:
            days = (s.recorded.published.corrected for _, s in season if s.recorded)
            title = f"Corrected: {entry.title}"
            words = " ".join(changed)
            day = max((*days, entry.day))
            yield entry._replace(title=title, day=day, summary=words, part=f"#{words}")


def all_issues(issues: Sequence[Issue], settings: SiteSettings) -> Artifact:
    """The feed of the zines' issues."""
    heads = ((issue, issue.head) for issue in issues)
    news = (FeedEntry(i.title, f"zines/{i.name}/", h["date"], h["summary"]) for i, h in heads)
    return feed("zines/feed.xml", f"{settings.title}: issues", news, settings)
