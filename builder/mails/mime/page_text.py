"""The text of an HTML mail as its reader saw it: lines, quotes, and nothing that was struck out.

A mail may be any bytes, and a browser's way with them takes a time that grows with the square of
the depth (`nh3` as well). Here each tag is met once: what matters is where lines end, what is
quoted (`>` before the line), and what was hidden or struck through.
"""

import html
import re
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from builder.mails.mime.parts import MailError

DEEPEST_QUOTE = 100
LONGEST_ATTRIBUTE = 1000  # characters that are looked at
# `<![if !supportLists]>` is Outlook's. No tag contains `<`, so that each sign is looked at once.
TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z][\w:-]{0,40})(?P<more>[^<>]*)>|<[!?][^<>]*>")
ATTRIBUTE = re.compile(
    r"""\b(?P<name>style|class|id|hidden)\s*(?:=\s*(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)'|(?P<c>[^\s"'>]+)))?""",
    re.IGNORECASE,
)
WORDS = {
    "blocks": "address article blockquote body br center dd div dl dt fieldset footer form "
    "h1 h2 h3 h4 h5 h6 header hr html li ol p pre section table tbody thead tr ul",
    "void": "area base br col embed hr img input link meta param source track wbr",
    "unseen": "head script style title template noscript object select",
}
BLOCKS = frozenset(WORDS["blocks"].split())
VOID = frozenset(WORDS["void"].split())
UNSEEN = frozenset(WORDS["unseen"].split())
CELLS = frozenset(("td", "th"))
STRUCK = frozenset(("s", "del", "strike"))
STRUCK_STYLE = re.compile(r"text-decoration[\w-]*\s*:[^;]*line-through", re.IGNORECASE)
HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d]*[1-9])"
    r"|opacity\s*:\s*0(?![.\d]*[1-9])",
    re.IGNORECASE,
)
KEPT_LINES = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
# Elements in which programs put the mail that is answered, and the signature.
REPLIES = re.compile(r"divRplyFwdMsg|yahoo_quoted|reply-intro|OLK_SRC_BODY_SECTION", re.IGNORECASE)
SIGNATURES = re.compile(
    r"gmail_signature(?!_prefix)|moz-signature|signature-container", re.IGNORECASE
)
REPLY_MARK = "-----Original Message-----"
SIGNATURE_MARK = "-- "
BLANKS = re.compile(r"[ \t\r\n\f]+")


class PageText(NamedTuple):
    """The lines of a page, and what it shows struck through or does not show at all."""

    text: str
    struck: tuple[str, ...]
    hidden: tuple[str, ...]


class Element(NamedTuple):
    """What an element does to the text in it, and the mark that is put before it."""

    is_struck: bool = False
    is_hidden: bool = False
    is_unseen: bool = False
    is_quote: bool = False
    keeps_lines: bool = False
    mark: str = ""


def page_text(page: str) -> PageText:
    """The text of an HTML page. Raises MailError for more than 100 quotes in one another."""
    return _PageReader(page).result()


