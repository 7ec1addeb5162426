"""The catalogue of variants, and the page of each: rules, examples, differences, evidence."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

from builder.formats.cases import FindVariant
from builder.model.grouping import grouped
from builder.model.units import Code
from builder.prose.english import spelled_out
from builder.prose.names import slug
from builder.provided import map_file
from builder.site.addresses import board_style
from builder.site.addresses import variant as variant_address
from builder.site.artifacts import Artifact, scripts, style_sheets
from builder.site.pages.variant_options import options_of, other_start
from builder.site.parts import worked_examples as examples
from builder.site.parts.borders import evidence
from builder.site.parts.game_summary import GameSummary
from builder.site.parts.markdown_text import rendered
from builder.site.parts.rule_board import named_provinces, rule_board
from builder.site.parts.variant_differences import changes
from builder.site.parts.worked_examples import FindSheet
from builder.site.templating import fill, filled_in
from builder.source.files import read_whole
from builder.source.recording import is_file
from builder.variant import Variant

SHOWN = 40  # games on the page of a variant
ODD = {  # what the columns of ticks stand for: the points of a variant that differ
    "Board": {"Board", "New spaces", "Spaces that are gone", "New borders"},
    "Odd ways": {"Canals", "Direct passages over water", "Straits", "Crossings", "Seasons"},
    "Kinds": {"Kinds of units", "Units of nobody"},
    "Start": {"Start", "Calendar"},
    "Builds": {"Build anywhere", "Customary builds", "Places to build that are no centres"},
    "Goal": {"Victory", "No two way draw"},
}
CODE = re.compile(r"(?P<group>[a-z])(?P<kind>[a-z])(?P<number>\d+)(?:/(?P<players>\d+))?")
GROUPS = {"c": "Europe of 1901 with another map", "r": "the regular board"}
KINDS = {"cm": "with small changes", "cn": "with two powers more"}


def catalogue_text(variants: Sequence[Variant], sheet: FindSheet, png: bool) -> str:
    """The catalogue in which each number of games is still missing."""
    standard = next((v for v in variants if v.name == "standard"), None)
    ordered = sorted(variants, key=lambda v: v.about.title.casefold())
    cards = [_card(v, standard) for v in ordered]
    return fill(
        "variants.html",
        sheet=sheet,
        png=png,
        cards=cards,
        ways=ways(ordered),
        columns=ODD,
        decoded=decoded,
    )


def variant_list(text: str, variants: int, games: Mapping[str, int]) -> Artifact:
    """The catalogue of so many variants; `games` are counts by variant."""

    def linked(name: str) -> str:
        count = games.get(name, 0)
        return f'<a href="{name}/#games">{count}</a>' if count else "none yet"

    content = filled_in(text, here=linked, games=lambda name: str(games.get(name, 0)))
    path = "variants/index.html"
    title = "Variants"
    head = scripts("tables")
    count = spelled_out(variants, "variant")
    about = f"The {count} of the archive: by name, subject, number of players and code."
    return Artifact(path, content, title, "listed", about, head=head)


def _card(variant: Variant, standard: Variant | None) -> dict[str, Any]:
    """A variant with the `points` on which it differs from the standard game, `ticks` for the
    columns of these, and how `sure` its board is."""
    status = variant.about.status or variant.setting.board.status
    points = list(dict.fromkeys(change.point for change in changes(variant, standard)))
    ticks = [not odd.isdisjoint(points) for odd in ODD.values()]
    sure = re.split(r"[:.,;(]| -", status)[0].strip().lower() or "sourced"
    return {"variant": variant, "points": points, "ticks": ticks, "sure": sure}


def decoded(code: str) -> str:
    """An ARDA code with the meaning of its group, number and players as far as we know it."""
    parts = CODE.fullmatch(code)
    if parts is None:
        return code
    meaning = " ".join(filter(None, (GROUPS.get(parts["group"]), KINDS.get(code[:2]))))
    players = f", for {int(parts['players'])} players" if parts["players"] else ""
    number = f"number {int(parts['number'])} of group {code[:2]}"
    return f"{code} ({f'{meaning}; ' if meaning else ''}{number}{players})"


def ways(variants: Sequence[Variant]) -> list[tuple[str, str, dict[Any, list[Variant]]]]:
    """The variants by subject, by number of players and by code; unknown values come last. Each
    way has a title and an anchor."""

    def by(field: str) -> dict[Any, list[Variant]]:
        pairs = ((getattr(v.about, field), v) for v in variants)
        return grouped(sorted(pairs, key=lambda pair: (pair[0] == "?", pair[0])))

    return [
        ("By subject", "by-subject", by("subject")),
        ("By number of players", "by-players", by("players")),
        ("By ARDA code", "by-code", by("code")),
    ]


def variant_text(
    variant: Variant, standard: Variant | None, maps: Path, find: FindVariant, sheet: FindSheet
) -> tuple[str, list[Artifact]]:
    """What the page of a variant says, without its games, and the pictures of its examples.
    `maps` is the folder of boards. Raises SourceError or Mistakes if an example cannot be read or
    has another result than it says."""
    pictures: list[Artifact] = []
    source = map_file(maps, variant.name, "variant.yaml")
    text = read_whole(source).decode("utf-8") if is_file(source) else ""
    written = examples.blocks(text)
    address = variant_address(variant.name)
    folder = f"{variant_address(variant.name)}examples/"
    shown = examples.ExampleFigures(sheet, f"{address}index.html", folder, pictures)

    def figures(text: str) -> Iterator[str]:
        """The examples in a rule, which are the next ones of the file."""
        for start, example in islice(written, len(list(examples.blocks(text)))):
            case = examples.read_example(str(source), start, example, find, variant.name)
            yield shown.figure(case, len(pictures) + 1)

    def insets(number: str) -> Iterator[tuple[str, str, str]]:
        """The parts of the map beside a rule: the picture, what it shows, and words."""
        for rule, what, says in variant.about.insets:
            if rule == number and (drawing := sheet(variant)):
                path = f"{address}insets/{slug(what)}.svg"
                drawn = examples.draw_inset(drawing, variant.setting, what, says)
                pictures.append(Artifact(path, drawn))
                yield path, what, says

    rules = []
    named: dict[str, Sequence[Code]] = {}
    for number, title, text in variant.about.rules:
        bare = examples.without(text, lambda _: "")
        named[number] = named_provinces(f"{title}. {bare}", variant.setting.board)
        rules.append((number, title, rendered(bare), [*figures(text)], [*insets(number)]))
    drawing = sheet(variant)
    all_named = list(chain.from_iterable(named.values()))
    page = fill(
        "variant.html",
        variant=variant,
        evidence=evidence(variant.setting.board),
        sheet=drawing,
        changes=changes(variant, standard),
        options=options_of(variant),
        other_start=other_start(variant),
        rules=rules,
        named=named,
        beside=rule_board(variant, drawing, all_named) if drawing and rules else "",
        has_sentences=is_file(map_file(maps, variant.name, "sentences.yaml")),
    )
    return page, pictures


def variant_page(
    variant: Variant, text: str, games: Sequence[GameSummary], count: int, is_drawn: bool
) -> Artifact:
    """The page of a variant, of which `text` says the rest, with the first of its games, which are
    `count` in all. Where its board is drawn, what they ordered can be explored."""
    explored = variant.name if is_drawn else ""
    lists = fill("variant_games.html", games=games, count=count, explored=explored)
    parts = lists.split("<games>")
    path = f"{variant_address(variant.name)}index.html"
    title = variant.about.title
    content = filled_in(text, games=lambda place: parts[int(place)])
    about = variant.about.summary
    words = " ".join(p.name for p in variant.setting.board.provinces.values())
    styles = style_sheets("game") + board_style(variant.name, seas=True)
    head = styles + scripts("rules")
    return Artifact(path, content, title, "listed", about, words=words, head=head)
