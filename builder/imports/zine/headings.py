"""Reads the headings of seasons, with the games that they name.

Spring 1909            <i>Moves - Fall 1906</i>            Autumn 1901 - Corrected
Winter 1901/Spring 1902    Autumn & Winter 1902
Fall '04 of the game RED STORM (BNC number 1989AB)
Fall 1904 Results for Red Storm -------------
Dire Straits (2001E) Fall 1904                             Gunboat, Fall 1911 & End
Corrected Fall, plus Autumn and Winter 1904      Winter CORRECTION plus Spring 1926
Summer 1908 and Spring 1908 Correction           GAME DELAYED - Pre-Winter 1901
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from builder.imports.corrections import near
from builder.imports.importer import SEASONS
from builder.imports.zine.house import RE
from builder.imports.zine.season_text import RETREATS, ZineSeason

LONGEST = 5  # words of a game's name
CENTURY_OF_ZINES = 1900  # `Fall '04`: postal Diplomacy counts from 1901
ABBREVIATED = ("'", "’")


@dataclass(frozen=True)
class NamedSeason:
    """One season of a heading, in small letters, with its year if one follows it."""

    name: str
    year: int | None
    start: int
    end: int
    corrected: bool = False


def named_seasons(heading: str) -> list[NamedSeason]:
    """The seasons that a heading names, in its order, each with whether it is corrected."""
    seasons = [*_mentions(heading)]
    for word in RE.repair.finditer(heading):
        number = _corrected_by(word, heading, seasons)
        if number is not None:
            seasons[number] = replace(seasons[number], corrected=True)
    return seasons


def main_season(seasons: list[NamedSeason]) -> NamedSeason | None:
    """The season that the report is about: the last dated one, but not one that it only corrects
    beside a dated one that is new. None without any date."""
    dated = [season for season in seasons if season.year is not None]
    new = [season for season in dated if not season.corrected]
    return next(reversed(new or dated), None)


def year_of(written: str) -> int:
    """The year of `1904` or `'04`."""
    if written.startswith(ABBREVIATED):
        return CENTURY_OF_ZINES + int(written[1:])
    return int(written)


def season_name(written: str) -> str:
    """A season, or two seasons in one, in one spelling: `autumn and winter`."""
    return re.sub(r"\s*(?:and|&|/)\s*", " and ", written.lower())


def _mentions(heading: str) -> Iterator[NamedSeason]:
    for found in RE.season_mentioned.finditer(heading):
        year = year_of(found["year"]) if found["year"] else None
        yield NamedSeason(season_name(found["season"]), year, found.start(), found.end())


def _corrected_by(word: re.Match[str], heading: str, seasons: list[NamedSeason]) -> int | None:
    """The number of the season that a word of correction is about: the one right behind it
    (`Corrected Fall`, `correction for Spring`), else the last one before it."""
    for number, season in enumerate(seasons):
        between = heading[word.end() : season.start]
        if season.start >= word.end() and RE.right_behind.fullmatch(between):
            return number
    before = [number for number, season in enumerate(seasons) if season.end <= word.start()]
    return before[-1] if before else None


def heading(line: str) -> ZineSeason | None:
    """The season of a line that is a heading, also if its name is misspelt (`Sprig 1909`); None for
    another line."""
    line = line.lstrip(" ,.;")
    when = RE.season.match(line) or RE.young_year.match(line)
    named = RE.of_game.search(when["rest"]) if when else RE.titled.match(line)
    found = when or named
    beside = found and RE.beside_season.match(found["rest"])
    game = named["game"] if named else ""
    if when:
        fits = bool(named or beside) or not (when["of"] or when["two"])
    else:
        fits = bool(beside) and not RE.no_game.search(game) and len(game.split()) <= LONGEST
    season = season_name(found["season"]) if found else ""
    guess = ""
    if not fits:
        found = RE.misspelt_season.match(line)
        named = None
        game = ""
        season = near(found["season"], SEASONS) if found else ""
        guess = f"{found['season']!r} read as {season.capitalize()}" if found else ""
    if found is None or not season:
        return None
    if RE.sentence.match(found["rest"]):  # `Fall 1901 is one game year by that measure.`
        return None
    year = year_of(found["year"])
    title = line.rstrip(" -=")
    seasons = named_seasons(title)
    main = main_season(seasons) if when and not guess else None
    if main is not None and main.corrected is False and main.year is not None:
        season = main.name
        year = main.year
    groups = named.groupdict() if named else {}
    numbers = [groups.get(key) for key in ("number", "first", "then")]
    if "retreat" in found["rest"].lower():
        season = RETREATS.get(season, season)
    return ZineSeason(
        season,
        year,
        title,
        due=RE.due.match(found["rest"]) is not None,
        game=game.strip(" '\"‘’“”"),
        number=next(filter(None, numbers), "").replace(" ", ""),
        guess=guess,
        corrected=frozenset(named.name for named in seasons if named.corrected),
    )
