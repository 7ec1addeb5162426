"""Replays a record: judges one phase after another and compares each with the record.

The ending and the votes are compared with the whole game, and every phase with other editions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby
from typing import NamedTuple

from builder.model.calendar import Phase
from builder.model.outcomes import VOCABULARIES
from builder.model.results import Turn
from builder.model.units import Dislodged, Position, Power, Unit
from builder.playback.comparison import (
    Comparison,
    Doubt,
    Verdict,
    absent,
    compare,
    impossible_readings,
    overall,
)  # fmt: skip
from builder.playback.continuation import (
    PrintedOutcome,
    after_rulings,
    counted_owners,
    witnessed,
)  # fmt: skip
from builder.playback.unmarked_cuts import CutSupports
from builder.playback.unread_lines import (
    UnreadOrders,
    is_not_understood,
    key,
    units_in_question,
    unread_lines,
)
from builder.record import PhaseRecord, Record, Result, Vote
from builder.rules.editions import EDITIONS
from builder.variant import Variant

SOON = 4  # phases at most until the next movement


class Stage(NamedTuple):
    """One phase of a replay: what was recorded, what we find, and how the two compare.
    `next` is the position from which play went on; `followed` says that it is not ours. `doubts`
    are lines that were not read, and impossible readings."""

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
        dislodged = []
        for ours in self.turn.dislodged:
            place = ours.unit.at
            of_any_power = printed.get((place, None), ours.refuges)
            refuges = printed.get((place, ours.unit.power), of_any_power)
            dislodged.append(ours._replace(refuges=refuges))
        return tuple(dislodged)


@dataclass(frozen=True, eq=False)
class Replay:
    """A whole game replayed, as far as it was recorded, with a stage for each phase.
    `unmarked_cuts` is the number of supports that its source does not mark as cut because the cut
    changed nothing.

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
    unmarked_cuts: int = 0

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
    every_stage = tuple(walk(played, record))
    habit = _unmarked_cuts(played, every_stage)
    stages = tuple(_without(stage, habit) for stage in every_stage)
    final = stages[-1].next if stages else _opening(played, record)
    return Replay(played, record, stages, final, len(habit))


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


def _unmarked_cuts(variant: Variant, stages: Sequence[Stage]) -> list[Comparison]:
    """The differences of a game that are a habit of its source: it never marks a cut support if the
    cut changed nothing."""
    supports = CutSupports(variant)
    if any(stage.verdict == "differs" for stage in stages):
        for stage in stages:
            if stage.recorded is not None:
                supports.add(stage.turn, stage.recorded, stage.comparisons)
    return supports.habit()


def _without(stage: Stage, habit: Sequence[Comparison]) -> Stage:
    """A stage without the differences that are a habit of the source."""
    if not habit:
        return stage
    of_habit = {id(comparison) for comparison in habit}
    others = tuple(c for c in stage.comparisons if id(c) not in of_habit)
    if len(others) == len(stage.comparisons):
        return stage
    return stage._replace(comparisons=others, verdict=overall(others, bool(stage.doubts)))


def walk(variant: Variant, record: Record) -> Iterator[Stage]:
    """The stages of a replay, one after another."""
    calendar = variant.setting.calendar
    position = _opening(variant, record)
    opens = not record.phases or record.phases[0].phase == calendar.start
    owners_known = opens or record.start is None or record.start_owners is not None
    positions_printed = record.start is not None
    unread: Phase | None = None  # a phase before that was not read, since a printed position
    last_turn: Turn | None = None
    for index, recorded in enumerate(record.phases):
        rests_on = unread
        for turn, was_idle in _unrecorded(variant, position, recorded.phase):
            rests_on = position.phase if position.phase.step == "movement" else rests_on
            if not was_idle:
                yield Stage(
                    phase=position.phase, turn=turn, recorded=None, comparisons=(),
                    verdict="not recorded", next=turn.after,
                )  # fmt: skip
            position = turn.after
        if position.phase != recorded.phase and not recorded.orders:
            continue
        position = _position_in(recorded.phase, position, last_turn)
        if recorded.phase.step == "adjustments" and not owners_known:
            missing = "Who owned which centres"
        elif rests_on and not _all_there(position, recorded):
            missing = calendar.title(rests_on)
        else:
            missing = ""
        following = record.phases[index + 1 : index + 1 + SOON]
        sources = PhaseSources(record, following, missing, positions_printed)
        stage = judge(variant, position, recorded, sources)
        yield stage
        position = stage.next
        last_turn = stage.turn
        owners_known = owners_known or recorded.owners is not None
        positions_printed = recorded.after is not None
        unread = _unread_after(stage, recorded, unread)
        if _may_hide_orders(stage, record, variant):
            unread = recorded.phase


