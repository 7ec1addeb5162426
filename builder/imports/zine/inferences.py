"""What the reports of a zine leave out or print elsewhere, made good with a remark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.imports.importer import PhaseSheet, Remark
from builder.imports.zine.patterns import RE
from builder.imports.zine.report_lines import PrintedOrder, ZineReport
from builder.imports.zine.seasons import ZineSeason
from builder.model.orders import Move, Retreat, Support
from builder.model.outcomes import Outcome

FAILURES = frozenset({Outcome.FAILED, Outcome.BOUNCED, Outcome.CUT, Outcome.NO_CONVOY})
FEWEST = 3
DONE = frozenset({Outcome.MOVED, Outcome.GIVEN, Outcome.HELD, Outcome.RETREATED})


def moves(season: ZineSeason, before: int) -> bool:
    """Does a season order its units to hold or help, or nearly as many as the movement before it
    did? Retreats do neither."""
    if "retreat" in season.heading.lower():
        return False
    texts = [RE.beside_orders.sub(" ", RE.tag.sub("", entry.text)) for entry in season.entries]
    found = [order[0] for text in texts for order in RE.orders.finditer(text)]
    return any(map(RE.stays.search, found)) or len(found) >= max(FEWEST, before / 2)


def without_italics(report: ZineReport) -> None:
    """Take back what is said of supports where italics mark nothing: most moves that failed, as
    capitals show, are not in italics."""
    failed = [x.heard.failed for x in report.orders if Outcome.FAILED in x.heard.outcomes]
    if not failed or 2 * sum(failed) >= len(failed):
        return
    for i, line in enumerate(report.orders):
        if isinstance(line.heard.order, Support):
            told = line.heard.outcomes - {Outcome.GIVEN}
            report.orders[i] = line._replace(heard=line.heard._replace(outcomes=told))
    text = "failed moves are not in italics, so it is not said which supports were given"
    report.remarks.append(Remark(report.season.line, text))


def unmarked(sheets: Iterable[PhaseSheet], unsure: bool, capitals: bool) -> str:
    """Why only what is marked counts; nothing where the rest was done.

    Nothing in the game has a mark, nor do capitals show where units end, so that its results were
    not printed; or marks are lost, for two units cannot both have come to one place; or nobody
    knows (`unsure`) what its bold means.
    """
    told = [sheet for sheet in sheets if sheet.phase.step == "movement"]
    if any(FAILURES & p.outcomes for sheet in told for p in sheet.results):
        return ""
    if unsure:
        return "nothing tells what bold or starred orders are: only what is marked otherwise counts"
    marked = any(Outcome.DISLODGED in p.outcomes for sheet in told for p in sheet.results)
    marked |= any(w.text[:1] in ("(", "[", "<") for sheet in told for w in sheet.orders)
    if capitals or (marked and not any(map(_crowded, told))):
        return ""
    return "nothing marks what failed: only what is marked counts"


def _crowded(sheet: PhaseSheet) -> bool:
    """Did two units come to one place, by what is not marked?"""
    went = {(p.power, p.at) for p in sheet.results if Outcome.MOVED in p.outcomes}
    goals = [
        w.order.to.province
        for w in sheet.orders
        if isinstance(w.order, Move) and w.unit and (w.issuer, w.unit.at) in went
    ]
    return len(set(goals)) < len(goals)


def driven_out(sheets: Iterable[PhaseSheet]) -> Iterator[Remark]:
    """Mark as dislodged who stayed where another is printed to have come, in a game that marks
    nobody so."""
    told = [sheet for sheet in sheets if sheet.phase.step == "movement"]
    if any(Outcome.DISLODGED in p.outcomes for sheet in told for p in sheet.results):
        return
    for sheet in told:
        moves = {(w.issuer, w.unit.at): w.order for w in sheet.orders if w.unit}
        went = {(p.power, p.at) for p in sheet.results if p.power and Outcome.MOVED in p.outcomes}
        goals = {o.to.province for key in went if isinstance(o := moves.get(key), Move)}
        for p in [*sheet.results]:
            if p.at.province in goals and (p.power, p.at) not in went:
                sheet.printed(p.power, p.at, Outcome.DISLODGED)
                told_by = "nobody is marked as dislodged; taken so, since another came there"
                yield Remark(p.line, told_by, p.text)


def take_back(sheet: PhaseSheet) -> None:
    """Of the orders of a movement keep only what is marked."""
    kept = [p._replace(outcomes=p.outcomes - DONE) for p in sheet.results]
    sheet.results = [p for p in kept if p.outcomes]


def parted(
    report: ZineReport, sheet: PhaseSheet | None
) -> tuple[list[PrintedOrder], list[PrintedOrder]]:
    """Orders printed after the movement, and moves of units it dislodged: retreats without `R`."""
    options = {(p.power, p.at): p.options or () for p in sheet.results} if sheet else {}
    orders: list[PrintedOrder] = []
    retreats: list[PrintedOrder] = []
    for line in report.orders:
        order, key = line.heard.order, (line.power, line.heard.unit.at)
        if isinstance(order, Move) and order.to in options.get(key, ()):
            went = line.heard._replace(
                order=Retreat(order.to), outcomes=frozenset({Outcome.RETREATED})
            )
            retreats.append(line._replace(heard=went))
            report.remarks.append(Remark(line.line, "read as a retreat", line.text))
        else:
            orders.append(line)
    return orders, retreats
