"""The names of units, places and orders on a page: `A Pic – Bel`, `army in Burgundy`."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from builder.model.board import Board
from builder.model.findings import Action
from builder.model.orders import Debark, Embark, Move, Order, UnitRef, Written
from builder.model.results import OrderResult, Turn
from builder.model.units import (
    ARMY,
    FLEET,
    Code,
    Kind,
    KindCode,
    Location,
    Power,
    Unit,
    UnitByProvince,
)
from builder.notation.notation import OrderWriter

COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
DASH = "–"
HALVES: Mapping[KindCode, str] = {kind.code: kind.name for kind in (ARMY, FLEET)}


@lru_cache(maxsize=8192)
def slug(words: str) -> str:
    """Words as they stand in addresses: `Tübingen 1, Stp/nc` is `tubingen-1-stp-nc`."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def standing(units: Iterable[Unit]) -> UnitByProvince:
    """The unit in each province; if an army is aboard a fleet, the fleet."""
    unit_in: dict[Code, Unit] = {}
    for unit in units:
        if not unit.aboard or unit.at.province not in unit_in:
            unit_in[unit.at.province] = unit
    return unit_in


def standing_before(turn: Turn) -> UnitByProvince:
    """The units at the start of a phase, the dislodged among them."""
    return standing((*turn.before.units, *(d.unit for d in turn.before.dislodged)))


def place(board: Board, at: Location) -> str:
    """`Burgundy`, `St Petersburg (north coast)`."""
    province = board.provinces.get(at.province)
    name = province.name if province else at.province
    return f"{name} ({COASTS.get(at.coast, at.coast)})" if at.coast else name


def there(board: Board, at: Location) -> str:
    """A place within a sentence: `Burgundy`, `the North Sea`."""
    province = board.provinces.get(at.province)
    named = place(board, at)
    at_sea = province is not None and province.terrain == "sea" and not named.startswith("The ")
    return f"the {named}" if at_sea else named


def long_unit(unit: Unit, board: Board, kinds: Mapping[KindCode, Kind]) -> str:
    """`army in Burgundy`; `doubled fleet in Trieste`."""
    kind = kinds[unit.kind].name if unit.kind in kinds else unit.kind
    aboard = " aboard the fleet" if unit.aboard else ""
    return f"{'doubled ' if unit.size > 1 else ''}{kind}{aboard} in {place(board, unit.at)}"


def acting_unit(action: Action) -> str:
    """`A Mun`, `DF Tri`; `F Tri` for half of a doubled fleet, `DCG Tri (fleet)` for half of a
    coast guard; `LA Mun` for a unit with its leader."""
    if action.leader is not None:
        return f"{action.leader.kind}{action.unit}"
    if action.half is not None and action.half.kind != action.unit.kind:
        return f"{action.unit}{of_half(action.half.kind)}"
    return str(action.piece)


def of_half(kind: KindCode | None) -> str:
    """` (army)` behind a unit of which an order names the army half; nothing if it names none."""
    if kind is None:
        return ""
    return f" ({HALVES.get(kind, kind)})"


def action_text(action: Action, units: UnitByProvince) -> str:
    """What a unit is taken to do: `A Bur S A Mar – Gas`; if it boards a fleet, as written."""
    meant = action.meant
    order = action.order
    if meant is not None and type(order) is Move and type(meant) in (Embark, Debark):
        order = meant
    return f"{acting_unit(action)} {PageOrderWriter(units).action(order)}"


def result_text(result: OrderResult, units: UnitByProvince) -> str:
    """The order of a result: what its unit was taken to do; as written if it was refused, or if
    it is no order of a movement phase; the unit alone if there was no order."""
    if result.action is not None and not (result.fault and result.written):
        return action_text(result.action, units)
    if result.written is None:
        return str(result.unit)
    if result.unit is not None and result.action is None:
        units = {**units, result.unit.at.province: result.unit}
    return written_text(result.written, units)


def written_text(written: Written, units: UnitByProvince) -> str:
    """A recorded order in canonical form, whatever spelling it was recorded in."""
    return PageOrderWriter(units).written(written)


def unit_at(at: Location, kind: KindCode | None, units: UnitByProvince) -> str:
    """`A Mar`: a unit named by an order, with its kind from the board if none was written."""
    unit = units.get(at.province)
    if kind is None and unit is not None:
        kind = unit.kind
    return f"{kind} {at}" if kind else str(at)


class PageOrderWriter(OrderWriter):
    """Writes orders for pages: with long dashes, with kinds from the board if none were written,
    and with the fleets that armies board."""

    dash = f" {DASH} "

    def __init__(self, units: UnitByProvince) -> None:
        self.units = units

    def unit(self, unit: UnitRef) -> str:
        """`A Mun`, `DA Mun`, `DCG Iro (army)`; `? Mun` where the kind is unknown."""
        name = unit_at(unit.at, unit.kind, self.units)
        if name == str(unit.at):
            name = f"? {unit.at}"
        size = "D" if unit.doubled else ""
        leader = "L" if unit.led else ""
        return f"{size}{leader}{name}{of_half(unit.part)}"

    def other(self, at: Location, kind: KindCode | None, _: Power | None) -> str:
        """`A Mar`."""
        return unit_at(at, kind, self.units)

    def action(self, order: Order) -> str:
        """`H`, `– Bur`; `– [F NTH] – Bel` where an army goes aboard, `– Bel` where it lands."""
        match order:
            case Embark():
                return f"{DASH} [F {order.on}]{self.towards(order.to)}"
            case Debark():
                return f"{DASH} {order.to}"
        return super().action(order)
