"""The statistics of the archive's games: results, centres by year, survival, attacks, openings.

Each block of games is counted by itself (`tally`), some blocks together (`together`), then all of
them are added up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any
from urllib.parse import quote

from builder.site.artifacts import Artifact
from builder.site.parts.game_pictures import curve
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.parts.openings import book
from builder.site.templating import page
from builder.variant import Variant

LINKED = 60  # games that a link names; a number of more leads to all games of the variant
PEOPLE = "people"
PROGRAMS = "programs"  # who played
KINDS = ("won", "conceded", "draw")  # of games with an end
ENDS = {
    "won": "won by one power",
    "conceded": "conceded to one power",
    "draw": "drawn",
    "unfinished": "unfinished or with an unknown end",
}
CountKey = tuple[str, ...]
COLUMNS = {
    "won": "Won",
    "conceded": "Conceded",
    "draw": "Drawn",
    "unfinished": "Unfinished or unknown",
}
LEAST = 3  # games on which a year of the charts rests, where there are so many
WIDE = 12  # powers; a table of attacks among more would be too wide
HEAT = 5  # shades of the table of attacks


def tally(games: Iterable[tuple[GameSummary, GameFigures]]) -> list[Any]:
    """What a block of games counts, as plain data: their ids, and by each key the games, as bits
    of a number, and the sum of what was counted in them."""
    ids: list[str] = []
    counts: dict[str, list[int]] = {}
    for at, (summary, figures) in enumerate(games):
        ids.append(summary.id)
        for key, amount in _counted(summary, figures):
            count = counts.setdefault("\t".join(key), [0, 0])
            count[0] |= 1 << at
            count[1] += amount
    return [ids, counts]


def together(blocks: Iterable[Sequence[Any]]) -> dict[str, list[Any]]:
    """What some blocks count together, as plain data: by each key the number of games, the sum of
    what was counted in them, and the ids of these games, or of none if a link would not name so
    many."""
    sums: dict[str, list[Any]] = {}
    for ids, counts in blocks:
        for key, (games, amount) in counts.items():
            total = sums.setdefault(key, [0, 0, []])
            total[0] += games.bit_count()
            total[1] += amount
            if total[0] > LINKED:
                total[2] = []
            else:
                total[2] += [name for at, name in enumerate(ids) if games >> at & 1]
    return sums


def _counted(s: GameSummary, figures: GameFigures) -> Iterator[tuple[CountKey, int]]:
    """The keys under which a game counts, each with what it adds to the sum."""
    group = (s.variant, PEOPLE if s.status == "recorded" else PROGRAMS)
    yield (*group, "games"), 0
    yield (*group, "ends", s.kind if s.kind in KINDS else "unfinished"), 0
    for power in s.powers:
        yield from _fared((*group, "powers", power), power, s, figures)
    for at, (year, counts) in enumerate(figures.course):
        for key in [(*group, "counted"), (*group, s.first)] if at == 0 else ():
            yield key, 0
        yield (*group, s.first, year), 0
        for power, count in zip(s.powers, counts, strict=True):
            if count:
                yield (*group, s.first, year, power), count
    for one, other, times in figures.attacks:
        yield (*group, "attacks", one, other), times
    for power, name in s.openings:
        yield ("", power, name), 0
        yield from _fared(("", power, name), power, s, figures)


def _fared(
    key: CountKey, power: str, s: GameSummary, figures: GameFigures
) -> Iterator[tuple[CountKey, int]]:
    """How a power fared in a game: won, shared a draw, survived; its centres after the first year
    and, if it survived, at the end."""
    if power in s.winners and s.kind in KINDS:
        yield (*key, "drawn" if s.kind == "draw" else "won"), 0
    if figures.course:
        at = s.powers.index(power) if power in s.powers else -1
        first, last = (figures.course[year][1][at] if at >= 0 else 0 for year in (0, -1))
        yield (*key, "first"), first
        if last:
            yield (*key, "alive"), last


@dataclass
class Count:
    """Games that count under a key: how many, and the sum of what was counted in them. `ids` are
    those of the games, if a link names so many. `below` are the counts under keys that go on, by
    their next part."""

    games: int = 0
    amount: int = 0
    ids: list[str] = field(default_factory=list)
    below: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))

    def at(self, *key: str) -> Count:
        """The count under a key that goes on with these parts; of no games if none counts."""
        count = self
        for part in key:
            count = count.below.get(part) or Count()
        return count

    @property
    def mean(self) -> float:
        """What was counted in one of the games."""
        return self.amount / self.games if self.games else 0.0

    def link(self, title: str, up: str) -> str:
        """The address of the list of these games; `title` is that of their variant, `up` leads to
        the site's root."""
        few = self.games <= LINKED
        asked = f"ids={','.join(sorted(self.ids))}" if few else f"variant={quote(title)}"
        return f"{up}games/#{asked}"


