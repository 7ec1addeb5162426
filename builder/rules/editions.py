"""The rulebook's editions as sets of choices; DATC issue numbers in brackets.

Sources: the DATC, versions 2.5 and 3.1, chapters 4 and 6. The edition of 1961 is an
approximation: it is 1971 without its rule XII.5 and with the stand-off by a dislodged unit.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints

from builder.model.names import Names
from builder.model.setting import Choices

RULES_1971 = Choices(
    convoy_routes="any_broken",  # 4.A.1
    paradox_rule=("xii5", "szykman"),  # 4.A.2
    adjacent_convoy="opposite_only",  # 4.A.3
    retreat_to_convoyed_attackers_start=False,  # 4.A.5
    impossible_move_refuses_hold_support=True,  # 4.E.1
    removal="home_distance",  # 4.D.8
)
RULES_1982 = RULES_1971._replace(
    convoy_routes="all_broken",
    paradox_rule=("water1982",),
    adjacent_convoy="own_fleet_or_via",
)
EDITIONS: Mapping[str, Choices] = {
    "1961": RULES_1971._replace(
        paradox_rule=("szykman",),
        dislodged_stands_off_in_attackers_space=True,
    ),
    "1971": RULES_1971,
    "1982": RULES_1982,
    "2000": RULES_1982._replace(
        paradox_rule=("necessary2000", "szykman"),
        retreat_to_convoyed_attackers_start=True,
        impossible_move_refuses_hold_support=False,
    ),
    "2023": Choices(),
}
ALIASES = {"modern": "2023", "1976": "1971", "1992": "1982", "2008": "2000", "1959": "1961"}
APPROXIMATE = frozenset({"1961"})
HOUSE_RULES = Names("house rule", [(name, name) for name in Choices._fields])


@lru_cache
def edition(name: str) -> Choices:
    """The choices of an edition, by its year; raises UnknownWordError."""
    spellings = [(year, year) for year in EDITIONS] + list(ALIASES.items())
    return EDITIONS[Names("edition", spellings).find(name)]


def amend(choices: Choices, house: Mapping[str, str]) -> Choices:
    """Override single choices by a game's house rules; raises UnknownWordError."""
    changes = {}
    for written_name, written_value in house.items():
        name = HOUSE_RULES.find(written_name)
        changes[name] = _read(name, written_value)
    return choices._replace(**changes)


def written_choices(choices: Choices, usual: Choices) -> dict[str, str]:
    """The house rules in which `choices` differ from the `usual`: `amend` restores them."""
    changed = {k: v for k, v in choices._asdict().items() if v != getattr(usual, k)}
    return {key: choice_text(value) for key, value in changed.items()}


def choice_text(value: object) -> str:
    """A choice as game files write it: `yes`, `szykman`, `xii5 then szykman`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " then ".join(value) if isinstance(value, tuple) else str(value)


@lru_cache(maxsize=256)
def _read(name: str, written: str) -> Any:
    hint = get_type_hints(Choices)[name]
    if hint is bool:
        answers = [("yes", "yes"), ("true", "yes"), ("no", "no"), ("false", "no")]
        return Names("answer, yes or no,", answers).find(written) == "yes"
    several = get_origin(hint) is tuple
    literal = get_args(hint)[0] if several else hint
    values = Names(name, [(value, value) for value in get_args(literal)])
    if several:
        return tuple(values.find(part.strip()) for part in written.split("then"))
    return values.find(written)
