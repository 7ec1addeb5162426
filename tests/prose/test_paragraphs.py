"""Paragraphs are broken as the standard library breaks them, only faster."""

from __future__ import annotations

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from builder.prose.paragraphs import WIDTH, wrapped


@given(st.text("aébc–-  ", min_size=60, max_size=400) | st.text("a -\u00a0\n", max_size=200))
def test_a_paragraph_is_broken_as_the_library_breaks_it(text: str) -> None:
    expected = textwrap.wrap(
        text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    assert list(wrapped(text)) == expected
