"""The page of a variant: rules, rulings, worked examples, differences, evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from builder.formats.cases import FindVariant
from builder.prose.goals import goal_of
from builder.prose.names import slug
from builder.provided import map_file
from builder.site.addresses import variant as variant_address
from builder.site.artifacts import Artifact
from builder.site.pages.boards import size
from builder.site.parts.board_evidence import evidence
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
from builder.site.templating import fill
from builder.variant import Variant

SHOWN = 40
GAMES = "<games>"  # where the page says something about games


@dataclass(frozen=True)
class VariantPrinter:
    """Makes the pages of variants; `maps` is the folder of their files."""

    maps: Path
    find: FindVariant
    sheet: FindSheet

    def print(self, variant: Variant, standard: Variant | None) -> tuple[str, list[Artifact]]:
        """What the page of a variant says, without its games, and the pictures of its examples.

        Raises SourceError or Mistakes if an example cannot be read or has another result than it
        says.
        """
        about, setting = variant.about, variant.setting
        pictures: list[Artifact] = []
        rules = list(self._rules(variant, pictures))
        known = {rule["number"] for rule in rules}
        own = standard is None or variant.name == standard.name
        content = fill(
            "variant.html",
            variant=variant,
            about=about,
            setting=setting,
            goal=goal_of(variant),
            size=size(self.sheet(variant)),
            rules=rules,
            free_rulings=[r for r in about.rulings if r.rule not in known],
            opening=[
                (nation, [str(u) for u in setting.start.units if u.power == nation.name])
                for nation in setting.nations
            ],
            changes=[] if own or standard is None else changes(variant, standard),
            evidence=evidence(variant),
            has_sentences=map_file(self.maps, variant.name, "sentences.yaml").is_file(),
            examples=sum(len(rule["figures"]) for rule in rules),
        )
        return content, pictures

    def _rules(self, variant: Variant, pictures: list[Artifact]) -> Iterator[dict[str, Any]]:
        """Each rule with rulings, examples and parts of the map; adds their files to `pictures`."""
        source = map_file(self.maps, variant.name, "variant.yaml")
        written = blocks(source.read_text(encoding="utf-8")) if source.is_file() else iter(())
        folder = f"{variant_address(variant.name)}examples/"
        for number, title, text in variant.about.rules:
            figures = []
            for block in islice(written, len(list(blocks(text)))):
                case = read_example(str(source), block, self.find, variant.name)
                name = example_name(case, len(pictures) + 1)
                sheet = self.sheet(case.variant or variant)
                figure, shown = print_example(case, sheet, folder, name, "../../")
                figures.append(figure)
                pictures += shown
            rulings = tuple(r for r in variant.about.rulings if r.rule == number)
            words = rendered(without(text, lambda _: ""))
            insets = []
            for rule, what, says in variant.about.insets:
                if rule == number and (sheet := self.sheet(variant)):
                    path = f"{variant_address(variant.name)}insets/{slug(what)}.svg"
                    drawn = draw_inset(sheet, variant.setting, what, says)
                    pictures.append(Artifact(path, drawn))
                    insets.append((path, what, says))
            yield {
                "number": number, "title": title, "text": words, "rulings": rulings,
                "figures": figures, "insets": insets,
            }  # fmt: skip


def variant_page(variant: Variant, text: str, games: Sequence[GameSummary]) -> Artifact:
    """The page of a variant, of which `text` says the rest, with `SHOWN` of its games."""
    about = variant.about
    said = fill("variant_games.html", games=games, shown=SHOWN).split(GAMES)
    parts = chain.from_iterable(zip(text.split(GAMES), (*said, ""), strict=True))
    return Artifact(
        f"{variant_address(variant.name)}index.html",
        "".join(parts),
        title=about.title,
        kind="listed",
        description=about.summary,
        words=" ".join(p.name for p in variant.setting.board.provinces.values()),
    )
