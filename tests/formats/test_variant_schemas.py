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
from builder.formats import variant_schemas as schemas
from builder.formats.boards import load_board
from builder.formats.variants import load_variant
from builder.source.fields import Fields

DOC = (ROOT / "docs/writing-a-variant.md").read_text(encoding="utf-8")
ALL = {
    "board": schemas.BOARD, "province": schemas.PROVINCE, "evidence": schemas.EVIDENCE,
    "variant": schemas.VARIANT, "power": schemas.POWER, "kind": schemas.KIND,
    "drawing": schemas.DRAWING, "site": schemas.SITE,
}  # fmt: skip


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
        (schemas.VARIANT, "rulings"),
        (schemas.POWER, "adjective"),
        (schemas.KIND, "travels as"),
        (schemas.BOARD, "special ways"),
        (schemas.SPARE, "terrain"),
    ):
        wanted = set().union(*[found for found in seen if sample in found])
        assert wanted == keys.keys(), sample


@pytest.mark.parametrize("name", sorted(p.parent.name for p in ROOT.glob("maps/*/variant.yaml")))
def test_our_own_files_keep_to_the_schemas(name: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for kind, schema in schemas.variant_schemas().items():
        path = ROOT / "maps" / name / f"{kind}.yaml"
        if path.exists():
            data = json.loads(json.dumps(yaml.safe_load(path.read_text("utf-8")), default=str))
            errors = jsonschema.Draft202012Validator(schema).iter_errors(data)
            assert [f"{list(e.path)}: {e.message[:120]}" for e in errors] == []


def test_every_key_is_explained() -> None:
    for keys in ALL.values():
        for key, (_, said) in keys.items():
            assert f"| `{key}` | {said.lstrip('!')}" in DOC, key


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
        schemas.check_drawing(path)
    (error,) = caught.value.errors
    assert (error.mark.line, error.message) == (4, "unknown key 'centr' (centre?)")
