"""A zine's text in the signs that its reader knows, line by line as it was.

A Vie‐Gal  A Vie−Gal  A Vie→Gal  A Vie&ndash;Gal    one dash
_A Mun-Bur_  *A Mun-Bur*  <em>A Mun-Bur</em>        italics, as plain text and pages have them
**A Mun-Bur**  __A Mun-Bur__  <strong>A Mun-Bur</strong>    bold
A(Vie)-Gal                                          the place in parentheses, as in Britain
<b>Spring 1901</b>  ## Spring 1901  **AUSTRIA (Allen)**:    headings and powers in bold
"""

from __future__ import annotations

import re
from html import unescape

from builder.imports.zine.headings import heading

ENTITY = re.compile(r"&(?:#\d+|#x[\da-f]+|[a-z]+\d*);", re.IGNORECASE)
SIGNS = str.maketrans({**dict.fromkeys("‐‑−→➔➝⇒", "-"), "\xa0": " "})
WAVE = re.compile(r"\b(?P<unit>[AF]\s[A-Z]{3,}(?:\(..\))?\s?)~+(?=\s?[A-Z]{3})", re.IGNORECASE)
LAYOUT = re.compile(r"</?(?:html|body|p|div|center|br|hr)\b[^<>\n]*>", re.IGNORECASE)
SLANTED = re.compile(r"<(/?)em>", re.IGNORECASE)
STRONG = re.compile(r"<(/?)strong>", re.IGNORECASE)
STARRED = re.compile(
    r"(?<![\w*])(?P<order>(?:[AF]|Army|Fleet)\s[A-Za-z][^,;*<>\n]{0,80}?[\w)])\*(?![\w*])"
)
STARS = re.compile(
    r"^[^\w\n]{0,3}\*[^\w\n]{0,9}(?:(?:means?|denotes?|indicates?|marks?|an?|the|orders?|units?|moves?|that|which)\s+)*"
    r"(?P<what>fail|unsuccessful|bounce|stood off|dislodged|annihilated)\w*[^\w\n]{0,9}$",
    re.IGNORECASE | re.MULTILINE,
)
TWICE = re.compile(
    r"(?<![\w*])(?P<sign>\*\*|__)(?=[^\s*_])(?P<inside>[^*_\n]+(?:\n[^*_\n]+)?)(?P=sign)(?![\w*])"
)
EMPHASIS = re.compile(
    r"(?<![\w*])(?P<sign>[_*])(?P<order>(?:[AF]|Army|Fleet)\s[A-Z]{3}[A-Z ().]*?"
    r"(?:\s?[-–—]|\s(?:[SCH]|to|holds?|stands|supports?|convoys?)\b)[^_*\n]*(?:\n[^_*\n]+)?)(?P=sign)"
    r"(?![\w*])",
    re.IGNORECASE,
)
ENCLOSED = re.compile(
    r"(?<![A-Za-z])(?P<kind>[AF])"
    r"\((?P<place>[A-Z]{3,}(?:[ .]+[A-Z]+)*(?:\s?\([nsew]c\)|/[nsew]c)?)\)(?P<coast>[nsew]c\b)?",
    re.IGNORECASE,
)
BOLD = r"(?:\*\*|</?(?:b|u|strong|h[1-6])>)"
DRESS = re.compile(rf"^\s*(?:#+\s+)?(?:[*_]{{1,2}}(?=\S))?|{BOLD}|[*_]{{1,2}}\s*$", re.IGNORECASE)
WHOLE = re.compile(r"^\s*<b>(?P<entry>[A-Z][A-Za-z]+\b[^<>:]*:[^<>]*)</b>\s*$", re.IGNORECASE)
HEAD = re.compile(
    rf"^\s*{BOLD}(?P<power>[A-Z][A-Za-z]+(?:-[A-Z][A-Za-z]+)?)"
    rf"(?P<more>(?:\s\([^()<>*]*\))?\s*:?){BOLD}(?=(?P<colon>\s*:)?)",
    re.IGNORECASE,
)


def familiar(text: str) -> str:
    """The text of a zine in the signs that are known; its lines stay where they are."""
    text = ENTITY.sub(_sign, text).translate(SIGNS)
    text = SLANTED.sub(r"<\1i>", LAYOUT.sub(" ", WAVE.sub(r"\g<unit>-", text)))
    text = TWICE.sub(r"<b>\g<inside></b>", STRONG.sub(r"<\1b>", text))
    text = _unstarred(text)
    text = ENCLOSED.sub(_opened, text)
    return "\n".join(map(_undressed, EMPHASIS.sub(_in_tags, text).splitlines()))


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


def _opened(found: re.Match[str]) -> str:
    coast = f"({found['coast']})" if found["coast"] else ""
    return f"{found['kind']} {found['place']}{coast}"


def _in_tags(found: re.Match[str]) -> str:
    return f"<i>{found['order']}</i>"


def _undressed(line: str) -> str:
    """A heading, a whole entry, or the head of a power's entry without what makes it bold; a
    power's name alone in italics."""
    bare = DRESS.sub("", line).strip()
    if bare != line.strip() and heading(bare):
        return bare
    line = WHOLE.sub(r"\g<entry>", line)
    if head := HEAD.match(line):
        plain = head["more"] or head["colon"]
        name = f"{head['power']}{head['more']}" if plain else f"<i>{head['power']}</i>"
        return name + line[head.end() :]
    return line
