"""One position judged from Python: units and orders as text, every order's fate in English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from builder.formats.positions import PositionReader
from builder.model.kinds import Power
from builder.model.orders import Written
from builder.model.setting import Setting
from builder.model.turns import Turn
from builder.model.units import Unit
from builder.notation.notation import parse_order
from builder.notation.similar_codes import readdressed
from builder.prose.names import standing, written_text
from builder.prose.order_accounts import accounts
from builder.prose.reasons import body, flat, reason_of_fate, refusal
from builder.variant import Variant


class JudgedOrder(NamedTuple):
    """An order as it was understood, what became of it in a word or two, and why in English.

    `why` is empty where nothing stood in the way of the order.
    """

    power: str
    order: str
    fate: str
    why: str

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.power}: {self.order}: {self.fate}.", self.why)))


def judge(
    variant: Variant,
    units: Mapping[str, str],
    orders: Mapping[str, str],
    phase: str = "Spring 1901",
    owners: Mapping[str, str] | None = None,
) -> tuple[JudgedOrder, ...]:
    """What becomes of each order in a position that is in no game.

    `units`, `orders` and `owners` list by power, parted by commas or line ends, the units on the
    board, the orders given, and the centres owned (none by default). `phase` is any
    title of the variant's calendar. A unit without an order holds. Raises UnknownWordError,
    ValueError (a unit where none can stand) or NotationError (an order that says nothing).

    >>> from builder import open_variant
    >>> (order,) = judge(open_variant("standard"), {"Italy": "A Ven"}, {"Italy": "A Ven-Tri"})
    >>> order.fate
    'moved'
    """
    setting = variant.setting
    reader = PositionReader(setting, variant.boarding)
    when = setting.calendar.read(phase)
    position = setting.start._replace(
        phase=when,
        units=tuple(Unit(*reader.unit(p, text)) for p, text in _listed(setting, units)),
        owners={setting.board.find(c).province: p for p, c in _listed(setting, owners or {})},
    )
    written = [parse_order(text, setting, when, p) for p, text in _listed(setting, orders)]
    turn = variant.open(position).play(readdressed(tuple(written), position, setting.board))
    return tuple(_judged(turn, setting))


def _listed(setting: Setting, lists: Mapping[str, str]) -> Iterator[tuple[Power, str]]:
    for name, text in lists.items():
        power = Power(setting.power_names.find(name))
        pieces = text.replace(";", ",").replace("\n", ",").split(",")
        yield from ((power, piece.strip()) for piece in pieces if piece.strip())


def _judged(turn: Turn, setting: Setting) -> Iterator[JudgedOrder]:
    known, units = accounts(turn, setting.board), standing(turn.before.units)

    def shown(written: Written | None) -> str:
        return written_text(written, units) if written is not None else ""

    for action, account in known.items():
        fate = account.fate or turn.findings[action].why.outcome.value
        yield JudgedOrder(action.power, account.text, fate, flat(body(account.why)))
    for fallen in turn.fates:
        why = flat(body(reason_of_fate(fallen, turn, setting.board)))
        outcome = fallen.finding.why.outcome.value
        yield JudgedOrder(fallen.power, shown(fallen.written) or str(fallen.unit), outcome, why)
    for written, finding in turn.beside.items():
        why = flat(body(refusal(written, finding, turn, setting.board)))
        yield JudgedOrder(written.issuer, shown(written), finding.why.outcome.value, why)
