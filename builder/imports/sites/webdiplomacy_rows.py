"""Reads games from the tables of webDiplomacy and vDiplomacy: `wD_MovesArchive`, with the owners of
`wD_TerrStatusArchive` and the variant of `wD_Games`.

`TableRows` brings the rows of one game together. They become a game as the site's API gives it,
without units: these follow from the orders, since the game begins with its first turn.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from builder.errors import ArchiveError
from builder.imports.importer import Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode, every
from builder.imports.sites.webdiplomacy import WebdiplomacyGame, variant_of
from builder.imports.table_rows import FILE, LINE

MOVES = "wD_MovesArchive"
OWNERS = "wD_TerrStatusArchive"
GAMES = "wD_Games"
OF_TABLES = tuple(f'{{"{table}": [' for table in (GAMES, MOVES, OWNERS))
STEP_OF = {"Retreat": "Retreats", "Disband": "Retreats", "Destroy": "Builds", "Wait": "Builds"}
STEPS = ("Diplomacy", "Retreats", "Builds")
KEYS = {
    FILE: FILE, LINE: LINE,
    "countryid": "countryID", "terrid": "terrID", "unittype": "unitType", "type": "type",
    "toterrid": "toTerrID", "fromterrid": "fromTerrID", "viaconvoy": "viaConvoy",
    "success": "success", "dislodged": "dislodged",
}  # fmt: skip
OVER = {"won": "Won", "drawn": "Drawn"}


def as_of_the_api(data: JsonNode) -> dict[str, Any]:
    """The rows of one game in the form of the API."""
    owners: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in data[OWNERS].list():
        centre = {"terrID": row["terrid"].text(), "countryID": row["countryid"].text()}
        centre |= {key: row[key].value for key in (FILE, LINE)}
        owners[row["turn"].number()].append(centre)
    orders: defaultdict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    game = ""
    for row in data[MOVES].list():
        what = row["type"].text()
        step = STEP_OF.get(what, "Builds" if what.startswith("Build") else "Diplomacy")
        order = {key: row[column].value for column, key in KEYS.items()}
        orders[row["turn"].number(), STEPS.index(step)].append(order)
        game = row["gameid"].text()
    phases: list[dict[str, Any]] = []
    for turn, number in sorted(orders):
        before = turn if STEPS[number] == "Builds" else turn - 1
        phase = {"turn": turn, "phase": STEPS[number], "orders": orders[turn, number]}
        if before in owners:
            phase["centers"] = owners[before]
        phases.append(phase)
    if phases and phases[-1]["turn"] in owners:
        turn = phases[-1]["turn"]
        phases.append({"turn": turn, "phase": "Finished", "centers": owners[turn]})
    about = next(iter(data[GAMES].list()), JsonNode({}, data.name))
    document: dict[str, Any] = {"gameID": game, "phases": phases, "tables": True}
    if about["variantid"].given:
        document["variantID"] = about["variantid"].number()
    over = about["gameover"].text().lower()
    if over in OVER:
        document["gameOver"] = OVER[over]
    return document


def recognises(document: TextFile) -> bool:
    """Is it a game of `TableRows` with rows of the site's tables?"""
    return document.text.startswith(OF_TABLES)


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported | ArchiveError]:
    """The game of a document, or the error that keeps it from being read."""

    def game(rows: JsonNode, _: int, own: TextFile) -> Imported:
        if not rows[MOVES].value:
            why = f"no rows of {MOVES} for this game: give all tables in one folder"
            raise ArchiveError(f"{own.name}: {why}")
        data = JsonNode(as_of_the_api(rows), rows.name)
        variant = variant_of(data)
        return WebdiplomacyGame(data, settings(variant["judged_by"]), variant, press).read(own)

    return every(document, game)


WEBDIPLOMACY_ROWS = Importer("webdiplomacy-tables", "tables of webDiplomacy", recognises, read)
