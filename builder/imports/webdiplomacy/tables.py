"""Joins the parts of a webDiplomacy game, finds its variant, and has the names behind its numbers.

The site's newer files of a game are one for what was played and others for what it is and how it
stands; a program that keeps them may put all into one:

    {"variant": {"id": 1, "name": "Classic"}, "game": {"gameOver": "Won", "turn": 15, …},
     "history": {"gameID": 407459, "phases": […]}}

Two variants, with a fleet in Rome at the start and with builds in every centre, are variants here,
too. The duels are played on the standard board by two of its powers, from where these always start,
while the centres of the others are nobody's; coasts have their numbers behind their province."""

from __future__ import annotations

from typing import Any, NamedTuple

from builder.errors import UnknownWordError
from builder.imports.json_nodes import JsonNode


class WebdiplomacyTable(NamedTuple):
    """The site's name of a variant, its powers and territories by their numbers, and the variant
    by which it is judged here."""

    name: str
    powers: tuple[str, ...]
    territories: tuple[str, ...]
    judged_by: str = "standard"


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
    3: WebdiplomacyTable("FleetRome", POWERS, PROVINCES + COASTS, "fleet-rome"),
    5: WebdiplomacyTable("BuildAnywhere", POWERS, PROVINCES + COASTS, "build-anywhere"),
    15: WebdiplomacyTable("ClassicFvA", ("", "France", "Austria"), COASTS_BEHIND),
    23: WebdiplomacyTable("ClassicGvI", ("", "Germany", "Italy"), COASTS_BEHIND),
}


def whole(data: JsonNode) -> JsonNode:
    """The game as if it were one file; the same if it is."""
    if data["phases"].given or not isinstance(data["history"].value, dict):
        return data
    parts: dict[str, Any] = {}
    for part in (data["game"], data["history"], data):
        parts |= {key: node.value for key, node in part.items() if node.given}
    return JsonNode(parts, data.name, data.way)


def variant(data: JsonNode) -> WebdiplomacyTable:
    """The variant by its number, or its name; the standard game where none is told.

    Raises UnknownWordError for a variant that is not played on the standard board.
    """
    number, named = data["variantID"], data["variant"]
    if not number.given and isinstance(named.value, dict):
        number, named = named["id"], named["name"]
    if number.given or not named.given:
        found = TABLES.get(number.number(CLASSIC))
    else:
        found = next((t for t in TABLES.values() if t.name == named.text()), None)
    if found is None:
        known = [f"{at} {table.name}" for at, table in TABLES.items()]
        told = (number if number.given else named).text()
        raise UnknownWordError("webDiplomacy variant", told, known)
    return found