class _PageReader:
    """Reads a page from tag to tag. `open` has the elements that have begun, by name: a wrong end
    tag ends none of another name."""

    def __init__(self, page: str) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.struck: list[str] = []
        self.hidden: list[str] = []
        self.aside: list[str] = []
        self.open: dict[str, list[Element]] = defaultdict(list)
        self.struck_depth = 0
        self.hidden_depth = 0
        self.unseen_depth = 0
        self.quote_depth = 0
        self.kept_lines_depth = 0
        page = _without_comments(page)
        # A page without blocks is a plain text that calls itself a page.
        names = (tag["name"] for tag in TAG.finditer(page))
        self.is_plain = not any(
            name and name.lower() in BLOCKS - {"html", "body"} for name in names
        )
        self.read(page)

    def read(self, page: str) -> None:
        """Read the page."""
        end = 0
        for tag in TAG.finditer(page):
            self.add_text(page[end : tag.start()])
            end = tag.end()
            name = (tag["name"] or "").lower()
            if not name:
                continue
            if tag["end"]:
                self.end_element(name)
            else:
                self.begin_element(name, tag["more"])
        self.add_text(page[end:])
        self.end_aside(self.struck)
        self.end_line()

    def result(self) -> PageText:
        """What was read."""
        text = "\n".join([*self.lines, ""])
        return PageText(text, tuple(self.struck), tuple(self.hidden))

    def begin_element(self, name: str, more: str) -> None:
        """A start tag."""
        if name in BLOCKS:
            self.end_line()
        if name in VOID or more.endswith("/"):
            return
        if name == "p" and self.open["p"]:
            self.end_element("p")  # paragraphs are never in one another
        element = _element(name, more)
        self.add_mark(element.mark)
        self.open[name].append(element)
        self.count(element, 1)
        if self.quote_depth > DEEPEST_QUOTE:
            raise MailError(f"it has more than {DEEPEST_QUOTE} quotes in one another")

    def add_mark(self, mark: str) -> None:
        """Begin an element in which a program puts the answered mail or a signature."""
        if mark and not self.hidden_depth:
            self.end_line()
            self.lines.append("> " * self.quote_depth + mark)

    def end_element(self, name: str) -> None:
        """An end tag."""
        if name in BLOCKS:
            self.end_line()
        if self.open[name]:
            element = self.open[name].pop()
            self.count(element, -1)
            if element.is_struck and not self.struck_depth:
                self.end_aside(self.struck)
            if element.is_hidden and not self.hidden_depth:
                self.end_aside(self.hidden)
        if name in CELLS:
            self.add_text(" ")

    def count(self, element: Element, step: int) -> None:
        """Enter an element, or leave it."""
        self.struck_depth += step * element.is_struck
        self.hidden_depth += step * element.is_hidden
        self.unseen_depth += step * element.is_unseen
        self.quote_depth += step * element.is_quote
        self.kept_lines_depth += step * element.keeps_lines

    def add_text(self, text: str) -> None:
        """Text between two tags."""
        if not text or self.unseen_depth:
            return
        text = _unescaped(text)
        if self.hidden_depth or self.struck_depth:
            self.aside.append(text)
        elif self.kept_lines_depth or self.is_plain:
            first, *others = text.split("\n")
            self.line.append(first)
            for other in others:
                self.end_line(always=True)
                self.line.append(other)
        else:
            self.line.append(BLANKS.sub(" ", text))

    def end_line(self, always: bool = False) -> None:
        """End a line of the text; an empty one only where the text has it."""
        text = "".join(self.line).replace("\xa0", " ").rstrip()
        self.line.clear()
        if self.struck_depth or self.hidden_depth:
            self.aside.append("\n")
        if text.strip() or always:
            quote = "> " * self.quote_depth
            self.lines.append(quote + (text if always or self.is_plain else text.strip()))
        elif self.lines and self.lines[-1]:
            self.lines.append("")

    def end_aside(self, asides: list[str]) -> None:
        """End a stretch that is struck through or hidden."""
        text = "\n".join(" ".join(row.split()) for row in "".join(self.aside).splitlines()).strip()
        self.aside.clear()
        if text:
            asides.append(text)


def _without_comments(page: str) -> str:
    """The page without `<!-- comments -->`."""
    pieces = []
    end = 0
    start = page.find("<!--")
    while start >= 0:
        pieces.append(page[end:start])
        end = page.find("-->", start)
        if end < 0:
            return "".join(pieces)
        end += len("-->")
        start = page.find("<!--", end)
    pieces.append(page[end:])
    return "".join(pieces)


def _attributes(more: str) -> dict[str, str]:
    """The attributes of a tag that matter here."""
    values: dict[str, str] = {}
    for attribute in ATTRIBUTE.finditer(more):
        value = attribute["a"] or attribute["b"] or attribute["c"] or ""
        values.setdefault(attribute["name"].lower(), html.unescape(value[:LONGEST_ATTRIBUTE]))
    return values


def _mark(names: str) -> str:
    """The mark before an element of some id and class."""
    if REPLIES.search(names):
        return REPLY_MARK
    return SIGNATURE_MARK if SIGNATURES.search(names) else ""


@lru_cache(maxsize=2000)
def _element(name: str, more: str) -> Element:
    """What an element does to the text in it, by the rest of its tag."""
    attributes = _attributes(more)
    style = attributes.get("style", "")
    return Element(
        is_struck=name in STRUCK or bool(STRUCK_STYLE.search(style)),
        is_hidden="hidden" in attributes or bool(HIDDEN_STYLE.search(style)),
        is_unseen=name in UNSEEN,
        is_quote=name == "blockquote",
        keeps_lines=name in ("pre", "textarea") or bool(KEPT_LINES.search(style)),
        mark=_mark(attributes.get("id", "") + " " + attributes.get("class", "")),
    )


def _unescaped(text: str) -> str:
    """A text with its references (`&nbsp;`) as signs. A number of a thousand digits is none."""
    try:
        return html.unescape(text)
    except (ValueError, OverflowError):
        return text
