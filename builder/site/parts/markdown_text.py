"""Markdown that people typed, as harmless HTML."""

import re
from collections.abc import Callable
from functools import cache, partial

import markdown
import nh3
from markupsafe import Markup

from builder.playback.replaying import Replay

TAGS = {
    "a", "abbr", "b", "blockquote", "br", "cite", "code", "dd", "del", "div", "dl", "dt", "em",
    "figcaption", "figure", "h2", "h3", "h4", "h5", "hr", "i", "img", "li", "ol", "p", "pre", "s",
    "small", "span", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul",
}  # fmt: skip
ATTRIBUTES = {
    "*": {"class", "id", "title"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height", "loading"},
    "td": {"colspan", "align"},
    "th": {"colspan", "scope", "align"},
}
BESIDE = re.compile(r"(?!\s*//)[^\x00-\x1f\x7f\\:]*")  # no other site, however it is spelled
LEFT_OUT = re.compile(r"<img\b(?![^>]* src=)[^>]*>")
AS_TYPED = Markup("<pre>{}</pre>")
LONGEST, LONGEST_BLOCK = 200_000, 20_000  # characters of a text, and of a paragraph
MOST_SIGNS = 250  # brackets of one kind in a paragraph
NUMBERED = re.compile(r"^#(?=\d)", re.MULTILINE)
SHORT = re.compile(r"\b([A-Z]\w*?\d{1,4}[MRA])\b")


@cache
def _reader() -> markdown.Markdown:
    return markdown.Markdown(extensions=["tables", "footnotes", "attr_list", "sane_lists"])


def rendered(text: str) -> Markup:
    """Markdown typed by people as HTML; scripts, styles, frames and handlers are dropped.

    Pictures from other sites are dropped too, so that no other site learns who reads a page. A line
    that begins with the number of an issue, `#216`, is no heading. A text for which Markdown would
    take too long is shown as it was typed.
    """
    if not _is_simple(text):
        return AS_TYPED.format(text)
    try:
        html = _reader().reset().convert(NUMBERED.sub(r"\#", text))
    except RecursionError:
        return AS_TYPED.format(text)
    clean = partial(nh3.clean, tags=TAGS, attributes=ATTRIBUTES, link_rel="nofollow")
    return Markup(LEFT_OUT.sub(left_out, clean(html, attribute_filter=_ours)))


def left_out(picture: re.Match[str]) -> str:
    """The words in place of a picture that is not shown."""
    words = re.search(r' alt="([^"]+)"', picture[0])
    return f'<em class="left-out">[picture{f": {words[1]}" if words else ""}]</em>'


def _is_simple(text: str) -> bool:
    """Can Markdown be read quickly? Its time grows with the cube of the brackets in a paragraph."""
    return len(text) <= LONGEST and all(
        len(block) <= LONGEST_BLOCK and max(map(block.count, "[<>")) <= MOST_SIGNS
        for block in text.split("\n\n")
    )


def _ours(tag: str, attribute: str, value: str) -> str | None:
    elsewhere = (tag, attribute) == ("img", "src") and not BESIDE.fullmatch(value)
    return None if elsewhere else value


def linked(replay: Replay, base: str) -> Callable[[str], Markup]:
    """A function that makes HTML of people's words about a game; `S1904M` becomes a link to that
    phase's page if the game has it. `base` is the relative address of the game's folder."""
    known, calendar = {stage.phase for stage in replay.stages}, replay.variant.setting.calendar

    def link(found: re.Match[str]) -> str:
        phase = calendar.get(found[1])
        if phase is None or phase not in known:
            return found[0]
        return f'<a class="at" href="{base}{calendar.slug(phase)}/">{found[1]}</a>'

    def html(text: str) -> Markup:
        pieces = re.split(r"(<[^>]*>)", str(rendered(text)))
        inside = 0
        for i, piece in enumerate(pieces):
            if piece.startswith("<"):
                inside += piece.startswith("<a ") - piece.startswith("</a")
            elif not inside:
                pieces[i] = SHORT.sub(link, piece)
        return Markup("".join(pieces))

    return html
