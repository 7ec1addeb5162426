"""The phase that a game waits for: who must order, the orders received, and whether they fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, get_args

from builder.errors import ArchiveError, Mistakes
from builder.formats.game.phases import due_time
from builder.formats.game.typed_orders import TypedOrders, phase_in, read_typed, unread
from builder.mails.inbox import Inbox, Message
from builder.model.calendar import Phase
from builder.model.findings import Reason
from builder.model.orders import Build, Disband, Order, Remove, Retreat, Waive, Written
from builder.model.position import Position
from builder.model.units import Power
from builder.playback.replaying import Replay, replay
from builder.prose.english import wrapped
from builder.prose.names import standing, written_text
from builder.prose.reasons import flat, reason_of_fate, refusal
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
    """The next phase in which somebody has a decision, and the powers that have one."""

    played: Replay
    position: Position
    owing: tuple[Power, ...]

    @property
    def title(self) -> str:
        """`Fall 1901, retreats`."""
        return self.played.variant.setting.calendar.title(self.position.phase)

    @property
    def deadline(self) -> str:
        """When its orders are due, as the phase before says."""
        phases = self.played.record.phases
        return phases[-1].deadline if phases else ""

    def late(self, when: datetime) -> str:
        """`after the deadline, …` if that time is past it; else empty."""
        end = due_time(self.deadline)
        return f"after the deadline, {self.deadline}" if end and when > end else ""

    @property
    def book(self) -> Standard:
        """The rules, open at this phase."""
        return self.played.variant.open(self.position)

    def read(
        self, message: Message, name: str, power: Power | None = None, phase: Phase | None = None
    ) -> TypedOrders:
        """The orders of a mail or a text; its subject may name the phase."""
        setting = self.played.variant.setting
        named = phase or phase_in(message.subject, setting.calendar)
        units = (*self.position.units, *(d.unit for d in self.position.dislodged))
        places = [u.at.province for u in units]
        several = {u.at.province for u in units if u.size > 1 or places.count(u.at.province) > 1}
        now = named or self.position.phase
        typed = read_typed(message.text, name, setting, now, power, several)
        if named and typed.phase is None:
            typed = replace(typed, phase=named)
        return typed

    def mismatch(self, typed: TypedOrders) -> str:
        """Why orders are not for this phase; empty if they may be."""
        record, phase = self.played.record, self.position.phase
        expected = f"{self.title} is due"
        orders = [w for mine in typed.orders.values() for w in mine]
        if record.result.kind in OVER or any(s.turn.winners for s in self.played.stages):
            return "the game is over"
        if typed.phase is not None and typed.phase != phase:
            calendar = self.played.variant.setting.calendar
            return f"these are orders for {calendar.title(typed.phase)}; {expected}"
        for w in orders:
            if not isinstance(w.order, STEPS[phase.step]):
                return f"line {w.line}: {w.text!r} is not an order for this phase; {expected}"
        here = {d.unit.at.province for d in self.position.dislodged}
        if orders and phase.step == "retreats" and not any(w.home in here for w in orders):
            return f"no order is for a dislodged unit; {expected}"
        return "" if typed.phase else self.again(typed)

    def again(self, typed: TypedOrders) -> str:
        """A warning if the same orders were given in the last phase of this kind; else empty."""
        given = {(w.issuer, w.text) for mine in typed.orders.values() for w in mine}
        played, step = reversed(self.played.record.phases), self.position.phase.step
        last = next((p for p in played if p.phase.step == step), None)
        if not given or last is None or not given <= {(w.issuer, w.text) for w in last.orders}:
            return ""
        before = self.played.variant.setting.calendar.title(last.phase)
        return f"these are the orders of {before} again; {self.title} is due"

    def count(self, given: Iterable[Power]) -> str:
        """`orders from 5 of 7 powers; none from Italy, Turkey`."""
        missing = [power for power in self.owing if power not in {*given}]
        text = f"orders from {len(self.owing) - len(missing)} of {len(self.owing)} powers"
        return f"{text}; none from {', '.join(missing)}" if missing else text


def due_season(variant: Variant, record: Record) -> DueSeason:
    """The phase that a game waits for; phases in which nobody has a decision are passed over."""
    played = replay(variant, record)
    position, variant = played.final, played.variant
    for _ in range(MOST_IDLE):
        book = variant.open(position)
        if not book.idle():
            break
        position = book.play(()).after
    return DueSeason(played, position, _owing(variant.open(position), variant, position))


def _owing(book: Standard, variant: Variant, position: Position) -> tuple[Power, ...]:
    powers, step = variant.setting.powers, position.phase.step
    if step == "adjustments":
        dues = book.dues(position)
        return tuple(power for power in powers if book.adjustable(power, dues.get(power, 0)))
    driven_out = (d.unit for d in position.dislodged if d.refuges)
    owing = {unit.power for unit in (position.units if step == "movement" else driven_out)}
    return tuple(power for power in powers if power in owing)


class Gathered(NamedTuple):
    """The orders that count from all mails of a phase, the powers that sent none, the mistakes in
    these mails, the mails that do not count, and each text of press with its power."""

    orders: Mapping[Power, tuple[Written, ...]]
    nmr: tuple[Power, ...]
    mistakes: tuple[str, ...]
    ignored: tuple[str, ...]
    press: tuple[tuple[str, str], ...] = ()


class ReadMail(NamedTuple):
    """A mail's power, if that is known, its orders, and why it does not count."""

    power: Power | None
    typed: TypedOrders | None = None
    why: str = ""


