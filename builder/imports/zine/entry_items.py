"""Parts the entry of a power into items, and tells what each is: an order, a retreat, a unit.

bld a bud; has a BUD, a GAL       a build, then two units
R a bel-PIC; NMR, a PAR h         a retreat, no orders, the hold that the zine prints for these
SPRING: a STP h                   a correction of the orders of Spring

A verb counts until a semicolon or full stop. The orders themselves are read by `orders`.
"""

from collections.abc import Collection, Iterator, Set
from itertools import pairwise
from typing import Literal, NamedTuple

from builder.imports.importer import SEASONS, Remark
from builder.imports.zine.house import RE, house
from builder.imports.zine.order_marks import unmark
from builder.imports.zine.orders import ZineOrderReader
from builder.imports.zine.printed_text import PrintedText, concatenated
from builder.imports.zine.season_text import PowerEntry

LONGEST_ORDER = 100  # characters
LONGEST_BEGINNING = 8  # characters by which an order is found among marks
NOTHING = frozenset({"none", "out", "no units", "nothing"})
ItemKind = Literal[
    "order", "retreat", "unit", "lost", "build", "removal", "correction", "conditional", "gone",
    "absent", "standby", "waived", "notice", "also", "open list",
]  # fmt: skip
KIND_OF_VERB: dict[str, ItemKind] = {
    "has": "unit", "bld": "build", "rem": "removal", "retreat": "retreat", "lost": "lost",
}  # fmt: skip
CORRECTION: ItemKind = "correction"


class PrintedItem(NamedTuple):
    """What stands between two commas, `italic` if it is in a typeface that marks orders, `closes`
    if a semicolon or full stop follows."""

    printed: PrintedText
    italic: bool
    closes: bool = False

    @property
    def text(self) -> str:
        """Its letters."""
        return self.printed.text


class GrowingItem:
    """An item to which further pieces may belong."""

    def __init__(self, first: PrintedItem) -> None:
        self.parts = [first.printed]
        self.text = first.text
        self.italic = first.italic
        self.closes = first.closes

    def add(self, sign: str, piece: PrintedItem) -> None:
        """Add a piece behind a sign."""
        self.parts += [PrintedText(sign), piece.printed]
        self.text += sign + piece.text
        self.closes = piece.closes

    def whole(self) -> PrintedItem:
        """The item with all its pieces."""
        return PrintedItem(concatenated(self.parts), self.italic, self.closes)


class EntryItem(NamedTuple):
    """One item of an entry. A correction may name the `season` that it corrects; the text of a
    standby is a player's name."""

    kind: ItemKind
    text: str
    line: int
    italic: bool = False
    season: str = ""


class ItemMode(NamedTuple):
    """What the items are from a verb or a season's name on, as in `has a BUD, a GAL`."""

    kind: ItemKind
    season: str = ""
    plain: bool = False  # no verb stands before


