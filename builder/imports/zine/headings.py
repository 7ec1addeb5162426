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
from builder.imports.zine.order_items import TAG

WHEN = (
    r"(?P<season>spring|summer|fall|autumn\s*(?:and|&|/)\s*winter|autumn|winter|game start),?\s+"
    r"(?:(?:of|moves|movement)\s+)?(?P<year>1[89]\d\d|20\d\d|['’]\d\d)(?!\d)"
)
BEFORE = (
    r"(?:(?!autumn\W+(?:and )?winter)(?:summer|fall|autumn|winter)"
    r"(?:,?\s+(?:\d{4}|['’]\d\d))?\s*(?:/|&|and\b)\s*)?"
)
BOARDMAN = r"(?:19|20)\d\d\s?[A-Z]{1,3}\d*"
NUMBER = rf"(?:\((?:BNC number\s+|BN:?\s+)?(?P<number>{BOARDMAN})\)\s*)?"
SEASON = re.compile(
    rf"^(?:<i>)?(?:(?:turn|round|season)\s#?\d+\W+)?"
    rf"(?:moves\s*-\s*|(?P<of>(?:the )?results\s+(?:of|for)\s+(?:the )?))?"
    rf"(?:pre-|(?:corrected|revised)\s+)?(?P<two>{BEFORE}){WHEN}"
    r"(?P<rest>[^<.]*)(?:</i>)?[:.]?$",
    re.IGNORECASE,
)
TITLED = re.compile(
    rf"^(?:<i>)?(?:(?P<first>{BOARDMAN})[\s,:–-]+)?"
    r"(?P<game>[A-Z'\"‘“][^<.,;:!?\d(]*?(?:\s\d{1,3})?)(?:\s*[,:]|\s+[-–—])?\s+"
    rf"{NUMBER}(?:(?P<then>{BOARDMAN})\s*[,:–-]?\s+)?{WHEN}(?P<rest>[^<.]*)(?:</i>)?$",
    re.IGNORECASE,
)
MISSPELT = re.compile(
    r"^(?:<i>)?(?P<season>[A-Z][a-z]{3,7}|[a-z]{4,8})\s+(?P<year>1[89]\d\d|20\d\d)(?:</i>)?[:.]?$"
)
OF_GAME = re.compile(
    rf"\b(?:of the game|results for)\s+(?P<game>[^(:]*?[^\s(-])\s*(?:{NUMBER[:-1]}.*|[-=\s]*)$",
    re.IGNORECASE,
)
BESIDE = re.compile(
    r"\W*(?:(?:moves?|movements?|orders|retreats?|season|turn|builds|adjustments"
    r"|results|adjudication|corrected|corrections?|revised|build|end|and|game\s[\w-]+"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|\d{1,2}(?:st|nd|rd|th)?|\d{4})\b\W*)*"
    r"(?:(?:deadline|due)\b.*)?$",
    re.IGNORECASE,
)
DUE = re.compile(r"\W*(?:orders?\s+)?(?:deadline|due)\b", re.IGNORECASE)
NO_GAME = re.compile(
    r"\b(?:due|deadlines?|orders|results|moves|positions?|retreats|builds|centers|centres|chart"
    r"|in|for|of|since|until|after|before|by|from|is|was|on|last|next|this)$"
    r"|^(?:pre|corrected|revised|the|turn|round)\b",
    re.IGNORECASE,
)
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
    when = SEASON.match(line)
    named = OF_GAME.search(when["rest"]) if when else TITLED.match(line)
    if when and (when["of"] or when["two"]) and not (named or BESIDE.match(when["rest"])):
        return None
    if when is None:
        if (
            named is None
            or not BESIDE.match(named["rest"])
            or NO_GAME.search(named["game"])
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
        TAG.sub("", line).rstrip(" -="),
        due=DUE.match(when["rest"]) is not None,
        game=named["game"].strip(" '\"‘’“”") if named else "",
        number=next(filter(None, numbers), "").replace(" ", ""),
    )


def _misspelt(line: str) -> ZineHeading | None:
    """A season that stands alone in its line, although its name is misspelt: `Sprig 1909`."""
    when = MISSPELT.match(line)
    season = near(when["season"], SEASONS) if when else ""
    if when is None or not season:
        return None
    guess = f"{when['season']!r} read as {season.capitalize()}"
    return ZineHeading(season, int(when["year"]), TAG.sub("", line), guess=guess)


def _is_long(name: str) -> bool:
    return len(name.split()) > LONGEST


def _year(written: str) -> int:
    return 1900 + int(written[1:]) if written[0] in "'’" else int(written)
