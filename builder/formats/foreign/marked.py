"""Reports that print one order a line and mark each: annotated games, posts, some sites' exports.

    Spring, 1909                              -- a line of its own, or the file's name
    England: Army Yorkshire -> Liverpool. (*bounce*)
    France: A Hol S German A Kie              -- a power before each order
    Winter, 1909
    Turkey: B F Ank, A Con

    Austria:                                  AU
    A Galicia - Rumania (*Fails*)             A Bud to Tri  FAILS
    A Trieste Supports A Tyrolia - Venice     F Tri to Ven  SUCCEEDS
    F Norway Hold (*dislodged*)
    (retreated to Norwegian Sea)

What is not marked was done, but where what was done is marked, too. The name of a player under
that of a power is left out; what stands between the orders is press. Retreats of which nothing is
printed are taken from the next orders. A game that begins in the middle, or leaves out a Winter, is
read year by year from there on, for without owners nobody can say who may build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from builder.errors import ArchiveError
from builder.formats.foreign.judge import named
from builder.formats.foreign.marked_report import Report
from builder.formats.foreign.marked_text import items, phase_in
from builder.formats.foreign.reading import (
    Document,
    Imported,
    Importer,
    Settings,
    Sheet,
)
from builder.formats.foreign.stretches import stretches
from builder.formats.foreign.unreported import retreats
from builder.model.setting import Setting
from builder.record import Note, Record, Source

MARKED = re.compile(
    r"^\s*(?:[A-Z][a-z]+:\s*)?(?:A|F|Army|Fleet)\.?\s+[A-Z][^*\n]{3,90}?"
    r"(?:\(\*\s*(?i:bounce|fails|cut|void|dislodged)\b[^()\n]*\*\)|\b(?:SUCCEEDS|FAILS))"
    r"\.?\s*(?:[A-Z]{2})?\s*$",
    re.MULTILINE,
)
ENOUGH = 3
EXPLICIT = re.compile(r"\bSUCCEEDS\b")


def recognises(document: Document) -> bool:
    """Are several orders marked, each on a line of its own?"""
    marks = MARKED.finditer(document.text)
    return sum(1 for _, _ in zip(marks, range(ENOUGH), strict=False)) == ENOUGH


def read(document: Document, settings: Settings, press: bool) -> Iterator[Imported]:
    """The game, in as many records as it has stretches; raises ArchiveError where no season is
    named."""
    setting = settings("standard")
    report = Report(setting, press, explicit=EXPLICIT.search(document.text) is not None)
    if phase := phase_in(document.base):
        report.open(phase, 1)
    for item in items(document.text, setting.power_names):
        report.take(item)
    told = [sheet for sheet in report.sheets.values() if sheet.orders]
    if not told:
        raise ArchiveError(
            f"{document.name}: no season is named, in the text or in the file's name"
        )
    words = "pass-fail" if report.explicit else "judge"
    for number, sheets in enumerate(_records(told, setting), start=1):
        record = _record(document, setting, sheets)
        name = f"{record.id}-{number}" if number > 1 else record.id
        remarks = tuple(report.remarks) if number == 1 else ()
        yield Imported(record._replace(id=name, words=words), remarks)


def _records(told: Sequence[Sheet], setting: Setting) -> Iterator[list[Sheet]]:
    """The phases that can be replayed in one go, with what is not printed between them."""
    for stretch in stretches(told, setting.calendar):
        for run in _runs(stretch, begins=stretch[0].phase == setting.calendar.start):
            yield [*_bridged(run, setting)]


def _runs(stretch: Sequence[Sheet], begins: bool) -> Iterator[list[Sheet]]:
    """The phases up to a Winter of which nothing is told, or nothing that can be judged, for who
    owns what is known from the beginning only; such a Winter is kept as a note."""
    run: list[Sheet] = []
    for sheet, later in zip_longest(stretch, stretch[1:]):
        winter = sheet.phase.step == "adjustments"
        if not winter or begins:
            run.append(sheet)
        elif holder := run[-1] if run else later:
            said = "; ".join(f"{w.issuer}: {w.text}" for w in sheet.orders)
            holder.notes.append(Note("notice", f"In Winter, with owners not told: {said}."))
        if later is None or later.phase.year == sheet.phase.year or (winter and begins):
            continue
        if run:
            yield run
        run, begins = [], False
    if run:
        yield run


def _bridged(sheets: list[Sheet], setting: Setting) -> Iterator[Sheet]:
    """The phases, and retreats between them of which only the next orders tell."""
    for i, sheet in enumerate(sheets):
        yield sheet
        after = sheets[i + 1 :]
        if sheet.phase.step != "movement" or (after and after[0].phase.step == "retreats"):
            continue
        winter = next((s for s in after[:1] if s.phase.step == "adjustments"), None)
        then = next((s for s in after if s.phase.step == "movement"), None)
        if went := retreats(sheet, winter, then, setting):
            yield Sheet(setting.calendar.next(sheet.phase), orders=went, line=sheet.line)


def _record(document: Document, setting: Setting, sheets: list[Sheet]) -> Record:
    begins = sheets[0].phase == setting.calendar.start
    for sheet, later in pairwise(sheets):
        if later.phase.step == "movement":
            sheet.after, sheet.whole = named(later), False
    return Record(
        id=document.stem,
        name=document.stem.replace("-", " ").capitalize(),
        variant="standard",
        phases=tuple(sheet.finish() for sheet in sheets),
        source=Source(title="marked orders"),
        players=dict.fromkeys(setting.powers, "?"),
        start=None if begins else tuple(named(sheets[0])),
        path=document.name,
    )


MARKED_ORDERS = Importer("marked", "orders marked one by one", recognises, read)
