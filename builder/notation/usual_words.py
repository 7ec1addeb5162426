"""Puts an order in other words, or in another language, into the words that the grammar reads.

    Army in Gascony marches into Burgundy          a Gascony move to Burgundy
    Armee München greift Burgund an                a München move Burgund
    A Pic supports the attack on Bur from Gas      a Pic support Gas to Bur
    A Yor via NTH and NWG to Nwy                   a Yor to Nwy via NTH and NWG
    Double A Cob - Cal                             da Cob - Cal

Nothing is known of the order's meaning here: words are exchanged for words, and a few parts change
their places. The grammar decides whether the result is an order.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from builder.model.names import unaccented
from builder.notation.vocabulary import Vocabulary
from builder.notation.word_lists import word_table, words
from builder.notation.words import JOINTS, OrderText, Token, token, tokens_of


class UsualPart(NamedTuple):
    """A place with all its words, or one other word or sign."""

    kind: str  # place, kind, verb, little, sign, joint, power or word
    word: str
    tokens: tuple[Token, ...]


USUAL = {
    "hold": "holds", "support": "supports", "convoy": "convoys", "move": "moves",
    "retreat": "retreats", "disband": "disbands", "build": "build", "remove": "remove",
    "waive": "waive", "via": "via",
}  # fmt: skip
ELIDED = re.compile(r"\bl['’](?=\w)", re.IGNORECASE)  # `l'armée`
LONGEST_PHRASE = 6  # words
LONGEST_COAST = 2
SHORT = 2  # letters of a name that are too few in a word run together
NO_PART = UsualPart("", "", ())
LAST_WORD_HOLDS = "st"  # `A Pie st.`
WITH_LEADER = (("with", "leader"), ("and", "leader"), ("with", "l"), ("mit", "anführer"))
INFINITIVES = frozenset({"holds", "supports", "convoys"})
DOUBLE = frozenset({"2", "double", "doubled", "both", "d", "dbl", "2x", "two", "doppel"})
WITHOUT_SUBJECT = frozenset(
    {"i", "we", "send", "order", "let", "want", "have", "ich", "je", "io", "yo", "ik", "jag", "jeg"}
)
HOMOGLYPHS = str.maketrans("АВЕКМНОРСТХаеорсхФ－", "ABEKMHOPCTXaeopcxF-")


@cache
def usual_verbs() -> Mapping[str, str]:
    """The usual word for each verb, of every language."""
    meant: dict[str, str] = {}
    for key, usual in USUAL.items():
        for phrase in words("verbs", key):
            meant.setdefault(phrase, usual)
    return meant


@cache
def phrases() -> Mapping[str, str]:
    """The usual word for each phrase of several words."""
    meant = {word: usual for word, usual in usual_verbs().items() if " " in word}
    for key, usual in USUAL.items():
        for phrase in words("phrases", key):
            meant[phrase] = usual
    return meant


@cache
def coasts() -> Mapping[str, str]:
    """The coast that words mean."""
    meant: dict[str, str] = {}
    for side in ("north", "south", "east", "west"):
        meant |= dict.fromkeys(words("coasts", side), f"{side[0]}c")
    return meant


@cache
def letters() -> Mapping[str, str]:
    """The verb of a letter that other languages use."""
    meant: dict[str, str] = {}
    for key in ("support", "convoy"):
        meant |= dict.fromkeys(words("letters", key), USUAL[key])
    return meant


def usual_tokens(text: str, vocabulary: Vocabulary) -> list[Token] | None:
    """The tokens of a text in usual words; None if these are the words that stand there."""
    before = tokens_of(text)
    latin = ELIDED.sub(" ", text.translate(HOMOGLYPHS))
    after = UsualWords(latin, vocabulary).tokens_in_usual_words()
    return None if after == before else after


class UsualWords(OrderText):
    """The parts of one order, and what they are in usual words."""

    def tokens_in_usual_words(self) -> list[Token]:
        """All tokens, exchanged and in their usual places."""
        parts = self._parts()
        for rearrange in (
            _without_subject,
            _without_infinitive,
            _verb_behind,
            _kind_ahead,
            _attack_from,
            _goal_before_route,
            _carried,
            _without_number,
            _coast_behind,
            _nation_ahead,
            self._with_leader,
            self._twice,
            self._nation_by_letter,
        ):
            parts = rearrange(parts)
        return [*chain.from_iterable(part.tokens for part in parts)]

    def _parts(self) -> list[UsualPart]:
        parts: list[UsualPart] = []
        while self.tokens[self.at].kind != "end":
            parts += self._part(parts)
            if parts and parts[-1].kind == "dropped":
                parts.pop()
        return parts

    def _part(self, before: Sequence[UsualPart]) -> list[UsualPart]:
        """The next part, or none for a word that is left out."""
        start = self.at
        if phrase := self._phrase():
            return [_verb(phrase)]
        if coast := self._coast_words():
            return [coast]
        if self._is_goal_ahead(before):
            self.at += 1
            return [UsualPart("to", "to", (token("to"),))]
        if kind := self._kind():
            self._explanation()
            return [kind]
        codes, length = self._known()
        if codes:
            self.at = start + length
            return [UsualPart("place", codes[0], tuple(self.tokens[start : self.at]))]
        self.at = start + 1
        return self._run_together(self.tokens[start]) or self._word(self.tokens[start], before)

    def _run_together(self, one: Token) -> list[UsualPart]:
        """`ATri`, `FEng`: the letter of a unit and the name of its place."""
        letter = one.text[:1].lower()
        name = one.text[1:]
        codes = self.vocabulary.board.names.get(name) if len(name) > SHORT else None
        if letter not in self.vocabulary.kinds or not name[:1].isupper() or codes is None:
            return []
        return [_kind_part(letter), UsualPart("place", codes, (token(name),))]

    def _coast_words(self) -> UsualPart | None:
        """Step over the words of a coast in any language: `south coast`, `Südküste`."""
        plain_words = [unaccented(word) for word in self.words[self.at : self.at + LONGEST_COAST]]
        for length in range(LONGEST_COAST, 0, -1):
            coast = coasts().get(" ".join(plain_words[:length]))
            if coast:
                self.at += length
                return UsualPart("coast", coast, (token(coast),))
        return None

    def _explanation(self) -> None:
        """Step over brackets that say again what kind of unit it is: `DCG (double coast guard)`."""
        if self.word() != "(":
            return
        inside = self.words[self.at + 1 : self.at + LONGEST_PHRASE]
        if ")" not in inside:
            return
        length = inside.index(")")
        joined = "".join(inside[:length])
        known = joined in self.vocabulary.kinds or inside[0] in DOUBLE
        if known and length > 1:
            self.at += length + 2

    def _phrase(self) -> str:
        """Step over several words that mean one verb; returns its usual word."""
        plain_words = [unaccented(word) for word in self.words[self.at : self.at + LONGEST_PHRASE]]
        for length in range(LONGEST_PHRASE, 1, -1):
            usual = phrases().get(" ".join(plain_words[:length]))
            if usual:
                self.at += length
                return usual
        return ""

    def _kind(self) -> UsualPart | None:
        """Step over a kind of unit, perhaps doubled or with a leader."""
        word = unaccented(self.word())
        code, length = self._doubled_kind() or self._led_kind() or (self._kind_code(word), 1)
        if not code:
            return None
        self.at += length
        if length == 1 and code == word:
            return UsualPart("kind", code, (self.tokens[self.at - 1],))
        return _kind_part(code)

    def _doubled_kind(self) -> tuple[str, int] | None:
        """`2A`, `2 A`, `AA`, `Double A`, `both A`; and the number of words."""
        kinds = self.vocabulary.kinds
        if "D" not in self.vocabulary.setting.signs:
            return None  # no unit of this variant counts double
        word = self.word()
        second = self._kind_code(unaccented(self.word(1)))
        if word in DOUBLE and second and f"d{second}" in kinds:
            return f"d{second}", 2
        if word[:1] == "2" and f"d{word[1:]}" in kinds:
            return f"d{word[1:]}", 1
        repeated = len(word) > 1 and word == word[0] * len(word)
        return (f"d{word[0]}", 1) if repeated and f"d{word[0]}" in kinds else None

    def _led_kind(self) -> tuple[str, int] | None:
        """`A+L`, `A/L`, `AL`; and `IA` as old texts print `LA`. Where armies go aboard fleets,
        `A/F` is the fleet with its army."""
        word, sign, second = self.words[self.at : self.at + 3]
        if self.vocabulary.setting.boarding and (word, sign, second) == ("a", "/", "f"):
            return "f", 3
        led_kinds = self._led_kinds()
        if sign in ("+", "/") and second + word in led_kinds:
            return second + word, 3
        for led in led_kinds:
            if word in (led[::-1], f"i{led[1:]}"):
                return led, 1
        return None

    def _kind_code(self, word: str) -> str:
        """A kind's word in the variant's or in another language, as the variant has it."""
        if word in self.vocabulary.kinds:
            return word
        for code in ("a", "f"):
            if word in words("units", code.upper()) and code in self.vocabulary.kinds:
                return code
        return ""

    def _led_kinds(self) -> Mapping[str, str]:
        """The kinds that come with a leader: `la` for an army."""
        kinds = self.vocabulary.kinds
        return {key: kind.code.lower() for key, kind in kinds.items() if kind.led and len(key) == 2}

    def _is_goal_ahead(self, before: Sequence[UsualPart]) -> bool:
        """Is an `a` the Italian or Spanish word for `to`? It stands between a unit and a place, in
        an order that is led by a whole word or by a capital letter."""
        written = self.tokens[self.at].text
        if written not in ("a", "à") or not before or before[-1].kind not in ("place", "verb"):
            return False
        self.at += 1
        codes, _ = self._known()
        self.at -= 1
        first = self.tokens[0].text
        by_letter = before[0].kind == "kind" and first == "a"
        return bool(codes) and not (by_letter and written == "a") and before[-1].word != "supports"

    def _word(self, one: Token, before: Sequence[UsualPart]) -> list[UsualPart]:
        if one.kind != "word":
            return self._sign(one, before)
        plain_word = unaccented(one.word)
        if before and before[-1].kind == "kind" and plain_word in words("little words", "at"):
            return []
        usual = usual_verbs().get(plain_word) or self._letter(plain_word, before)
        if usual:
            return [UsualPart("verb", usual, (_usual(one, usual),))]
        if plain_word == LAST_WORD_HOLDS and self.over():
            return [_verb(USUAL["hold"])]
        if plain_word in words("verbs", "carried"):
            return [UsualPart("carried", plain_word, ())]
        power = self.vocabulary.power(one.word) if len(one.word) > 1 else None
        return self._little_word(one, plain_word, before) or [
            UsualPart("power" if power else "word", plain_word, (one,))
        ]

    def _little_word(self, one: Token, word: str, before: Sequence[UsualPart]) -> list[UsualPart]:
        """A preposition, `and`, or a word that is left out, of which nothing remains."""
        after_place = bool(before) and before[-1].kind in ("place", "coast")
        if len(word) == 1 and not after_place:
            return []
        if before and word in words("little words", "from"):
            return [UsualPart("from", word, (one,))]
        if before and word in words("little words", "to"):
            return [UsualPart("to", "to", (token("to"),))]
        if word in words("little words", "and"):
            return [UsualPart("and", "and", (token("and"),))]
        if word in words("little words", "dropped"):
            return [UsualPart("dropped", word, ())]
        return []

    def _sign(self, one: Token, before: Sequence[UsualPart]) -> list[UsualPart]:
        """A sign. A colon or `=` behind a unit is left out, or a dash before a place."""
        if one.word == "&":
            return [UsualPart("and", "and", (token("and"),))]
        if one.word in (":", "/", ".") and before and before[-1].kind == "kind":
            return []
        joint = one.kind in JOINTS
        if before and before[-1].kind == "verb" and one.word == ":":
            return []
        if joint and len(before) == 1 and before[0].kind == "kind":
            return []  # `A-Gas - Bur`
        if one.word in (":", "=") and before and before[-1].kind == "place":
            codes, _ = self._known()
            return [UsualPart("joint", "-", (token("-"),))] if codes else []
        return [UsualPart("joint" if joint else "sign", one.word, (one,))]

    def _letter(self, word: str, before: Sequence[UsualPart]) -> str:
        """The verb of a single letter behind a place: `U`, `K`."""
        return letters().get(word, "") if before and before[-1].kind == "place" else ""

    def _with_leader(self, parts: list[UsualPart]) -> list[UsualPart]:
        """`A Par with leader`, `A Par (L)` is `LA Par`."""
        led = self._led_kinds()
        if not led or not parts or parts[0].kind != "kind":
            return parts
        code = next((key for key, kind in led.items() if kind == parts[0].word), "")
        for number in range(1, len(parts) - 1):
            run = tuple(part.word for part in parts[number : number + 3])
            if code and run[:2] in WITH_LEADER:
                return [_kind_part(code), *parts[1:number], *parts[number + 2 :]]
            if code and run in (("(", "l", ")"), ("[", "l", "]")):
                return [_kind_part(code), *parts[1:number], *parts[number + 3 :]]
        return parts

    def _twice(self, parts: list[UsualPart]) -> list[UsualPart]:
        """`A Cob - Cal (x2)` is `DA Cob - Cal`."""
        last = tuple(part.word for part in parts[-3:])
        doubled = f"d{parts[0].word}" if parts else ""
        if last in (("(", "x2", ")"), ("(", "2x", ")")) and doubled in self.vocabulary.kinds:
            return [_kind_part(doubled), *parts[1:-3]]
        return parts

    def _nation_by_letter(self, parts: list[UsualPart]) -> list[UsualPart]:
        """`F ENG S (E) F Bel`, `A Mun S I Tyr`: the letter of a power, which is no kind of unit."""
        power_of_letter = {n.letter.lower(): n for n in self.vocabulary.setting.nations if n.letter}
        changed: list[UsualPart] = []
        for number, part in enumerate(parts):
            nation = power_of_letter.get(part.word)
            helped = any(earlier.word in ("supports", "convoys") for earlier in parts[:number])
            if nation is None or not helped or part.kind != "word":
                changed.append(part)
                continue
            named = nation.name if not self._kind_follows(parts, number) else nation.adjective
            name = UsualPart("power", part.word, tuple(tokens_of(named or nation.name)))
            in_brackets = [one.word for one in parts[number - 1 : number + 2 : 2]] == ["(", ")"]
            if in_brackets and parts[number - 2].kind == "verb":
                changed.pop()
                parts[number + 1] = NO_PART
            changed.append(name)
        return changed

    def _kind_follows(self, parts: Sequence[UsualPart], number: int) -> bool:
        return number + 1 < len(parts) and parts[number + 1].kind == "kind"


def _usual(one: Token, usual: str) -> Token:
    """The usual word, unless the word that stands there is one of the grammar's."""
    return one if one.word in words_of_grammar() else token(usual)


