"""Lines that begin the orders of a power, or say that a power sent none.

    ENGLAND (Smith):            Orders from England           Hans Meier (Germany)
    England: NMR                No orders from England        England (X) - civil disorder
    ENGLAND, Smith: A(Yor) Std  FRANCE / F Eng - Iri          AUS (Name)......

A line that begins with the name of a power and is none of these is a heading too, but one that is
not understood: whatever stands below it belongs to nobody.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from builder.model.names import plain, unaccented
from builder.model.setting import Setting
from builder.model.units import Power
from builder.notation.notation import notation
from builder.notation.vocabulary import GOING, VERBS, VIA, Vocabulary
from builder.notation.word_lists import words

WORD = re.compile(r"[^\W_]+(?:['’`.][^\W_]+)*")
BULLET = re.compile(r"^[\s>]*(?:\(?\d{1,2}[.):]+(?!\d)|[•◦▪‣·*#+\-–—=_~|]+(?=\W|[A-Z]{2}))?\s*")
MARKUP = ' \t*_#=~<>[]|"“”„`·•+-–—.:;,!→➔'
EMPHASIS = re.compile(r"\*\*|__|</?\w{1,6}>|\[/?[a-z]\]|^[*_]+|[*_]+$", re.ASCII)
BRACKETS = re.compile(r"\s*[(\[<{]([^()\[\]<>{}]*)[)\]>}]")
SIGN = re.compile(r"\s*(?::|;|,|/|\||=|\.{2,}|…+|[-–—]+>?(?=\s|\w)|→|\.(?=\s|$))?[\s.…_]*")
COLON = re.compile(r"\s*(?::|\.{2,}|…|[-–—]{1,3}\s|[-–—]{2,})[\s.…_]*")
NAME_WORD = r"(?:[A-Z][\w.'’-]*|van|von|de|der|la|di|da|and|&|/)"
# Words of a name have a blank between them, or `&` or `/`: without one, each letter of a long word
# in capitals might begin a word, and such a line would take minutes.
NAME = re.compile(rf"{NAME_WORD}(?:(?:\s|(?<=[&/])|(?=[&/])){NAME_WORD}){{0,4}}(?=\W|$)")
PLACE_AND_JOINT = re.compile(
    r"^\W{0,20}([A-Za-z][A-Za-z. ]{2,24}?)\s{0,3}(?:-+>?|–|—|→|\b(?:to|[sShHcC])\b)(.+)"
)
LONGEST_PLAYER = 120  # letters of a line that names a player and a power
GENITIVE = re.compile(r"['’`]s$|s['’`]$")
LEADING_VERBS = VERBS - GOING - VIA
LONGEST_POWER = 3  # words
LONGEST_HEAD = 12  # words of a heading
SHORTEST_PART = 4  # letters of a power's name that are enough for a line of their own: `Germ.`
TWO_PLACES = 2
REMEMBERED_HEADINGS = 20_000  # lines that are remembered


class PowerHeading(NamedTuple):
    """The heading of one power, or of several that sent nothing.

    `rest` is the end of the line, which may have orders in it. `silent`: the powers sent no orders.
    `understood` is False for a line that begins with a power's name and goes on in unknown words.
    """

    powers: tuple[Power, ...]
    rest: str = ""
    silent: bool = False
    understood: bool = True


class HeadingWord(NamedTuple):
    """A word of a line in plain letters, and where it begins and ends."""

    plain: str
    start: int
    end: int


def says_no_orders(text: str) -> bool:
    """Does a text say that a power sent no orders, and nothing else?

    >>> says_no_orders("NMR, all units hold"), says_no_orders("no orders for A Mun")
    (True, False)
    """
    return _all_say_no_orders([unaccented(word) for word in WORD.findall(text)])


def _all_say_no_orders(spoken: Sequence[str]) -> bool:
    """Do these words say that there are no orders, and nothing else?"""
    if not 0 < len(spoken) <= LONGEST_HEAD or _first_words().isdisjoint(spoken):
        return False  # nearly always: most texts that are asked about are orders
    sentence = f" {' '.join(spoken)} "
    phrases = [phrase for phrase in words("headings", "no orders") if f" {phrase} " in sentence]
    others = set(spoken) - words("headings", "beside no orders")
    for phrase in phrases:
        others -= set(phrase.split())
    return bool(phrases) and not others


@cache
def _first_words() -> frozenset[str]:
    """The words with which phrases for "no orders" begin."""
    return frozenset(phrase.split()[0] for phrase in words("headings", "no orders"))


class HeadingReader:
    """Reads headings under one setting."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.vocabulary: Vocabulary = notation(setting).vocabulary
        self.places = setting.board.names
        self.read = lru_cache(REMEMBERED_HEADINGS)(self._read)

    def _read(self, line: str) -> PowerHeading | None:
        """The heading that a line is or begins with; None for any other line."""
        text = EMPHASIS.sub("", line).strip()
        start = _start(text)
        spoken = [HeadingWord(unaccented(_bare(w[0])), *w.span()) for w in WORD.finditer(text)]
        spoken = [word for word in spoken if word.end > start]
        if not spoken or self._is_order(text):
            return None
        return (
            self._silent_powers(spoken)
            or self._led_by_power(text, spoken)
            or self._player_and_power(text)
            or self._shortened(text, spoken)
        )

    def power(self, words: Sequence[str]) -> Power | None:
        """The power that words in plain letters name, also in the plural: `the Germans`."""
        joined = "".join(words)
        power = self.vocabulary.power(joined)
        if power is None and len(joined) > SHORTEST_PART:
            power = self.vocabulary.power(joined.removesuffix("s"))
        return power

    def power_at(self, spoken: Sequence[HeadingWord], index: int) -> tuple[Power | None, int]:
        """The power whose name begins with that word, and the number of words; the longest name."""
        for length in range(LONGEST_POWER, 0, -1):
            run = spoken[index : index + length]
            power = self.power([word.plain for word in run]) if len(run) == length else None
            if power:
                return power, length
        return None, 0

    def _is_order(self, text: str) -> bool:
        """Does a line begin with an order rather than with a power's name? `Eng - Mao` is a fleet
        in the Channel, and `Norway - Sweden` goes by land."""
        spoken = WORD.findall(text)
        places = [word for word in spoken if self.places.get(word) is not None]
        if len(spoken) == len(places) == TWO_PLACES and ":" not in text:
            return True  # `Eng Iri`
        joined = PLACE_AND_JOINT.match(text)
        if joined is None or self.places.get(joined[1]) is None:
            return False
        if self.places.get(joined[2].strip(" .")) is not None:
            return True
        first = WORD.search(joined[2])
        if first is None:
            return False
        is_kind = unaccented(first[0]) in self.vocabulary.kinds
        return is_kind or self.places.get(first[0]) is not None

    def _silent_powers(self, spoken: list[HeadingWord]) -> PowerHeading | None:
        """`NMR: Austria, Italy`, `No orders received from England`, `England and Italy: NMR`."""
        powers: list[Power] = []
        others: list[str] = []
        index = 0
        while index < len(spoken):
            power, length = self.power_at(spoken, index)
            if power and not (length == 1 and len(spoken[index].plain) == 1):
                powers.append(power)
                index += length
            else:
                others.append(spoken[index].plain)
                index += 1
        bare = [word for word in others if word not in self.setting.calendar.seasons]
        if not powers or not bare or not _all_say_no_orders(bare):
            return None
        return PowerHeading(tuple(dict.fromkeys(powers)), silent=True)

    def _led_by_power(self, text: str, spoken: list[HeadingWord]) -> PowerHeading | None:
        """`Orders for France`, `ENGLAND, Smith: A Yor H`; with unknown words, not understood."""
        lead = 0
        before = words("headings", "before a name")
        while lead < len(spoken) - 1 and not self.power_at(spoken, lead)[0]:
            if spoken[lead].plain not in before and spoken[lead].plain not in self._calendar:
                return None
            lead += 1
        power, length = self.power_at(spoken, lead)
        if power is None or self._is_place_instead(spoken, lead, length):
            return None
        again, longer = self.power_at(spoken, lead + length)
        if again == power and text[spoken[lead + length - 1].end :].lstrip()[0].isalpha():
            length += longer
        end = spoken[lead + length - 1].end
        heading = self._behind(power, text[end:])
        if heading is None and lead == 0:
            return PowerHeading((power,), text[end:].strip(), understood=False)
        return heading

    @property
    def _calendar(self) -> frozenset[str]:
        """The words of phases: `spring`, `moves`."""
        return frozenset(self.setting.calendar.seasons)

    def _is_place_instead(self, spoken: Sequence[HeadingWord], lead: int, length: int) -> bool:
        """Are these the first words of a place's name, as in `English Channel`?"""
        longer = "".join(word.plain for word in spoken[lead : lead + length + 1])
        return len(spoken) > lead + length and self.places.get(longer) is not None

    def _behind(self, power: Power, tail: str) -> PowerHeading | None:
        """The heading that a name and the text behind it make; None if it is not understood."""
        genitive = GENITIVE.match(tail)
        tail = tail[genitive.end() :] if genitive else tail
        silent, tail = self._without_brackets(tail)
        sign = SIGN.match(tail)
        rest = tail[sign.end() if sign else 0 :].strip()
        if not rest.strip(MARKUP + "()"):
            return PowerHeading((power,), silent=silent)
        statement, bracket, units = rest.partition("(")
        if says_no_orders(rest):
            return PowerHeading((power,), silent=True)
        if bracket and says_no_orders(statement):
            return PowerHeading((power,), bracket + units, silent=True)
        if self.begins_order(rest) or self._is_phase(rest):
            return PowerHeading((power,), rest, silent)
        heading = self._behind_player(power, rest, signed=bool(sign and sign[0].strip()))
        if heading is None and sign and ":" in sign[0]:
            return PowerHeading((power,), rest)
        return heading

    def _without_brackets(self, tail: str) -> tuple[bool, str]:
        """Whether brackets behind a name say that no orders came (`(NMR)`), and the text behind
        them. Brackets with a place are part of an order."""
        silent = False
        while bracketed := BRACKETS.match(tail):
            if self._is_place(bracketed[1]):
                break
            silent = silent or says_no_orders(bracketed[1])
            tail = tail[bracketed.end() :]
        return silent, tail

    def _behind_player(self, power: Power, rest: str, signed: bool) -> PowerHeading | None:
        """`Smith`, `Smith: A Yor H`, `(Smith) has ordered`, `does this:` behind a power's name."""
        name = NAME.match(rest)
        if name and self._may_be_player(name[0]):
            behind = rest[name.end() :]
            while bracketed := BRACKETS.match(behind):
                behind = behind[bracketed.end() :]
            colon = COLON.match(behind)
            orders = behind[colon.end() :].strip() if colon else ""
            if colon and (not orders or self.begins_order(orders)):
                return PowerHeading((power,), orders)
            if signed and (says_no_orders(behind) or (colon and says_no_orders(orders))):
                return PowerHeading((power,), silent=True)
            if signed and not behind.strip(MARKUP):
                return PowerHeading((power,))
        head, _, orders = rest.partition(":")
        spoken = {unaccented(word) for word in WORD.findall(head)}
        known = words("headings", "behind a name") | self._calendar
        plain_words = {word for word in spoken if not word.isdigit()}
        if not plain_words <= known or len(spoken) > LONGEST_HEAD:
            return None
        if not orders.strip() or self.begins_order(orders):
            return PowerHeading((power,), orders.strip())
        return None

    def _player_and_power(self, text: str) -> PowerHeading | None:
        """`Hans Meier (Germany):`, `Hans [Germany]`."""
        if len(text) > LONGEST_PLAYER:
            return None
        named = re.fullmatch(r"[\W\d]*([^\W\d].*?)\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*[.:]?", text)
        if named is None or not NAME.fullmatch(named[1]) or not self._may_be_player(named[1]):
            return None
        power = self.power([unaccented(word) for word in WORD.findall(named[2])])
        known_place = self.places.get(named[1]) is not None
        return PowerHeading((power,)) if power and not known_place else None

    def _shortened(self, text: str, spoken: list[HeadingWord]) -> PowerHeading | None:
        """`Germ.` on a line of its own, `e: F Lon-NTH`; letters that begin no other power."""
        first = spoken[0]
        fits = [power for power in self.setting.powers if plain(power).startswith(first.plain)]
        if len(fits) != 1:
            return None
        tail = text[first.end :]
        colon = re.match(r"\s*(?:\([^()]*\)\s*)?(?::|\.{2,})\s*", tail)
        if colon and self._may_be_letter(first.plain, tail[colon.end() :]):
            return PowerHeading((fits[0],), tail[colon.end() :].strip())
        alone = len(spoken) == 1 and len(first.plain) >= SHORTEST_PART
        if alone and self.places.get(first.plain) is None:
            return PowerHeading((fits[0],))
        return None

    def _may_be_letter(self, letters: str, rest: str) -> bool:
        """Is `F:` France? It is not if what follows lacks its units' letters: `A: Par-Bur`."""
        if letters not in self.vocabulary.kinds:
            return self.places.get(letters) is None
        first = WORD.search(rest)
        return first is not None and unaccented(first[0]) in self.vocabulary.kinds

    def begins_order(self, text: str) -> bool:
        """Does a text begin like an order: with a unit, a place and a verb, or with `Build`?"""
        spoken = [_bare(word) for word in WORD.findall(text)]
        if not spoken:
            return False
        first = unaccented(spoken[0])
        if first in self.vocabulary.kinds:
            return len(spoken) > 1
        if first in LEADING_VERBS and len(first) > 1:
            return True
        return any(self._is_place(" ".join(run)) for run in _beginnings(spoken))

    def _is_place(self, text: str) -> bool:
        return self.places.get(text.strip()) is not None

    def _may_be_player(self, text: str) -> bool:
        """May words in capitals be a player's name? Not if a verb or a place is among them."""
        spoken = WORD.findall(text)
        if not spoken or unaccented(spoken[0]) in VERBS:
            return False
        return not any(self._is_place(word) for word in spoken)

    def _is_phase(self, text: str) -> bool:
        return self.setting.calendar.get(text.strip(MARKUP)) is not None


def _beginnings(spoken: Sequence[str]) -> Iterator[Sequence[str]]:
    """The first words of a text: one, two, three of them."""
    for length in range(1, 4):
        yield spoken[:length]


def _bare(word: str) -> str:
    """A word without its genitive."""
    return GENITIVE.sub("", word)


def _start(text: str) -> int:
    """Where a line begins behind its bullet or number."""
    bullet = BULLET.match(text)
    return bullet.end() if bullet else 0


@lru_cache(maxsize=16)
def heading_reader(setting: Setting) -> HeadingReader:
    """The reader for a setting; the same one again while few settings are in use."""
    return HeadingReader(setting)


def read_heading(line: str, setting: Setting) -> PowerHeading | None:
    """The heading that a line is or begins with; None for any other line.

    >>> from builder import open_variant
    >>> setting = open_variant("standard").setting
    >>> read_heading("England (X) - civil disorder", setting)
    PowerHeading(powers=('England',), rest='', silent=True, understood=True)
    """
    return heading_reader(setting).read(line)
