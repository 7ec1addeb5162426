"""Words for what became of an order: one vocabulary, in which a format may have its own dialect."""

from collections.abc import Mapping
from functools import cache

from builder.model.names import Names
from builder.model.outcomes import Outcome
from builder.notation.word_lists import word_table


@cache
def result_names(dialect: str = "") -> Names:
    """Finds the outcome that a word stands for; words of the dialect come first.

    >>> result_names().get("repelled"), result_names().get("annihilated")
    ('bounced', 'destroyed')
    >>> result_names("report").get("annihilated")
    'dislodged'
    """
    pairs: list[tuple[str, str]] = []
    if dialect:
        pairs += _pairs(word_table("dialects", dialect))
    pairs += [(outcome.value, outcome.value) for outcome in Outcome if outcome not in UNSAID]
    pairs += _pairs(word_table("results"))
    return Names("result", pairs)


UNSAID = frozenset({Outcome.UNDECIDED})  # no source says so


def _pairs(table: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each word with the outcome that it stands for."""
    pairs: list[tuple[str, str]] = []
    for outcome, listed in table.items():
        pairs += [(word.strip(), outcome) for word in listed.split(",")]
    return pairs


def outcome_of(word: str, dialect: str = "") -> Outcome | None:
    """The outcome that a word or a few words stand for; None if they are no result."""
    name = result_names(dialect).get(word)
    return Outcome(name) if name else None
