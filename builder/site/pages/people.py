"""The page of people: who played and who ran games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from builder.model.grouping import grouped
from builder.prose.names import slug
from builder.site.artifacts import SitePart
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.register import EMPTY, Register
from builder.site.templating import page

STEAD = re.compile(r" \(for (.*?)\)")
SINCE = re.compile(r"\s+(?:from|until|to|since|after)\s.*$")
UNKNOWN = "?"


@dataclass
class Person:
    """A person, and the parts that the person played, each with its game."""

    name: str
    parts: list[tuple[str, GameSummary]] = field(default_factory=list)

    @property
    def played(self) -> list[tuple[str, list[GameSummary]]]:
        """Each part with its games."""
        return list(grouped(self.parts).items())


def names(printed: str) -> Iterator[tuple[str, str]]:
    """The people in a list of players, each with the player for whom he stood in, or nothing.

    >>> list(names("Dwyer, Ozog for Tallman from Winter 1902"))
    [('Dwyer', ''), ('Ozog', 'Tallman')]
    """
    for part in printed.split(","):
        name, _, principal = STEAD.sub(r" for \1", SINCE.sub("", part.strip())).partition(" for ")
        if name and name != UNKNOWN:
            yield name, principal


def people(summaries: Sequence[GameSummary], register: Register = EMPTY) -> list[Person]:
    """Everybody whom the archive names, sorted by last name; exhibitions have no players."""
    found: dict[str, Person] = {}

    def note(printed: str, part: str, summary: GameSummary) -> None:
        for named, stead in names(printed):
            name, principal = register.name(named), register.name(stead)
            if principal in ("", name):
                where = part, summary
            else:
                where = f"{part}, standing in for {principal},", summary
                found.setdefault(slug(principal), Person(principal)).parts.append(
                    (f"{part}, with {name} standing in,", summary)
                )
            mine = found.setdefault(slug(name), Person(name)).parts
            mine += [where] * (where not in mine)

    for summary in (s for s in summaries if s.status != "exhibition"):
        for power, printed in summary.players.items():
            note(printed, power, summary)
        note(summary.gm, "game master", summary)
    return sorted(
        (p for p in found.values() if slug(p.name)), key=lambda p: p.name.split()[-1].lower()
    )


def people_part(summaries: Sequence[GameSummary], register: Register) -> SitePart:
    """The page that lists people."""
    named = [(s.id, s.name, s.status, s.gm, s.players) for s in summaries if s.players or s.gm]
    made = partial(
        page, "people/index.html", "people.html", listed=True, title="People",
        description="Players and game masters of the games in the archive.",
    )  # fmt: skip
    inputs = named, register.people
    return SitePart("people", inputs, lambda: [made(people=people(summaries, register))])
