"""The published schemas of variants know the keys that the readers ask for, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from our_archive import ROOT

from builder.cli.check import check_command
from builder.cli.new import new_command
from builder.errors import Mistakes
from builder.formats.boards import load_board
from builder.formats.forms import read_drawing, schemas, sections
from builder.formats.variants import load_variant
from builder.source.fields import Fields

DOC = (ROOT / "docs/writing-a-variant.md").read_text(encoding="utf-8")
SHOWN = (
    "board", "province", "special way", "evidence", "variant", "power", "kind", "drawing", "site",
    "line", "view",
)  # fmt: skip


def asked(monkeypatch: pytest.MonkeyPatch, load: object, *names: str) -> list[set[str]]:
    """The keys that readers ask of each mapping of these variants' files."""
    found: list[Fields] = []
    usual = Fields.__init__

    def noted(self: Fields, *parts: object) -> None:
        usual(self, *parts)  # type: ignore[arg-type]
        found.append(self)

    monkeypatch.setattr(Fields, "__init__", noted)
    for name in names:
        load(name)  # type: ignore[operator]
    return [fields.asked for fields in found]


def test_the_schema_has_the_keys_that_readers_ask_for(monkeypatch: pytest.MonkeyPatch) -> None:
    maps = ROOT / "maps"
    seen = asked(monkeypatch, lambda name: load_variant(maps, name), "classix", "cat")
    for keys, sample in (
        ("variant", "rulings"),
        ("power", "adjective"),
        ("kind", "travels as"),
        ("board", "special ways"),
        ("spare", "terrain"),
    ):
        wanted = set().union(*[found for found in seen if sample in found])
        assert wanted == sections()[keys].keys(), sample


@pytest.mark.parametrize("name", sorted(p.parent.name for p in ROOT.glob("maps/*/variant.yaml")))
def test_our_own_files_keep_to_the_schemas(name: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for kind, schema in schemas({}).items():
        path = ROOT / "maps" / name / f"{kind}.yaml"
        if path.exists():
            data = json.loads(json.dumps(yaml.safe_load(path.read_text("utf-8")), default=str))
            errors = jsonschema.Draft202012Validator(schema).iter_errors(data)
            assert [f"{list(e.path)}: {e.message[:120]}" for e in errors] == []


def test_every_key_is_explained() -> None:
    for keys in map(sections().get, SHOWN):
        for key, (_, said) in (keys or {}).items():
            assert f"| `{key}` | {said}" in DOC, key


def test_a_new_variant_is_well_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: x\n")
    monkeypatch.chdir(tmp_path)
    made = CliRunner().invoke(new_command, ["variant", "my-own", "--title", "My Own", "--board"])
    assert made.exit_code == 0, made.output
    checked = CliRunner().invoke(check_command, ["maps/my-own"])
    assert checked.exit_code == 0, checked.output
    variant = load_variant(tmp_path / "maps", "my-own")
    assert (variant.about.title, len(variant.setting.powers)) == ("My Own", 7)
    assert load_board(tmp_path / "maps/my-own/board.yaml").name == "my-own"
    again = CliRunner().invoke(new_command, ["variant", "my-own"])
    assert again.exit_code == 1


def test_a_typo_in_a_drawing_is_reported_once_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "drawing.yaml"
    path.write_text("title: [X]\nprovinces:\n  land:\n    Par: {name: Paris, centr: [1, 2]}\n")
    with pytest.raises(Mistakes) as caught:
        read_drawing(path)
    (error,) = caught.value.errors
    assert (error.mark.line, error.message) == (4, "unknown key 'centr' (centre?)")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("view: {ease: broad}", 1, "'broad' is not a number"),
        ("view:\n  frame: [1, 2, 3]", 2, "expected 4 numbers"),
        ("junctions:\n  Bre.Gas.Par: [1e999, 2]", 2, "'1e999' is not a number"),
        ("junctions: {Bre.Gas.Par: 3}", 1, "expected a list"),
        ("star: perhaps", 1, "'perhaps' is neither yes nor no"),
        ("drop: [Bre]", 1, "'Bre' is not a pair; write it as Bre-Gas"),
        ("land:\n- {sides: [Bre, Gas], line: []}", 2, "expected text"),
        ("provinces: {land: {Par: {label: {at: [1, x]}}}}", 1, "'x' is not a number"),
        ("ice: {ARC: [[1, 2]]}", 1, "expected 3 numbers"),
    ],
)  # fmt: skip
def test_values_of_a_drawing_have_their_forms(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    path = tmp_path / "drawing.yaml"
    path.write_text(f"title: [X]\n{text}\n")
    with pytest.raises(Mistakes) as caught:
        read_drawing(path)
    (error,) = caught.value.errors
    assert (error.mark.line, error.message) == (line + 1, message)
