"""The results of a phase: what became of every order, and the position that follows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Order, Written
from builder.model.outcomes import Outcome
from builder.model.units import Dislodged, Location, Position, Power, Unit


class OrderResult(NamedTuple):
    """What became of one order of a phase, or of a unit without an order.

    `unit` acted, retreated, was built or was removed; of a divided unit it is the half. It is None
    for a waived build, and for an order that no unit carries out. `power` is the unit's, or without
    a unit the issuer of the order. `finding` has the reason. `written` is the order as recorded,
    None if there was none. `to` is where a retreat leads or a unit is built. In a movement phase
    `action` is what the unit did, `fault` why its order was not accepted, and `lost` says how the
    unit was dislodged. `carried_out` is False for an order that no unit carries out, because it was
    refused or repeats another one.
    """

    power: Power
    unit: Unit | None
    finding: Finding
    written: Written | None = None
    to: Location | None = None
    action: Action | None = None
    fault: Reason | None = None
    lost: Dislodged | None = None
    carried_out: bool = True

    @property
    def order(self) -> Order | None:
        """The order as it was read; None for a unit without one."""
        if self.action is not None:
            return self.action.meant
        return None if self.written is None else self.written.order

    @property
    def why(self) -> Reason:
        """Why the order was not accepted; of an accepted one, why it ended as it did."""
        return self.fault or self.finding.why

    @property
    def outcome(self) -> Outcome:
        """The outcome of the order, in the words that records use."""
        return self.why.outcome


@dataclass(eq=False, repr=False)  # freezing it would cost a hundredth of judging a phase
class Turn:
    """The result of one phase.

    `results` lists what became of every order. They are made from the judge's own containers when
    they are first asked for: the `actions` of a movement phase, their `findings`, and in `written`
    the order behind each action if there was one; the `ends` of retreats and adjustments; in
    `faults` the written orders that were not accepted, in `repeats` those that repeat another
    order and count with it. `dislodged` are the units dislodged in this phase, with their refuges.
    `after` is the position of the next phase. If centres were counted, `won` says whether a power
    has won, and `fed` how many units each power may have.

    >>> from builder import open_variant
    >>> standard = open_variant("standard")
    >>> turn = standard.open(standard.setting.start).play(())
    >>> turn.after.phase.season, turn.dislodged, len(turn.results)
    ('fall', (), 22)
    >>> str(turn.results[0].unit), turn.results[0].why.value, turn.results[0].outcome.value
    ('A Bud', 'held', 'held')
    """

    before: Position
    after: Position
    actions: tuple[Action, ...] = ()
    findings: Mapping[Action, Finding] = field(default_factory=dict)
    dislodged: tuple[Dislodged, ...] = ()
    ends: tuple[OrderResult, ...] = ()
    faults: Mapping[Written, Finding] = field(default_factory=dict)
    written: Mapping[Action, Written] = field(default_factory=dict)
    repeats: Mapping[Written, Finding] = field(default_factory=dict)
    won: Finding | None = None
    winners: tuple[Power, ...] = ()
    fed: Mapping[Power, int] = field(default_factory=dict)

    @cached_property
    def results(self) -> tuple[OrderResult, ...]:
        """What became of every order, and of every unit without one; last the orders that no unit
        carries out."""
        return (*self.by_action.values(), *self.ends, *self.beside)

    @cached_property
    def by_action(self) -> Mapping[Action, OrderResult]:
        """The results of a movement phase, each by what its unit did."""
        results = {}
        for action in self.actions:
            results[action] = OrderResult(
                power=action.power,
                unit=action.piece,
                finding=self.findings[action],
                written=self.written.get(action),
                action=action,
                fault=action.fault,
                lost=self.loss(action),
            )
        return results

    @cached_property
    def idle_convoys(self) -> tuple[Action, ...]:
        """The convoys of armies that went by land."""
        idle = Reason.CONVOY_IDLE
        return tuple(action for action in self.actions if self.findings[action].why is idle)

    @cached_property
    def beside(self) -> tuple[OrderResult, ...]:
        """The orders that no unit carries out: they repeat one that counts, or were refused because
        another one counts or the power has no such unit."""
        carried_out = {self.written.get(action) for action in self.actions}
        carried_out.update(end.written for end in self.ends)
        beside = []
        for written, finding in {**self.faults, **self.repeats}.items():
            if written not in carried_out:
                result = OrderResult(written.issuer, None, finding, written, carried_out=False)
                beside.append(result)
        return tuple(beside)

    @cached_property
    def refused(self) -> tuple[OrderResult, ...]:
        """The results of the orders that were not accepted."""
        return tuple(result for result in self.results if result.written in self.faults)

    def accepts(self, orders: Iterable[Written]) -> bool:
        """Was none of these orders refused?"""
        return self.faults.keys().isdisjoint(orders)

    def loss(self, action: Action) -> Dislodged | None:
        """How the unit of an action was dislodged; None if it was not, or if its half got away."""
        if action.goal is not None and self.findings[action].value:
            return None
        for lost in self.dislodged:
            if lost.unit in (action.unit, action.half):
                return lost
        return None
