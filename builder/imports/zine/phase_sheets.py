"""Adds printed orders to the sheets of phases, and checks a zine's marks by the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from builder.imports.importer import FLEET, PhaseSheet, Remark
from builder.imports.zine.house import RE
from builder.imports.zine.orders import unmark
from builder.imports.zine.report import PrintedOrder, ZineReport
from builder.imports.zine.seasons import ZineSeason
from builder.model.board import Board, Location
from builder.model.kinds import KindCode, Power
from builder.model.orders import Build, Convoy, Move, Retreat, Support, Written
from builder.model.outcomes import Outcome
from builder.model.units import Unit
from builder.record import Note, Ruling

SEVERITY = (
    Outcome.ILLEGAL, Outcome.VOID, Outcome.DISLODGED, Outcome.FAILED, Outcome.NO_ORDER,
)  # fmt: skip
NAMED = {Move: Outcome.BOUNCED, Support: Outcome.CUT}
DONE: dict[type, frozenset[Outcome]] = {Convoy: frozenset({Outcome.CARRIED})}
AGAIN = "ordered twice"  # said of an order that does not count
UNIT = frozenset({Outcome.DISLODGED})  # said of the unit, whatever its order
ABSENT = ("nsu", "nso", "no such unit")
FEWEST = 3  # orders of a movement
FAILURES = frozenset({Outcome.FAILED, Outcome.BOUNCED, Outcome.CUT, Outcome.NO_CONVOY})
ENOUGH, MOST = 3, 10  # moves that can be seen; right ones for each wrong one


def add_order(line: PrintedOrder, sheet: PhaseSheet) -> None:
    """Add an order and its printed result to a sheet."""
    power, text, parsed, number = line
    sheet.orders.append(Written(power, parsed.unit, parsed.order, text, number))
    if outcomes := parsed.outcomes & UNIT if AGAIN in text else parsed.outcomes:
        at, options = parsed.unit.at, parsed.options
        sheet.printed(power, at, *outcomes, options=options, text=text, line=number)


def correct_order(line: PrintedOrder, report: ZineReport, sheet: PhaseSheet) -> Iterator[Ruling]:
    """Correct a sheet by an order that is printed again.

    A different order replaces the first, which is kept in a note. Its result, or a different
    result of the same order, becomes a ruling.
    """
    parsed, where, key = line.parsed, report.season.source, (line.power, line.parsed.unit.at)
    known = {(w.issuer, w.unit.at): w for w in reversed(sheet.orders) if w.unit}
    old, shown = known.get(key), next((p for p in sheet.results if p[:2] == key), None)
    found = parsed.outcomes or DONE.get(type(parsed.order), frozenset())
    why = f"Printed again as: {line.text}"
    if old is None or old.order != parsed.order:
        why = f"First printed: {old.text}. Corrected: {line.text}." if old else why
        sheet.notes.append(Note("gm", why, source=where))
        sheet.orders = [w for w in sheet.orders if w is not old]
        sheet.results = [p for p in sheet.results if p is not shown]
        add_order(line, sheet)
    elif shown is None or shown.outcomes == found:
        return
    corrects = f"corrects {sheet.phase.season} {sheet.phase.year}"
    report.remarks.append(Remark(line.line, corrects, why))
    if found:
        outcome = next((o for o in SEVERITY if o in found), min(found))
        if outcome is Outcome.FAILED:
            outcome = NAMED.get(type(parsed.order), outcome)
        text = old.text if old else line.text
        yield Ruling(sheet.phase, *key, text, outcome, why, where, line.line)


def correct_adjustments(
    orders: Iterable[Written], report: ZineReport, sheet: PhaseSheet, alike: bool = False
) -> Iterator[Ruling]:
    """Correct a sheet by builds and removals that are printed again. They replace all those of a
    power, or with `alike` only builds of other units in the same places."""
    where = report.season.source
    for power in dict.fromkeys(w.issuer for w in orders):
        now = [w for w in orders if w.issuer == power]
        same = {n.order for n in now}
        first = [w for w in sheet.orders if w.issuer == power and w.order not in same]
        if alike:
            built = {n.order.at.province for n in now if isinstance(n.order, Build)}
            first = [w for w in first if isinstance(w.order, Build) and w.home in built]
            now = [n for n in now if n.home in {w.home for w in first}]
        if not first:
            continue
        sheet.orders = [w for w in sheet.orders if w not in first]
        sheet.orders += [w for w in now if alike]
        texts = (", ".join(w.text for w in some) for some in (first, now))
        why = "First printed: {}. Corrected: {}.".format(*texts)
        sheet.notes.append(Note("gm", why, source=where))
        corrects = f"corrects winter {sheet.phase.year}"
        report.remarks.append(Remark(report.season.line, corrects, why))
        for w in now:
            done = Outcome.BUILT if isinstance(w.order, Build) else Outcome.REMOVED
            if w.unit:
                yield Ruling(sheet.phase, power, w.unit.at, w.text, done, why, where, w.line)


def is_absent(outcomes: frozenset[Outcome], text: str) -> bool:
    """Does a report say that there is no such unit (`nsu`, or `nso` and no place in capitals)?"""
    known = "imp" in text and "nsu" not in text
    return Outcome.ILLEGAL in outcomes and not known and any(word in text for word in ABSENT)


def shown_position(
    sheet: PhaseSheet, rulings: Iterable[Ruling], board: Board, before: PhaseSheet | None
) -> list[Unit] | None:
    """The position that the results of a movement show; None if they leave it open. A power is left
    out if one of its units after the movement `before` has no order here."""
    named = {(w.issuer, w.home) for w in sheet.orders}
    stood = ends(before, rulings) if before else ()
    silent = {power for power, _, at in stood if (power, at.province) not in named}
    found: list[Unit] = []
    for power, kind, at in ends(sheet, rulings):
        if kind is None or (kind == FLEET and board.provinces[at.province].coasts and not at.coast):
            return None
        found += [Unit(power, kind, at)] * (power not in silent)
    return found or None


def ends(
    sheet: PhaseSheet, rulings: Iterable[Ruling]
) -> Iterator[tuple[Power, KindCode | None, Location]]:
    """The power, kind and place of each unit after a movement, by its results."""
    ruled = {(r.power, r.at): frozenset({r.outcome}) for r in rulings if r.phase == sheet.phase}
    last = {(w.issuer, w.unit): w for w in sorted(sheet.orders, key=_validity)}
    for w, unit in ((w, w.unit) for w in last.values() if w.unit):
        outcomes = ruled.get((w.issuer, unit.at)) or sheet.said(w)
        goal = w.order.to if isinstance(w.order, Move) else None
        gone = is_absent(outcomes, w.text) or Outcome.DISLODGED in outcomes
        if not gone and (outcomes or not goal or AGAIN in w.text):
            moved = goal and Outcome.MOVED in outcomes
            yield w.issuer, unit.kind, goal if goal and moved else unit.at


def _validity(order: Written) -> tuple[bool, bool]:
    """A key that puts the one of a unit's orders that counts last: one without a mark, if any."""
    marked = unmark(order.text, False)
    return AGAIN not in order.text, not (marked.marks or marked.failed)


