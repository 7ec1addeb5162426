"""The forms of game, board, variant and drawing files, from `forms.yaml`.

`schemas` makes JSON Schemas of them, for editors that complete and check; `read_drawing` reads a
drawing by them. Orders and places are checked by their readers.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from builder.formats.game.phases import NOTE_KINDS
from builder.formats.game.reading import SOURCES, STATUSES
from builder.formats.neighbour_lists import FORCES
from builder.model.outcomes import Outcome
from builder.model.setting import Choices, Setting
from builder.rules.amendments import AMENDMENTS, QUESTIONS
from builder.rules.editions import EDITIONS
from builder.source import scalars
from builder.source.documents import read
from builder.source.fields import KINDS, Value

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SHORT_PHASE = "[A-Za-z][A-Za-z0-9]*[0-9][MRABmrab]"
TURN_YEAR = "[0-9]{1,4}([MRABmrab]|,? [a-z]+)?"
SLUG = "[a-z0-9]+(-[a-z0-9]+)+"
HEADS = ("map", "list", "powers", "phases")  # before "of"
POWER = "a power"  # the key that stands for every power's name
COUNTS = {"two": 2, "three": 3, "four": 4}
KNOWN = json.loads(Path(__file__).with_name("simple_forms.json").read_text(encoding="utf-8"))
STRING: Schema = {"type": "string"}
TEXT: Schema = {"type": ["string", "number", "boolean", "null"]}
SIMPLE: Mapping[str, Schema] = {
    **KNOWN["simple"],
    "text": TEXT,
    "name": {**STRING, "pattern": f"^{scalars.ID.pattern}$"},
    "named choices": {
        "type": "object",
        "properties": dict.fromkeys(Choices._fields, TEXT),
        "additionalProperties": False,
    },
}
SCALARS: Mapping[str, Callable[[str], object]] = {
    "name": scalars.identifier, "number": scalars.decimal, "whole number": scalars.small,
    "flag": scalars.yes_or_no, "pair": scalars.pair, "colour": scalars.colour,
}  # fmt: skip
SHORT: Mapping[str, str] = KNOWN["short"]


@cache
def sections() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """The keys of each section, each with its form and its description."""
    forms: dict[str, Mapping[str, tuple[str, str]]] = {}
    for name, keys in read(Path(__file__).with_name("forms.yaml")).fields():
        section: dict[str, tuple[str, str]] = {}
        for key, entry in keys.mapping():
            form, description = entry.items()
            section[key.text()] = form.text(), description.text()
        forms[name.text()] = section
    return forms


def schemas(variants: Mapping[str, Setting]) -> dict[str, Schema]:
    """The JSON Schemas of a game of any of the variants, a board, a variant and a drawing."""
    written = FormWriter(variants)
    return {
        name: {"$schema": DIALECT, "title": title, **written.mapping(name)}
        for name, title in KNOWN["titles"].items()
    }


def form_names() -> list[str]:
    """The names of these forms."""
    return [*KNOWN["titles"]]


class FormWriter:
    """Writes forms as JSON Schemas; `powers` and `phases` are patterns for keys of these names."""

    def __init__(self, variants: Mapping[str, Setting]) -> None:
        settings = list(variants.values())
        nations = [*chain.from_iterable(setting.nations for setting in settings)]
        self.names = sorted({nation.name for nation in nations})
        words: set[str] = set()
        for nation in nations:
            words.update((nation.name, nation.adjective, *nation.aliases))
        self.powers = f"^({'|'.join(_in_any_case(w) for w in sorted(words) if w)})$"
        seasons_played = (setting.calendar.seasons for setting in settings)
        seasons = sorted({*chain.from_iterable(seasons_played), "autumn"})
        season = "|".join(map(_in_any_case, seasons))
        self.phases = f"^(({season}) .+|{TURN_YEAR}|{SHORT_PHASE}|{SLUG})$"
        self.listed: Mapping[str, Iterable[object]] = {
            **QUESTIONS,
            "variants": sorted(variants),
            "editions": [*EDITIONS, *map(int, EDITIONS)],
            "amendments": sorted(AMENDMENTS),
            "forces": [*filter(None, FORCES)],
            "statuses": [*STATUSES],
            "vocabularies": [*SOURCES],
            "note kinds": [*NOTE_KINDS],
            "outcomes": [outcome.value for outcome in Outcome],
            "1": [1],
        }

    def mapping(self, section: str) -> Schema:
        """The mapping of a section's keys."""
        keys = sections()[section]
        described = {
            key: {**self.form(form.rstrip("!")), "description": said}
            for key, (form, said) in keys.items()
        }
        orders = described.pop(POWER, None)
        schema: Schema = {"type": "object", "additionalProperties": False, "properties": described}
        if orders is not None:
            schema |= self._by_power(orders, described)
        needed = [key for key, (form, _) in keys.items() if form.endswith("!")]
        return schema | ({"required": needed} if needed else {})

    def form(self, form: str) -> Schema:
        """A form by its words, as `map of point`, `text or list of text`."""
        form = SHORT.get(form, form)
        head, _, rest = form.partition(" of ")
        if form in SIMPLE:
            return SIMPLE[form]
        if form in sections():
            return self.mapping(form)
        if form == POWER:
            return {**STRING, "anyOf": [{"enum": self.names}, {"pattern": self.powers}]}
        if head == "one":
            words = self.listed.get(rest) or rest.split()
            older = (scalars.FLAGS[word] for word in words if word in scalars.FLAGS)  # as YAML 1.1
            return {"enum": [*words, *older]}
        if head in HEADS:
            return self._of(head, self.form(rest))
        if (length := COUNTS.get(form.partition(" ")[0])) is not None:
            return {**self.form("numbers"), "minItems": length, "maxItems": length}
        return {"anyOf": [self.form(one) for one in alternatives(form)]}

    def _of(self, head: str, below: Schema) -> Schema:
        if head == "list":
            return {"type": "array", "items": below}
        if head == "map":
            return {"type": "object", "additionalProperties": below}
        if head == "powers":
            return {"type": "object", **self._by_power(below, {})}
        phases = {"patternProperties": {self.phases: below}, "additionalProperties": False}
        return {"type": "object", **phases}

    def _by_power(self, value: Schema, others: Schema) -> Schema:
        return {
            "properties": {**others, **dict.fromkeys(self.names, value)},
            "patternProperties": {self.powers: value},
            "additionalProperties": False,
        }


