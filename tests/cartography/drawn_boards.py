"""The boards that have a drawing, each read once."""

from __future__ import annotations

from functools import cache

import pytest
from our_archive import ROOT

from builder.cartography.shown_adjacency import Drawing
from builder.formats.boards import load_board
from builder.model.board import Board

BOARDS = sorted(path.parent.name for path in ROOT.glob("maps/*/drawing.yaml"))


@cache
def text(variant: str) -> str:
    return (ROOT / "maps" / variant / "map.svg").read_text(encoding="utf-8")


@cache
def drawn(variant: str) -> Drawing:
    return Drawing.read(text(variant))


@cache
def declared(variant: str) -> Board:
    return load_board(ROOT / "maps" / variant / "board.yaml")


@pytest.fixture(params=BOARDS)
def variant(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def svg(variant: str) -> str:
    return text(variant)


@pytest.fixture
def drawing(variant: str) -> Drawing:
    return drawn(variant)


@pytest.fixture
def board(variant: str) -> Board:
    return declared(variant)
