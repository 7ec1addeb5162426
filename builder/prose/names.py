"""What units, places and orders are called on a page: `A Pic – Bel`, `army in Burgundy`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from builder.model.board import Board, Code, Location
from builder.model.findings import Action
from builder.model.kinds import Kind, KindCode
from builder.model.orders import (
    Build,
    Convoy,
    Debark,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
    Written,
)
from builder.model.units import Unit

COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
DASH = "–"
Standing = Mapping[Code, Unit]


@lru_cache(maxsize=8192)
def slug(words: str) -> str:
    """Words as they stand in addresses: `Tübingen 1, Stp/nc` is `tubingen-1-stp-nc`."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def standing(units: Iterable[Unit]) -> Standing:
    """The unit in each province; where an army is aboard a fleet, the fleet."""
    found: dict[Code, Unit] = {}
    for unit in units:
        if not unit.aboard or unit.at.province not in found:
            found[unit.at.province] = unit
    return found


def place(board: Board, at: Location) -> str:
    """`Burgundy`, `St Petersburg (north coast)`."""
    province = board.provinces.get(at.province)
    name = province.name if province else at.province
    return f"{name} ({COASTS.get(at.coast, at.coast)})" if at.coast else name


def there(board: Board, at: Location) -> str:
    """A place within a sentence: `Burgundy`, `the North Sea`."""
    province = board.provinces.get(at.province)
    article = "the " if province and province.terrain == "sea" else ""
    return article + place(board, at)


def long_unit(unit: Unit, board: Board, kinds: Mapping[KindCode, Kind]) -> str:
    """`army in Burgundy`; `doubled fleet in Trieste`."""
    kind = kinds[unit.kind].name if unit.kind in kinds else unit.kind
    aboard = " aboard the fleet" if unit.aboard else ""
    return f"{'doubled ' if unit.size > 1 else ''}{kind}{aboard} in {place(board, unit.at)}"


def acting_unit(action: Action) -> str:
    """`A Mun`, `DF Tri`; for half of a doubled unit the half, `F Tri`; `LA Mun` with its leader."""
    first, last = action.units[0], action.units[-1]
    if last.size < first.size and last.kind == first.kind:
        return str(last)
    if action.kind == first.kind != last.kind:
        return f"{last.kind}{first}"
    if action.kind != first.kind:
        return f"{action.kind} {action.at}"
    return str(first)


def action_text(action: Action, units: Standing) -> str:
    """What an action is taken to do: `A Bur S A Mar – Gas`; a ride as it was written."""
    meant, order = action.meant, action.order
    if meant is not None and type(order) is Move and type(meant) in (Embark, Debark):
        order = meant
    return _order(acting_unit(action), order, units)


def written_text(written: Written, units: Standing) -> str:
    """A recorded order in canonical form, whatever spelling it was recorded in."""
    ref = written.unit
    if ref is None:
        return _order("", written.order, units)
    unit = units.get(ref.at.province)
    kind = ref.kind or (unit.kind if unit else None)
    size = "D" if ref.doubled else ""
    return _order(f"{size}{kind or '?'} {ref.at}", written.order, units)


def unit_at(at: Location, kind: KindCode | None, units: Standing) -> str:
    """`A Mar`: the unit named by an order, its kind from the board where it was not written."""
    unit = units.get(at.province)
    known = kind or (unit.kind if unit else None)
    return f"{known} {at}" if known else str(at)


def _move(subject: str, order: Move) -> str:
    by = " via " + DASH.join(order.route) if order.route else " via convoy" if order.via else ""
    carried = f" with A {order.carries}" if order.carries else ""
    return f"{subject} {DASH} {order.to}{by}{carried}"


def _support(subject: str, order: Support, units: Standing) -> str:
    if order.at is None:
        return f"{subject} S {order.power or ''} {order.to or ''}".rstrip()
    aimed = f" {DASH} {order.to}" if order.to else ""
    return f"{subject} S {unit_at(order.at, order.kind, units)}{aimed}"


def _convoy(subject: str, order: Convoy, units: Standing) -> str:
    to = f" {DASH} {order.to}" if order.to else ""
    return f"{subject} C {unit_at(order.at, order.kind or KindCode('A'), units)}{to}"


def _order(subject: str, order: Order, units: Standing) -> str:  # noqa: C901
    match order:
        case Hold():
            return f"{subject} H"
        case Move():
            return _move(subject, order)
        case Support():
            return _support(subject, order, units)
        case Convoy():
            return _convoy(subject, order, units)
        case Embark():
            on = f"{subject} {DASH} [F {order.on}]"
            return f"{on} {DASH} {order.to}" if order.to else on
        case Debark():
            return f"{subject} {DASH} {order.to}"
        case Retreat():
            return f"{subject} R {order.to}"
        case Disband():
            return f"{subject} disband"
        case Build():
            return f"Build {order.kind} {order.at}"
        case Remove():
            return f"Remove {unit_at(order.at, None, units)}"
        case Waive():
            return "Waive"
