"""The text of a page for the search, section by section."""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from builder.site.addresses import folder
from builder.site.artifacts import Artifact

MARKUP = re.compile(r"<!--.*?-->|<(script|style|svg|nav|form|figcaption)\b.*?</\1\s*>", re.DOTALL)
UNREAD = re.compile(
    r'<table class="(?:games|pl|zsc)".*?</table>|<p class="(?:cap|crumbs|onpage|over|pairs)".*?</p>'
    r'|<i class="ctr[^"]*".*?</i>|<a class="headerlink".*?</a>',
    re.DOTALL,
)
HEADING = re.compile(r"<h[1-4]\b([^>]*)>(.*?)</h[1-4]>", re.DOTALL)
ANCHOR = re.compile(r'\bid="([^"]*)"')
TAG = re.compile(r"<[^>]*>")
# Tags within a word, which do not part it.
INLINE = re.compile(r"</?(?:b|i|em|strong|code|span|bdi|a|abbr|sup|sub|mark|cite)\b[^>]*>")


# The pages of parts whose sections the search finds: issues, and the rules sentence by sentence.
SEARCHED = re.compile(r"zines/.+/index\.html|variants/.+/(?:sentences|articles)/index\.html")


class PageSection(NamedTuple):
    """A part of a page under a heading: the kind of its page, the page's title, its own title,
    its address in the site, and its text."""

    kind: str
    page: str
    title: str
    address: str
    text: str


def searched_sections(artifact: Artifact) -> Iterator[PageSection]:
    """The sections of an issue, or of the rules sentence by sentence, for the search."""
    if artifact.kind == "file" or not SEARCHED.fullmatch(artifact.path):
        return
    if artifact.path.startswith("zines/by-title/"):
        return
    kind = "Issue" if artifact.path.startswith("zines/") else "Rules"
    yield from sections_of(str(artifact.content), artifact.title, folder(artifact.path), kind)


def sections_of(html: str, title: str, address: str, kind: str) -> Iterator[PageSection]:
    """The sections of a page that have an address of their own; before them the beginning of the
    page. Text below a heading without an anchor belongs to the section before it."""
    text = UNREAD.sub(" ", MARKUP.sub(" ", html))
    name = title
    place = address
    body = ""
    end = 0
    for heading in HEADING.finditer(text):
        body += text[end : heading.start()]
        end = heading.end()
        anchor = ANCHOR.search(heading[1])
        if heading[0].startswith("<h1"):
            continue
        if anchor is None:
            body += f" {heading[2]} "
            continue
        yield PageSection(kind, title, name, place, plain_text(body))
        name = plain_text(heading[2])
        place = f"{address}#{unescape(anchor[1])}"
        body = ""
    yield PageSection(kind, title, name, place, plain_text(body + text[end:]))


def plain_text(html: str) -> str:
    """HTML without its tags, with one blank between its words.

    >>> plain_text("<td>F Tri</td><td>A <b>B</b>ud &amp; more</td>")
    'F Tri A Bud & more'
    """
    return " ".join(unescape(TAG.sub(" ", INLINE.sub("", html))).split())