class EntryItems:
    """Reads the items of one entry. In a report of `moving` units a bare unit is one to hold."""

    def __init__(self, entry: PowerEntry, order_reader: ZineOrderReader, moving: bool) -> None:
        self.order_reader = order_reader
        self.moving = moving
        self.plain = ItemMode("order" if moving else "unit", plain=True)
        self.mode = self.plain
        self.items: list[EntryItem] = []
        self.remarks: list[Remark] = []
        for odd in unclosed(entry.printed):
            self.remarks.append(Remark(entry.line, odd, entry.text))
        self._read(entry)

    def _read(self, entry: PowerEntry) -> None:
        printed = self._pieces(entry)
        has_parts = any(item.closes for item in printed)
        depends = False
        for number, item in enumerate(printed):
            if depends:
                self._add("conditional", item.text, item)
            else:
                self._item(item)
                alone = number == 0 and not has_parts
                if item.closes or (alone and self.mode.kind == CORRECTION):
                    self.mode = self.plain
            depends = not depends and RE.condition.search(item.text) is not None
        if self.mode.kind == "unit" and entry.text.endswith(","):
            self.items.append(EntryItem("open list", entry.text, entry.lines[-1].line))

    def _add(self, kind: ItemKind, text: str, item: PrintedItem, season: str = "") -> None:
        self.items.append(EntryItem(kind, text, item.printed.line, item.italic, season))

    # the pieces of an entry

    def _pieces(self, entry: PowerEntry) -> list[PrintedItem]:
        """The items of an entry as printed. A piece that begins no item belongs to the one before;
        orders that nothing separates are items of their own."""
        grown: list[GrowingItem] = []
        listing = not self.moving or entry.text.startswith("has ")
        faces = self.order_reader.face.faces
        for piece in pieces_between_commas(with_helpers(entry.printed), faces):
            last = grown[-1] if grown else None
            if last is None:
                grown.append(GrowingItem(piece))
            elif RE.bare_number.fullmatch(piece.text):
                continue
            elif RE.misprinted.fullmatch(last.text):
                last.add(": ", piece)
                last.italic = piece.italic
            elif last.closes or self._begins_item(piece.text, listing):
                grown.append(GrowingItem(piece))
            else:
                last.add(", ", piece)
        printed = [item.whole() for item in grown]
        return self._apart(printed) if self.moving else printed

    def _begins_item(self, text: str, listing: bool) -> bool:
        """Does a piece begin an item?"""
        verb, rest = _verb_ahead(text)
        if verb or RE.absence.search(rest) or RE.notice.fullmatch(rest):
            return True
        return self.order_reader.begins(rest, listing)

    def _apart(self, printed: list[PrintedItem]) -> list[PrintedItem]:
        """The items, of which each is one order."""
        texts = {item.text.lower() for item in printed}
        orders: list[PrintedItem] = []
        for item in printed:
            pieces = [*self._orders_of(item, texts)]
            orders += pieces
            if len(pieces) > 1:
                whole = " ".join(piece.text for piece in pieces)
                self.remarks.append(Remark(item.printed.line, "read as orders apart", whole))
        return orders

    def _orders_of(self, item: PrintedItem, texts: Set[str]) -> Iterator[PrintedItem]:
        """An item as one order, or as the orders that follow one another in it. An order that the
        entry also has by itself (among `texts`) is the one that the unit before it helps."""
        text = item.text
        start = 0
        reader = self.order_reader
        marks = "; ".join(unmark(text).marks) if reader.is_whole(text) else None
        for joint in RE.joint.finditer(text):
            end, next_start = joint.span()
            order = text[start:end]
            rest = text[next_start:][:LONGEST_ORDER]
            beginning = rest[:LONGEST_BEGINNING].lower()
            may_follow = marks is None or (beginning in marks and reader.is_whole(rest))
            is_helped = rest.lower() in texts and reader.unit(order) is not None
            if may_follow and not is_helped and reader.unit(rest) and reader.is_whole(order):
                yield item._replace(printed=item.printed.part(start, end), closes=False)
                start = next_start
            elif len(order) > LONGEST_ORDER:
                break
        yield item._replace(printed=item.printed.part(start))

    # what an item is

    def _item(self, item: PrintedItem) -> None:
        """Take in one item as what it is; the verb at its head counts for the items after it."""
        if RE.also.match(item.text):
            self._add("also", "", item)
        text = item.text
        if RE.waived.search(text) is None:  # `bld withheld` is no build
            text = self._without_verb(text)
        text = self._without_verb(self._without_statements(text, item))
        earlier = RE.earlier.match(text) or RE.misprinted.search(text)
        if earlier is None:
            if text:
                self._by_mode(text, item, self.mode)
            return

        season = earlier.groupdict().get("season") or ""
        text = (text[: earlier.start()] + text[earlier.end() :]).strip()
        verb, rest = _verb_ahead(text)
        if verb:  # `Summer: R a bel-PIC`: the verb says what it is
            self.mode = ItemMode(KIND_OF_VERB[verb])
            self._by_mode(rest, item, self.mode)
            return
        correction = ItemMode(CORRECTION, SEASONS.get(season.lower(), ""))
        self._by_mode(text, item, correction)
        if season or ":" in earlier[0]:
            self.mode = correction

    def _without_verb(self, text: str) -> str:
        """The text without a verb before it, which says what the items are from here on."""
        verb, rest = _verb_ahead(text)
        if verb:
            self.mode = ItemMode(KIND_OF_VERB[verb])
        return rest

    def _by_mode(self, text: str, item: PrintedItem, mode: ItemMode) -> None:
        if mode.kind == CORRECTION:
            self._add(CORRECTION, text, item, mode.season)
        elif retreat := self._retreat_in_words(text):
            self._add("retreat", retreat, item)
        elif mode.plain and mode.kind == "unit" and self._says_more(text):
            self._add("order", text, item)
        else:
            self._add(mode.kind, text, item)

    def _retreat_in_words(self, text: str) -> str:
        """`A Ven-ROM` for `A Ven r Rom` among orders, or for `A Ven R Rom` elsewhere."""
        if self.moving:
            left = RE.went.fullmatch(text)
            goal = left["to"].upper() if left else ""
            mark = ""
        else:
            left = RE.leaves.fullmatch(text)
            goal = left["to"].removeprefix("R ") if left else ""
            mark = (left["mark"] or "") if left else ""
        if left is None:
            return ""
        to = " disband" if goal in ("OTB", "disband") else f"-{goal}"
        return f"{left['unit']}{to}{mark}"

    def _says_more(self, text: str) -> bool:
        """Does a unit in a list have an order?"""
        return says_more(text, self.order_reader)

    def _without_statements(self, text: str, item: PrintedItem) -> str:
        """A text without statements of absence, no units or a waived build, which are items of
        their own."""
        text = RE.numbered.sub("", text.strip(" ."))
        if text.lower().strip("!") in NOTHING:
            self._add("gone", text, item)
            return ""
        if RE.bare_number.fullmatch(text) or RE.nothing_due.fullmatch(text):
            return ""
        standby = RE.standby.search(text)
        absent = RE.absent.search(text)
        if RE.waived.search(text):
            self._add("waived", text, item)
        elif standby or absent:
            if standby:
                self._add("standby", standby[1].capitalize(), item)
            if absent:
                self._add("absent", text, item)
        elif RE.notice.fullmatch(text) and not self.order_reader.begins(text):
            self._add("notice", text, item)
        else:
            return text
        rest = RE.absence.sub(" ", text).strip(" .,!;:")
        has_unit = self.order_reader.heads(text) or self.order_reader.unit(rest)
        return rest if has_unit else ""


