"""The colours that all pictures of a board share.

Flat colours must come out as they are, for the eye sees a large area that is a shade off;
between them stand the blends at the edges of lines, of which a few are enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

RGB = tuple[int, int, int]
APART = 360
RARE = 4
CONSIDERED = 6000


def palette(proof: Image.Image, given: Iterable[str], size: int) -> list[RGB]:
    """A palette with the flat colours and those that a proof picture misses most with them.

    Each colour added is the one that is farthest from its nearest neighbour and most frequent;
    colours nearer than APART (squared distance) to one that is there are never added, which
    keeps smooth areas smooth and the files small.
    """
    chosen: list[RGB] = list(dict.fromkeys(rgb(c) for c in given))
    counted: list[tuple[int, RGB]] = proof.getcolors(1 << 24) or []  # type: ignore[assignment]
    counted.sort(key=lambda entry: (-entry[0], entry[1]))
    seen = [(count**0.5, colour) for count, colour in counted[:CONSIDERED] if count >= RARE]
    gaps = [min(gap(colour, c) for c in chosen) for _, colour in seen]
    while len(chosen) < size:
        worth = [
            g * weight if g >= APART else 0.0 for (weight, _), g in zip(seen, gaps, strict=True)
        ]
        if not any(worth):
            break
        chosen.append(seen[worth.index(max(worth))][1])
        gaps = [min(g, gap(colour, chosen[-1])) for g, (_, colour) in zip(gaps, seen, strict=True)]
    return chosen


def of(colours: Sequence[RGB]) -> Image.Image:
    """An image that carries a palette."""
    image = Image.new("P", (1, 1))
    image.putpalette(flat(colours))
    return image


def likened(colours: Sequence[RGB], others: Sequence[RGB], to: RGB) -> bytes:
    """The numbers of the colours and then of `others`, which count as the one they are `to` be."""
    own, number = range(len(colours)), colours.index(to)
    return bytes((*own, *[number] * len(others))).ljust(256, b"\0")


def flat(colours: Sequence[RGB]) -> bytes:
    """A palette's numbers in a row."""
    return bytes(v for colour in colours for v in colour)


def gap(a: RGB, b: RGB) -> float:
    """The squared distance of two colours."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2


def rgb(colour: str) -> RGB:
    """`#rrggbb` as three numbers."""
    r, g, b = bytes.fromhex(colour.removeprefix("#"))
    return r, g, b
