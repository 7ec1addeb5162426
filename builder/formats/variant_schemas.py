"""The JSON Schemas of board.yaml, variant.yaml and drawing.yaml, for editors.

Each key stands here once, with its form, and an exclamation mark where it must be there. A test
compares the keys with those that the readers ask for.
"""

from __future__ import annotations

from pathlib import Path

from builder.errors import BoardError
from builder.formats.game.schema import DIALECT, Schema
from builder.model.setting import Choices
from builder.rules.amendments import AMENDMENTS
from builder.rules.editions import EDITIONS
from builder.source.documents import read

KEY = "additionalProperties"
Keys = dict[str, tuple[object, str]]

TEXT: Schema = {"type": ["string", "number", "boolean"]}
NUMBER: Schema = {"type": "integer"}
FLAG: Schema = {"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}]}
WORDS: Schema = {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
UNIT: Schema = {"type": "string", "pattern": r"^[A-Z]+ \S+$"}
UNITS: Schema = {"anyOf": [UNIT, {"type": "array", "items": UNIT}]}
COLOUR: Schema = {"type": "string", "pattern": "^#[0-9a-f]{6}$"}
NONE: Schema = {"enum": ["none"]}
PAIRS: Schema = {"type": "array", "items": {"type": "string", "pattern": r"^\S+-\S+$"}}
POINT: Schema = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
POINTS: Schema = {"type": "array", "items": POINT}
ANY: Schema = {}


def _object(keys: Keys) -> Schema:
    """An object of these keys; a `!` before the description says that the key must be there."""
    found = {
        key: {**(_object(form) if _is_keys(form) else form), "description": said.lstrip("!")}  # type: ignore[arg-type, dict-item]
        for key, (form, said) in keys.items()
    }
    needed = [key for key, (_, said) in keys.items() if said.startswith("!")]
    return {"type": "object", "properties": found, KEY: False, "required": needed}


def _is_keys(form: object) -> bool:
    return isinstance(form, dict) and any(isinstance(value, tuple) for value in form.values())


def _table(form: object) -> Schema:
    """A mapping of names of the writer's choice to values of one form."""
    return {"type": "object", KEY: form}


PROVINCE: Keys = {
    "name": (TEXT, "as it stands on the map"),
    "terrain": ({"enum": ["land", "coast", "sea"]}, "where armies and fleets can be"),
    "aliases": (WORDS, "what else people write for it"),
    "coasts": (WORDS, "the coasts that do not meet, as nc and sc"),
    "other coasts": (_table(ANY), "what others write for a coast"),
    "centre": (FLAG, "is it a supply centre?"),
    "home": (TEXT, "whose home country it belongs to; nobody"),
    "builds": (TEXT, "who builds here although it is no centre"),
    "ferries": (FLAG, "may fleets convoy here? Seas say yes, others no"),
    "canal": (TEXT, "the canal by which fleets pass through"),
    "source": ({"enum": ["standard", "text", "lists", "reconstructed", "invented"]}, "how we know"),
    "note": (TEXT, "a citation, as `rule 5; ruling IV-3`, and what it says"),
}
SPARE: Keys = {**PROVINCE, "seas": (WORDS, "the seas around an island")}
EVIDENCE: Keys = {
    "says": (TEXT, "!the argument, with its citation"),
    "source": (PROVINCE["source"][0], "how we know"),
    "high": (TEXT, "borders that are sure, as `A Mor-Waf, F SAT-Mor`"),
    "medium": (TEXT, "borders that are fairly sure"),
    "low": (TEXT, "borders that are uncertain"),
    "rest": ({"enum": ["high", "medium", "low"]}, "how sure all other borders are"),
    "lost": (TEXT, "borders of the base board that are gone for this reason"),
}
BOARD: Keys = {
    "extends": (TEXT, "the board that this one is a patch on"),
    "status": (TEXT, "how sure the board is"),
    "sources": (WORDS, "what it was made from"),
    "drop": (WORDS, "spaces of the base board that are gone"),
    "provinces": (_table(_object(PROVINCE)), "the spaces, by code"),
    "amend": (_table(_object(PROVINCE)), "what differs on spaces of the base board"),
    "ways": (_table(TEXT), "neighbours by kind of unit: a line for each place"),
    "special ways": ({"type": "array", "items": {"type": "object"}}, "straits, ice, crossings"),
    "passages": (PAIRS, "neighbours over open water"),
    "apart": (_table(TEXT), "pairs that do not touch, each with the reason"),
    "evidence": (_table(_object(EVIDENCE)), "arguments about borders"),
    "impassable": (_table(TEXT), "land that nobody enters, each with the reason"),
    "spare": (_table(_object(SPARE)), "what a game may add as a centre"),
}
KIND: Keys = {
    "name": (TEXT, "what it is called"),
    "travels as": (WORDS, "the kinds whose ways it uses"),
    "any way": (FLAG, "any of those ways, or only where all of them lead?"),
    "strength": (NUMBER, "what it is worth alone"),
    "upkeep": (NUMBER, "how many centres it needs"),
    "built at": (WORDS, "land, coast, sea"),
    "convoyed": (FLAG, "is it convoyed?"),
    "convoys": (FLAG, "does it convoy?"),
    "captures": (FLAG, "does it take centres?"),
    "aliases": (WORDS, "what else people write for it"),
}
POWER: Keys = {
    "adjective": (TEXT, "as in `Italian`"),
    "letter": (TEXT, "on its counters; each power has its own"),
    "tint": (COLOUR, "of its land"),
    "ink": (COLOUR, "of its counters and lines"),
    "playable": (FLAG, "no for units of nobody"),
    "seat": (TEXT, "its capital"),
    "aliases": (WORDS, "what else people write for it"),
    "units": (UNITS, "its units at the start, as `A Mun`"),
    "customary": (UNITS, "what it gets if it orders no first builds"),
    "owns": (WORDS, "centres that it owns at the start beside its homes"),
}
VARIANT: Keys = {
    "name": (TEXT, "!the title"),
    "extends": (TEXT, "the variant that this one changes; every mapping is merged"),
    "board": (TEXT, "the folder of the board, where it is another one's"),
    "drawing": (TEXT, "the folder of the drawing, where it is another one's"),
    "by": (TEXT, "the designer; ? where no source tells"),
    "code": (TEXT, "the ARDA code"),
    "year": (TEXT, "of the design; ? where no source tells"),
    "version": (TEXT, "of the rule text"),
    "subject": (TEXT, "what is special, in two or three words"),
    "edition": ({"enum": [*EDITIONS, *map(int, EDITIONS)]}, "the booklet underneath"),
    "choices": (
        {"type": "object", "properties": dict.fromkeys(Choices._fields, TEXT), KEY: False},
        "single points on which the variant differs from its booklet",
    ),
    "amendments": (
        {"type": "array", "items": {"enum": sorted(AMENDMENTS)}},
        "changes of the rules, registered in builder/rules/amendments/__init__.py",
    ),
    "victory": (NUMBER, "how many centres win"),
    "calendar": (
        {
            "start": (TEXT, "the first phase"),
            "year": (WORDS, "the phases of a year"),
            "cycle": (WORDS, "powers whose names the years bear in turn"),
            "cycle name": (TEXT, "what a round of years is called"),
        },
        "phases and years",
    ),
    "kinds": (_table(_object(KIND)), "kinds of units beside armies and fleets"),
    "powers": (_table({"anyOf": [_object(POWER), NONE]}), "the powers; none takes one away"),
    "options": (_table(TEXT), "what a game may choose, each with what holds if it does not"),
    "memory": (_table(TEXT), "what the rules remember from the start"),
    "more": (_table(TEXT), "anything else for the catalogue"),
    "source": (TEXT, "what the rules were read from"),
    "status": (TEXT, "how sure they are"),
    "summary": (TEXT, "two sentences for the catalogue"),
    "origin": (TEXT, "what the rule text says of itself"),
    "examples": (WORDS, "cases to be shown"),
    "rules": (
        _table(_object({"title": (TEXT, "!in a few words"), "text": (TEXT, "!in our words")})),
        "the rules by the numbers of the text",
    ),
    "rulings": (
        _table(
            _object(
                {
                    "rule": (TEXT, "the number of the rule"),
                    "question": (TEXT, "!what the text leaves open"),
                    "ruling": (TEXT, "!how it is judged"),
                    "why": (TEXT, "the reason"),
                }
            )
        ),
        "what is judged where the text is silent, by id, as `IV-21`",
    ),
}
SITE: Keys = {
    "name": (TEXT, "as on the board"),
    "at": (POINT, "where a unit stands"),
    "centre": ({"anyOf": [POINT, FLAG, NONE]}, "where the supply centre is"),
    "build": (POINT, "where a place to build is marked"),
    "also": (POINTS, "further pieces"),
    "inner": (POINTS, "enclosed water that belongs to it"),
    "coasts": ({"anyOf": [_table(POINT), NONE]}, "where fleets on its coasts stand"),
    "coast_marks": (_table(POINT), "where a coast is named"),
    "label": ({"type": "object"}, "at, dx, dy, text, size, rot, ls"),
    "impassable": ({"enum": ["yes", "none", True]}, "may nobody enter it?"),
    "ring": ({"type": "array", "minItems": 4, "maxItems": 4}, "of a ring board: radii, angles"),
    "emblem": (TEXT, "of a ring board: strokes about (0, 0)"),
}
LINES: Schema = {"type": "array", "items": {"type": "object", "required": ["line"]}}
DRAWING: Keys = {
    "extends": (TEXT, "the board whose drawing this one changes"),
    "title": (WORDS, "!the words in the cartouche, line by line"),
    "view": (_table(ANY), "centre, ease, frame, width, pen"),
    "coast": (_table(ANY), "tolerance, thin, least"),
    "wheel": (_table(ANY), "of a ring board: centre, unit, frame, waves"),
    "star": (FLAG, "is it a ring whose spaces all touch?"),
    "cartouche": ({"type": "array"}, "the room for the title"),
    "key": ({"type": "array"}, "the room for the key"),
    "outside": (POINTS, "points in land that is in no game"),
    "still": (POINTS, "points in water that is in no game"),
    "closed": (POINTS, "points in water barred to all"),
    "ice": (_table(ANY), "crystals on water that closes"),
    "lakes": (_table(TEXT), "drawn for the eye"),
    "fill": ({"type": "array"}, "rings of coast that become land"),
    "swell": ({"type": "array"}, "islands to be drawn larger: longitude, latitude, factor"),
    "homelands": (_table(WORDS), "whose soil the frontier bands mark"),
    "junctions": (_table(POINT), "where three provinces meet, named after them"),
    "drop": (PAIRS, "borders of the base drawing that are gone, by their sides"),
    "drop_provinces": (WORDS, "provinces of the base drawing that are gone"),
    "land": (LINES, "borders on land"),
    "sea": (LINES, "borders at sea"),
    "straits": (LINES, "water closed to ships and open to feet"),
    "canals": (LINES, "waterways for fleets"),
    "crossings": (LINES, "passages that no border shows"),
    "boxes": (_table(ANY), "spaces off the board"),
    "spare": (_table(_table(POINT)), "where what a game may add is drawn"),
    "provinces": (
        {"sea": (_table(_object(SITE)), "by code"), "land": (_table(_object(SITE)), "by code")},
        "where everything stands",
    ),
}


def check_drawing(path: Path) -> None:
    """Read the keys of a drawing.yaml; raises SourceError or Mistakes with unknown ones.

    What the lines and points mean is for the map maker.
    """
    document = read(path, BoardError)
    top = document.fields()
    top.skip(*DRAWING)
    provinces = top.mapping("provinces")
    for kind in ("sea", "land"):
        for _, entry in provinces.mapping(kind):
            entry.mapping().skip(*SITE)
    document.finish()


def variant_schemas() -> dict[str, Schema]:
    """The schemas of the three files, by the name that they are published under."""
    titles = {"board": "A board", "variant": "A variant of Diplomacy", "drawing": "A drawn board"}
    forms = {"board": BOARD, "variant": VARIANT, "drawing": DRAWING}
    return {
        name: {"$schema": DIALECT, "title": titles[name], **_object(keys)}
        for name, keys in forms.items()
    }
