"""A packed picture is the picture, however it was packed."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image

from builder.draw.palette import flat, likened
from builder.draw.png import packing
from builder.draw.png.packing import AS_IT_IS, FROM_ABOVE, Filter, best_filter, packed

COLOURS = [(250, 248, 240), (20, 30, 40), (200, 10, 10)]


def speckled(width: int = 61, height: int = 47) -> Image.Image:
    chance = Random(1974)
    return Image.frombytes("L", (width, height), bytes(chance.choices(range(3), k=width * height)))


def bars(width: int, height: int, *, upright: bool) -> Image.Image:
    chance = Random(1901)
    runs = bytes(chance.choices(range(3), k=width if upright else height))
    size = (width, 1) if upright else (1, height)
    return Image.frombytes("L", size, runs).resize((width, height), Image.Resampling.NEAREST)


@pytest.mark.parametrize("large", [0, 10**6])
@pytest.mark.parametrize("by", [AS_IT_IS, FROM_ABOVE])
def test_what_is_packed_is_what_is_seen(
    by: Filter, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "LARGE", large)
    points = speckled()
    seen = Image.open(io.BytesIO(packed(points, flat(COLOURS), by)))
    assert seen.mode == "P"
    assert seen.tobytes() == points.tobytes()
    assert seen.convert("RGB").getpixel((3, 4)) == COLOURS[points.getpixel((3, 4))]  # type: ignore[index]


def test_a_large_picture_is_searched_for_what_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tile = speckled(200, 20)
    points = Image.new("L", (200, 200))
    for top in range(0, 200, 20):
        points.paste(tile, (0, top))
    runs = len(packed(points, flat(COLOURS), AS_IT_IS))
    monkeypatch.setattr(packing, "LARGE", runs // 2)
    assert len(packed(points, flat(COLOURS), AS_IT_IS)) < runs // 4


def test_the_filter_suits_the_picture() -> None:
    assert best_filter(bars(90, 90, upright=True)) == FROM_ABOVE
    assert best_filter(bars(90, 90, upright=False)) == AS_IT_IS


def test_likened_colours_have_the_number_of_another() -> None:
    table = likened(COLOURS, [(1, 2, 3), (4, 5, 6)], COLOURS[1])
    assert table[:5] == bytes((0, 1, 2, 1, 1))
    assert len(table) == 256
