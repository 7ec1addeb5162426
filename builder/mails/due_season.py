"""The phase that a game waits for: who must order, the orders received, and whether they fit."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, get_args

from builder.errors import ArchiveError, Mistakes
from builder.formats.game.typed_orders import TypedOrders, phase_in, read_typed, unread
from builder.mails.inbox import Inbox, Message
from builder.model.calendar import Phase
from builder.model.findings import Reason
from builder.model.orders import Build, Disband, Order, Remove, Retreat, Waive, Written
from builder.model.setting import Setting
from builder.model.units import Position, Power
from builder.playback.replaying import Replay, replay
from builder.prose.english import wrapped
from builder.prose.names import standing_before, written_text
from builder.prose.reasons import flat, reason_of_fate, refusal
from builder.record import Record
from builder.rules.standard import Standard
from builder.source.files import shown_path
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
    def is_over(self) -> bool:
        """Has the game ended, by its record or by its centres?"""
        if self.played.record.result.kind in OVER:
            return True
        return any(stage.turn.winners for stage in self.played.stages)

    def read(
        self, message: Message, name: str, power: Power | None = None, phase: Phase | None = None
    ) -> TypedOrders:
        """The orders of a mail or a text; its subject may name the phase."""
        named = phase or phase_in(message.subject, self.setting.calendar)
        units = (*self.position.units, *(d.unit for d in self.position.dislodged))
        places = [u.at.province for u in units]
        several = {u.at.province for u in units if u.size > 1 or places.count(u.at.province) > 1}
        now = named or self.position.phase
        typed = read_typed(message.text, name, self.setting, now, power, several)
        return typed._replace(phase=typed.phase or named)

    def mismatch(self, typed: TypedOrders) -> str:
        """Why orders are not for this phase; empty if they may be. A text that names no phase is
        not for it if it repeats orders of the last phase of this kind."""
        record, phase, title = self.played.record, self.position.phase, self.setting.calendar.title
        expected = f"{self.title} is due"
        orders = [w for mine in typed.orders.values() for w in mine]
        if self.is_over:
            return "the game is over"
        if typed.phase is not None and typed.phase != phase:
            return f"these are orders for {title(typed.phase)}; {expected}"
        for w in orders:
            if not isinstance(w.order, STEPS[phase.step]):
                return f"line {w.line}: {w.text!r} is not an order for this phase; {expected}"
        here = {d.unit.at.province for d in self.position.dislodged}
        if orders and phase.step == "retreats" and not any(w.home in here for w in orders):
            return f"no order is for a dislodged unit; {expected}"
        given = {(w.issuer, w.text) for w in orders}
        last = next((p for p in reversed(record.phases) if p.phase.step == phase.step), None)
        again = last is not None and given <= {(w.issuer, w.text) for w in last.orders}
        if last and given and again and typed.phase is None:
            return f"these are the orders of {title(last.phase)} again; {expected}"
        return ""

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
    owing, setting = variant.open(position).owing(), variant.setting
    deadline = record.phases[-1].deadline if record.phases else ""
    powers = tuple(power for power in setting.powers if power in owing)
    title = setting.calendar.title(position.phase)
    return DueSeason(played, position, powers, setting, title, deadline)


class Gathered(NamedTuple):
    """The orders that count from all mails of a phase, the powers that sent none, the mistakes in
    these mails, the mails that do not count, and each text of press with its power."""

    orders: Mapping[Power, tuple[Written, ...]]
    nmr: tuple[Power, ...]
    mistakes: tuple[str, ...]
    ignored: tuple[str, ...]
    press: tuple[tuple[str, str], ...] = ()


def read_mail(
    due: DueSeason, inbox: Inbox, message: Message, name: str, power: Power | None
) -> tuple[Power | None, TypedOrders, str]:
    """The power of a mail for the phase that is due, if known, its orders, or why it is ignored."""
    try:
        power = power or inbox.sender(message)
        typed = due.read(message, name, power)
        return power, typed, due.mismatch(typed)
    except ArchiveError as error:
        return power, TypedOrders(None, {}, (), ()), str(error)


def gathered(due: DueSeason, inbox: Inbox) -> Gathered:
    """The orders of each power from its latest mail that has any. What is wrong with mails of
    powers comes before what is wrong with others."""
    orders: dict[Power, tuple[Written, ...]] = {}
    nmr: dict[Power, None] = {}
    mistakes: dict[str, str] = {}
    ignored: list[tuple[str, str]] = []
    press: dict[tuple[str, str], None] = {}
    for path, message, sender in inbox.mails(due.position.phase):
        name = shown_path(path)
        power, typed, why = read_mail(due, inbox, message, name, sender)
        if why:
            ignored.append((power or "", f"{name}: {why}"))
            continue
        if typed.press:
            press[power or "", typed.press] = None
        for whose, mine in typed.orders.items():
            orders[whose] = mine
            nmr.pop(whose, None)
            mistakes.pop(whose, None)
        nmr |= dict.fromkeys(p for p in typed.nmr if p not in orders)
        if typed.mistakes:
            mistakes[power or name] = str(Mistakes(typed.mistakes))
    by_power = [(key if key in due.setting.powers else "", text) for key, text in mistakes.items()]
    return Gathered(
        orders=orders,
        nmr=tuple(nmr),
        mistakes=_powers_first(due.setting, by_power),
        ignored=_powers_first(due.setting, ignored),
        press=tuple(press),
    )


def _powers_first(setting: Setting, problems: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Each problem behind the name of its power, in the order of the powers; then the others."""
    ranks = {power: rank for rank, power in enumerate(setting.powers)}
    ranked = sorted(problems, key=lambda problem: ranks.get(Power(problem[0]), len(ranks)))
    return tuple(f"{power}: {text}" if power else text for power, text in ranked)


def acknowledgement(due: DueSeason, power: Power, typed: TypedOrders) -> str:
    """The answer to a player's mail: each order and whether it is lawful, each unit without one,
    and each line that is not an order. It says nothing about the orders of others."""
    mine = typed.orders.get(power, ())
    lines = [f"{due.played.record.name}, {due.title}: orders of {power}"]
    lines += [f"  {text}: {word}" for text, word in _lawfulness(due, mine)]
    if due.position.phase.step == "movement":
        ordered = {w.home for w in mine}
        idle = [u for u in due.position.units if u.power == power and u.at.province not in ordered]
        lines += [f"  {unit}: no order; it will hold" for unit in idle]
    lines += [f"  {line}" for line in unread(typed)]
    lines.append("Until the season is closed a new mail with all your orders takes their place.")
    return "\n".join(row for line in lines for row in wrapped(line)) + "\n"


def _lawfulness(due: DueSeason, orders: tuple[Written, ...]) -> Iterator[tuple[str, str]]:
    """Each order as it was understood, and whether it is lawful by itself."""
    board, turn = due.setting.board, due.book.play(orders)
    units = standing_before(turn)
    faults = turn.faults.items()
    said = {w: flat(refusal(w, f, turn, board)) for w, f in faults if not f}
    for fate in turn.fates:
        if fate.written and not fate.finding:
            said[fate.written] = flat(reason_of_fate(fate, turn, board))
    for w, f in faults:
        if f.why is Reason.UNCONVOYED:
            said[w] = "lawful if a fleet is ordered to convoy it"
    return ((written_text(w, units), said.get(w, "lawful")) for w in orders)
