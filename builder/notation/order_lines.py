"""Reads a line in which people write orders: several orders, labels, lists, remarks, conditions.

    2 builds: F Lon, A Lvp            Build fleets in London and Edinburgh
    A Gas, Pic, Pie H                 1. A Gas-Bur 2. A Pic-Bel
    Remove F Alb, A Gal               A Gas-Bur (as discussed)
    all units hold                    A Pie-Mar, if Italy leaves

Each order comes out as a text that stands by itself: `Remove A Gal`, `Build F Edi`, `Pic H`. An
order that depends on a condition, or that its author is not sure of, does not come out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, takewhile
from typing import Literal, NamedTuple

from builder.errors import NotationError
from builder.model import orders
from builder.model.calendar import Step
from builder.model.grouping import grouped
from builder.model.names import unaccented
from builder.model.orders import Order, UnitRef
from builder.model.setting import Setting
from builder.model.units import Power, Unit
from builder.notation.notation import OrderWriter, notation
from builder.notation.resemblance import resembles_order
from builder.notation.usual_words import phrases, usual_verbs
from builder.notation.vocabulary import BUILDS, REMOVES, Vocabulary
from builder.notation.word_lists import words
from builder.notation.words import CLOSING, IN_BRACKETS

WORD = re.compile(r"[^\W_]+(?:['’`][^\W_]+)*")
ENUMERATION = re.compile(
    r"^\W*?(?:#\s?\d{1,2}[.):]*|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.):]+|o(?=\s))\s+(?=\S)",
    re.IGNORECASE,
)
BULLETS = re.compile(r"^[^\w\s(\[+\-–—\"'`|]+\s*")  # signs, emoji and flags among them
DASH_BULLET = re.compile(r"^[-–—+]+\s+")
QUOTES = '"“”„«»`'
EMOTICON = re.compile(r"(?<!\w)[:;]-?[)(DP](?=\s|$)")
COMMENT = re.compile(r"\s+(?:#|//|--+(?=\s))(.*)$")
REMARK = re.compile(r"\s*(?:\(([^()]*)\)|\[([^\[\]]*)\])\s*[.!]*$")
LABEL = re.compile(r"^([^:=]{1,60}?)\s*(?::|=(?==|\s)|--+|\s[–—-]\s)=*\s*(.*)$", re.DOTALL)
SENTENCE_END = re.compile(r"(?<=[!?])\s+|(?<=[^\W\d]{3}\.)\s+(?=[^\W\d_a-z])|(?<=\)\.)\s+")
SEPARATORS = re.compile(
    r"\s+(?:[|/+&*•·]|--+|and|und|et|en|og|och|ja|plus|then|\(?\d{1,2}[.):]+)\s+(?:then\s+)?",
    re.IGNORECASE,
)
AND = re.compile(r"\s+(?:and|und|et|e|y|en|og|och|ja|&|\+)\s+", re.IGNORECASE)
UNIT_BEHIND_STOP = re.compile(r"(?<=\w)[./](?=[AF]\s)")  # `A Gas-Bur.F Bre-Mid`
BETWEEN_WORDS = re.compile(r"(?<=\S)([.!]*\s+)(?=\S)")
PHASE_CODE = re.compile(r"([SFWA])\W?(\d{4}|\d{2})\W?([MRAB]?)", re.IGNORECASE)
CHECKBOX = re.compile(r"^[\W_]*?[\[(]\s?[xX✓✔]?\s?[\])]\s|^\W*?[☐☑☒]")
ELIDED = re.compile(r"\b([dl])['’]", re.IGNORECASE)
COUNTED_WORDS = 3  # `Build two fleets`
LONGEST_LIST = 40  # possible cuts of a line into orders
MOST_ORDERS = 100  # in a line without commas: more than any power of ours has units
EVERY_UNIT = ("all", "all armies", "all fleets")
NUMBERS = {"one": 1, "two": 2, "both": 2, "three": 3, "four": 4}
ItemKind = Literal["order", "label", "rest", "as before", "condition", "unread", "talk"]
DEPENDS = (
    "an order that depends on a condition, or that is not certain; write what the unit is to do"
)
LONG_GROUP = 3  # words
PAIRS = ("''", "‘’", "<>", "{}", "()", "[]")
SHORT_LABEL = 4  # words of a condition that is a line of its own: `Otherwise:`
LONGEST_ORDER = 16  # words
LONGEST_OF_SEVERAL = 32  # words of one order in a line of several without commas
LONGEST_GROUP = 10  # words
MOST_WAIVED = 10
SHORT_REMARK = 3  # words
SHORT_ADJUSTMENT = 4  # words
MOST_BRACKETS = 100  # in a line: coasts, kinds and remarks
ORDERS_OF_VERB: Mapping[str, type[Order]] = {
    "holds": orders.Hold, "moves": orders.Move, "supports": orders.Support,
    "convoys": orders.Convoy, "retreats": orders.Retreat, "disbands": orders.Disband,
    "build": orders.Build, "remove": orders.Remove,
}  # fmt: skip
POSTSCRIPT = re.compile(r"^p\.?s\.?:?\s+", re.IGNORECASE)
WHICH_UNITS = "which units? Write one order for each"


class LineItem(NamedTuple):
    """A part of a line. `text` is an order that can be read by itself, or what was written; `why`
    says why it is no order."""

    kind: ItemKind
    text: str
    why: str = ""


@dataclass(frozen=True)
class OrderSituation:
    """What a power may order in a phase: its `units` (in retreats those dislodged), and in Winter
    how many it `builds`; a negative number are removals."""

    units: tuple[Unit, ...] = ()
    builds: int = 0


@dataclass
class Carried:
    """What a label or an order before says of the bare units behind it."""

    verb: str = ""  # Build, Remove, H, disband or nothing
    kind: str = ""  # the letter of their kind
    conditional: bool = False


@dataclass
class OrderLineReader:
    """Reads the lines of one power for a phase. `label` is carried on from line to line until a
    line is empty."""

    setting: Setting
    step: Step
    issuer: Power
    situation: OrderSituation | None = None
    label: Carried = field(default_factory=Carried)

    def __post_init__(self) -> None:
        self.notation = notation(self.setting)
        self.vocabulary: Vocabulary = self.notation.vocabulary
        self.line = Carried()

    def blank(self) -> None:
        """An empty line: what a label said ends."""
        self.label = Carried()

    def read(self, line: str) -> list[LineItem]:
        """The orders of a line, and whatever else is in it."""
        text = self.tidy(line)
        self.line = Carried(self.label.verb, self.label.kind)
        if not text or self._is_table_frame(text):
            return [LineItem("label", line)] if line.strip() else []
        if CHECKBOX.match(line.strip()) and self._has_order(text):
            return [LineItem("condition", text, DEPENDS)]
        if self.is_conditional(text):
            self.label.conditional = text.endswith(":")
            return [LineItem("condition", text, DEPENDS)]
        items = self._items(text)
        if self.label.conditional:
            return [LineItem("condition", item.text, DEPENDS) for item in items]
        return items

    # what a line looks like

    def tidy(self, line: str) -> str:
        """A line without bullets, numbers, quotes, faces and the bars of a table."""
        text = POSTSCRIPT.sub("", EMOTICON.sub("", line).strip())
        if not text.startswith("#"):
            text = BULLETS.sub("", text).strip()
        numbered = ENUMERATION.match(text)
        if numbered and self._starts_unit(text[numbered.end() :]):
            text = text[numbered.end() :]
        dashed = DASH_BULLET.match(text)
        if dashed and (self.step != "adjustments" or text[0] not in "+-"):
            text = text[dashed.end() :]
        text = text.strip().strip("|").strip(QUOTES + " ")
        while len(text) > 1 and text[0] + text[-1] in PAIRS and self.order(text[1:-1]):
            text = text[1:-1].strip()
        if "|" in text and self.order(text.replace("|", " ")):
            text = text.replace("|", " ")
        return text.strip()

    def _is_table_frame(self, text: str) -> bool:
        """Is it a rule of a table or between parts, or the heads of its columns?"""
        spoken = [unaccented(word) for word in WORD.findall(text)]
        if not spoken:
            return True
        return len(spoken) > 1 and set(spoken) <= words("table heads")

    def _starts_unit(self, text: str) -> bool:
        """Does a text begin with a unit or a place?"""
        spoken = _first_words(text, 3)
        if not spoken:
            return False
        if self._is_kind(spoken[0]):
            return len(spoken) > 1
        return len(unaccented(spoken[0])) > 1 and self._is_place(spoken[0])

    def _is_kind(self, word: str) -> bool:
        plain_word = unaccented(word)
        if plain_word in self.vocabulary.kinds:
            return True
        return plain_word in words("units", "A") or plain_word in words("units", "F")

    def _is_place(self, word: str) -> bool:
        own = self.vocabulary.board.names.get(word) is not None
        return own or bool(self.vocabulary.languages.get(word))

    # conditions

    def is_conditional(self, text: str) -> bool:
        """Does a text make an order depend on something, or leave it open?"""
        for sentence in SENTENCE_END.split(text):
            parted = ELIDED.sub(r"\1 ", sentence)  # `se l'Italia`
            spoken = [unaccented(word) for word in WORD.findall(parted)]
            joined = self._without_phrases(f" {' '.join(spoken)} ")
            depends = _has_phrase(joined, words("conditions"))
            doubtful = _has_phrase(joined, words("doubts")) or sentence.rstrip().endswith("?")
            alone = sentence.rstrip(" .").endswith(":") and len(spoken) <= SHORT_LABEL
            if depends and (alone or self.resembles_order(sentence) or self._has_order(sentence)):
                return True
            if doubtful and not self._as_before(text) and self._has_order(sentence):
                return True
        return False

    def _without_phrases(self, sentence: str) -> str:
        """A sentence without the phrases that mean something else: `everything else`, `falls
        back`."""
        for phrase in (*words("groups", "others"), *phrases()):
            if " " in phrase:
                sentence = sentence.replace(f" {phrase} ", " ")
        return sentence

    def _has_order(self, text: str) -> bool:
        """Is there an order in a text, wherever it begins and ends?"""
        cuts = [match.start() for match in WORD.finditer(text)][:LONGEST_LIST]
        starts = [cut for cut in cuts if self._starts_unit(text[cut:])]
        if any(self._longest_order(text[start:]) for start in starts):
            return True
        return any(self.order(text[cut:].rstrip(" .!?")) for cut in cuts[:3])

    def _longest_order(self, text: str) -> str:
        """The longest order with which a text begins."""
        ends = [match.end() for match in WORD.finditer(text)][:LONGEST_ORDER]
        for end in reversed(ends[1:]):
            if self.order(text[:end]):
                return text[:end]
        return ""

    def _as_before(self, text: str) -> bool:
        joined = f" {' '.join(unaccented(word) for word in WORD.findall(text))} "
        return _has_phrase(joined, words("as before"))

    # orders

    def order(self, text: str) -> tuple[UnitRef | None, Order] | None:
        """The unit and the order of a text that is one order and nothing else."""
        if not text.strip():
            return None
        try:
            unit, order = self.notation.known(text, self.step, self.issuer)
        except NotationError:
            return None
        # a comma parts orders, unless it is between the seas of a convoy
        parted = "," in text or ";" in text
        return None if parted and not getattr(order, "route", ()) else (unit, order)

    def _items(self, text: str) -> list[LineItem]:
        """All parts of a text, those that are no orders among them."""
        return self._label(text) or self._unlabelled(text)

    def _unlabelled(self, text: str) -> list[LineItem]:
        whole = self._counted(text) or self._piece(text)
        if whole is not None:
            return whole
        parts = [part for part in split_list(text) if part.strip()]
        listed = self._listed(text)
        if listed:
            return listed
        if len(parts) == 1:
            return self._sentences(text) or [self._unread(text)]
        return self._sequence(parts)

    def _counted(self, text: str) -> list[LineItem] | None:
        """`Build two fleets, London and Edinburgh`, not read if there are fewer or more; None for
        another text."""
        spoken = [*islice(WORD.finditer(text), COUNTED_WORDS)]
        if self.step != "adjustments" or len(spoken) < COUNTED_WORDS:
            return None
        verb, number, kind = (unaccented(word[0]) for word in spoken)
        count = int(number) if number.isdecimal() else NUMBERS.get(number, 0)
        if usual_verbs().get(verb) not in ("build", "remove") or not count:
            return None
        if kind not in words("labels of armies") | words("labels of fleets"):
            return None

        before = Carried(self.line.verb, self.line.kind)
        places = text[spoken[-1].end() :].lstrip(" ,:–—-")
        listed = f"{verb} {kind} {places}"
        items = self._single(listed) if count == 1 else self._listed(listed)
        if items is not None and len(items) == count:
            return items
        self.line = before
        return [LineItem("unread", text.strip(), f"{count} units of this kind are not named here")]

    def _listed(self, text: str) -> list[LineItem] | None:
        """`Armies Gas, Pic and Pie hold`: a list in which `and` is a comma; None if anything in it
        is not read."""
        before = Carried(self.line.verb, self.line.kind)
        parts: list[str] = []
        for piece in split_list(text):
            parts += [part for part in re.split(AND, piece) if part]
        if len(parts) > 1:
            items = self._sequence(parts)
            if all(item.kind == "order" for item in items):
                return items
        self.line = before
        return None

    def _label(self, text: str) -> list[LineItem] | None:
        """`2 builds: F Lon, A Lvp`, `My orders:`; None if the text has no label."""
        items: list[LineItem] = []
        rest = text
        while label := self._leading_label(rest):
            items.append(LineItem("label", label[1]))
            rest = label[2].strip()
            if not rest:
                self.label = self._carried_by(label[1])
                return items
            self.line = self._carried_by(label[1])
        return [*items, *self._unlabelled(rest)] if items else None

    def _leading_label(self, text: str) -> re.Match[str] | None:
        labelled = LABEL.match(text)
        if labelled is None or self.order(text) or not self._is_label(labelled[1]):
            return None
        return labelled

    def _is_label(self, label: str) -> bool:
        calendar = self.setting.calendar
        if calendar.get(label.strip(" .,")) or PHASE_CODE.fullmatch(label.strip(" .,")):
            return True
        spoken = [unaccented(word) for word in WORD.findall(label)]
        seasons = frozenset(calendar.seasons)
        named = [word for word in spoken if not word.isdigit() and word not in seasons]
        return bool(spoken) and set(named) <= words("labels") | words("greetings")

    def _carried_by(self, label: str) -> Carried:
        carried = Carried()
        for word in WORD.findall(label):
            plain_word = unaccented(word)
            verb = usual_verbs().get(plain_word)
            if verb == "build" and self.step == "adjustments":
                carried.verb = "Build"
            elif (
                verb in ("remove", "disbands") and self.step == "adjustments"
            ) or plain_word in words("losses"):
                carried.verb = "Remove"
            elif verb == "holds" and self.step == "movement":
                carried.verb = "H"
            elif verb == "disbands" and self.step == "retreats":
                carried.verb = "disband"
            elif plain_word in words("labels of armies"):
                carried.kind = "A"
            elif plain_word in words("labels of fleets"):
                carried.kind = "F"
        return carried

    def _piece(self, text: str) -> list[LineItem] | None:
        """The items of a text that is read whole; None if something in it is not."""
        return (
            self._whole(text)
            or self._without_remark(text)
            or self._without_lead(text)
            or self._several(text)
        )

    def _whole(self, text: str) -> list[LineItem] | None:
        """One order, or a statement about several units."""
        # `Both` is the Gulf of Bothnia in some codes, and `no builds` is more than one
        several_words = self.step != "movement" or len(WORD.findall(text)) >= LONG_GROUP
        if several_words:
            return self._group(text) or self._single(text)
        return self._single(text) or self._group(text)

    def _without_lead(self, text: str) -> list[LineItem] | None:
        """`Also F Eng-Iri`, `then A Gal`: words before a unit that are no part of the order."""
        allowed = words("labels") | words("little words", "dropped")
        for word in WORD.finditer(text):
            rest = text[word.start() :]
            if word.start() and self._starts_unit(rest):
                items = self._single(rest)
                return items or None
            plain_word = unaccented(word[0])
            if plain_word not in allowed or usual_verbs().get(plain_word):
                return None
        return None

    def _single(self, text: str) -> list[LineItem] | None:
        """One order, with what a label or the order before says of it."""
        bare = text.strip().rstrip(".!,; ")
        for candidate in self._completed(bare):
            read = self.order(candidate)
            if read is not None:
                unit, order = read
                if self.step == "retreats" and isinstance(order, orders.Remove) and unit:
                    return [LineItem("order", f"{unit.kind or ''} {unit.at} disband".strip())]
                self._carry_on(unit, order)
                return self._with_leader(candidate, unit, order)
        return None

    def _completed(self, text: str) -> Iterator[str]:
        """The ways to write an order whole: as it stands, or with a verb and kind from before."""
        spoken = WORD.findall(text)
        if not spoken or text[:1] in "+-":
            yield text
            return
        starts_with_place = not self._is_kind(spoken[0]) and self._is_place(spoken[0])
        kind = f"{self.line.kind} " if starts_with_place and self.line.kind else ""
        if self.step == "adjustments" and self._is_bare_unit(text):
            verb = self.line.verb or ("Remove" if self._removes() else "")
            if verb:
                yield f"{verb} {kind}{text}"
        elif self.line.verb and self._is_bare_unit(text):
            yield f"{kind}{text} {self.line.verb}"
        if kind:
            yield f"{kind}{text}"
        yield text

    def _removes(self) -> bool:
        return self.situation is not None and self.situation.builds < 0

    def _is_bare_unit(self, text: str) -> bool:
        """Is it a unit or a place and nothing else, not even `Build`?"""
        spoken = WORD.findall(text)
        first = unaccented(spoken[0])
        if first in BUILDS | REMOVES or usual_verbs().get(first) in ("build", "remove", "waive"):
            return False
        return self._unit(text) is not None

    def _unit(self, text: str) -> UnitRef | None:
        """The unit that a text is, if it is nothing else."""
        return self.notation.unit(text, self.issuer)

    def _with_leader(self, text: str, unit: UnitRef | None, order: Order) -> list[LineItem]:
        """An order; `Build LA Par` are two, for the army and for its leader."""
        if unit is None or not unit.led or not isinstance(order, orders.Build):
            return [LineItem("order", text)]
        leader = next(iter(self.setting.weak))
        builds = (f"Build {unit.kind} {unit.at}", f"Build {leader} {unit.at}")
        return [LineItem("order", build) for build in builds]

    def _carry_on(self, unit: UnitRef | None, order: Order) -> None:
        """Remember the verb and the kind for bare units behind."""
        if isinstance(order, orders.Build):
            self.line.verb = "Build"
            self.line.kind = order.kind
        elif isinstance(order, orders.Remove):
            self.line.verb = "Remove"
            self.line.kind = ""
        elif unit is not None and self.step == "movement":
            self.line.kind = ""

    # groups of units

    def _group(self, text: str) -> list[LineItem] | None:
        """`all units hold`, `the rest stays`, `both disband`, `waive all`, `rest as before`."""
        spoken = [unaccented(word) for word in WORD.findall(text)]
        if not spoken or len(spoken) > LONGEST_GROUP:
            return None
        joined = " ".join(spoken)
        if self._as_before(text):
            return [LineItem("as before", text.strip())] if not self._has_order(text) else None
        return self._waives(spoken) or self._together(text, joined) or self._only_unit(spoken)

    def _together(self, text: str, joined: str) -> list[LineItem] | None:
        """An order for all units, for the armies, for the fleets or for those not named."""
        for key, name in _group_names_beside(joined):
            verb = _verb_beside(joined, name)
            if verb not in ("holds", "disbands"):
                continue
            if key == "others":
                return [LineItem("rest", text.strip(), verb)]
            return self._for_each(text, key, verb)
        return None

    def _for_each(self, text: str, key: str, verb: str) -> list[LineItem]:
        kind = {"all armies": "A", "all fleets": "F"}.get(key)
        mine = self.situation.units if self.situation else ()
        units = [unit for unit in mine if kind in (None, unit.kind)]
        if not units or (verb == "disbands") != (self.step == "retreats"):
            return [LineItem("unread", text.strip(), WHICH_UNITS)]
        action = "H" if verb == "holds" else "disband"
        return [LineItem("order", f"{unit.kind} {unit.at} {action}") for unit in units]

    def _waives(self, spoken: Sequence[str]) -> list[LineItem] | None:
        """`waive all`, `I waive my build`, `Waive 2`, `no builds please`."""
        if self.step != "adjustments":
            return None
        joined = f" {' '.join(spoken)} "
        phrases = [phrase for phrase in words("waivers") if f" {phrase} " in joined]
        others = set(spoken) - words("beside waivers")
        for phrase in phrases:
            others -= set(phrase.split())
        if not phrases or others:
            return None
        due = self.situation.builds if self.situation else 1
        count = next((NUMBERS[word] for word in spoken if word in NUMBERS), 1)
        count = next((int(word) for word in spoken if word.isdigit()), count)
        if "all" in spoken or ("builds" in spoken and "both" not in spoken and len(spoken) > 1):
            count = max(1, due)
        return [LineItem("order", "Waive")] * min(count, MOST_WAIVED)

    def _only_unit(self, spoken: Sequence[str]) -> list[LineItem] | None:
        """`Retreat to Ser`, `disband`: for the only unit that must retreat."""
        mine = self.situation.units if self.situation else ()
        if self.step != "retreats" or len(mine) != 1:
            return None
        verb = usual_verbs().get(spoken[0])
        unit = f"{mine[0].kind} {mine[0].at}"
        if verb == "disbands" and len(spoken) == 1:
            return [LineItem("order", f"{unit} disband")]
        if verb == "retreats" and len(spoken) > 1:
            text = f"{unit} {' '.join(spoken)}"
            return [LineItem("order", text)] if self.order(text) else None
        return None

    # remarks, several orders on a line, lists

    def _without_remark(self, text: str) -> list[LineItem] | None:
        """An order with a remark behind it: in brackets, behind `#` or `//`."""
        if text.count("(") + text.count("[") > MOST_BRACKETS:
            return None
        for behind in (REMARK.search(text), COMMENT.search(text)):
            if behind is None or not behind.start():
                continue
            remark = next(filter(None, behind.groups()), "")
            items = self._piece(text[: behind.start()])
            if items is not None and self._may_be_remark(remark, items[-1]):
                return [*items, LineItem("talk", behind[0].strip())]
        return None

    def _may_be_remark(self, remark: str, item: LineItem) -> bool:
        """Is a text behind an order no order itself? A single verb says what the order says."""
        spoken = [unaccented(word) for word in WORD.findall(remark)]
        verb = usual_verbs().get(" ".join(spoken))
        if verb is not None:
            read = self.order(item.text)
            order = read[1] if read else None
            to_hold = verb == "holds" and isinstance(order, orders.Support) and order.to is None
            return to_hold or isinstance(order, ORDERS_OF_VERB.get(verb, ()))
        if not words("helped by").isdisjoint(spoken) and self._names_place(spoken):
            return False  # `A Pic-Wal (convoyed by F Eng)` orders two units
        short = len(spoken) <= SHORT_REMARK and self.resembles_order(remark)
        return not short and not self._has_order(remark)

    def _names_place(self, spoken: Sequence[str]) -> bool:
        return any(self.vocabulary.place(word)[0] for word in spoken)

    def _several(self, text: str) -> list[LineItem] | None:
        """Several orders without commas: between signs or `and`, or one unit behind the other."""
        return self._one_by_one(text, MOST_ORDERS, set())

    def _one_by_one(
        self, text: str, most: int, tried: set[tuple[str, str, str]]
    ) -> list[LineItem] | None:
        """Up to `most` orders, the longest first that leaves orders behind it; None if there is no
        such. `tried` are the texts, with what was carried on to them, that are no orders: the
        orders before a text may end at several places, and each would read it again."""
        carried = Carried(self.line.verb, self.line.kind)
        attempt = (text, carried.verb, carried.kind)
        if not most or attempt in tried:
            return None
        for start, end in reversed(self._cuts(text)):
            self.line = Carried(carried.verb, carried.kind)
            first = self._whole(text[:start])
            if first is None:
                continue
            following = text[end:]
            is_short = _end_of_one_of_several(following) == len(following)
            rest = self._whole(following) if is_short else None
            rest = rest or self._one_by_one(following, most - 1, tried)
            if rest is not None:
                return [*first, *rest]
        self.line = carried
        tried.add(attempt)
        return None

    def _cuts(self, text: str) -> list[tuple[int, int]]:
        """Where the first order may end and where the next then begins."""
        last = _end_of_one_of_several(text)
        signs = (
            SEPARATORS.finditer(text),
            UNIT_BEHIND_STOP.finditer(text),
            self._items_begin(text),
        )
        cuts: set[tuple[int, int]] = set()
        for matches in signs:
            near = takewhile(lambda match: match.start() <= last, matches)
            cuts.update(match.span() for match in islice(near, LONGEST_LIST))
        return sorted(cuts)[:LONGEST_LIST]

    def _items_begin(self, text: str) -> Iterator[re.Match[str]]:
        """The blanks before what begins a unit or an order of Winter."""
        for match in BETWEEN_WORDS.finditer(text):
            rest = text[match.end() :]
            signed = self.step == "adjustments" and rest[:1] in "+-" and self._starts_unit(rest[1:])
            if signed or self._begins_item(rest):
                yield match

    def _begins_item(self, text: str) -> bool:
        """Does a text begin with the letter or name of a unit's kind, or with a verb of Winter?"""
        spoken = _first_words(text, 2)
        if len(spoken) > 1 and self._is_kind(spoken[0]):
            return True
        verb = usual_verbs().get(unaccented(spoken[0])) if spoken else None
        return self.step == "adjustments" and verb in ("build", "remove", "waive")

    def _sentences(self, text: str) -> list[LineItem] | None:
        """Sentences, of which some have orders: `Nice game! Here goes: A Gas-Bur`."""
        sentences = [part for part in SENTENCE_END.split(text) if part.strip()]
        if len(sentences) < 2:
            return None
        items: list[LineItem] = []
        for sentence in sentences:
            items += self._items(sentence.strip())
        return items

    def _sequence(self, parts: Sequence[str]) -> list[LineItem]:
        """Parts between commas. A unit without an order shares that of the unit behind it."""
        items: list[LineItem] = []
        waiting: list[str] = []
        for number, part in enumerate(parts):
            joined = self._joined(waiting, part, alone=len(parts) == 2 and number == 1)
            read = joined or self._label(part) or self._piece(part)
            if joined:
                waiting = []
            if read is None and self._waits(part):
                waiting.append(self._with_kind(part))
                continue
            if waiting and read and read[0].kind == "order":
                shared = self._shared(waiting, read[0].text)
                items += shared or [self._unread(text) for text in waiting]
                waiting = []
            items += read or self._sentences(part) or [self._unread(part)]
        after_order = any(item.kind == "order" for item in items)
        for text in waiting:
            items.append(LineItem("unread", text) if after_order else self._unread(text))
        return items

    def _joined(self, waiting: Sequence[str], part: str, alone: bool) -> list[LineItem] | None:
        """`A Gas, Bur` and `A Gas; - Bur` of a table: the unit, and what it is to do."""
        if len(waiting) != 1:
            return None
        spoken = WORD.findall(part)
        first = unaccented(spoken[0]) if spoken else ""
        leads = part.strip()[:1] in "-–—>→" or (first in usual_verbs() and not self._is_kind(first))
        if leads or (alone and self._is_place(part.strip())):
            return self._single(f"{waiting[0]} {part.strip()}")
        return None

    def _waits(self, part: str) -> bool:
        """Is it a unit that still lacks its order?"""
        return self.step != "adjustments" and self._unit(part.strip().rstrip(".")) is not None

    def _with_kind(self, part: str) -> str:
        """The same in the singular: `Armies Gas` is `A Gas`."""
        unit = self._unit(part.strip())
        if unit is None:
            return part
        self.line.kind = unit.kind or self.line.kind
        return f"{unit.kind or self.line.kind} {unit.at}".strip()

    def _shared(self, waiting: Sequence[str], text: str) -> list[LineItem] | None:
        """The order of a unit for the units before it as well; each has a move for itself."""
        read = self.order(text)
        if read is None or not isinstance(read[1], orders.Hold | orders.Convoy | orders.Disband):
            return None
        action = OrderWriter(self.setting).action(read[1])
        return [LineItem("order", f"{unit} {action}") for unit in waiting]

    def _unread(self, text: str) -> LineItem:
        kind: ItemKind = "unread" if self.resembles_order(text) else "talk"
        return LineItem(kind, text.strip())

    def resembles_order(self, text: str) -> bool:
        """Does a text that cannot be read seem to be meant as an order? In Winter a few words that
        name a kind of unit do: `scrap the fleet`."""
        spoken = [unaccented(word) for word in WORD.findall(text)]
        kinds = [word for word in spoken if len(word) > 1 and word in self.vocabulary.kinds]
        of_winter = self.step == "adjustments" and bool(kinds) and len(spoken) <= SHORT_ADJUSTMENT
        return of_winter or resembles_order(text, self.vocabulary)


