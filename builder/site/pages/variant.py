"""The page of a variant: rules, rulings, worked examples, differences, evidence."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from builder.formats.cases import FindVariant
from builder.prose.goals import goal_of
from builder.prose.names import slug
from builder.provided import map_file
from builder.site.addresses import variant as variant_address
from builder.site.artifacts import Artifact
from builder.site.pages.boards import size
from builder.site.parts.borders import evidence
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.markdown_text import rendered
from builder.site.parts.variant_differences import changes
from builder.site.parts.worked_examples import (
    FindSheet,
    blocks,
    draw_inset,
    example_name,
    print_example,
    read_example,
    without,
)
from builder.site.templating import fill, filled_in
from builder.variant import Variant

SHOWN = 40


def variant_text(
    variant: Variant, standard: Variant | None, maps: Path, find: FindVariant, sheet: FindSheet
) -> tuple[str, list[Artifact]]:
    """What the page of a variant says, without its games, and the pictures of its examples.

    `maps` is the folder of boards. Raises SourceError or Mistakes if an example cannot be read or
    has another result than it says.
    """
    setting, pictures = variant.setting, list[Artifact]()
    source = map_file(maps, variant.name, "variant.yaml")
    written = blocks(source.read_text(encoding="utf-8")) if source.is_file() else iter(())
    address = variant_address(variant.name)

    def examples(text: str) -> Iterator[str]:
        """The examples in a rule, which are the next ones of the file."""
        for start, said in islice(written, len(list(blocks(text)))):
            case = read_example(str(source), start, said, find, variant.name)
            name = example_name(case, len(pictures) + 1)
            figure, shown = print_example(case, sheet, f"{address}examples/", name, "../../")
            pictures.extend(shown)
            yield figure

    def insets(number: str) -> Iterator[tuple[str, str, str]]:
        """The parts of the map beside a rule: the picture, what it shows, and words."""
        for rule, what, says in variant.about.insets:
            if rule == number and (drawing := sheet(variant)):
                path = f"{address}insets/{slug(what)}.svg"
                pictures.append(Artifact(path, draw_inset(drawing, setting, what, says)))
                yield path, what, says

    rules: list[dict[str, Any]] = [
        {
            "number": number,
            "title": title,
            "text": rendered(without(text, lambda _: "")),
            "figures": list(examples(text)),
            "insets": list(insets(number)),
        }
        for number, title, text in variant.about.rules
    ]
    content = fill(
        "variant.html",
        variant=variant,
        about=variant.about,
        setting=setting,
        goal=goal_of(variant),
        size=size(sheet(variant)),
        rules=rules,
        evidence=evidence(setting.board),
        changes=changes(variant, standard),
        has_sentences=map_file(maps, variant.name, "sentences.yaml").is_file(),
    )
    return content, pictures


def variant_page(variant: Variant, text: str, games: Sequence[GameSummary]) -> Artifact:
    """The page of a variant, of which `text` says the rest, with `SHOWN` of its games."""
    said = fill("variant_games.html", games=games, shown=SHOWN).split("<games>")
    return Artifact(
        f"{variant_address(variant.name)}index.html",
        filled_in(text, games=lambda place: said[int(place)]),
        title=variant.about.title,
        kind="listed",
        description=variant.about.summary,
        words=" ".join(p.name for p in variant.setting.board.provinces.values()),
    )