def alternatives(form: str) -> list[str]:
    """The parts between `or`; what follows `of` is one part to the end."""
    head, of, rest = form.partition(" of ")
    *parts, last = head.split(" or ")
    return [*parts, f"{last}{of}{rest}"]


def _in_any_case(word: str) -> str:
    return "".join(f"[{c.upper()}{c.lower()}]" if c.isalpha() else f"[{c}]" for c in word)


def read_drawing(path: Path) -> dict[str, Any]:
    """A drawing.yaml as nested data: numbers, points and flags by their forms, all else as texts.
    Raises SourceError or Mistakes. The map maker checks what the points and paths make."""
    document = read(path)
    drawing = _read_section(document.value(), "drawing")
    document.finish()
    return drawing


def _read_section(value: Value, section: str) -> dict[str, Any]:
    fields = value.mapping()
    values = {}
    for key, (form, _) in sections()[section].items():
        entry = fields.need(key) if form.endswith("!") else fields.take(key)
        if entry.given:
            values[key] = _read(entry, form.rstrip("!"))
    return values


def _read(value: Value, form: str) -> Any:
    """A value by its form; notes a mistake where it, or one within it, does not have that."""
    parts = alternatives(SHORT.get(form, form))
    form = next((part for part in parts if _node_kind(part) == value.kind), parts[0])
    kind = _node_kind(form)
    form = SHORT.get(form, form)
    head, _, below = form.partition(" of ")
    if value.kind != kind:
        value.fail(f"expected {KINDS[kind]}")
        return None
    if form in sections():
        return _read_section(value, form)
    if head == "map":
        return {key.text(): _read(entry, below) for key, entry in value.mapping()}
    if head == "one":
        return value.choice(below.split())
    if kind == "sequence":
        items = value.items()
        count = COUNTS.get(form.partition(" ")[0])
        if count not in (None, len(items)):
            value.fail(f"expected {count} numbers")
        return tuple(_read(item, below or "number") for item in items)
    return value.read(SCALARS.get(form, str))


def _node_kind(form: str) -> str:
    """The kind of YAML node that a form needs: sequence, mapping or scalar."""
    head = SHORT.get(form, form).partition(" of ")[0]
    if head == "list" or head.partition(" ")[0] in COUNTS:
        return "sequence"
    return "mapping" if head == "map" or form in sections() else "scalar"
