"""Reports of phases, each phase once, and the units that a report names."""

from __future__ import annotations

from typing import Protocol

from builder.imports.importer import KINDS, PhaseSheet, Remark
from builder.imports.result_tags import TAGS
from builder.model.calendar import Phase
from builder.model.kinds import KindCode
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note

NEXT_ORDERS = "The position after each phase is the one that the orders of the next phase name."


class PhaseReports(Protocol):
    """The phases that were reported; `twice` are two reports of one."""

    setting: Setting
    sheets: dict[Phase, PhaseSheet]
    twice: list[tuple[PhaseSheet, PhaseSheet]]
    remarks: list[Remark]


def merged_reports(mail: PhaseReports) -> list[PhaseSheet]:
    """The phases that are reported, each once."""
    for first, again in mail.twice:
        _choose(mail, first, again)
    return [s for s in mail.sheets.values() if s.orders or s.results or s.owners]


def _choose(mail: PhaseReports, first: PhaseSheet, again: PhaseSheet) -> None:
    """Of two reports of a phase take the later, if it is as long and no phase that follows was
    told of between them."""
    told = {(w.unit, w.order) for w in first.orders}
    rank = mail.setting.calendar.rank
    between = [s for s in mail.sheets.values() if first.line < s.line < again.line]
    passed = any(rank(s.phase) > rank(first.phase) for s in between)
    if passed or len(again.orders) < len(first.orders):
        mail.sheets[first.phase] = first
    if told == {(w.unit, w.order) for w in again.orders} or not again.orders:
        return
    counts, kept, other = ("first", first, again) if passed else ("later", again, first)
    shown = "; ".join(f"{w.issuer}: {w.text}" for w in other.orders)
    mail.remarks.append(Remark(again.line, f"told of twice: the {counts} report counts"))
    kept.notes.append(Note("gm", f"Reported otherwise, too: {shown}."))


def named(sheet: PhaseSheet) -> list[Unit]:
    """The units that the results of a movement name: all that stand when it begins."""
    ordered = [(w.issuer, w.unit) for w in sheet.orders if w.unit]
    quiet = [p for p in sheet.results if Outcome.NO_ORDER in p.outcomes]
    units = [Unit(p, u.kind, u.at) for p, u in ordered if u.kind]
    return units + [Unit(p.power, _kind(p.text), p.at) for p in quiet if p.power]


def _kind(text: str) -> KindCode:
    return KINDS[TAGS.sub("", text).split()[0].lower()]
