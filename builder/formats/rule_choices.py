"""The choices of a game, a case or a variant: points of the edition, options of the variant."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from builder.errors import UnknownWordError
from builder.model.names import Names
from builder.model.setting import Choices
from builder.rules.editions import amend
from builder.source.fields import Value
from builder.variant import Variant

T = TypeVar("T")


def changed(
    start: T, points: Iterable[tuple[Value, Value]], change: Callable[[T, Mapping[str, str]], T]
) -> T:
    """A booklet or a variant with single choices changed; mistakes are noted in the file."""
    for key, value in points:
        try:
            start = change(start, {key.text(): ", ".join(value.texts())})
        except UnknownWordError as problem:
            (key if problem.what in ("house rule", "option") else value).fail(str(problem))
    return start


def under_options(variant: Variant, options: Iterable[tuple[Value, Value]]) -> Variant:
    """The variant under the options of a case, which may be options of the variant or points of
    the booklet."""
    known = Names("option", [(key, key) for key in (*Choices._fields, *variant.setting.options)])
    for key, value in options:
        found = key.read(known.find)
        if found in Choices._fields:
            choices = changed(variant.setting.choices, [(key, value)], amend)
            variant = replace(variant, setting=replace(variant.setting, choices=choices))
        elif found:
            variant = changed(variant, [(key, value)], Variant.playing)
    return variant
