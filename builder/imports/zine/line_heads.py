"""Heads of a zine's lines that say less than a name and a year: `G: Mun, Ber (3)`, `Retreats:`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from builder.imports.zine.headings import RETREATS
from builder.imports.zine.order_items import TAG
from builder.model.names import Names
from builder.model.setting import Setting

LETTER = re.compile(
    r"^(?P<before>[^\S\n]*(?:<[ibu]>)?)(?P<letter>[A-Z])(?:</[ibu]>)?\s*(?:\((?P<player>[^()\d]+)\))?"
    r"\s?[:=][^\S\n]+(?P<rest>[^\n]*[A-Za-z]{3}[^\n]*)",
    re.MULTILINE,
)
ORDERLY = re.compile(
    r"\W*(?:[AF][\s(]+[A-Z]|[af] [A-Za-z]{3}(?:[-–/(]|\s[sch]\b)|N[BMR]R\b"
    r"|(?i:army|fleet|no (?:orders|moves)|builds?|bld|removes?|rem|disbands?|retreats?|has|civil"
    r"|anarchy|none|out)\b)"
)
WORD = re.compile(r"\W*(\w+)")
LEAST, FEWEST = 3, 2
VERBS = {"r": "R ", "b": "bld ", "a": ""}
OFF = frozenset({"otb", "off the board", "disband", "be disbanded"})
STEP = re.compile(
    r"^(?:<[ib]>)?(?:(?:the )?(?P<season>spring|summer|fall|autumn|winter)\s+)?"
    r"(?P<what>retreats?|adjustments?|builds?(?:\s*(?:and|&|/)\s*(?:removals?|disbands?))?|removals?)"
    r"(?:\s+(?:for|of|in)\s+(?:\d{4}|['’]\d\d))?\W*(?:</[ib]>)?$",
    re.IGNORECASE,
)
TOTAL = re.compile(r"(?:[=:]\s*\d+|\(\d+\)|(?<!\w)\d+\b)[\s.,;:-]*")
GROUP = re.compile(r"\s?\([^()\d]*\)(?=[\s,=:(]|$)")
CENTRE = re.compile(r"[-+(]{0,3}[A-Za-z]{3,}[.?]?\)?")
CODE = re.compile(r"[-+]?[A-Za-z]{3}")
IDLE = re.compile(
    r"\W*(?:(?:no change|even|same|stays?|nothing"
    r"|(?:owes|gains|loses|builds?|removes?) \d|\d (?:builds?|removals?))\W*)?",
    re.IGNORECASE,
)
DUE = re.compile(
    r"(?:<[ibu]>|\W)*+(?:\d\s+)?(?:[AF]\W|Army\b|Fleet\b|N[BMR]R\b|PLAYS\b|SHORT\b"
    r"|(?i:has|owes|gains|loses|builds?|bld|removes?|removals?|rem|disbands?|retreats?|waives?)\b)"
)

DRIVEN = re.compile(
    r"^(?P<power>[A-Z][A-Za-z-]+?)(?:'s)?\s+(?P<unit>(?:[AF]|Army|Fleet)\s\S+(?:\s\S+){0,2}?)\s+"
    r"(?:(?:is|was) dislodged(?: and|[,;])?\s+)?(?:may|must|can)\s+retreat\s+to\s+"
    r"(?P<to>[^.]*[^.,\s])\.?$"
)
SAID = re.compile(
    r"^(?:<[ib]>)?(?P<step>retreats?|builds?|adjustments?)\s*:(?:</[ib]>)?\s+(?P<told>\S.*)$",
    re.IGNORECASE,
)
BUILT = re.compile(
    r"^(?P<power>[A-Z][A-Za-z-]+)\s*[:-]?\s*\+?(?:\d|one|two|three)\s+"
    r"(?P<verb>builds?|removals?|removes?)\s*[:=-]\s*(?=[AF])",
    re.IGNORECASE,
)
SMALL = re.compile(r"([a-z]{4,})\s*(?:\([^()]*\))?\s*:\s")
LISTED = re.compile(
    r"^(?P<head>[A-Z][A-Za-z-]+[^:\n]{0,30}:\s*)NMR\W*\((?P<units>[AF] [^()]*)\)\W*$"
)
ADRIFT = re.compile(
    r"^(?:<[ibu]>)?(?P<power>[A-Z][A-Za-z-]+)(?:</[ibu]>)?,?\s+(?:is |are )?(?:in )?"
    r"[(\[]?(?P<why>anarchy|civil disorder|NMR)!*[)\]]?\s*[:.-]+\s*"
    r"(?P<rest>(?:$|(?:<[ibu]>)?[(\[]?(?:[AF]\W|Army\b|Fleet\b|all\b|(?:the )?units\b)).*)$",
    re.IGNORECASE,
)


COUNTED = re.compile(
    r"^(?:<i>)?(?P<power>[A-Z][a-z]+(?:-[A-Z][a-z]+)?)\s*(?:</i>)?\s*\(\d+\)\s+(?P<text>[a-z]{3}\b.*)$",
    re.IGNORECASE,
)
ROW = re.compile(r"[a-z, .<>/]*")


class CentreList(NamedTuple):
    """The centres of a power, and what is told behind their number."""

    centres: str
    rest: str


def spelled_out(text: str, setting: Setting) -> str:
    """The text in which the letters of powers that lead lines are their names, where several do."""
    names = {n.letter: n.name for n in setting.nations if n.letter}
    places = setting.board.names
    led = {m.start(): m for m in LETTER.finditer(text) if _is_orderly(m["rest"], places)}
    if len({m["letter"] for m in led.values()} & names.keys()) < LEAST:
        return text
    return LETTER.sub(lambda m: _name(m, names) if m.start() in led else m[0], text)


def _is_orderly(text: str, places: Names) -> bool:
    """Does a text begin as a power's orders or centres do, and not as talk does?"""
    bare = TAG.sub("", text)
    first = WORD.match(bare)
    return bool(ORDERLY.match(bare) or (first and places.get(first[1])))


