from __future__ import annotations

from pathlib import Path

import pytest
from samples import Read

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.imports.importer import Imported, TextFile
from builder.imports.registry import import_document
from builder.variant import Variant

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def standard() -> Variant:
    return Archive.open(ROOT).variant("standard")


@pytest.fixture(scope="session")
def read(standard: Variant) -> Read:
    """Import a text; the format is recognised unless it is named."""

    def importing(text: str, name: str = "game.txt", press: bool = False) -> list[Imported]:
        games: list[Imported] = []
        for found in import_document(TextFile(name, text), lambda _: standard.setting, press):
            if isinstance(found, ArchiveError):
                raise found
            games.append(found)
        return games

    return importing


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Recorded games that are no part of the project; tests that need them are skipped."""
    path = ROOT.parent / "shared" / "corpus"
    if not path.is_dir():
        pytest.skip("no corpus beside the project")
    return path
