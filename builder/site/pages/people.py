"""The pages of people: who played and who ran games."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from builder.model.grouping import grouped
from builder.prose.entry_lines import person_line
from builder.prose.names import slug
from builder.site.artifacts import Artifact, SitePart, digest
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.register import EMPTY, Register
from builder.site.templating import page

STEAD = re.compile(r" \(for (.*?)\)")
SINCE = re.compile(r"\s+(?:from|until|to|since|after)\s.*$")
LONGEST_SLUG = 80  # letters of a name in an address
TOGETHER = 32  # pages that are made in one part, about
GAME_MASTER = "game master"


class Person(NamedTuple):
    """Somebody whom the archive names, and each part that the person played with its games."""

    name: str
    parts: Mapping[str, Sequence[GameSummary]]

    @property
    def address(self) -> str:
        """The address of the person's page: `people/jim-burgess/`."""
        name = slug(self.name)
        if len(name) > LONGEST_SLUG:
            name = f"{name[:LONGEST_SLUG]}-{digest(name)[:8]}"
        return f"people/{name}/"

    @property
    def games(self) -> list[GameSummary]:
        """The games of the person, each once."""
        games: dict[str, GameSummary] = {}
        for listed in self.parts.values():
            games |= {game.id: game for game in listed}
        return list(games.values())

    @property
    def run(self) -> int:
        """How many games the person ran."""
        return len(self.parts.get(GAME_MASTER, ()))

    @property
    def played(self) -> int:
        """How many games the person played."""
        played: set[str] = set()
        for part, games in self.parts.items():
            if part != GAME_MASTER:
                played.update(game.id for game in games)
        return len(played)

    @property
    def won(self) -> int:
        """How many games the person won alone, with a power that he or she played to the end."""
        won = 0
        for part, games in self.parts.items():
            won += sum(game.kind == "won" and game.winners == (part,) for game in games)
        return won


def names(printed: str) -> Iterator[tuple[str, str]]:
    """The people in a list of players, each with the player for whom he stood in, or nothing.

    >>> list(names("Dwyer, Ozog for Tallman from Winter 1902"))
    [('Dwyer', ''), ('Ozog', 'Tallman')]
    """
    for part in printed.split(","):
        name, _, principal = STEAD.sub(r" for \1", SINCE.sub("", part.strip())).partition(" for ")
        if name and name != "?":
            yield name, principal


def people(summaries: Sequence[GameSummary], register: Register = EMPTY) -> list[Person]:
    """Everybody whom the archive names, sorted by last name; exhibitions have no players. Who is
    left out in the register is not among them."""
    parts_of: dict[str, tuple[str, list[tuple[str, GameSummary]]]] = {}
    for name, part in _parts(summaries, register):
        _, parts = parts_of.setdefault(slug(name), (name, []))
        if part not in parts:
            parts.append(part)
    named = [Person(name, grouped(parts)) for key, (name, parts) in parts_of.items() if key]
    named.sort(key=lambda person: person.name.split()[-1].lower())
    return named


def _parts(
    summaries: Sequence[GameSummary], register: Register
) -> Iterator[tuple[str, tuple[str, GameSummary]]]:
    """The parts that people played, each with its game: by the name of the person."""
    for s in (s for s in summaries if s.status != "exhibition"):
        for part, printed in (*s.players.items(), (GAME_MASTER, s.gm)):
            for named, stead in names(printed):
                for name, words in _roles(part, named, stead, register):
                    if register.lists(name):
                        yield name, (words, s)


def _roles(part: str, named: str, stead: str, register: Register) -> Iterator[tuple[str, str]]:
    """Who played a part, and how: alone, or standing in for somebody."""
    name = register.name(named)
    principal = register.name(stead)
    if principal in ("", name):
        yield name, part
    else:
        deputy = name if register.lists(name) else "somebody"
        absent = principal if register.lists(principal) else "somebody"
        yield principal, f"{part}, with {deputy} standing in,"
        yield name, f"{part}, standing in for {absent},"


def without_left_out(s: GameSummary, register: Register) -> GameSummary:
    """A game as lists show it: without the names of people who are left out."""
    if not register.left_out:
        return s
    players = {part: _listed(printed, register) for part, printed in s.players.items()}
    shown = {part: printed for part, printed in players.items() if printed != "?"}
    changed = s._replace(players=shown, gm=_listed(s.gm, register))
    return changed if changed == s else changed._replace(key=f"{s.key}, shown without some names")


def _listed(printed: str, register: Register) -> str:
    """The people of one part as they are printed, `?` if one of them is left out."""
    for pair in names(printed):
        if not all(register.lists(register.name(name)) for name in pair if name):
            return "?"
    return printed


def people_parts(persons: Sequence[Person]) -> Iterator[SitePart[Any]]:
    """The page that lists people, and a page of each."""
    yield SitePart("people", persons, _list_page)
    count = 1 << (len(persons) // TOGETHER).bit_length()
    parts = grouped((crc32(p.address.encode()) % count, p) for p in persons)
    for number, some in sorted(parts.items()):
        yield SitePart(f"people-{number}-of-{count}", some, _pages)


def _list_page(persons: Sequence[Person]) -> Iterator[Artifact]:
    yield page("people/index.html", "people.html", people=persons)


def _pages(persons: Sequence[Person]) -> Iterator[Artifact]:
    for person in persons:
        line = person_line(person.run, person.played, person.won)
        yield page(f"{person.address}index.html", "person.html", person=person, line=line)
