"""Words for what became of an order: one vocabulary, and the dialects of single sources."""

from collections.abc import Mapping
from functools import cache

from builder.model.names import Names, plain
from builder.model.outcomes import Outcome
from builder.notation.word_lists import word_table

UNSAID = frozenset({Outcome.UNDECIDED})  # no source says so


@cache
def result_names() -> Names:
    """Finds the outcome that a word of the common vocabulary stands for.

    >>> result_names().get("repelled"), result_names().get("annihilated")
    ('bounced', 'destroyed')
    """
    spellings = [(outcome.value, outcome.value) for outcome in Outcome if outcome not in UNSAID]
    for outcome, words in word_table("results").items():
        spellings += [(word.strip(), outcome) for word in words.split(",")]
    return Names("result", spellings)


@cache
def dialect(source: str) -> Mapping[str, Outcome]:
    """The words for results that one kind of source has, in lower case, with their outcomes.

    >>> dialect("report")["annihilated"]
    <Outcome.DISLODGED: 'dislodged'>
    """
    outcomes = {}
    for outcome, words in word_table("dialects", source).items():
        for word in words.split(","):
            outcomes[word.strip().lower()] = Outcome(outcome)
    return outcomes


def first_outcome(text: str, source: str) -> Outcome | None:
    """The outcome of the longest word of a source with which a text begins, if any.

    >>> first_outcome("Support cut by A Mun", "five tables")
    <Outcome.CUT: 'cut'>
    """
    for letters, outcome in _longest_first(source):
        if plain(text).startswith(letters):
            return outcome
    return None


@cache
def _longest_first(source: str) -> list[tuple[str, Outcome]]:
    """The words of a source in plain letters, longer ones first, with their outcomes."""
    words = [(plain(word), outcome) for word, outcome in dialect(source).items()]
    return sorted(words, key=lambda entry: len(entry[0]), reverse=True)
