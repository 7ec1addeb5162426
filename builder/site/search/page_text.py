"""The text of a page for the theme's search."""

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

LEAD = 700
TAG = re.compile(r"<[^>]*>")
BLOCK = re.compile(r"</?(?:p|pre|ul|ol|li)>")
STOP = re.compile(r"[.?!:;]\s")
APART = re.compile(r"[\s-]+")
END = re.compile(r"(</(?:t[dhr]|d[dt]|h[1-6]|option|summary|div)>)(?=<)")
UNREAD = re.compile(
    r'<((?:nav|form|figcaption)\b|dl class="people"|i class="ctr[^"]*"'
    r'|h2 id="evidence"|p class="(?:cap|crumbs|onpage|over|pairs)"|table class="(?:games|pl|zsc)"'
    r'|\w+ (?:id|href)="#?games")'
)


def searchable(html: str) -> str:
    """A page prepared for the search, which takes its text without the tags. Spaces are added
    between cells and headings, and parts to leave out are marked. The search removes the marks."""
    return END.sub(r"\1 ", UNREAD.sub(r'<\1 data-search-exclude="yes"', html))


def condense(sections: Sequence[dict[str, Any]]) -> None:
    """Shorten the texts of a page's sections in the search index.
    Each begins as it is written, in paragraphs, up to about `LEAD` letters. Then come the words
    that the page has not had before, so every word of a page leads to it."""
    said: set[str] = set()
    rests = []
    for section in sections:
        text = (" ".join(TAG.sub("", block).split()) for block in BLOCK.split(section["text"]))
        blocks, rest = list(filter(None, text)), list[str]()
        room = LEAD
        for at, block in enumerate(blocks):
            end = _end(block, room)
            blocks[at], room = block[:end].rstrip(), room - end if end == len(block) else 0
            rest += block[end:].split()
        said |= _words(f"{section['title']} {' '.join(blocks)}")
        rests.append((blocks, rest))
    for section, (blocks, rest) in zip(sections, rests, strict=True):
        new = []
        for word in rest:
            if not _words(word) <= said:
                new.append(word)
                said |= _words(word)
        held = [block for block in (*blocks, f"… {' '.join(new)}" if new else "") if block]
        form = "<p>{}</p>" if len(held) > 1 else "{}"
        section["text"] = "".join(map(form.format, held))


def _end(block: str, room: int) -> int:
    """How much of a paragraph fits: whole sentences, or words in the section's first paragraph."""
    if len(block) <= room:
        return len(block)
    stops = [found.end() for found in STOP.finditer(block, 0, room)]
    return stops[-1] if stops else block.rfind(" ", 0, room) + 1 if room == LEAD else 0


def _words(text: str) -> set[str]:
    """The words of a text as the search splits it; it finds words by their beginnings."""
    return {word.rstrip(".,;:!?)”’").lower() for word in APART.split(unescape(text))}
