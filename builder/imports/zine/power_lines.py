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
from builder.imports.zine.patterns import RE
from builder.model.kinds import Power
from builder.model.names import Names

FULLY = 4


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
