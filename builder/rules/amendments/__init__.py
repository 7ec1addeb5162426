"""Amendments to the standard rulebook, by name; each is one idea and cites its source.

Some include others: `doubled-units` includes `divided-units`, and that `doubled-strength`;
`straits` and `half-strength-ways` include `weak-retreats`. Each may be chosen alone. An
amendment's module is loaded when a game is first played by it.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from importlib import import_module

from builder.errors import ArchiveError, UnknownWordError
from builder.model.names import Names
from builder.rules.standard import Standard

MODULES: Mapping[str, str] = {  # their amendments; a class has the name of its amendment
    "doubling": "doubled-strength divided-units doubled-units coast-guards",
    "economy": "build-anywhere customary-builds enemy-centres-do-not-feed emergency-measures "
    "homeland-victory no-two-way-draw",
    "leaders": "led-units lone-leaders fleeing-leaders leaders",
    "loose_support": "loose-support",
    "neutrals": "neutral-units",
    "odd_ways": "weak-retreats straits half-strength-ways moses-crossing",
    "pig_convoy": "army-fleets pig-convoy",
}
AMENDMENTS: dict[str, str] = {}  # the module of each
for _module, _names in MODULES.items():
    AMENDMENTS.update(dict.fromkeys(_names.split(), _module))
QUESTIONS: Mapping[str, Mapping[str, str]] = {
    # keys of a variant.yaml, their values, and the amendment that each value stands for
    "builds": {"home centres": "", "owned centres": "build-anywhere"},
    "supply": {"all centres": "", "home and neutral centres": "enemy-centres-do-not-feed"},
    "first builds": {"free": "", "free or customary": "customary-builds"},
    "victory": {"home country and neutral centres": "homeland-victory"},
}
LEADERS = frozenset(MODULES["leaders"].split())
RIDES = frozenset(MODULES["pig_convoy"].split())
HALVES = frozenset({"divided-units", "doubled-units"})
UNDEFINED: Sequence[tuple[Set[str], Set[str], str]] = (
    (LEADERS, RIDES, "no rule says whether a leader goes aboard with its army"),
    (HALVES, RIDES, "no rule says whether half of a doubled army goes aboard"),
)


@cache
def amendment(name: str) -> type[Standard]:
    """The rulebook under one amendment alone.
    Raises UnknownWordError, with guesses, for a name that no amendment has."""
    if name not in AMENDMENTS:
        names = Names("amendment", [(each, each) for each in AMENDMENTS])
        raise UnknownWordError("amendment", name, names.guesses(name))
    module = import_module(f"{__name__}.{AMENDMENTS[name]}")
    book: type[Standard] = getattr(module, name.title().replace("-", ""))
    return book


def undefined(names: Sequence[str]) -> str:
    """Which two of these amendments no rule text defines together, and why; empty if none."""
    for some, others, why in UNDEFINED:
        one = next((name for name in names if name in some), None)
        other = next((name for name in names if name in others), None)
        if one and other:
            return f"{one} and {other} cannot be chosen together: {why}"
    return ""


@cache
def compose(names: tuple[str, ...]) -> type[Standard]:
    """The standard rulebook under these amendments; later ones take precedence.
    Raises UnknownWordError for a name that no amendment has, ArchiveError for two that no rule
    text defines together."""
    why_not = undefined(names)
    if why_not:
        raise ArchiveError(why_not)
    books = dict.fromkeys(amendment(name) for name in reversed(names))
    bases = [book for book in books if not _is_included(book, books)]
    return type("Rules", (*bases, Standard), {}) if bases else Standard


def _is_included(book: type[Standard], books: Iterable[type[Standard]]) -> bool:
    """Does another of the books include this one?"""
    return any(issubclass(other, book) for other in books if other is not book)
