"""A rulebook opened at a position; its questions are answered by the solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Generic, Self, TypeVar, overload

from builder.model.findings import Finding
from builder.rules.solver import OPEN, Key, LoopError, Rule, Solver

Asked = TypeVar("Asked", bound=Callable[..., Finding])
Book = TypeVar("Book")
Fact = TypeVar("Fact")


def question(rule: Asked) -> Asked:
    """Mark a rule that is answered through the solver.

    `self.moves(m)` asks the question; `super().moves(m)` reads the text that is amended.
    """
    rule.is_question = True  # type: ignore[attr-defined]
    return rule


class cached_fact(Generic[Book, Fact]):  # noqa: N801
    """A fact of the phase that is worked out when somebody first asks, like a cached property.

    It is set as any attribute is: a look into the instance's dictionary would make Python find
    all attributes of the book more slowly from then on.
    """

    def __init__(self, work: Callable[[Book], Fact]) -> None:
        self.work, self.__doc__ = work, work.__doc__

    def __set_name__(self, owner: type[Book], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, book: None, owner: type[Book]) -> Self: ...

    @overload
    def __get__(self, book: Book, owner: type[Book]) -> Fact: ...

    def __get__(self, book: Book | None, owner: type[Book]) -> Fact | Self:
        if book is None:
            return self
        fact = self.work(book)
        setattr(book, self.name, fact)
        return fact


class Rulebook(Solver):
    """Rules as methods; opening one puts the solver between every question and its rule.

    What a chapter notes down during a phase is declared at its head, without a value; the opened
    book has a slot for each, where it is found at once.
    """

    questions: tuple[str, ...] = ()
    number: Mapping[str, int] = MappingProxyType({})
    opened: type[Rulebook] | None = None

    def __new__(cls, *_: Any, **__: Any) -> Rulebook:
        """Open the book: the instance belongs to a leaf class whose questions are asked."""
        leaf = cls.__dict__.get("opened")
        if leaf is None:
            leaf = cls if cls.questions else _open(cls)
            cls.opened = leaf
        made: Rulebook = object.__new__(leaf)
        return made

    def key(self, name: str, about: object) -> Key:
        """How the solver names a question."""
        return self.number[name], about


def _open(book: type[Rulebook]) -> type[Rulebook]:
    names = sorted(name for name in dir(book) if _asks(getattr(book, name)))
    for base in book.__mro__:
        for name in names:
            if name in vars(base) and not _asks(vars(base)[name]):
                raise TypeError(f"{base.__name__}.{name} amends a question and must be one")
    rules = tuple(getattr(book, name) for name in names)
    noted = {name for base in book.__mro__ for name in getattr(base, "__annotations__", ())}
    members: dict[str, Any] = {name: _ask(index, rules[index]) for index, name in enumerate(names)}
    members |= {
        "questions": tuple(names),
        "rules": rules,
        "number": {name: index for index, name in enumerate(names)},
        "__doc__": book.__doc__,
        "__slots__": tuple(name for name in sorted(noted) if not hasattr(book, name)),
    }
    return type(book.__name__, (book,), members)


def _asks(thing: object) -> bool:
    return getattr(thing, "is_question", False)


def _ask(index: int, rule: Rule) -> Rule:
    def ask(self: Rulebook, about: Any) -> Finding:
        known = self.known[index]
        found: Finding | None = known.get(about)
        if found is None:
            if self.searching:
                return self.pursue(index, about)
            known[about] = OPEN
            try:
                found = rule(self, about)
            except LoopError as loop:
                return self.untied(index, about, loop)
            self.known[index][about] = found
        elif found is OPEN:
            raise LoopError((index, about))
        return found

    ask.is_question = True  # type: ignore[attr-defined]
    return ask
