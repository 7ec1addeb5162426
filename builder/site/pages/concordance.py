"""A variant's concordance: each sentence of its rule text, what implements it and what shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from builder.archive import Archive
from builder.formats.cases import read_cases
from builder.formats.game.reading import load_game
from builder.formats.sentences import RuleSentence, sentences_of
from builder.prose.names import slug
from builder.site import addresses
from builder.site.artifacts import Artifact
from builder.site.parts.variant_differences import cited_ideas
from builder.site.parts.worked_examples import FindSheet, example_name, print_example
from builder.site.templating import page
from builder.variant import Variant

ID = re.compile(r"^id: *(\S+)", re.MULTILINE)
RANGE = re.compile(r"rules? (?P<list>\d+(?:(?:, | and | to )\d+)*)")


def concordance(variant: Variant, archive: Archive, sheet: FindSheet) -> Iterator[Artifact]:
    """The page and its pictures; nothing if the variant has no file of sentences.

    A row is a sentence in our words with the amendments, rulings and lines of the board that
    implement it; the cases that show it (id, title, and where it is drawn on the rule page), one
    of them drawn; and the phase of the exhibition game in which it occurs (title, address, order).
    Raises SourceError or Mistakes if a file cannot be read.
    """
    sentences = sentences_of(archive.maps_folder, variant.name)
    if not sentences:
        return
    address = f"{addresses.variant(variant.name)}sentences/"
    paths = sorted((archive.root / "tests" / "cases" / variant.name).glob("*.yaml"))
    cases = {case.id: case for path in paths for case in read_cases(path, archive.variant)}
    drawn = {found[1] for _, _, text in variant.about.rules for found in ID.finditer(text)}
    elsewhere = {id_: f"../#example-{slug(id_)}" for id_ in drawn}
    played = _exhibited(variant, archive, sentences)
    amendments, board = _amendments(variant), variant.setting.board.provinces.values()
    pictures: list[Artifact] = []
    rows = []
    for sentence in sentences:
        figure, rule = Markup(), sentence.rule
        known = [cases[id_] for id_ in sentence.cases if id_ in cases and not cases[id_].skipped]
        fresh = next((c for c in known if c.id not in drawn and c.variant), None)
        if fresh is not None and elsewhere.keys().isdisjoint(sentence.cases):
            drawn.add(fresh.id)
            drawing, name = sheet(fresh.variant or variant), example_name(fresh, 0)
            figure, shown = print_example(fresh, drawing, address, name, "../../../")
            pictures += shown
        rows.append(
            {
                "sentence": sentence,
                "amendments": [name for name, rules in amendments.items() if rule in rules],
                "rulings": [r for r in variant.about.rulings if r.rule == rule],
                "board": [f"{p.code}: {p.note}" for p in board if rule in rules_cited(p.note)],
                "cases": [
                    (id_, cases[id_].title if id_ in cases else "", elsewhere.get(id_, ""))
                    for id_ in sentence.cases
                ],
                "figure": figure,
                "played": played.get(sentence.number),
            }
        )
    yield page(
        f"{address}index.html", "concordance.html",
        title=f"{variant.about.title}, sentence by sentence",
        description=f"Every sentence of the rules of {variant.about.title}, and what shows it.",
        variant=variant, about=variant.about, rows=rows,
    )  # fmt: skip
    yield from pictures


def _amendments(variant: Variant) -> Mapping[str, set[str]]:
    """The rules of this variant that each of its amendments cites."""
    game = variant.about.title.partition(" ")[0]  # an amendment may cite other games' texts too
    found: dict[str, set[str]] = {}
    for name, _, sources in cited_ideas(variant.amendments):
        for source in sources.split("; "):
            if source.startswith(game):
                found.setdefault(name, set()).update(rules_cited(source))
    return found


def _exhibited(
    variant: Variant, archive: Archive, sentences: Sequence[RuleSentence]
) -> Mapping[str, tuple[str, str, str]]:
    """Where the exhibition game first shows each sentence: the phase, its page and the order."""
    found: dict[str, tuple[str, str, str]] = {}
    calendar = variant.setting.calendar
    for path in archive.games_folder.glob(f"**/{variant.name}-exhibition.yaml"):
        record = load_game(path, archive.variant)
        for phase, text in record.moments.items():
            page = f"../../../{addresses.phase(record.id, calendar.slug(phase))}"
            for s in sentences:
                _, said, rest = text.partition(f"Sentence {s.number}, {s.says}: ")
                if said:
                    order = rest.partition(". Sentence ")[0].removesuffix(".")
                    found.setdefault(s.number, (calendar.title(phase), page, order))
    return found


def rules_cited(text: str) -> set[str]:
    """The numbers of the rules that a citation names: `rules 2 to 4` are 2, 3 and 4."""
    found: set[str] = set()
    for cited in RANGE.finditer(text):
        numbers = [int(n) for n in re.findall(r"\d+", cited["list"])]
        found |= {str(n) for n in numbers}
        for first, last in re.findall(r"(\d+) to (\d+)", cited["list"]):
            found |= {str(n) for n in range(int(first), int(last) + 1)}
    return found
