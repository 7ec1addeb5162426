"""Numbers and lists in English: `seven`, `England, France and Turkey`."""

from __future__ import annotations

from collections.abc import Sequence

NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip


def in_words(number: int) -> str:
    """`seven` for 7; figures above twenty."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def plural(number: int, word: str) -> str:
    """`1 phase`, `35 phases`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """`England, France and Turkey`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