def _position_in(phase: Phase, position: Position, last_turn: Turn | None) -> Position:
    """A position in a recorded phase. If that is a retreat phase that we skip because no dislodged
    unit has a refuge, those units are still dislodged there. The package `diplomacy` holds such a
    phase: it lists occupied provinces as retreats of a unit that a convoyed army dislodged."""
    is_skipped = phase.step == "retreats" and position.phase != phase
    if is_skipped and last_turn is not None and last_turn.before.phase[:2] == phase[:2]:
        position = position._replace(dislodged=last_turn.dislodged)
    return position._replace(phase=phase)


def _unread_after(stage: Stage, recorded: PhaseRecord, before: Phase | None) -> Phase | None:
    """The phase that was not read and on which the position after a stage rests; `before` is the
    one on which the stage rested."""
    printed = recorded.after is not None and recorded.whole
    if stage.verdict == "not read" and not printed:
        return recorded.phase
    return None if recorded.after or recorded.phase.step == "movement" else before


def _may_hide_orders(stage: Stage, record: Record, variant: Variant) -> bool:
    """Does the position after a phase rest on lines that were not read? They may order a unit that
    has no other order, or one that is unknown, if the position before was taken from the orders."""
    recorded = stage.recorded
    if recorded is None or (recorded.after is not None and recorded.whole):
        return False
    lines = unread_lines(recorded.notes, variant.setting)
    starts = recorded is record.phases[0] and record.start is not None
    return bool(lines and (starts or units_in_question(stage.turn, recorded, lines)))


def _all_there(position: Position, recorded: PhaseRecord) -> bool:
    """Is it a movement, and is there a unit of its own power for each of its orders?"""
    if recorded.phase.step != "movement":
        return False
    occupied = {(unit.power, unit.at.province) for unit in position.units}
    return all((order.issuer, order.home) in occupied for order in recorded.orders)


def _unrecorded(
    variant: Variant, position: Position, recorded: Phase
) -> Iterator[tuple[Turn, bool]]:
    """The phases before a recorded one, each with whether nothing was due in it."""
    rank = variant.setting.calendar.rank
    while position.phase != recorded and rank(position.phase) < rank(recorded):
        book = variant.open(position)
        was_idle = book.idle()
        turn = book.play(())
        yield turn, was_idle
        position = turn.after


class PhaseSources(NamedTuple):
    """What else a phase is judged by: its record, and the next recorded phases, whose orders show
    where units were. `missing` is what its results rest on and is not recorded;
    `positions_printed` says that its units are those that the source has, not those that we find.
    """

    record: Record
    following: Sequence[PhaseRecord] = ()
    missing: str = ""
    positions_printed: bool = False

    @property
    def next_movement(self) -> PhaseRecord | None:
        """The next recorded movement phase."""
        return next((p for p in self.following if p.phase.step == "movement"), None)


def judge(
    variant: Variant, position: Position, recorded: PhaseRecord, sources: PhaseSources
) -> Stage:
    """Adjudicate one recorded phase, compare it, and find the position from which play went on."""
    return PhaseJudging(variant, position, recorded, sources).stage()


