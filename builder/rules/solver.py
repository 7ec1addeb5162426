"""Rulebooks as questions: each rule answers a question once; loops of questions are resolved."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from builder.model.findings import Finding, Reason

Rule = Callable[[Any, Any], Finding]
Key = tuple[int, Hashable]
Answers = dict[Key, Finding]
Facts = list[dict[Any, Finding]]
Book = TypeVar("Book")
Fact = TypeVar("Fact")

OPEN = Finding(-1, Reason.UNDECIDED)


class LoopError(Exception):
    """A question was met again while it was still being answered."""

    def __init__(self, key: Key) -> None:
        self.key = key


class Trial(dict[Any, Finding]):
    """Answers to questions of one kind under an assumption; notes which questions need them."""

    __slots__ = ("book", "index")

    def __init__(self, facts: dict[Any, Finding], index: int, book: Rulebook) -> None:
        super().__init__(facts)
        self.index = index
        self.book = book

    def get(self, about: Any, default: Any = None) -> Any:
        """Look an answer up, and note that the question asked last rests on it."""
        if self.book.trail:
            self.book.reads.setdefault(self.book.trail[-1], {})[self.index, about] = None
        return super().get(about, default)


class Rulebook:
    """Rules as methods; those named in `questions` are answered through the solver.

    `self.moves(m)` asks a question; in an amendment `super().moves(m)` calls the amended rule. The
    answers known so far are kept in one dictionary for each kind of question; one that is still
    being answered has the answer OPEN. A `Key` is the number of a kind of question and the action
    it is about. While `searching`, answers rest on assumptions; `trail` are then the questions
    being answered, and `reads` those on which each of them rests.

    A chapter declares what it stores during a phase by annotations without values; the opened
    book has a slot for each.
    """

    questions: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    searching: bool
    known: Facts
    trail: list[Key]
    reads: dict[Key, dict[Key, None]]

    def __new__(cls: Any, *_: Any) -> Any:
        """Open the book: the instance is of a subclass in which questions go to the solver."""
        return object.__new__(_opened(cls))

    def __init__(self) -> None:
        self.searching = False
        self.known = [{} for _ in self.rules]

    def values(self, index: int, about: Any) -> Iterable[int]:
        """The values that the answer to a question may have."""
        raise NotImplementedError

    def settle(self, loop: Sequence[Key], outcomes: Sequence[Answers]) -> Answers:
        """Decide a loop that has no outcome or several; answers at least one of its questions."""
        raise NotImplementedError

    def ask(self, key: Key) -> Finding:
        """The answer to a question, known or not."""
        found: Finding = getattr(self, self.questions[key[0]])(key[1])
        return found

    def follow(self, index: int, about: Hashable) -> Finding:
        """Ask a rule, keeping the trail of questions that led to it."""
        self.trail.append((index, about))
        try:
            return self.rules[index](self, about)
        finally:
            self.trail.pop()

    def unties(self, key: Key, head: Key) -> bool:
        """Forget that a question is being answered, and decide its loop if the question is the
        `head`; False inside a larger loop."""
        del self.known[key[0]][key[1]]
        if self.searching or head != key:
            return False
        self.resolve_cycle(key)
        return True

    def resolve_cycle(self, head: Key) -> None:
        """Add the outcome of a loop to the known answers: the only one, or what `settle` says."""
        facts = self.known
        self.searching, self.reads, self.trail = True, {}, []
        try:
            outcomes = [outcome for outcome, _ in self.outcomes(head, facts, prove=False)]
        finally:
            self.searching, self.known = False, facts
        if len(outcomes) == 1:
            self.known = outcomes[0]
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
        It asks twice, because an answer may pass on the reason of another."""
        fresh = [(i, a) for i, known in enumerate(self.known) for a in known if a not in before[i]]
        for index, about in (*fresh, *fresh):
            self.known[index][about] = self.rules[index](self, about)

    def outcomes(self, goal: Key, facts: Facts, *, prove: bool) -> Iterator[tuple[Facts, Finding]]:
        """Every consistent way to extend the facts until they answer `goal`, with that answer.
        With `prove` the rule is asked even though the facts have an assumed answer."""
        self.known = [Trial(answers, i, self) for i, answers in enumerate(facts)]
        trial = self.known
        try:
            found = self.follow(*goal) if prove else self.ask(goal)
        except LoopError as loop:
            index, about = head = loop.key
        else:
            yield [dict(answers) for answers in trial], found
            return
        if facts[index].get(about) is OPEN:
            raise LoopError(head)
        for value in self.values(index, about):
            guess = [dict(answers) for answers in facts]
            guess[index][about] = Finding(value, Reason.UNDECIDED)
            for outcome, finding in self.outcomes(head, guess, prove=True):
                if finding.value == value:
                    outcome[index][about] = finding
                    yield from self.outcomes(goal, outcome, prove=prove)

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


class cached_fact(Generic[Book, Fact]):  # noqa: N801
    """A fact of the phase, computed when it is first asked for, like a cached property.
    It is stored by `setattr`: access to the instance's dictionary would slow down every later
    attribute lookup of the book."""

    def __init__(self, work: Callable[[Book], Fact]) -> None:
        self.work = work
        self.name = work.__name__

    def __get__(self, book: Book, owner: type[Book]) -> Fact:
        fact = self.work(book)
        setattr(book, self.name, fact)
        return fact


@cache
def _opened(book: type[Rulebook]) -> type[Rulebook]:
    if book.rules:
        return book
    rules = tuple(getattr(book, name) for name in book.questions)
    annotated: set[str] = set()
    with_values: set[str] = set()
    for base in book.mro():
        annotated.update(vars(base).get("__annotations__", ()))
        with_values.update(vars(base))
    members: dict[str, Any] = {name: _ask(i, rules[i]) for i, name in enumerate(book.questions)}
    members |= {
        "rules": rules,
        "__doc__": book.__doc__,
        "__slots__": tuple(sorted(annotated - with_values)),
    }
    return type(book.__name__, (book,), members)


def _ask(index: int, rule: Rule) -> Rule:
    def ask(self: Rulebook, about: Any) -> Finding:
        known = self.known[index]
        found: Finding | None = known.get(about)
        if found is None:
            known[about] = OPEN
            try:
                found = self.follow(index, about) if self.searching else rule(self, about)
            except LoopError as loop:
                if not self.unties((index, about), loop.key):
                    raise
                return self.ask((index, about))
            self.known[index][about] = found
        elif found is OPEN:
            raise LoopError((index, about))
        return found

    return ask
