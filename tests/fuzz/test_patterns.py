"""Every regular expression of the program is tried on pumped strings: none may take long."""

from __future__ import annotations

import importlib
import pkgutil
import re
import signal
import time
from collections.abc import Iterator
from itertools import chain
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from our_archive import WHOLE

import builder
from builder.imports.annotated.report_lines import RE as MARKED
from builder.imports.judge.statements import RE as JUDGE
from builder.imports.patterns import RE as COMMON
from builder.imports.zine.house import RE as ZINE
from builder.imports.zine.house import house

TIMES = 800 if WHOLE else 400  # characters
SECONDS = 0.4 if WHOLE else 0.1
TAILS = ("", "\0", "!", " \n.")
LETTERS = " a1A-.(\t\n:,*_"


def modules() -> Iterator[Any]:
    for found in pkgutil.walk_packages(builder.__path__, "builder."):
        if "__main__" not in found.name:
            try:
                yield importlib.import_module(found.name)
            except ImportError:
                continue


def within(value: Any) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, dict):
        yield from (p for item in value.items() for p in within(item))
    elif isinstance(value, tuple | list | frozenset | set):
        yield from (p for item in value for p in within(item))


def patterns() -> dict[str, re.Pattern[str]]:
    found: dict[str, re.Pattern[str]] = {}
    for reader, name in [
        (one, name)
        for one in (ZINE, JUDGE, MARKED, COMMON)
        for name, (_, sample) in one.texts.items()
        if sample
    ]:
        pattern = getattr(reader, name)
        NAMES[pattern.pattern] = f"pattern {name}"
        found[pattern.pattern] = pattern
    for rule in chain(*house().rules.values()):
        NAMES[rule.pattern.pattern] = f"house rule {rule.name}"
        found[rule.pattern.pattern] = rule.pattern
    for module in modules():
        for name, value in vars(module).items():
            for number, pattern in enumerate(within(value)):
                found.setdefault(pattern.pattern, pattern)
                found[pattern.pattern].__class__  # noqa: B018
                NAMES.setdefault(pattern.pattern, f"{module.__name__}.{name}[{number}]")
    return found


NAMES: dict[str, str] = {}


def fits(items: Any) -> list[str]:
    """Up to three characters that a set of characters takes."""
    negated = items and items[0][0] is code.NEGATE
    found = []
    for letter in LETTERS + "é\"'<&#[=/":
        inside = any(_takes(item, letter) for item in items if item[0] is not code.NEGATE)
        if inside != negated:
            found.append(letter)
    if not found:
        low = [a for op, a in items if op is code.LITERAL]
        low += [a[0] for op, a in items if op is code.RANGE]
        found = [chr(c) for c in low[:1]] or ["x"]
    return found[:3]


def _takes(item: Any, letter: str) -> bool:
    op, value = item
    if op is code.LITERAL:
        return ord(letter) == value
    if op is code.RANGE:
        return value[0] <= ord(letter) <= value[1]
    tests = {
        code.CATEGORY_SPACE: letter.isspace(),
        code.CATEGORY_NOT_SPACE: not letter.isspace(),
        code.CATEGORY_DIGIT: letter.isdigit(),
        code.CATEGORY_NOT_DIGIT: not letter.isdigit(),
        code.CATEGORY_WORD: letter.isalnum() or letter == "_",
        code.CATEGORY_NOT_WORD: not (letter.isalnum() or letter == "_"),
    }
    return tests.get(value, False)


def sample(tree: Any, groups: dict[int, str]) -> str:  # noqa: C901
    """A short text that a part of a pattern takes."""
    text = ""
    for op, value in tree:
        match op:
            case code.LITERAL:
                text += chr(value)
            case code.NOT_LITERAL:
                text += "x" if value != ord("x") else "y"
            case code.ANY:
                text += "x"
            case code.IN:
                text += fits(value)[0]
            case code.BRANCH:
                text += sample(value[1][0], groups)
            case code.SUBPATTERN:
                groups[value[0] or 0] = sample(value[3], groups)
                text += groups[value[0] or 0]
            case code.ATOMIC_GROUP:
                text += sample(value, groups)
            case code.MAX_REPEAT | code.MIN_REPEAT | code.POSSESSIVE_REPEAT:
                text += sample(value[2], groups) * min(max(value[0], 0), 5)
            case code.GROUPREF:
                text += groups.get(value, "")
    return text


def choices(tree: Any) -> list[str]:
    """What may be repeated: each way through what is repeated, in short."""
    if len(tree) == 1:
        op, value = tree[0]
        if op is code.IN:
            return fits(value)
        if op is code.BRANCH:
            return [c for branch in value[1] for c in choices(branch)][:6]
        if op is code.SUBPATTERN:
            return choices(value[3])
        if op is code.ANY:
            return [" ", "x"]
    return [sample(tree, {})]


def pumped(tree: Any, before: str = "") -> Iterator[tuple[str, str]]:  # noqa: C901
    """What comes before a repetition, and what is repeated in it."""
    groups: dict[int, str] = {}
    for node in tree:
        op, value = node
        match op:
            case code.MAX_REPEAT | code.MIN_REPEAT | code.POSSESSIVE_REPEAT:
                if value[1] > 40:
                    yield from ((before, one) for one in choices(value[2]) if one)
                yield from pumped(value[2], before)
            case code.SUBPATTERN:
                yield from pumped(value[3], before)
            case code.ATOMIC_GROUP:
                yield from pumped(value, before)
            case code.BRANCH:
                for branch in value[1]:
                    yield from pumped(branch, before)
            case code.ASSERT | code.ASSERT_NOT:
                yield from pumped(value[1], before)
        before += sample([node], groups)


def strings(pattern: re.Pattern[str]) -> Iterator[str]:
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    for before, one in dict.fromkeys(pumped(tree)):
        for tail in TAILS:
            yield (before + one * (TIMES // len(one)) + tail)[: 2 * TIMES]


def stopped(*_: object) -> None:
    raise TimeoutError


@pytest.fixture(autouse=True)
def _alarm() -> Iterator[None]:
    kept = signal.signal(signal.SIGPROF, stopped)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, kept)


def slow(pattern: re.Pattern[str], text: str) -> bool:
    """Does one use take longer than it may? Tried again, for others may have had the processor."""
    for _ in range(3):
        signal.setitimer(signal.ITIMER_PROF, 4 * SECONDS)
        begun = time.process_time()
        try:
            pattern.search(text)
            pattern.fullmatch(text)
        except TimeoutError:
            return True
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if time.process_time() - begun < SECONDS:
            return False
    return True


def test_no_regular_expression_takes_long_on_pumped_strings() -> None:
    every = patterns()
    assert len(every) > 200
    bad = {}
    for pattern in every.values():
        for text in strings(pattern):
            if slow(pattern, text):
                bad[NAMES[pattern.pattern]] = f"{text[:60]!r}…{text[-20:]!r}"
                break
    assert not bad, "\n".join(f"{name}: {text}" for name, text in bad.items())


@pytest.mark.parametrize("bad", [r"(a+)+$", r"\s*\s*\s*x", r"^(\w+\s?)*$", r"(?:a|a)*b"])
def test_what_takes_long_is_found(bad: str) -> None:
    pattern = re.compile(bad)
    assert any(slow(pattern, text) for text in strings(pattern))
