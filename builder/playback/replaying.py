"""Replays a record: judges one phase after another and compares each with the record."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from builder.model.calendar import Phase
from builder.model.findings import Turn
from builder.model.outcomes import VOCABULARIES, Vocabulary
from builder.model.position import Position
from builder.model.units import Code, Dislodged, Power
from builder.playback.comparison import Comparison, Verdict
from builder.playback.doubts import Doubt, absent, impossible, unread
from builder.playback.next_position import apply, follow, witnessed
from builder.playback.verdict import compare, overall
from builder.record import PhaseRecord, Record, Ruling
from builder.variant import Variant

SOON = 4  # phases at most until the next movement


class Stage(NamedTuple):
    """One phase of a replay: what was recorded, what we find, and how the two compare.

    `next` is the position from which play went on; `followed` says that it is not ours. `doubts`
    are lines that were not read, and impossible readings.
    """

    phase: Phase
    turn: Turn
    recorded: PhaseRecord | None
    comparisons: tuple[Comparison, ...]
    verdict: Verdict
    next: Position
    followed: bool = False
    doubts: tuple[Doubt, ...] = ()

    @property
    def dislodged(self) -> tuple[Dislodged, ...]:
        """The dislodged units, with their retreats as printed, otherwise as we find."""
        results = self.recorded.results if self.recorded else ()
        printed = {(p.at, p.power): p.options for p in results if p.options is not None}
        found = []
        for d in self.turn.dislodged:
            of_any_power = printed.get((d.unit.at, None), d.refuges)
            found.append(d._replace(refuges=printed.get((d.unit.at, d.unit.power), of_any_power)))
        return tuple(found)


@dataclass(frozen=True, eq=False)
class Replay:
    """A whole game replayed, as far as it was recorded, with a stage for each phase.

    >>> from builder import Archive, replay
    >>> archive = Archive.open()
    >>> record = archive.game("1998v")
    >>> game = replay(archive.variant(record.variant), record)
    >>> game.stages[0].verdict
    'agrees'
    """

    variant: Variant
    record: Record
    stages: tuple[Stage, ...]
    final: Position

    def seasons(self) -> Iterator[tuple[Stage, ...]]:
        """The phases of each season, one season after another."""
        for _, stages in groupby(self.stages, key=lambda stage: stage.phase[:2]):
            yield tuple(stages)


def replay(variant: Variant, record: Record) -> Replay:
    """Replay a record under its edition and house rules, and compare it with what was printed.

    >>> from builder import Archive, replay
    >>> archive = Archive.open()
    >>> record = archive.game("unicorn-2004")
    >>> replay(archive.variant(record.variant), record).final.phase.year > 1901
    True
    """
    played = under(variant, record)
    stages = tuple(walk(played, record))
    final = stages[-1].next if stages else _opening(played, record)
    return Replay(played, record, stages, final)


def under(variant: Variant, record: Record) -> Variant:
    """The variant under the game's edition, house rules and options."""
    return variant.under(record.edition, record.house).playing(record.options, record.id)


def _opening(variant: Variant, record: Record) -> Position:
    """The position at the start of the game: the variant's, or what the record says."""
    start = variant.setting.start
    if record.start is not None:
        phase = record.phases[0].phase if record.phases else start.phase
        start = start._replace(units=record.start, phase=phase)
    if record.start_owners is not None:
        start = start._replace(owners=record.start_owners)
    start = start._replace(dislodged=record.start_dislodged, contested=record.start_contested)
    if start.dislodged:
        start = start._replace(dislodged=variant.open(start).driven_out())
    return start


