"""What the search finds besides orders: an entry for each game, person, zine, opening, variant,
space of a board, and section of the guide, the rules and the issues."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from builder.draw.board_sheet import BoardSheet
from builder.notation.place_names import language_names
from builder.prose.entry_lines import opening_line, person_line, space_line, zine_line
from builder.prose.names import slug
from builder.site import addresses
from builder.site.pages.named_openings import Opening, opening_lines
from builder.site.pages.people import Person
from builder.site.pages.zines import Zine
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.worked_examples import FindSheet
from builder.site.search.page_text import PageSection
from builder.variant import Variant

KINDS = (
    "Game", "Person", "Zine", "Opening", "Variant", "Place", "Guide", "Rules", "Issue", "Page",
)  # fmt: skip
Plain = Sequence[Any]


class Entry(NamedTuple):
    """Something that the search finds.

    `line` says what it is, `ending` how a game ended, which readers may hide. `words` lead to it
    besides those of its title. Entries of more `weight` come first. `picture` is a variant with
    the owners of its centres as letters, or with lines as pairs of a power's slug and SVG data.
    """

    kind: str
    title: str
    line: str
    address: str
    weight: int = 0
    words: str = ""
    ending: str = ""
    picture: Plain = ()

    def plain(self) -> Plain:
        """The entry as the script gets it, without its words."""
        kind = KINDS.index(self.kind)
        values: list[Any] = [kind, self.title, self.line, self.address, self.weight, self.ending]
        return [*values, self.picture] if self.picture else values


def game_entries(summaries: Iterable[GameSummary]) -> Iterator[Entry]:
    """An entry for each game that has a page or an address elsewhere, found by its name, its
    numbers, its id and its tags."""
    for s in summaries:
        if not s.way():
            continue
        shown_number = f" ({s.number})" if s.number else ""
        yield Entry(
            kind="Game",
            title=s.name,
            line=f"{s.variant_title}, {s.span}{shown_number}.",
            address=s.way(),
            weight=3 if s.status == "exhibition" else 5,
            words=" ".join((s.id, s.number, *s.tags)),
            ending=s.result,
            picture=_final_map(s),
        )


def _final_map(s: GameSummary) -> Plain:
    """The owners of the centres at the end of a game, and behind them where its phases are, if they
    have no pages of their own."""
    if not s.owners:
        return ()
    return (s.variant, s.owners, s.where) if s.where else (s.variant, s.owners)


def person_entries(persons: Iterable[Person]) -> Iterator[Entry]:
    """An entry for each person, those of many games first."""
    for person in persons:
        count = len(person.games)
        yield Entry(
            kind="Person",
            title=person.name,
            line=person_line(person.run, person.played, person.won),
            address=person.address,
            weight=min(4 + count.bit_length(), 9),
        )


def zine_entries(zines: Iterable[Zine]) -> Iterator[Entry]:
    """An entry for each zine, those of many games first."""
    for zine in zines:
        line = zine_line(len(zine.games), len(zine.issues))
        weight = min(5 + len(zine.games).bit_length(), 9)
        yield Entry("Zine", zine.title, line, zine.address, weight)


def opening_entries(
    openings: Iterable[Opening], variant: Variant, sheet: BoardSheet | None
) -> Iterator[Entry]:
    """An entry for each named opening of a variant, with its orders as lines on a small map."""
    for opening in openings:
        lines = opening_lines(opening, variant, sheet) if sheet else ""
        yield Entry(
            kind="Opening",
            title=opening.name,
            line=opening_line(opening.power, opening.orders, len(opening.games)),
            address=opening.address(variant.name),
            weight=min(5 + len(opening.games).bit_length(), 9),
            words=f"{opening.power} opening openings",
            picture=(variant.name, [[slug(opening.power), lines]]) if lines else (),
        )


def variant_entries(variants: Iterable[Variant]) -> Iterator[Entry]:
    """An entry for each variant."""
    for variant in variants:
        about = variant.about
        yield Entry(
            kind="Variant",
            title=about.title,
            line=about.summary.split(". ")[0].rstrip(".") + ".",
            address=addresses.variant(variant.name),
            weight=8,
            words=f"{variant.name} variant {' '.join(variant.setting.powers)}",
        )


def place_entries(variants: Sequence[Variant], sheet: FindSheet) -> Iterator[Entry]:
    """An entry for each space of the boards, found by its code and its names in all languages.
    Boards with the same space share it: it leads to the first of them."""
    spaces: dict[tuple[str, str, str], list[Variant]] = {}
    for variant in variants:
        for province in variant.setting.board.provinces.values():
            key = (province.name, str(province.code), province.terrain)
            spaces.setdefault(key, []).append(variant)
    foreign = {variant.name: _foreign_names(variant) for variant in variants}
    for (name, code, terrain), boards in spaces.items():
        first = boards[0]
        province = next(p for p in first.setting.board.provinces.values() if str(p.code) == code)
        home = province.home if province.centre and province.home else ""
        drawing = sheet(first)
        centre = drawing.names.get(province.code) if drawing else None
        dot = f"M{centre.x:.0f} {centre.y:.0f}h0" if centre else ""
        yield Entry(
            kind="Place",
            title=f"{name} ({code})",
            line=space_line(terrain, str(home), [v.about.title for v in boards]),
            address=f"{addresses.variant(first.name)}board/#{slug(code)}",
            weight=6 if len(boards) > 1 else 4,
            words=" ".join((*province.aliases, *foreign[first.name].get(code, ()))),
            picture=(first.name, [["", dot]]) if dot else (),
        )


def _foreign_names(variant: Variant) -> Mapping[str, list[str]]:
    """The names of each space in other languages, by its code; no names of several spaces."""
    names: dict[str, list[str]] = {}
    for name, codes in language_names(variant.setting.board).places.items():
        if len(codes) == 1:
            names.setdefault(str(codes[0]), []).append(name)
    return names


def section_entries(sections: Iterable[PageSection]) -> Iterator[tuple[Entry, Sequence[str]]]:
    """An entry for each section of a page that people wrote, with the words of its text."""
    for section in sections:
        is_whole = section.title == section.page
        entry = Entry(
            kind=section.kind,
            title=section.title,
            line=section.beginning if is_whole else f"{section.page}: {section.beginning}",
            address=section.address,
            weight=7 if is_whole else 4,
            words=section.page,
        )
        yield entry, section.words


def page_entries(pages: Iterable[tuple[str, str]]) -> Iterator[Entry]:
    """An entry for each page of the archive's lists, given by title and address."""
    for title, address in pages:
        yield Entry("Page", title, "A part of the archive.", address, weight=7)
