"""The JSON Schema of a game file, for editors that complete and check.

It knows the shape of the file. What orders and places mean is for `chancery check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builder.formats.game.phases import NOTE_KINDS
from builder.formats.game.reading import SOURCES, STATUSES
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.rules.editions import EDITIONS

Schema = dict[str, object]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SHORT_PHASE = "[A-Za-z][A-Za-z0-9]*[0-9][MRABmrab]"
SLUG = "[a-z0-9]+(-[a-z0-9]+)+"


def game_schema(variants: Mapping[str, Setting]) -> Schema:
    """The schema of a game file of any of the variants, as a JSON document."""
    return GameSchema(variants).document()


class GameSchema:
    """Writes the schema; `powers` and `phases` are patterns for the keys that bear their names."""

    def __init__(self, variants: Mapping[str, Setting]) -> None:
        settings = list(variants.values())
        self.variants = sorted(variants)
        self.names = sorted({n.name for s in settings for n in s.nations})
        words = {w for s in settings for n in s.nations for w in (n.name, n.adjective, *n.aliases)}
        self.powers = f"^({'|'.join(_in_any_case(w) for w in sorted(words) if w)})$"
        seasons = sorted({season for s in settings for season in s.calendar.seasons} | {"autumn"})
        season = "|".join(map(_in_any_case, seasons))
        self.phases = f"^(({season}) .+|{SHORT_PHASE}|{SLUG})$"

    def document(self) -> Schema:
        """The whole schema."""
        return {
            "$schema": DIALECT,
            "title": "A recorded game of Diplomacy",
            "type": "object",
            "required": ["game", "variant", "phases"],
            "additionalProperties": False,
            "properties": {**self._header(), **self._rest()},
        }

    def _header(self) -> Schema:
        return {
            "format": _one_of([1], "the format of this file"),
            "game": _text("the game's name"),
            "variant": _one_of(self.variants, "the variant that is played"),
            "edition": _said(
                {"enum": [*EDITIONS, *map(int, EDITIONS)]}, "the rule booklet, where it differs"
            ),
            "house": _said(_table(_text()), "single choices that differ from the booklet"),
            "options": _said(_table(_text()), "options of the variant"),
            "status": _one_of(STATUSES, "`recorded` for a game that was published"),
            "gm": _text("who ran the game"),
            "zine": _text("where it appeared"),
            "boardman": _text("the Boardman number, as 1998V"),
            "miller": _text("the Miller number of a variant game"),
            "source": _said(
                {"anyOf": [_text(), _mapping("title issues url transcriber note")]},
                "where the record comes from",
            ),
            "players": _said(
                self._by_power(_text()), "the surname that is published; ? where none is"
            ),
            "result": _said({"anyOf": [_text(), self._ending()]}, "how the game ended"),
            "tags": _said(_words(), "words to find the game by"),
            "formerly": _said(_words(), "names that the file had before, for addresses"),
            "created": _text("when this file was begun"),
            "revision": _said({"type": "integer", "minimum": 1}, "counts corrections of this file"),
            "note": _text("what a reader should know of the record"),
        }

    def _rest(self) -> Schema:
        return {
            "unmarked": self._unmarked(),
            "words": _one_of(SOURCES, "whose words the printed results are, if they mix some"),
            "start": _said(
                _object(
                    {
                        "units": self._units(),
                        "owners": self._places(),
                        "dislodged": self._by_power(_driven_out()),
                        "contested": _words(),
                    }
                ),
                "a start that differs from the variant's",
            ),
            "moments": _said(self._by_phase(_text()), "a title for a phase worth looking at"),
            "phases": _said(
                self._by_phase({"anyOf": [self._phase(), {"type": "null"}]}),
                "the phases in the order of the calendar: Spring 1901, Fall 1901 retreats, …",
            ),
            "rulings": _said(
                self._by_phase({"type": "array", "items": self._ruling()}),
                "corrections of the game master's, each with its source",
            ),
        }

    def _phase(self) -> Schema:
        keys = {
            "source": _text("the issue that printed the phase"),
            "headline": _text("a headline for it"),
            "deadline": _text("when the orders were due"),
            "embargo": _text("not to be published before that day, as 2026-05-31"),
            "draft": _said(_flag(), "yes while the record is not complete"),
            "nmr": _said(self._several(), "powers that sent no orders"),
            "standby": _said(self._by_power(_text()), "who wrote the orders instead"),
            "published": _said(self._published(), "the results as `chancery close` sent them out"),
            "unmarked": self._unmarked(),
            "results": _said(_results(), "printed results: `A Vie-Tri: bounced`"),
            "after": _said(self._units(), "the printed position, by power"),
            "dislodged": _said(self._units(), "printed dislodged units, by power"),
            "owners": _said(self._places(), "the printed supply-centre chart"),
            "centres": _said(self._places(), "the same as `owners`"),
            "counts": _said(self._by_power({"type": "integer"}), "printed numbers of centres"),
            "note": _text("words of the game master"),
            "notes": _said(self._notes(), "words printed with the phase"),
            "press": _said(self._notes(), "press"),
        }
        orders = _said(_lines(), "one order on each line, a printed result behind it in brackets")
        return _object({**keys, **dict.fromkeys(self.names, orders)}, {self.powers: orders})

    def _published(self) -> Schema:
        keys = {"day": _text("a day"), "results": _text("a hash"), "failed": _lines()}
        keys["corrected"] = _text("the day on which the orders were changed afterwards")
        return _object(keys)

    def _ending(self) -> Schema:
        powers = self._several()
        return _object(
            {
                "winner": powers, "draw": powers, "conceded to": powers,
                "unfinished": _text("yes, or when"), "at": _text("the phase"),
                "year": {"type": "integer"}, "text": _text(),
            }
        )  # fmt: skip

    def _ruling(self) -> Schema:
        outcomes = [outcome.value for outcome in Outcome]
        given = {
            "order": _text("the order that the ruling is about"),
            "power": self._power(),
            "outcome": _one_of(outcomes, "what the ruling makes of it"),
            "why": _text("the reason given"),
            "source": _text("where the correction was printed"),
        }
        return {**_object(given), "required": ["order", "outcome", "why", "source"]}

    def _unmarked(self) -> Schema:
        return _one_of(["done", "unknown"], "what an order without a printed result means")

    def _power(self) -> Schema:
        return {"type": "string", "anyOf": [{"enum": self.names}, {"pattern": self.powers}]}

    def _several(self) -> Schema:
        return {"anyOf": [{"type": "string"}, {"type": "array", "items": self._power()}]}

    def _by_power(self, value: Schema) -> Schema:
        return _object(dict.fromkeys(self.names, value), {self.powers: value})

    def _by_phase(self, value: Schema) -> Schema:
        return _object({}, {self.phases: value})

    def _units(self) -> Schema:
        return {"anyOf": [{"type": "string"}, self._by_power(_words())]}

    def _places(self) -> Schema:
        return self._units()

    def _notes(self) -> Schema:
        note = _object({"kind": _one_of(NOTE_KINDS), **_texts("text from to dateline source")})
        one: Schema = {"anyOf": [_text(), {**note, "required": ["text"]}]}
        return {"anyOf": [_text(), {"type": "array", "items": one}, note]}


def _in_any_case(word: str) -> str:
    return "".join(f"[{c.upper()}{c.lower()}]" if c.isalpha() else f"[{c}]" for c in word)


def _said(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def _text(description: str = "") -> Schema:
    schema: Schema = {"type": ["string", "number", "boolean", "null"]}
    return _said(schema, description) if description else schema


def _texts(keys: str) -> Schema:
    return {key: _text() for key in keys.split()}


def _mapping(keys: str) -> Schema:
    return _object(_texts(keys))


def _words() -> Schema:
    return {"anyOf": [_text(), {"type": "array", "items": _text()}]}


def _driven_out() -> Schema:
    keys = {
        "unit": {**_text("who must retreat, as `A Ruh`"), "type": "string"},
        "from": _text("where the attacker came from"),
    }
    one: Schema = {**_object(keys), "required": ["unit"]}
    return {"anyOf": [one, {"type": "array", "items": one}]}


def _lines() -> Schema:
    return {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


def _results() -> Schema:
    return {"anyOf": [_lines(), _table({"type": "string"})]}


def _flag() -> Schema:
    return {"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}]}


def _one_of(options: Iterable[object], description: str = "") -> Schema:
    schema: Schema = {"enum": list(options)}
    return _said(schema, description) if description else schema


def _table(value: Schema) -> Schema:
    return {"type": "object", "additionalProperties": value}


def _object(properties: Mapping[str, object], patterns: Schema | None = None) -> Schema:
    found: Schema = {"type": "object", "properties": {**properties}, "additionalProperties": False}
    return {**found, "patternProperties": patterns} if patterns else found
