"""The sentences for reasons, read from `reasons.json`, and what a finished sentence is made of."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from builder.model.findings import Finding, Reason
from builder.model.outcomes import Outcome


class ReasonSentence(NamedTuple):
    """A sentence with gaps (`{unit}`, see `reason_facts`), a short citation of the rule it rests
    on, and the result in a word or two if that is not the usual one of the outcome."""

    text: str
    rule: str
    word: str = ""


_SENTENCES = json.loads(Path(__file__).with_name("reasons.json").read_text(encoding="utf-8"))
WORDING: Mapping[Reason, ReasonSentence] = {
    Reason[name]: ReasonSentence(*parts) for name, parts in _SENTENCES["reasons"].items()
}
BESIDE: Mapping[str, str] = _SENTENCES["beside"]  # texts that depend on more than the reason
WORDS: Mapping[Outcome, str] = {Outcome(name): word for name, word in _SENTENCES["words"].items()}
BEATEN = "beaten"  # of a move that met greater force


def _heads() -> frozenset[str]:
    """The results with which sentences begin: `Void`, `Stood off`."""
    texts = [wording.text for wording in WORDING.values() if ": " in wording.text]
    heads = {text.partition(": ")[0] for text in texts}
    heads.update(word.capitalize() for word in (*WORDS.values(), BEATEN) if word)
    heads.update(wording.word.capitalize() for wording in WORDING.values() if wording.word)
    return frozenset(heads)


HEADS = _heads()


class Mention(str):
    """A unit named in a sentence, which a page can link: `A Mun`."""

    __slots__ = ()


Sentence = tuple[str, ...]  # texts and mentions
flat = "".join  # a sentence as plain text


def body(sentence: Sentence) -> Sentence:
    """A sentence without the result that it begins with, for tables that have a column for it."""
    if not sentence:
        return sentence
    head, colon, rest = sentence[0].partition(": ")
    if not colon or head not in HEADS:
        return sentence
    if not rest:
        return sentence[1:]
    return (rest[:1].upper() + rest[1:], *sentence[1:])


def listed(names: list[str]) -> Sentence:
    """Names in a sentence: `A Mun, A Ber and F Kie`."""
    if not names:
        return ("another unit",)
    parts = [names[0]]
    for name in names[1:-1]:
        parts += [", ", name]
    if len(names) > 1:
        parts += [" and ", names[-1]]
    return tuple(parts)


def tally(finding: Finding) -> str:
    """`1 against 3`: the attack's strength and the strength that it met."""
    return " against ".join(map(strength, finding.tally or ()))


def strength(count: float) -> str:
    """A strength in figures: `2`, `1½`."""
    whole = int(count)
    if count == whole:
        return str(whole)
    return f"{whole}½" if whole else "½"
