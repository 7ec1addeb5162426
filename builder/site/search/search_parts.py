"""The files of the search as parts of a site, each made again if what it says has changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from markupsafe import Markup

from builder.prose.names import DASH, slug
from builder.site.artifacts import Artifact, SitePart
from builder.site.pages.named_openings import named_openings
from builder.site.pages.people import Person
from builder.site.pages.zines import Zine
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.openings import book
from builder.site.parts.owner_letters import map_centres
from builder.site.parts.worked_examples import FindSheet
from builder.site.search.entries import (
    KINDS,
    Entry,
    game_entries,
    opening_entries,
    page_entries,
    person_entries,
    place_entries,
    section_entries,
    variant_entries,
    zine_entries,
)
from builder.site.search.order_index import shard
from builder.site.search.page_text import PageSection
from builder.site.search.question_words import OUTCOMES, shared_words
from builder.site.search.word_index import WordIndex, file_name
from builder.site.templating import script_safe
from builder.variant import Variant

# Pages of the guide that explain words.
EXPLAINING = ("glossary", "reading-a-page", "how-an-order-is-judged", "ways-to-write-an-order")


def fixed_files(variants: Sequence[Variant], sheet: FindSheet) -> Iterator[Artifact]:
    """The files of the search that depend on no game: the words of questions, and what a small map
    of each board needs."""
    outcomes = [str(outcome) for outcome in OUTCOMES]
    yield shard("words", {"words": shared_words(), "outcomes": outcomes, "arrow": DASH})
    for variant in variants:
        if drawing := sheet(variant):
            spots = (drawing.centres.get(code) for code in map_centres(variant.setting))
            yield shard(
                f"map-{variant.name}",
                {
                    "size": [round(drawing.width), round(drawing.height)],
                    "high": round(drawing.small_height),
                    "centres": [[round(s.x), round(s.y)] if s else [] for s in spots],
                    "powers": [slug(nation.name) for nation in variant.setting.nations],
                },
            )


def fixed_entries(
    variants: Sequence[Variant],
    sheet: FindSheet,
    pages: Sequence[tuple[str, str]],
) -> Iterator[Entry]:
    """The entries that depend on no game and are no texts: variants, spaces, and the `pages` of
    lists by their titles and addresses."""
    yield from variant_entries(variants)
    yield from place_entries(variants, sheet)
    yield from page_entries(pages)


def entries_of_games(
    games: Sequence[GameSummary],
    persons: Sequence[Person],
    zines: Sequence[Zine],
    find: Callable[[str], Variant],
    sheet: FindSheet,
) -> Iterator[Entry]:
    """The entries that games bring: themselves, people, zines and openings."""
    yield from game_entries(games)
    yield from person_entries(persons)
    yield from zine_entries(zines)
    name = book()["variant"]
    if any(game.variant == name for game in games):
        variant = find(name)
        yield from opening_entries(named_openings(games), variant, sheet(variant))


def search_parts(
    entries: Sequence[Entry], sections: Sequence[PageSection], variants: Sequence[tuple[str, str]]
) -> Iterator[SitePart[Any]]:
    """The index of words: a part for each first letter, one for the entries of the `sections`, and
    the list of its files, in which the `variants` with games have their titles."""
    texts = [*section_entries(sorted(sections, key=_text_rank))]
    addresses = {entry.address for entry in entries}
    others = (entry for entry, _ in texts if entry.address not in addresses)
    index = WordIndex([*entries, *others], texts)
    near = index.near()
    letters_of_files = sorted(index.files)
    for letter, group in groupby(letters_of_files, lambda letters: letters[0]):
        # Each file is made to text at once: one text takes less memory, and less time to compare
        # with that of another build, than ten thousand lists of entries.
        contents = [
            (file_name(letters), script_safe(index.files.pop(letters))) for letters in group
        ]
        contents.append((file_name(letter, "near"), script_safe(near.get(letter, ""))))
        yield SitePart(f"search-{file_name(letter)}", contents, _files)
    texts_of_files = [(name, script_safe(content)) for name, content in index.text_files()]
    yield SitePart("search-texts", texts_of_files, _files)
    names = " ".join(sorted(file_name(letters, "") for letters in letters_of_files))
    contents_of_index = {"files": names, "kinds": KINDS, "variants": variants}
    yield SitePart("search-index", contents_of_index, _index_file)


def _index_file(listed: Mapping[str, Any]) -> Iterator[Artifact]:
    yield shard("index", listed)


def _text_rank(section: PageSection) -> int:
    """The place of a section among the texts that have a word: what explains it comes first."""
    page = section.address.partition("/")[0]
    return EXPLAINING.index(page) if page in EXPLAINING else len(EXPLAINING)


def _files(contents: Sequence[tuple[str, Markup]]) -> Iterator[Artifact]:
    """Some files by their names, each as JSON."""
    for name, content in contents:
        yield shard(name, content)
