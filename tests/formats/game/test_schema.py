"""The published schema: what it lets through, what it stops, and that it knows every key."""

import json
from pathlib import Path
from typing import ClassVar

import pytest
import yaml
from our_archive import ARCHIVE, ROOT

from builder.errors import Mistakes
from builder.formats.forms import schemas
from builder.formats.game import read_game
from builder.formats.game.phases import KEYS

jsonschema = pytest.importorskip("jsonschema")

SETTINGS = {name: ARCHIVE.variant(name).setting for name in ("standard",)}
SCHEMA = schemas(SETTINGS)["game"]
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
SMALL = """\
game: Small
variant: standard
phases:
  Spring 1901:
    England: F Lon-NTH
"""


class Core(yaml.CSafeLoader):
    """Reads scalars as editors do (YAML 1.2): numbers and null, no dates, no yes and no."""

    yaml_implicit_resolvers: ClassVar = {
        letter: [(tag, rule) for tag, rule in rules if tag.endswith((":int", ":null"))]
        for letter, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def faults(text: str) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(yaml.load(text, Core))]


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


def test_good_files_pass():
    assert faults(SMALL) == []
    assert faults(Path(__file__).with_name("everything.yaml").read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "games" / "standard").glob("*.yaml")), ids=lambda path: path.stem
)
def test_the_games_of_the_archive_pass(path: Path):
    assert faults(path.read_text(encoding="utf-8")) == []


def test_a_start_with_retreats_passes():
    lost = "{England: [{unit: A Lvp, from: Wal}], France: {unit: F Bre}}"
    start = f"start: {{dislodged: {lost}, contested: [Bel, Hol]}}\n"
    assert faults(start + SMALL) == []


@pytest.mark.parametrize("word", ["england", "ENGLAND", "English", "Spring 1901 moves", "S1901M"])
def test_names_as_people_write_them(word: str):
    old = "England" if word[0] in "eE" else "Spring 1901"
    assert faults(SMALL.replace(old, word)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("England", "Engalnd"),
        ("England", "aftr"),
        ("Spring", "Sprung"),
        ("game:", "gmae:"),
        ("variant: standard\n", ""),
        ("standard", "standrad"),
        ("F Lon-NTH", "{F Lon: NTH}"),
        ("phases:", "revision: first\nphases:"),
        ("phases:", "status: invented\nphases:"),
        ("phases:", "edition: 1972\nphases:"),
        ("phases:", "result: {winer: Turkey}\nphases:"),
        ("phases:", "rulings: {Spring 1901: [{order: x, outcome: moved, why: x}]}\nphases:"),
        ("phases:", "rulings: {Spring 1901: [{order: x, outcome: m, why: x, source: y}]}\nphases:"),
        ("phases:", "players: {Engalnd: x}\nphases:"),
        ("phases:", "start: {dislodged: {England: A Lvp}}\nphases:"),
        ("phases:", "start: {dislodged: {England: [A Lvp]}}\nphases:"),
        ("phases:", "start: {dislodged: {England: {from: Lvp}}}\nphases:"),
        ("phases:", "start: {dislodged: {England: {unit: A Lvp, form: Wal}}}\nphases:"),
    ],
)  # fmt: skip
def test_typical_mistakes_do_not(old: str, new: str):
    assert faults(SMALL.replace(old, new))


def test_schema_and_reader_know_the_same_keys():
    phases = SCHEMA["properties"]["phases"]["patternProperties"]
    (phase,) = [one["anyOf"][0] for one in phases.values()]
    assert set(phase["properties"]) == set(KEYS) | {n.name for n in SETTINGS["standard"].nations}
    header = set(SCHEMA["properties"]) - {"game", "variant", "phases", "format", "tpyo"}
    text = "".join(f"{key}:\n" for key in [*sorted(header), "tpyo"]) + SMALL
    with pytest.raises(Mistakes) as caught:
        read_game(text, "small.yaml", ARCHIVE.variant)
    assert [e.message for e in caught.value.errors] == ["unknown key 'tpyo'"]
