"""A zine's text in the form that its reader knows: one dash, one kind of italics, bare headings.

Lines stay where they are. The rules are those of the house styles.
"""

from __future__ import annotations

import re
from html import unescape

from builder.imports.zine.headings import heading
from builder.imports.zine.house import house, rewritten
from builder.imports.zine.patterns import RE

DASHES = str.maketrans(dict.fromkeys("‐‑−→➔➝⇒", "-"))


def normalised(text: str) -> str:
    """The text of a zine after the rules of its house."""
    text = RE.entity.sub(_sign, text).translate(DASHES)
    text = _unstarred(rewritten(text, house().text))
    lines = rewritten(text, house().faces).splitlines()
    return "\n".join(_undressed(line) for line in lines)


def _sign(found: re.Match[str]) -> str:
    sign = unescape(found[0])
    return " " if sign.isspace() else sign


def _unstarred(text: str) -> str:
    """Orders with a star behind them as what a line says that it marks; else in bold."""
    says = RE.stars.search(text)
    if says is None:
        return RE.starred.sub(r"<b>\g<order></b>", text)
    what = says["what"].lower()
    mark = what if what in ("dislodged", "annihilated") else "failed"
    return RE.starred.sub(rf"\g<order> ({mark})", RE.stars.sub("", text))


def _undressed(line: str) -> str:
    """A heading without what makes it bold."""
    bare = RE.dress.sub("", line).strip()
    return bare if bare != line.strip() and heading(bare) else line
