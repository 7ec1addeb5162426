"""The page of people: who played and who ran games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from builder.prose.names import slug
from builder.site.artifacts import Artifact
from builder.site.parts.game_summary import GameSummary
from builder.site.templating import fill

SINCE = re.compile(r"\s+(?:from|until|to|since|after)\s.*$")
UNKNOWN = "?"


@dataclass
class Person:
    """A name as it was printed, and the parts it played: words and the game they belong to."""

    name: str
    parts: list[tuple[str, GameSummary]] = field(default_factory=list)

    @property
    def id(self) -> str:
        """What the person is called in addresses."""
        return slug(self.name)

    @property
    def played(self) -> list[tuple[str, list[GameSummary]]]:
        """Each part with the games in which it was played."""
        found: dict[str, list[GameSummary]] = {}
        for part, summary in self.parts:
            found.setdefault(part, []).append(summary)
        return list(found.items())

    @property
    def told(self) -> str:
        """All the parts in one sentence."""
        told = "; ".join(f"{p} in {', '.join(s.name for s in games)}" for p, games in self.played)
        return f"{told[:1].upper()}{told[1:]}."


def names(printed: str) -> Iterator[str]:
    """The people named in `Dwyer, Reynolds from Winter 1902`."""
    for part in printed.split(","):
        name = SINCE.sub("", part.strip())
        if name and name != UNKNOWN:
            yield name


def people(summaries: Sequence[GameSummary]) -> list[Person]:
    """Everybody whom the archive names, in the order of their names.

    Nobody plays an exhibition.
    """
    found: dict[str, Person] = {}

    def note(name: str, part: str, summary: GameSummary) -> None:
        found.setdefault(slug(name), Person(name)).parts.append((part, summary))

    for summary in (s for s in summaries if s.status != "exhibition"):
        for power, printed in summary.players.items():
            for name in names(printed):
                note(name, power, summary)
        for name in names(summary.gm):
            note(name, "game master", summary)
    return sorted((p for p in found.values() if p.id), key=lambda p: p.name.split()[-1].lower())


def people_page(summaries: Sequence[GameSummary]) -> Artifact:
    """The list of people."""
    listed = people(summaries)
    return Artifact(
        "people/index.html",
        fill("people.html", people=listed),
        title="People",
        kind="listed",
        description="Players and game masters of the games in the archive.",
        finds=tuple((p.id, p.name, p.told) for p in listed),
    )
