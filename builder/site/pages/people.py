"""The page of people: who played and who ran games."""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from builder.model.grouping import grouped
from builder.prose.names import slug
from builder.site.artifacts import SitePart
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.register import EMPTY, Register
from builder.site.templating import page

STEAD = re.compile(r" \(for (.*?)\)")
SINCE = re.compile(r"\s+(?:from|until|to|since|after)\s.*$")


def names(printed: str) -> Iterator[tuple[str, str]]:
    """The people in a list of players, each with the player for whom he stood in, or nothing.

    >>> list(names("Dwyer, Ozog for Tallman from Winter 1902"))
    [('Dwyer', ''), ('Ozog', 'Tallman')]
    """
    for part in printed.split(","):
        name, _, principal = STEAD.sub(r" for \1", SINCE.sub("", part.strip())).partition(" for ")
        if name and name != "?":
            yield name, principal


def people(
    summaries: Sequence[GameSummary], register: Register = EMPTY
) -> list[tuple[str, dict[str, list[GameSummary]]]]:
    """Everybody whom the archive names, sorted by last name: the name, and each part that the
    person played with its games; exhibitions have no players."""
    person_of: dict[str, tuple[str, list[tuple[str, GameSummary]]]] = {}
    for name, part in _parts(summaries, register):
        _, parts = person_of.setdefault(slug(name), (name, []))
        if part not in parts:
            parts.append(part)
    named = [person for key, person in person_of.items() if key]
    named.sort(key=lambda person: person[0].split()[-1].lower())
    return [(name, grouped(parts)) for name, parts in named]


def _parts(
    summaries: Sequence[GameSummary], register: Register
) -> Iterator[tuple[str, tuple[str, GameSummary]]]:
    """The parts that people played, each with its game: by the name of the person."""
    for s in (s for s in summaries if s.status != "exhibition"):
        for part, printed in (*s.players.items(), ("game master", s.gm)):
            for named, stead in names(printed):
                name = register.name(named)
                principal = register.name(stead)
                if principal in ("", name):
                    yield name, (part, s)
                else:
                    yield principal, (f"{part}, with {name} standing in,", s)
                    yield name, (f"{part}, standing in for {principal},", s)


def people_part(summaries: Sequence[GameSummary], register: Register) -> SitePart:
    """The page that lists people."""
    named = [(s.id, s.name, s.status, s.gm, s.players) for s in summaries if s.players or s.gm]
    made = partial(page, "people/index.html", "people.html")
    inputs = named, register.people
    return SitePart("people", inputs, lambda: [made(people=people(summaries, register))])
