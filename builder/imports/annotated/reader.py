"""Reads reports that print one order a line, each with its result.

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

An order without a mark was done, unless the report also marks orders that were done, or marks none
at all. The name of a
player under that of a power is left out; prose between the orders is press. Retreats that are not
printed are inferred from the next orders. A game that begins in mid-game, or lacks a Winter, is cut
into years from there on, for without owners builds cannot be judged.
"""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from builder.errors import ArchiveError
from builder.imports.annotated.report import AnnotatedReport
from builder.imports.annotated.report_lines import RE, heading, normalised, phase_in
from builder.imports.foreign_game import PhaseSheet
from builder.imports.importer import Imported, Importer, Settings, TextFile, board_of
from builder.imports.phase_reports import (
    NEXT_ORDERS,
    PhaseInference,
    name_position,
    named,
    stretches,
)
from builder.model.calendar import Calendar
from builder.record import Note, Source

ENOUGH = 3
UNDATED = "no season is named, in the text or in the file's name"


def recognises(document: TextFile) -> bool:
    """Are several orders marked, each on a line of its own? With unusual marks, no line may have
    several orders, as in a zine; among many orders one such mark is enough."""
    if _enough(RE.marked, document.text, ENOUGH):
        return True
    if RE.several.search(document.text):
        return False
    text = normalised(document.text)
    if phase_in(document.base) is None and not any(map(heading, text.splitlines())):
        return False
    least = 1 if _enough(RE.order_alone, text, 2 * ENOUGH) else ENOUGH
    return _enough(RE.marked, text, least)


def _enough(pattern: re.Pattern[str], text: str, least: int) -> bool:
    return len([*islice(pattern.finditer(text), least)]) == least


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported]:
    """A record for each stretch that can be replayed; raises ArchiveError without orders."""
    board = board_of(document.text, settings)
    text = normalised(document.text)
    worded = {m["word"] for m in RE.worded.finditer(text)}
    marked = bool(worded) or RE.known_mark.search(text) is not None
    report = AnnotatedReport(board.setting, press, explicit="SUCCEEDS" in worded or not marked)
    if board.foreign:
        report.remark(1, f"no variant {board.foreign!r} is known; read on the standard board")
    if phase := phase_in(document.base):
        report.open(phase, 1)
    report.read(text)
    report.merge_reports()
    runs = [[*PhaseInference(report).bridged(run)] for run in _runs(report)]
    if not runs:
        first = f" ({report.remarks[0]})" if report.remarks else ""
        why = f"no orders of a movement can be read{first}" if report.sheets else UNDATED
        raise ArchiveError(f"{document.name}: {why}")
    words = "pass-fail" if worded else "judge"
    for number, sheets in enumerate(runs, start=1):
        _name_positions(report, sheets)
        begins = sheets[0].phase == board.setting.calendar.start
        yield report.imported(
            document,
            sheets,
            number,
            name=document.stem.replace("-", " ").capitalize(),
            variant=board.variant,
            source=Source(title="marked orders"),
            note=NEXT_ORDERS if any(s.after for s in sheets) else "",
            words=words,
            start=None if begins else tuple(named(sheets[0])),
        )


def _runs(report: AnnotatedReport) -> list[list[PhaseSheet]]:
    """The phases, cut into runs that can be replayed: up to a missing season, or a Winter whose
    owners are not known. Such a Winter, and a phase without orders, are kept as notes."""
    reported = (sheet for sheet in report.sheets.values() if sheet.orders or sheet.notes)
    calendar = report.setting.calendar
    runs: list[list[PhaseSheet]] = []
    spare: list[Note] = []
    for stretch in stretches(reported, calendar):
        owners_known = stretch[0].phase == calendar.start
        run = list[PhaseSheet]()
        for sheet in stretch:
            winter = sheet.phase.step == "adjustments"
            last = (run or [sheet])[-1].phase
            if sheet.phase.year != last.year and last.step != "adjustments":
                runs.append(run)
                run = []
                owners_known = False
            cannot_be_replayed = not owners_known if winter else not sheet.orders
            if cannot_be_replayed:
                holder = run[-1].notes if run else spare
                holder += _notes(sheet, calendar)
            else:
                run.append(sheet)
                sheet.notes += spare
                spare = []
            if winter and not owners_known:
                runs.append(run)
                run = []
        runs.append(run)
    return [run for run in runs if run]


def _notes(sheet: PhaseSheet, calendar: Calendar) -> Iterator[Note]:
    """The notes of a phase that is not replayed, and one with its orders."""
    yield from sheet.notes
    if sheet.orders:
        title = calendar.title(sheet.phase)
        orders = sheet.orders_shown()
        yield Note("notice", f"{title}, with unknown owners: {orders}.")


def _name_positions(report: AnnotatedReport, sheets: list[PhaseSheet]) -> None:
    """Each movement names the position before it, if its report is complete."""
    for sheet, later in pairwise(sheets):
        if later.phase.step == "movement":
            sheet.whole = False
            name_position(sheet, later, report.unread_powers[later.phase])


def recognises_plain(document: TextFile) -> bool:
    """Are there several orders, each on a line of its own, under the heading of a season?"""
    text = normalised(document.text)
    if phase_in(document.base) is None and not any(map(heading, text.splitlines())):
        return False
    return _enough(RE.order_alone, text, ENOUGH)


MARKED_ORDERS = Importer("marked", "orders marked one by one", recognises, read)
PLAIN_ORDERS = Importer("orders", "orders one by one, without results", recognises_plain, read)