def _name(found: re.Match[str], names: Mapping[str, str]) -> str:
    name = names.get(found["letter"])
    player = f" ({found['player']})" if found["player"] else ""
    return f"{found['before']}{name}{player}: {found['rest']}" if name else found[0]


def step_of(line: str, season: str) -> str:
    """The season's name that a line stands for which tells of retreats or builds, but no year;
    `season` is that of the last heading."""
    found = STEP.match(line)
    if found is None or (season == "spring" and not found["what"].lower().startswith("retreat")):
        return ""
    retreats = found["what"].lower().startswith("retreat")
    return RETREATS.get(season, "") if retreats else "winter"


def plainer(line: str, powers: Names) -> str:
    """A line of words about a power's units as its entry: `Italian A Tri may retreat to Tyr`; a
    power in small letters with a capital one."""
    small = SMALL.match(line)
    if small and powers.get(small[1]):
        line = line[0].upper() + line[1:]
    if (lost := DRIVEN.match(line)) and (power := powers.get(lost["power"])):
        spots = [s.strip().removeprefix("to ") for s in re.split(r",|\bor\b", lost["to"])]
        to = ", ".join(s for s in spots if s and s.lower() not in OFF)
        return f"{power}: {lost['unit']} is dislodged and may retreat to {to}, or disband."
    if (adrift := ADRIFT.match(line)) and (power := powers.get(adrift["power"])):
        absent = "NMR, " if adrift["why"].upper() == "NMR" else ""
        return f"{power}: {absent}{adrift['rest']}"
    if (built := BUILT.match(line)) and (power := powers.get(built["power"])):
        verb = "bld" if built["verb"].lower().startswith("b") else "rem"
        return f"{power}: {verb} {line[built.end() :]}"
    return LISTED.sub(r"\g<head>NMR, \g<units>", line)


def retreats_in_words(line: str, powers: Names) -> tuple[str, list[str]]:
    """`Retreats: Italy A Tri-Tyr; Austria F Gre otb` as the head and an entry of each power;
    nothing where somebody else is named, too."""
    found = SAID.match(line)
    pieces = re.split(r"[;.]\s+|,\s+(?=[A-Z][a-z]{3,} [AF]\s)", found["told"]) if found else []
    entries = []
    for piece in filter(None, (p.strip(" .;") for p in pieces)):
        name, _, rest = piece.replace(":", " ").partition(" ")
        power = powers.get(name)
        if power is None or not rest:
            return "", []
        verb = VERBS[found["step"][0].lower()] if found else ""
        entries.append(f"{power}: {verb}{rest.strip()}.")
    return (found["step"], entries) if found else ("", [])


def place_of(step: str, season: str, year: int, after: bool) -> tuple[str, int]:
    """The season, by name and year, that retreats or builds belong to which are told under the
    heading of another, `after` its orders or before them; no name where that is not known."""
    retreats = step[:1].lower() == "r" and not step.lower().startswith("rem")
    if season not in RETREATS:
        return (season, year) if step else ("", year)
    if after:
        return step_of(step, season), year
    before = "fall" if season == "spring" else "spring"
    name = RETREATS[before] if retreats else "winter" if season == "spring" else ""
    return name if step else "", year - (season == "spring")


def ledger(text: str) -> CentreList | None:
    """`Mun, Ber, +Kie = 3. Builds F(Kie)` as the centres and what is done about them."""
    total = TOTAL.search(text)
    if total is None:
        return None
    centres, rest = text[: total.start()], text[total.end() :]
    names = [name for name in re.split(r"[\s,]+", GROUP.sub(" ", centres)) if name]
    if len(names) < FEWEST or not all(map(CENTRE.fullmatch, names)):
        return None
    if "," not in centres and not all(map(CODE.fullmatch, names)):
        return None
    if IDLE.fullmatch(rest):
        return CentreList(centres, "")
    return CentreList(centres, rest) if DUE.match(rest) else None


def centres_of(line: str, powers: Names) -> tuple[str, str] | None:
    """The power and the centres of `France (4) bre, mar, par, spa Build one`."""
    counted = COUNTED.match(line)
    power = powers.get(counted["power"]) if counted else None
    listed = ROW.match(counted["text"]) if counted else None
    return (power, listed[0].rstrip("< ")) if power and listed else None
