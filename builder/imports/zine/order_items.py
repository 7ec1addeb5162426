"""What a power's entry in a zine holds, order by order; italics are kept apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from builder.imports.zine.patterns import RE

FACES = {
    "italics": ["<i>", "</i>"], "underlines": ["<u>", "</u>"], "bold": ["<b>", "</b>"],
}  # fmt: skip
USUAL = frozenset("iu")


class OrderItem(NamedTuple):
    """One order or note of a power's entry; was it in italics, or another face that marks orders,
    did a semicolon follow?"""

    text: str
    italic: bool
    closes: bool = False


def items(text: str, faces: Collection[str] = USUAL) -> Iterator[OrderItem]:
    """Cut an entry at commas and semicolons that stand outside of parentheses, and at stops before
    orders.

    An item is italic where most letters before its first remark in parentheses are, or in another
    of the `faces`: i, u, b.
    """
    plain, slanted = _unslant(text, faces)
    depth, start = 0, 0
    paired = _paired(plain)
    for i, sign in enumerate(plain + ";"):
        depth += (i in paired) * ((sign == "(") - (sign == ")"))
        stops = sign in ".!" and RE.next_sentence.match(plain, i + 1) is not None
        if (sign in ",;" or stops) and (depth == 0 or i == len(plain)):
            piece = plain[start:i].strip(" .")
            if piece:
                closes = sign != "," and i < len(plain)
                yield OrderItem(piece, _is_slanted(slanted, start, plain[start:i]), closes)
            start = i + 1


def place_of(text: str) -> str:
    """The place of the unit that a text begins with, be it misspelt, if it is followed as units
    are in orders: `a rmu h`; else nothing."""
    found = RE.head.match(text) or RE.full.match(text)
    return found["place"] if found and found["after"] is not None else ""


def apart(text: str) -> list[str]:
    """A list of units of which nothing parts one from the next, one by one."""
    cuts = [0, *(m.start() for m in RE.head.finditer(text) if m.start()), len(text)]
    return [text[a:b].strip(" ,.") for a, b in pairwise(cuts) if text[a:b].strip(" ,.")]


def unclosed(text: str) -> Iterator[str]:
    """Which type faces and brackets are opened and closed as they should not be?"""
    tags = [tag.lower() for tag in RE.tag.findall(text)]
    for kind, pair in FACES.items():
        told = [tag for tag in tags if tag in pair]
        if told != pair * (len(told) // 2):
            yield f"{kind} are opened or closed once too often"
    if text.count("(") != text.count(")") or text.count("[") != text.count("]"):
        yield "brackets are opened or closed once too often"


def departed(text: str, moving: bool) -> str | None:
    """`A Ven R Rom` as the bare retreat, beside orders `A Ven r Rom` or `Retreat A Ven-Rom`; None
    where it is none."""
    found = (RE.went if moving else RE.leaves).match(text)
    if found is None or (moving and not (" r " in text or text.startswith("Retreat "))):
        return None
    to, mark = found["to"], "" if moving else found["mark"] or ""
    off = to is None or (moving and to.lower() == "otb")
    place = " disband" if off else f"-{to.upper() if moving else to}"
    return f"{found['unit']}{place}{mark}"


def _paired(text: str) -> set[int]:
    """Where the parentheses stand that are opened and closed."""
    opened: list[int] = []
    found: set[int] = set()
    for i, sign in enumerate(text):
        if sign == "(":
            opened.append(i)
        elif sign == ")" and opened:
            found |= {i, opened.pop()}
    return found


def _unslant(text: str, faces: Collection[str]) -> tuple[str, list[bool]]:
    plain: list[str] = []
    slanted: list[bool] = []
    first = RE.tag.search(text)
    now = first is not None and first[0].lower() == "</u>"
    at = 0
    for tag in RE.tag.finditer(text):
        plain.append(text[at : tag.start()])
        slanted += [now] * (tag.start() - at)
        if tag[0][-2].lower() in faces:
            now = tag[0][1] != "/"
        at = tag.end()
    plain.append(text[at:])
    slanted += [now] * (len(text) - at)
    return "".join(plain), slanted


def _is_slanted(slanted: list[bool], start: int, piece: str) -> bool:
    head = piece.partition(" (")[0]
    letters = [slanted[start + i] for i, c in enumerate(head) if c.isalpha()]
    return sum(letters) * 2 > len(letters)