@cache
def words_of_grammar() -> frozenset[str]:
    """The verbs that the grammar reads as they are."""
    known: set[str] = set()
    for key in USUAL:
        known.update(word.strip() for word in word_table("verbs", key)["base"].split(","))
    return frozenset(known)


def _verb(usual: str) -> UsualPart:
    return UsualPart("verb", usual, (token(usual),))


def _kind_part(code: str) -> UsualPart:
    return UsualPart("kind", code, (token(code),))


def _without_subject(parts: list[UsualPart]) -> list[UsualPart]:
    """`Send A Pic to Bel`, `Move A Gas to Bur`: the words before the unit are left out."""
    start = 0
    while start < len(parts) - 1 and parts[start].word in WITHOUT_SUBJECT | {"moves", "from"}:
        start += 1
    begins_unit = len(parts) > start and parts[start].kind in ("kind", "place", "power", "verb")
    return parts[start:] if begins_unit else parts


def _without_infinitive(parts: list[UsualPart]) -> list[UsualPart]:
    """`F Eng to support A Pic`, `A Pic on hold`: the little word before the verb is left out."""
    kept: list[UsualPart] = []
    for part in parts:
        if kept and kept[-1].kind == "to" and part.word in INFINITIVES:
            kept.pop()
        kept.append(part)
    return kept


