"""The table of supply centres: who owned which, gained and lost, by phase and by year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from builder.model.calendar import Phase
from builder.model.findings import Turn
from builder.model.position import Position, held
from builder.model.setting import Setting
from builder.model.units import Code, Power
from builder.playback.replaying import Replay
from builder.variant import Variant

Counts = dict[Power, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """One power in a supply-centre chart: the centres it kept, gained and lost, and its units.

    `units` are those that need support, `fed` those that its centres support. `built` are the
    units built in this Winter, below 0 those removed, None before Winter.
    """

    power: Power
    kept: tuple[Code, ...]
    gained: tuple[Code, ...]
    lost: tuple[Code, ...]
    units: int
    fed: int
    built: int | None = None

    @property
    def has(self) -> int:
        """How many centres it owns."""
        return len(self.kept) + len(self.gained)

    @property
    def change(self) -> int:
        """The difference from the number of centres in the previous chart."""
        return len(self.gained) - len(self.lost)

    @property
    def due(self) -> int:
        """The builds that are due; removals if below 0."""
        return self.fed - self.units


def due_words(standing: Standing) -> str:
    """`builds 2`, `removes 1` or `no change`; after Winter `built 1 of 2` or `1 unused`."""
    if standing.built is None:
        return _changed(standing.due, "builds", "removes")
    if standing.built > 0 and standing.due > 0:
        return f"built {standing.built} of {standing.built + standing.due}"
    if standing.due > 0:
        return f"{standing.due} unused"
    return _changed(standing.built, "built", "removed")


def _changed(units: int, more: str, fewer: str) -> str:
    return f"{more} {units}" if units > 0 else f"{fewer} {-units}" if units else "no change"


def counts(owners: Mapping[Code, Power], setting: Setting) -> Counts:
    """The number of centres of each power."""
    found = Counter(map(owners.get, setting.centres))
    return {power: found[power] for power in setting.powers}


def chart(
    before: Mapping[Code, Power], after: Position, variant: Variant, winter: Position | None = None
) -> list[Standing]:
    """The supply-centre chart of a position, compared with its owners `before`.

    `winter` is the position at the beginning of the adjustments that led to it, if it is after
    Winter.
    """
    book = variant.open(after)
    kept, fed = book.upkeeps(after), book.entitlements(after)
    ours, theirs = (held(owners, variant.setting.centres) for owners in (after.owners, before))
    old = book.upkeeps(winter) if winter else None
    found: list[Standing] = []
    for power in variant.setting.powers:
        now, then = ours[power], theirs[power]
        gained, lost = tuple(sorted(now - then)), tuple(sorted(then - now))
        built = kept[power] - old[power] if old else None
        same = tuple(sorted(now & then))
        standing = Standing(power, same, gained, lost, kept[power], fed[power], built)
        if standing.has or standing.lost or standing.units:
            found.append(standing)
    return found


def closes_year(turn: Turn) -> bool:
    """Were the centres counted at the end of this phase, or in it?"""
    before, after = turn.before.phase, turn.after.phase
    return "adjustments" in (before.step, after.step) or after.year > before.year


@dataclass(frozen=True, slots=True)
class Year:
    """One year of a game, with the position of its last phase.

    `counts` are the centres of each power, `fed` the units that they support.
    """

    name: str
    phase: Phase
    counts: Counts
    owners: Mapping[Code, Power]
    fed: Counts
    winners: tuple[Power, ...] = ()


def years(replay: Replay) -> list[Year]:
    """The years that were played to their count of centres, in order."""
    setting = replay.variant.setting
    found: dict[int, Year] = {}
    for stage in replay.stages:
        if closes_year(stage.turn) or stage.turn.winners:
            year = stage.phase.year
            name = setting.calendar.year_name(year)
            book, owners = replay.variant.open(stage.next), stage.next.owners
            won, _ = book.winners(stage.next)
            fed = book.entitlements(stage.next)
            found[year] = Year(name, stage.phase, counts(owners, setting), owners, fed, won)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of the table of years: the number of centres, its change, the units supported."""

    count: int
    change: int
    fed: int
    gone: bool = False
    won: bool = False


def table(replay: Replay) -> Iterator[tuple[Power, list[Cell]]]:
    """For each power its centres at the end of every year."""
    setting = replay.variant.setting
    start = replay.stages[0].turn.before if replay.stages else setting.start
    opening = counts(start.owners, setting)
    played = years(replay)
    for power in setting.powers:
        held_by = [opening[power], *(year.counts[power] for year in played)]
        yield (
            power,
            [
                Cell(now, now - last, year.fed[power], not now and not last, power in year.winners)
                for (last, now), year in zip(pairwise(held_by), played, strict=True)
            ],
        )


def goal_table(replay: Replay) -> list[tuple[str, str, list[Power | None]]]:
    """Each province that victory needs: its name, its home power (or empty), its owners by year.

    There is none if any centres count.
    """
    start = replay.variant.setting.start
    goals = [p.goal or () for p in replay.variant.open(start).progress(start).values()]
    needed = set[Code]().union(*goals)
    played = years(replay)
    return [
        (p.name, p.home or "", [year.owners.get(code) for year in played])
        for code, p in replay.variant.setting.board.provinces.items()
        if code in needed
    ]
