"""A zine's text in the form that its reader knows: one dash, one kind of italics, bare headings.

Lines stay where they are. The rules are those of the house styles.
"""

from __future__ import annotations

import re
from html import unescape

from builder.imports.zine.headings import heading
from builder.imports.zine.house import house, rewritten

ENTITY = re.compile(r"&(?:#\d+|#x[\da-f]+|[a-z]+\d*);", re.IGNORECASE)
DASHES = str.maketrans(dict.fromkeys("‐‑−→➔➝⇒", "-"))
STARRED = re.compile(
    r"(?<![\w*])(?P<order>(?:[AF]|Army|Fleet)\s[A-Za-z][^,;*<>\n]{0,80}?[\w)])\*(?![\w*])"
)
STARS = re.compile(
    r"^[^\w\n]{0,3}\*[^\w\n]{0,9}(?:(?:means?|denotes?|indicates?|marks?|an?|the|orders?|units?|moves?|that|which)\s+)*"
    r"(?P<what>fail|unsuccessful|bounce|stood off|dislodged|annihilated)\w*[^\w\n]{0,9}$",
    re.IGNORECASE | re.MULTILINE,
)
DRESS = re.compile(
    r"^\s*(?:#+\s+)?(?:[*_]{1,2}(?=\S))?|\*\*|</?(?:b|u|strong|h[1-6])>|[*_]{1,2}\s*$",
    re.IGNORECASE,
)


def normalised(text: str) -> str:
    """The text of a zine after the rules of its house."""
    text = ENTITY.sub(_sign, text).translate(DASHES)
    text = _unstarred(rewritten(text, house().text))
    lines = rewritten(text, house().faces).splitlines()
    return "\n".join(_undressed(line) for line in lines)


def _sign(found: re.Match[str]) -> str:
    sign = unescape(found[0])
    return " " if sign.isspace() else sign


def _unstarred(text: str) -> str:
    """Orders with a star behind them as what a line says that it marks; else in bold."""
    says = STARS.search(text)
    if says is None:
        return STARRED.sub(r"<b>\g<order></b>", text)
    what = says["what"].lower()
    mark = what if what in ("dislodged", "annihilated") else "failed"
    return STARRED.sub(rf"\g<order> ({mark})", STARS.sub("", text))


def _undressed(line: str) -> str:
    """A heading without what makes it bold."""
    bare = DRESS.sub("", line).strip()
    return bare if bare != line.strip() and heading(bare) else line
