"""Reads droidippy text: each phase with its full position and its orders.

    PHASE 1901 Spring Movement
    POSITIONS
    Germany: army mun
    Germany: supply mun
    Russia: army/dislodged gal
    ORDERS
    mun move bur
    vie support bud
    bre convoy lon move bre
    lvp move yor via convoy
    build Army par
    remove kie
    x disband

The position of each phase is the printed result of the one before. A last phase without orders
only shows where the game stopped. Units that nobody removes go by their distance from home; an
army ordered `via convoy` for which no convoy was ordered goes by land.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from builder.errors import ArchiveError
from builder.imports.importer import (
    ARMY,
    KINDS,
    Imported,
    Importer,
    Places,
    Remark,
    Settings,
    TextFile,
)
from builder.model.board import Code
from builder.model.calendar import WORDS, Phase
from builder.model.kinds import Power
from builder.model.orders import Build, Convoy, Written
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.notation.notation import parse_order
from builder.record import Note, PhaseRecord, Record, Source

Owners = dict[Code, Power]


class DroidippyPosition(NamedTuple):
    """A position as printed."""

    units: tuple[Unit, ...]
    dislodged: tuple[Unit, ...]
    owners: Owners | None


class DroidippyReader:
    """Reads droidippy files on one board; a line met before costs one look-up."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.places = Places(setting.board)
        self.spots: dict[str, tuple[str, Unit | tuple[Code, Power] | None]] = {}
        self.heard: dict[tuple[str, str], Written | None] = {}

    def read(self, document: TextFile) -> Imported:
        """One file as a record."""
        remarks: list[Remark] = []
        blocks = self._blocks(plain(document.text), remarks)
        phases: list[PhaseRecord] = []
        stands = [self._stand(lines, at, remarks) for _, lines, _, at in blocks]
        for i, (phase, lines, orders, at) in enumerate(blocks):
            last = i + 1 == len(blocks)
            if last and not any(orders):
                break
            after = None if last else stands[i + 1]
            if after and blocks[i + 1][0].step == "retreats":
                after = after._replace(owners=None)
            phases.append(
                self._phase(phase, stands[i], orders, at + len(lines) + 3, after, remarks)
            )
        first = stands[0] if stands else DroidippyPosition((), (), {})
        if remarks and not any(stand.units for stand in stands):
            raise ArchiveError(f"{document.name}: not on the standard board: {remarks[0]}")
        record = Record(
            id=document.stem,
            name=document.stem.replace("-", " "),
            variant="standard",
            edition="2023",
            phases=tuple(phases),
            house=HOUSE,
            players=dict.fromkeys(self.setting.powers, "?"),
            source=Source(title="droidippy"),
            start=first.units,
            start_owners=first.owners,
            path=document.name,
        )
        return Imported(record, tuple(remarks))

    def _blocks(
        self, text: str, remarks: list[Remark]
    ) -> list[tuple[Phase, list[str], list[str], int]]:
        blocks = []
        before, *parts = text.split("PHASE ")
        line = 1 + before.count("\n")
        for block in parts:
            head, _, rest = block.partition("\nPOSITIONS\n")
            standing, _, orders = rest.partition("ORDERS\n")
            phase = self._read_phase(head.split())
            if phase is not None:
                blocks.append((phase, standing.splitlines(), orders.splitlines(), line))
            else:
                remarks.append(Remark(line, "not a phase", head))
            line += block.count("\n")
        return blocks

    def _read_phase(self, words: list[str]) -> Phase | None:
        """`1901 Fall Adjustment`."""
        step = WORDS.get(words[2].lower()) if len(words) == 3 else None
        if step is None or not words[0].isdigit():
            return None
        season = "winter" if step == "adjustments" else words[1].lower()
        known = (season, step) in self.setting.calendar.year
        return Phase(int(words[0]), season, step) if known else None

    def _stand(self, lines: list[str], at: int, remarks: list[Remark]) -> DroidippyPosition:
        found: dict[str, list[Any]] = {"": [], "dislodged": [], "supply": []}
        for i, line in enumerate(lines):
            state, what = self.spots.get(line) or self._spot(line)
            if what is not None:
                found[state].append(what)
            elif line:
                remarks.append(Remark(at + 2 + i, "not a position", line))
        return DroidippyPosition(tuple(found[""]), tuple(found["dislodged"]), dict(found["supply"]))

    def _spot(self, line: str) -> tuple[str, Unit | tuple[Code, Power] | None]:
        """What a line tells, a unit or an owner, and in which state it is."""
        nation, _, rest = line.partition(": ")
        what, _, where = rest.partition(" ")
        kind, _, state = what.partition("/")
        power, at = self.setting.power_names.get(nation), self.places.get(where)
        spot: Unit | tuple[Code, Power] | None = None
        if power and at and what == "supply":
            state, spot = "supply", (at.province, Power(power))
        elif power and at and kind in KINDS and state in ("", "dislodged"):
            spot = Unit(Power(power), KINDS[kind], at)
        self.spots[line] = state, spot
        return state, spot

    def _phase(
        self,
        phase: Phase,
        stand: DroidippyPosition,
        lines: list[str],
        at: int,
        after: DroidippyPosition | None,
        remarks: list[Remark],
    ) -> PhaseRecord:
        units = stand.dislodged if phase.step == "retreats" else stand.units
        owner = {u.at.province: u.power for u in units}
        if phase.step == "adjustments":
            owner = {**(stand.owners or {}), **owner}
        orders: list[Written] = []
        notes: list[Note] = []
        heard, step = self.heard, phase.step
        for i, line in enumerate(lines):
            if not line:
                continue
            key = (step, line)
            order = heard[key] if key in heard else self._hear(phase, line)
            where = order.home if order else None
            whose = stand.owners or {} if order and type(order.order) is Build else owner
            power = whose.get(where) if where else None
            if order is None or power is None:
                why = "nobody is there to order" if order else "not understood"
                remarks.append(Remark(at + i, why, line))
                left_out = Note("notice", f"{why}: {line}")
                notes.append(left_out if order else Note("not read", line, source=f"line {at + i}"))
                continue
            orders.append(Written(power, order.unit, order.order, line, at + i))
        return PhaseRecord(
            phase=phase,
            orders=tuple(orders),
            after=after.units if after else None,
            dislodged=after.dislodged if after else None,
            owners=after.owners if after else None,
            notes=tuple(notes),
            line=at,
        )

    def _hear(self, phase: Phase, line: str) -> Written | None:
        """An order in words; of a convoy they do not say that its unit is an army."""
        try:
            written = parse_order(line, self.setting, phase, NOBODY)
        except ArchiveError:
            written = None
        if written and isinstance(written.order, Convoy):
            written = Written(NOBODY, written.unit, written.order._replace(kind=ARMY), line)
        self.heard[phase.step, line] = written
        return written


