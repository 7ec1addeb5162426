"""Files as they go wrong: whatever is done to a good file, it is read or refused with a place."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE

from builder.errors import Mistakes, SourceError
from builder.formats.game import read_game

GOOD = Path(__file__).with_name("everything.yaml").read_text(encoding="utf-8")
LINES = GOOD.splitlines()
PIECES = st.sampled_from(
    ["", " ", "  ", "\t", ":", ": ", "- ", "|", "'", '"', "[", "]", "{", "}", "#", " #", "*", "&x",
     "!", "%", "@", ",", "(", ")", "\n", "---", "Brg", "null", "1901", "S", ">", "/", "\u2028", "é"]
)  # fmt: skip
edits = st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 12), PIECES)
swaps = st.tuples(st.integers(0, len(LINES) - 1), st.integers(0, len(LINES) - 1))


def reading(text: str) -> None:
    """Read a file; where it is refused, every mistake must have its place in it."""
    try:
        read_game(text, "everything.yaml", ARCHIVE.variant)
    except Mistakes as mistakes:
        errors = mistakes.errors
    except SourceError as error:
        errors = (error,)
    else:
        return
    lines = text.split("\n")
    for error in errors:
        assert error.mark.path == "everything.yaml"
        assert 1 <= error.mark.line <= len(lines) + text.count("\u2028")
        assert error.mark.column >= 1
        assert "Error" not in error.message


@settings(max_examples=80)
@given(st.lists(edits, min_size=1, max_size=3))
@example([(GOOD.index("phases:"), 7, "phases")])
@example([(0, 12, "")])
def test_a_file_with_slips_of_the_pen(changes: list[tuple[int, int, str]]):
    text = GOOD
    for at, length, piece in changes:
        text = text[:at] + piece + text[at + length :]
    reading(text)


@settings(max_examples=40)
@given(swaps)
def test_a_file_with_two_lines_exchanged(swap: tuple[int, int]):
    lines = list(LINES)
    first, second = swap
    lines[first], lines[second] = lines[second], lines[first]
    reading("\n".join(lines))


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_file_that_lacks_a_line(number: int):
    reading("\n".join(LINES[:number] + LINES[number + 1 :]))


@pytest.mark.parametrize("number", range(1, len(LINES)))
def test_a_file_that_breaks_off(number: int):
    reading("\n".join(LINES[:number])[:-2])
