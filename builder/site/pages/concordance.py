"""A variant's concordance: each sentence of its rule text, what judges it and what shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from builder.archive import Archive
from builder.formats.cases import Case, read_cases
from builder.formats.sentences import RuleSentence, read_sentences
from builder.prose.names import slug
from builder.provided import map_file
from builder.site.addresses import variant as variant_address
from builder.site.artifacts import Artifact
from builder.site.parts.variant_differences import cited_ideas
from builder.site.parts.worked_examples import FindSheet, example_name, print_example
from builder.site.templating import fill
from builder.variant import Variant, VariantRuling

FILE = "sentences.yaml"
ID = re.compile(r"^id: *(\S+)", re.MULTILINE)
RANGE = re.compile(r"rules? (?P<list>\d+(?:(?:, | and | to )\d+)*)")


@dataclass(frozen=True, slots=True)
class ConcordanceRow:
    """One sentence: in our words, what of the board, the rules and the rulings it rests on, the
    cases that show it (id, title, and where it is drawn on the rule page), and one of them drawn.
    """

    sentence: RuleSentence
    amendments: tuple[str, ...]
    rulings: tuple[VariantRuling, ...]
    board: tuple[str, ...]
    cases: tuple[tuple[str, str, str], ...]
    figure: Markup


def concordance(variant: Variant, archive: Archive, sheet: FindSheet) -> Iterator[Artifact]:
    """The page and its pictures; none where no sentences are written down.

    Raises SourceError or Mistakes where a file cannot be read.
    """
    file = map_file(archive.maps_folder, variant.name, FILE)
    if not file.is_file():
        return
    address = f"{variant_address(variant.name)}sentences/"
    paths = sorted((archive.root / "tests" / "cases" / variant.name).glob("*.yaml"))
    cases = {case.id: case for path in paths for case in read_cases(path, archive.variant)}
    drawn = {found[1] for _, _, text in variant.about.rules for found in ID.finditer(text)}
    there = {i: f"../#example-{slug(i)}" for i in drawn}
    pictures: list[Artifact] = []
    rows = []
    for sentence in read_sentences(file):
        figure = Markup()
        known = [cases[i] for i in sentence.cases if i in cases and not cases[i].skipped]
        fresh = next((c for c in known if c.id not in drawn and c.variant), None)
        if fresh is not None and there.keys().isdisjoint(sentence.cases):
            drawn.add(fresh.id)
            figure, made = _drawn(fresh, variant, sheet, address)
            pictures += made
        rows.append(_row(variant, sentence, cases, figure, there))
    content = fill("concordance.html", variant=variant, about=variant.about, rows=rows)
    yield Artifact(
        f"{address}index.html",
        content,
        title=f"{variant.about.title}, sentence by sentence",
        kind="page",
        description=f"Every sentence of the rules of {variant.about.title}, and what shows it.",
    )
    yield from pictures


def _drawn(
    case: Case, variant: Variant, sheet: FindSheet, address: str
) -> tuple[Markup, tuple[Artifact, ...]]:
    name = example_name(case, 0)
    printed = print_example(case, sheet(case.variant or variant), address, name, "../../../")
    return printed.figure, printed.pictures


def _row(
    variant: Variant,
    sentence: RuleSentence,
    cases: Mapping[str, Case],
    figure: Markup,
    there: Mapping[str, str],
) -> ConcordanceRow:
    rule = sentence.rule
    provinces = variant.setting.board.provinces.values()
    board = tuple(f"{p.code}: {p.note}" for p in provinces if rule in rules_cited(p.note))
    shown = tuple(
        (i, cases[i].title if i in cases else "", there.get(i, "")) for i in sentence.cases
    )
    ideas = cited_ideas(variant.amendments)
    amendments = tuple(dict.fromkeys(n for n, _, source in ideas if rule in rules_cited(source)))
    rulings = tuple(r for r in variant.about.rulings if r.rule == rule)
    return ConcordanceRow(sentence, amendments, rulings, board, shown, figure)


def rules_cited(text: str) -> set[str]:
    """The numbers of the rules that a citation names: `rules 2 to 4` are 2, 3 and 4."""
    found: set[str] = set()
    for cited in RANGE.finditer(text):
        numbers = [int(n) for n in re.findall(r"\d+", cited["list"])]
        found |= {str(n) for n in numbers}
        for first, last in re.findall(r"(\d+) to (\d+)", cited["list"]):
            found |= {str(n) for n in range(int(first), int(last) + 1)}
    return found
