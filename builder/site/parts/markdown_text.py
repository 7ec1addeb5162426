"""Markdown that people typed, as harmless HTML.

References to phases, and pictures that are left out, are changed in Markdown's tree; links and
addresses by the attribute filter of nh3. Nothing works on the HTML after it was made harmless.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from html import unescape
from typing import Any
from xml.etree.ElementTree import Element

import markdown
import nh3
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markupsafe import Markup

from builder.errors import ArchiveError
from builder.playback.replaying import Replay
from builder.site import addresses
from builder.site.parts.nesting import DEEPEST, too_deep_line
from builder.site.parts.table_alignment import AlignedTables

TAGS = {
    "a", "abbr", "b", "bdi", "blockquote", "br", "cite", "code", "dd", "del", "div", "dl", "dt",
    "em", "figcaption", "figure", "h2", "h3", "h4", "h5", "hr", "i", "img", "li", "ol", "p", "pre",
    "s", "small", "span", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr",
    "u", "ul",
}  # fmt: skip
ATTRIBUTES = {
    "*": {"class", "id", "title"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height", "loading"},
    "td": {"colspan", "align"},
    "th": {"colspan", "scope", "align"},
}
BESIDE = re.compile(r"(?!\s*//)[^\x00-\x1f\x7f\\:]*")  # no other site, however it is spelled
AS_TYPED = Markup("<pre>{}</pre>")
LONGEST_TEXT = 200_000
LONGEST_BLOCK = 20_000  # characters of a text, and of a paragraph
MOST_SIGNS = 250  # brackets of one kind in a paragraph
NUMBERED = re.compile(r"^#(?=\d)", re.MULTILINE)
PHASE = r"[A-Z]\w*?\d{1,4}[MRA]"
REFERENCE = rf"\b(?:([a-z0-9-]+):)?({PHASE})\b"  # 1998v:S1904M, S1904M
AFTER_LINKS_AND_CODE = 40  # the priority of Markdown's patterns goes from 190 to 50
LAST = 5
Target = tuple[str, str]  # an address, and the words that lead there


def nothing(_game: str, _phase: str) -> Target | None:
    """A text in which no reference leads anywhere."""
    return None


def unchanged(address: str) -> str:
    """A text whose links need no change."""
    return address


@dataclass(frozen=True)
class TextPlace:
    """The place of a text in the site.

    `refer` gives the target of a reference by its game (empty in `S1904M`) and its phase; None if
    it has none. `address` gives what a link means on the page, `shows` whether a picture is there.
    `prefix` begins every id, so that several texts on one page share none.
    """

    refer: Callable[[str, str], Target | None] = nothing
    address: Callable[[str], str] = unchanged
    shows: Callable[[str], bool] = bool
    prefix: str = ""


ANYWHERE = TextPlace()
EXTENSIONS = ("tables", "footnotes", "attr_list", "sane_lists", AlignedTables())


class References(InlineProcessor):
    """Makes links of references to phases; not in code, in links or in attributes."""

    ANCESTOR_EXCLUDES = ("a",)
    place = ANYWHERE

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], _data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """The link of one reference, and the span that it replaces."""
        target = self.place.refer(m[1] or "", m[2])
        if target is None:
            return None, None, None
        link = Element("a", {"class": "at", "href": target[0]})
        link.text = markdown.util.AtomicString(target[1])
        return link, m.start(), m.end()


class Pictures(Treeprocessor):
    """Puts words in place of pictures that are not shown."""

    place = ANYWHERE

    def run(self, root: Element) -> None:
        """Replace the pictures of a text."""
        for parent in root.iter():
            for child in parent:
                if child.tag == "img" and not self._is_shown(unescape(child.get("src", ""))):
                    _leave_out(child)

    def _is_shown(self, source: str) -> bool:
        return bool(BESIDE.fullmatch(source)) and self.place.shows(source)


def _leave_out(picture: Element) -> None:
    """Make an element of words of a picture."""
    words = picture.get("alt", "")
    tail = picture.tail
    picture.clear()
    picture.tag = "em"
    picture.set("class", "left-out")
    picture.text = f"[picture: {words}]" if words else "[picture]"
    picture.tail = tail


@cache
def _reader() -> Any:
    reader = markdown.Markdown(extensions=EXTENSIONS)
    references = References(REFERENCE, reader)
    reader.inlinePatterns.register(references, "references", AFTER_LINKS_AND_CODE)
    reader.treeprocessors.register(Pictures(reader), "pictures", LAST)
    return reader


class NestedTooDeepError(ArchiveError):
    """HTML in a text lies more than 100 elements deep."""


def rendered(text: str, place: TextPlace = ANYWHERE) -> Markup:
    """Markdown typed by people as HTML; scripts, styles, frames and handlers are dropped.

    Pictures from other sites are dropped too, so that no other site learns who reads a page. A line
    that begins with the number of an issue, `#216`, is no heading. A text for which Markdown would
    take too long, or whose HTML lies too deep, is shown as it was typed.
    """
    try:
        return rendered_if_shallow(text, place)
    except NestedTooDeepError:
        return AS_TYPED.format(text)


def rendered_if_shallow(text: str, place: TextPlace = ANYWHERE) -> Markup:
    """Markdown as HTML, as by `rendered`; raises NestedTooDeepError."""
    if not _is_simple(text):
        _check_depth(text)
        return AS_TYPED.format(text)
    reader = _reader()
    reader.inlinePatterns["references"].place = place
    reader.treeprocessors["pictures"].place = place
    try:
        html = reader.reset().convert(NUMBERED.sub(r"\#", text))
    except RecursionError:
        return AS_TYPED.format(text)
    _check_depth(html)
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        attribute_filter=partial(_attribute, place),
        link_rel="nofollow",
    )
    return Markup(clean)


def _check_depth(html: str) -> None:
    """Raises NestedTooDeepError for HTML that would take nh3 minutes."""
    if too_deep_line(html):
        raise NestedTooDeepError(f"more than {DEEPEST} elements in one another")


def _is_simple(text: str) -> bool:
    """Can Markdown be read quickly? Its time grows with the cube of the brackets in a paragraph."""
    return len(text) <= LONGEST_TEXT and all(
        len(block) <= LONGEST_BLOCK and max(map(block.count, "[<>")) <= MOST_SIGNS
        for block in text.split("\n\n")
    )


def _attribute(place: TextPlace, tag: str, attribute: str, value: str) -> str | None:
    """The value of an attribute on the page; None leaves the attribute out."""
    if attribute == "id":
        return place.prefix + value
    if (tag, attribute) == ("a", "href"):
        within = value.startswith("#")
        return f"#{place.prefix}{value[1:]}" if within else place.address(value)
    if (tag, attribute) == ("img", "src"):
        return place.address(value) if BESIDE.fullmatch(value) else None
    return value


def linked(replay: Replay, base: str, prefix: str = "") -> Callable[[str], Markup]:
    """A function that makes HTML of people's words about a game; `S1904M` becomes a link to that
    phase's page if the game has it. `base` is the relative address of the game's folder."""
    calendar = replay.variant.setting.calendar

    def refer(game: str, name: str) -> Target | None:
        phase = calendar.get(name)
        depth = replay.record.depth or "phases"
        if game or phase is None or depth == "counts":
            return None
        if all(stage.phase != phase for stage in replay.stages):
            return None
        slug = calendar.slug(phase)
        return f"{base}{addresses.phase_within(slug, depth)}", name

    return partial(rendered, place=TextPlace(refer=refer, prefix=prefix))
