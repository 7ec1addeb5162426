"""Worked examples in Markdown and YAML files; the build judges and draws them.

A wrong example stops the build.


    ```diplomacy
    title: Two against one
    phase: Spring 1901 moves
    units: {france: [A par, A gas], germany: [A bur]}
    orders: {france: [A par-bur, A gas S A par-bur], germany: [A bur H]}
    expect: {after: {france: [A bur, A gas]}, dislodged: {germany: [A bur]}}
    ```

Inside is a case as `chancery cases` reads it. Examples in longer fences are quotations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from builder.cases import check, fact_text, play
from builder.draw.board_sheet import BoardSheet
from builder.draw.crops import cropped, part, window
from builder.draw.phase_map import picture, tints, whole
from builder.errors import Mistakes, SourceError, SourceMark
from builder.formats.cases import Case, CaseReader, FindVariant
from builder.model.findings import Turn
from builder.model.setting import Setting
from builder.prose.names import slug
from builder.prose.order_accounts import lines, retreaters
from builder.site.addresses import root_of
from builder.site.artifacts import Artifact
from builder.site.templating import fill
from builder.site.trial.links import trial_link
from builder.source.documents import parse
from builder.variant import Variant

FENCE = re.compile(r"^\s*(`{3,}|~{3,})\s*([\w-]*)")
INFO = "diplomacy"
FOLDER = "assets/examples/"
INSET = 26.0, (150.0, 107.0)
FindSheet = Callable[[Variant], BoardSheet | None]


class ExampleBlock(NamedTuple):
    """One example: the lines of its two fences, counted from 1, and the text between them."""

    start: int
    end: int
    text: str


def blocks(text: str) -> Iterator[ExampleBlock]:
    """The examples in a Markdown text, or in a YAML file that holds some."""
    lines = text.splitlines()
    opened: tuple[int, str, str] | None = None
    for number, line in enumerate(lines, 1):
        found = FENCE.match(line)
        if not found:
            continue
        if opened is None:
            opened = number, found[1], found[2]
        elif found[1].startswith(opened[1]) and not found[2]:
            if opened[2] == INFO:
                yield ExampleBlock(opened[0], number, "\n".join(lines[opened[0] : number - 1]))
            opened = None


def without(text: str, put: Callable[[int], str]) -> str:
    """The text with each example replaced by what `put` returns for its number, from 0."""
    lines = text.splitlines()
    for number, block in reversed(list(enumerate(blocks(text)))):
        lines[block.start - 1 : block.end] = ["", put(number), ""]
    return "\n".join(lines)


def read_example(
    path: str, block: ExampleBlock, find: FindVariant, usual: str = "standard"
) -> Case:
    """The case in a block of the file `path`; `usual` is the variant if the case names none.

    Raises SourceError or Mistakes, at the place in the file, if it cannot be read or if its result
    differs from what it says.
    """
    if not block.text.strip():
        raise SourceError(
            "this example is empty; a case belongs here", SourceMark(path, block.start, 1)
        )
    document = parse("\n" * block.start + block.text, path)
    (case,) = CaseReader(document, find, None, usual).cases()
    if case.mistakes:
        raise Mistakes(case.mistakes)
    verdict = check(case)
    if not verdict.passed:
        raise SourceError(
            f"the example {case.title or case.id!r} has another result: "
            + "; ".join(
                f"{key}: the example says {fact_text(fact)}, "
                f"the rules give {fact_text(verdict.found[key])}"
                for key, fact in verdict.expected.items()
            ),
            _place(path, block),
        )
    return case


def _place(path: str, block: ExampleBlock) -> SourceMark:
    """Where the block says what is expected, else its first line."""
    body = block.text.splitlines()
    at = next((i for i, line in enumerate(body) if line.lstrip().startswith("expect:")), 0)
    line = body[at] if body else ""
    indent = len(line) - len(line.lstrip())
    return SourceMark(path, block.start + 1 + at, indent + 1, line, len("expect:"))


def print_example(
    case: Case, sheet: BoardSheet | None, folder: str, name: str, root: str
) -> tuple[Markup, list[Artifact]]:
    """An example as a figure, and its pictures, which go into `folder` below the site's root.

    `root` is the way from the page to the site's root.
    """
    assert case.variant is not None, "an example that was read has a variant"
    setting = case.variant.setting
    scenes, files = [], []
    for number, (_, turn) in enumerate(play(case), 1):
        title = setting.calendar.title(turn.before.phase)
        address = ""
        if sheet is not None:
            address = f"{folder}{name}{f'-{number}' if number > 1 else ''}.svg"
            files.append(Artifact(address, draw(sheet, setting, turn, case.title or title)))
        orders, lost = lines(turn, setting), retreaters(turn)
        scenes.append({"title": title, "picture": address, "orders": orders, "lost": lost})
    assert case.start is not None, "it was judged"
    figure = fill(
        "example.html", case=case, variant=case.variant, scenes=scenes, name=name, root=root,
        nations=setting.nations, trial=trial_link(case.variant, case.start, case.steps[0].orders),
    )  # fmt: skip
    return figure, files


def draw(sheet: BoardSheet, setting: Setting, turn: Turn, title: str) -> str:
    """The part of the map where an example takes place.

    If the example names no owners, the provinces have their colours of the start.
    """
    box = window(sheet, _places(sheet, turn))
    cut = part(sheet, box)
    drawn = picture(cut, setting, turn, legend=False)
    if not turn.before.owners:
        home = turn.before._replace(owners=setting.start.owners)
        drawn = drawn._replace(tints=tints(cut, setting, home))
    when = setting.calendar.title(turn.before.phase)
    text = whole(cut, setting, drawn, title=f"{title}, {when}", description="A worked example.")
    return cropped(text, box)


def draw_inset(sheet: BoardSheet, setting: Setting, what: str, says: str) -> str:
    """A part of the map enlarged, as at the start and without units.

    `what` is the name of a canal, a passage or a way off the board as `Ire-Cly`, or places joined
    by hyphens. Raises SheetError if the board has nothing of that name.
    """
    spots = sheet.special.get(what) or [
        sheet.spot(setting.board.find(word)) for word in what.split("-")
    ]
    box = window(sheet, spots, *INSET)
    cut = part(sheet, box)
    start = setting.start._replace(units=(), dislodged=())
    still = Turn(start, start)
    drawn = picture(cut, setting, still, when="before", legend=False)
    return cropped(whole(cut, setting, drawn, title=what, description=says), box)


def _places(sheet: BoardSheet, turn: Turn) -> list[tuple[float, float]]:
    """The places of all units, before and after, and of all goals."""
    units = [*turn.before.units, *turn.after.units]
    units += [d.unit for d in (*turn.before.dislodged, *turn.dislodged)]
    spots = {str(unit.at) for unit in units} | {str(a.goal) for a in turn.actions if a.goal}
    return [sheet.units[s] for s in sorted(spots) if s in sheet.units]


def example_name(case: Case, number: int) -> str:
    """The name of an example's figure and pictures: `l9-02`, or `example-3`."""
    return slug(case.id) if not case.id.startswith("case ") else f"example-{number}"


