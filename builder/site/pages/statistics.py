"""The statistics of the archive's games: results, centres by year, survival, attacks, openings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from builder.site.artifacts import Artifact
from builder.site.parts.game_pictures import curve
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.openings import book
from builder.site.templating import fill
from builder.variant import Variant

LINKED = 60  # games that a link names; a number of more leads to all games of the variant
LEAST = 3  # games on which a year of the charts rests, where there are so many
WIDE = 12  # powers; a table of attacks among more would be too wide
HEAT = 5  # shades of the table of attacks
ENDS = {
    "won": "won by one power",
    "conceded": "conceded to one power",
    "draw": "drawn",
    "unfinished": "unfinished or with an unknown end",
}


class Figure(NamedTuple):
    """A number as text, and the address of the list of the games that it counts."""

    text: str
    link: str = ""
    heat: int = 0


def figure(value: object, games: Sequence[GameSummary], heat: int = 0) -> Figure:
    """A number that leads to the games behind it."""
    if not games:
        return Figure(f"{value}")
    ids = ",".join(s.id for s in games)
    asked = f"ids={ids}" if len(games) <= LINKED else f"variant={quote(games[0].variant_title)}"
    return Figure(f"{value}", f"../games/#{asked}", heat)


class PowerResults(NamedTuple):
    """How a power fared in `games` games: won, draws shared, survived; and its mean centres after
    the first year and at the end, over those with a counted year."""

    name: str
    games: int
    won: Figure
    drawn: Figure
    survived: Figure
    after_first: str
    at_end: str


def results(name: str, power: str, held: Sequence[GameSummary]) -> PowerResults:
    """How a power fared in some games; `name` is what the row is called."""
    sole = [s for s in held if s.kind in ("won", "conceded") and power in s.winners]
    shared = [s for s in held if s.kind == "draw" and power in s.winners]
    games = [s for s in held if s.course]
    alive = [s for s in games if centres(s, power, -1)]
    first, last = (_mean(centres(s, power, at) for s in games) for at in (0, -1))
    return PowerResults(
        name, len(held), figure(len(sole), sole), figure(len(shared), shared),
        figure(len(alive), alive), f"{first:.1f}", f"{last:.1f}",
    )  # fmt: skip


def centres(summary: GameSummary, power: str, at: int) -> int:
    """How many centres a power had at the end of a year of a game, by the number of the year."""
    return summary.course[at][1][summary.powers.index(power)] if power in summary.powers else 0


def _mean(values: Iterable[int]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


class YearMeans(NamedTuple):
    """A year: how many games were recorded to its end, and for each power its mean centres and
    the share of these games in which it had any, in percent."""

    name: str
    games: Figure
    centres: tuple[float, ...]
    alive: tuple[float, ...]


def by_year(games: Sequence[GameSummary]) -> list[YearMeans]:
    """The years of some games of one variant, in order, as long as `LEAST` of them last."""
    found: dict[str, list[tuple[GameSummary, tuple[int, ...]]]] = {}
    for summary in games:
        for name, counts in summary.course:
            found.setdefault(name, []).append((summary, counts))
    least = min(LEAST, len(games))
    return [
        YearMeans(
            name,
            figure(len(found[name]), [s for s, _ in found[name]]),
            tuple(map(_mean, columns := list(zip(*(n for _, n in found[name]), strict=True)))),
            tuple(100 * _mean(n > 0 for n in column) for column in columns),
        )
        for name in found
        if len(found[name]) >= least
    ]


def attack_table(powers: Sequence[str], games: Sequence[GameSummary]) -> list[list[Figure]]:
    """How often each power attacked each other one, a row for each attacker."""
    count: Counter[tuple[str, str]] = Counter()
    where: dict[tuple[str, str], list[GameSummary]] = {}
    for summary in games:
        for one, other, times in json.loads(summary.attacks):
            count[one, other] += times
            where.setdefault((one, other), []).append(summary)
    most = max(count.values(), default=1)
    return [
        [figure(n := count[a, b], where.get((a, b), ()), -(-HEAT * n // most)) for b in powers]
        for a in powers
    ]


def by_variant(variant: Variant, summaries: Iterable[GameSummary]) -> Mapping[str, Any] | None:
    """What the template prints of a variant's games; None where no year of any was counted.

    Games of programs count only where people played none.
    """
    found = [s for s in summaries if s.variant == variant.name]
    held = [s for s in found if s.status == "recorded"] or found
    games = [s for s in held if s.course]
    if not games:
        return None
    powers = [str(p) for p in variant.setting.powers]
    kinds = {s.id: s.kind if s.kind in ENDS else "unfinished" for s in held}
    ends = {kind: [s for s in held if kinds[s.id] == kind] for kind in ENDS}
    first = variant.setting.calendar.year_name(variant.setting.calendar.start.year)
    whole = [s for s in games if s.first == first]
    years = by_year(whole)
    means = [year.centres for year in years]
    survival = [[(year.alive[at],) for year in years] for at in range(len(powers))]
    return {
        "variant": variant,
        "letters": {str(n.name): n.letter for n in variant.setting.nations},
        "games": figure(len(held), held),
        "counted": len(games),
        "programs": held[0].status != "recorded",
        "ends": [(figure(len(listed), listed), ENDS[k]) for k, listed in ends.items() if listed],
        "records": [results(power, power, held) for power in powers],
        "powers": powers,
        "years": years,
        "whole": figure(len(whole), whole),
        "least": LEAST,
        "charts": [
            (power, curve(means, powers, own=power), curve(alive, [power], 100))
            for power, alive in zip(powers, survival, strict=True)
            if len(years) > 1
        ],
        "attacks": attack_table(powers, held) if len(powers) <= WIDE else [],
    }


def by_opening(summaries: Iterable[GameSummary]) -> list[dict[str, Any]]:
    """How each named opening fared, the most played first."""
    found: dict[tuple[str, str], list[GameSummary]] = {}
    for summary in summaries:
        for power, name in summary.openings:
            found.setdefault((power, name), []).append(summary)
    rows = [
        {
            "power": entry["power"],
            "record": results(entry["name"], entry["power"], games),
            "orders": entry["orders"],
            "source": book()["sources"][entry["source"]],
            "games": figure(len(games), games),
        }
        for entry in book()["openings"]
        if (games := found.get((entry["power"], entry["name"])))
    ]
    return sorted(rows, key=lambda row: (-row["record"].games, row["power"]))


def statistics_page(summaries: Sequence[GameSummary], variants: Sequence[Variant]) -> Artifact:
    """Results, years and attacks by variant and power, and the openings with a name."""
    return Artifact(
        "statistics/index.html",
        fill(
            "statistics.html",
            held=[found for v in variants if (found := by_variant(v, summaries))],
            openings=by_opening(summaries),
            variant=book()["variant"],
        ),
        title="Statistics",
        kind="listed",
        description="How the powers and the openings fared in the games of the archive.",
    )
