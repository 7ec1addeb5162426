"""Replays a record: judges one phase after another and compares each with the record.

The ending and the votes are compared with the whole game, and every phase with other editions.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby
from typing import NamedTuple

from builder.model.calendar import Phase
from builder.model.findings import Turn
from builder.model.orders import Move
from builder.model.outcomes import VOCABULARIES, Outcome
from builder.model.units import Code, Dislodged, Position, Power, Unit
from builder.playback import comparison
from builder.playback.comparison import Comparison, Doubt, Verdict, absent, compare, overall
from builder.record import PhaseRecord, Record, Result, Ruling, Vote
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
        following = record.phases[i + 1 : i + 1 + SOON]
        movement = recorded.phase.step == "movement"
        missing = calendar.title(rests_on) if rests_on and not movement else ""
        if recorded.phase.step == "adjustments" and not owners_known:
            missing = "Who owned which centres"
        stage = judge(variant, position, recorded, record, following, missing)
        yield stage
        position = stage.next
        owners_known = owners_known or recorded.owners is not None
        if movement or (recorded.after and recorded.whole):
            unsure = stage.verdict == "not read" and recorded.after is None
            unread = recorded.phase if unsure else None


def _unrecorded(variant: Variant, position: Position, then: Phase) -> Iterator[tuple[Turn, bool]]:
    """The phases before a recorded one, each with whether nothing was due in it."""
    rank = variant.setting.calendar.rank
    while position.phase != then and rank(position.phase) < rank(then):
        book = variant.open(position)
        idle, turn = book.idle(), book.play(())
        yield turn, idle
        position = turn.after


def judge(
    variant: Variant,
    position: Position,
    recorded: PhaseRecord,
    record: Record,
    following: Sequence[PhaseRecord] = (),
    missing: str = "",
) -> Stage:
    """Adjudicate one recorded phase, compare it, and find the position from which play went on.
    `following` are the next recorded phases, whose orders show where units were. `missing` says
    what the phase rests on and is not recorded."""
    calendar, turn = variant.setting.calendar, variant.open(position).play(recorded.orders)
    owners = _counted(variant, turn) if recorded.owners or recorded.counts else turn.after.owners
    rulings = [r for r in record.rulings if r.phase == recorded.phase]
    words = VOCABULARIES[record.words]
    printed, ours = recorded.after, turn.after.units
    as_found = printed is not None and len(printed) == len(ours) and {*printed}.issuperset(ours)
    doubts = tuple(comparison.impossible(turn, recorded, variant.rulebook.sharing, as_found))
    comparisons = () if doubts else compare(turn, recorded, owners, rulings, words, as_found)
    unread = [Doubt("line", n.text, n.source) for n in recorded.notes if n.kind == "not read"]
    doubts += (*unread, *absent(turn.before, recorded))
    verdict = overall(comparisons, bool(doubts))
    agreed = verdict == "agrees" or {c.verdict for c in comparisons} <= {"agrees"}
    after = turn.after if agreed else _follow(variant, turn, recorded)
    if rulings and after is turn.after:
        after = _apply(variant, turn, rulings, after)
    if verdict == "differs":
        later = next((p for p in following if p.phase.step == "movement"), None)
        if recorded.after is None and later is not None:
            shown = _apply(variant, turn, _witnessed(comparisons, later), after)
            apart = len({u.at.province for u in shown.units}) == len(shown.units)
            if variant.rulebook.sharing or apart:
                after = shown
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


def _follow(variant: Variant, turn: Turn, recorded: PhaseRecord) -> Position:
    """The position from which play went on: the recorded one, or ours as far as none is."""
    after = turn.after
    if recorded.after is not None:
        ours = comparison.printed_of(recorded, after.units)
        if not comparison.alike(recorded.after, ours):
            rest = tuple(u for u in after.units if u not in ours)
            after = after._replace(units=comparison.matched(recorded.after, after.units) + rest)
    if recorded.dislodged is not None:
        units = [d.unit for d in turn.dislodged]
        printed = dict.fromkeys(comparison.matched(recorded.dislodged, units))
        fallen = {d.unit for d in turn.dislodged if d.refuges or d.unit in printed}
        if printed.keys() != fallen:
            known = {d.unit: d for d in turn.dislodged}
            lost = [known.get(u) or Dislodged(u, _attacker(u, turn, recorded)) for u in printed]
            after = after._replace(dislodged=tuple(lost))
            if after.dislodged and after.phase.step != "retreats":
                after = after._replace(phase=variant.setting.calendar.next(turn.before.phase))
    if recorded.owners is not None:  # the printed chart; of powers that it leaves out, as we find
        charted = set(recorded.owners.values())
        others = {code: power for code, power in after.owners.items() if power not in charted}
        if (owners := others | dict(recorded.owners)) != dict(after.owners):
            return after._replace(owners=owners)
    return _counted_again(variant, turn, after)


def _counted_again(variant: Variant, turn: Turn, after: Position) -> Position:
    """A changed position before Winter, with the owners that follow from it."""
    if after is turn.after or after.phase.step != "adjustments":
        return after
    return variant.open(turn.before).close_year(after._replace(owners=turn.before.owners))


def _attacker(unit: Unit, turn: Turn, recorded: PhaseRecord) -> Code | None:
    """The province from which the unit came that the record has in a dislodged unit's place; None
    if it came by convoy."""
    came = {u.power for u in recorded.after or () if u.at.province == unit.at.province}
    for a in turn.actions:
        if a.goal == unit.at.province and a.power in came:
            return None if isinstance(a.order, Move) and a.order.via else a.home
    return None


def _apply(variant: Variant, turn: Turn, rulings: Iterable[Ruling], after: Position) -> Position:
    """The position after rulings on moves: a unit is put where its ruling says."""
    for ruling in rulings:
        there = (a for a in turn.actions if a.home == ruling.at.province)
        action = next((a for a in there if ruling.power in (None, a.power)), None)
        if action is None or type(action.order) is not Move:
            continue
        done = turn.findings[action].value > 0
        ends = [action.unit, action.unit._replace(at=action.order.to)]
        if done != (ruling.outcome is Outcome.MOVED):
            was, now = reversed(ends) if done else ends
            after = after._replace(units=tuple(now if u == was else u for u in after.units))
    return _counted_again(variant, turn, after)


def _witnessed(comparisons: Iterable[Comparison], later: PhaseRecord) -> Iterator[Ruling]:
    """Rulings on moves with a disputed result, made from the orders of the next movement phase:
    they name the unit where it went, or where it stayed."""
    named = {(w.issuer, w.home) for w in later.orders}
    for c in comparisons:
        a = c.action
        if c.verdict != "differs" or a is None or a.goal is None or c.refuges is not None:
            continue
        went, stayed = ((a.power, place) in named for place in (a.goal, a.home))
        if went != stayed:
            outcome = Outcome.MOVED if went else Outcome.BOUNCED
            yield Ruling(later.phase, a.power, a.at, "", outcome, "", "")


def ending_faults(record: Record, stages: Sequence[Stage]) -> Iterator[tuple[int, str]]:
    """What does not fit, each fault with its line in the game file (1 if that is not known)."""
    result = record.result
    if not stages:
        return
    judged, final = stages[-1].turn.winners, alive(stages[-1].next)
    if result.kind == "won" and judged and {*result.powers} != {*judged}:
        said, found = " and ".join(result.powers), " and ".join(judged)
        yield 1, f"the record says that {said} won, the board {found}"
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
    ended = (result.kind, {*result.powers}) == (vote.kind, {*vote.powers})
    if vote.against and ended and result.at in (None, vote.phase):
        yield f"the game ended so, although {' and '.join(vote.against)} voted against it"


def alive(position: Position) -> set[Power]:
    """The powers with a unit or a centre."""
    units = (*position.units, *(lost.unit for lost in position.dislodged))
    return {unit.power for unit in units} | {*position.owners.values()}


class EditionShift(NamedTuple):
    """One phase under another edition: the units that differ, as played and otherwise."""

    edition: str
    phase: Phase
    played: tuple[Unit, ...]
    otherwise: tuple[Unit, ...]


def edition_shifts(played: Replay) -> Iterator[EditionShift]:
    """Every phase of a game whose outcome differs under another edition with its house rules, if it
    is judged from the position in which it was really played."""
    under = [(name, played.variant.under(name, played.record.house)) for name in EDITIONS]
    for stage in played.stages:
        ours, orders = standing(stage.turn), stage.recorded.orders if stage.recorded else ()
        for name, other in ((name, one) for name, one in under if one is not played.variant):
            theirs = standing(other.open(stage.turn.before).play(orders))
            if theirs != ours:
                gone, come = sorted(ours - theirs), sorted(theirs - ours)
                yield EditionShift(name, stage.phase, tuple(gone), tuple(come))


def standing(turn: Turn) -> frozenset[Unit]:
    """The units on the board after a phase, and those dislodged (with size -1)."""
    lost = {d.unit._replace(size=-1) for d in turn.dislodged}
    return frozenset(turn.after.units) | lost
