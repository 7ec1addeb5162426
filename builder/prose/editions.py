"""The editions of the rulebook for readers: what differs, and how each of them decides."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from builder.rules.editions import APPROXIMATE, EDITIONS, choice_text


class EditionAnswer(NamedTuple):
    """An answer: the editions that give it (none: only games do), and the word for it in a file."""

    editions: str
    text: str
    word: str


class EditionPoint(NamedTuple):
    """One point on which booklets or games differ: the question, its DATC issue, the answers, and
    the test cases that turn on it."""

    name: str
    question: str
    issue: str
    answers: tuple[EditionAnswer, ...]
    cases: list[str]

    @property
    def disputed(self) -> bool:
        """Do the booklets differ on it, and not games alone?"""
        return sum(bool(a.editions) for a in self.answers) > 1


@cache
def _said() -> Any:
    return json.loads(Path(__file__).with_name("editions.json").read_text(encoding="utf-8"))


def booklets() -> list[dict[str, Any]]:
    """The editions, oldest first: `key`, who `printed` each when, what to know `about` it."""
    said = _said()["booklets"]
    return [{"key": key, **said[key], "approximate": key in APPROXIMATE} for key in EDITIONS]


def points() -> tuple[EditionPoint, ...]:
    """Every point that is a choice, with the answers of the editions and those of games alone."""
    return tuple(
        EditionPoint(**{**point, "answers": tuple(_answers(point["name"], point["answers"]))})
        for point in _said()["points"]
    )


def _answers(name: str, answers: Iterable[tuple[Any, str]]) -> Iterator[EditionAnswer]:
    for found, text in answers:
        value = tuple(found) if isinstance(found, list) else found
        given = [key for key, choices in EDITIONS.items() if getattr(choices, name) == value]
        yield EditionAnswer(", ".join(given), text, choice_text(value))
