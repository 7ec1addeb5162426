"""The statistics of the archive's games: results, centres by year, survival, attacks, openings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import quote

from builder.site.artifacts import Artifact
from builder.site.parts.game_pictures import curve
from builder.site.parts.openings import book
from builder.site.parts.tally import LINKED, PEOPLE, PROGRAMS, Count, Tally
from builder.site.templating import page
from builder.variant import Variant

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


def figure(title: str, count: Count, value: int | None = None, heat: int = 0) -> Figure:
    """How many games there are, or another value of theirs; it leads to the games behind it.
    `title` is that of their variant."""
    text = f"{count.games if value is None else value}"
    if not count.games:
        return Figure(text)
    few = count.games <= LINKED
    asked = f"ids={','.join(sorted(count.ids))}" if few else f"variant={quote(title)}"
    return Figure(text, f"../games/#{asked}", heat)


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


def results(name: str, title: str, tally: Tally, games: Count, *key: str) -> PowerResults:
    """How a power fared in some games, which its key has; `name` is what the row is called."""
    first, alive = tally.at(*key, "first"), tally.at(*key, "alive")
    at_end = alive.amount / first.games if first.games else 0.0
    won, drawn = (figure(title, tally.at(*key, how)) for how in ("won", "drawn"))
    return PowerResults(
        name, games.games, won, drawn, figure(title, alive), f"{first.mean:.1f}", f"{at_end:.1f}"
    )


class YearMeans(NamedTuple):
    """A year: how many games were recorded to its end, and for each power its mean centres and
    the share of these games in which it had any, in percent."""

    name: str
    games: Figure
    centres: tuple[float, ...]
    alive: tuple[float, ...]


def by_year(variant: Variant, tally: Tally, *key: str) -> list[YearMeans]:
    """The years of the games of one variant that began alike, in order, as long as `LEAST` of
    them last."""
    least, found = min(LEAST, tally.at(*key).games), []
    for name in tally.below(*key):
        count = tally.at(*key, name)
        held = [tally.at(*key, name, power) for power in variant.setting.powers]
        if count.games >= least:
            means = tuple(one.amount / count.games for one in held)
            alive = tuple(100 * one.games / count.games for one in held)
            found.append(YearMeans(name, figure(variant.about.title, count), means, alive))
    return found


def attack_table(variant: Variant, tally: Tally, *key: str) -> list[list[Figure]]:
    """How often each power attacked each other one, a row for each attacker."""
    powers, title = variant.setting.powers, variant.about.title
    found = [[tally.at(*key, "attacks", one, other) for other in powers] for one in powers]
    most = max((count.amount for row in found for count in row), default=0) or 1
    return [
        [figure(title, count, n := count.amount, -(-HEAT * n // most)) for count in row]
        for row in found
    ]


def by_variant(variant: Variant, tally: Tally) -> Mapping[str, Any] | None:
    """What the template prints of a variant's games; None where no year of any was counted.

    Games of programs count only where people played none.
    """
    key = variant.name, PEOPLE
    if not tally.at(*key, "games").games:
        key = variant.name, PROGRAMS
    if not (counted := tally.at(*key, "counted").games):
        return None
    held, told = tally.at(*key, "games"), partial(figure, variant.about.title)
    powers = [str(p) for p in variant.setting.powers]
    first = variant.setting.calendar.year_name(variant.setting.calendar.start.year)
    years = by_year(variant, tally, *key, first)
    means = [year.centres for year in years]
    survival = [[(year.alive[at],) for year in years] for at in range(len(powers))]
    ends = [(tally.at(*key, "ends", kind), words) for kind, words in ENDS.items()]
    return {
        "variant": variant,
        "letters": {str(n.name): n.letter for n in variant.setting.nations},
        "games": told(held),
        "counted": counted,
        "programs": key[1] == PROGRAMS,
        "ends": [(told(count), words) for count, words in ends if count.games],
        "records": [
            results(power, variant.about.title, tally, held, *key, "powers", power)
            for power in powers
        ],
        "powers": powers,
        "years": years,
        "whole": told(tally.at(*key, first)),
        "least": LEAST,
        "charts": [
            (power, curve(means, powers, own=power), curve(alive, [power], 100))
            for power, alive in zip(powers, survival, strict=True)
            if len(years) > 1
        ],
        "attacks": attack_table(variant, tally, *key) if len(powers) <= WIDE else [],
    }


def by_opening(title: str, tally: Tally) -> list[dict[str, Any]]:
    """How each named opening fared, the most played first; `title` is that of their variant."""
    rows = [
        {
            "power": entry["power"],
            "record": results(entry["name"], title, tally, games, *key),
            "orders": entry["orders"],
            "source": book()["sources"][entry["source"]],
            "games": figure(title, games),
        }
        for entry in book()["openings"]
        if (games := tally.at(*(key := ("", entry["power"], entry["name"])))).games
    ]
    return sorted(rows, key=lambda row: (-row["record"].games, row["power"]))


def statistics_page(blocks: Iterable[Sequence[Any]], variants: Sequence[Variant]) -> Artifact:
    """Results, years and attacks by variant and power, and the openings with a name; `blocks` are
    the tallies of all games."""
    counts = Tally(blocks)
    titles = (v.about.title for v in variants if v.name == book()["variant"])
    return page(
        "statistics/index.html",
        "statistics.html",
        held=[found for v in variants if (found := by_variant(v, counts))],
        openings=by_opening(next(titles, ""), counts),
        variant=book()["variant"],
        listed=True,
        title="Statistics",
        description="How the powers and the openings fared in the games of the archive.",
    )
