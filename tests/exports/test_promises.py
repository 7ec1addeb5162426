"""What `format: 1`, the JSON files and commands promise is kept: `promised.yaml` lists it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from our_archive import ARCHIVE, ROOT
from sample_archive import archive, artifacts, misprinted, standard

from builder import __version__
from builder.archive import Archive
from builder.cli import main
from builder.errors import ArchiveError
from builder.formats.forms import schemas
from builder.formats.game.reading import read_game
from builder.site.artifacts import SiteSettings

PROMISED = yaml.safe_load(Path(__file__).with_name("promised.yaml").read_text(encoding="utf-8"))
KINDS = {str: "text", int: "number", bool: "flag", list: "list", dict: "mapping"}
CASE = ROOT / "tests/cases/fleet-rome"


def kept(promise: str, document: dict[str, Any]) -> None:
    """Has a document all that is promised of it, of the promised kind?"""
    found = {key: KINDS.get(type(value), "?") for key, value in document.items()}
    assert {key: found.get(key) for key in PROMISED[promise]} == PROMISED[promise]


def test_json_files_keep_their_keys(tmp_path: Path) -> None:
    import gzip

    held = archive(tmp_path, misprinted(standard()))
    made = {a.path: a.content for a in artifacts(held, SiteSettings("none", "none"))}
    game = json.loads(str(made["games/misprinted/game.json"]))
    kept("game.json", game)
    assert (game["format"], game["chancery"]) == (2, __version__)
    for phase in game["phases"]:
        kept("phase", {"before": {}, **phase})
        kept("stage", phase)
        kept("position", phase["after"])
    kept("result", game["phases"][0]["results"][0])
    content = made["archive.jsonl.gz"]
    assert isinstance(content, bytes)
    kept("archive.jsonl.gz", json.loads(gzip.decompress(content).splitlines()[0]))


def test_commands_keep_their_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    place = tmp_path / "small.yaml"
    place.write_text(
        "game: x\nvariant: standard\nphases: {Spring 1901: {England: F Lon-NTH (bounced)}}\n"
    )
    found = json.loads(CliRunner().invoke(main, ["verify", "--json", str(place)]).stdout)
    kept("verify --json", found)
    kept("differing", found["differing"][0])
    case = min(CASE.glob("*.yaml"))
    judged = json.loads(CliRunner().invoke(main, ["judge", "--json", str(case)]).stdout)
    kept("judge --json", judged)
    phase = judged["cases"][0]["phases"][0]
    kept("phase", phase)
    kept("result", phase["results"][0])


def test_a_game_file_keeps_its_keys() -> None:
    setting = ARCHIVE.variant("standard").setting
    known = schemas({"standard": setting})["game"]["properties"]
    assert set(PROMISED["game file"]) <= known.keys()
    assert known["format"]["enum"] in ([1], ["1"], [1, "1"], ["1", 1])


@pytest.mark.parametrize("number", ["0", "2", "1.0", "one"])
def test_another_format_is_a_mistake(number: str) -> None:
    text = f"format: {number}\ngame: x\nvariant: standard\nphases: {{}}\n"
    with pytest.raises(ArchiveError, match="a format that this program does not read; it reads 1"):
        read_game(text, "x.yaml", Archive(ROOT).variant)