def read_mail(
    due: DueSeason, inbox: Inbox, message: Message, name: str, power: Power | None
) -> ReadMail:
    """Read a mail for the phase that is due."""
    try:
        power = power or inbox.sender(message)
        typed = due.read(message, name, power)
        return ReadMail(power, typed, due.mismatch(typed))
    except ArchiveError as error:
        return ReadMail(power, None, str(error))


def gathered(due: DueSeason, inbox: Inbox) -> Gathered:
    """The orders of each power from its latest mail that has any."""
    orders: dict[Power, tuple[Written, ...]] = {}
    nmr: dict[Power, None] = {}
    mistakes: dict[object, str] = {}
    ignored: list[str] = []
    press: dict[tuple[str, str], None] = {}
    for kept in inbox.mails(due.position.phase):
        power, typed, why = read_mail(due, inbox, kept.message, str(kept.path), kept.power)
        if why or typed is None:
            ignored.append(f"{kept.path}: {why}")
            continue
        if typed.press:
            press[power or "", typed.press] = None
        for whose, mine in typed.orders.items():
            orders[whose] = mine
            nmr.pop(whose, None)
            mistakes.pop(whose, None)
        nmr |= dict.fromkeys(p for p in typed.nmr if p not in orders)
        if typed.mistakes:
            mistakes[power or kept.path] = str(Mistakes(typed.mistakes))
    return Gathered(orders, tuple(nmr), tuple(mistakes.values()), tuple(ignored), tuple(press))


def acknowledgement(due: DueSeason, power: Power, typed: TypedOrders) -> str:
    """The answer to a player's mail: each order and whether it is lawful, each unit without one,
    and each line that is not an order. It says nothing about the orders of others."""
    mine = typed.orders.get(power, ())
    lines = [f"{due.played.record.name}, {due.title}: orders of {power}"]
    lines += [f"  {text}: {word}" for text, word in lawfulness(due, mine)]
    if due.position.phase.step == "movement":
        ordered = {w.home for w in mine}
        idle = [u for u in due.position.units if u.power == power and u.at.province not in ordered]
        lines += [f"  {unit}: no order; it will hold" for unit in idle]
    lines += [f"  {line}" for line in unread(typed)]
    lines.append("Until the season is closed a new mail with all your orders takes their place.")
    return "\n".join(row for line in lines for row in wrapped(line)) + "\n"


def lawfulness(due: DueSeason, orders: tuple[Written, ...]) -> Iterator[tuple[str, str]]:
    """Each order as it was understood, and whether it is lawful by itself."""
    board = due.played.variant.setting.board
    turn = due.book.play(orders)
    driven = (d.unit for d in due.position.dislodged)
    units = standing((*due.position.units, *driven))
    faults = {w: flat(refusal(w, f, turn, board)) for w, f in turn.faults.items() if not f}
    faults |= {
        f.written: flat(reason_of_fate(f, turn, board))
        for f in turn.fates
        if f.written and not f.finding
    }
    for w in orders:
        finding = turn.faults.get(w)
        if finding is not None and finding.why is Reason.UNCONVOYED:
            yield written_text(w, units), "lawful if a fleet is ordered to convoy it"
        else:
            yield written_text(w, units), faults.get(w, "lawful")
