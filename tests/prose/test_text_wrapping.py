"""Paragraphs keep every word whole and in its place, and fit the page."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from builder.prose.english import WIDTH, wrapped


@given(st.lists(st.text("aébc–-", min_size=1, max_size=40), max_size=60))
def test_a_paragraph_fits_the_page_and_loses_no_word(words: list[str]) -> None:
    lines = wrapped(" ".join(words))
    assert " ".join(lines).split() == words
    assert all(len(line) <= WIDTH for line in lines)
    assert all(line.startswith("    ") for line in lines[1:])
    for line, following in pairwise(lines):
        assert len(line) + 1 + len(following.split()[0]) > WIDTH, "the word had room before"
