"""Reads one order as a zine prints it: capitals where the unit ends, italics for a failure.

a mar-BUR               went               f ADR-ven               did not
a RUM S TURKISH a arm-sev                  f NWG C a yor-nwy
a MUN h                 a SPA wenches in Madrid (h)
f sev-bla (d ann)       dislodged, nowhere to go
a mun h (d r:ber,otb)   dislodged, may go to Berlin or off the board
(nso) (nsu) (imp) (otm) (ncs) (unordered)          what was wrong with the order
(A VEN-ROM)  <A NWY-stp>  [A Ven-Rom] stood off    the whole order failed
a bud-ser (a tri, a rum s)  a edi-nwy (f nts c)    who supports or convoys it
f bla-bul (f con s [a smy s con])                  who supports the supporter
f bul/ec ms f con                                  two that support each other

The order itself is read by the grammar for all orders. Every other way to print a result is a rule
of the house style, which puts it in parentheses.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from builder.errors import NotationError
from builder.imports.corrections import ForeignOrders, near, nearest, respelt, two_codes
from builder.imports.importer import ARMY, KINDS
from builder.imports.patterns import RE as COMMON
from builder.imports.phase_reports import DONE
from builder.imports.zine.house import RE, House, house
from builder.model.board import Board
from builder.model.calendar import FIRST
from builder.model.orders import Convoy, Disband, Hold, Move, Order, Retreat, Support, UnitRef
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import KindCode, Location, Power
from builder.notation.notation import notation
from builder.notation.vocabulary import HOLDS
from builder.notation.words import OrderText

UNSURE = "read as"
NAME = 60
LONGEST = 100
MOST = 12  # characters of a place and of an order; words of an order
OFF = frozenset({"otb", "off the board", "disband", "d", "be disbanded"})
STANDING = HOLDS | {"std", "s.o", "s/o", "u", "uno", "unordered"}
MISSING = frozenset({"no such unit"})  # of the unit that was ordered itself
LONGEST_MARKED = 600  # characters of one order with its marks
CLOSE = 0.85
SHORT = 3
ABBREVIATED = 4
DASHES = frozenset({"-", "–", "—"})
WRONG = frozenset({Outcome.ILLEGAL, Outcome.VOID, Outcome.NO_ORDER})
STOOD_OFF = frozenset({"s.o", "s/o"})  # of a unit that moves; another was ordered to stand


class ResultTypeface(NamedTuple):
    """The tags of the typefaces that mark orders, as done or else as failed."""

    tags: frozenset[str] = frozenset("iu")
    done: bool = False


FAILED = ResultTypeface()


class SupportingUnit(NamedTuple):
    """A unit printed within the order that it helps: `a pie s`, or `a pie s mar` with `whom`."""

    unit: str
    how: str
    whom: str = ""


class OrderWithMarks(NamedTuple):
    """An order without its marks, and the marks; `failed` if brackets or italics enclose it."""

    text: str
    marks: tuple[str, ...]
    failed: bool
    helpers: tuple[SupportingUnit, ...] = ()


class MarkMeaning:
    """The meaning of an order's marks: their words, outcomes and retreats, and guesses and unknown
    marks for a remark; `left_out` are words of these; `unsure` if an unknown mark may be the short
    form of a result."""

    def __init__(self, marks: Iterable[str], places: Board) -> None:
        self.words: set[str] = set()
        self.outcomes: set[Outcome] = set()
        self.options: tuple[Location, ...] | None = None
        self.guesses: list[str] = []
        self.left_out: list[str] = []
        self.unsure = False
        for mark in marks:
            head, retreats, tail = mark.partition("r:")
            apart = [head] if head in STANDING else RE.parts.split(head)
            parts = [word.strip(" ?!.") for word in apart]
            spots = RE.spots.split(tail) if retreats else parts[1:] if parts[0] == "d" else []
            meant = {part: self._known(part) for part in parts if part}
            odd = [p for p in meant if not (meant[p] or p in STANDING or RE.fine.search(p))]
            if not any(parts) and not retreats:  # nothing but question marks
                odd.append(mark)
            orders = [part for part in odd if ">" in part or RE.orders.search(part)]
            known = set() if orders else {*filter(None, meant.values())}
            self.words |= known | {*parts}
            self.outcomes |= {house().marks[word] for word in known}
            names = [spot.strip() for spot in spots if spot.strip()]
            if retreats or OFF & {name.lower() for name in names}:
                self._read_options(names, places)
            elif odd:
                self.guesses.append(f"({mark}) not understood")
                self.left_out += odd
                self.unsure |= bool(orders) or (mark.isalpha() and len(mark) <= ABBREVIATED)
        if Outcome.DESTROYED in self.outcomes:
            self.outcomes = self.outcomes - {Outcome.DESTROYED} | {Outcome.DISLODGED}
            self.options = ()

    def _read_options(self, names: Iterable[str], places: Board) -> None:
        """Read the places to which a unit may retreat; those that are none are reported."""
        options = {name: places.get(name) for name in names}
        self.options = tuple(at for at in options.values() if at is not None)
        unknown = [name for name, at in options.items() if at is None and name.lower() not in OFF]
        if unknown:
            self.guesses.append(f"no place to retreat to: {', '.join(unknown)}")

    def _known(self, word: str) -> str:
        """The mark that a word is, begins with (`stood off by Turkey`) or misspells; else empty."""
        marks = house().marks
        if word in marks:
            return word
        begun = (m for m in marks if len(m) > SHORT and RE.goes_on.match(word.removeprefix(m)))
        if found := next(begun, ""):
            return found
        if not RE.small_word.fullmatch(word) or word in STANDING or RE.fine.search(word):
            return ""
        meant = next((m for m in marks if sorted(m) == sorted(word)), "")
        if meant := meant or (near(word, marks, CLOSE) if word[-1] != "s" else ""):
            self.guesses.append(f"({word}) read as ({meant})")
        return meant

    def fitting(self, order: Order) -> set[Outcome]:
        """The outcomes that such an order can have; `nsu` of a support means the helped unit."""
        if isinstance(order, Hold):
            outcomes = self.outcomes - {Outcome.CUT, Outcome.BOUNCED}
            stood = bool(STANDING & self.words)  # `(nsp, holds)`: it held instead
            return outcomes - {Outcome.ILLEGAL} if stood else outcomes
        if isinstance(order, Move) and STOOD_OFF & self.words:
            return self.outcomes | {Outcome.BOUNCED}
        if isinstance(order, Support | Convoy) and not MISSING & self.words:
            # of a help that cannot be: judges of zines call it impossible, `nsu` or `ncs` as well
            without = self.outcomes - {Outcome.ILLEGAL}
            return without | {Outcome.VOID} if without != self.outcomes else without
        return {*self.outcomes}

    def with_face(self, order: Order, failed: bool) -> set[Outcome]:
        """The outcomes that fit an order or, without any, that it has by its typeface."""
        outcomes = self.fitting(order)
        if self.unsure or outcomes - {Outcome.DISLODGED}:
            return outcomes
        if failed:
            return outcomes | {Outcome.FAILED}
        if isinstance(order, Hold | Move) and outcomes:  # a dislodged unit neither held nor moved
            return outcomes
        return outcomes.union(DONE.get(type(order), ()))


def unmark(text: str, slanted: bool = False) -> OrderWithMarks:
    """Separate an order from its marks, by the house styles in use."""
    return _unmarked(text, slanted, house())


@lru_cache(maxsize=4096)
def _unmarked(text: str, slanted: bool, style: House) -> OrderWithMarks:
    if len(text) > LONGEST_MARKED:
        return OrderWithMarks(text, (), slanted)
    helpers: list[SupportingUnit] = []
    while found := RE.helpers.search(text):
        how = found["how"].lower()
        whom = found["whom"] or ""
        helpers += [SupportingUnit(unit, how, whom) for unit in RE.one_unit.findall(found["who"])]
        text = RE.helpers.sub("", text, count=1)
    if mutual := RE.mutual.search(text):
        helpers.append(SupportingUnit(mutual["unit"], "s"))
        text = RE.mutual.sub("", text)
    text = style.rewritten(text, "orders").strip(" .!;")
    whole = RE.whole.match(text)
    words: list[str] = []
    if whole and whole["inside"].count("(") == whole["inside"].count(")"):
        words = whole["words"].split(",")
        text = whole["inside"]
        slanted = True
    first = text[:1]
    rest = text[1:]  # an order in parentheses is no mark of the next
    printed = [*RE.parentheses.findall(rest), *words]
    marks = [_in_small_letters(mark.strip(" ?!.") or mark.strip()) for mark in printed]
    bare = " ".join(f"{first}{RE.parentheses.sub(' ', rest)}".split()).strip(" .;,")
    return OrderWithMarks(bare, tuple(filter(None, marks)), slanted, tuple(helpers))


def _in_small_letters(mark: str) -> str:
    """A mark whose words may be written in any letters. The places behind `r:` keep theirs, since
    codes may differ in nothing else (`CAS` the sea, `Cas` the province of Cline VI)."""
    start = mark.lower().find("r:")
    if start < 0:
        return mark.lower()
    end = start + len("r:")
    return mark[:end].lower() + mark[end:]


def in_capitals(place: str) -> bool:
    """Is a place written in capitals, which show where a unit ends?"""
    name = place.partition("(")[0].strip()
    return len(name) > 1 and name.isupper()


def ends_in_capitals(text: str) -> bool:
    """Is the last place of an order written in capitals?"""
    found = RE.last_place.search(text)
    return found is not None and in_capitals(found[1])


class Head(NamedTuple):
    """The unit that an order begins with, its place as written, and the rest of the text."""

    kind: KindCode | None
    at: Location
    written: str
    rest: str


class Reading(NamedTuple):
    """An order, the text that it was read from, a remark on guesses, and words that were left out
    and may be an order."""

    order: Order
    used: str
    guess: str = ""
    left_out: str = ""


class ZineOrder(NamedTuple):
    """An order and its printed result, as far as they could be read. `failed` if italics or
    brackets mark it, `guess` is a remark on guesses, `options` are printed retreats, `helpers`
    units printed within it that help it, `left_out` words in it that were not read; then its power,
    text and line in a report."""

    unit: UnitRef
    order: Order
    outcomes: frozenset[Outcome]
    options: tuple[Location, ...] | None = None
    guess: str = ""
    helpers: tuple[SupportingUnit, ...] = ()
    failed: bool = False
    left_out: str = ""
    power: Power = Power("")
    text: str = ""
    line: int = 0


class ZineOrderReader:
    """Reads the orders of one zine on one board. `capitals` show where a unit ends; else orders
    without marks were done, or those that its `face` marks as done."""

    def __init__(self, setting: Setting, capitals: bool, face: ResultTypeface) -> None:
        self.setting = setting
        self.places = setting.board
        self.vocabulary = notation(setting).vocabulary
        self.grammar = ForeignOrders(setting, FIRST, Power(""))
        self.capitals = capitals
        self.face = face
        self.unit = cache(self._unit)
        self._parsed = cache(self.grammar.parsed)

    def _unit(self, text: str) -> Head | None:
        """The unit that a text begins with; None if it begins with something else."""
        text = text.strip(" .")
        kind = RE.unit.match(text)
        if kind is None and not RE.without_kind.fullmatch(text):
            return None
        start = kind.end() if kind else 0
        words = OrderText(text[start : start + NAME], self.vocabulary)
        if not words.place_ahead():
            return None
        try:
            at = words.place()
        except NotationError:  # a name of two places, or a coast that is not there
            return None
        rest = start + words.spans[words.at][0] if words.at < len(words.spans) else len(text)
        written = text[start:rest].strip(" -–—")
        return Head(KINDS[kind["kind"].lower()] if kind else None, at, written, text[rest:])

    def read(self, text: str, italic: bool, retreats: bool = False) -> ZineOrder | None:
        """One order with its printed result; None if no unit can be read."""
        marked = unmark(text, italic)
        head = self.unit(marked.text)
        slip = ""
        if head is None and (mended := respelt(marked.text, self.places)):
            marked = marked._replace(text=mended.text)
            slip = mended.guess
            head = self.unit(marked.text)
        if head is None:
            return None
        ref = UnitRef(head.at, head.kind)
        if retreats:
            return self._retreat(ref, head, marked.failed or bool(marked.marks))
        marks = MarkMeaning(marked.marks, self.places)
        reading = self._order(marked.text, head, bool(marks.words & STANDING))
        order = reading.order
        guess = reading.guess
        if isinstance(order, Support) and order.at and order.to:
            stands = order.to.province == order.at.province  # `S A Tri-Tri`
            order = order._replace(to=None) if stands else order
        if guess.startswith(UNSURE):
            outcomes = marks.outcomes & {Outcome.DISLODGED}
        else:
            stays = in_capitals(head.written)
            goes = ends_in_capitals(reading.used)
            outcomes, doubt = self._outcomes(order, marks, marked.failed, stays, goes)
            guess = guess or doubt
        guess = "; ".join(filter(None, (slip, guess, *marks.guesses)))
        guess = guess or ("" if head.kind else "no kind of unit printed")
        return ZineOrder(
            ref,
            order,
            frozenset(outcomes),
            marks.options,
            guess,
            marked.helpers,
            marked.failed,
            ", ".join(filter(None, [reading.left_out, *marks.left_out])),
        )

    def _outcomes(
        self, order: Order, marks: MarkMeaning, enclosed: bool, stays: bool, goes: bool
    ) -> tuple[set[Outcome], str]:
        """The outcomes of an order, and a remark if they are in doubt. It is `enclosed` in brackets
        or a typeface; capitals show that its unit `stays` in its place, or `goes` to another."""
        moves = isinstance(order, Move)
        outcomes = marks.fitting(order)
        if not self.capitals:
            by_face = moves or not self.face.done
            failed = enclosed != self.face.done
            return marks.with_face(order, failed) if by_face else outcomes, ""
        known = stays or goes or outcomes & {Outcome.DISLODGED, Outcome.ILLEGAL}
        if "nso" in marks.words and moves and not (stays or goes):
            known = True
            outcomes = outcomes - {Outcome.VOID} | {Outcome.ILLEGAL}
        if not known and not enclosed:
            return outcomes, "neither place in capitals"
        if not moves:
            outcomes = marks.with_face(order, enclosed and not isinstance(order, Hold))
        elif goes and not stays:
            outcomes.add(Outcome.MOVED)
        elif (stays or enclosed or outcomes) and not outcomes & WRONG:
            outcomes.add(Outcome.FAILED)
        return outcomes, "" if known else "neither place in capitals"

    def _order(self, text: str, head: Head, held: bool) -> Reading:
        """The order by the first way of reading that gives one; `held` if a mark says so."""
        rest = head.rest.strip(" .,-–—")
        if head.rest.strip(" .,") in DASHES:
            return Reading(Hold(), text, f"{UNSURE} a hold: {head.rest!r}")
        if not rest or rest.lower() in STANDING:
            return Reading(Hold(), text)
        unit = text[: len(text) - len(head.rest)]
        ways = chain(
            self._tried(text),
            self._past_prose(unit, head.rest),
            self._held(text, head.rest) if held else (),
            self._beginnings(text),
            self._corrected(text, unit, head.rest),
        )
        hold = Reading(Hold(), text, f"{UNSURE} a hold: {rest!r}")
        return next(ways, hold) if len(text) <= 3 * LONGEST else hold

    def _tried(self, text: str, guess: str = "", left_out: str = "") -> Iterator[Reading]:
        if written := self._parsed(text):
            yield Reading(written.order, text, guess, left_out)

    def _held(self, text: str, rest: str) -> Iterator[Reading]:
        """A hold that a mark shows, whatever else stands there but other units."""
        if not any(map(self.places.get, self.heads(rest))):
            yield Reading(Hold(), text)

    def _past_prose(self, unit: str, rest: str) -> Iterator[Reading]:
        """The order in a clause after words that are not part of it: `a SER screams-bul`."""
        for found in RE.clause.finditer(rest):
            prose = rest[: found.start()].strip()
            clause = rest[found.start() :].strip()
            if prose and not self.heads(prose):
                yield from self._tried(f"{unit} {clause}", f"{prose!r} left out", prose)

    def _beginnings(self, text: str) -> Iterator[Reading]:
        """The order that the first words of a text make, as many as possible. The remark begins
        with UNSURE if those left out may be part of it."""
        ends = [found.start() for found in RE.word_end.finditer(text[:LONGEST])]
        for end in reversed(ends[:MOST]):
            for reading in self._tried(text[:end]):
                rest = text[end:].strip()
                guess = f"{rest!r} left out"
                aim = RE.aim.match(rest)
                if RE.orders.search(rest):  # of marks that cannot be separated from its own
                    guess = f"{UNSURE} the first of several orders: {rest!r}"
                elif aim and isinstance(reading.order, Support):
                    guess = f"{UNSURE} a support to stand: {rest!r}"
                elif aim:
                    guess = f"{UNSURE} a move without {rest[aim.end() :]!r}"
                yield reading._replace(guess=guess, left_out=rest)

    def _corrected(self, text: str, unit: str, rest: str) -> Iterator[Reading]:
        """An order with a misspelt place, a strange word in it, or without its verb."""
        if mended := respelt(text, self.places):
            yield from self._tried(mended.text, mended.guess)
        if strange := RE.strange.match(rest):
            helped = f"{unit} {strange[1]} {rest[strange.end() :]}"
            yield from self._tried(helped, f"{strange[2]!r} left out")
        if RE.helped.match(aided := rest.strip()):
            what, verb = ("convoy", "C") if self._carries(unit, aided) else ("support", "S")
            yield from self._tried(f"{unit} {verb} {rest}", f"{what} read from {aided!r}")
        if guess := self.grammar.guessed(text):
            yield Reading(guess.written.order, text, guess.guess, guess.left_out)

    def _carries(self, unit: str, aided: str) -> bool:
        """Is the unit at sea, and can an army that it helps not walk?"""
        fleet = self.unit(unit)
        army = self.unit(aided)
        written = self._parsed(aided)
        if not (fleet and army and army.kind == ARMY and written):
            return False
        walks = self.places.reach(self.setting.kinds[ARMY], FIRST.season).get(army.at, ())
        at_sea = self.places.provinces[fleet.at.province].terrain == "sea"
        return at_sea and isinstance(written.order, Move) and written.order.to not in walks

    def is_whole(self, text: str) -> bool:
        """Is the whole text an order, apart from its marks?"""
        bare = unmark(text).text
        head = self.unit(bare)
        return head is not None and (not head.rest.strip(" .") or self._parsed(bare) is not None)

    def begins(self, text: str, listing: bool = False) -> bool:
        """Does a text begin like an order, or with `listing` like a unit, though misspelt?"""
        bare = unmark(text).text
        plain = RE.parentheses.sub(" ", bare).strip(" ([<")
        if RE.earlier.match(text) or RE.orderly.match(bare) or RE.shouted.match(plain):
            return True
        run_in = COMMON.run_in.match(plain[2:]) if plain[:2].lower() in ("a ", "f ") else None
        if self.unit(plain) or (run_in and two_codes(run_in, self.places)):
            return True
        found = RE.head.match(text) or RE.full.match(text)
        if found is None or found["after"] is None:
            return False
        return listing or nearest(found["place"], self.places, ()) is not None

    def heads(self, text: str, sure: bool = False) -> list[str]:
        """The places of all units in a text, as written; with `sure` only of those that are
        followed by what follows the unit of an order."""
        named = {m.start(): m for pattern in (RE.full, RE.head) for m in pattern.finditer(text)}
        found = [(m["place"], m["after"] is not None) for m in named.values()]
        return [name for name, follows in found if follows or (not sure and self.places.get(name))]

    def helping(self, given: SupportingUnit, helped: ZineOrder) -> ZineOrder | None:
        """The order of a unit printed within the order that it helps."""
        ref = helped.unit
        goal = helped.order
        whom = self.places.get(given.whom)
        to = goal.to if isinstance(goal, Move) else None
        helps_it = whom is None or whom.province in (ref.at.province, to and to.province)
        aim = f"{ref.kind or ''} {ref.at}{f'-{to}' if to else ''}" if helps_it else given.whom
        how = given.how if to and helps_it else "s"
        found = self.read(f"{given.unit} {how} {aim}", italic=False)
        return found and found._replace(outcomes=frozenset())

    def _retreat(self, ref: UnitRef, head: Head, failed: bool) -> ZineOrder:
        """A retreat, or a unit that leaves the board. A place that stands alone may be where the
        unit went (`R a PIC`); the report finds the unit."""
        text = RE.to.sub("", head.rest).strip(" .,")
        if text.lower() in OFF or not text:
            alone = not text and self.capitals and in_capitals(head.written)
            order: Order = Retreat(ref.at) if alone else Disband()
            outcome = Outcome.RETREATED if alone else Outcome.DISBANDED
            return ZineOrder(ref, order, frozenset({outcome}))
        written = self._parsed(f"{head.kind or ''} {ref.at}-{text}")
        if written is None or not isinstance(written.order, Move):
            guess = f"{UNSURE} disbanded: {head.rest!r}"
            return ZineOrder(ref, Disband(), frozenset(), None, guess)
        outcomes = {Outcome.DESTROYED} if failed else set()
        if ends_in_capitals(text) or not (self.capitals or failed):
            outcomes = {Outcome.RETREATED}
        failed = Outcome.RETREATED not in outcomes and failed
        return ZineOrder(ref, Retreat(written.order.to), frozenset(outcomes), failed=failed)
