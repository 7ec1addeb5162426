"""What stands around an order in a zine: brackets, strokes, words behind it, helpers within.

(A VEN-ROM)  <A NWY-stp>  [A Ven-Rom] stood off    the whole order failed
<F <NTH> S *German* A hol-bel>        it failed, and the unit was dislodged
f gre-bul/sc /dislodged/              a note between strokes
A Galicia - Rumania (*Bounce*)        a result of a program
F Gre-Aeg - bounce   A Hol-Kie - OK   a word behind the order
a bud-ser (a tri, a rum s)  a edi-nwy (f nts c)   who supports or convoys it
f bla-bul (f con s [a smy s con])                 who supports the supporter
f bul/ec ms f con                                 two that support each other
"""

from __future__ import annotations

import re
from typing import NamedTuple

WORDS = (
    r"ok|succeeds?|bounced?|stood off|support cut|cut|dislodged|destroyed|annihilated"
    r"|fail(?:s|ed)?|void|no convoy|n\.?s\.?o\.?|n\.?s\.?u\.?|imp(?:ossible)?"
)
STROKES = re.compile(r"(?:^|(?<=\s))/\s*([a-z][a-z ,;:.-]*)/", re.IGNORECASE)
PROGRAM = re.compile(r"\(\*\s*([^*)]*?)\s*\*\)")
BARE = re.compile(
    rf"^[AF][a-z]*\s[^,;()\[\]]*\w\s+(?P<bare>{WORDS}|s[./]o)"
    r"(?:[.,!]\s*[a-z ]+|\s(?:by|with|against)\s.+)?$",
    re.IGNORECASE,
)
BEHIND = re.compile(rf"\s*[-–—_]\s*((?:{WORDS})\b.*)$", re.IGNORECASE)
MUST = re.compile(
    r"(?:\b(?:must|may|can)\s+(?:retreat to|go to)\s|(?<=\bdislodged):)\s*(?P<to>.+)$",
    re.IGNORECASE,
)
LOOSE = re.compile(r"(?:[\s.,(]+(nso|nsu|otm|ncs)\)?|\((imp)|[\s.,]+(imp)\))$", re.IGNORECASE)
HELPERS = re.compile(
    r"[(\[](?P<who>(?:[af]\s+[a-z][a-z /.]*?[a-z](?:,\s*|\s+and\s+|\s+))+)(?P<how>s|c)"
    r"(?:\s+(?P<whom>[a-z]{3,}))?\s*[)\]]",
    re.IGNORECASE,
)
MUTUAL = re.compile(r"\bm(?=s\s+(?P<unit>[af]\s+[a-z]+)\b)", re.IGNORECASE)
ONE = re.compile(r"[af]\s+[a-z/]+", re.IGNORECASE)
NESTED = re.compile(r"<([A-Za-z]{3,}(?:\((?:nc|sc|ec|wc)\))?)>")
AROUND = re.compile(
    rf"(?<=[\w)])\s*(?:\[\s*(?P<squared>(?:{WORDS})\b[^\[\]]*?)\s*\](?=\s*(?:\(|$))"
    rf"|\*(?P<starred>(?:{WORDS})\b[^*]*)\*$)",
    re.IGNORECASE,
)
STARRED = re.compile(r"\*([A-Za-z]+)\*")
JOINED = re.compile(r"\b([SC])([AF])\s+(?=[A-Z])")
WHOLE = re.compile(
    r"^[(<\[]\s*(?P<inside>[AF]\s.*)[)>\]](?P<words>(?:,?\s+(?:stood off|support cut|cut in part"
    r"|convoy disrupted|no convoy|no such unit|ordered twice|void|failed|dislodged))*)$",
    re.IGNORECASE,
)


class SupportingUnit(NamedTuple):
    """A unit printed within the order that it helps: `a pie s`, or `a pie s mar` with whom."""

    unit: str
    how: str
    whom: str = ""


class OrderWithMarks(NamedTuple):
    """An order without its marks."""

    text: str
    marks: tuple[str, ...]
    failed: bool
    helpers: tuple[SupportingUnit, ...] = ()


def unmark(text: str, slanted: bool) -> OrderWithMarks:
    """Part an order from what stands around it."""
    marks: list[str] = []
    helpers: list[SupportingUnit] = []
    while found := HELPERS.search(text):
        how, whom = found["how"].lower(), found["whom"] or ""
        helpers += [SupportingUnit(unit, how, whom) for unit in ONE.findall(found["who"])]
        text = HELPERS.sub("", text, count=1)
    if mutual := MUTUAL.search(text):
        helpers.append(SupportingUnit(mutual["unit"], "s"))
        text = MUTUAL.sub("", text)
    for pattern in (STROKES, PROGRAM):
        marks += [m[1].lower() for m in pattern.finditer(text)]
        text = pattern.sub(" ", text)
    text, around = _around(text)
    marks += around
    text = STARRED.sub(r"\1", text)
    if NESTED.search(text):
        marks.append("dislodged")
        text = NESTED.sub(r"\1", text)
    whole = WHOLE.match(text.strip())
    if whole and whole["inside"].count("(") == whole["inside"].count(")"):
        text, slanted = whole["inside"], True
        marks += [w.strip() for w in whole["words"].split(",") if w.strip()]
    if text.count("(") != text.count(")") or not text.endswith(")"):
        marks += [m[m.lastindex or 0].lower() for m in LOOSE.finditer(text)]
        text = LOOSE.sub("", text)
    behind = BEHIND.search(text)
    if behind and text.count("(", 0, behind.start()) == text.count(")", 0, behind.start()):
        marks.append(behind[1].lower())
        text = text[: behind.start()]
    text = JOINED.sub(r"\1 \2 ", text)
    told = [MUST.sub(r"r:\g<to>", mark) for mark in marks]
    return OrderWithMarks(" ".join(text.split()), tuple(told), slanted, tuple(helpers))


def _around(text: str) -> tuple[str, list[str]]:
    """An order without the mark in brackets or stars behind it, and that mark."""
    bare = text.strip(" .!")
    found = AROUND.search(bare)
    if found is None and (said := BARE.match(bare)) and not BEHIND.search(bare):
        return bare[: said.start("bare")], [said["bare"].lower()]
    if found is None:
        return text, []
    mark = found["squared"] or found["starred"]
    return bare[: found.start()] + bare[found.end() :], [mark.lower()]
