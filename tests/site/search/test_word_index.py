"""The index of words: each word leads to its entries, and no file is large."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from builder.site.search.entries import Entry
from builder.site.search.search_text import search_words
from builder.site.search.word_index import LARGEST, MOST, WordIndex, file_name

SLACK = 2.5  # a file that has been split may hold its most important entries besides
titles = st.text(alphabet="abAB éø -’1Ж", min_size=1, max_size=12)


def leads_to(files: Mapping[str, Any], word: str) -> tuple[list[Sequence[Any]], bool]:
    """The entries to which a word leads, as the script finds them, and whether some are missing."""
    letters = word
    while letters not in files:
        letters = letters[:-1]
        if not letters:
            return [], False
    entries, words, cut, _ = files[letters]
    places = {at for known in words if known.startswith(word) for at in words[known]}
    return [entries[at] for at in sorted(places)], bool(cut)


@settings(max_examples=60, deadline=None)
@given(st.lists(titles, max_size=60))
def test_every_word_leads_to_its_entries(names: list[str]) -> None:
    entries = [Entry("Game", name, "", f"games/{at}/") for at, name in enumerate(names)]
    files = WordIndex(entries).files
    for entry in entries:
        for word in search_words(entry.title):
            found, cut = leads_to(files, word)
            assert cut or entry.plain() in found


def test_files_stay_small_whatever_the_archive_holds() -> None:
    same = [Entry("Game", f"Diplomacy game {n}", "A line." * 5, f"games/{n}/") for n in range(3000)]
    others = [Entry("Person", f"Name{n:04} Other", "", f"people/{n}/") for n in range(3000)]
    files = WordIndex([*same, *others]).files
    assert max(len(json.dumps(file)) for file in files.values()) < SLACK * LARGEST
    found, cut = leads_to(files, "diplomacy")
    assert cut
    assert len(found) == MOST
    found, cut = leads_to(files, "name0042")
    assert [entry[1] for entry in found] == ["Name0042 Other"]
    assert not cut


def test_entries_of_more_weight_are_not_left_out() -> None:
    entries = [Entry("Game", f"Lepanto {n}", "A line." * 9, f"games/{n}/") for n in range(400)]
    entries.append(Entry("Opening", "Lepanto", "", "openings/lepanto/", weight=9))
    found, _ = leads_to(WordIndex(entries).files, "lepanto")
    assert "openings/lepanto/" in [entry[3] for entry in found]


def test_texts_are_found_by_number() -> None:
    text = (Entry("Guide", "Orders", "", "orders/"), ("embargo", "ends"))
    index = WordIndex([], [text])
    assert index.files["e"][3] == {"embargo": [0], "ends": [0]}
    assert [*index.text_files()] == [("t-0", [text[0].plain()])]


def test_names_of_files_are_plain() -> None:
    assert file_name("mu") == "w-mu"
    assert file_name("ж") == "w-0436-"
    assert file_name("א", "near") == "near-05d0-"
