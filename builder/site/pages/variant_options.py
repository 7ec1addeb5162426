"""What a game of a variant may choose, and where the page of the variant explains it."""

import re
from typing import NamedTuple

from builder.model.grouping import grouped
from builder.model.units import Unit
from builder.variant import Variant, VariantRuling


class VariantOption(NamedTuple):
    """An option: its name, what holds if a game does not choose, and the places that explain it.

    `rules` are those whose text names it, each with number and title; `rulings` are those that do.
    """

    name: str
    usual: str
    rules: tuple[tuple[str, str], ...]
    rulings: tuple[VariantRuling, ...]


def options_of(variant: Variant) -> list[VariantOption]:
    """The options of a variant, in the order of its file."""
    options = []
    for name, usual in variant.setting.options.items():
        word = re.compile(rf"\b{re.escape(name)}\b")
        about = variant.about
        rules = tuple((number, title) for number, title, text in about.rules if word.search(text))
        rulings = [r for r in about.rulings if word.search(f"{r.ruling} {r.why}")]
        options.append(VariantOption(name, usual, rules, tuple(rulings)))
    return options


def other_start(variant: Variant) -> dict[str, list[Unit]]:
    """The units with which powers begin under the option `other_units`, where they differ."""
    usual = grouped((u.power, u) for u in variant.setting.start.units)
    other = grouped((u.power, u) for u in variant.other_units)
    return {power: units for power, units in other.items() if units != usual.get(power)}
