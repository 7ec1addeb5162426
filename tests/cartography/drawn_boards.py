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
    return Drawing(text(variant))


@cache
def declared(variant: str) -> Board:
    return load_board(ROOT / "maps" / variant / "board.yaml")


def open_edges(drawing: Drawing) -> list[str]:
    """Segments that do not lie between exactly two shapes or on the frame."""
    x, y, w, h = (n * 10 for n in drawing.facts["frame"])
    edges = ((0, x), (0, x + w), (1, y), (1, y + h))
    return [
        f"{segment} bounds {len(shapes)} shapes"
        for segment, shapes in drawing.meetings.items()
        if len(shapes) != 2
        and not (len(shapes) == 1 and any(segment[0][i] == at == segment[1][i] for i, at in edges))
    ]


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
