"""Replays a record: judges one phase after another and compares each with the record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Self

from builder.model.calendar import Calendar, Phase
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
    final = stages[-1].next if stages else opening(played, record)
    return Replay(played, record, stages, final)


def under(variant: Variant, record: Record) -> Variant:
    """The variant under the game's edition, house rules and options."""
    return variant.under(record.edition, record.house).playing(record.options, record.id)


def opening(variant: Variant, record: Record) -> Position:
    """The position at the start of the game: the variant's, or what the record says."""
    start = variant.setting.start
    if record.start is not None:
        start = start._replace(units=record.start)
    if record.start_owners is not None:
        start = start._replace(owners=record.start_owners)
    return start._replace(dislodged=record.start_dislodged, contested=record.start_contested)


class Basis(NamedTuple):
    """What retreats and adjustments rest on.

    `owners_known` says whether the owners of the centres are; `unread` is the last movement phase
    if it was not read in full.
    """

    owners_known: bool
    unread: Phase | None = None

    def missing(self, phase: Phase, unrecorded: Phase | None, calendar: Calendar) -> str:
        """What a phase rests on and is not recorded, in words; empty for a movement phase.

        `unrecorded` is a movement phase that was passed over just before.
        """
        if phase.step == "adjustments" and not self.owners_known:
            return "Who owned which centres"
        rests_on = None if phase.step == "movement" else unrecorded or self.unread
        return calendar.title(rests_on) if rests_on else ""

    def after(self, stage: Stage, recorded: PhaseRecord) -> Self:
        """The basis of the next phase."""
        found = self._replace(owners_known=self.owners_known or recorded.owners is not None)
        if recorded.phase.step == "movement" or (recorded.after and recorded.whole):
            unsure = stage.verdict == "not read" and recorded.after is None
            found = found._replace(unread=recorded.phase if unsure else None)
        return found


def walk(variant: Variant, record: Record) -> Iterator[Stage]:
    """The stages of a replay, one after another."""
    calendar = variant.setting.calendar
    position = opening(variant, record)
    if record.phases and record.start is not None:
        position = position._replace(phase=record.phases[0].phase)
        if position.dislodged:
            position = position._replace(dislodged=variant.open(position).driven_out())
    opens = not record.phases or record.phases[0].phase == calendar.start
    basis = Basis(opens or record.start is None or record.start_owners is not None)
    for i, recorded in enumerate(record.phases):
        unrecorded: Phase | None = None
        while calendar.rank(position.phase) < calendar.rank(recorded.phase):
            unrecorded = position.phase if position.phase.step == "movement" else unrecorded
            book = variant.open(position)
            idle = book.idle()
            turn = book.play(())
            if not idle:
                yield Stage(position.phase, turn, None, (), "not recorded", turn.after)
            position = turn.after
        if position.phase != recorded.phase:
            if not recorded.orders:
                continue
            position = position._replace(phase=recorded.phase)
        rulings = [r for r in record.rulings if r.phase == recorded.phase]
        words, following = VOCABULARIES[record.words], record.phases[i + 1 : i + 1 + SOON]
        missing = basis.missing(recorded.phase, unrecorded, calendar)
        stage = judge(variant, position, recorded, rulings, words, following, missing)
        yield stage
        position = stage.next
        basis = basis.after(stage, recorded)


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
    turn = variant.open(position).play(recorded.orders)
    owners = counted(variant, turn) if recorded.owners or recorded.counts else turn.after.owners
    doubts = tuple(impossible(turn, recorded, variant.sharing))
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
        if variant.sharing or len({u.at.province for u in shown.units}) == len(shown.units):
            after = shown
    if verdict == "differs":
        if not missing and following and not _on_orders(comparisons):
            skipped = unrecorded_phase(variant, turn.after, following[0].phase)
            missing = variant.setting.calendar.title(skipped) if skipped else ""
        if missing:
            doubts += (Doubt("gap", missing, ""),)
            comparisons = tuple(c for c in comparisons if c.verdict != "differs")
            verdict = overall(comparisons, True)
    followed = after is not turn.after
    return Stage(recorded.phase, turn, recorded, comparisons, verdict, after, followed, doubts)


def _on_orders(comparisons: Iterable[Comparison]) -> bool:
    """Does the result of an order differ, and not only a printed position?"""
    differing = (c for c in comparisons if c.verdict == "differs")
    return any(c.action or c.fate or c.written or c.refuges for c in differing)


def unrecorded_phase(variant: Variant, after: Position, then: Phase) -> Phase | None:
    """The first phase before the next recorded one in which something was due; None if none."""
    rank = variant.setting.calendar.rank
    while rank(after.phase) < rank(then):
        book = variant.open(after)
        if not book.idle():
            return after.phase
        after = book.play(()).after
    return None


def counted(variant: Variant, turn: Turn) -> Mapping[Code, Power]:
    """The owner of each centre after a phase. If a retreat is still due before Winter, centres are
    counted without it, because a source that prints a chart there knows of none."""
    after, calendar = turn.after, variant.setting.calendar
    if after.phase.step == "retreats" and calendar.next(after.phase).step == "adjustments":
        return variant.open(turn.before).close_year(after).owners
    return after.owners
