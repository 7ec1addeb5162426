"""Worked examples in Markdown pages: cut out, judged, and put back as figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from builder.formats.cases import FindVariant
from builder.prose.names import slug
from builder.site.addresses import root_of
from builder.site.artifacts import Artifact
from builder.site.parts.fenced_blocks import blocks, without
from builder.site.parts.worked_examples import (
    FindSheet,
    example_name,
    print_example,
    read_example,
)

FOLDER = "assets/examples/"


@dataclass
class ProseExamples:
    """The examples of all pages of one build; `pictures` are to be written beside the pages."""

    find: FindVariant
    sheet: FindSheet
    pictures: list[Artifact] = field(default_factory=list)
    figures: dict[str, list[Markup]] = field(default_factory=dict)

    def take_out(self, text: str, source: Path | None, page: str) -> str:
        """The Markdown of a page with a mark where each example stood.

        `source` is the file it was read from, for the lines in messages, `page` the path of the
        page in the site. Raises SourceError or Mistakes where an example cannot be read or
        comes out otherwise than it says.
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
            printed = print_example(case, sheet, folder, name, root_of(page))
            figures.append(printed.figure)
            self.pictures += printed.pictures
        return without(text, mark)

    def put_in(self, html: str, page: str) -> str:
        """The finished text of a page with the figures where their marks are."""
        for number, figure in enumerate(self.figures.get(page, ())):
            html = html.replace(mark(number), f'<div class="ch">{figure}</div>')
        return html


def mark(number: int) -> str:
    """The placeholder of an example while the page is made."""
    return f"<!-- worked example {number} -->"
