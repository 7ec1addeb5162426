"""Joins the parts of a webDiplomacy game and finds its variant.

The site's newer files of a game are one for what was played and others for what it is and how it
stands; a program that keeps them may put all into one:

    {"variant": {"id": 1, "name": "Classic"}, "game": {"gameOver": "Won", "turn": 15, …},
     "history": {"gameID": 407459, "phases": […]}}
"""

from __future__ import annotations

from typing import Any

from builder.errors import UnknownWordError
from builder.imports.json_nodes import JsonNode
from builder.imports.webdiplomacy.tables import CLASSIC, TABLES, WebdiplomacyTable


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
