"""The variants of webDiplomacy that are read, with its numbers for their powers and places.

The variants with a fleet in Rome and with builds in every centre are variants here as well. The
duels are played by two powers from their usual places on the standard board; the home centres of
the others are neutral.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from builder.errors import UnknownWordError
from builder.imports.importer import STANDARD
from builder.imports.json_nodes import JsonNode

CLASSIC = 1


class WebdiplomacyTable(NamedTuple):
    """The site's name for a variant, its powers and territories by number, and the variant by which
    it is judged here."""

    name: str
    powers: tuple[str, ...]
    territories: tuple[str, ...]
    judged_by: str = STANDARD


@cache
def data_of(name: str) -> Any:
    """One of the tables beside this module: the site's names of places, powers and orders."""
    return json.loads(Path(__file__).with_name("tables.json").read_text(encoding="utf-8"))[name]


@cache
def tables() -> Mapping[int, WebdiplomacyTable]:
    """The variants that are read, by number. In two of them coasts are numbered after their
    province, in the others after all provinces."""
    return {
        int(number): WebdiplomacyTable(
            known["name"],
            tuple(known.get("powers", data_of("powers"))),
            tuple(data_of(known.get("places", "coasts last"))),
            known.get("judged_by", STANDARD),
        )
        for number, known in data_of("variants").items()
    }


def table_of(data: JsonNode) -> WebdiplomacyTable:
    """The variant of a game by its number or name; the standard game if neither is given.

    Raises UnknownWordError for a variant that is not played on the standard board.
    """
    number, named = data["variantID"], data["variant"]
    if not number.given and isinstance(named.value, dict):
        number, named = named["id"], named["name"]
    if number.given or not named.given:
        found = tables().get(number.number(CLASSIC))
    else:
        found = next((t for t in tables().values() if t.name == named.text()), None)
    if found is None:
        known = [f"{at} {table.name}" for at, table in tables().items()]
        asked = (number if number.given else named).text()
        raise UnknownWordError("webDiplomacy variant", asked, known)
    return found