class PhaseJudging:
    """One recorded phase, adjudicated. `same_units` says that its printed position is ours."""

    def __init__(
        self, variant: Variant, position: Position, recorded: PhaseRecord, sources: PhaseSources
    ) -> None:
        self.variant = variant
        self.recorded = recorded
        self.sources = sources
        self.turn = variant.open(position).play(recorded.orders)
        self.rulings = [r for r in sources.record.rulings if r.phase == recorded.phase]
        lines = unread_lines(recorded.notes, variant.setting)
        self.unread = UnreadOrders(
            variant, self.turn, recorded, lines,
            open_ended=sources.positions_printed,
            starts=recorded is sources.record.phases[0],
        )  # fmt: skip
        self.same_units = _same_units(recorded.after, self.turn.after.units)

    def stage(self) -> Stage:
        """The phase compared with what was printed."""
        impossible = self._impossible_readings()
        all_comparisons = () if impossible else self.compared(self.turn)
        comparisons = self._without_removable(all_comparisons)
        rests_on_talk = len(comparisons) < len(all_comparisons)
        doubts = impossible + self._unread_and_absent(rests_on_talk)
        verdict = overall(comparisons, unread=bool(doubts))
        after = self._after(all_comparisons, verdict)
        missing = self._missing(comparisons) if verdict == "differs" else ""
        if missing:
            doubts += (Doubt("gap", missing, ""),)
            comparisons = tuple(c for c in comparisons if c.verdict != "differs")
            verdict = overall(comparisons, unread=True)
        return Stage(
            phase=self.recorded.phase,
            turn=self.turn,
            recorded=self.recorded,
            comparisons=comparisons,
            verdict=verdict,
            next=after,
            followed=after is not self.turn.after,
            doubts=doubts,
        )

    def _impossible_readings(self) -> tuple[Doubt, ...]:
        sharing = self.variant.rulebook.sharing
        return tuple(impossible_readings(self.turn, self.recorded, sharing, self.same_units))

    def _unread_and_absent(self, rests_on_talk: bool) -> tuple[Doubt, ...]:
        """The lines of the phase that were not read, with mere talk if a difference may rest on it,
        and the printed results of absent units."""
        notes = [
            note
            for note in self.recorded.notes
            if note.kind == "not read" or (rests_on_talk and is_not_understood(note))
        ]
        unread = tuple(Doubt("line", note.text, note.source) for note in notes)
        return unread + tuple(absent(self.turn.before, self.recorded))

    def compared(self, turn: Turn) -> tuple[Comparison, ...]:
        """All that is printed, compared with a turn of the phase."""
        owners = turn.after.owners
        if self.recorded.owners or self.recorded.counts:
            owners = counted_owners(self.variant, turn)
        return compare(
            turn,
            self.recorded,
            owners=owners,
            rulings=self.rulings,
            words=VOCABULARIES[self.sources.record.words],
            same_units=self.same_units and turn is self.turn,
        )

    def _without_removable(self, comparisons: tuple[Comparison, ...]) -> tuple[Comparison, ...]:
        """The comparisons without the differences that an unread line of the phase could remove."""
        if not self.unread.lines:
            return comparisons
        removable = self.unread.removable(comparisons, self.compared)
        return tuple(c for c in comparisons if key(c) not in removable)

    def _after(self, comparisons: tuple[Comparison, ...], verdict: Verdict) -> Position:
        """The position from which play went on: ours, unless another was printed."""
        turn = self.turn
        after = turn.after
        if any(c.verdict != "agrees" for c in comparisons):
            after = PrintedOutcome(self.variant, turn, self.recorded).after(comparisons)
        if self.rulings and after is turn.after:
            after = after_rulings(self.variant, turn, self.rulings, after)
        later = self.sources.next_movement
        if later is not None and self.recorded.after is None and verdict == "differs":
            after = self._as_ordered_later(comparisons, later, after)
        printed = self.recorded.after is not None and self.recorded.whole
        if self.unread.lines and turn.before.phase.step == "movement" and not printed:
            after = self.unread.located(self.sources.following, after)
        return after if self._fits_what_follows(after) else turn.after

    def _as_ordered_later(
        self, comparisons: tuple[Comparison, ...], later: PhaseRecord, after: Position
    ) -> Position:
        """The position in which units of disputed moves are where the next orders name them; the
        same one if two of them would share a province."""
        rulings = witnessed(comparisons, later)
        as_ordered = after_rulings(self.variant, self.turn, rulings, after)
        provinces = {unit.at.province for unit in as_ordered.units}
        apart = len(provinces) == len(as_ordered.units)
        return as_ordered if self.variant.rulebook.sharing or apart else after

    def _fits_what_follows(self, after: Position) -> bool:
        """Does the next recorded phase fit a printed position at least as well as ours? It does not
        if it differs from there, but agrees when judged from our position: then only this phase
        was misprinted."""
        if after is self.turn.after or not self.sources.following:
            return True
        first = self.sources.following[0]
        sources = PhaseSources(self.sources.record)
        if self._verdict_on(first, after, sources) != "differs":
            return True
        return self._verdict_on(first, self.turn.after, sources) != "agrees"

    def _verdict_on(
        self, following: PhaseRecord, position: Position, sources: PhaseSources
    ) -> Verdict:
        """The verdict on the next recorded phase, if it is judged from a position."""
        for turn, _ in _unrecorded(self.variant, position, following.phase):
            position = turn.after
        if position.phase != following.phase:
            return "not recorded"
        return judge(self.variant, position, following, sources).verdict

    def _missing(self, comparisons: tuple[Comparison, ...]) -> str:
        """What the differences rest on that is not recorded, if anything."""
        if self.sources.missing or not self.sources.following:
            return self.sources.missing
        differing = [c for c in comparisons if c.verdict == "differs"]
        if any(c.result or c.refuges for c in differing):
            return ""
        # only a printed position differs: a phase in between may be missing
        following = self.sources.following[0].phase
        title = self.variant.setting.calendar.title
        for turn, was_idle in _unrecorded(self.variant, self.turn.after, following):
            if not was_idle:
                return title(turn.before.phase)
        return ""


