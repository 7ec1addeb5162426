"""The content security policy of pages: only the site's own scripts and styles run.

Each page states its policy in a meta element; `headers` states it for a whole site in the form of a
`_headers` file, which several hosts understand. Scripts and styles inside pages are allowed by
their hashes.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from itertools import takewhile

from builder.site.parts.page_tags import PageTag, PageTags

RUN = ("", "text/javascript", "module")  # types of scripts that are not data
SOURCE = re.compile(r"(?:script|style) 'sha256-[A-Za-z0-9+/]{43}='")


def protected(page: str, body: str = "", more: str = "") -> tuple[str, frozenset[str]]:
    """A page with its policy, and the sources of its scripts and styles as `script 'sha256-…'`.
    Scripts in its `body`, or else in its main element, are not allowed: they do not run. `more` are
    scripts that the page may get later. A page that has a policy stays as it is."""
    tags = PageTags(page.replace(body, "") if body else page)
    head = _head(tags)
    if any(tag.attributes.get("http-equiv") == "Content-Security-Policy" for tag in head):
        return page, frozenset()
    frame = tags if body else PageTags(tags.without("main"))
    allowed = _inline_sources(frame) | inline_sources(more)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(allowed)}">'
    before = _first_of_head(head)
    return page.replace(before, before + meta, 1), allowed


@lru_cache(maxsize=8)  # frames come with each game, and it takes longer to read one than a page
def inline_sources(page: str) -> frozenset[str]:
    """The scripts and styles that stand in a page, as a policy names them."""
    return _inline_sources(PageTags(page))


def _inline_sources(tags: PageTags) -> frozenset[str]:
    sources: set[str] = set()
    for tag, text in tags.raw_elements():
        runs = "src" not in tag.attributes and tag.attributes.get("type", "") in RUN
        if text and runs:
            checksum = b64encode(sha256(text.encode()).digest()).decode()
            sources.add(f"{tag.name} 'sha256-{checksum}'")
    return frozenset(sources)


def _head(tags: PageTags) -> list[PageTag]:
    """The start tags of a page before its body; all if it has none."""
    return [*takewhile(lambda tag: tag.name != "body", tags.start_tags)]


def _first_of_head(head: Iterable[PageTag]) -> str:
    """The tag behind which the policy stands: what names the letters of the page comes first."""
    for tag in head:
        if tag.name == "meta" and "charset" in tag.attributes:
            return tag.text
    return "<head>"


def policy(allowed: Iterable[str]) -> str:
    """The policy under which the scripts and styles with these hashes run."""
    more = {"script": "", "style": ""}
    for kind, source in sorted(one.split(" ") for one in filter(SOURCE.fullmatch, allowed)):
        more[kind] += f" {source}"
    return (
        "default-src 'none'; base-uri 'none'; form-action 'self'; img-src 'self' data:;"
        " font-src 'self' data:; connect-src 'self'; frame-src 'self'; worker-src 'self';"
        " manifest-src 'self';"
        f" script-src 'self' 'wasm-unsafe-eval'{more['script']}; style-src 'self'{more['style']}"
    )


def headers(allowed: Iterable[str]) -> str:
    """The `_headers` file of a site whose pages have these scripts and styles."""
    return (
        f"/*\n  Content-Security-Policy: {policy(allowed)}\n"
        "  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n"
    )
