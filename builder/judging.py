"""Judges one position from Python: units and orders are texts, each order's result is English."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from builder.formats.positions import PositionReader
from builder.model.grouping import grouped
from builder.model.setting import Setting
from builder.model.units import Power
from builder.notation.notation import parse_order
from builder.notation.similar_codes import readdressed
from builder.prose.order_accounts import accounts
from builder.prose.wording import body, flat
from builder.variant import Variant


class JudgedOrder(NamedTuple):
    """An order as it was understood, its result in a word or two, and the reason in a sentence.
    `why` is empty if nothing opposed the order."""

    power: str
    order: str
    result: str
    why: str

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.power}: {self.order}: {self.result}.", self.why)))


def judge(
    variant: Variant,
    units: Mapping[str, str],
    orders: Mapping[str, str],
    phase: str = "Spring 1901",
    owners: Mapping[str, str] | None = None,
) -> tuple[JudgedOrder, ...]:
    """The result of each order in a position that belongs to no game.

    `units`, `orders` and `owners` have for each power its units, its orders and its centres (none
    by default), separated by commas or line ends. `phase` is any title of the variant's calendar.
    A unit without an order holds. Raises UnknownWordError, ValueError for a unit where it cannot
    stand or another one does, or NotationError for an order that cannot be read.

    >>> from builder import open_variant
    >>> (order,) = judge(open_variant("standard"), {"Italy": "A Ven"}, {"Italy": "A Ven-Tri"})
    >>> order.result
    'moved'
    """
    setting = variant.setting
    reader = PositionReader(setting, variant.rulebook.boarding)
    when = setting.calendar.read(phase)
    placed = tuple(reader.unit(p, text) for p, text in _listed(setting, units))
    ground = (u for u in placed if setting.kinds[u.kind].strength and not u.aboard)
    for first, *more in grouped((u.at.province, u) for u in ground).values():
        for unit in more:
            raise ValueError(f"{unit.power} {unit}: {first.power} {first} is there already")
    owned = {setting.board.find(c).province: p for p, c in _listed(setting, owners or {})}
    position = setting.start._replace(phase=when, units=placed, owners=owned)
    written = [parse_order(text, setting, when, p) for p, text in _listed(setting, orders)]
    turn = variant.open(position).play(readdressed(written, position, setting.board))
    judged = []
    for account in accounts(turn, setting.board):
        outcome = account.finding.why.outcome.value
        word = account.result_word if account.action else ""
        why = flat(body(account.why))
        judged.append(JudgedOrder(account.power, account.text, word or outcome, why))
    return tuple(judged)


def _listed(setting: Setting, lists: Mapping[str, str]) -> Iterator[tuple[Power, str]]:
    for name, text in lists.items():
        power = Power(setting.power_names.find(name))
        yield from ((power, piece) for item in re.split("[,;\n]", text) if (piece := item.strip()))
