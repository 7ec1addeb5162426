"""The position from which play went on after a phase that differs from what was printed.

Whatever is printed of the position counts: units, dislodged units, owners. Everything else is
derived from it again, as the rules derive it from a position of ours.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.model.findings import Action
from builder.model.orders import Move
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.results import Turn
from builder.model.units import Code, Dislodged, Position, Power, Unit
from builder.playback.comparison import Comparison, alike, matched, printed_of
from builder.record import PhaseRecord, Ruling
from builder.variant import Variant


def counted_owners(variant: Variant, turn: Turn) -> Mapping[Code, Power]:
    """The owner of each centre after a phase. If a retreat is still due before Winter, centres are
    counted without it, because a source that prints a chart there knows of none."""
    after = turn.after
    calendar = variant.setting.calendar
    if after.phase.step == "retreats" and calendar.next(after.phase).step == "adjustments":
        return variant.open(turn.before).close_year(after).owners
    return after.owners


class PrintedOutcome(NamedTuple):
    """The position after a phase, as far as its source prints it."""

    variant: Variant
    turn: Turn
    recorded: PhaseRecord

    def after(self, comparisons: Iterable[Comparison]) -> Position:
        """The next position: that of the turn itself if nothing else was printed."""
        after = self.turn.after
        units = self._units()
        dislodged = self._dislodged(comparisons)
        if dislodged is not None:
            off_board = {each.unit for each in dislodged}
            units = tuple(unit for unit in units if unit not in off_board)
        if dislodged is not None or units is not after.units:
            after = self._derived(units, after.dislodged if dislodged is None else dislodged)
        return self._with_printed_owners(after)

    def _units(self) -> Sequence[Unit]:
        """The printed units; those of powers that the source leaves out, as we find them."""
        ours = self.turn.after.units
        printed = self.recorded.after
        if printed is None:
            return ours
        comparable = printed_of(self.recorded, ours)
        if alike(printed, comparable):
            return ours
        rest = tuple(unit for unit in ours if unit not in comparable)
        return matched(printed, ours) + rest

    def _dislodged(self, comparisons: Iterable[Comparison]) -> tuple[Dislodged, ...] | None:
        """The printed dislodged units; None if they are those that we find."""
        ours = {d.unit: d for d in self.turn.dislodged}
        if self.recorded.dislodged is not None:
            printed = dict.fromkeys(matched(self.recorded.dislodged, ours))
            expected = {d.unit for d in self.turn.dislodged if d.refuges or d.unit in printed}
        else:
            printed = dict.fromkeys((*ours, *_marked_as_dislodged(comparisons)))
            expected = set(ours)
        if printed.keys() == expected:
            return None
        return tuple(ours.get(unit) or Dislodged(unit, self._origin(unit)) for unit in printed)

    def _origin(self, unit: Unit) -> Code | None:
        """The province from which the unit came that the record has in a dislodged unit's place;
        None if it came by convoy."""
        place = unit.at.province
        powers = {u.power for u in self.recorded.after or () if u.at.province == place}
        for action in self.turn.by_action:
            if action.goal == place and (action.power in powers or not powers):
                by_convoy = isinstance(action.order, Move) and action.order.via
                return None if by_convoy else action.home
        return None

    def _derived(self, units: Sequence[Unit], dislodged: Sequence[Dislodged]) -> Position:
        """The next position with these units: its step, its retreats, its year and its owners."""
        before = self.turn.before
        book = self.variant.open(before)
        following = self.variant.setting.calendar.next(before.phase)
        if before.phase.step == "movement":
            book.contested = self._contested(units)
            waiting = book.with_refuges(dislodged, units)
            after = book.after_moves(units, waiting)
            if waiting and after.phase != following:  # printed as waiting, though we find no refuge
                after = after._replace(phase=following, dislodged=waiting)
        else:
            after = Position(following, tuple(units), before.owners)
        after = after._replace(memory=self.turn.after.memory)
        if after.phase.step == "adjustments" and before.phase.step != "adjustments":
            return book.close_year(after)
        return book.open_year(after) if after.phase.year != before.phase.year else after

    def _contested(self, units: Iterable[Unit]) -> frozenset[Code]:
        """The provinces that a stand-off left empty, if these units are on the board."""
        occupied = {unit.at.province for unit in units}
        contested = set(self.turn.after.contested)
        for action, result in self.turn.by_action.items():
            if action.goal and result.finding.why.outcome is Outcome.BOUNCED:
                contested.add(action.goal)
        return frozenset(contested - occupied)

    def _with_printed_owners(self, after: Position) -> Position:
        """The position with the owners of a printed chart; those of powers that it leaves out are
        as we find."""
        if self.recorded.owners is None:
            return after
        charted = set(self.recorded.owners.values())
        others = {code: power for code, power in after.owners.items() if power not in charted}
        owners = others | dict(self.recorded.owners)
        return after if owners == dict(after.owners) else after._replace(owners=owners)


def _marked_as_dislodged(comparisons: Iterable[Comparison]) -> Iterator[Unit]:
    """The units that are printed as dislodged, with places to retreat to or not, and that we find
    where they were."""
    for c in comparisons:
        if c.verdict == "differs" and c.action is not None and c.refuges is None:
            printed = c.recorded.split(", ")
            if Outcome.DISLODGED in printed and DRIVEN_OUT.isdisjoint(c.computed.split(", ")):
                yield c.action.unit


def counted_again(variant: Variant, turn: Turn, after: Position) -> Position:
    """A changed position with the owners that follow from it, if the year is over."""
    if after.phase.step != "adjustments" or turn.before.phase.step == "adjustments":
        return after
    return variant.open(turn.before).close_year(after._replace(owners=turn.before.owners))


def after_rulings(
    variant: Variant, turn: Turn, rulings: Iterable[Ruling], after: Position
) -> Position:
    """The position after rulings on moves: a unit is put where its ruling says."""
    for ruling in rulings:
        action = _ruled_action(turn, ruling)
        if action is None or type(action.order) is not Move:
            continue
        moved = turn.by_action[action].finding.value > 0
        if moved == (ruling.outcome is Outcome.MOVED):
            continue
        at_start = action.unit
        at_goal = at_start._replace(at=action.order.to)
        if moved:
            after = _with_unit_replaced(after, at_goal, at_start)
        else:
            after = _with_unit_replaced(after, at_start, at_goal)
    return after if after is turn.after else counted_again(variant, turn, after)


def _ruled_action(turn: Turn, ruling: Ruling) -> Action | None:
    """The action of the unit that a ruling is about."""
    for action in turn.by_action:
        if action.home == ruling.at.province and ruling.power in (None, action.power):
            return action
    return None


def _with_unit_replaced(position: Position, unit: Unit, replacement: Unit) -> Position:
    units = tuple(replacement if each == unit else each for each in position.units)
    return position._replace(units=units)


def witnessed(comparisons: Iterable[Comparison], later: PhaseRecord) -> Iterator[Ruling]:
    """Rulings on moves with a disputed result, made from the orders of the next movement phase:
    they name the unit where it went, or where it stayed."""
    named = {(written.issuer, written.home) for written in later.orders}
    for comparison in comparisons:
        action = comparison.action
        if comparison.verdict != "differs" or comparison.refuges is not None:
            continue
        if action is None or action.goal is None:
            continue
        went = (action.power, action.goal) in named
        stayed = (action.power, action.home) in named
        if went != stayed:
            yield Ruling(
                phase=later.phase,
                power=action.power,
                at=action.at,
                order="",
                outcome=Outcome.MOVED if went else Outcome.BOUNCED,
                why="",
                source="",
            )
