"""The phase that a game waits for: who must order, the orders received, and whether they fit."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import get_args

from builder.errors import SourceError, SourceMark
from builder.formats.game.typed_orders import TypedOrders
from builder.model.calendar import Phase
from builder.model.orders import Build, Disband, Order, Remove, Retreat, Waive, Written
from builder.model.setting import Setting
from builder.model.units import Code, Position, Power
from builder.notation.order_lines import OrderSituation
from builder.playback.replaying import Replay, replay
from builder.prose.english import plural
from builder.record import Record
from builder.rules.standard import Standard
from builder.variant import Variant

MOST_IDLE = 12  # phases in a row without a decision; after these the game is taken to be stuck
OVER = ("won", "draw", "conceded")
BETWEEN: Mapping[str, tuple[type[Order], ...]] = {
    "retreats": (Retreat, Disband), "adjustments": (Build, Remove, Waive, Disband),
}  # fmt: skip
STEPS = {**BETWEEN, "movement": tuple({*get_args(Order)}.difference(*BETWEEN.values()))}


@dataclass(frozen=True)
class DueSeason:
    """The next phase in which somebody has a decision, and the powers that have one. Its `title` is
    as in `Fall 1901, retreats`; its `deadline` is what the phase before says."""

    played: Replay
    position: Position
    owing: tuple[Power, ...]
    setting: Setting
    title: str
    deadline: str

    @property
    def book(self) -> Standard:
        """The rules, open at this phase."""
        return self.played.variant.open(self.position)

    @property
    def provinces_with_several(self) -> frozenset[Code]:
        """The provinces whose units may have several orders: halves of a unit, or several units."""
        units = [*self.position.units, *(lost.unit for lost in self.position.dislodged)]
        places = [unit.at.province for unit in units]
        counts = Counter(places)
        doubled = (unit.at.province for unit in units if unit.size > 1)
        return frozenset([*doubled, *(place for place, count in counts.items() if count > 1)])

    @cached_property
    def situations(self) -> Mapping[Power, OrderSituation]:
        """What each power may order: its units, in retreats those dislodged, and its builds."""
        step = self.position.phase.step
        dues = self.book.dues(self.position) if step == "adjustments" else {}
        situations = {}
        for power in self.setting.powers:
            units = [unit for unit in self.position.units if unit.power == power]
            if step == "retreats":
                lost = (dislodged.unit for dislodged in self.position.dislodged)
                units = [unit for unit in lost if unit.power == power]
            situations[power] = OrderSituation(tuple(units), dues.get(power, 0))
        return situations

    @property
    def is_over(self) -> bool:
        """Does the game take no more orders?"""
        won = any(stage.turn.winners for stage in self.played.stages)
        return self.played.record.result.kind in OVER or won

    def waits(self, phase: Phase | None) -> bool:
        """Do orders that name a phase wait for it? They do if it comes within a year: orders for a
        year later are a slip more often than not, and must not count when their author has
        forgotten them."""
        if phase is None:
            return False
        rank = self.setting.calendar.rank
        due = self.position.phase
        return rank(due) < rank(phase) < rank(due._replace(year=due.year + 1))

    def mismatch(self, typed: TypedOrders) -> str:
        """Why orders are not for this phase; empty if they are, or if some of them are."""
        title = self.setting.calendar.title
        phase = self.position.phase
        expected = f"{self.title} is due"
        orders = [*chain.from_iterable(typed.orders.values())]
        if self.is_over:
            return "the game is over"
        if typed.phase is not None and typed.phase != phase:
            return f"these are orders for {title(typed.phase)}; {expected}"
        misplaced = [written for written in orders if not self.is_of_step(written)]
        if orders and len(misplaced) == len(orders):
            first = misplaced[0]
            return f"line {first.line}: {first.text!r} is not an order for this phase; {expected}"
        here = {lost.unit.at.province for lost in self.position.dislodged}
        is_retreat = phase.step == "retreats"
        if orders and is_retreat and not any(written.home in here for written in orders):
            return f"no order is for a dislodged unit; {expected}"
        return ""

    def refusal(self, typed: TypedOrders) -> str:
        """Why the orders of a mail do not count now, and whether they wait; empty if they count."""
        why = self.mismatch(typed)
        if not why or self.is_over or typed.phase in (None, self.position.phase):
            return why
        then = "they are kept until then" if self.waits(typed.phase) else "they do not count"
        return f"{why}; {then}"

    def is_of_step(self, written: Written) -> bool:
        """Is it an order of the kind that this phase takes?"""
        return isinstance(written.order, STEPS[self.position.phase.step])

    def fitting(
        self, typed: TypedOrders, name: str
    ) -> tuple[dict[Power, tuple[Written, ...]], tuple[SourceError, ...]]:
        """The orders for this phase by power, and the mistake of each other one."""
        orders: dict[Power, tuple[Written, ...]] = {}
        errors = []
        for power, mine in typed.orders.items():
            for written in mine:
                if not self.is_of_step(written):
                    mark = SourceMark(name, written.line, 1, written.text, len(written.text))
                    why = f"not an order for this phase; {self.title} is due"
                    errors.append(SourceError(why, mark))
            fit = tuple(written for written in mine if self.is_of_step(written))
            if fit:
                orders[power] = fit
        return orders, tuple(errors)

    def repeats(self, typed: TypedOrders) -> str:
        """Why a text that names no phase seems to be that of the last phase again; else empty.

        A second `Build A War` in a mail is an order. A whole season that is added twice is not.
        """
        record = self.played.record
        step = self.position.phase.step
        typed_orders = chain.from_iterable(typed.orders.values())
        orders = {(written.issuer, written.text) for written in typed_orders}
        last = next((p for p in reversed(record.phases) if p.phase.step == step), None)
        if last is None or typed.phase is not None or not orders:
            return ""
        if not orders <= {(written.issuer, written.text) for written in last.orders}:
            return ""
        title = self.setting.calendar.title(last.phase)
        return f"these are the orders of {title} again; {self.title} is due"

    def count(self, given: Iterable[Power]) -> str:
        """`orders from 5 of 7 powers; none from Italy, Turkey`."""
        missing = [power for power in self.owing if power not in {*given}]
        received = len(self.owing) - len(missing)
        text = f"orders from {received} of {plural(len(self.owing), 'power')}"
        return f"{text}; none from {', '.join(missing)}" if missing else text


def due_season(variant: Variant, record: Record) -> DueSeason:
    """The phase that a game waits for; phases in which nobody has a decision are passed over."""
    played = replay(variant, record)
    position = played.final
    variant = played.variant
    for _ in range(MOST_IDLE):
        book = variant.open(position)
        if not book.idle():
            break
        position = book.play(()).after
    owing = variant.open(position).owing()
    setting = variant.setting
    deadline = record.phases[-1].deadline if record.phases else ""
    powers = tuple(power for power in setting.powers if power in owing)
    title = setting.calendar.title(position.phase)
    return DueSeason(played, position, powers, setting, title, deadline)
