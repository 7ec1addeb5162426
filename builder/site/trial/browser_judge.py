"""The judge of a trial page, called by the page's worker; arguments and results are text.

Variants and sheets come as data from the site. Nothing here reads files or the network.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from builder.cases import play
from builder.draw.board_sheet import BoardSheet, parse_sheet
from builder.draw.phase_map import picture
from builder.draw.shared_board import overlay_of
from builder.errors import ArchiveError, Mistakes, SourceError
from builder.formats.cases import Case, parse_cases, write_case
from builder.formats.variant_data import read_variant
from builder.model.findings import Action, Turn
from builder.model.grouping import grouped
from builder.model.names import Names
from builder.model.units import Power, Unit
from builder.notation.notation import write_order
from builder.playback.rescue import failed, rescues
from builder.prose.judged_cases import judged_json
from builder.prose.order_accounts import lines, list_items
from builder.prose.rescue import sentence
from builder.rules.possible_orders import possible_orders
from builder.variant import Variant

NAME = "position.yaml"
Fetch = Callable[[str], str | None]


class BrowserJudge:
    """Judges worked cases. Every answer is JSON: `{"error": …}` if the text cannot be read.

    `variant` and `sheet` fetch the data of a variant by its name, one of `variants`.
    """

    def __init__(self, variant: Fetch, sheet: Fetch, variants: Sequence[str]) -> None:
        self.names = Names("variant", [(name, name) for name in variants])
        self.variant = cache(lambda name: read_variant(variant(name) or "{}"))
        self.sheet = cache(lambda name: parse_sheet(text, name) if (text := sheet(name)) else None)

    def judge(self, text: str) -> str:
        """What `chancery judge --json` prints for a file with this text."""
        try:
            return judged_json(parse_cases(text, NAME, self.find))
        except ArchiveError as error:
            return json.dumps({"error": str(error)})

    def look(self, text: str) -> str:
        """What a page shows of the first phase of a case: `{"mistakes": …}` or the result."""
        return self._answer(text, self._result)

    def orders(self, text: str, power: str) -> str:
        """All possible orders of a power: `[[province, [order, …]], …]`."""
        return self._answer(text, lambda case: self._possible(case, Power(power)))

    def rescue(self, text: str, province: str, pairs: bool = False) -> str:
        """Other orders that would have changed the fate of a province's order, a sentence each.

        With `pairs` they may be two orders of one power.
        """
        return self._answer(text, lambda case: self._rescues(case, province, pairs))

    def find(self, name: str) -> Variant:
        """A variant by its id. Raises UnknownWordError."""
        return self.variant(self.names.find(name))

    def _answer(self, text: str, about: Callable[[Case], object]) -> str:
        try:
            case = parse_cases(text, NAME, self.find)[0]
            found = (
                {"mistakes": list(map(_mistake, case.mistakes))} if case.mistakes else about(case)
            )
        except Mistakes as error:
            found = {"mistakes": list(map(_mistake, error.errors))}
        except SourceError as error:
            found = {"mistakes": [_mistake(error)]}
        except ArchiveError as error:
            found = {"error": str(error)}
        return json.dumps(found, ensure_ascii=False)

    def _result(self, case: Case) -> dict[str, Any]:
        variant, turn = _first(case)
        calendar, before = variant.setting.calendar, turn.before
        sheet = self.sheet(variant.drawing or variant.name)
        rows = lines(turn, variant.setting).items()
        return {
            "variant": variant.name,
            "edition": variant.edition,
            "title": calendar.season_title(before.phase),
            "step": before.phase.step,
            "units": [[u.power, u.at.province, str(u)] for u in _ordered(turn)],
            "given": [[w.issuer, w.home or "", w.text] for w in case.steps[0].orders],
            "head": write_case(variant, before),
            "next": write_case(variant, turn.after),
            "then": calendar.title(turn.after.phase),
            "rows": {power: list_items(listed) for power, listed in rows if listed},
            "failed": [a.home for a in turn.actions if failed(turn, a)],
            "drawing": _drawing(sheet, variant, turn) if sheet else "",
        }

    def _possible(self, case: Case, power: Power) -> list[tuple[str, list[str]]]:
        variant, turn = _first(case)
        orders = possible_orders(variant.open(turn.before), power)
        return [*grouped((w.home or "", write_order(w, variant.setting)) for w in orders).items()]

    def _rescues(self, case: Case, province: str, pairs: bool) -> list[str]:
        variant, turn = _first(case)
        action: Action = next(a for a in turn.actions if a.home == province)
        found = rescues(variant, turn, case.steps[0].orders, action, pairs)
        return [sentence(rescue, action, turn) for rescue in found]


def _first(case: Case) -> tuple[Variant, Turn]:
    """The first phase of a case, judged. Raises ArchiveError where there is none."""
    if case.variant is None:
        raise ArchiveError(case.skipped or "there is no position in this text")
    return case.variant, next(turn for _, turn in play(case))


def _ordered(turn: Turn) -> Iterator[Unit]:
    """The units that wait for orders in a phase of moves or retreats."""
    if turn.before.phase.step == "movement":
        yield from turn.before.units
    yield from (d.unit for d in turn.before.dislodged)


def _drawing(sheet: BoardSheet, variant: Variant, turn: Turn) -> str:
    """What the phase adds to the board, as an SVG without the board's own layers."""
    drawn = picture(sheet, variant.setting, turn, legend=False)
    return f"<svg>{overlay_of(sheet, drawn)}</svg>"


def _mistake(error: SourceError) -> dict[str, object]:
    m = error.mark
    return {"line": m.line, "column": m.column, "width": m.width, "message": error.message}
