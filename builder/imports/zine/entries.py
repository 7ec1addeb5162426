"""Power's entries in a zine: whose they are, and the orders in them, of which each is one at most.

AUSTRIA (Davis for Allen): a bud-SER, a vie h      England - F Eng-Mid - bounce
Turkey disbands a alb.                             <i>Austria</i> Harry Andurschak ([email])
<i>Russia</i> F StP (sc) H, A Mos S F StP (sc)       AUSTRIA - Allen: a vie-GAL
AUS: a vie-GAL                                       AUSTRIA, and under it: a vie-GAL
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Set
from itertools import pairwise
from typing import NamedTuple

from builder.imports.corrections import nearest, two_codes
from builder.imports.importer import Remark
from builder.imports.patterns import RE as COMMON
from builder.imports.zine.house import RE, house
from builder.imports.zine.orders import ZineOrderReader, unmark
from builder.imports.zine.seasons import PowerEntry

FACES = {
    "italics": ["<i>", "</i>"], "underlines": ["<u>", "</u>"], "bold": ["<b>", "</b>"],
}  # fmt: skip
USUAL = frozenset("iu")
MODES = {
    "has": "has", "bld": "bld", "build": "bld", "builds": "bld", "rem": "rem", "remove": "rem",
    "removes": "rem", "disbands": "rem", "r": "retreat", "retreats": "retreat", "lost": "lost",
}  # fmt: skip
MOST = 1  # unknown places that may be misprints
LONGEST, SHOWN = 100, 8  # signs of one order, and of its beginning


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
                head = plain[start:i].partition(" (")[0]
                letters = [slanted[start + at] for at, c in enumerate(head) if c.isalpha()]
                yield OrderItem(piece, sum(letters) * 2 > len(letters), closes)
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
    """The text without tags, and of each letter whether it stands in one of the faces."""
    first = RE.tag.search(text)
    now = first is not None and first[0].lower() == "</u>"
    plain, slanted = "", list[bool]()
    for piece in RE.tag.split(text):
        if not RE.tag.fullmatch(piece):
            plain += piece
            slanted += [now] * len(piece)
        elif piece[-2].lower() in faces:
            now = piece[1] != "/"
    return plain, slanted


def shouted(text: str) -> bool:
    """Is it a note of the game master's in capitals (`RESIGNS, REPLACED BY …`)?"""
    return text.isupper() and sum(map(str.isalpha, text)) > 5


def moded(text: str, mode: str) -> tuple[str, str]:
    """What is listed from here on, if a word at the head says so, and the text behind that."""
    text = house().rewritten(text, "items")
    head, _, rest = text.partition(" ")
    word = head.rstrip(":").lower()
    if word in MODES and rest and (word != "r" or head == "R"):
        return MODES[word], rest.strip()
    return mode, text


def orders_of(text: str, dialect: ZineOrderReader, moving: bool) -> Iterator[list[OrderItem]]:
    """The items of an entry, each with the orders that it holds, several where nothing parts them.

    What is nothing on its own belongs to the words before it. `moving` says that orders are due;
    else an entry lists units.
    """
    found: list[OrderItem] = []
    listing = not moving or text.startswith("has ")
    for item in items(_parted(text, dialect), dialect.face.tags):
        if found and RE.bare_number.fullmatch(item.text):
            continue
        if found and RE.misprinted.fullmatch(found[-1].text):
            found[-1] = item._replace(text=f"{found[-1].text}: {item.text}")
        elif not found or found[-1].closes or _begins(item.text, dialect, listing):
            found.append(item)
        else:
            last = found[-1]
            found[-1] = OrderItem(f"{last.text}, {item.text}", last.italic, item.closes)
    told = {item.text.lower() for item in found}
    for item in found:
        yield [*_whole(item, dialect, told)] if moving else [item]


def _whole(item: OrderItem, dialect: ZineOrderReader, told: Set[str]) -> Iterator[OrderItem]:
    """An item as one order, or as the orders that it holds with nothing between them; one that is
    `told` by itself is what the unit before it helps."""
    text, start = item.text, 0
    marks = "; ".join(unmark(text, slanted=False).marks) if dialect.is_whole(text) else None
    for end, then in [m.span() for m in RE.joint.finditer(text)]:
        rest = text[then:][:LONGEST]
        hidden = marks is None or (rest[:SHOWN].lower() in marks and dialect.is_whole(rest))
        again = rest.lower() in told and dialect.unit(text[start:end]) is not None
        if hidden and not again and dialect.unit(rest) and dialect.is_whole(text[start:end]):
            yield item._replace(text=text[start:end], closes=False)
            start = then
        elif end - start > LONGEST:
            break
    yield item._replace(text=text[start:])


def _parted(text: str, dialect: ZineOrderReader) -> str:
    """A text in which a blank stands between a unit's kind and its place (`ARum`), something
    before the list of what a power has, and behind each helper whom it helps (`for A Swe-Stp:
    F Bot C, F Bar S`)."""

    def blank(found: re.Match[str]) -> str:
        place = dialect.places.get(found["place"])
        return f"{found['kind']} {found['place']}" if place is not None else found[0]

    def whom(found: re.Match[str]) -> str:
        return ", " + RE.helper.sub(rf"\1 {found['whom']}", found["by"])

    return RE.glued.sub(blank, RE.lists.sub("; ", RE.helped_by.sub(whom, text)))


def _begins(text: str, dialect: ZineOrderReader, listing: bool) -> bool:
    text = house().rewritten(text, "items")
    first = text.partition(" ")[0].rstrip(":")
    if first == "R" or (first.lower() in MODES and first != "r"):
        return True
    if RE.absent.search(text) or RE.standby.search(text) or RE.waived.search(text):
        return True
    return is_order(text, dialect, listing) or shouted(text)


def is_order(text: str, dialect: ZineOrderReader, listing: bool = False) -> bool:
    """Does a text begin as an order does, or a unit in a list, be its place misspelt?"""
    bare = unmark(text, False).text
    plain = RE.parentheses.sub(" ", bare).strip(" ([<")
    if (
        RE.earlier.match(text)
        or dialect.unit(plain)
        or RE.orderly.match(bare)
        or RE.shouted.match(plain)
    ):
        return True
    head, board = place_of(text), dialect.places.board
    run_in = COMMON.run_in.match(plain[2:]) if plain[:2].lower() in ("a ", "f ") else None
    if run_in and two_codes(run_in, board):
        return True
    return bool(head) and (listing or nearest(head, board, ()) is not None)


def ours(
    entries: Iterable[PowerEntry], dialect: ZineOrderReader, remarks: list[Remark]
) -> Iterator[tuple[PowerEntry, set[str]]]:
    """The entries of a season, each with the places that it names and our board lacks; of a power
    that has several, of which one names known places, those without the orders of another board,
    in which several units stand in unknown places."""
    known_as = dialect.places.get
    named = [(entry, {*dialect.heads(RE.tag.sub("", entry.text), sure=True)}) for entry in entries]
    told = [(entry, {name for name in names if known_as(name) is None}) for entry, names in named]
    known = {e.power for e, odd in told if len(odd) <= MOST and not e.text.startswith("has ")}
    for entry, odd in told:
        if len(odd) > MOST and entry.power in known:
            remarks.append(Remark(entry.line, "orders of another board left out", entry.text))
        else:
            yield entry, odd
