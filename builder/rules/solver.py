"""Rulebooks as questions: each rule answers a question once; loops of questions are resolved."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, Self, TypeVar, overload

from builder.model.findings import Finding, Reason

Rule = Callable[[Any, Any], Finding]
Key = tuple[int, Hashable]
Answers = dict[Key, Finding]
Facts = list[dict[Any, Finding]]


OPEN = Finding(-1, Reason.UNDECIDED)


class LoopError(Exception):
    """A question was met again while it was still being answered."""

    def __init__(self, key: Key) -> None:
        self.key = key


class Trial(dict[Any, Finding]):
    """Answers to questions of one kind under an assumption; notes which questions need them."""

    __slots__ = ("index", "solver")

    def __init__(self, facts: Mapping[Any, Finding], index: int, solver: Solver) -> None:
        super().__init__(facts)
        self.index, self.solver = index, solver

    def get(self, about: Any, default: Any = None) -> Any:
        """Look an answer up, and note the question that needed it."""
        self.solver.note((self.index, about))
        return super().get(about, default)


class Solver:
    """Keeps the answers known so far, one dictionary for each kind of question.

    A question that is still being answered has the answer OPEN. A `Key` is the number of a kind
    of question and the action it is about. While `searching`, answers rest on assumptions; `trail`
    are then the questions being answered, and `reads` those on which each of them rests.
    """

    rules: tuple[Rule, ...] = ()
    searching = False
    known: Facts
    trail: list[Key]
    reads: dict[Key, dict[Key, None]]

    def __init__(self) -> None:
        self.known = [{} for _ in self.rules]

    def pursue(self, index: int, about: Hashable) -> Finding:
        """Answer a question that is not yet known."""
        self.known[index][about] = OPEN
        try:
            found = self.follow(index, about) if self.searching else self.rules[index](self, about)
        except LoopError as loop:
            return self.untied(index, about, loop)
        self.known[index][about] = found
        return found

    def untied(self, index: int, about: Hashable, loop: LoopError) -> Finding:
        """Answer a question that rests on itself; raises the error again inside a larger loop."""
        del self.known[index][about]
        if self.searching or loop.key != (index, about):
            raise loop
        self.resolve_cycle(loop.key)
        settled = self.known[index].get(about)
        return self.pursue(index, about) if settled is None else settled

    def follow(self, index: int, about: Hashable) -> Finding:
        """Ask a rule, keeping the trail of questions that led to it."""
        self.trail.append((index, about))
        try:
            return self.rules[index](self, about)
        finally:
            self.trail.pop()

    def values(self, index: int, about: Any) -> Iterable[int]:
        """The values that the answer to a question may have."""
        raise NotImplementedError

    def settle(self, loop: Sequence[Key], outcomes: Sequence[Answers]) -> Answers:
        """Decide a loop that has no outcome or several; answers at least one of its questions."""
        raise NotImplementedError

    def note(self, key: Key) -> None:
        """Note that the question asked last rests on this one."""
        if self.trail:
            self.reads.setdefault(self.trail[-1], {})[key] = None

    def resolve_cycle(self, head: Key) -> None:
        """Add the outcome of a loop to the known answers: the only one, or what `settle` says."""
        facts = self.known
        self.searching, self.reads, self.trail = True, {}, []
        try:
            outcomes = [outcome for outcome, _ in self.outcomes(head, facts, prove=False)]
        finally:
            self.searching, self.known = False, facts
        if len(outcomes) == 1:
            self.known = [dict(answers) for answers in outcomes[0]]
            self.explain(facts)
            return
        loop = self.innermost(head)
        if head not in loop:
            self.resolve_cycle(loop[0])
            return
        inside = [{(i, a): o[i][a] for i, a in loop if a in o[i]} for o in outcomes]
        for (index, about), finding in self.settle(loop, inside).items():
            self.known[index][about] = finding

    def explain(self, before: Facts) -> None:
        """Ask again what was answered under an assumption, so that the answers get their reasons.

        It asks twice, because an answer may pass on the reason of another.
        """
        fresh = [(i, a) for i, known in enumerate(self.known) for a in known if a not in before[i]]
        for index, about in (*fresh, *fresh):
            self.known[index][about] = self.rules[index](self, about)

    def outcomes(self, goal: Key, facts: Facts, *, prove: bool) -> Iterator[tuple[Facts, Finding]]:
        """Every consistent way to extend the facts until they answer `goal`, with that answer.

        With `prove` the rule is asked even though the facts have an assumed answer.
        """
        trial: Facts = [Trial(d, i, self) for i, d in enumerate(facts)]
        self.known = trial
        try:
            found = self.follow(*goal) if prove else self.ask(goal)
        except LoopError as loop:
            head = loop.key
        else:
            yield [dict(answers) for answers in trial], found
            return
        if facts[head[0]].get(head[1]) is OPEN:
            raise LoopError(head)
        for value in self.values(*head):
            guess = [dict(answers) for answers in facts]
            guess[head[0]][head[1]] = Finding(value, Reason.UNDECIDED)
            for outcome, finding in self.outcomes(head, guess, prove=True):
                if finding.value == value:
                    outcome[head[0]][head[1]] = finding
                    yield from self.outcomes(goal, outcome, prove=prove)

    def ask(self, key: Key) -> Finding:
        """The answer to a question, known or not."""
        found: Finding | None = self.known[key[0]].get(key[1])
        if found is None:
            return self.pursue(*key)
        if found is OPEN:
            raise LoopError(key)
        return found

    def innermost(self, head: Key) -> list[Key]:
        """The innermost loop: open questions that rest on one another, and on no other loop."""
        reaches = {key: self.reach(key) for key in [head, *self.reach(head)]}
        looped = [key for key, reached in reaches.items() if key in reached]
        inner = min(looped, key=lambda key: len(reaches[key]))
        return [key for key in reaches[inner] if inner in reaches[key]]

    def reach(self, key: Key) -> dict[Key, None]:
        """Every open question on which a question rests, directly or not."""
        seen: dict[Key, None] = {}
        todo = [key]
        while todo:
            for near in self.reads.get(todo.pop(), ()):
                if near not in seen and near[1] not in self.known[near[0]]:
                    seen[near] = None
                    todo.append(near)
        return seen


Asked = TypeVar("Asked", bound=Callable[..., Finding])
Book = TypeVar("Book")
Fact = TypeVar("Fact")


def question(rule: Asked) -> Asked:
    """Mark a rule that is answered through the solver.

    `self.moves(m)` asks the question; in an amendment `super().moves(m)` calls the amended rule.
    """
    rule.is_question = True  # type: ignore[attr-defined]
    return rule


class cached_fact(Generic[Book, Fact]):  # noqa: N801
    """A fact of the phase, computed when it is first asked for, like a cached property.

    It is stored by `setattr`: access to the instance's dictionary would slow down every later
    attribute lookup of the book.
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
    """Rules as methods. In an opened book every question goes through the solver.

    A chapter declares what it stores during a phase by annotations without values; the opened
    book has a slot for each.
    """

    questions: tuple[str, ...] = ()
    number: Mapping[str, int] = MappingProxyType({})
    opened: type[Rulebook] | None = None

    def __new__(cls, *_: Any, **__: Any) -> Rulebook:
        """Open the book: the instance is of a subclass in which questions go to the solver."""
        leaf = cls.__dict__.get("opened")
        if leaf is None:
            leaf = cls if cls.questions else _open(cls)
            cls.opened = leaf
        made: Rulebook = object.__new__(leaf)
        return made


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