HOUSE = {"removal": "home_steps", "via_fallback_to_land": "yes"}
NOBODY = Power("")
HEAD = re.compile(r"\s*PHASE [^\n]*\n\s*POSITIONS\s*\n")
RAGGED = ("\n ", "\n\t", " \n", "\t\n")


def plain(text: str) -> str:
    """The text without blanks around its lines."""
    if not any(edge in text for edge in RAGGED):
        return text
    return "\n".join(line.strip() for line in text.split("\n"))


def recognises(document: TextFile) -> bool:
    """Does the text begin as droidippy's do?"""
    return HEAD.match(document.text) is not None


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported]:  # noqa: ARG001
    """The games of one file; each begins with the phase with which the first one begins."""
    yield from map(_reader(settings("standard")).read, _games(document))


@lru_cache(maxsize=4)
def _reader(setting: Setting) -> DroidippyReader:
    return DroidippyReader(setting)


def _games(document: TextFile) -> Iterator[TextFile]:
    """Each game as a document of its own, with the lines numbered as in the file; one that ends
    with its first phase is none, but a phase reported twice."""
    head = document.text.strip().partition("\n")[0].strip()
    games = document.text.split(head)[1:] if head else []
    if len(games) < 2 or not all("PHASE " in game for game in games):
        yield document
        return
    line = document.text[: document.text.index(head)].count("\n")
    for i, game in enumerate(games, 1):
        name = document.name if i == 1 else f"{document.folder}{document.stem}-{i}"
        yield TextFile(name, "\n" * line + head + game)
        line += game.count("\n")


DROIDIPPY = Importer("droidippy", "droidippy text", recognises, read)
