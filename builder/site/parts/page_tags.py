"""The tags of a finished page, found by a parser: text of people may stand in attributes.

    changed_tags(page, change)       the page with other texts for some of its tags
    PageTags(page)                   its tags; its scripts and styles; the page without an element

All else in the page stays as it is, byte for byte.
"""

from collections.abc import Callable, Iterator, Mapping
from html import escape
from html.parser import HTMLParser
from itertools import accumulate
from typing import NamedTuple

TagChange = Callable[["PageTag"], "str | None"]
WITH_RAW_TEXT = ("script", "style")


class PageTag(NamedTuple):
    """A start tag: where it begins in the page, its name, its attributes, and how it is written."""

    start: int
    name: str
    attributes: Mapping[str, str]
    text: str

    def with_attributes(self, attributes: Mapping[str, str]) -> str:
        """The tag with other attributes."""
        written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        end = "/>" if self.text.endswith("/>") else ">"
        return f"<{self.name}{written}{end}"


class PageTags(HTMLParser):
    """The start tags of a page, and where its end tags are."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=False)
        self.page = page
        lengths = (len(line) + 1 for line in page.split("\n"))
        self.line_starts = [0, *accumulate(lengths)]
        self.start_tags: list[PageTag] = []
        self.end_tags: list[tuple[int, str]] = []
        self.feed(page)
        self.close()

    def place(self) -> int:
        """Where the tag begins that is read."""
        line, column = self.getpos()
        return self.line_starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A start tag."""
        attributes = {name: value or "" for name, value in attrs}
        text = self.get_starttag_text() or ""
        self.start_tags.append(PageTag(self.place(), tag, attributes, text))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag of an element without content, as `<image/>` in a drawing."""
        self.handle_starttag(tag, attrs)
        self.end_tags.append((self.place(), tag))

    def handle_endtag(self, tag: str) -> None:
        """An end tag."""
        self.end_tags.append((self.place(), tag))

    def raw_elements(self) -> Iterator[tuple[PageTag, str]]:
        """The scripts and styles of the page, each with its text."""
        for tag in self.start_tags:
            if tag.name in WITH_RAW_TEXT:
                start = tag.start + len(tag.text)
                end = _end_tag_after(self, tag.name, start, len(self.page))
                yield tag, self.page[start:end]

    def without(self, name: str) -> str:
        """The page without its first element of a name, and all that stands in it."""
        for tag in self.start_tags:
            if tag.name == name:
                return self.page[: tag.start] + self.page[_end_of(self.page, self, tag) :]
        return self.page


def page_tags(page: str) -> list[PageTag]:
    """The start tags of a page, in order."""
    return PageTags(page).start_tags


def changed_tags(page: str, change: TagChange) -> str:
    """A page with other texts for those start tags for which `change` has one. A script or a style
    whose tag becomes empty is left out with its content."""
    tags = PageTags(page)
    pieces: list[str] = []
    done = 0
    for tag in tags.start_tags:
        text = change(tag)
        if text is None or tag.start < done:
            continue
        pieces += [page[done : tag.start], text]
        done = tag.start + len(tag.text)
        if tag.name in WITH_RAW_TEXT and not text:
            done = _end_of(page, tags, tag)
    return "".join([*pieces, page[done:]])


def _end_tag_after(tags: PageTags, name: str, start: int, end_of_page: int) -> int:
    """Where the next end tag of a name begins; the end of the page if there is none."""
    for place, end_name in tags.end_tags:
        if end_name == name and place >= start:
            return place
    return end_of_page


def _end_of(page: str, tags: PageTags, tag: PageTag) -> int:
    """Where an element ends; the end of the page if it is never closed."""
    inner = [other.start for other in tags.start_tags if other.name == tag.name]
    depth = 0
    starts = [(start, 1) for start in inner if start >= tag.start]
    ends = [(end, -1) for end, name in tags.end_tags if name == tag.name and end >= tag.start]
    for place, step in sorted(starts + ends, key=lambda one: (one[0], -one[1])):
        depth += step
        if depth == 0:
            return page.find(">", place) + 1 or len(page)
    return len(page)
