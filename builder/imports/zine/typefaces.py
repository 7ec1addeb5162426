"""What italics, underlines and bold tell of an order: that it failed, or that it was done.

Italics and underlines mark what failed, unless a line says otherwise (`Successful moves are
underlined`). Bold may be either, or no mark at all: a line tells, or where the units stand next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from builder.imports.importer import PhaseSheet, Remark
from builder.imports.zine.house import RE
from builder.model.board import Code
from builder.model.kinds import Power
from builder.model.orders import Move
from builder.model.outcomes import Outcome

WORDS = {"bold": "b", "italic": "i", "underlin": "u"}
ENOUGH, MOST = 3, 10
FAILURES = frozenset({Outcome.FAILED, Outcome.BOUNCED, Outcome.CUT, Outcome.NO_CONVOY})
UNSAID = frozenset({Outcome.MOVED, Outcome.GIVEN, Outcome.HELD, Outcome.RETREATED})


class ResultTypeface(NamedTuple):
    """The tags of the type faces that mark orders: as done, else as failed."""

    tags: frozenset[str] = frozenset("iu")
    done: bool = False


FAILED = ResultTypeface()
BOLD = (ResultTypeface(frozenset("iub")), ResultTypeface(frozenset("b"), done=True))


def legend(text: str, printed: str) -> ResultTypeface:
    """What a line of the zine says that its type faces mean, as far as any `printed` order has
    them; else what they usually do."""
    used = {tag[-2].lower() for tag in RE.tag.findall(printed)}
    shapes = (RE.legend_did_face, RE.legend_face_did, RE.legend_such_did)
    for found in (m for shape in shapes for m in shape.finditer(text)):
        named = found.groupdict()
        tag = WORDS[(named["face"] or named["such"]).lower()]
        if tag not in used:
            continue
        did = found["did"].lower()
        done = "succ" in did and not did.startswith(("un", "no", "do", "did"))
        return ResultTypeface(frozenset(tag) if done else FAILED.tags | {tag}, done)
    return FAILED


def agrees(moves: Sequence[PhaseSheet]) -> bool:
    """Do the units stand next where a reading of the faces says that they went, and where not?"""
    seen = [*_seen(moves)]
    right = [went for went, true in seen if true]
    return len(set(right)) > 1 and len(right) >= ENOUGH and len(seen) <= len(right) * (1 + 1 / MOST)


def denies(moves: Sequence[PhaseSheet]) -> bool:
    """Do most units stand next where a reading of the faces says that they did not go?"""
    seen = [*_seen(moves)]
    return 2 * sum(true for _, true in seen) < len(seen)


def _seen(moves: Sequence[PhaseSheet]) -> Iterator[tuple[bool, bool]]:
    """Of each move whose end can be seen: did it go as was read, and is that true?"""
    for sheet, then in pairwise([*moves, None]):
        if sheet is None or (sheet.after is None and then is None):
            continue
        stand = _standing(sheet, then)
        for w in sheet.orders:
            if w.unit is None or not isinstance(w.order, Move):
                continue
            outcomes = sheet.said(w)
            start, end = ((w.issuer, at.province) in stand for at in (w.unit.at, w.order.to))
            if start != end and outcomes & {Outcome.MOVED, Outcome.FAILED}:
                went = Outcome.MOVED in outcomes
                yield went, went == end


def _standing(sheet: PhaseSheet, then: PhaseSheet | None) -> set[tuple[Power, Code]]:
    """Where the units of each power are after a movement: as printed, or as ordered next."""
    if sheet.after is not None:
        return {(unit.power, unit.at.province) for unit in sheet.after}
    return {(w.issuer, w.unit.at.province) for w in then.orders if w.unit} if then else set()


def unmarked(moves: Sequence[PhaseSheet], unsure: bool, capitals: bool) -> str:
    """Why only what is marked counts; nothing where the rest was done.

    Nothing in the game has a mark, nor do capitals show where units end, so that its results were
    not printed; or marks are lost, for two units cannot both have come to one place; or nobody
    knows (`unsure`) what its bold means.
    """
    if any(FAILURES & p.outcomes for sheet in moves for p in sheet.results):
        return ""
    if unsure:
        return "nothing tells what bold or starred orders are: only what is marked otherwise counts"
    marked = any(Outcome.DISLODGED in p.outcomes for sheet in moves for p in sheet.results)
    marked |= any(w.text[:1] in ("(", "[", "<") for sheet in moves for w in sheet.orders)
    crowded = any(len({*at}) < len(at) for at in (sheet.arrivals() for sheet in moves))
    if capitals or (marked and not crowded):
        return ""
    return "nothing marks what failed: only what is marked counts"


def driven_out(moves: Sequence[PhaseSheet]) -> Iterator[Remark]:
    """Mark as dislodged who stayed where another is printed to have come, in a game that marks
    nobody so."""
    if any(Outcome.DISLODGED in p.outcomes for sheet in moves for p in sheet.results):
        return
    for sheet in moves:
        goals = sheet.arrivals()
        for p in [*sheet.results]:
            if p.at.province in goals and Outcome.MOVED not in p.outcomes:
                sheet.printed(p.power, p.at, Outcome.DISLODGED)
                told_by = "nobody is marked as dislodged; taken so, since another came there"
                yield Remark(p.line, told_by, p.text)


def take_back(sheet: PhaseSheet) -> None:
    """Of the orders of a movement keep only what is marked."""
    kept = [p._replace(outcomes=p.outcomes - UNSAID) for p in sheet.results]
    sheet.results = [p for p in kept if p.outcomes]
