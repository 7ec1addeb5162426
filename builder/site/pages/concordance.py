"""A variant's concordance: each sentence of its rule text, what implements it and what shows it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from builder.archive import Archive
from builder.formats.cases import Case, read_cases
from builder.formats.game.reading import load_game
from builder.formats.game_collections import Depth
from builder.formats.sentences import sentences_of
from builder.model.board import Board, Province
from builder.model.grouping import grouped
from builder.record import Record
from builder.site import addresses
from builder.site.artifacts import Artifact
from builder.site.parts.variant_differences import cited_ideas
from builder.site.parts.worked_examples import ExampleFigures, FindSheet
from builder.site.templating import page
from builder.source.recording import names_in
from builder.variant import Variant

FindDepth = Callable[[Path, Record], Depth]
Places = Mapping[str, Sequence[str]]  # by a sentence's number a phase, its page and the order
ID = re.compile(r"^id: *(\S+)", re.MULTILINE)
RANGE = re.compile(r"rules? (?P<list>\d+(?:(?:, | and | to )\d+)*)")


def concordance(
    variant: Variant, archive: Archive, sheet: FindSheet, played: Places
) -> Iterator[Artifact]:
    """The page and its pictures; nothing if the variant has no file of sentences. `played` says
    where the exhibition game shows each sentence.

    Beside each sentence, in our words, are the amendments, rulings and lines of the board that
    implement it, the cases that show it, one of them drawn here or on the rule page, and the phase
    of the exhibition game in which it occurs.
    Raises SourceError or Mistakes if a file cannot be read.
    """
    sentences = sentences_of(archive.maps_folder, variant.name)
    if not sentences:
        return
    address = f"{addresses.variant(variant.name)}sentences/"
    about = variant.about
    paths = names_in(archive.root / "tests" / "cases" / variant.name, "*.yaml")
    cases: dict[str, Case] = {}
    for path in paths:
        cases.update((case.id, case) for case in read_cases(path, archive.variant))
    elsewhere: set[str] = set()
    for _, _, text in about.rules:
        elsewhere.update(case_id[1] for case_id in ID.finditer(text))
    drawn = set(elsewhere)
    figures: dict[str, Markup] = {}
    examples = ExampleFigures(sheet, f"{address}index.html", address)
    for sentence in sentences:
        shown = [cases[name] for name in sentence.cases if name in cases]
        judged = [case for case in shown if not case.skipped and case.variant]
        fresh = next((case for case in judged if case.id not in drawn), None)
        if fresh is not None and elsewhere.isdisjoint(sentence.cases):
            drawn.add(fresh.id)
            figures[sentence.number] = examples.figure(fresh, 0)
    yield page(
        examples.path, "concordance.html",
        variant=variant, about=about, sentences=sentences, cases=cases, elsewhere=elsewhere,
        figures=figures, amendments=grouped(dict.fromkeys(_amendments(variant))),
        notes=_notes(variant.setting.board), played=played,
    )  # fmt: skip
    yield from examples.pictures


def _notes(board: Board) -> Mapping[str, list[Province]]:
    """The provinces whose notes cite each rule."""
    provinces: dict[str, list[Province]] = {}
    for province in board.provinces.values():
        for rule in rules_cited(province.note):
            provinces.setdefault(rule, []).append(province)
    return provinces


def _amendments(variant: Variant) -> Iterator[tuple[str, str]]:
    """The rules of this variant that its amendments cite, each with the amendment."""
    game = variant.about.title.partition(" ")[0]  # an amendment may cite other games' texts too
    for name, _, sources in cited_ideas(variant.amendments):
        for source in sources.split("; "):
            if source.startswith(game):
                yield from ((rule, name) for rule in rules_cited(source))


def exhibited(variant: Variant, archive: Archive, depth: FindDepth) -> Places:
    """Where the exhibition game first shows each sentence. `depth` says how much of a game is
    published. Raises SourceError or Mistakes if the game cannot be read."""
    sentences = sentences_of(archive.maps_folder, variant.name)
    paths = archive.game_files(f"{variant.name}-exhibition") if sentences else ()
    calendar = variant.setting.calendar
    places: dict[str, Sequence[str]] = {}
    for path in paths:
        record = load_game(path, archive.variant)
        published = depth(path, record)
        if published == "counts":
            continue
        for phase, text in record.moments.items():
            place = addresses.phase(record.id, calendar.slug(phase), published)
            for sentence in sentences:
                start = f"Sentence {sentence.number}, {sentence.says}: "
                _, heading, rest = text.partition(start)
                if heading:
                    order = rest.partition(". Sentence ")[0].removesuffix(".")
                    title = calendar.title(phase)
                    places.setdefault(sentence.number, (title, f"../../../{place}", order))
    return places


def rules_cited(text: str) -> set[str]:
    """The numbers of the rules that a citation names: `rules 2 to 4` are 2, 3 and 4."""
    numbers: set[str] = set()
    for cited in RANGE.finditer(text):
        numbers.update(re.findall(r"\d+", cited["list"]))
        for first, last in re.findall(r"(\d+) to (\d+)", cited["list"]):
            numbers.update(map(str, range(int(first), int(last) + 1)))
    return numbers