def moves(season: ZineSeason, before: int) -> bool:
    """Is a season a movement: do its orders hold or help, or are they about as many as those of the
    movement `before`? Retreats are few, and neither."""
    if "retreat" in season.heading.lower():
        return False
    texts = [RE.beside_orders.sub(" ", RE.tag.sub("", entry.text)) for entry in season.entries]
    found = [order[0] for text in texts for order in RE.orders.finditer(text)]
    return any(map(RE.stays.search, found)) or len(found) >= max(FEWEST, before / 2)


def orders_but_retreats(report: ZineReport, sheet: PhaseSheet | None) -> Iterator[PrintedOrder]:
    """The orders printed again after a movement. Moves of units that it dislodged are retreats
    printed without `R`, and are added to the retreats of the report."""
    options = {(p.power, p.at): p.options or () for p in sheet.results} if sheet else {}
    for line in report.orders:
        order, key = line.parsed.order, (line.power, line.parsed.unit.at)
        if isinstance(order, Move) and order.to in options.get(key, ()):
            done = frozenset({Outcome.RETREATED})
            went = line.parsed._replace(order=Retreat(order.to), outcomes=done)
            report.retreats.append(line._replace(parsed=went))
            report.remarks.append(Remark(line.line, "read as a retreat", line.text))
        elif isinstance(order, Retreat):
            report.retreats.append(line)
        else:
            yield line


