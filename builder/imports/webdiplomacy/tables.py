"""The names behind webDiplomacy's numbers for territories and powers.

A fleet may stand in Rome at the start, or units be built in every centre. The duels are played on
the standard board by two of its powers, from where these always start, while the centres of the
others are nobody's; coasts have their numbers behind their province.
"""

from __future__ import annotations

from typing import NamedTuple

from builder.imports.importer import BUILT_ANYWHERE


class WebdiplomacyTable(NamedTuple):
    """The site's name of a variant, its powers and territories by their numbers, and what must be
    said of it."""

    name: str
    powers: tuple[str, ...]
    territories: tuple[str, ...]
    note: str = ""


POWERS = ("", "England", "France", "Italy", "Germany", "Austria", "Turkey", "Russia")
PROVINCES = (
    "-", "CLY", "EDI", "LVP", "YOR", "WAL", "LON", "POR", "SPA", "NAF", "TUN", "NAP", "ROM",
    "TUS", "PIE", "VEN", "APU", "GRE", "ALB", "SER", "BUL", "RUM", "CON", "SMY", "ANK", "ARM",
    "SYR", "SEV", "UKR", "WAR", "LVN", "MOS", "STP", "FIN", "SWE", "NWY", "DEN", "KIE", "BER",
    "PRU", "SIL", "MUN", "RUH", "HOL", "BEL", "PIC", "BRE", "PAR", "BUR", "MAR", "GAS", "BAR",
    "NWG", "NTH", "SKA", "HEL", "BAL", "BOT", "NAO", "IRI", "ENG", "MAO", "WES", "LYO", "TYS",
    "ION", "ADR", "AEG", "EAS", "BLA", "TYR", "BOH", "VIE", "TRI", "BUD", "GAL",
)  # fmt: skip
COASTS = ("SPA/NC", "SPA/SC", "STP/NC", "STP/SC", "BUL/EC", "BUL/SC")
COASTS_BEHIND = tuple(
    place
    for province in PROVINCES
    for place in (province, *(coast for coast in COASTS if coast.startswith(f"{province}/")))
)
CLASSIC = 1
TABLES = {
    CLASSIC: WebdiplomacyTable("Classic", POWERS, PROVINCES + COASTS),
    3: WebdiplomacyTable("FleetRome", POWERS, PROVINCES + COASTS),
    5: WebdiplomacyTable("BuildAnywhere", POWERS, PROVINCES + COASTS, BUILT_ANYWHERE),
    15: WebdiplomacyTable("ClassicFvA", ("", "France", "Austria"), COASTS_BEHIND),
    23: WebdiplomacyTable("ClassicGvI", ("", "Germany", "Italy"), COASTS_BEHIND),
}
