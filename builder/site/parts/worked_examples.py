"""Worked examples in Markdown and YAML files; the build judges and draws them.

A wrong example is a fault of the build; its mistake stands in its place on the page.


    ```diplomacy
    title: Two against one
    phase: Spring 1901 moves
    units: {france: [A par, A gas], germany: [A bur]}
    orders: {france: [A par-bur, A gas S A par-bur], germany: [A bur H]}
    expect: {after: {france: [A bur, A gas]}, dislodged: {germany: [A bur]}}
    ```

Inside is a case as `chancery cases` reads it. Examples in longer fences are quotations.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from builder.cases import check, fact_text, play
from builder.draw.board_sheet import BoardSheet
from builder.draw.crops import cropped, enlarged, part, window
from builder.draw.phase_map import picture, tints, whole
from builder.errors import ArchiveError, Mistakes, SourceError, SourceMark
from builder.formats.cases import Case, CaseReader, FindVariant
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.prose.names import slug
from builder.prose.order_accounts import OrderAccount, OrderRows, RetreatRow, lines, retreaters
from builder.site import addresses
from builder.site.artifacts import Artifact
from builder.site.templating import fill
from builder.source.documents import parse
from builder.source.files import read_whole
from builder.variant import Variant

FENCED = re.compile(  # a fence, the text below it, and the fence of its end, or the end of the text
    r"^[ \t]*(?P<fence>`{3,}|~{3,})(?![`~])[ \t]*(?P<info>[\w-]*).*\n(?P<text>(?s:.*?))"
    r"(?:(?P<end>^[ \t]*(?P=fence)[`~]*[ \t]*(?![\w-]).*$)|\Z)",
    re.MULTILINE,
)
INFO = "diplomacy"
FOLDER = "assets/examples/"
mark = "<!-- worked example {} -->".format  # the placeholder of one while the page is made
READABLE = 640.0  # the width, in units of the standard board, at which names can be read on a page
INSET = 26.0, (150.0, 107.0)
FindSheet = Callable[[Variant], BoardSheet | None]


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """The examples in a Markdown text, or in a YAML file that holds some: the line of the fence
    above each, counted from 1, and its text."""
    for block in FENCED.finditer(text):
        if block["info"] == INFO and block["end"]:
            line = text.count("\n", 0, block.start()) + 1
            yield line, block["text"].removesuffix("\n")


def without(text: str, put: Callable[[int], str]) -> str:
    """The text with each example replaced by what `put` returns for its number, from 0."""
    numbers = count()

    def replaced(block: re.Match[str]) -> str:
        is_example = block["info"] == INFO and block["end"]
        return f"\n{put(next(numbers))}\n" if is_example else block[0]

    return FENCED.sub(replaced, text)


def read_example(
    path: str, start: int, text: str, find: FindVariant, usual: str = "standard"
) -> Case:
    """The case below the fence in the line `start` of the file `path`; `usual` is the variant if
    the case names none.

    Raises SourceError or Mistakes, at the place in the file, if it cannot be read or if its result
    differs from what it says.
    """
    if not text.strip():
        mark = SourceMark(path, start, 1)
        raise SourceError("this example is empty; a case belongs here", mark)
    (case,) = CaseReader(parse("\n" * start + text, path), find, None, usual).cases()
    if case.mistakes:
        raise Mistakes(case.mistakes)
    verdict = check(case)
    if not verdict.passed:
        differences = []
        for key, fact in verdict.expected.items():
            computed = fact_text(verdict.found[key])
            differences.append(
                f"{key}: the example says {fact_text(fact)}, the rules give {computed}"
            )
        name = case.title or case.id
        message = f"the example {name!r} has another result: {'; '.join(differences)}"
        lines = text.splitlines()
        at = next((i for i, line in enumerate(lines) if line.lstrip().startswith("expect:")), 0)
        column = len(lines[at]) - len(lines[at].lstrip()) + 1
        mark = SourceMark(path, start + 1 + at, column, lines[at], len("expect:"))
        raise SourceError(message, mark)
    return case


class ExampleScene(NamedTuple):
    """A phase of an example as its page shows it: the title, the address of its picture (empty
    without one), the judged turn, the orders of each power, and the units that must retreat."""

    title: str
    picture: str
    turn: Turn
    orders: OrderRows
    retreaters: Sequence[RetreatRow]


@dataclass
class ExampleFigures:
    """The examples of the page at `path`; their `pictures` go into a `folder` of the site."""

    sheet: FindSheet
    path: str
    folder: str
    pictures: list[Artifact] = field(default_factory=list)

    def figure(self, case: Case, number: int) -> Markup:
        """An example as a figure, named `l9-02`, or `example-3` by its number."""
        assert case.variant is not None, "an example that was read has a variant"
        assert case.start is not None, "it has a position as well"
        setting = case.variant.setting
        sheet = self.sheet(case.variant)
        name = slug(case.id) if not case.id.startswith("case ") else f"example-{number}"
        scenes = []
        for at, (_, turn) in enumerate(play(case), 1):
            title = setting.calendar.title(turn.before.phase)
            address = ""
            if sheet is not None:
                address = f"{self.folder}{name}{f'-{at}' if at > 1 else ''}.svg"
                drawn = draw(sheet, setting, turn, case.title or title)
                self.pictures.append(Artifact(address, drawn))
            scenes.append(
                ExampleScene(title, address, turn, lines(turn, setting), retreaters(turn))
            )
        return fill(
            "example.html",
            case=case,
            scenes=scenes,
            name=name,
            root=addresses.root_of(self.path),
            trial=addresses.trial(case.variant, case.start, case.steps[0].orders),
            as_written=as_written,
        )


def as_written(account: OrderAccount) -> str:
    """The order as the example writes it, if the page prints it in other words: `DCG Iro S Cin`
    for `DCG Iro (army) S A Cin`. Empty if only signs, blanks or letter case differ."""
    if account.written is None:
        return ""
    written = account.written.text
    same = _letters(written) == _letters(account.shown)
    return "" if same else written


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()


def draw(sheet: BoardSheet, setting: Setting, turn: Turn, title: str) -> str:
    """The part of the map where an example takes place: all its units and goals. If the example
    names no owners, the provinces have their colours of the start."""
    units = [*turn.before.units, *turn.after.units]
    units += [d.unit for d in (*turn.before.dislodged, *turn.dislodged)]
    spots = {str(unit.at) for unit in units} | {str(a.goal) for a in turn.by_action if a.goal}
    box = window(sheet, [sheet.units[s] for s in sorted(spots) if s in sheet.units])
    cut = part(sheet, box)
    growth = box[2] / (READABLE * sheet.pen)
    if growth > 1:
        cut = enlarged(cut, setting.board, sorted(spots), box, growth)
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
    by hyphens. Raises SheetError if the board has nothing of that name."""
    spots = sheet.special.get(what) or [
        sheet.spot(setting.board.find(word)) for word in what.split("-")
    ]
    box = window(sheet, spots, *INSET)
    cut = part(sheet, box)
    start = setting.start._replace(units=(), dislodged=())
    drawn = picture(cut, setting, Turn(start, start), when="before", legend=False)
    return cropped(whole(cut, setting, drawn, title=what, description=says), box)


