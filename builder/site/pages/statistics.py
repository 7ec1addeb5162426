"""The statistics of the archive's games: results, centres by year, survival, attacks, openings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from builder.site.artifacts import Artifact
from builder.site.parts.game_pictures import curve
from builder.site.parts.openings import book
from builder.site.parts.tally import PEOPLE, PROGRAMS, Count, added_up
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


def by_year(
    powers: Sequence[str], start: Count
) -> list[tuple[str, Count, list[float], list[float]]]:
    """The years of the games that began alike, in order, as long as `LEAST` of them last.

    Each has its name, its games, and for each power the mean of its centres and the share of these
    games in which it had any, in percent.
    """
    return [
        (
            name,
            year,
            [year.at(power).amount / year.games for power in powers],
            [100 * year.at(power).games / year.games for power in powers],
        )
        for name, year in start.below.items()
        if year.games >= min(LEAST, start.games)
    ]


def attack_table(powers: Sequence[str], games: Count) -> list[list[tuple[Count, int]]]:
    """How often each power attacked each other one, with a shade; a row for each attacker."""
    found = [[games.at("attacks", one, other) for other in powers] for one in powers]
    most = max((count.amount for row in found for count in row), default=0) or 1
    return [[(count, -(-HEAT * count.amount // most)) for count in row] for row in found]


def by_variant(variant: Variant, tally: Count) -> Mapping[str, Any] | None:
    """What the template prints of a variant's games; None where no year of any was counted.

    Games of programs count only where people played none.
    """
    programs = not tally.at(variant.name, PEOPLE, "games").games
    games = tally.at(variant.name, PROGRAMS if programs else PEOPLE)
    if not games.at("counted").games:
        return None
    calendar, powers = variant.setting.calendar, variant.setting.powers
    start = games.at(calendar.year_name(calendar.start.year))
    years = by_year(powers, start)
    means = [centres for _, _, centres, _ in years]
    alive = {power: [[year[3][at]] for year in years] for at, power in enumerate(powers)}
    return {
        "variant": variant,
        "programs": programs,
        "tally": games,
        "start": start,
        "years": years,
        "charts": [
            (power, curve(means, powers, own=power), curve(alive[power], [power], 100))
            for power in powers
            if len(years) > 1
        ],
        "attacks": attack_table(powers, games) if len(powers) <= WIDE else [],
    }


def statistics_page(blocks: Iterable[Sequence[Any]], variants: Sequence[Variant]) -> Artifact:
    """Results, years and attacks by variant and power, and the openings with a name; `blocks` are
    the tallies of all games."""
    counts = added_up(blocks)
    played = [(e, counts.at("", e["power"], e["name"])) for e in book()["openings"]]
    openings = [(entry, count) for entry, count in played if count.games]
    openings.sort(key=lambda row: (-row[1].games, row[0]["power"]))
    standard = next((v for v in variants if v.name == book()["variant"]), None)
    return page(
        "statistics/index.html",
        "statistics.html",
        held=[found for v in variants if (found := by_variant(v, counts))],
        openings=openings if standard else [],
        sources=book()["sources"],
        standard=standard,
        ends=ENDS,
        least=LEAST,
    )
