"""The rows of a list of results: each order with its fate in a word and its reason in a sentence.

`list_items` writes them as HTML, without a template, for every page and for scripts.
"""

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import NamedTuple

from builder.model.findings import Fate, Turn
from builder.model.setting import Setting
from builder.model.units import Power, Unit
from builder.prose.names import action_text, slug, standing
from builder.prose.order_accounts import Accounts, OrderAccount, accounts
from builder.prose.reasons import Mention, drivers, tally

HARMLESS = frozenset({"", "dislodges", "aboard", "no order", "civil disorder", "repeated"})


class OrderRow(NamedTuple):
    """One order on a page.

    `key` names it in addresses (`a-mun`), `at` on the map (`Mun`). `fate` is empty for a plain
    success. `why` is HTML with a link on each unit; `force` is like `1 against 3`.
    """

    key: str
    at: str
    power: Power
    text: str
    fate: str = ""
    why: str = ""
    force: str = ""
    rule: str = ""

    @property
    def failed(self) -> bool:
        """Did the order fail, so that it is underlined?"""
        return self.fate not in HARMLESS


OrderRows = dict[Power, list[OrderRow]]


def lines(turn: Turn, setting: Setting, known: Accounts | None = None) -> OrderRows:
    """Every order of a phase by power, in the order in which results print the powers.

    `known` are the accounts of its orders, if there are any yet.
    """
    found: OrderRows = {nation.name: [] for nation in setting.nations}
    for account in accounts(turn, setting.board) if known is None else known:
        found.setdefault(account.power, []).append(_row(account))
    return found


def _row(a: OrderAccount) -> OrderRow:
    key, at, word = slug(a.unit), "", a.fate
    if a.action is not None:
        at, word = a.action.at, word or ("no order" if a.action.meant is None else "")
    elif a.end is not None:
        at = a.end.unit.at if a.end.unit else ""
    else:
        key = f"x-{key}"
    row = OrderRow(key, str(at), a.power, a.line.removesuffix(f" {word}"), word)
    if not a.why or (a.end is not None and not word):
        return row
    return row._replace(why="".join(map(_linked, a.why)), force=tally(a.finding), rule=a.rule)


def _linked(part: str) -> str:
    """A part of a sentence as HTML; a unit has a link to its own order."""
    text = escaped(part)
    linked = isinstance(part, Mention)
    return f'<a class="ref" href="#order-{slug(part)}">{text}</a>' if linked else text


def list_items(rows: Iterable[OrderRow]) -> str:
    """Orders with their fates and reasons as list items, the failed ones underlined."""
    return "".join(map(_item, rows))


def _item(row: OrderRow) -> str:
    text = escaped(row.text)
    order = f'<u class="fail">{text}</u>' if row.failed else text
    mark = "" if row.failed else " ok"
    fate = f' <i class="fate{mark}">{escaped(row.fate)}</i>' if row.fate else ""
    said = f'<p class="said" id="order-{escaped(row.key)}"><span>{order}</span>{fate}</p>'
    force = f"<b>{escaped(row.force)}</b> " if row.force else ""
    more = f' <span class="force">{force}<span>{escaped(row.rule)}</span></span>'
    why = f'<p class="why"><b>{text}</b> {row.why}{more}</p>' if row.why else ""
    return f'<li data-o="{escaped(row.at)}">{said}{why}</li>'


@lru_cache(maxsize=8192)
def escaped(words: str) -> str:
    """Words as HTML; kept, because those for units, places and orders recur."""
    return escape(words)


class RetreatRow(NamedTuple):
    """A dislodged unit on a page: the orders that dislodged it, its retreats, and its fate."""

    unit: Unit
    by: tuple[str, ...]
    force: str
    options: tuple[str, ...]
    barred: str
    then: str = ""


def retreaters(turn: Turn, following: Iterable[Fate] = ()) -> list[RetreatRow]:
    """The units dislodged in a phase, and their fates in the next one (`following`)."""
    units, fates = standing(turn.before.units), {f.unit: f for f in following if f.unit}
    rows = []
    for lost in turn.dislodged:
        by = drivers(lost.unit, turn)
        own = [a for a in turn.actions if lost.unit in a.units]
        forces = [tally(turn.findings[a]) for a in by]
        forces += [f"{n[1]} against {n[0]}" for a in own if (n := turn.findings[a].tally)]
        then = ""
        if (fate := fates.get(lost.unit)) is not None:
            end = str(fate.finding.why.outcome).capitalize()
            then = f"Retreated to {fate.to}." if fate.finding and fate.to else f"{end}."
        orders, options = (action_text(a, units) for a in by), map(str, lost.refuges)
        force, barred = next(filter(None, forces), ""), str(lost.origin or "")
        rows.append(RetreatRow(lost.unit, tuple(orders), force, tuple(options), barred, then))
    return rows
