"""The headings of a zine: which season follows, and of which game.

Spring 1909            <i>Moves - Fall 1906</i>            Autumn 1901 - Corrected
Winter 1901/Spring 1902    Autumn & Winter 1902
Fall '04 of the game RED STORM (BNC number 1989AB)
Fall 1904 Results for Red Storm -------------
Dire Straits (2001E) Fall 1904                             Gunboat, Fall 1911 & End
"""

from __future__ import annotations

import re
from typing import NamedTuple

from builder.imports.corrections import near
from builder.imports.zine.patterns import RE

LONGEST = 5
SEASONS = ("spring", "summer", "fall", "autumn", "winter")
RETREATS = {"spring": "summer", "fall": "autumn"}


class ZineHeading(NamedTuple):
    """A season's heading: `due` says that it only tells when its orders are due; `game` is the
    game's name where it is told, `number` its Boardman number, `guess` what had to be guessed."""

    season: str
    year: int
    text: str
    due: bool = False
    game: str = ""
    number: str = ""
    guess: str = ""


def heading(line: str) -> ZineHeading | None:
    """What a line says as a heading; None where it is none."""
    line = line.lstrip(" ,.;")
    when = RE.season.match(line)
    named = RE.of_game.search(when["rest"]) if when else RE.titled.match(line)
    if when and (when["of"] or when["two"]) and not (named or RE.beside_season.match(when["rest"])):
        return None
    if when is None:
        if (
            named is None
            or not RE.beside_season.match(named["rest"])
            or RE.no_game.search(named["game"])
            or _is_long(named["game"])
        ):
            return _misspelt(line)
        when = named
    told = named.groupdict() if named else {}
    numbers = [told.get(key) for key in ("number", "first", "then")]
    season = re.sub(r"\s*(?:and|&|/)\s*", " and ", when["season"].lower())
    if "retreat" in when["rest"].lower():
        season = RETREATS.get(season, season)
    return ZineHeading(
        season,
        _year(when["year"]),
        RE.tag.sub("", line).rstrip(" -="),
        due=RE.due.match(when["rest"]) is not None,
        game=named["game"].strip(" '\"‘’“”") if named else "",
        number=next(filter(None, numbers), "").replace(" ", ""),
    )


def _misspelt(line: str) -> ZineHeading | None:
    """A season that stands alone in its line, although its name is misspelt: `Sprig 1909`."""
    when = RE.misspelt_season.match(line)
    season = near(when["season"], SEASONS) if when else ""
    if when is None or not season:
        return None
    guess = f"{when['season']!r} read as {season.capitalize()}"
    return ZineHeading(season, int(when["year"]), RE.tag.sub("", line), guess=guess)


def _is_long(name: str) -> bool:
    return len(name.split()) > LONGEST


def _year(written: str) -> int:
    return 1900 + int(written[1:]) if written[0] in "'’" else int(written)
