"""Reads worked cases as jDip and godip write them.

    VARIANT_ALL Standard
    CASE 6.D.1
    PRESTATE_SETPHASE Spring 1901, Movement
    PRESTATE
        Germany: F Ber
    PRESTATE_DISLODGED
        England: F Nwy
    PRESTATE_RESULTS
        SUCCESS: Russia: A Fin-Nwy
        FAILURE: England: F Nwy H
    ORDERS
        Germany: F Ber-Pru
    POSTSTATE
        Germany: F Pru
    POSTSTATE_DISLODGED
    END

Every case becomes a game of one phase, or of two where it shows what led to its retreats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from builder.imports.corrections import ForeignOrders, near
from builder.imports.foreign_game import ForeignGame, PhaseSheet, record_of
from builder.imports.importer import Imported, Importer, Settings, TextFile
from builder.imports.phase_reports import named
from builder.model.calendar import FIRST, Phase
from builder.model.orders import Written
from builder.model.setting import Setting
from builder.model.units import Code, Power, Unit
from builder.record import Source

SECTIONS = frozenset(
    {
        "PRESTATE", "PRESTATE_DISLODGED", "PRESTATE_RESULTS", "PRESTATE_SUPPLYCENTER_OWNERS",
        "ORDERS", "POSTSTATE", "POSTSTATE_DISLODGED", "POSTSTATE_SAME",
    }
)  # fmt: skip
SUITE = "datc_"  # jDip's prefix for the names of boards that its test suites edit
VARIANT = re.compile(r"^VARIANT_ALL\s+(\S+)", re.MULTILINE)
PARTY = re.compile(r"(?P<nation>[^\W\d_]+)\s*:?\s*(?P<rest>.*)")
Lines = list[tuple[int, str]]


@dataclass
class CaseSections:
    """The lines of one case by section."""

    name: str
    line: int
    phase: str = ""
    sections: dict[str, Lines] = field(default_factory=dict)


def cases(text: str) -> Iterator[CaseSections]:
    """Cut a file into cases, without comments. A case may end where the next one begins; its lines
    before the first section are under the section ``""``."""
    case: CaseSections | None = None
    section = ""
    for number, raw in enumerate([*text.splitlines(), "END"], start=1):
        line = raw.partition("#")[0].strip()
        word, _, rest = line.partition(" ")
        if word in ("CASE", "END"):
            if case is not None:
                yield case
            case, section = CaseSections(rest.strip(), number) if word == "CASE" else None, ""
        elif case is None or not line:
            continue
        elif word == "PRESTATE_SETPHASE":
            case.phase = rest.strip()
        elif word.upper() in SECTIONS:
            section = word.upper()
            case.sections.setdefault(section, [])
        else:
            case.sections.setdefault(section, []).append((number, line))


class CaseTextReader(ForeignGame):
    """Reads one case."""

    def __init__(self, case: CaseSections, setting: Setting, variant: str) -> None:
        super().__init__(setting)
        self.case, self.variant, self.lost = case, variant, False

    def read(self, document: TextFile) -> Imported:
        """The case as a record."""
        case = self.case
        phase = self._phase() or FIRST
        for number, line in case.sections.get("", ()):
            self.remark(number, "not understood", line)
        units, dislodged = self._units("PRESTATE"), self._units("PRESTATE_DISLODGED")
        sheets = self._before(phase, units, dislodged)
        start = [u for s in sheets for u in named(s)] or units
        sheet = PhaseSheet(phase, line=case.line)
        sheet.orders += self._orders("ORDERS", phase, sheet)
        self._expect(sheet, units)
        name = re.sub(r"[^a-z0-9]+", "-", case.name.lower()).strip("-")
        record = record_of(document, self.setting, (*sheets, sheet))._replace(
            id=f"{document.stem}-{name}",
            name=case.name,
            variant=self.variant,
            status="exhibition",
            source=Source(title=document.stem, issues=case.name),
            players={},
            start=tuple(start),
            start_owners=self._owners(),
        )
        return self.imported(record)

    def _expect(self, sheet: PhaseSheet, units: list[Unit]) -> None:
        """Add the expected position to the sheet, if all units of the case were understood."""
        sections = self.case.sections
        if "POSTSTATE_SAME" in sections:
            sheet.after = units
        elif "POSTSTATE" in sections:
            sheet.after = self._units("POSTSTATE")
        if self.lost:
            sheet.after = None
            self.remark(self.case.line, "what it expects is left out", self.case.name)
        elif sheet.phase.step == "movement" and sheet.after is not None:
            sheet.dislodged = self._units("POSTSTATE_DISLODGED")

    def _phase(self) -> Phase | None:
        """The phase of the case; None, with a remark, for words that are none."""
        found = re.match(r"(\w+)\s+(\d+)\W+(\w+)", self.case.phase)
        season, year, step = found.groups() if found else ("", "", "")
        season = "winter" if step.lower().startswith("adj") else season
        phase = self.read_phase(f"{season} {year} {step.lower()}")
        if phase is None and self.case.phase:
            self.remark(self.case.line, "not a phase", self.case.phase)
        return phase

    def _before(self, phase: Phase, units: list[Unit], dislodged: list[Unit]) -> list[PhaseSheet]:
        """The movement that led to a case about retreats."""
        if phase.step != "retreats" or not (dislodged or "PRESTATE_RESULTS" in self.case.sections):
            return []
        sheet = PhaseSheet(phase._replace(step="movement"), line=self.case.line)
        sheet.orders += self._orders("PRESTATE_RESULTS", sheet.phase, sheet)
        sheet.after, sheet.dislodged = units, dislodged
        return [sheet]

    def _parties(self, section: str) -> Iterator[tuple[int, Power, str]]:
        for number, line in self.case.sections.get(section, ()):
            text = re.sub(r"^(SUCCESS|FAILURE)\s*:\s*", "", line, flags=re.IGNORECASE)
            party = PARTY.match(text)
            power = self._nation(party["nation"], number, line) if party else Power("")
            if party is None or not power:
                self.remark(number, "not understood", line)
            else:
                yield number, power, party["rest"].strip()

    def _nation(self, written: str, number: int, line: str) -> Power:
        """The power that is named, its name perhaps misspelt; empty for an unknown one."""
        known = self.power_of(written)
        if not known and (meant := self.power_of(near(written, self.setting.power_names.known))):
            self.remark(number, f"{written} read as {meant}", line)
            return meant
        return known

    def _units(self, section: str) -> list[Unit]:
        found = []
        for number, power, text in self._parties(section):
            if unit := self.read_unit(power, text.rstrip(" .")):
                found.append(unit)
            else:
                self.remark(number, "not a unit", text)
        self.lost = self.lost or len(found) < len(self.case.sections.get(section, ()))
        return found

    def _owners(self) -> dict[Code, Power] | None:
        section = "PRESTATE_SUPPLYCENTER_OWNERS"
        if section not in self.case.sections:
            return None
        owners = {}
        for number, power, text in self._parties(section):
            at = self.places.get(text) or self.places.get(text.partition(" ")[2])
            if at is None:
                self.remark(number, "not a place", text)
            else:
                owners[at.province] = power
        return owners

    def _orders(self, section: str, phase: Phase, sheet: PhaseSheet) -> Iterator[Written]:
        for number, power, text in self._parties(section):
            orders = ForeignOrders(self.setting, phase, power, number)
            if written := orders.parsed(text):
                yield written
            elif guess := orders.guessed(text):
                self.remark(number, guess[1], text)
                yield guess[0]
            else:
                sheet.unread(number, f"{power}: {text}", order=True)
                self.remark(number, "not understood", text)


def recognises(document: TextFile) -> bool:
    """Are there cases with a PRESTATE?"""
    return re.search(r"^CASE\b", document.text, re.M) is not None and "PRESTATE" in document.text


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported]:  # noqa: ARG001
    """Every case of the file; raises UnknownWordError where its variant is not known here."""
    said = VARIANT.search(document.text)
    variant = said[1].lower().removeprefix(SUITE) if said else "standard"
    setting = settings(variant)
    for case in cases(document.text):
        yield CaseTextReader(case, setting, variant).read(document)


CASE_TEXT = Importer("cases", "worked cases of jDip and godip", recognises, read)
