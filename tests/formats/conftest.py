"""The variants of the archive, read once."""

from pathlib import Path

import pytest

from builder.archive import Archive

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def archive() -> Archive:
    return Archive.open(ROOT)


@pytest.fixture(scope="session")
def standard(archive: Archive):
    return archive.variant("standard")
