"""Packs a picture of few colours as a PNG file.

Runs of one colour are all that is looked for: that takes half the time of a search for whatever
comes again, and costs a tenth more bytes. What thereby grows too large is searched, twice if need
be.
"""

from __future__ import annotations

import zlib
from typing import Literal

from PIL import Image, ImageChops

Filter = Literal[0, 2]
AS_IT_IS: Filter = 0
FROM_ABOVE: Filter = 2
LARGE = 109_700
WAYS = ((1, zlib.Z_RLE), (4, zlib.Z_FILTERED), (7, zlib.Z_FILTERED))
SIGNATURE = b"\x89PNG\r\n\x1a\n"
EIGHT_BITS_OF_A_PALETTE = b"\x08\x03\x00\x00\x00"


def packed(points: Image.Image, colours: bytes, by: Filter) -> bytes:
    """A PNG of the numbers of colours (mode L), whose red, green and blue stand in a row.

    `by` says what is written for a point: its number, or how it differs from the one above.
    """
    width, height = points.size
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return b"".join(
        (
            SIGNATURE,
            chunk(b"IHDR", size + EIGHT_BITS_OF_A_PALETTE),
            chunk(b"PLTE", colours),
            chunk(b"IDAT", body(points, by)),
            chunk(b"IEND", b""),
        )
    )


def body(points: Image.Image, by: Filter) -> bytes:
    """The points, deflated in the first of the ways that makes them small enough."""
    found = deflated(rows(points, by), *WAYS[0])
    for way in WAYS[1:]:
        if len(found) <= LARGE:
            break
        found = deflated(rows(points, AS_IT_IS), *way)
    return found


def rows(points: Image.Image, by: Filter) -> bytes:
    """The points row by row, each row after the number of its filter."""
    ruled = Image.new("L", (points.width + 1, points.height), by)
    ruled.paste(points, (1, 0))
    if by == FROM_ABOVE:
        above = Image.new("L", points.size)
        above.paste(points, (0, 1))
        ruled.paste(ImageChops.subtract_modulo(points, above), (1, 0))
    return ruled.tobytes()


def deflated(data: bytes, level: int, strategy: int) -> bytes:
    """Data in the format of zlib."""
    press = zlib.compressobj(level, zlib.DEFLATED, strategy=strategy)
    return press.compress(data) + press.flush()


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG: length, name, data, check sum."""
    return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")


def best_filter(points: Image.Image) -> Filter:
    """By which of the filters a board's pictures are the smaller, seen from one of them."""
    found: Filter = min(
        (AS_IT_IS, FROM_ABOVE), key=lambda by: len(deflated(rows(points, by), *WAYS[0]))
    )
    return found
