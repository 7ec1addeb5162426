"""Reads one order with its results: `A Mar - Pie (*bounce*)`, `A Bud to Tri  FAILS`."""

from __future__ import annotations

import re
from typing import NamedTuple

from builder.errors import ArchiveError
from builder.imports.annotated.report_lines import ORDER, VERB, WORD, ReportItem
from builder.imports.corrections import beginning, guessed, near
from builder.imports.importer import PhaseSheet, Places
from builder.imports.result_tags import DONE, OUTCOMES, TAGS, tags
from builder.model.calendar import FIRST, Phase
from builder.model.kinds import Power
from builder.model.orders import Convoy, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.notation.notation import parse_order

MARKS = {
    **OUTCOMES, "fails": Outcome.FAILED, "fail": Outcome.FAILED, "failed": Outcome.FAILED,
}  # fmt: skip
FOREIGN = re.compile(r"\((?P<power>[A-Z][a-z]+)\)")


class AnnotatedOrder(NamedTuple):
    """An order as it was read, what is printed of it, and what had to be guessed. Where not all of
    it was understood it is not `whole`: nothing is taken from its marks, and where the order
    itself could not be read its unit stands."""

    written: Written | None
    outcomes: tuple[Outcome, ...] = ()
    told: tuple[str, ...] = ()
    whole: bool = True


class AnnotatedOrderReader:
    """Reads orders on one board; `explicit` as for the report."""

    def __init__(self, setting: Setting, explicit: bool) -> None:
        self.setting, self.explicit = setting, explicit
        self.places = Places(setting.board)

    def is_order(self, text: str) -> bool:
        """Does a text begin as an order does: with a unit at a known place, or with one and what
        it is to do? Places may be misspelt, and the kind of the unit left out."""
        bare = TAGS.sub("", WORD.sub("", text))
        verb = VERB.search(bare)
        if ORDER.match(bare) and (verb or self._unit(bare, Power(""), FIRST) is not None):
            return True
        return verb is not None and self.places.get(bare[: verb.start()].strip()) is not None

    def is_whole(self, text: str, power: Power, sheet: PhaseSheet | None) -> bool:
        """Is a text an order and nothing else?"""
        try:
            parse_order(_plain(text), self.setting, sheet.phase if sheet else FIRST, power)
        except ArchiveError:
            return False
        return True

    def read(self, power: Power, item: ReportItem, sheet: PhaseSheet) -> AnnotatedOrder:
        """The order that a text tells of; none where not even its unit is known."""
        word = WORD.search(item.text)
        outcomes, told, known = self._marks(item.text, word["word"].lower() if word else "")
        plain = _plain(item.text)
        try:
            written = parse_order(plain, self.setting, sheet.phase, power, item.line)
        except ArchiveError:
            guess = None
            if ORDER.match(plain):
                guess = guessed(plain, self.setting, sheet.phase, power, item.line)
            if guess is None:
                return AnnotatedOrder(self._unit(plain, power, sheet.phase, item.line), whole=False)
            written, more = guess
            told = (*told, more)
        if not known or written.unit is None:
            return AnnotatedOrder(written, told=told, whole=False)
        if not outcomes and (word or not self.explicit):
            outcomes = tuple(DONE.get(type(written.order), ()))
            if word and type(written.order) is Convoy:
                outcomes = (Outcome.CARRIED,)
        return AnnotatedOrder(written, outcomes, told)

    def _marks(self, text: str, word: str) -> tuple[tuple[Outcome, ...], tuple[str, ...], bool]:
        """The outcomes behind an order, what had to be guessed or is not known, and whether all
        of it was understood."""
        marks = tags(text) + ([word] if word.startswith("fail") else [])
        meant = {mark: mark if mark in MARKS else near(mark, MARKS) for mark in marks}
        told = tuple(
            f"{mark!r} read as {known}" if known else f"unknown result {mark!r}"
            for mark, known in meant.items()
            if known != mark
        )
        return tuple(MARKS[m] for m in meant.values() if m), told, all(meant.values())

    def _unit(self, text: str, power: Power, phase: Phase, line: int = 0) -> Written | None:
        """The unit at the head of a text, standing."""
        found = beginning("{} H", text, self.setting, phase, power, line)
        return Written(power, found[0].unit, found[0].order, text, line) if found else None


def _plain(text: str) -> str:
    """An order without its marks, as the notation has it."""
    bare = TAGS.sub("", WORD.sub("", text)).strip(" .")
    return FOREIGN.sub(r"\g<power>", bare.replace("->", "-"))
