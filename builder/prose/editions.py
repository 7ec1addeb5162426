"""The editions of the rulebook for readers: the points on which they differ, and their answers."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from builder.rules.editions import APPROXIMATE, EDITIONS, choice_text

TEXTS = json.loads(Path(__file__).with_name("editions.json").read_text(encoding="utf-8"))


class EditionAnswer(NamedTuple):
    """One answer to a point: the editions that give it (none: only games do), the answer in
    English, and its word in a game file."""

    editions: str
    text: str
    word: str


class EditionPoint(NamedTuple):
    """One point on which editions or games differ: the question, its DATC issue, the answers, and
    the test cases whose results depend on it."""

    name: str
    question: str
    issue: str
    answers: tuple[EditionAnswer, ...]
    cases: list[str]

    @property
    def disputed(self) -> bool:
        """Do the editions differ on it, and not only games?"""
        return sum(bool(a.editions) for a in self.answers) > 1


def booklets() -> list[dict[str, Any]]:
    """The editions, oldest first: `key`, who `printed` each and when, what to know `about` it."""
    texts = TEXTS["booklets"]
    return [{"key": key, **texts[key], "approximate": key in APPROXIMATE} for key in EDITIONS]


def endings() -> list[tuple[str, str]]:
    """How a game ends by the editions: their names, and the words of ours."""
    return [(editions, text) for editions, text in TEXTS["endings"]]


def points() -> tuple[EditionPoint, ...]:
    """Every point of choice, with the answers of the editions and those of games alone."""
    points = []
    for point in TEXTS["points"]:
        answers = tuple(_answers(point["name"], point["answers"]))
        points.append(EditionPoint(**{**point, "answers": answers}))
    return tuple(points)


def choice_in_words(name: str, chosen: str, assumed: str) -> str:
    """A point of choice for readers: its question, the answer of a game, and the one that was
    assumed before.

    >>> choice_in_words("via_fallback_to_land", "yes", "no").partition("? ")[2]
    'Yes. Assumed before: no, it stays.'
    """
    for point in points():
        if point.name == name:
            text_of = {answer.word: answer.text for answer in point.answers}
            answer = text_of.get(chosen, chosen)
            sentence = f"{answer[:1].upper()}{answer[1:]}."
            return f"{point.question} {sentence} Assumed before: {text_of.get(assumed, assumed)}."
    return ""


def _answers(name: str, answers: Iterable[tuple[Any, str]]) -> Iterator[EditionAnswer]:
    for json_value, text in answers:
        value = tuple(json_value) if isinstance(json_value, list) else json_value
        editions = [key for key, choices in EDITIONS.items() if getattr(choices, name) == value]
        yield EditionAnswer(", ".join(editions), text, choice_text(value))
