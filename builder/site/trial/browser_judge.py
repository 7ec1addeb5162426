"""The judge of a trial page, called by the page's worker; arguments and results are text.

Variants and sheets come as data from the site. Nothing here reads files or the network.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from builder.cases import play
from builder.draw.board_sheet import BoardSheet, parse_sheet
from builder.draw.phase_map import picture
from builder.draw.shared_board import overlay_of
from builder.errors import ArchiveError, Mistakes, SourceError
from builder.formats.cases import Case, parse_cases, write_case
from builder.formats.variant_data import read_variant
from builder.model.grouping import grouped
from builder.model.names import Names
from builder.model.results import Turn
from builder.model.units import Power
from builder.notation.notation import write_order
from builder.playback.rescue import failed, rescues
from builder.prose.explanations import sentence
from builder.prose.order_accounts import lines, list_items
from builder.rules.possible_orders import possible_orders
from builder.variant import Variant

NAME = "position.yaml"
Fetch = Callable[[str], str | None]


def fetching_judge(variant: Fetch, sheet: Fetch, variants: Sequence[str]) -> "BrowserJudge":
    """A judge that fetches the texts of a variant and of its drawing when they are needed."""

    def drawing(name: str) -> BoardSheet | None:
        text = sheet(name)
        return parse_sheet(text, name) if text else None

    def rules(name: str) -> Variant:
        return read_variant(variant(name) or "{}")

    return BrowserJudge(cache(rules), cache(drawing), variants)


class BrowserJudge:
    """Judges worked cases. Every answer is JSON: `{"error": …}` if the text cannot be read.
    `variant` finds a variant by its name, one of `variants`; `sheet` its drawing, if it has one."""

    def __init__(
        self,
        variant: Callable[[str], Variant],
        sheet: Callable[[str], BoardSheet | None],
        variants: Sequence[str],
    ) -> None:
        self.names = Names("variant", [(name, name) for name in variants])
        self.variant = variant
        self.sheet = sheet

    def judge(self, text: str) -> str:
        """What `chancery judge --json` prints for a file with this text."""
        # It replays cases and compares them. To compile all that takes time which the page, which
        # never asks for it, does not have: it would come before the first answer.
        from builder.prose.judged_cases import judged_json

        try:
            return judged_json(parse_cases(text, NAME, self.find))
        except ArchiveError as error:
            return json.dumps({"error": str(error)})

    def look(self, text: str) -> str:
        """What a page shows of the first phase of a case: `{"mistakes": …}` or the result."""

        def result(case: Case, variant: Variant, turn: Turn) -> dict[str, Any]:
            setting = variant.setting
            before = turn.before
            waiting = list(before.units) if before.phase.step == "movement" else []
            waiting += [lost.unit for lost in before.dislodged]
            sheet = self.sheet(variant.drawing or variant.name)
            drawing = ""
            after = ""
            if sheet:
                overlay = overlay_of(sheet, picture(sheet, setting, turn, legend=False))
                drawing = f"<svg>{overlay}</svg>"
                then = picture(sheet, setting, turn, when="after", legend=False)
                after = f"<svg>{overlay_of(sheet, then)}</svg>"
            return {
                "variant": variant.name,
                "edition": variant.edition,
                "title": setting.calendar.season_title(before.phase),
                "step": before.phase.step,
                "units": [[u.power, u.at.province, str(u)] for u in waiting],
                "given": [[w.issuer, w.home or "", w.text] for w in case.steps[0].orders],
                "head": write_case(variant, before),
                "next": write_case(variant, turn.after),
                "then": setting.calendar.title(turn.after.phase),
                "rows": {p: list_items(rows) for p, rows in lines(turn, setting).items() if rows},
                "failed": [a.home for a in turn.by_action if failed(turn, a)],
                "drawing": drawing,
                "after": after,
            }

        return self._answer(text, result)

    def orders(self, text: str, power: str) -> str:
        """All possible orders of a power: `[[province, [order, …]], …]`."""

        def possible(_: Case, variant: Variant, turn: Turn) -> list[tuple[str, list[str]]]:
            orders: list[tuple[str, str]] = []
            for written in possible_orders(variant.open(turn.before), Power(power)):
                orders.append((written.home or "", write_order(written, variant.setting)))
            return [*grouped(orders).items()]

        return self._answer(text, possible)

    def rescue(self, text: str, province: str, pairs: bool = False) -> str:
        """Other orders that would have changed the result of a province's order, a sentence each.
        With `pairs` they may be two orders of one power."""

        def sentences(case: Case, variant: Variant, turn: Turn) -> list[str]:
            action = next(a for a in turn.by_action if a.home == province)
            changes = rescues(variant, turn, case.steps[0].orders, action, pairs)
            return [sentence(rescue, action, turn) for rescue in changes]

        return self._answer(text, sentences)

    def find(self, name: str) -> Variant:
        """A variant by its id. Raises UnknownWordError."""
        return self.variant(self.names.find(name))

    def _first(self, text: str) -> tuple[Case, Variant, Turn]:
        """The first phase of a case, judged. Raises ArchiveError where there is none."""
        case = parse_cases(text, NAME, self.find)[0]
        if case.mistakes:
            raise Mistakes(case.mistakes)
        if case.variant is None:
            raise ArchiveError(case.skipped or "there is no position in this text")
        return case, case.variant, next(turn for _, turn in play(case))

    def _answer(self, text: str, about: Callable[[Case, Variant, Turn], object]) -> str:
        answer: object
        try:
            answer = about(*self._first(text))
        except Mistakes as error:
            answer = {"mistakes": [_mistake(one) for one in error.errors]}
        except SourceError as error:
            answer = {"mistakes": [_mistake(error)]}
        except ArchiveError as error:
            answer = {"error": str(error)}
        return json.dumps(answer, ensure_ascii=False)


def _mistake(error: SourceError) -> dict[str, object]:
    """A mistake for the page: its place in the text, and what is wrong."""
    mark = error.mark
    return {
        "line": mark.line,
        "column": mark.column,
        "width": mark.width,
        "message": error.message,
    }
