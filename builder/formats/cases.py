"""Worked cases: a position, orders, and what must come of them, as people type them.

    variant: loeb9
    cases:
    - id: L9-05
      title: One support makes force 1, which a lone defender resists
      phase: Spring 1903 moves
      units: {spain: [A cor, F wes], italy: [A naf]}
      orders: {spain: [A cor-naf, F wes S A cor-naf], italy: [A naf H]}
      expect: {after: {spain: [A cor, F wes], italy: [A naf]}}

A file without `cases` is one case. A case that cannot be read keeps its own mistakes; the
others of its file are read all the same.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from builder.errors import ArchiveError, SourceError
from builder.formats.positions import PositionReader, PositionWriter
from builder.formats.variants import under_options
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.units import Code, Location, Position, Power, Unit
from builder.notation.notation import OrderWriter, parse_order
from builder.rules.editions import amend, edition, written_choices
from builder.source import documents
from builder.source.fields import Document, Fields, Value
from builder.source.writing import entry, scalar, table
from builder.variant import Variant

FindVariant = Callable[[str], Variant]
NOBODY = "nobody"
PLAYED = ("units", "orders", "expect", "then", "phase", "owners", "dislodged", "contested")


class Expectation(NamedTuple):
    """What must come of one phase; None where a case does not say.
    `after` are all units on the board, `retreats` the legal retreats of single dislodged units,
    `owners` the owners of all centres, `void` how many written orders are refused or void, `won`
    who wins at the end of the phase."""

    after: tuple[Unit, ...] | None = None
    dislodged: tuple[Unit, ...] | None = None
    retreats: Mapping[Unit, frozenset[Location]] | None = None
    owners: Mapping[Code, Power] | None = None
    void: int | None = None
    won: tuple[Power, ...] | None = None


class CaseStep(NamedTuple):
    """One phase of a case: the orders written for it, and what is expected of it."""

    phase: Phase
    orders: tuple[Written, ...]
    expect: Expectation


class Case(NamedTuple):
    """A worked case. Without `variant` and `start` it cannot be run; `mistakes` or `skipped` say
    why."""

    id: str
    title: str = ""
    rule: str = ""
    variant: Variant | None = None
    start: Position | None = None
    steps: tuple[CaseStep, ...] = ()
    mistakes: tuple[SourceError, ...] = ()
    skipped: str = ""


def read_cases(path: Path | str, variant: FindVariant, edition: str | None = None) -> list[Case]:
    """Read a file of cases; `edition` overrides those of the file and of its cases. Raises
    SourceError or Mistakes where the file as a whole cannot be read."""
    document = documents.read(path, documents.COLLECTION)
    return [*CaseReader(document, variant, edition).cases()]


def parse_cases(text: str, name: str, variant: FindVariant) -> list[Case]:
    """Reads cases from a text; `name` is the file's name in messages. Raises SourceError or
    Mistakes where the text as a whole cannot be read."""
    return [*CaseReader(documents.parse(text, name), variant, None).cases()]


class CaseReader:
    """Reads the cases of one document, each with its own mistakes."""

    def __init__(
        self, document: Document, find: FindVariant, edition: str | None, usual: str = "standard"
    ) -> None:
        self.document = document
        self.find = find
        self.edition = edition
        self.usual = usual

    def cases(self) -> Iterator[Case]:
        """Every case of the file, in its order."""
        root = self.document.value()
        head = None if root.kind == "sequence" else root.mapping()
        if head is not None and "cases" not in head:
            yield from self._each([root], None)
            return
        listed = root if head is None else head.need("cases")
        values = listed.items()
        if listed.kind == "sequence" and not values:
            listed.fail("the list of cases is empty")
        if head is not None:
            head.skip("variant", "edition", "options", "title", "note", "source")
        self.document.finish()
        yield from self._each(values, head)

    def _each(self, values: list[Value], head: Fields | None) -> Iterator[Case]:
        for number, value in enumerate(values, 1):
            self.document.mappings.clear()
            self.document.mistakes.clear()
            case = self._case(value, head, f"case {number}")
            self.document.report_unknown()
            yield case._replace(mistakes=tuple(self.document.mistakes))

    def _case(self, value: Value, head: Fields | None, name: str) -> Case:
        fields = value.mapping()
        case = Case(fields.text("id", name), fields.text("title", ""), fields.text("rule", ""))
        fields.skip("choice", "note", "source")
        if fields.take("expect_text").given and not any(key in fields for key in PLAYED):
            fields.skip("variant", "edition", "options")
            return case._replace(skipped="only words are expected: nothing to compute")
        variant = self._variant(fields, head)
        if variant is None:
            fields.rest()
            return case
        return CaseFields(fields, variant).read(case)

    def _variant(self, fields: Fields, head: Fields | None) -> Variant | None:
        def own_or_shared(key: str) -> Value:
            own = fields.take(key)
            return own if own.given or head is None else head.take(key)

        written, edition, options = map(own_or_shared, ("variant", "edition", "options"))
        try:
            variant = written.read(self.find) if written.given else self.find(self.usual)
            variant = variant and variant.under(self.edition or edition.text() or None)
        except ArchiveError as error:
            (edition if edition.given else fields.owner).fail(str(error))
            return None
        return variant and under_options(variant, options.mapping())


class CaseFields:
    """The fields of one case, read under its variant."""

    def __init__(self, fields: Fields, variant: Variant) -> None:
        self.fields = fields
        self.variant = variant
        self.places = PositionReader(variant.setting, variant.rulebook.boarding)

    def read(self, case: Case) -> Case:
        """The case with its position and its phases."""
        places = self.places
        fields = self.fields
        steps = tuple(self._steps())
        empty = not any(key in fields for key in ("owners", "dislodged"))
        units = places.start(fields.need("units") if empty else fields.take("units"))
        owners = fields.take("owners")
        usual = not owners.given and any(s.phase.step == "adjustments" for s in steps)
        start = Position(
            phase=steps[0].phase,
            units=tuple(units),
            owners=self.variant.setting.start.owners if usual else places.owners(owners),
            dislodged=tuple(places.dislodged(fields.take("dislodged"))),
            contested=places.provinces(fields.take("contested")),
            memory=fields.table("memory"),
        )
        return case._replace(variant=self.variant, start=start, steps=steps)

    def _steps(self) -> Iterator[CaseStep]:
        """The phases of the case, each later than the one before."""
        rank = self.variant.setting.calendar.rank
        latest = self._step(self.fields)
        yield latest
        for item in self.fields.take("then").items():
            before = latest
            latest = self._step(item.mapping())
            if rank(latest.phase) <= rank(before.phase):
                item.fail("this phase does not come after the one before it")
            yield latest

    def _step(self, fields: Fields) -> CaseStep:
        setting = self.variant.setting
        fields.take("note")
        phase = fields.need("phase").read(setting.calendar.read) or setting.calendar.start
        read = partial(parse_order, setting=setting, phase=phase)
        orders: list[Written | None] = []
        for issuer, lines in self.places.by_power(fields.take("orders")):
            for line in lines.words():
                orders.append(line.read(partial(read, issuer=issuer, line=line.line)))
        return CaseStep(
            phase, tuple(filter(None, orders)), self._expected(fields.mapping("expect"))
        )

    def _expected(self, fields: Fields) -> Expectation:
        places = self.places
        readers: Mapping[str, Callable[[Value], Any]] = {
            "after": places.units,
            "dislodged": places.units,
            "retreats": places.refuges,
            "owners": places.owners,
            "void": Value.integer,
            "won": self._winners,
        }
        values = {key: fields.take(key) for key in readers}
        return Expectation(**{k: readers[k](value) for k, value in values.items() if k in fields})

    def _winners(self, written: Value) -> tuple[Power, ...]:
        """The powers that win; none for `nobody`."""
        return () if written.text().casefold() == NOBODY else self.places.powers(written)


def write_case(variant: Variant, position: Position, orders: Sequence[Written] = ()) -> str:
    """A position and orders for its phase as a worked case."""
    return "\n".join(_lines(variant, position, orders)) + "\n"


def _lines(variant: Variant, position: Position, orders: Sequence[Written]) -> Iterator[str]:
    setting = variant.setting
    writer = PositionWriter(setting)
    notation = OrderWriter(setting)
    yield f"variant: {variant.name}"
    yield f'edition: "{variant.edition}"'
    usual = amend(edition(variant.edition), variant.house)
    yield from table("options", {**written_choices(setting.choices, usual), **setting.options})
    yield f"phase: {setting.calendar.title(position.phase).replace(',', '')}"
    yield from writer.units("units", position.units)
    yield from writer.chart("owners", position.owners)
    yield from writer.dislodged(position.dislodged)
    yield from entry("contested", ", ".join(sorted(position.contested)))
    yield from table("memory", position.memory)
    yield from ["orders:"] if orders else []
    ranked = sorted(orders, key=lambda w: writer.order[w.issuer])
    for issuer, group in groupby(ranked, key=lambda w: w.issuer):
        yield f"  {scalar(issuer)}:"
        yield from (f"  - {scalar(notation.written(w))}" for w in group)
