"""Text of a zine with its typefaces: nothing is lost when it is cut and put together."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from builder.imports.zine.printed_lines import printed_lines
from builder.imports.zine.printed_text import concatenated, joined, printed_text

TAGGED = some.lists(
    some.sampled_from(["<i>", "</i>", "<B>", "</b>", "<u>", "</U>", "a", " ", "A Mun", ",", "-"]),
    max_size=14,
).map("".join)
BLANK = re.compile(" ")


@given(tagged=TAGGED)
def test_letters_are_those_without_tags(tagged: str) -> None:
    printed = printed_text(tagged)
    assert printed.text == re.sub("(?i)</?[iub]>", "", tagged)
    assert len(printed.marked({"i"})) == len(printed.text)


@given(tagged=TAGGED, place=some.integers(0, 40))
def test_a_cut_loses_no_letter_and_keeps_its_typeface(tagged: str, place: int) -> None:
    printed = printed_text(tagged)
    whole = concatenated([printed.part(0, place), printed.part(place)])
    assert whole.text == printed.text
    if list(printed.unbalanced()) == []:
        marked = printed.marked({"i", "u", "b"})
        assert whole.marked({"i", "u", "b"}) == marked


@given(tagged=TAGGED)
def test_what_is_cut_at_blanks_is_joined_again(tagged: str) -> None:
    printed = printed_text(tagged)
    assert joined(printed.cut(BLANK.finditer(printed.text))).text == printed.text


@pytest.mark.parametrize(
    ("tagged", "italics"),
    [("A <i>Mun</i>-Bur", "Mun"), ("<i>A Mun-Bur</i>", "A Mun-Bur"), ("A Mun<i>", "")],
)
def test_letters_in_a_typeface(tagged: str, italics: str) -> None:
    printed = printed_text(tagged)
    letters = zip(printed.text, printed.marked({"i"}), strict=True)
    assert "".join(letter for letter, slanted in letters if slanted) == italics


def test_each_line_knows_its_number_and_struck_text_is_left_out() -> None:
    lines = printed_lines("Spring 1901\n\n<i>France</i>: A Par <s>H</s>-Bur\n")
    assert [(line.line, line.text) for line in lines] == [
        (1, "Spring 1901"),
        (3, "France: A Par -Bur"),
    ]
