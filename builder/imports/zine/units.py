"""Units and places as a zine's orders name them, at the head of a text or at its end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from builder.imports.importer import KINDS, Places
from builder.model.board import Location
from builder.model.kinds import KindCode, Power
from builder.model.names import Names

VERBS = frozenset({"s", "c", "h", "r"})
UNIT = re.compile(r"^(?P<kind>[AF]|army|fleet)\s+(?P<rest>\S.*)$", re.IGNORECASE)
COASTED = r"[A-Za-z]{3}(?:\((?:nc|sc|ec|wc)\))?"
WITHOUT_KIND = re.compile(rf"{COASTED}-{COASTED}")
SHORT = 3
DASHES = re.compile(r"\s*(?:->|[-–—]+>?)\s*")
HEAD = re.compile(
    r"(?<![A-Za-z/'’])[AF]\s+<?(?P<place>[A-Z]{3,5})(?![A-Z'’.])>?(?:\s?\([nsew]c\)|/[nsew]c)?"
    r"(?=(?P<after>\s*[-–—]+>?\s*[A-Z(]|\s+to\s+[A-Z]{3}|\s+(?:m?[SCH]|holds?|stands)(?![A-Z'’])"
    r"|\s*\((?:d|ann|dislodged|ns[ou]|imp|otm|unordered)\b|\s*(?:[,;)>\]]|$))?)",
    re.IGNORECASE,
)
FULL = re.compile(
    r"(?<![A-Za-z])(?:A|F|Army|Fleet)\s+"
    r"(?P<place>[A-Za-z]{3,}(?: (?!Hold|Sup|Conv)[A-Z][a-z]+){0,2})"
    r"(?P<after>(?=\s*[-–—]|\s+(?:S|C|H|[Ss]upports?|[Cc]onvoys?|[Hh]olds?)\b))"
)


class UnitReader:
    """The names of one board's places and powers."""

    def __init__(self, places: Places, powers: Names) -> None:
        self.places, self.powers = places, powers

    def unit(self, text: str) -> tuple[KindCode, Location, str, str] | None:
        """Kind, place, the place as written, and the rest of an order that begins with a unit."""
        head = UNIT.match(text.strip(" ."))
        if head is None:
            return None
        found = self.place_first(head["rest"])
        return (KINDS[head["kind"].lower()], *found) if found else None

    def without_kind(self, text: str) -> tuple[None, Location, str, str] | None:
        """An order to move whose unit is only named by its place: `CLY-nwg`."""
        found = self.place_first(text) if WITHOUT_KIND.fullmatch(text) else None
        return (None, *found) if found else None

    def begins(self, text: str) -> bool:
        """Is this the beginning of an order?"""
        return self.unit(text) is not None or self.without_kind(text.strip()) is not None

    def head(self, text: str) -> str:
        """The place of the unit that a text begins with, be it misspelt, if it is followed as
        units are in orders: `a rmu h`; else nothing."""
        found = HEAD.match(text) or FULL.match(text)
        return found["place"] if found and found["after"] is not None else ""

    def heads(self, text: str, sure: bool = False) -> list[str]:
        """The places of all units that a text names, and those that look like one; the `sure` ones
        are followed as units are in orders."""
        named = {m.start(): m for pattern in (FULL, HEAD) for m in pattern.finditer(text)}
        return [
            found["place"]
            for found in named.values()
            if found["after"] is not None
            or (not sure and self.places.get(found["place"]) is not None)
        ]

    def apart(self, text: str) -> list[str]:
        """A list of units of which nothing parts one from the next, one by one."""
        cuts = [0, *(m.start() for m in HEAD.finditer(text) if m.start()), len(text)]
        return [text[a:b].strip(" ,.") for a, b in pairwise(cuts) if text[a:b].strip(" ,.")]

    def place_first(self, text: str) -> tuple[Location, str, str] | None:
        """The longest place name a text begins with, as written, and what follows it."""
        words = re.findall(r"[^\s–—>-]+|[\s–—>-]+", text)
        for count in (7, 5, 3, 1):
            written = "".join(words[:count]).strip()
            at = self.places.get(written) if len(words) >= count else None
            if at is not None and not self._is_order(words[:count]):
                return at, written, "".join(words[count:])
        return None

    def _is_order(self, words: Sequence[str]) -> bool:
        """Is `swe-den` two places, and `Pru S` no Prussia?"""
        if any(word.lower() in VERBS for word in words[1:]):
            return True
        ends = self.places.get(words[0]), self.places.get(words[-1])
        return len(words) > 1 and any(DASHES.fullmatch(w) for w in words) and None not in ends

    def place_last(self, text: str) -> tuple[Location, str] | None:
        """The place name a text ends with, and how it is written."""
        words = text.split()
        for count in (4, 3, 2, 1):
            written = " ".join(words[-count:])
            if len(words) >= count and (at := self.places.get(written)):
                return at, written
        return None

    def nation(self, text: str) -> tuple[Power | None, str]:
        """The power that a text names first, and what follows it; before a unit its first three
        letters are enough: `Tur A Ank-Rum`."""
        first, _, rest = text.strip().partition(" ")
        if len(first) > SHORT:
            power = self.powers.get(first)
        elif len(first) == SHORT and UNIT.match(rest):
            named = {p for name, p in self.powers.known.items() if name.startswith(first.lower())}
            power = named.pop() if len(named) == 1 else None
        else:
            power = None
        return (Power(power), rest) if power else (None, text)
