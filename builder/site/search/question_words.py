"""The words that a question to the search may have, with their meanings, as tables for its script.

The script has no words of its own: it looks them up here. A table has for each role the words of
each meaning. Meanings are spelled as the parts of an order on a page are: `A`, `Mun`, `–`, `/nc`.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from builder.model.calendar import SEASONS, STEP_OF_WORD, Calendar, Phase
from builder.model.names import plain, unaccented
from builder.model.outcomes import Outcome
from builder.notation.result_words import result_names
from builder.notation.vocabulary import (
    BUILDS,
    CONVOYS,
    DISBANDS,
    HOLDS,
    MOVES,
    REMOVES,
    RETREATS,
    SUPPORTS,
    VIA,
    KindWord,
    Vocabulary,
)
from builder.notation.word_lists import words
from builder.notation.words import COASTS
from builder.prose.names import DASH, HALVES
from builder.variant import Variant

# Of a word with several meanings the first one counts, in this order of roles.
VERBS: Mapping[str, tuple[str, frozenset[str]]] = {
    "S": ("support", SUPPORTS),
    "H": ("hold", HOLDS),
    "C": ("convoy", CONVOYS),
    "R": ("retreat", RETREATS),
    DASH: ("move", MOVES),
    "disband": ("disband", DISBANDS),
    "Build": ("build", BUILDS),
    "Remove": ("remove", REMOVES),
    "via": ("via", VIA),
}
ARROWS = ("-", "–", "—", "−", "‐", "‑", "~", ">", "->", "-->", "=>", "→", "➔", "--")
OUTCOMES: Sequence[Outcome] = tuple(Outcome)  # their places stand for them in the index
QUESTIONS = ("who", "won")  # that are no orders
PHRASED = frozenset({"hold", "move", "retreat", "disband", "convoy", "support"})
Table = dict[str, dict[str, str]]


def shared_words() -> Table:
    """The words that mean the same in every variant: verbs, coasts, results, steps, and words that
    mean nothing here.

    >>> shared_words()["verb"]["H"].split()[:3]
    ['h', 'halt', 'halten']
    """
    verbs = {sign: _joined(_verb_words(name) | usual) for sign, (name, usual) in VERBS.items()}
    around = words("little words", "at") | words("little words", "from")
    dropped = around | words("little words", "dropped") | words("little words", "and")
    goals = words("little words", "to") - around
    verbs[DASH] = " ".join((verbs[DASH], _joined(goals), *ARROWS))
    coasts: dict[str, list[str]] = {}
    for word, coast in COASTS.items():
        coasts.setdefault(f"/{coast}", []).append(word)
    results: dict[str, list[str]] = {}
    for word, outcome in result_names().known.items():
        results.setdefault(str(OUTCOMES.index(Outcome(outcome))), []).append(word)
    steps: dict[str, list[str]] = {}
    for word, step in STEP_OF_WORD.items():
        steps.setdefault(step, []).append(word)
    questions = {name: _joined(words("questions", name)) for name in QUESTIONS}
    return {
        "verb": verbs,
        "coast": {coast: _joined(named) for coast, named in coasts.items()},
        "result": {outcome: _joined(named) for outcome, named in results.items()},
        "step": {step: _joined(named) for step, named in steps.items()},
        "question": questions,
        "dropped": {"": _joined(dropped | words("questions", "of the archive"))},
    }


def _verb_words(name: str) -> frozenset[str]:
    """The words and phrases of a verb in all languages."""
    phrases = words("phrases", name) if name in PHRASED else frozenset[str]()
    return words("verbs", name) | phrases


def variant_words(variant: Variant, played: Iterable[str]) -> Mapping[str, Any]:
    """The words of one variant: spaces, kinds of units, powers, seasons and years. `played` are the
    slugs of the phases of its games."""
    setting = variant.setting
    calendar = setting.calendar
    vocabulary = Vocabulary(setting)
    phases = sorted(map(calendar.read, played), key=calendar.rank)
    namesakes = chain.from_iterable(setting.board.names.namesakes.values())
    return {
        "words": {
            "place": _places(vocabulary),
            "kind": _kinds(vocabulary),
            "power": _powers(vocabulary),
            "season": _seasons(calendar),
            "year": _years(calendar, phases),
        },
        "exact": sorted(namesakes),
        "simple": _simple_kinds(vocabulary),
        "coasts": [str(at) for at in setting.board.locations if "/" in str(at)],
        "powers": [str(nation.name) for nation in setting.nations],
        "phases": {
            calendar.slug(p): [calendar.title(p), calendar.year_of(p), p.season, p.step]
            for p in phases
        },
    }


def _kinds(vocabulary: Vocabulary) -> dict[str, str]:
    """The words of each kind of unit: `A`, and if there are such units `DA` and `LA`."""
    kinds: dict[str, set[str]] = {}
    for word, kind in vocabulary.kinds.items():
        kinds.setdefault(_kind_code(word, kind), set()).add(word)
    for code in vocabulary.setting.kinds:
        if code in HALVES:
            kinds[str(code)].update(words("units", code))
    return {code: _joined(named) for code, named in kinds.items()}


def _kind_code(word: str, kind: KindWord) -> str:
    """A kind of unit as an order on a page begins with it."""
    if kind.led:
        return word.upper()
    return f"{'D' * kind.doubled}{kind.code}"


def _simple_kinds(vocabulary: Vocabulary) -> dict[str, str]:
    """The kind within each doubled or led unit: `A` for `DA`."""
    simple: dict[str, str] = {}
    for word, kind in vocabulary.kinds.items():
        code = _kind_code(word, kind)
        if code != kind.code:
            simple[code] = str(kind.code)
    return simple


def _powers(vocabulary: Vocabulary) -> dict[str, str]:
    """The names and adjectives of each power in all languages, also with an `s` behind them."""
    setting = vocabulary.setting
    named: dict[str, set[str]] = {}
    for word, power in setting.power_names.known.items():
        named.setdefault(power, set()).update((word, f"{word}s"))
    for word, power in vocabulary.languages.powers.items():
        if power in setting.nation:
            named.setdefault(power, set()).add(word)
    return {power: _joined(known) for power, known in named.items()}


def _places(vocabulary: Vocabulary) -> dict[str, str]:
    """The names of each space in all languages; those of the board come first."""
    named: dict[str, str] = {}
    for word, codes in vocabulary.languages.places.items():
        if len(codes) == 1:
            named[word] = str(codes[0])
    for word, code in vocabulary.board.names.known.items():
        named[unaccented(word)] = code
    places: dict[str, list[str]] = {}
    for word, code in named.items():
        places.setdefault(code, []).append(word)
    return {code: _joined(listed) for code, listed in sorted(places.items())}


def _seasons(calendar: Calendar) -> dict[str, str]:
    """The words of each season: its name, its other names, and its first letter."""
    seasons: dict[str, list[str]] = {season: [season] for season in calendar.seasons}
    for word, season in SEASONS.items():
        if season in seasons:
            seasons[season].append(word)
    letters: set[str] = set()
    for season, named in seasons.items():
        if season[0] not in letters:
            letters.add(season[0])
            named.append(season[0])
    return {season: " ".join(named) for season, named in seasons.items()}


def _years(calendar: Calendar, phases: Sequence[Phase]) -> dict[str, str]:
    """The words of each year that was played: `1901 01`, `telahomai telahoma1 tel1`."""
    years: dict[str, str] = {}
    for phase in phases:
        name = calendar.year_of(phase)
        if calendar.cycle:
            owner = plain(calendar.owner(phase.year))
            numbered = plain(calendar.year_slug(phase.year))
            words_of_year = [plain(name), numbered, numbered.replace(owner, owner[:3], 1)]
        else:
            words_of_year = [name, name[-2:]]
        years[name] = " ".join(words_of_year)
    return years


def _joined(named: Iterable[str]) -> str:
    """Words and phrases as one text; each phrase as one word."""
    return " ".join(sorted({unaccented(word) or word for word in named}))