def _verb_behind(parts: list[UsualPart]) -> list[UsualPart]:
    """`Hold A Pie` is `A Pie holds`."""
    led_by_hold = len(parts) > 1 and parts[0].word == USUAL["hold"]
    only_unit = all(part.kind in ("kind", "place", "sign") for part in parts[1:])
    return [*parts[1:], parts[0]] if led_by_hold and only_unit else parts


def _kind_ahead(parts: list[UsualPart]) -> list[UsualPart]:
    """`Gascony Army to Burgundy` is `Army Gascony to Burgundy`; so is `Lon F` in Winter."""
    for number in range(len(parts) - 1):
        place = parts[number]
        kind = parts[number + 1]
        first = number == 0 or parts[number - 1].kind in ("verb", "power")
        after = parts[number + 2] if number + 2 < len(parts) else None
        ends = after is None or after.kind in ("verb", "joint", "to", "sign", "carried")
        if first and place.kind == "place" and kind.kind == "kind" and ends:
            return [*parts[:number], kind, place, *parts[number + 2 :]]
    return parts


def _attack_from(parts: list[UsualPart]) -> list[UsualPart]:
    """`supports the attack on Bur from Gas` is `supports Gas to Bur`; `supports the attack of A Gas
    on Bur` is `supports A Gas to Bur`."""
    for number in range(len(parts) - 2):
        if parts[number].word != USUAL["support"] or parts[number + 1].word != USUAL["move"]:
            continue
        head = parts[: number + 1]
        tail = parts[number + 2 :]
        kinds = [part.kind for part in tail]
        if kinds[:3] == ["to", "place", "from"]:
            return [*head, *tail[3:], *tail[:2]]
        if kinds[:1] == ["from"] or tail[0].word in ("of", "via"):
            return [*head, *tail[1:]]
        return [*head, *tail]
    return parts


