"""A zine's text cut into issues, seasons, and what each power did; italics are kept apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from builder.imports.zine.chart import centres_of, ledger
from builder.imports.zine.headings import (
    PowerEntry,
    ZineHeading,
    entry_of,
    heading,
    led,
    place_of,
    retreats_in_words,
    step_of,
)
from builder.imports.zine.patterns import RE
from builder.model.kinds import Power
from builder.model.names import Names

LONG = 400
TAIL = 40  # signs: what an entry ends with is not looked for further back
RULE = frozenset("=-_ ")


@dataclass
class ZineSeason:
    """One heading of the zine and what stands under it; `game` and `number` where it names its
    game and tells its Boardman number; `stray` are lines with orders that stand under no power,
    `guess` is what had to be guessed of the heading."""

    issue: str
    name: str
    year: int
    heading: str
    line: int
    game: str = ""
    number: str = ""
    guess: str = ""
    entries: list[PowerEntry] = field(default_factory=list)
    chart: list[PowerEntry] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    stray: list[tuple[int, str]] = field(default_factory=list)

    @property
    def source(self) -> str:
        """Where it is printed: `#217, 'Autumn 1901 - Corrected'`."""
        return f"#{self.issue}, {self.heading!r}" if self.issue else self.heading

    @property
    def is_repair(self) -> bool:
        """Does the heading say that it replaces a report printed before?"""
        words = r"correct|revis|fixed|rerun|misprint|errat"
        return bool(re.search(words, self.heading, re.IGNORECASE))

    @property
    def is_before(self) -> bool:
        """Does it only print the position that a season starts from (`Pre-Spring 1904`)?"""
        return self.heading.lower().startswith("pre-")


class ZineIssue(NamedTuple):
    """One number of the zine: `216` and the title over the game."""

    number: str
    title: str


class ZineText(NamedTuple):
    """A whole file: its issues, its seasons in the order printed, what was left over."""

    issues: list[ZineIssue]
    seasons: list[ZineSeason]
    notices: list[str]


def cut(text: str, powers: Names) -> ZineText:
    """Cut a file into issues and seasons."""
    cutter = ZineTextReader(powers)
    for number, line in led(_lines(text), powers):
        cutter.line(number, line)
    return cutter.found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, by number; a long one is parted where its entries begin."""
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.rstrip()
        pieces = RE.inline.split(line) if len(line) > LONG else RE.late.split(line)
        for part in (part for piece in pieces for part in RE.headed_entry.split(piece)):
            if part.strip():
                yield number, part.strip()


def in_order(found: ZineText) -> ZineText:
    """The seasons by the numbers of their issues, where these have one length and were printed in
    another order."""
    numbers = [issue.number for issue in found.issues]
    alike = len({len(n) for n in numbers}) == 1 and all(map(str.isdigit, numbers))
    if not alike or numbers == sorted(numbers) or not found.seasons:
        return found
    found.seasons[0].guess = "issues out of order, read by their numbers"
    return found._replace(
        issues=sorted(found.issues, key=lambda issue: issue.number),
        seasons=sorted(found.seasons, key=lambda season: season.issue),
    )


def by_game(found: ZineText) -> list[ZineText]:
    """A file's games, each with its own seasons; a heading without a game's name belongs to the
    game named last."""
    names = [season.game.casefold() for season in found.seasons]
    if len(set(names) - {""}) < 2:
        return [found]
    games: dict[str, list[ZineSeason]] = {}
    last = ""
    for season, name in zip(found.seasons, names, strict=True):
        last = name or last
        games.setdefault(last, []).append(season)
    return [found._replace(seasons=seasons) for seasons in games.values()]


