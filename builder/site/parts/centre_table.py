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


class ChartRow(NamedTuple):
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
        due = self.fed - self.units
        built = self.built
        if built is not None and due > 0:
            return f"built {built} of {built + due}" if built > 0 else f"{due} unused"
        units = due if built is None else built
        more, fewer = ("builds", "removes") if built is None else ("built", "removed")
        return f"{more} {units}" if units > 0 else f"{fewer} {-units}" if units else "no change"


def counts(owners: Mapping[Code, Power], setting: Setting) -> Counts:
    """The number of centres of each power."""
    count_of = Counter(map(owners.get, setting.centres))
    return {power: count_of[power] for power in setting.powers}


def chart(replay: Replay, stage: Stage) -> list[ChartRow]:
    """The supply-centre chart at the end of a phase that changes one, compared with the year's
    beginning."""
    if not chart_due(stage.turn):
        return []
    first = next(s for s in replay.stages if s.phase.year == stage.phase.year)
    before = first.turn.before
    after = stage.next
    setting = replay.variant.setting
    book = replay.variant.open(after)
    upkeeps = book.upkeeps(after)
    fed = book.entitlements(after)
    centres_after = held(after.owners, setting.centres)
    centres_before = held(before.owners, setting.centres)
    old_upkeeps = book.upkeeps(stage.turn.before) if stage.phase.step == "adjustments" else None
    rows: list[ChartRow] = []
    for power in setting.powers:
        owned = centres_after[power]
        owned_before = centres_before[power]
        row = ChartRow(
            power=power,
            kept=tuple(sorted(owned & owned_before)),
            gained=tuple(sorted(owned - owned_before)),
            lost=tuple(sorted(owned_before - owned)),
            units=upkeeps[power],
            fed=fed[power],
            built=upkeeps[power] - old_upkeeps[power] if old_upkeeps else None,
        )
        if row.has or row.lost or row.units:
            rows.append(row)
    return rows


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


@lru_cache(maxsize=2)
def years(replay: Replay) -> list[Year]:
    """The years that were played to their count of centres, in order."""
    setting = replay.variant.setting
    year_of: dict[int, Year] = {}
    start = replay.stages[0].turn.before if replay.stages else setting.start
    last = counts(start.owners, setting)
    for stage in replay.stages:
        year = stage.phase.year
        following = stage.turn.after.phase
        owners = stage.next.owners
        is_winter = "adjustments" in (stage.phase.step, following.step)
        if is_winter or following.year > year or stage.turn.winners:
            before = year_of[year].before if year in year_of else last
            book = replay.variant.open(stage.next)
            last = counts(owners, setting)
            fed = book.entitlements(stage.next)
            winners, _ = book.winners(stage.next)
            year_of[year] = Year(
                name=setting.calendar.year_name(year),
                phase=stage.phase,
                counts=last,
                before=before,
                owners=owners,
                fed=fed,
                winners=winners,
            )
    return list(year_of.values())


def needed(variant: Variant) -> list[Province]:
    """The provinces that victory needs, by their home powers; none if any centres count."""
    start = variant.setting.start
    goals = [p.goal or () for p in variant.open(start).progress(start).values()]
    codes = set[Code]().union(*goals)
    provinces = [p for code, p in variant.setting.board.provinces.items() if code in codes]
    return sorted(provinces, key=lambda province: province.home or "")