def _without_number(parts: list[UsualPart]) -> list[UsualPart]:
    """`A Cob (1) - Cal`: which half of a unit it is does not matter."""
    for number in range(len(parts) - 2):
        opening, inside, closing = (part.word for part in parts[number : number + 3])
        if (opening, closing) == ("(", ")") and inside.isdigit():
            return [*parts[:number], *parts[number + 3 :]]
    return parts


def _coast_behind(parts: list[UsualPart]) -> list[UsualPart]:
    """`S. coast of Spain` is `Spain sc`."""
    for number in range(len(parts) - 2):
        coast, of, place = parts[number : number + 3]
        if (coast.kind, of.kind, place.kind) == ("coast", "from", "place"):
            return [*parts[:number], place, coast, *parts[number + 3 :]]
    return parts


def _nation_ahead(parts: list[UsualPart]) -> list[UsualPart]:
    """`A Pie S A Mun-Tyr (German)` is `A Pie S German A Mun-Tyr`."""
    opening, power, closing = [*parts[-3:], *[NO_PART] * 3][:3]
    if (opening.word, power.kind, closing.word) != ("(", "power", ")"):
        return parts
    for number, part in enumerate(parts):
        if part.word in (USUAL["support"], USUAL["convoy"]):
            return [*parts[: number + 1], power, *parts[number + 1 : -3]]
    return parts


