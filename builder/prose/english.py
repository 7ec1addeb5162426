"""Numbers, lists and paragraphs in English: `seven`, `England, France and Turkey`."""

import textwrap
from collections.abc import Sequence

WIDTH = 78  # letters: a line of a zine's page
NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip


def in_words(number: int) -> str:
    """`seven` for 7, `no` for 0; figures above twenty."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def plural(number: int, word: str) -> str:
    """`1 phase`, `35 phases`."""
    return f"{number:,} {noun(number, word)}"


def spelled_out(number: int, word: str) -> str:
    """`one phase`, `seven phases`, `35 phases`."""
    return f"{in_words(number)} {noun(number, word)}"


def noun(number: int, word: str) -> str:
    """`phase` for 1, `phases` for all other numbers."""
    return word if number == 1 else f"{word}s"


def verb(number: int, word: str) -> str:
    """`agrees` for 1, `agree` for all other numbers."""
    return f"{word}s" if number == 1 else word


def listed(names: Sequence[str]) -> str:
    """`England, France and Turkey`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def filled(text: str) -> str:
    """A text as one paragraph in lines that fit a page."""
    return textwrap.fill(text, WIDTH)


def wrapped(text: str) -> Sequence[str]:
    """A text in lines that fit a page; all but the first are indented."""
    if len(text) <= WIDTH and text.isprintable():
        return [text]
    return textwrap.wrap(
        text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