class ZineTextReader:
    """Takes a zine line by line; `into` are the entries that the next lines belong to, `beside`
    says that prose has begun after the last of them."""

    def __init__(self, powers: Names) -> None:
        self.powers = powers
        self.found = ZineText([], [], [])
        self.season: ZineSeason | None = None
        self.into: list[PowerEntry] | None = None
        self.lead = ""
        self.beside = False

    def line(self, number: int, line: str) -> None:
        """Take in one line that is not empty."""
        if RULE.issuperset(line) or self._between(line, number):
            return
        if head := RE.issue.match(line):
            issue = [head["file"], *re.findall(r"\d+", head["file"])][-1]
            self.found.issues.append(ZineIssue(issue, head["title"] or ""))
            self.season, self.into = None, None
        elif (when := heading(line)) and self._follows(when):
            self._open(when, number)
        elif self.season is None:
            self.found.notices.extend([line] if line[0] != "#" else [])
        elif (listed := RE.positions.match(line)) or RE.moves.match(line):
            self.into, self.lead = self.season.entries, "has " if listed else ""
        elif RE.chart.match(line):
            self.season.chart = self.into = []
        elif owned := centres_of(RE.struck.sub("", line), self.powers):
            power, centres = owned
            self.season.chart.append(PowerEntry(Power(power), "", centres, number))
        else:
            self._body(line, number, self.season)

    def _follows(self, when: ZineHeading) -> bool:
        """Is it a season's own name, or a misspelt one of about the time that was told last?"""
        last = self.found.seasons[-1].year if self.found.seasons else when.year
        return not when.guess or 0 <= when.year - last <= 1

    def _open(self, head: ZineHeading, line: int) -> None:
        """Begin a season; that one is due some day only ends what stood before."""
        if head.due:
            self.into = None
            return
        issue = self.found.issues[-1].number if self.found.issues else ""
        told = (head.season, head.year, head.text)
        self.season = ZineSeason(issue, *told, line, head.game, head.number, head.guess)
        self.found.seasons.append(self.season)
        self.into, self.lead, self.beside = self.season.entries, "", False

    def _between(self, line: str, number: int) -> bool:
        """Is it `Retreats: Italy A Tri-Tyr`, or the head of such lines without a year?"""
        season = self.season
        if season is None:
            return False
        if season.entries and (name := step_of(line, season.name)):
            self._open(ZineHeading(name, season.year, RE.tag.sub("", line)), number)
            return True
        after = bool(season.entries)
        step, told = retreats_in_words(line, self.powers)
        name, year = place_of(step, season.name, season.year, after)
        found = [entry for text in told if (entry := entry_of(text, self.powers))]
        if not name or not found:
            return False
        if name != season.name:
            season = replace(season, name=name, year=year, heading=step, entries=[], chart=[])
            self.found.seasons.insert(len(self.found.seasons) - (not after), season)
        season.entries += [replace(entry, line=number) for entry in found]
        return True

    def _body(self, line: str, number: int, season: ZineSeason) -> None:
        headed = RE.power_and_player.match(line) or RE.bare_power.match(line)
        if headed and (self.into is None or not season.entries):
            self.into = season.entries
        entry = entry_of(line, self.powers) if self.into is not None else None
        listed = entry and self.into is season.entries and ledger(RE.struck.sub("", entry.text))
        if entry and listed:
            season.chart.append(replace(entry, first=listed.centres, line=number))
            if not listed.rest:
                return
            entry = replace(entry, first=listed.rest)
        if entry and self.into is not None:
            lead = "" if entry.text.startswith(self.lead) else self.lead
            self.into.append(replace(entry, first=f"{lead}{entry.first}", line=number))
            self.beside = False
        elif RE.aside.match(line) or not self.into:
            self.into = None if RE.aside.match(line) else self.into
            self._aside(line, number, season)
        else:
            self._wrapped(line, number, season, self.into[-1])

    def _wrapped(self, line: str, number: int, season: ZineSeason, last: PowerEntry) -> None:
        """Take a line for what goes on from the last entry, or for prose behind it."""
        tail = last.last[-TAIL:]
        if RE.sentence_end.search(tail) and (self.beside or RE.other_line.match(line)):
            self.beside = True
            self._aside(line, number, season)
        elif RE.stranger.match(line):
            self._aside(line, number, season)
        else:
            begins = RE.head.match(RE.tag.sub("", line)) or RE.order.match(line)
            comma = ", " if begins and RE.told.search(tail) else ""
            last.wraps.append((number, f"{comma}{line}"))

    def _aside(self, line: str, number: int, season: ZineSeason) -> None:
        """Keep a line of prose; one that begins with an order where such are due is remembered, and
        anywhere one that holds nothing else, or one of a power that is not known."""
        season.prose.append(line)
        bare = RE.tag.sub("", line).lstrip("[(<")
        pieces = bare.split(", ")
        misprint = RE.misprinted.search(bare) and RE.full.search(bare)
        wholly = (
            len(pieces) > 1 and ": " not in bare and all(RE.order.match(piece) for piece in pieces)
        )
        led = RE.headed.match(bare)
        first = led["text"] if led else bare
        listed = self.into is season.chart and RE.centre_row.search(bare)
        if (
            wholly
            or misprint
            or listed
            or ((led or self.into is not None) and (RE.orders.match(first) or RE.full.match(first)))
        ):
            season.stray.append((number, line))
