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
SEASON_OF_LETTER = {"S": "spring", "F": "fall", "W": "winter"}


@dataclass(frozen=True)
class NamedSeason:
    """One season of a heading, in small letters, with its year if one follows it."""

    name: str
    year: int | None
    start: int
    end: int
    corrected: bool = False


@dataclass(frozen=True)
class HeadingParts:
    """The parts of a heading: a season and its year, the `rest` of the line, the name and number
    of a game; `may_name_several` seasons, of which the first is given."""

    name: str
    year: int
    rest: str
    game: str = ""
    number: str = ""
    guess: str = ""
    may_name_several: bool = False


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
    for mention in RE.season_mentioned.finditer(heading):
        year = year_of(mention["year"]) if mention["year"] else None
        yield NamedSeason(season_name(mention["season"]), year, mention.start(), mention.end())


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
    parts = (
        _dated(line) or _coded(line) or _year_and_season(line) or _titled(line) or _misspelt(line)
    )
    if parts is None or RE.sentence.match(parts.rest):  # `Fall 1901 is one game year, they say.`
        return None
    title = line.rstrip(" -=")
    seasons = named_seasons(title)
    name = parts.name
    year = parts.year
    main = main_season(seasons) if parts.may_name_several else None
    if main is not None and main.year is not None and not main.corrected:
        name = main.name
        year = main.year
    if "retreat" in parts.rest.lower():
        name = RETREATS.get(name, name)
    return ZineSeason(
        name,
        year,
        title,
        due=RE.due.match(parts.rest) is not None,
        game=parts.game,
        number=parts.number,
        guess=parts.guess,
        corrected=frozenset(season.name for season in seasons if season.corrected),
    )


def _dated(line: str) -> HeadingParts | None:
    """`Fall '04 of the game RED STORM (BNC number 1989AB)`, `Winter 1901/Spring 1902`."""
    dated = RE.season.match(line) or RE.young_year.match(line)
    if dated is None:
        return None
    rest = dated["rest"]
    named = RE.of_game.search(rest)
    is_plain = not (dated["of"] or dated["two"])
    if named is None and not is_plain and RE.beside_season.match(rest) is None:
        return None
    return HeadingParts(
        season_name(dated["season"]),
        year_of(dated["year"]),
        rest,
        game=_game_name(named),
        number=_boardman_number(named),
        may_name_several=True,
    )


def _coded(line: str) -> HeadingParts | None:
    """`S1901M`, `Fall 1901R`: the codes that programs write."""
    code = RE.coded_season.match(line)
    if code is None:
        return None
    name = SEASON_OF_LETTER[code["season"][0]]
    if code["step"] == "R":
        name = RETREATS.get(name, name)
    return HeadingParts(name, year_of(code["year"]), "")


def _year_and_season(line: str) -> HeadingParts | None:
    """`1901 Spring`, `1901 Fall retreats`."""
    dated = RE.year_and_season.match(line)
    if dated is None:
        return None
    return HeadingParts(season_name(dated["season"]), year_of(dated["year"]), dated["rest"])


def _titled(line: str) -> HeadingParts | None:
    """`2025A 'The Fox': Spring 1901`: the game's name stands first."""
    titled = RE.titled.match(line)
    if titled is None or RE.season.match(line) or RE.young_year.match(line):
        return None
    game = titled["game"]
    is_game = not RE.no_game.search(game) and len(game.split()) <= LONGEST
    if not is_game or RE.beside_season.match(titled["rest"]) is None:
        return None
    return HeadingParts(
        season_name(titled["season"]),
        year_of(titled["year"]),
        titled["rest"],
        game=_game_name(titled),
        number=_boardman_number(titled),
    )


def _misspelt(line: str) -> HeadingParts | None:
    """`Sprig 1909`."""
    dated = RE.misspelt_season.match(line)
    season = near(dated["season"], SEASONS) if dated else ""
    if dated is None or not season:
        return None
    guess = f"{dated['season']!r} read as {season.capitalize()}"
    return HeadingParts(season, year_of(dated["year"]), dated["rest"], guess=guess)


def _game_name(named: re.Match[str] | None) -> str:
    return named["game"].strip(" '\"‘’“”") if named else ""


def _boardman_number(named: re.Match[str] | None) -> str:
    """Boardman's number of a game, which stands in brackets, before its name or behind it."""
    groups = named.groupdict() if named else {}
    for place in ("number", "first", "then"):
        if number := groups.get(place):
            return str(number).replace(" ", "")
    return ""
