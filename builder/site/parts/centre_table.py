"""The table of supply centres: who owned which, gained and lost, by phase and by year."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from builder.model.board import Province
from builder.model.calendar import Phase
from builder.model.setting import Setting
from builder.model.units import Code, Power, held
from builder.playback.replaying import Replay, Stage
from builder.prose.zine_report import chart_due
from builder.variant import Variant

Counts = dict[Power, int]


class Standing(NamedTuple):
    """One power in a supply-centre chart: the centres it kept, gained and lost, and its units.
    `units` are those that need support, `fed` those that its centres support. `built` are the
    units built in this Winter, below 0 those removed, None before Winter."""

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
    def winter(self) -> str:
        """`builds 2`, `removes 1` or `no change`; after Winter `built 1 of 2` or `1 unused`."""
        due, built = self.fed - self.units, self.built
        if built is not None and due > 0:
            return f"built {built} of {built + due}" if built > 0 else f"{due} unused"
        units = due if built is None else built
        more, fewer = ("builds", "removes") if built is None else ("built", "removed")
        return f"{more} {units}" if units > 0 else f"{fewer} {-units}" if units else "no change"


def counts(owners: Mapping[Code, Power], setting: Setting) -> Counts:
    """The number of centres of each power."""
    found = Counter(map(owners.get, setting.centres))
    return {power: found[power] for power in setting.powers}


def chart(replay: Replay, stage: Stage) -> list[Standing]:
    """The supply-centre chart at the end of a phase that changes one, compared with the year's
    beginning."""
    if not chart_due(stage.turn):
        return []
    first = next(s for s in replay.stages if s.phase.year == stage.phase.year)
    before, after, setting = first.turn.before, stage.next, replay.variant.setting
    book = replay.variant.open(after)
    kept, fed = book.upkeeps(after), book.entitlements(after)
    ours, theirs = (held(at.owners, setting.centres) for at in (after, before))
    old = book.upkeeps(stage.turn.before) if stage.phase.step == "adjustments" else None
    found: list[Standing] = []
    for power in setting.powers:
        now, then = ours[power], theirs[power]
        same, new, lost = (tuple(sorted(codes)) for codes in (now & then, now - then, then - now))
        built = kept[power] - old[power] if old else None
        standing = Standing(power, same, new, lost, kept[power], fed[power], built)
        if standing.has or standing.lost or standing.units:
            found.append(standing)
    return found


class Year(NamedTuple):
    """One year of a game, with the position of its last phase. `counts` are the centres of each
    power, `before` those at the end of the year before, `fed` the units that they support."""

    name: str
    phase: Phase
    counts: Counts
    before: Counts
    owners: Mapping[Code, Power]
    fed: Counts
    winners: tuple[Power, ...] = ()


@lru_cache(maxsize=8)
def years(replay: Replay) -> list[Year]:
    """The years that were played to their count of centres, in order."""
    setting = replay.variant.setting
    found: dict[int, Year] = {}
    start = replay.stages[0].turn.before if replay.stages else setting.start
    last = counts(start.owners, setting)
    for stage in replay.stages:
        (year, _, step), then, owners = stage.phase, stage.turn.after.phase, stage.next.owners
        counted = "adjustments" in (step, then.step) or then.year > year
        if counted or stage.turn.winners:
            before = found[year].before if year in found else last
            book, last = replay.variant.open(stage.next), counts(owners, setting)
            fed, (winners, *_) = book.entitlements(stage.next), book.winners(stage.next)
            name = setting.calendar.year_name(year)
            found[year] = Year(name, stage.phase, last, before, owners, fed, winners)
    return list(found.values())


def needed(variant: Variant) -> list[Province]:
    """The provinces that victory needs, by their home powers; none if any centres count."""
    start = variant.setting.start
    goals = [p.goal or () for p in variant.open(start).progress(start).values()]
    codes = set[Code]().union(*goals)
    found = [p for code, p in variant.setting.board.provinces.items() if code in codes]
    return sorted(found, key=lambda p: p.home or "")
