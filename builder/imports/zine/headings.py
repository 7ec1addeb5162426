"""The headings of a zine's seasons, and the heads of lines that say less than a name and a year.

Spring 1909            <i>Moves - Fall 1906</i>            Autumn 1901 - Corrected
Winter 1901/Spring 1902    Autumn & Winter 1902
Fall '04 of the game RED STORM (BNC number 1989AB)
Fall 1904 Results for Red Storm -------------
Dire Straits (2001E) Fall 1904                             Gunboat, Fall 1911 & End

Retreats:    Retreats: Italy A Tri-Tyr        G: Mun, Ber (3)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from builder.imports.corrections import near
from builder.imports.zine.patterns import RE
from builder.model.kinds import Power
from builder.model.names import Names
from builder.model.setting import Setting

LONGEST = 5
FULLY = 4
SEASONS = ("spring", "summer", "fall", "autumn", "winter")
RETREATS = {"spring": "summer", "fall": "autumn"}
LEAST = 3
VERBS = {"r": "R ", "b": "bld ", "a": ""}


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


def spelled_out(text: str, setting: Setting) -> str:
    """The text in which names of powers before orders begin with a capital, and letters of powers
    that lead lines are their names, where several do."""
    names = {n.letter: n.name for n in setting.nations if n.letter}

    def capital(found: re.Match[str]) -> str:
        known = setting.power_names.get(found[1])
        return found[0].replace(found[1], found[1].title(), 1) if known else found[0]

    def is_orderly(found: re.Match[str]) -> bool:
        """Do a power's orders or centres follow, and no talk?"""
        bare = RE.tag.sub("", found["rest"])
        first = RE.word.match(bare)
        placed = first and setting.board.names.get(first[1])
        return found["letter"] in names and bool(placed or RE.talks_of_units.match(bare))

    def name(found: re.Match[str]) -> str:
        player = f" ({found['player']})" if found["player"] else ""
        told = f"{found['before']}{names.get(found['letter'])}{player}: {found['rest']}"
        return told if is_orderly(found) else found[0]

    text = RE.small_power.sub(capital, text)
    led = {m["letter"] for m in RE.letter.finditer(text) if is_orderly(m)}
    return text if len(led) < LEAST else RE.letter.sub(name, text)


def step_of(line: str, season: str) -> str:
    """The season's name that a line stands for which tells of retreats or builds, but no year;
    `season` is that of the last heading."""
    found = RE.step.match(line)
    if found is None or (season == "spring" and not found["what"].lower().startswith("retreat")):
        return ""
    retreats = found["what"].lower().startswith("retreat")
    return RETREATS.get(season, "") if retreats else "winter"


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


@dataclass
class PowerEntry:
    """What a season's report prints for one power, with its `<i>` tags: the `first` line and those
    it `wraps` into, by number; `guess` says what had to be guessed of its head."""

    power: Power
    player: str
    first: str
    line: int
    guess: str = ""
    wraps: list[tuple[int, str]] = field(default_factory=list)

    @cached_property
    def text(self) -> str:
        """All of it in one line."""
        return " ".join([self.first, *(text for _, text in self.wraps)])

    @property
    def last(self) -> str:
        """The last source line so far."""
        return self.wraps[-1][1] if self.wraps else self.first

    def at(self, words: str) -> PowerEntry:
        """The entry as of the source line on which these words begin."""
        places = (self.text.find(words[:size]) for size in (len(words), 10, 6))
        place = next((p for p in places if p >= 0), 0)
        end, line = len(self.first), self.line
        for number, text in self.wraps:
            if end >= place:
                break
            end, line = end + 1 + len(text), number
        return replace(self, line=line)


def led(lines: Iterable[tuple[int, str]], powers: Names) -> Iterator[tuple[int, str]]:
    """The lines, in which a power's name that stands alone over its orders leads them."""
    name: tuple[int, str] | None = None
    for number, line in lines:
        if name and _is_orderly(line):
            number, line = name[0], f"{RE.tag.sub('', name[1])}: {line}"
        elif name:
            yield name
        found = RE.power_alone.match(line)
        name = (number, line) if found and powers.get(found["power"]) else None
        if name is None:
            yield number, line
    if name:
        yield name


def _is_orderly(line: str) -> bool:
    bare = RE.tag.sub("", line).lstrip("[(<")
    return any(pattern.match(bare) for pattern in (RE.orders, RE.full, RE.due_from_power))


def entry_of(line: str, powers: Names) -> PowerEntry | None:
    """What a line prints for a power, whose name may be misspelt before orders, or lack a
    parenthesis or its colon."""
    heads = (RE.power, RE.power_does, RE.power_and_player, RE.bare_power,
             RE.broken_power)  # fmt: skip
    head = next((m for m in (pattern.match(line) for pattern in heads) if m), None)
    if head is None or not (len(head["power"]) >= FULLY or RE.short_power.match(line)):
        return None
    found, name = head.groupdict(), head["power"]
    text, guess = found.get("text") or "", ""
    power = powers.get(name)
    if power is None and name.lower() != "neutral":
        orderly = RE.orders.search(text) or RE.tells.match(text) or RE.full.search(text)
        alone = len(name) >= FULLY and "-" not in name  # `Italy-All:` heads a letter
        meant = near(name, powers.known) if orderly and alone else ""
        if not meant:
            return None
        power = powers.known[meant]
        guess = f"{name!r} read as {power}"
    elif head.re is RE.broken_power:
        guess = f"read as the head of {power}"
    player = next((found[k] for k in ("player", "squared", "name") if found.get(k)), "")
    return PowerEntry(Power(power or ""), _surname(player), text, 0, guess)


def _surname(player: str) -> str:
    """`Fassio` of `Mark Fassio`; numbers in the place of a player are none."""
    if not re.search(r"[A-Za-z]{2}", player):
        return ""
    words = player.split()
    return words[-1] if len(words) == 2 else player