def _goal_before_route(parts: list[UsualPart]) -> list[UsualPart]:
    """`A Yor via NTH and NWG to Nwy` is `A Yor to Nwy via NTH and NWG`."""
    if len(parts) < 4 or [part.kind for part in parts[-2:]] != ["to", "place"]:
        return parts
    for number, part in enumerate(parts[:-2]):
        before = [earlier.kind for earlier in parts[:number]]
        if part.word == "via" and not {"to", "joint", "verb"} & set(before):
            return [*parts[:number], *parts[-2:], *parts[number:-2]]
    return parts


def _carried(parts: list[UsualPart]) -> list[UsualPart]:
    """`A Pic is convoyed to Wales by F ENG` is `A Pic to Wales via F ENG`; `(convoy)` behind a goal
    and `convoyed` alone are `via convoy`."""
    numbers = [number for number, part in enumerate(parts) if part.kind == "carried"]
    texts = [part.word for part in parts]
    if texts[-3:] == ["(", USUAL["convoy"], ")"] and len(parts) > 3:
        return [*parts[:-3], _verb("via"), _verb("convoy")]
    if not numbers:
        return [_by_ship(part) for part in parts] if _has_goal(parts) else parts
    rest = [_by_ship(part) for part in parts if part.kind != "carried"]
    if not any(part.word == "via" for part in rest):
        rest += [_verb("via"), _verb("convoy")]
    return rest


def _has_goal(parts: Sequence[UsualPart]) -> bool:
    """Does an order go somewhere by itself, rather than help another unit?"""
    helps = any(part.word in ("supports", "convoys") for part in parts)
    return not helps and any(part.kind in ("to", "joint") for part in parts)


def _by_ship(part: UsualPart) -> UsualPart:
    """`by`, `von`, `par` and `with` before a fleet are `via`."""
    return _verb("via") if part.kind == "from" and part.word != "of" else part
