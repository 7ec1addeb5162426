"""What words mean in an order: verbs, kinds of units, and names under one setting."""

import re
from functools import cache, cached_property, lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from builder.model.names import LONGEST_GUESSED, REMEMBERED_GUESSES, plain
from builder.model.setting import Setting
from builder.model.units import Code, KindCode, Power
from builder.notation.place_names import language_names

HOLDS = frozenset({"h", "hld", "hold", "holds", "holding", "stand", "stands", "stay", "stays"})
SUPPORTS = frozenset({"s", "sup", "supp", "support", "supports", "supporting", "sh", "sm"})
CONVOYS = frozenset({"c", "convoy", "convoys", "convoying", "transport", "transports"})
MOVES = frozenset({"m", "move", "moves", "moving", "attack", "attacks", "attacking"})
GOING = MOVES | {"to"}
RETREATS = frozenset({"r", "ret", "retreat", "retreats", "retreating"})
DISBANDS = frozenset({"d", "dis", "dsb", "disband", "disbands", "disbanded"})
BUILDS = frozenset({"bld", "build", "builds", "built"})
REMOVES = frozenset({"rem", "remove", "removes", "removed"})
WINTER_BUILDS = BUILDS | {"b", "+"}
WINTER_REMOVES = REMOVES | {"-"}
WAIVES = frozenset({"waive", "waives", "waived", "waiver", "pass"})
VIA = frozenset({"via", "by", "v"})
BY_SEA = frozenset({"convoy", "convoys", "sea", "c"})
OFF = DISBANDS | {"otb"}
LEADING = WINTER_BUILDS | WINTER_REMOVES | WAIVES | DISBANDS | RETREATS | {"no"}
HELPS = SUPPORTS | CONVOYS
BY_UNIT = HELPS | {"all"}  # words that need a unit
OWN = "own"
VERBS = LEADING | OFF | HOLDS | HELPS | GOING | VIA


class KindWord(NamedTuple):
    """A kind of unit as written: `DA` is doubled, `LA` comes with its leader."""

    code: KindCode
    doubled: bool = False
    led: bool = False


class Vocabulary:
    """What words mean under one setting; shared by all texts that are read under it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board = setting.board
        self.languages = language_names(setting.board)
        self.powers = setting.power_names
        self.adjectives = {plain(n.adjective) for n in setting.nations if n.adjective}
        self.adjectives -= {plain(n.name) for n in setting.nations}
        first_words = (plain(name.split()[0]) for name in self.powers.shown.values() if name)
        self.power_beginnings = frozenset([OWN, *self.powers.known, *first_words])
        names = self.board.names.known
        self._beginnings = frozenset(chain.from_iterable(map(accumulate, names)))
        self.place = cache(self._place)
        self.abbreviated = lru_cache(REMEMBERED_GUESSES)(self._abbreviated)
        self.codes = tuple(setting.kinds)
        self.afoot = frozenset(code for code, kind in setting.kinds.items() if kind.convoyed)
        self.kinds: dict[str, KindWord] = {}
        for code, kind in setting.kinds.items():
            for word in (code, kind.name, f"{kind.name}s", *kind.aliases):
                self.kinds.setdefault(plain(word), KindWord(code))
        for code in setting.kinds:
            self.kinds.setdefault(f"d{plain(code)}", KindWord(code, doubled=True))
            for leader in sorted(setting.weak - {code}):
                self.kinds.setdefault(plain(leader) + plain(code), KindWord(code, led=True))

    def power(self, written: str) -> Power | None:
        """The power that words run together name, in any language."""
        power = Power(self.powers.get(written) or self.languages.power(written))
        return power if power in self.setting.nation else None

    def begins_power(self, word: str) -> bool:
        """May a word be the first of a power's name? Other languages are asked last."""
        if word in self.power_beginnings:
            return True
        if not word.isalnum() or len(word) == 1 or word in self.kinds or word in VERBS:
            return False
        return self.place(word)[0] is None and self.languages.begins_power(word)

    def stands(self, kind: KindCode, code: str) -> bool:
        """Can a unit of that kind be in that province?"""
        return self.setting.kinds[kind].stands_on(self.board.provinces[Code(code)].terrain)

    def _place(self, joined: str) -> tuple[str | None, bool]:
        """The province that words run together name, and whether more words could follow."""
        return self.board.names.get(joined), plain(joined) in self._beginnings

    def _abbreviated(self, words: tuple[str, ...]) -> list[str]:
        """The provinces whose names begin with the words, each by itself or all run together."""
        joined = "".join(words)
        if not 2 < len(joined) <= LONGEST_GUESSED:
            return []
        codes: list[str] = []
        for key, code, parts in self._parts:
            fits = len(parts) == len(words) and all(map(str.startswith, parts, words))
            if (fits or key.startswith(joined)) and code not in codes:
                codes.append(code)
        return codes

    @cached_property
    def _parts(self) -> list[tuple[str, str, list[str]]]:
        """Every name of a province with its code and its words."""
        names = self.board.names
        named: list[tuple[str, str, list[str]]] = []
        for key, code in names.known.items():
            parts = [plain(part) for part in re.split(r"[\s.-]+", names.shown[key]) if part]
            named.append((key, code, parts))
        return named