def agrees(moves: Sequence[PhaseSheet]) -> bool:
    """Are the units in the next phase where this reading of the typefaces leaves them, both those
    that moved and those that did not?"""
    seen = [*_seen(moves)]
    right = [went for went, true in seen if true]
    return len(set(right)) > 1 and len(right) >= ENOUGH and len(seen) <= len(right) * (1 + 1 / MOST)


def contradicts(moves: Sequence[PhaseSheet]) -> bool:
    """Does the next phase contradict this reading of the typefaces for most of the moves?"""
    seen = [*_seen(moves)]
    return 2 * sum(true for _, true in seen) < len(seen)


def _seen(moves: Sequence[PhaseSheet]) -> Iterator[tuple[bool, bool]]:
    """For each move whose end the next phase shows: did it succeed as read, and is that right?"""
    for sheet, then in zip_longest(moves, moves[1:]):
        stand = {(w.issuer, w.home) for w in (then.orders if then else ())}
        if sheet.after is not None:
            stand = {(unit.power, unit.at.province) for unit in sheet.after}
        for w in sheet.orders:
            if w.unit is None or not isinstance(w.order, Move):
                continue
            outcomes = sheet.said(w)
            start, end = ((w.issuer, at.province) in stand for at in (w.unit.at, w.order.to))
            if start != end and outcomes & {Outcome.MOVED, Outcome.FAILED}:
                went = Outcome.MOVED in outcomes
                yield went, went == end


def why_unmarked(moves: Sequence[PhaseSheet], unsure: bool, capitals: bool) -> str:
    """Why orders without a mark do not count as done in this game; empty if they do.

    They do not if the game has neither marks nor capitals where units end, for then its results
    are not printed; if marks were lost, as two units seem to enter one place; or if the meaning of
    bold orders is not known (`unsure`).
    """
    if any(FAILURES & p.outcomes for sheet in moves for p in sheet.results):
        return ""
    if unsure:
        return "the meaning of bold or starred orders is not known: only other marks count"
    marked = any(Outcome.DISLODGED in p.outcomes for sheet in moves for p in sheet.results)
    marked |= any(w.text[:1] in ("(", "[", "<") for sheet in moves for w in sheet.orders)
    crowded = any(len({*at}) < len(at) for at in (sheet.arrivals() for sheet in moves))
    if capitals or (marked and not crowded):
        return ""
    return "nothing marks what failed: only what is marked counts"


def mark_dislodged(moves: Sequence[PhaseSheet]) -> Iterator[Remark]:
    """Mark as dislodged each unit that stayed in a place which another is printed to have entered,
    in a game that marks no unit as dislodged."""
    if any(Outcome.DISLODGED in p.outcomes for sheet in moves for p in sheet.results):
        return
    for sheet in moves:
        goals = sheet.arrivals()
        for p in [*sheet.results]:
            away = Outcome.MOVED in p.outcomes or is_absent(p.outcomes, p.text)
            if p.at.province in goals and not away:
                sheet.printed(p.power, p.at, Outcome.DISLODGED)
                why = "no unit is marked as dislodged; taken so, since another entered its place"
                yield Remark(p.line, why, p.text)