def _same_units(printed: Sequence[Unit] | None, ours: Sequence[Unit]) -> bool:
    """Are the units of a printed position, in whatever order, exactly ours?"""
    if printed is None or len(printed) != len(ours):
        return False
    return set(printed).issuperset(ours)


def ending_faults(record: Record, stages: Sequence[Stage]) -> Iterator[tuple[int, str]]:
    """What does not fit, each fault with its line in the game file (1 if that is not known)."""
    result = record.result
    if not stages:
        return
    winners = stages[-1].turn.winners
    final = alive(stages[-1].next)
    if result.kind == "won" and winners and set(result.powers) != set(winners):
        recorded = " and ".join(result.powers)
        yield 1, f"the record says that {recorded} won, the board {' and '.join(winners)}"
    for power in result.powers:
        if power not in final:
            yield 1, f"{power} is in the result, without a unit or a centre at the end"
    for vote in record.votes:
        later = {*dropwhile(vote.phase.__ne__, (recorded.phase for recorded in record.phases))}
        played = (stage.turn.before for stage in stages if stage.phase in later)
        left = alive(next(played, stages[-1].next))  # a phase in which nothing was due has none
        yield from ((vote.line, fault) for fault in _vote_faults(vote, left, result))


def _vote_faults(vote: Vote, left: set[Power], result: Result) -> Iterator[str]:
    for power in dict.fromkeys((*vote.powers, *vote.favour, *vote.against)):
        if power not in left:
            yield f"{power} is out of the game when the vote is taken"
        elif power in vote.favour and power in vote.against:
            yield f"{power} voted for and against"
    ended = result.kind == vote.kind and set(result.powers) == set(vote.powers)
    if vote.against and ended and result.at in (None, vote.phase):
        yield f"the game ended so, although {' and '.join(vote.against)} voted against it"


def alive(position: Position) -> set[Power]:
    """The powers with a unit or a centre."""
    on_board = {unit.power for unit in position.units}
    dislodged = {each.unit.power for each in position.dislodged}
    return on_board | dislodged | set(position.owners.values())


class UnitAfter(NamedTuple):
    """A unit after a phase, on the board or dislodged."""

    unit: Unit
    dislodged: bool = False


class EditionShift(NamedTuple):
    """One phase under another edition: the units that differ, as played and otherwise."""

    edition: str
    phase: Phase
    played: tuple[UnitAfter, ...]
    otherwise: tuple[UnitAfter, ...]


def edition_shifts(played: Replay) -> Iterator[EditionShift]:
    """Every phase of a game whose outcome differs under another edition with its house rules, if it
    is judged from the position in which it was really played."""
    house = played.record.house
    variants = {name: played.variant.under(name, house) for name in EDITIONS}
    for stage in played.stages:
        orders = stage.recorded.orders if stage.recorded else ()
        ours = units_after(stage.turn)
        for name, variant in variants.items():
            if variant is played.variant:
                continue
            theirs = units_after(variant.open(stage.turn.before).play(orders))
            if theirs != ours:
                gone = tuple(sorted(ours - theirs))
                come = tuple(sorted(theirs - ours))
                yield EditionShift(name, stage.phase, gone, come)


def units_after(turn: Turn) -> frozenset[UnitAfter]:
    """The units on the board after a phase, and those dislodged in it."""
    on_board = {UnitAfter(unit) for unit in turn.after.units}
    fallen = {UnitAfter(lost.unit, dislodged=True) for lost in turn.dislodged}
    return frozenset(on_board | fallen)