def split_list(text: str) -> list[str]:
    """The parts of a text between commas and semicolons that are not in brackets."""
    parts: list[str] = []
    start = depth = 0
    for position, sign in enumerate(text):
        if sign in IN_BRACKETS:
            depth += 1
        elif sign in CLOSING:
            depth = max(0, depth - 1)
        elif sign in ",;" and not depth:
            parts.append(text[start:position].strip())
            start = position + 1
    return [*parts, text[start:].strip()]


@cache
def _names_of_groups() -> tuple[tuple[str, str], ...]:
    """Each word for several units behind its key in `words.yaml`, longer words before shorter."""
    names = []
    for key in ("others", *EVERY_UNIT):
        for name in sorted(words("groups", key), key=len, reverse=True):
            names.append((key, name))
    return tuple(names)


@cache
def _group_names_by_outer_word() -> Mapping[str, Sequence[int]]:
    """The places of the names in that list by the word with which each begins or ends."""
    pairs = []
    for place, (_, name) in enumerate(_names_of_groups()):
        spoken = name.split()
        pairs += [(word, place) for word in {spoken[0], spoken[-1]}]
    return grouped(pairs)


def _group_names_beside(joined: str) -> list[tuple[str, str]]:
    """The names with their keys with which a text may begin or end, in the order of the list."""
    names = _names_of_groups()
    by_word = _group_names_by_outer_word()
    first, _, _ = joined.partition(" ")
    _, _, last = joined.rpartition(" ")
    places = {*by_word.get(first, ()), *by_word.get(last, ())}
    return [names[place] for place in sorted(places)]


def _verb_beside(joined: str, name: str) -> str:
    """The usual verb of a text that is nothing but a name and a verb, in either order."""
    if joined.startswith(f"{name} "):
        rest = joined.removeprefix(f"{name} ")
    elif joined.endswith(f" {name}"):
        rest = joined.removesuffix(f" {name}")
    else:
        return ""
    dropped = words("little words", "dropped") | {"to", "must", "h"}
    kept = [word for word in rest.split() if word not in dropped]
    said = " ".join(kept) or rest
    return usual_verbs().get(said) or phrases().get(said) or ""


def _first_words(text: str, count: int) -> list[str]:
    """So many words, without a look at the others: a text may be long."""
    return [word[0] for word in islice(WORD.finditer(text), count)]


def _end_of_one_of_several(text: str) -> int:
    """Where an order at the beginning of a line of several must have ended: it has few words."""
    next_word = next(islice(WORD.finditer(text), LONGEST_OF_SEVERAL, None), None)
    return next_word.start() if next_word else len(text)


def _has_phrase(sentence: str, phrases: frozenset[str]) -> bool:
    """Is one of the phrases in a sentence of plain words with a blank before and behind?"""
    return any(f" {phrase} " in sentence for phrase in phrases)
