"""Heads of a zine's lines that say less than a name and a year: `G: Mun, Ber (3)`, `Retreats:`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from builder.imports.zine.headings import RETREATS
from builder.imports.zine.patterns import RE
from builder.model.names import Names
from builder.model.setting import Setting

LEAST, FEWEST = 3, 2
VERBS = {"r": "R ", "b": "bld ", "a": ""}
OFF = frozenset({"otb", "off the board", "disband", "be disbanded"})


class CentreList(NamedTuple):
    """The centres of a power, and what is told behind their number."""

    centres: str
    rest: str


def spelled_out(text: str, setting: Setting) -> str:
    """The text in which the letters of powers that lead lines are their names, where several do."""
    names = {n.letter: n.name for n in setting.nations if n.letter}
    places = setting.board.names
    led = {m.start(): m for m in RE.letter.finditer(text) if _is_orderly(m["rest"], places)}
    if len({m["letter"] for m in led.values()} & names.keys()) < LEAST:
        return text
    return RE.letter.sub(lambda m: _name(m, names) if m.start() in led else m[0], text)


def _is_orderly(text: str, places: Names) -> bool:
    """Does a text begin as a power's orders or centres do, and not as talk does?"""
    bare = RE.tag.sub("", text)
    first = RE.word.match(bare)
    return bool(RE.talks_of_units.match(bare) or (first and places.get(first[1])))


def _name(found: re.Match[str], names: Mapping[str, str]) -> str:
    name = names.get(found["letter"])
    player = f" ({found['player']})" if found["player"] else ""
    return f"{found['before']}{name}{player}: {found['rest']}" if name else found[0]


def step_of(line: str, season: str) -> str:
    """The season's name that a line stands for which tells of retreats or builds, but no year;
    `season` is that of the last heading."""
    found = RE.step.match(line)
    if found is None or (season == "spring" and not found["what"].lower().startswith("retreat")):
        return ""
    retreats = found["what"].lower().startswith("retreat")
    return RETREATS.get(season, "") if retreats else "winter"


def plainer(line: str, powers: Names) -> str:
    """A line of words about a power's units as its entry: `Italian A Tri may retreat to Tyr`; a
    power in small letters with a capital one."""
    small = RE.small_power.match(line)
    if small and powers.get(small[1]):
        line = line[0].upper() + line[1:]
    if (lost := RE.may_retreat.match(line)) and (power := powers.get(lost["power"])):
        spots = [s.strip().removeprefix("to ") for s in re.split(r",|\bor\b", lost["to"])]
        to = ", ".join(s for s in spots if s and s.lower() not in OFF)
        return f"{power}: {lost['unit']} is dislodged and may retreat to {to}, or disband."
    if (adrift := RE.adrift.match(line)) and (power := powers.get(adrift["power"])):
        absent = "NMR, " if adrift["why"].upper() == "NMR" else ""
        return f"{power}: {absent}{adrift['rest']}"
    if (built := RE.built.match(line)) and (power := powers.get(built["power"])):
        verb = "bld" if built["verb"].lower().startswith("b") else "rem"
        return f"{power}: {verb} {line[built.end() :]}"
    return RE.listed.sub(r"\g<head>NMR, \g<units>", line)


def retreats_in_words(line: str, powers: Names) -> tuple[str, list[str]]:
    """`Retreats: Italy A Tri-Tyr; Austria F Gre otb` as the head and an entry of each power;
    nothing where somebody else is named, too."""
    found = RE.said.match(line)
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
    total = RE.total.search(text)
    if total is None:
        return None
    centres, rest = text[: total.start()], text[total.end() :]
    names = [name for name in re.split(r"[\s,]+", RE.group.sub(" ", centres)) if name]
    if len(names) < FEWEST or not all(map(RE.centre.fullmatch, names)):
        return None
    if "," not in centres and not all(map(RE.code.fullmatch, names)):
        return None
    if RE.idle.fullmatch(rest):
        return CentreList(centres, "")
    return CentreList(centres, rest) if RE.list_follows.match(rest) else None


def centres_of(line: str, powers: Names) -> tuple[str, str] | None:
    """The power and the centres of `France (4) bre, mar, par, spa Build one`."""
    counted = RE.counted.match(line)
    power = powers.get(counted["power"]) if counted else None
    listed = RE.row.match(counted["text"]) if counted else None
    return (power, listed[0].rstrip("< ")) if power and listed else None
