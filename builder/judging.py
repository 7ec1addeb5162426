"""Judges one position from Python: units and orders are texts, each order's fate is English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from builder.formats.positions import PositionReader
from builder.model.kinds import Power
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
    """An order as it was understood, its fate in a word or two, and the reason in a sentence.

    `why` is empty if nothing opposed the order.
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
    """The fate of each order in a position that belongs to no game.

    `units`, `orders` and `owners` have for each power its units, its orders and its centres (none
    by default), separated by commas or line ends. `phase` is any title of the variant's calendar.
    A unit without an order holds. Raises UnknownWordError, ValueError for a unit where none can
    stand, or NotationError for an order that cannot be read.

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
        yield from ((power, piece) for item in re.split("[,;\n]", text) if (piece := item.strip()))


def _judged(turn: Turn, setting: Setting) -> Iterator[JudgedOrder]:
    units = standing(turn.before.units)
    for action, account in accounts(turn, setting.board).items():
        word = account.fate or turn.findings[action].why.outcome.value
        yield JudgedOrder(action.power, account.text, word, flat(body(account.why)))
    for fate in turn.fates:
        text = written_text(fate.written, units) if fate.written else str(fate.unit)
        why = flat(body(reason_of_fate(fate, turn, setting.board)))
        yield JudgedOrder(fate.power, text, fate.finding.why.outcome.value, why)
    for written, finding in turn.beside.items():
        text = written_text(written, units)
        why = flat(body(refusal(written, finding, turn, setting.board)))
        yield JudgedOrder(written.issuer, text, finding.why.outcome.value, why)
