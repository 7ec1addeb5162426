"""A variant's concordance: each sentence of its rule text, what implements it and what shows it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from builder.archive import Archive
from builder.formats.cases import read_cases
from builder.formats.game.reading import load_game
from builder.formats.sentences import RuleSentence, sentences_of
from builder.model.grouping import grouped
from builder.site import addresses
from builder.site.artifacts import Artifact
from builder.site.parts.variant_differences import cited_ideas
from builder.site.parts.worked_examples import ExampleFigures, FindSheet
from builder.site.templating import page
from builder.variant import Variant

ID = re.compile(r"^id: *(\S+)", re.MULTILINE)
RANGE = re.compile(r"rules? (?P<list>\d+(?:(?:, | and | to )\d+)*)")


def concordance(variant: Variant, archive: Archive, sheet: FindSheet) -> Iterator[Artifact]:
    """The page and its pictures; nothing if the variant has no file of sentences.

    Beside each sentence, in our words, are the amendments, rulings and lines of the board that
    implement it, the cases that show it, one of them drawn here or on the rule page, and the phase
    of the exhibition game in which it occurs.
    Raises SourceError or Mistakes if a file cannot be read.
    """
    sentences = sentences_of(archive.maps_folder, variant.name)
    if not sentences:
        return
    address, about = f"{addresses.variant(variant.name)}sentences/", variant.about
    board = variant.setting.board
    paths = sorted((archive.root / "tests" / "cases" / variant.name).glob("*.yaml"))
    cases = {case.id: case for path in paths for case in read_cases(path, archive.variant)}
    elsewhere = {found[1] for _, _, text in about.rules for found in ID.finditer(text)}
    drawn, figures = {*elsewhere}, dict[str, Markup]()
    examples = ExampleFigures(sheet, f"{address}index.html", address)
    for sentence in sentences:
        known = [cases[id_] for id_ in sentence.cases if id_ in cases and not cases[id_].skipped]
        fresh = next((c for c in known if c.id not in drawn and c.variant), None)
        if fresh is not None and elsewhere.isdisjoint(sentence.cases):
            drawn.add(fresh.id)
            figures[sentence.number] = examples.figure(fresh, 0)
    yield page(
        examples.path, "concordance.html",
        variant=variant, about=about, sentences=sentences, cases=cases, elsewhere=elsewhere,
        figures=figures, amendments=grouped(dict.fromkeys(_amendments(variant))),
        notes=grouped((rule, p) for p in board.provinces.values() for rule in rules_cited(p.note)),
        played=_exhibited(variant, archive, sentences),
    )  # fmt: skip
    yield from examples.pictures


def _amendments(variant: Variant) -> Iterator[tuple[str, str]]:
    """The rules of this variant that its amendments cite, each with the amendment."""
    game = variant.about.title.partition(" ")[0]  # an amendment may cite other games' texts too
    for name, _, sources in cited_ideas(variant.amendments):
        for source in sources.split("; "):
            if source.startswith(game):
                yield from ((rule, name) for rule in rules_cited(source))


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
        found.update(re.findall(r"\d+", cited["list"]))
        for first, last in re.findall(r"(\d+) to (\d+)", cited["list"]):
            found.update(map(str, range(int(first), int(last) + 1)))
    return found
