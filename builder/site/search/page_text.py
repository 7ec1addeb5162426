"""What the theme's search reads of a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

LEAD = 800
TAG = re.compile(r"<[^>]*>")
STOP = re.compile(r"[.?!:;]\s")
APART = re.compile(r"[\s-]+")
END = re.compile(r"(</(?:t[dhr]|d[dt]|h[1-6]|option|summary|div)>)(?=<)")
UNREAD = re.compile(
    r'<((?:nav|form|figcaption)\b|dl class="people"|i class="ctr[^"]*"'
    r'|h2 id="evidence"|p class="(?:cap|crumbs|onpage|over|pairs)"|table class="(?:games|pl|zsc)"'
    r'|\w+ (?:id|href)="#?games")'
)


def searchable(html: str) -> str:
    """A page whose excerpts can be read: the search takes text as it stands, without its tags.

    The search removes the marks of what it leaves out.
    """
    return END.sub(r"\1 ", UNREAD.sub(r'<\1 data-search-exclude="yes"', html))


def condense(sections: Sequence[dict[str, Any]]) -> None:
    """Shorten the texts of a page's sections in the search index, without their tags.

    Each begins as it is written, up to about `LEAD` letters; what follows are the words that
    the page has not said before. So every word of a page leads to it.
    """
    said: set[str] = set()
    rests = []
    for section in sections:
        text = " ".join(TAG.sub(" ", section["text"]).split())
        stops = [found.end() for found in STOP.finditer(text, LEAD // 2, LEAD)]
        end = len(text) if len(text) <= LEAD else stops[-1] if stops else text.rfind(" ", 0, LEAD)
        section["text"] = text[:end].rstrip()
        said |= _words(f"{section['title']} {section['text']}")
        rests.append(text[end:].split())
    for section, rest in zip(sections, rests, strict=True):
        new = []
        for word in rest:
            if not _words(word) <= said:
                new.append(word)
                said |= _words(word)
        if new:
            section["text"] += f" … {' '.join(new)}"


def _words(text: str) -> set[str]:
    """The words of a text as the search takes them apart; it finds them by their beginnings."""
    return {word.rstrip(".,;:!?)”’").lower() for word in APART.split(unescape(text))}
