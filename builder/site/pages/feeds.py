"""Atom feeds: the newest seasons of all games, the seasons of one game, the issues of the zines."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from uuid import NAMESPACE_URL, UUID, uuid5

from builder.formats.issues import Issue
from builder.playback.replaying import Replay
from builder.prose.isolation import isolated_plain, isolated_rows
from builder.prose.order_accounts import correction
from builder.prose.stories import headlines
from builder.prose.zine_report import rulings
from builder.record import Record
from builder.site import addresses
from builder.site.artifacts import Artifact, SiteSettings
from builder.site.parts.feed_entry import HTML, FeedEntry
from builder.site.parts.game_summary import GameSummary, publication_day

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
LONG_AGO = "2000-01-01"
MOST_ENTRIES = 30
SEASONS = 8  # whose results are in a game's feed


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
    latest = latest_first(news)[:MOST_ENTRIES]
    entries = "".join(_entry(entry, root, settings) for entry in latest)
    updated = _day(latest[0].day) if latest else LONG_AGO
    itself = (settings.address + path) if settings.address else path.rpartition("/")[2]
    page = settings.address + path.rpartition("/")[0] if settings.address else "./"
    return Artifact(
        path,
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>{escape(isolated_plain(title))}</title><id>{escape(feed_id(path, settings))}</id>"
        f'<link rel="self" href="{escape(itself)}"/><link href="{escape(page)}"/>'
        f"<updated>{updated}T00:00:00Z</updated>"
        f"<author><name>{escape(settings.title)}</name></author>\n{entries}</feed>\n",
    )


def latest_first(news: Iterable[FeedEntry]) -> list[FeedEntry]:
    """Entries by their days, the latest first; those of one day stay in their order."""
    return sorted(news, key=lambda entry: _day(entry.day), reverse=True)


def _entry(entry: FeedEntry, root: str, settings: SiteSettings) -> str:
    """An entry as XML; `root` leads from the feed to the site's root."""
    name = feed_id(entry.address + entry.part, settings)
    when = f"{_day(entry.day)}T00:00:00Z"
    html = "".join(_piece(place, text, root) for place, text in entry.pieces)
    content = f'<content type="html">{escape(html)}</content>' if html else ""
    return (
        f"<entry><title>{escape(isolated_plain(entry.title))}</title><id>{escape(name)}</id>"
        f'<link href="{escape(root + entry.address)}"/><published>{when}</published>'
        f"<updated>{when}</updated><summary>{escape(isolated_plain(entry.summary))}</summary>"
        f"{content}</entry>\n"
    )


def _piece(place: str, text: str, root: str) -> str:
    if place == HTML:
        return text
    return f'<p><img alt="Map: {escape(text)}" src="{root}{place}"></p>'


def _day(text: str) -> str:
    day = DAY.search(text)
    return day[0] if day else LONG_AGO


def newest_games(summaries: Sequence[GameSummary]) -> list[GameSummary]:
    """The games whose seasons are in the feed of all games, the newest first."""
    newest = sorted((s for s in summaries if s.phases), key=lambda s: (s.published, s.id))
    return newest[: -MOST_ENTRIES - 1 : -1]


def all_games(
    games: Iterable[GameSummary],
    news: Callable[[str], Sequence[FeedEntry]],
    settings: SiteSettings,
) -> Artifact:
    """The newest seasons of all games; `news` returns the entries of a game's own feed. Of a game
    whose seasons have no days of their own only the latest is taken."""
    entries: list[FeedEntry] = []
    for summary in games:
        own = news(summary.id)
        entries += own if summary.dated else own[:1]
    return feed("feed.xml", f"{settings.title}: newest seasons", entries, settings)


def one_game(record: Record, news: Sequence[FeedEntry], settings: SiteSettings) -> Artifact:
    """The feed of a game with its `game_news`."""
    return feed(f"{addresses.game(record.id)}feed.xml", record.name, news, settings)


def game_news(
    replay: Replay,
    report_of: Callable[[int], str],
    pictured: Callable[[int], bool],
    seasons: int = SEASONS,
) -> list[FeedEntry]:
    """The last `seasons` of a game with the reports of their phases, and what was corrected in
    them, the latest first. `report_of` makes the report of a phase by its number, `pictured` says
    which phases have a PNG."""
    entries = [*_news(replay, report_of, pictured, seasons)]
    return latest_first(reversed(entries))[:MOST_ENTRIES]


def _news(
    replay: Replay,
    report_of: Callable[[int], str],
    pictured: Callable[[int], bool],
    seasons: int,
) -> Iterator[FeedEntry]:
    """An entry for each of the latest seasons, and one for each corrected season."""
    record = replay.record
    depth = record.depth or "phases"
    headline_of = headlines(replay)
    setting = replay.variant.setting
    calendar = setting.calendar
    whole = groupby(enumerate(replay.stages), key=lambda item: item[1].phase[:2])
    for season in [list(group) for _, group in whole][-seasons:]:
        phases = [stage.phase for _, stage in season]
        changed = [c for _, s in season if (c := correction(s.recorded, s.turn, setting.board))]
        pieces = [(HTML, f"<p><b>{escape(text)}</b></p>") for text in changed]
        for at, stage in season:
            if pictured(at):
                place = addresses.phase(record.id, calendar.slug(stage.phase), depth)
                pieces.append((f"{place}map.png", calendar.title(stage.phase)))
            text = "\n".join((report_of(at), *rulings(record, stage.phase)))
            pieces.append((HTML, f"<pre>{isolated_rows(text)}</pre>"))
        entry = FeedEntry(
            title=f"{record.name}, {calendar.title(phases[0])}",
            address=addresses.phase(record.id, calendar.slug(phases[0]), depth),
            day=max(publication_day(record, stage) for _, stage in season),
            summary=". ".join(headline_of[phase] for phase in phases if headline_of.get(phase)),
            pieces=pieces,
        )
        yield entry
        if changed:
            days = (s.recorded.published.corrected for _, s in season if s.recorded)
            words = " ".join(changed)
            yield entry._replace(
                title=f"Corrected: {entry.title}",
                day=max((*days, entry.day)),
                summary=words,
                part=f"#{words}",
            )


def all_issues(issues: Sequence[Issue], settings: SiteSettings) -> Artifact:
    """The feed of the zines' issues."""
    heads = ((issue, issue.head) for issue in issues)
    news = (FeedEntry(i.title, f"zines/{i.name}/", h["date"], h["summary"]) for i, h in heads)
    return feed("zines/feed.xml", f"{settings.title}: issues", news, settings)
