"""Reads single lines of a judge's report into the sheet of their phase."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.importer import KINDS
from builder.imports.judge.statements import RE, Statement
from builder.imports.phase_reports import CARRIED_OUT, DONE, OUTCOMES, TAGS, tags
from builder.model import orders
from builder.model.orders import Order, UnitRef, Written
from builder.model.outcomes import Outcome
from builder.model.units import Code, Location, Power, Unit
from builder.record import Note, Printed

SENT_IN_VAIN = frozenset({"reorder", "invalid"})
Read = tuple[UnitRef | None, Order | None]


class ReportLines(ForeignGame):
    """Reads single lines into the sheets of their phases; one not understood is reported."""

    def owned(
        self, power: Power, text: str, said: Statement, owners: dict[Code, Power] | None
    ) -> None:
        """A line of the chart of centres; unowned centres have an empty power."""
        for name in text.rstrip(". ").split(","):
            at = self.places.get(name.strip())
            if at is None:
                self.remark(said.line, "not a centre", name)
            elif power and owners is not None:
                other, owners[at.province] = owners.get(at.province, power), power
                if other != power:
                    self.remark(said.line, f"{at.province} is listed under {other} and {power}")

    def stand(self, power: Power, text: str, sheet: PhaseSheet) -> bool:
        """The units of a power after a phase (`A Budapest, F Greece.`), without those that must
        retreat; False if the line is not a list of units."""
        units = [self._unit(name.strip()) for name in text.rstrip(". ").split(",")]
        there = [Unit(power, u.kind, u.at) for u in units if u and u.kind]
        lost = {(p.power, p.at) for p in sheet.results if Outcome.DISLODGED in p.outcomes}
        waiting = lost if sheet.phase.step == "movement" else set()
        if not power or len(there) < len(units):
            return False
        sheet.after = [*(sheet.after or ()), *(u for u in there if (power, u.at) not in waiting)]
        return True

    def order(
        self, power: Power, text: str, said: Statement, sheet: PhaseSheet, planned: bool
    ) -> None:
        """An order and its result; an order that is only `planned` has none."""
        marks = tags(text)
        if SENT_IN_VAIN & {*marks}:
            sheet.notes.append(Note("notice", f"{power}: {text}"))
            return
        bare = " ".join(TAGS.sub("", text).split()).rstrip(". ")
        grammar = ForeignOrders(self.setting, sheet.phase, power, said.line)
        found = self._read(bare, grammar) or self._guessed(bare, grammar, said)
        if found is None:
            self._unread(grammar, bare, said, sheet)
            return
        unit, order = found
        if order is not None:
            sheet.orders.append(Written(power, unit, order, bare, said.line))
        unknown = [mark for mark in marks if mark not in OUTCOMES]
        for mark in unknown:
            self.remark(said.line, f"unknown result {mark!r}")
        outcomes = [OUTCOMES[mark] for mark in marks if mark in OUTCOMES]
        moving = sheet.phase.step == "movement"
        if order is None:
            outcomes.append(Outcome.NO_ORDER if moving else Outcome.DISBANDED)
        elif not (outcomes or planned or unknown or RE.broken_mark.search(text)):
            outcomes += (DONE if moving else CARRIED_OUT).get(type(order), [])
        if unit is not None and outcomes:
            sheet.printed(power, unit.at, *outcomes, text=text, line=said.line)

    def _unread(
        self, grammar: ForeignOrders, bare: str, said: Statement, sheet: PhaseSheet
    ) -> None:
        """A line that is not an order: unused builds, a proxy, or one that is not understood."""
        waived = self._waived(bare, grammar)
        sheet.orders += waived
        if unit := self._unit_first(bare):
            sheet.orders.append(Written(grammar.power, unit, orders.Hold(), bare, said.line))
            if RE.tells_a_result.search(said.text):
                sheet.unread(said.line, said.text, order=True)
            else:
                sheet.notes.append(Note("notice", f"Read as a hold: {said.text}"))
            self.remark(said.line, "read as a hold", said.text)
        elif RE.proxy.search(bare):
            sheet.notes.append(Note("notice", f"{grammar.power}: {bare}"))
        elif not waived:
            self.unread(sheet, said.line, said.text)

    def driven(self, lost: re.Match[str], said: Statement, sheet: PhaseSheet) -> None:
        """A unit that was dislodged, and its retreats."""
        at, power = self.places.get(lost["place"]), self.power_of(lost["power"])
        if at is None or not power:
            self.unread(sheet, said.line, said.text)
            return
        options: list[Location] = []
        named = RE.between_places.split(lost["refuges"].rstrip(" .")) if lost["refuges"] else ()
        for name in (RE.article.sub("", place.strip()) for place in named):
            if to := self.places.get(name):
                options.append(to)
            else:
                self.remark(said.line, "not a place", name)
        sheet.printed(power, at, Outcome.DISLODGED, options=options, line=said.line)

    def _read(self, text: str, grammar: ForeignOrders) -> Read | None:
        """The unit and its order, which is None for a unit without one; None if not understood."""
        adjusts, unordered = RE.adjusts.match(text), RE.unordered.match(text)
        if adjusts and (at := self.places.get(adjusts["place"])):
            kind = KINDS[(adjusts["kind"] or adjusts["letter"]).lower()]
            builds = not adjusts["default"] and adjusts["verb"].lower().startswith("build")
            return UnitRef(at, kind), orders.Build(kind, at) if builds else orders.Remove(at)
        if unordered and (unit := self._unit(unordered["unit"])):
            return unit, None
        written = grammar.parsed(text.replace(" -> ", " - "))
        return (written.unit, written.order) if written else None

    def _guessed(self, text: str, grammar: ForeignOrders, said: Statement) -> Read | None:
        """An order of which something is left out or corrected, which is reported: words after its
        full stop, the name of an unknown power, or a slip."""
        first = RE.sentence.split(text, maxsplit=1)[0]
        for shorter, left_out in (
            (first, "what follows is left out"),
            (RE.foreign.sub(r"\1", first), "read without the name of the other power"),
        ):
            if shorter != text and (found := self._read(shorter, grammar)):
                self.remark(said.line, left_out, said.text)
                return found
        guess = RE.verb.search(text) and grammar.guessed(text.replace(" -> ", " - "))
        if not guess:
            return None
        self.remark(said.line, guess[1], said.text)
        return guess[0].unit, guess[0].order

    def is_order(self, text: str) -> bool:
        """Is a text an order to a unit, perhaps after a power's name without a colon?"""
        bare = text.rstrip(". ")
        return any(map(self._unit_first, (bare, bare.partition(" ")[2])))

    def _unit_first(self, text: str) -> UnitRef | None:
        """The unit before the verb of an order that could not be read."""
        verb = RE.verb.search(text)
        return self._unit(text[: verb.start()].strip()) if verb else None

    def _unit(self, text: str) -> UnitRef | None:
        """`Army Paris`, `F Spain(sc)`; None for anything else."""
        found = RE.unit.match(text)
        at = self.places.get(found["place"]) if found else None
        return UnitRef(at, KINDS[found["kind"].lower()]) if found and at else None

    def _waived(self, text: str, grammar: ForeignOrders) -> list[Written]:
        """The waived builds that a text reports; none for another text, or for more builds than
        there are centres."""
        number = re.match(r"(\d+)", text)
        count = int(number[1][:9]) if number else 1
        if not RE.waived.search(text) or count > len(self.setting.centres):
            return []
        return [Written(grammar.power, None, orders.Waive(), text, grammar.line)] * count


def carried(sheet: PhaseSheet) -> Iterator[Printed]:
    """The results, with those of supports for an army whose convoy failed corrected. Some judges
    mark such a support `no convoy` if the convoy was disrupted: it was given. Or they mark it
    `void` if there was no convoy: that says nothing about the support."""
    left = {(p.power, p.at.province) for p in sheet.results if Outcome.NO_CONVOY in p.outcomes}
    meant = {
        w.home: w.order.to.province
        for w in sheet.orders
        if isinstance(w.order, orders.Move) and (w.issuer, w.home) in left
    }
    vain = {
        (w.issuer, w.home)
        for w in sheet.orders
        if isinstance(w.order, orders.Support) and w.order.at and w.order.to
        and meant.get(w.order.at.province) == w.order.to.province
    }  # fmt: skip
    for said in sheet.results:
        helps = (said.power, said.at.province) in vain
        if helps and said.outcomes == {Outcome.NO_CONVOY}:
            yield said._replace(outcomes=frozenset({Outcome.GIVEN}))
        elif not (helps and said.outcomes == {Outcome.VOID}):
            yield said