def says_more(text: str, order_reader: ZineOrderReader) -> bool:
    """Does a text say more of a unit than where it is?"""
    head = order_reader.unit(unmark(text).text)
    rest = head.rest.strip(" .!?").lower() if head else ""
    return rest not in ("", "h") and RE.and_around.match(f"{rest} ") is None


def pieces_between_commas(printed: PrintedText, faces: Collection[str]) -> Iterator[PrintedItem]:
    """Cut an entry at commas and semicolons outside parentheses, and at full stops before orders.
    An item is italic if most letters before a parenthesis are in one of the `faces` (i, u, b)."""
    text = printed.text
    marked = printed.marked(faces)
    in_brackets: set[int] = set()
    for bracketed in RE.bracketed.finditer(text):
        in_brackets.update(range(*bracketed.span()))
    start = 0
    for place, sign in enumerate(text + ";"):
        stops = sign in ".!" and RE.next_sentence.match(text, place + 1) is not None
        if not (sign in ",;" or stops) or place in in_brackets:
            continue
        piece = _trimmed(printed, start, place)
        if piece.text:
            head = text[start:place].partition(" (")[0]
            letters = [marked[start + at] for at, sign in enumerate(head) if sign.isalpha()]
            italic = sum(letters) * 2 > len(letters)
            closes = sign != "," and place < len(text)
            yield PrintedItem(piece, italic, closes)
        start = place + 1


def _trimmed(printed: PrintedText, start: int, end: int) -> PrintedText:
    """A part of a text without blanks and stops around it."""
    piece = printed.text[start:end]
    ahead = len(piece) - len(piece.lstrip(" ."))
    return printed.part(start + ahead, start + max(ahead, len(piece.rstrip(" ."))))


def with_helpers(entry: PrintedText) -> PrintedText:
    """An entry in which each helper names the unit that it helps: `for the German a swe-stp: f bot
    c, f bar s` is `, f bot c German a swe-stp, f bar s German a swe-stp`."""
    pieces: list[PrintedText] = []
    start = 0
    for helped in RE.helped_by.finditer(entry.text):
        pieces.append(entry.part(start, helped.start()))
        helpers = RE.helper.sub(rf"\1 {helped['whom']}", helped["by"])
        line = entry.part(helped.start(), helped.end()).line
        pieces.append(PrintedText(f", {helpers}", line=line))
        start = helped.end()
    return concatenated([*pieces, entry.part(start)]) if pieces else entry


def units_apart(text: str) -> list[str]:
    """The units of a list without commas, one by one."""
    starts = [head.start() for head in RE.head.finditer(text) if head.start()]
    units = [text[start:end].strip(" ,.") for start, end in pairwise([0, *starts, len(text)])]
    return [unit for unit in units if unit]


def unclosed(entry: PrintedText) -> Iterator[str]:
    """A remark for each kind of typeface and bracket that is not properly opened and closed."""
    for name in entry.unbalanced():
        yield f"{name} are opened or closed once too often"
    text = entry.text
    if text.count("(") != text.count(")") or text.count("[") != text.count("]"):
        yield "brackets are opened or closed once too often"


def _verb_ahead(text: str) -> tuple[str, str]:
    """The verb at the head of an item (`has`, `bld`, `rem`, `retreat`, `lost`) and the other words;
    an empty verb if there is none."""
    text = house().rewritten(text, "items")
    verb = RE.mode.match(text)
    if verb is None:
        return "", text
    return verb.lastgroup or "", text[verb.end() :].strip()
