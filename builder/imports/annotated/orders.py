"""Reads one order with its results: `A Mar - Pie (*bounce*)`, `A Bud to Tri  FAILS`; and a list of
builds and removals of a power: `B F Ank, A Con`, `R F Lvn (defaults)`, `waive`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from builder.imports.annotated.report_lines import RE, ReportItem
from builder.imports.corrections import ForeignOrders, near
from builder.imports.foreign_game import PhaseSheet, Places
from builder.imports.phase_reports import DONE, OUTCOMES, TAGS, tags
from builder.model.calendar import FIRST
from builder.model.orders import Convoy, Waive, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Power

MARKS = {
    **OUTCOMES, "fails": Outcome.FAILED, "fail": Outcome.FAILED, "failed": Outcome.FAILED,
}  # fmt: skip


class AnnotatedOrder(NamedTuple):
    """An order as it was read, its printed outcomes, and remarks on guesses. If not all of it was
    understood it is not `whole`: it has no outcomes, and is a hold if only its unit could be
    read."""

    written: Written | None
    outcomes: tuple[Outcome, ...] = ()
    guesses: tuple[str, ...] = ()
    whole: bool = True


class AnnotatedOrderReader:
    """Reads orders on one board; `explicit` if the report also marks orders that were done."""

    def __init__(self, setting: Setting, explicit: bool) -> None:
        self.setting, self.explicit = setting, explicit
        self.places = Places(setting.board)
        self.grammar = ForeignOrders(setting, FIRST, Power(""))

    def is_order(self, text: str) -> bool:
        """Does a text begin like an order: with a unit at a known place, or with a unit and a verb?
        Places may be misspelt, and the kind of the unit left out."""
        bare = TAGS.sub("", RE.result_word.sub("", text))
        verb = RE.verb.search(bare)
        if RE.order.match(bare) and (verb or _unit(bare, self.grammar) is not None):
            return True
        return verb is not None and self.places.get(bare[: verb.start()].strip()) is not None

    def is_whole(self, text: str, power: Power, sheet: PhaseSheet | None) -> bool:
        """Is the whole text an order?"""
        orders = ForeignOrders(self.setting, sheet.phase if sheet else FIRST, power)
        return orders.parsed(_plain(text)) is not None

    def read(self, power: Power, item: ReportItem, sheet: PhaseSheet) -> AnnotatedOrder:
        """The order of an item; its `written` is None if not even the unit could be read."""
        word = RE.result_word.search(item.text)
        outcomes, guesses, known = self._marks(item.text, word["word"].lower() if word else "")
        orders = ForeignOrders(self.setting, sheet.phase, power, item.line)
        plain = _plain(item.text)
        written = orders.parsed(plain)
        if written is None:
            guess = orders.guessed(plain) if RE.order.match(plain) else None
            if guess is None:
                return AnnotatedOrder(_unit(plain, orders), whole=False)
            written, more = guess
            guesses = (*guesses, more)
            same = outcomes and "fail" in more.lower()
            known = known and (same or RE.doubted.search(more) is None)
        if not known or written.unit is None:
            return AnnotatedOrder(written, guesses=guesses, whole=False)
        if not outcomes and (word or not self.explicit):
            outcomes = tuple(DONE.get(type(written.order), ()))
            if word and type(written.order) is Convoy:
                outcomes = (Outcome.CARRIED,)
        return AnnotatedOrder(written, outcomes, guesses)

    def _marks(self, text: str, word: str) -> tuple[tuple[Outcome, ...], tuple[str, ...], bool]:
        """The outcomes after an order, remarks on guesses and unknown marks, and whether all marks
        are known."""
        marks = tags(text) + ([word] if word.startswith("fail") else [])
        meant = {mark: mark if mark in MARKS else near(mark, MARKS) for mark in marks}
        guesses = tuple(
            f"{mark!r} read as {known}" if known else f"unknown result {mark!r}"
            for mark, known in meant.items()
            if known != mark
        )
        return tuple(MARKS[m] for m in meant.values() if m), guesses, all(meant.values())


def _unit(text: str, orders: ForeignOrders) -> Written | None:
    """A hold of the unit with which a text begins."""
    found = orders.beginning("{} H", text)
    unit = (found[0].unit, found[0].order) if found else None
    return Written(orders.power, *unit, text, orders.line) if unit else None


def _plain(text: str) -> str:
    """An order without its marks, in a form that the notation reads."""
    bare = TAGS.sub("", RE.result_word.sub("", text)).strip(" .")
    return RE.foreign.sub(r"\g<power>", bare.replace("->", "-"))


def is_adjustment(text: str) -> bool:
    """Does a line begin like a build, a removal or a waived build?"""
    return bool(RE.adjusts.match(text) or RE.waived.match(text))


def adjustments(text: str, orders: ForeignOrders) -> Iterator[Written | tuple[str, str]]:
    """The orders of a list, and a pair of a message and the words for each that is not read."""
    verb, rest = "", text
    while rest:
        first, _, others = rest.partition(",")
        piece = first.strip()
        found = RE.adjusts.match(RE.default.sub("", piece))
        verb = ((found["verb"] or verb)[:1] if found else verb).upper()
        if waived := RE.waived.match(piece):
            for _ in range(int(waived["many"] or 1)):
                yield Written(orders.power, None, Waive(), piece, orders.line)
        elif found and verb:
            yield from _adjusted("Build {}" if verb == "B" else "Remove {}", found["unit"], orders)
        else:
            yield "left out", rest
            return
        rest = others.strip()


def _adjusted(act: str, unit: str, orders: ForeignOrders) -> Iterator[Written | tuple[str, str]]:
    """A build or removal from as many words as can be read, else one with corrections."""
    if found := orders.beginning(act, unit):
        yield found[0]
        if found[1]:
            yield "left out", found[1]
        return
    guess = orders.guessed(act.format(unit))
    if guess is not None:
        yield guess[0]
    yield (guess[1] if guess else "not understood"), act.format(unit)
