"""Files of diplicity's API about one game: its phases, the orders of each phase, its result.

    {"Name": "orders", "Type": "List", "Properties": [
      {"Name": "par Move bur", "Properties": {"GameID": "…", "PhaseOrdinal": 1, "Nation": "France",
                                              "Parts": ["par", "Move", "bur"]}}]}

They become one document with `phases`, in each of them its `Orders`, and an `outcome`.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from builder.errors import ArchiveError
from builder.imports.importer import TextFile

GAME_ID = re.compile(r'"(?:GameID|ID)":\s*"([^"]+)"|/Game/([\w-]+)/Phase')
KINDS_OF_ITEMS = ("Parts", "SCs", "NewestPhaseMeta", "SoloWinnerMember", "DIASMembers")
SIGN = re.compile(r'"(?:SCs|Parts|NewestPhaseMeta|SoloWinnerMember)":|"Name":\s*"orders"')


class DiplicityFiles:
    """What the files of a game say."""

    def __init__(self, game: str) -> None:
        self.phases: dict[int, dict[str, Any]] = {}
        self.orders: defaultdict[int, list[Any]] = defaultdict(list)
        self.game: dict[str, Any] = {"source": {"original_game_id_hash": game}}

    def take(self, about: Mapping[str, Any]) -> None:
        """Take in a phase, an order, the game or its result."""
        number = about.get("PhaseOrdinal", 0)
        if "Parts" in about:
            self.orders[number].append(about)
        elif "SCs" in about:
            self.phases[number] = dict(about)
        elif "NewestPhaseMeta" in about:
            self.game["variant"] = about.get("Variant")
        elif about.get("SoloWinnerMember"):
            self.game["outcome"] = {"type": "solo", "winners": [about["SoloWinnerMember"]]}
        elif about.get("DIASMembers"):
            self.game["outcome"] = {"type": "draw", "winners": about["DIASMembers"]}

    def as_game(self) -> dict[str, Any]:
        """All of it in one mapping."""
        for number, orders in self.orders.items():
            if number in self.phases:
                self.phases[number]["Orders"] = orders
        return self.game | {"phases": [self.phases[number] for number in sorted(self.phases)]}


def together(document: TextFile) -> TextFile:
    """The files of a game as one document; another document as it is. Raises ArchiveError if the
    phases are missing."""
    if not game_id(document):
        return document
    files = DiplicityFiles(game_id(document))
    try:
        for value in _values(document.text):
            for item in _items(value):
                files.take(item)
    except json.JSONDecodeError:
        return document
    if not files.phases:
        why = "orders without the phases of the game: put both into a folder"
        raise ArchiveError(f"{document.name}: {why}")
    return document._replace(text=json.dumps(files.as_game()))


def _items(value: Any) -> Iterator[Mapping[str, Any]]:
    """The contents of an item of the API, of each item of a list, or of what a program put them
    into."""
    if isinstance(value, list):
        for each in value:
            yield from _items(each)
    elif isinstance(value, dict):
        content = value.get("Properties", value)
        if isinstance(content, dict) and any(key in content for key in KINDS_OF_ITEMS):
            yield content
        else:
            yield from _items([*content.values()] if isinstance(content, dict) else content)


def _values(text: str) -> Iterator[Any]:
    """The values of a text with one JSON value after another."""
    decoder = json.JSONDecoder()
    rest = text.lstrip()
    while rest:
        value, end = decoder.raw_decode(rest)
        yield value
        rest = rest[end:].lstrip()


def is_of_the_site(text: str) -> bool:
    """Has a text in JSON items of the API?"""
    return '"Properties"' in text and SIGN.search(text) is not None


def game_id(document: TextFile) -> str:
    """The id of the game of a file of the API; empty for files of other forms or several games."""
    if document.line > 1 or not is_of_the_site(document.text):
        return ""
    ids = {match[1] or match[2] for match in GAME_ID.finditer(document.text)}
    return ids.pop() if len(ids) == 1 else ""
