"""How a game of webDiplomacy ended: what is stored after its last phase, and who won.

The last orders of a drawn or conceded game may be stored a second time, as if they were those of
the next turn; and a phase `Finished` may have the units as they stand in the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from builder.imports.importer import PhaseSheet
from builder.imports.json_nodes import JsonNode
from builder.model.board import Code
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.orders import Disband, Move, Retreat
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Result

Owners = Mapping[Code, Power]
OVER = ("Won", "Drawn")
FINISHED = "Finished"
TOLD = (
    "countryID", "terrID", "unitType", "type", "toTerrID", "fromTerrID", "viaConvoy", "success",
)  # fmt: skip


def is_repeated(data: JsonNode, raws: Sequence[JsonNode]) -> bool:
    """Are the orders of the last phase, the only one of its turn, those of the turn before?"""
    if data["gameOver"].text() not in OVER or len(raws) < 2:
        return False
    last, turn = raws[-1], raws[-1]["turn"].number()
    before = [raw for raw in raws[:-1] if raw["phase"].text() == last["phase"].text()]
    if not before or not last["orders"].value or raws[-2]["turn"].number() == turn:
        return False
    return before[-1]["turn"].number() == turn - 1 and _orders(before[-1]) == _orders(last)


def _orders(raw: JsonNode) -> set[tuple[str, ...]]:
    return {tuple(order[key].text() for key in TOLD) for order in raw["orders"].list()}


def left(units: Sequence[Unit], sheet: PhaseSheet) -> list[Unit] | None:
    """The units in the end, without those that the last phase drove out, which are still among
    them; None where two would stand in one place."""
    lost = {(p.power, p.at) for p in sheet.results if Outcome.DISLODGED in p.outcomes}
    there = [unit for unit in units if (unit.power, unit.at) not in lost]
    return there if there and len({u.at.province for u in there}) == len(there) else None


def ending(over: str, sheets: Sequence[PhaseSheet], first: Owners, setting: Setting) -> Result:
    """`gameOver` says Won or Drawn; who won has the most centres, and was conceded the game
    where they are too few. Where only `Finished` is said, who has too few has not won. `first` is
    who owned what in the beginning."""
    at: Phase | None = sheets[-1].phase if sheets else None
    if over == "Drawn":
        return Result("draw", (), at)
    owned = Counter(_holders(sheets, first, setting.holdings).values()).most_common(2)
    tied = len(owned) > 1 and owned[0][1] == owned[1][1]
    if over not in ("Won", FINISHED) or not owned or tied:
        return Result()
    winner, centres = owned[0]
    if over == FINISHED and centres < setting.victory:
        return Result()
    return Result("won" if centres >= setting.victory else "conceded", (winner,), at)


def _holders(sheets: Sequence[PhaseSheet], first: Owners, centres: Collection[Code]) -> Owners:
    """Who owns what in the end: by the last chart, and by the Fall that follows it."""
    owners = dict(first)
    for sheet in sheets:
        if sheet.owners is not None:
            owners = dict(sheet.owners)
        elif sheet.phase.season == "fall":
            owners |= {at: power for at, power in _landed(sheet) if at in centres}
    return owners


def _landed(sheet: PhaseSheet) -> Iterator[tuple[Code, Power]]:
    """Where the units of a phase have come to stand."""
    said = {(p.power, p.at): p.outcomes for p in sheet.results}
    for w in sheet.orders:
        if w.unit is None or isinstance(w.order, Disband):
            continue
        outcomes = said.get((w.issuer, w.unit.at), frozenset())
        failed = Outcome.FAILED in outcomes
        if Outcome.DISLODGED in outcomes or (isinstance(w.order, Retreat) and failed):
            continue
        goes = isinstance(w.order, Move | Retreat) and not failed
        at = w.order.to if goes and isinstance(w.order, Move | Retreat) else w.unit.at
        yield at.province, w.issuer