def added_up(sums: Iterable[Mapping[str, Sequence[Any]]]) -> Count:
    """The counts of all games, from what blocks of games count together."""
    whole = Count()
    for counts in sums:
        for key, (games, amount, ids) in counts.items():
            count = whole
            for part in key.split("\t"):
                count = count.below[part]
            count.games += games
            count.amount += amount
            if count.games > LINKED:
                count.ids = []
            else:
                count.ids += ids
    return whole


def used_columns(sections: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The ends that at least one game has, with the head of their column."""
    used: set[str] = set()
    for section in sections:
        counts = section["tally"].at("ends")
        used.update(kind for kind in COLUMNS if counts.at(kind).games)
    return {kind: head for kind, head in COLUMNS.items() if kind in used}


def by_year(
    powers: Sequence[str], start: Count
) -> list[tuple[str, Count, list[float], list[float]]]:
    """The years of the games that began alike, in order, as long as `LEAST` of them last.
    Each has its name, its games, and for each power the mean of its centres and the share of these
    games in which it had any, in percent."""
    years = []
    for name, year in start.below.items():
        if year.games >= min(LEAST, start.games):
            counts = [year.at(power) for power in powers]
            means = [count.amount / year.games for count in counts]
            alive = [100 * count.games / year.games for count in counts]
            years.append((name, year, means, alive))
    return years


def attack_table(powers: Sequence[str], games: Count) -> list[list[tuple[Count, int]]]:
    """How often each power attacked each other one, with a shade; a row for each attacker."""
    rows = []
    for attacker in powers:
        rows.append([games.at("attacks", attacker, other) for other in powers])
    most = max((count.amount for count in chain.from_iterable(rows)), default=0) or 1
    shaded = []
    for row in rows:
        shaded.append([(count, -(-HEAT * count.amount // most)) for count in row])
    return shaded


def by_variant(variant: Variant, tally: Count) -> Mapping[str, Any] | None:
    """What the template prints of a variant's games; None where no year of any was counted. Games
    of programs count only where people played none."""
    programs = not tally.at(variant.name, PEOPLE, "games").games
    games = tally.at(variant.name, PROGRAMS if programs else PEOPLE)
    if not games.at("counted").games:
        return None
    calendar = variant.setting.calendar
    powers = variant.setting.powers
    start = games.at(calendar.year_name(calendar.start.year))
    years = by_year(powers, start)
    means = [centres for _, _, centres, _ in years]
    charts = []
    if len(years) > 1:
        for at, power in enumerate(powers):
            alive = [[shares[at]] for _, _, _, shares in years]
            charts.append((power, curve(means, powers, own=power), curve(alive, [power], 100)))
    attacks = attack_table(powers, games) if len(powers) <= WIDE else []
    return {
        "variant": variant,
        "programs": programs,
        "tally": games,
        "start": start,
        "years": years,
        "charts": charts,
        "attacks": attacks,
    }


def statistics_pages(
    sums: Iterable[Mapping[str, Sequence[Any]]], variants: Sequence[Variant]
) -> Iterator[Artifact]:
    """The games by variant and the openings with a name, and a page for each variant with results,
    years and attacks; `sums` are what blocks of all games count together."""
    counts = added_up(sums)
    played = [(e, counts.at("", e["power"], e["name"])) for e in book()["openings"]]
    openings = [(entry, count) for entry, count in played if count.games]
    openings.sort(key=lambda row: (-row[1].games, row[0]["power"]))
    standard = next((v for v in variants if v.name == book()["variant"]), None)
    counted_variants = (by_variant(variant, counts) for variant in variants)
    sections = [section for section in counted_variants if section]
    yield page(
        "statistics/index.html",
        "statistics.html",
        held=sorted(sections, key=lambda section: bool(section["programs"])),
        openings=openings if standard else [],
        standard=standard,
        sources=book()["sources"],
        columns=used_columns(sections),
    )
    for section in sections:
        path = f"statistics/{section['variant'].name}/index.html"
        yield page(path, "statistics_variant.html", h=section, least=LEAST, ends=ENDS)