def walk(variant: Variant, record: Record) -> Iterator[Stage]:
    """The stages of a replay, one after another."""
    calendar = variant.setting.calendar
    position = _opening(variant, record)
    opens = not record.phases or record.phases[0].phase == calendar.start
    owners_known = opens or record.start is None or record.start_owners is not None
    unread: Phase | None = None  # the last movement phase, if it was not read in full
    for i, recorded in enumerate(record.phases):
        rests_on = unread
        for turn, idle in _unrecorded(variant, position, recorded.phase):
            rests_on = position.phase if position.phase.step == "movement" else rests_on
            if not idle:
                yield Stage(position.phase, turn, None, (), "not recorded", turn.after)
            position = turn.after
        if position.phase != recorded.phase:
            if not recorded.orders:
                continue
            position = position._replace(phase=recorded.phase)
        rulings = [r for r in record.rulings if r.phase == recorded.phase]
        words, following = VOCABULARIES[record.words], record.phases[i + 1 : i + 1 + SOON]
        movement = recorded.phase.step == "movement"
        missing = calendar.title(rests_on) if rests_on and not movement else ""
        if recorded.phase.step == "adjustments" and not owners_known:
            missing = "Who owned which centres"
        stage = judge(variant, position, recorded, rulings, words, following, missing)
        yield stage
        position = stage.next
        owners_known = owners_known or recorded.owners is not None
        if movement or (recorded.after and recorded.whole):
            unsure = stage.verdict == "not read" and recorded.after is None
            unread = recorded.phase if unsure else None


def _unrecorded(variant: Variant, position: Position, then: Phase) -> Iterator[tuple[Turn, bool]]:
    """The phases before a recorded one, each with whether nothing was due in it."""
    rank = variant.setting.calendar.rank
    while rank(position.phase) < rank(then):
        book = variant.open(position)
        idle, turn = book.idle(), book.play(())
        yield turn, idle
        position = turn.after


def judge(
    variant: Variant,
    position: Position,
    recorded: PhaseRecord,
    rulings: list[Ruling],
    words: Vocabulary,
    following: Sequence[PhaseRecord] = (),
    missing: str = "",
) -> Stage:
    """Adjudicate one recorded phase, compare it, and find the position from which play went on.

    `words` is the source's vocabulary. `following` are the next recorded phases, whose orders show
    where units were. `missing` says what the phase rests on and is not recorded.
    """
    calendar, turn = variant.setting.calendar, variant.open(position).play(recorded.orders)
    owners = _counted(variant, turn) if recorded.owners or recorded.counts else turn.after.owners
    doubts = tuple(impossible(turn, recorded, variant.rulebook.sharing))
    comparisons = () if doubts else compare(turn, recorded, owners, rulings, words)
    doubts += (*unread(recorded), *absent(turn.before, recorded))
    verdict = overall(comparisons, bool(doubts))
    agreed = all(c.verdict not in ("differs", "ruled") for c in comparisons)
    after = turn.after if agreed else follow(variant, turn, recorded)
    if rulings and after is turn.after:
        after = apply(variant, turn, rulings)
    later = next((p for p in following if p.phase.step == "movement"), None)
    if verdict == "differs" and recorded.after is None and later is not None:
        shown = apply(variant, turn, [*witnessed(comparisons, later)], after)
        apart = len({u.at.province for u in shown.units}) == len(shown.units)
        if variant.rulebook.sharing or apart:
            after = shown
    if verdict == "differs":
        differing = [c for c in comparisons if c.verdict == "differs"]
        on_orders = any(c.action or c.fate or c.written or c.refuges for c in differing)
        if not missing and following and not on_orders:  # only a printed position differs
            between = _unrecorded(variant, turn.after, following[0].phase)
            titles = (calendar.title(t.before.phase) for t, idle in between if not idle)
            missing = next(titles, "")
        if missing:
            doubts += (Doubt("gap", missing, ""),)
            comparisons = tuple(c for c in comparisons if c.verdict != "differs")
            verdict = overall(comparisons, True)
    followed = after is not turn.after
    return Stage(recorded.phase, turn, recorded, comparisons, verdict, after, followed, doubts)


def _counted(variant: Variant, turn: Turn) -> Mapping[Code, Power]:
    """The owner of each centre after a phase. If a retreat is still due before Winter, centres are
    counted without it, because a source that prints a chart there knows of none."""
    after, calendar = turn.after, variant.setting.calendar
    if after.phase.step == "retreats" and calendar.next(after.phase).step == "adjustments":
        return variant.open(turn.before).close_year(after).owners
    return after.owners
