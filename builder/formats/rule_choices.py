"""The choices of a game, a case or a variant: points of the edition, options of the variant."""

from collections.abc import Iterable
from dataclasses import replace

from builder.errors import UnknownWordError
from builder.model.names import Names
from builder.model.setting import Choices
from builder.rules.editions import amend
from builder.source.fields import Value
from builder.variant import Variant


def amended(choices: Choices, points: Iterable[tuple[Value, Value]]) -> Choices:
    """The choices of a booklet with single points changed; mistakes are noted in the file."""
    for key, value in points:
        try:
            choices = amend(choices, {key.text(): value.text()})
        except UnknownWordError as problem:
            (key if problem.what == "house rule" else value).fail(str(problem))
    return choices


def with_options(variant: Variant, options: Iterable[tuple[Value, Value]]) -> Variant:
    """The variant played with some options, each a text or a list; mistakes are noted."""
    for key, value in options:
        chosen = ", ".join(word.text for word in value.words())
        try:
            variant = variant.playing({key.text(): chosen})
        except UnknownWordError as problem:
            (key if problem.what == "option" else value).fail(str(problem))
    return variant


def under_options(variant: Variant, options: Iterable[tuple[Value, Value]]) -> Variant:
    """The variant under the options of a case, which may be options of the variant or points of
    the booklet."""
    known = Names("option", [(key, key) for key in (*Choices._fields, *variant.setting.options)])
    for key, value in options:
        found = key.read(known.find)
        if found is None or found not in Choices._fields:
            variant = with_options(variant, [(key, value)] if found else [])
            continue
        changed = amended(variant.setting.choices, [(key, value)])
        variant = replace(variant, setting=replace(variant.setting, choices=changed))
    return variant
