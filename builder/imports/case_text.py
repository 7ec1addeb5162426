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

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from builder.imports.corrections import ForeignOrders, near
from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.importer import Imported, Importer, Settings, TextFile
from builder.imports.phase_reports import named
from builder.model.calendar import FIRST, Phase
from builder.model.setting import Setting
from builder.model.units import Code, Power, Unit
from builder.record import Source

SECTIONS = {
    "PRESTATE", "PRESTATE_DISLODGED", "PRESTATE_RESULTS", "PRESTATE_SUPPLYCENTER_OWNERS",
    "ORDERS", "POSTSTATE", "POSTSTATE_DISLODGED", "POSTSTATE_SAME",
}  # fmt: skip
SUITE = "datc_"  # jDip's prefix for the names of boards that its test suites edit
VARIANT = re.compile(r"^VARIANT_ALL\s+(\S+)", re.MULTILINE)
PARTY = re.compile(r"(?P<nation>[^\W\d_]+)\s*:?\s*(?P<rest>.*)")
DATE = "PRESTATE_SETPHASE"
OWNERS = "PRESTATE_SUPPLYCENTER_OWNERS"


class CaseTextReader(ForeignGame):
    """Reads one case by its `sections`, which have their lines with their numbers; those outside
    all sections are under an empty name. `lost` says that a unit was not understood."""

    def __init__(self, setting: Setting, name: str, line: int) -> None:
        super().__init__(setting)
        self.name = name
        self.line = line
        self.lost = False
        self.sections: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)

    def read(self, document: TextFile, variant: str) -> Imported:
        """The case as a record."""
        phase = self._phase()
        for number, line in self.sections[""]:
            self.remark(number, "not understood", line)
        units = self._units("PRESTATE")
        dislodged = self._units("PRESTATE_DISLODGED")
        sheets = self._before(phase, units, dislodged)
        start = list(chain.from_iterable(named(sheet) for sheet in sheets)) or units
        sheet = PhaseSheet(phase, line=self.line)
        self._orders("ORDERS", sheet)
        self._expect(sheet, units)
        name = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")
        return self.imported(
            document,
            (*sheets, sheet),
            id=f"{document.stem}-{name}",
            name=self.name,
            variant=variant,
            status="exhibition",
            source=Source(title=document.stem, issues=self.name),
            players={},
            start=tuple(start),
            start_owners=self._owners() if OWNERS in self.sections else None,
        )

    def _expect(self, sheet: PhaseSheet, units: list[Unit]) -> None:
        """Add the expected position to the sheet, if all units of the case were understood."""
        if "POSTSTATE_SAME" in self.sections:
            sheet.after = units
        elif "POSTSTATE" in self.sections:
            sheet.after = self._units("POSTSTATE")
        if self.lost:
            sheet.after = None
            self.remark(self.line, "what it expects is left out", self.name)
        elif sheet.phase.step == "movement" and sheet.after is not None:
            sheet.dislodged = self._units("POSTSTATE_DISLODGED")

    def _phase(self) -> Phase:
        """The phase of the case; the first of a game, with a remark, for words that are none."""
        text = self.sections[DATE][0][1] if DATE in self.sections else ""
        date = re.match(r"(\w+)\s+(\d+)\W+(\w+)", text)
        season, year, step = date.groups() if date else ("", "", "")
        season = "winter" if step.lower().startswith("adj") else season
        phase = self.setting.calendar.get(f"{season} {year} {step.lower()}")
        if phase is None and text:
            self.remark(self.line, "not a phase", text)
        return phase or FIRST

    def _before(self, phase: Phase, units: list[Unit], dislodged: list[Unit]) -> list[PhaseSheet]:
        """The movement that led to a case about retreats."""
        if phase.step != "retreats" or not (dislodged or "PRESTATE_RESULTS" in self.sections):
            return []
        sheet = PhaseSheet(phase._replace(step="movement"), line=self.line)
        self._orders("PRESTATE_RESULTS", sheet)
        sheet.after = units
        sheet.dislodged = dislodged
        return [sheet]

    def _parties(self, section: str) -> Iterator[tuple[int, Power, str]]:
        """The lines of a section: each with its power, whose name may be misspelt, and the rest."""
        for number, line in self.sections[section]:
            text = re.sub(r"^(SUCCESS|FAILURE)\s*:\s*", "", line, flags=re.IGNORECASE)
            party = PARTY.match(text)
            written = party["nation"] if party else ""
            power = self.power_of(written)
            meant = "" if power else near(written, self.setting.power_names.known)
            if meant:
                power = self.power_of(meant)
                self.remark(number, f"{written} read as {power}", line)
            if party and power:
                yield number, power, party["rest"].strip()
            else:
                self.remark(number, "not understood", line)

    def _units(self, section: str) -> list[Unit]:
        units = []
        for number, power, text in self._parties(section):
            unit = self.read_unit(power, text.rstrip(" ."))
            if unit:
                units.append(unit)
            else:
                self.remark(number, "not a unit", text)
        self.lost |= len(units) < len(self.sections[section])
        return units

    def _owners(self) -> dict[Code, Power]:
        owners = {}
        for number, power, text in self._parties(OWNERS):
            if at := self.places.get(text) or self.places.get(text.partition(" ")[2]):
                owners[at.province] = power
            else:
                self.remark(number, "not a place", text)
        return owners

    def _orders(self, section: str, sheet: PhaseSheet) -> None:
        for number, power, text in self._parties(section):
            guess = ForeignOrders(self.setting, sheet.phase, power, number).guessed(text)
            if guess:
                self.add(sheet, guess.written)
                if guess.guess:
                    self.remark(number, guess.guess, text)
            else:
                self.unread(sheet, number, f"{power}: {text}", order=True, power=power)


def cases(text: str, setting: Setting) -> list[CaseTextReader]:
    """Cut a file into cases, without comments. A case may end where the next one begins; lines
    outside cases are in the section without a name, of the first case or the one before."""
    readers = [CaseTextReader(setting, "", 0)]
    begun = False
    section = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        word, _, rest = line.partition(" ")
        if word in ("CASE", "END"):
            begun = word == "CASE"
            section = ""
            if begun:
                readers.append(CaseTextReader(setting, rest.strip(), number))
        elif begun and word == DATE:
            readers[-1].sections[DATE] = [(number, rest.strip())]
        elif begun and word.upper() in SECTIONS:
            section = word.upper()
            readers[-1].sections[section]  # which may be empty
        elif line and not VARIANT.match(line):
            readers[-1].sections[section].append((number, line))
    before, *numbered = readers
    for first in numbered[:1]:
        first.sections[""][:0] = before.sections[""]
    return numbered


def recognises(document: TextFile) -> bool:
    """Are there cases with a PRESTATE?"""
    return re.search(r"^CASE\b", document.text, re.M) is not None and "PRESTATE" in document.text


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported]:  # noqa: ARG001
    """Every case of the file; raises UnknownWordError where its variant is not known here."""
    named = VARIANT.search(document.text)
    variant = named[1].lower().removeprefix(SUITE) if named else "standard"
    for case in cases(document.text, settings(variant)):
        yield case.read(document, variant)


CASE_TEXT = Importer("cases", "worked cases of jDip and godip", recognises, read)
