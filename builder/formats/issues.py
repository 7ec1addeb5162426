"""An issue of a zine as its editor writes it: Markdown, under a head between two lines of `---`.

    ---
    title: The Gazette, number 17
    number: 17
    date: 2026-05-03
    embargo: 2026-05-10
    ---
    # The Gazette, number 17

A misspelt `draft` or a date that is none is an error, for it could publish the issue too early.
"""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from builder.archive_files import files_below, is_issue
from builder.source.documents import parse, text_of
from builder.source.scalars import address

HEAD = re.compile(r"\A---[ \t]*\n(.*?\n)?---[ \t]*(?:\n|\Z)", re.DOTALL)
DAYS = ("date", "embargo")
TEXTS = ("title", "number", "editor", "zine", "summary")
OF_THE_THEME = (
    "author", "description", "hide", "icon", "search", "status", "subtitle", "tags", "template",
)  # fmt: skip


class Issue(NamedTuple):
    """One issue: its name in addresses, its head, and its text, which begins at `line`. `formerly`
    are its earlier names."""

    name: str
    head: Mapping[str, str]
    text: str
    path: str
    draft: bool = False
    line: int = 1
    formerly: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The title that its head gives, else its name."""
        return self.head["title"] or self.name

    def published(self, today: date) -> bool:
        """May it be shown?"""
        return not self.draft and self.head["embargo"] <= today.isoformat()


def issue_files(folder: Path) -> dict[str, Path]:
    """The issues below a folder, NAME.md, in subfolders as well, by their names in addresses."""
    files = ((name, path) for path, name in files_below(folder) if is_issue(name))
    return {name.removesuffix(".md"): path for name, path in files}


def read_issue(path: Path, name: str = "") -> Issue:
    """Read an issue's file; raises SourceError, or Mistakes with every mistake of its head. `name`
    is its name in addresses, if it is not that of the file."""
    text = "\n".join(text_of(path).splitlines())
    front_matter = HEAD.match(text)
    written = (front_matter and front_matter[1]) or ""
    document = parse(f"\n{written}" if written.strip() else "{}", str(path))
    top = document.fields()
    head = {key: top.text(key, "") for key in TEXTS}
    head |= {key: top.take(key).day() for key in DAYS}
    draft = top.flag("draft", False)
    formerly = tuple(top.take("formerly").each(address))
    top.skip(*OF_THE_THEME)
    document.finish()
    begin = front_matter.end() if front_matter else 0
    line = text.count("\n", 0, begin) + 1
    return Issue(name or path.stem, head, text[begin:], str(path), draft, line, formerly)
