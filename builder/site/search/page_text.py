"""The text of a page for the search, section by section."""

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import NamedTuple

from builder.site.addresses import folder
from builder.site.artifacts import Artifact
from builder.site.search.search_text import search_words

# Elements whose text is not searched: pictures, what leads elsewhere, what is said elsewhere.
UNREAD_ELEMENTS = {"script", "style", "svg", "nav", "form", "figcaption"}
UNREAD_CLASSES = {
    "table": {"games", "pl", "zsc"},
    "p": {"cap", "crumbs", "onpage", "over", "pairs"},
    "i": {"ctr"},
    "a": {"headerlink"},
}
LONGEST_BEGINNING = 90  # letters of what a section says first
HEADINGS = {"h1", "h2", "h3", "h4"}
# Elements within a word, which do not part it.
WITHIN_WORDS = {
    "b", "i", "em", "strong", "code", "span", "bdi", "a", "abbr", "sup", "sub", "mark", "cite",
}  # fmt: skip

# The pages of parts whose sections the search finds: issues, and the rules sentence by sentence.
SEARCHED = re.compile(r"zines/.+/index\.html|variants/.+/(?:sentences|articles)/index\.html")


class PageSection(NamedTuple):
    """A part of a page under a heading: the kind of its page, the page's title, its own title,
    its address in the site, the beginning of its text, and the text's words for the search."""

    kind: str
    page: str
    title: str
    address: str
    beginning: str
    words: Sequence[str]


def searched_sections(artifact: Artifact) -> Iterator[PageSection]:
    """The sections of an issue, or of the rules sentence by sentence, for the search."""
    if artifact.kind == "file" or not SEARCHED.fullmatch(artifact.path):
        return
    if artifact.path.startswith("zines/by-title/"):
        return
    kind = "Issue" if artifact.path.startswith("zines/") else "Rules"
    yield from sections_of(str(artifact.content), artifact.title, folder(artifact.path), kind)


class _SectionReader(HTMLParser):
    """Reads the text of a page and cuts it at the headings that have an address of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[tuple[str, str, str]] = []  # the anchor, the title and the text
        self.anchor = ""
        self.title: list[str] = []
        self.text: list[str] = []
        self.heading: list[str] | None = None  # the text of the heading that is read
        self.heading_anchor = ""
        self.unread_element = ""
        self.unread_depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        attributes = {name: value or "" for name, value in attrs}
        if self.unread_element:
            self.unread_depth += tag == self.unread_element
        elif _is_unread(tag, attributes.get("class", "")):
            self.unread_element = tag
            self.unread_depth = 1
            self._part_words(tag)
        elif tag in HEADINGS:
            self.heading = []
            self.heading_anchor = attributes.get("id", "")
        else:
            self._part_words(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content."""
        del attrs
        if not self.unread_element:
            self._part_words(tag)

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if self.unread_element:
            self.unread_depth -= tag == self.unread_element
            if not self.unread_depth:
                self.unread_element = ""
        elif tag in HEADINGS and self.heading is not None:
            self._end_heading(tag, self.heading)
        else:
            self._part_words(tag)

    def handle_data(self, data: str) -> None:
        """Text between tags."""
        if self.unread_element:
            return
        pieces = self.text if self.heading is None else self.heading
        pieces.append(data)

    def _part_words(self, tag: str) -> None:
        if tag not in WITHIN_WORDS:
            self.handle_data(" ")

    def _end_heading(self, tag: str, heading: list[str]) -> None:
        """The page's own title is no section; a heading without an anchor is text."""
        self.heading = None
        if tag == "h1":
            return
        if not self.heading_anchor:
            self.text += [" ", *heading, " "]
            return
        self.end_section()
        self.anchor = self.heading_anchor
        self.title = heading
        self.text = []

    def end_section(self) -> None:
        """The section that is read ends here."""
        self.sections.append((self.anchor, _one_line(self.title), _one_line(self.text)))


def sections_of(html: str, title: str, address: str, kind: str) -> Iterator[PageSection]:
    """The sections of a page that have an address of their own; before them the beginning of the
    page. Text below a heading without an anchor belongs to the section before it."""
    reader = _SectionReader()
    reader.feed(html)
    reader.close()
    reader.end_section()
    for anchor, heading, text in reader.sections:
        words = search_words(text)
        if anchor:
            yield PageSection(kind, title, heading, f"{address}#{anchor}", _beginning(text), words)
        else:
            yield PageSection(kind, title, title, address, _beginning(text), words)


def _beginning(text: str) -> str:
    """What a text says first, in whole words."""
    if len(text) <= LONGEST_BEGINNING:
        return text
    return f"{text[:LONGEST_BEGINNING].rpartition(' ')[0]} …"


def first_heading(html: str) -> str:
    """The text of a page's title, its first `h1`; empty if it has none."""
    reader = _TitleReader()
    reader.feed(html)
    reader.close()
    return _one_line(reader.pieces)


class _TitleReader(HTMLParser):
    """Reads the first title of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.is_inside = False
        self.is_done = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        del attrs
        if tag == "h1" and not self.is_done:
            self.is_inside = True

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if tag == "h1" and self.is_inside:
            self.is_inside = False
            self.is_done = True

    def handle_data(self, data: str) -> None:
        """Text between tags."""
        if self.is_inside:
            self.pieces.append(data)


def _is_unread(tag: str, classes: str) -> bool:
    """Is the text of an element left out?"""
    if tag in UNREAD_ELEMENTS:
        return True
    first_class = classes.partition(" ")[0]
    return first_class in UNREAD_CLASSES.get(tag, ())


def _one_line(pieces: list[str]) -> str:
    """Pieces of text with one blank between their words."""
    return " ".join("".join(pieces).split())