@dataclass
class ProseExamples:
    """The examples of all pages of one build; `pictures` are to be written beside the pages."""

    find: FindVariant
    sheet: FindSheet
    pictures: list[Artifact] = field(default_factory=list)
    figures: dict[str, list[Markup]] = field(default_factory=dict)

    def take_out(self, text: str, source: Path | None, page: str) -> str:
        """The Markdown of a page with a placeholder for each example.

        `source` is the file it was read from, for the lines in messages, `page` the path of the
        page in the site. Raises SourceError or Mistakes if an example cannot be read or has
        another result than it says.
        """
        if source is None or not any(blocks(text)):
            return text
        figures = self.figures[page] = []
        for number, block in enumerate(blocks(source.read_text(encoding="utf-8")), 1):
            case = read_example(str(source), block, self.find)
            assert case.variant is not None, "an example that was read has a variant"
            name = example_name(case, number)
            folder = f"{FOLDER}{slug(page.removesuffix('index.html')) or 'home'}/"
            sheet = self.sheet(case.variant)
            figure, pictures = print_example(case, sheet, folder, name, root_of(page))
            figures.append(figure)
            self.pictures += pictures
        return without(text, mark)

    def put_in(self, html: str, page: str) -> str:
        """The HTML of a page with the figures in place of their placeholders."""
        for number, figure in enumerate(self.figures.get(page, ())):
            html = html.replace(mark(number), f'<div class="ch">{figure}</div>')
        return html


def mark(number: int) -> str:
    """The placeholder of an example while the page is made."""
    return f"<!-- worked example {number} -->"
