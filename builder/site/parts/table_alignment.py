"""A Markdown extension: columns are aligned by classes, since the site's policy forbids styles."""

from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

CLASSES = {f"text-align: {side};": f"to-{side}" for side in ("left", "right", "center")}
LAST = 4


class AlignedColumns(Treeprocessor):
    """Puts a class in place of the style of each cell."""

    def run(self, root: Element) -> None:
        """Change the cells of all tables of a text."""
        for cell in root.iter():
            aligned = CLASSES.get(cell.get("style", ""))
            if aligned and cell.tag in ("td", "th"):
                del cell.attrib["style"]
                cell.set("class", aligned)


class AlignedTables(Extension):
    """Registers it."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Add the processor to a reader of Markdown."""
        md.treeprocessors.register(AlignedColumns(md), "aligned-columns", LAST)


def makeExtension(**settings: Any) -> AlignedTables:  # noqa: N802
    """The extension, by the name of this module."""
    return AlignedTables(**settings)