@dataclass
class ProseExamples:
    """The examples of all pages of one build; `pictures` are to be written beside the pages, and
    `faults` are the mistakes of those that are wrong, which name files as seen from `root`."""

    find: FindVariant
    sheet: FindSheet
    root: Path
    faults: list[str] = field(default_factory=list)
    pictures: list[Artifact] = field(default_factory=list)
    figures: dict[str, list[Markup]] = field(default_factory=dict)

    def take_out(self, text: str, source: Path | None, page: str) -> str:
        """The Markdown of a page with a placeholder for each example. `source` is the file it was
        read from, for the lines in messages, `page` the path of the page in the site."""
        if source is None or not any(blocks(text)):
            return text
        figures = self.figures[page] = []
        folder = f"{FOLDER}{slug(addresses.folder(page)) or 'home'}/"
        shown = ExampleFigures(self.sheet, page, folder, self.pictures)
        file = str(source).removeprefix(f"{self.root}{os.sep}")
        for number, (start, example) in enumerate(blocks(read_whole(source).decode("utf-8")), 1):
            try:
                case = read_example(file, start, example, self.find)
            except ArchiveError as error:
                message = str(error).replace(f"{self.root}{os.sep}", "")  # of a variant, say
                self.faults.append(message)
                figures.append(Markup("<pre>{}</pre>").format(message))
            else:
                figures.append(shown.figure(case, number))
        return without(text, mark)

    def put_in(self, html: str, page: str) -> str:
        """The HTML of a page with the figures in place of their placeholders."""
        for number, figure in enumerate(self.figures.get(page, ())):
            html = html.replace(mark(number), f'<div class="ch">{figure}</div>')
        return html
