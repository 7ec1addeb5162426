"""Compiled templates are kept as Python keeps compiled modules."""

import sys
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from builder.site.template_bytecode import TemplateBytecode


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "bytecode"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    templates = tmp_path / "templates"
    templates.mkdir()
    (templates / "game.html").write_text("{{ name }} won.")
    return templates


def printed(folder: Path, kept: Path, key: str = "") -> str:
    cache = TemplateBytecode((str(kept),), key)
    environment = Environment(loader=FileSystemLoader(folder), bytecode_cache=cache)
    return environment.get_template("game.html").render(name="France")


def compiled(folder: Path) -> list[Path]:
    return [path for path in folder.parent.joinpath("bytecode").rglob("*") if path.is_file()]


def test_a_template_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed(folder, folder) == "France won."
    assert len(compiled(folder)) == 1
    monkeypatch.setattr(Environment, "compile", None)
    assert printed(folder, folder) == "France won."


def test_another_text_or_key_is_compiled_again(folder: Path) -> None:
    printed(folder, folder)
    (folder / "game.html").write_text("{{ name }} lost.")
    assert printed(folder, folder) == "France lost."
    before = compiled(folder)[0].read_bytes()
    assert printed(folder, folder, "another key") == "France lost."
    assert compiled(folder)[0].read_bytes() != before


@pytest.mark.parametrize("damage", [b"", b"nothing", b"\xff\xfe\n\x00"])
def test_a_damaged_file_counts_as_none(folder: Path, damage: bytes) -> None:
    printed(folder, folder)
    compiled(folder)[0].write_bytes(damage)
    assert printed(folder, folder) == "France won."


def test_a_cut_file_counts_as_none(folder: Path) -> None:
    printed(folder, folder)
    place = compiled(folder)[0]
    place.write_bytes(place.read_bytes()[:60])
    assert printed(folder, folder) == "France won."


def test_templates_of_other_folders_are_not_kept(folder: Path, tmp_path: Path) -> None:
    assert printed(folder, tmp_path / "other") == "France won."
    assert compiled(folder) == []


def test_python_may_be_told_to_keep_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert printed(folder, folder) == "France won."
    assert compiled(folder) == []
