"""Which power a line of a zine tells of, and what it says.

AUSTRIA (Davis for Allen): a bud-SER, a vie h      England - F Eng-Mid - bounce
Turkey disbands a alb.                             <i>Austria</i> Harry Andurschak ([email])
<i>Russia</i> F StP (sc) H, A Mos S F StP (sc)       AUSTRIA - Allen: a vie-GAL
AUS: a vie-GAL                                       AUSTRIA, and under it: a vie-GAL
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from builder.imports.corrections import near
from builder.imports.zine.order_items import FULL, TAG
from builder.model.kinds import Power
from builder.model.names import Names

NAME = r"[A-Z][a-z]+(?:-[A-Z][a-z]+)?"
POWER = re.compile(
    r"^(?:<i>)?(?P<power>[A-Z][A-Za-z]+(?:[ -][A-Z][A-Za-z]+)?) ?(?:</i>)? ?"
    r"(?:\((?P<player>(?:[^()]|\([^()]*\))*)\)|\[(?P<squared>[^\[\]]*)\]"
    r"|[-–]\s+(?P<name>[A-Z][\w.'’]+(?: [A-Z][\w.'’]+)?)"
    r"(?=\s*:\s*(?:<[iub]>)?[(<[]*[AFaf] [A-Za-z]))?"
    r" ?(?::| [-–](?: |(?=[AF] ))) ?(?P<text>.*)$"
)
DOES = re.compile(rf"^(?P<power>{NAME})\s+(?P<text>(?:retreats|builds|removes|disbands)\s.*)$")
NAMED = re.compile(
    rf"^(?:<[iI]>)?(?P<power>{NAME})\s*(?:</[iI]>)?\s*"
    r"(?P<player>[A-Z][\w.'’]+ [A-Z][\w.'’]+)\s*(?:\[.*|\((?:<[uU]>)?\[.*)?$"
)
BARE = re.compile(
    rf"^(?:<[iI]>)?(?P<power>{NAME})\s*</[iI]>\s+"
    r"(?P<text>(?:<[uU]>)?(?:[AF]\s+[A-Z]|(?:NMR|Build|Remove|Retreat)\b).*)$"
)
BROKEN = re.compile(
    r"^(?:<i>)?(?P<power>[A-Z]{5,8}(?:-[A-Z]+)?|[A-Z][a-z]{4,6}(?= ?\()) ?"
    r"(?:(?:\((?P<player>[^():;]{2,40}?)\)?|[.,]?\s?(?P<name>[A-Z][\w .'’-]{1,30})\)) ?[:,.;]?"
    r"|[,.;]) "
    r"(?P<text>(?:<[iub]>)?(?:[afAF]\s[A-Za-z]{3}|(?:has\s[af]|bld|rem|R)\s|NMR).*)$"
)
ALONE = re.compile(
    r"^(?:<i>)?(?P<power>[A-Z][A-Za-z]{3,}(?:[ -][A-Z][A-Za-z]+)?) ?(?:</i>)?"
    r" ?(?:\([^()]*\))? ?(?:</i>)?$"
)
ORDERS = re.compile(r"\b[afAF] [A-Za-z]{3}(?:\(..\))?(?:\s?[-–]+>?\s?[A-Za-z]{3}|\s[SsHhCc]\b)")
TELLS = re.compile(r"(?:has [af]|bld|rem|builds?|removes?|retreats?|disbands?|R|NMR|NBR|NRR)\b")
FULLY = 4
SHORT = re.compile(r"^[A-Z][A-Za-z]{2}\s*(?:\([^()]*\))?\s*:\s")
DUE = re.compile(
    r"(?:has|bld|rem|builds?|removes?|retreats?|disbands?|R)\s+[AF]\s[A-Z]{3}|N[MBR]R\b",
    re.IGNORECASE,
)
HEADS = (POWER, DOES, NAMED, BARE, BROKEN)


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
            number, line = name[0], f"{TAG.sub('', name[1])}: {line}"
        elif name:
            yield name
        found = ALONE.match(line)
        name = (number, line) if found and powers.get(found["power"]) else None
        if name is None:
            yield number, line
    if name:
        yield name


def _is_orderly(line: str) -> bool:
    bare = TAG.sub("", line).lstrip("[(<")
    return any(pattern.match(bare) for pattern in (ORDERS, FULL, DUE))


def entry_of(line: str, powers: Names) -> PowerEntry | None:
    """What a line prints for a power, whose name may be misspelt before orders, or lack a
    parenthesis or its colon."""
    head = next((m for m in (pattern.match(line) for pattern in HEADS) if m), None)
    if head is None or not (len(head["power"]) >= FULLY or SHORT.match(line)):
        return None
    found, name = head.groupdict(), head["power"]
    text, guess = found.get("text") or "", ""
    power = powers.get(name)
    if power is None and name.lower() != "neutral":
        orderly = ORDERS.search(text) or TELLS.match(text) or FULL.search(text)
        alone = len(name) >= FULLY and "-" not in name  # `Italy-All:` heads a letter
        meant = near(name, powers.known) if orderly and alone else ""
        if not meant:
            return None
        power = powers.known[meant]
        guess = f"{name!r} read as {power}"
    elif head.re is BROKEN:
        guess = f"read as the head of {power}"
    player = next((found[k] for k in ("player", "squared", "name") if found.get(k)), "")
    return PowerEntry(Power(power or ""), _surname(player), text, 0, guess)


def _surname(player: str) -> str:
    """`Fassio` of `Mark Fassio`; numbers in the place of a player are none."""
    if not re.search(r"[A-Za-z]{2}", player):
        return ""
    words = player.split()
    return words[-1] if len(words) == 2 else player
