"""The text of an annotated report with its result marks in one spelling, line by line.

- A Mun-Bur (fails)     1. A Mun-Bur FAILED     A Mun-Bur ✗     A Mun-Bur     FAILS
• A Par-Bur - succeeds  * A Par-Bur [ok]        ✓ A Par-Bur     A Par-Bur     SUCCEEDS
A Mun-Bur (bounced)     A Mun-Bur: stood off                    A Mun-Bur     (*bounce*)
A Mun H [dislodged, support cut]                                A Mun H       (*dislodged, cut*)
"""

from __future__ import annotations

import re

from builder.imports.annotated.report_lines import VERB
from builder.imports.corrections import near

FAILS, SUCCEEDS = "fails", "succeeds"
SHAPES = {
    FAILS: "fail|fails|failed|failure|unsuccessful|✗|✘|❌|✖|×",
    SUCCEEDS: "succeed|succeeds|succeeded|success|successful|ok|okay|✓|✔|✅|☑",
    "bounce": "bounce|bounces|bounced|stood off|stand-off|standoff|stood-off|blocked",
    "cut": "cut|support cut",
    "dislodged": "dislodged|annihilated",
    "destroyed": "destroyed",
    "void": "void|invalid|illegal|impossible|nso|no such order",
    "no convoy": "no convoy",
    "disrupted": "disrupted|convoy disrupted",
}
MARKS = {word: mark for mark, words in SHAPES.items() for word in words.split("|")}
WORD = "|".join(sorted(map(re.escape, MARKS), key=len, reverse=True))
SIGN = r"[✗✘❌✖×✓✔✅☑]\ufe0f?"
UNIT = r"(?:A|F|Army|Fleet)\.?\s+[A-Za-z]"
BULLET = re.compile(
    r"^\s*(?:[-*•·‣▪–—+]|\d{1,2}[.)])\s+"
    rf"(?=(?:[A-Z][\w-]+:\s*)?(?:{SIGN}\s*)?(?:{UNIT}|(?i:builds?|removes?|waives?|disbands?)\b))"
)
AHEAD = re.compile(rf"^(?P<head>\s*(?:[A-Z][\w-]+:\s*)?)(?P<mark>{SIGN})\s*(?P<order>{UNIT}.*)$")
BEHIND = re.compile(
    rf"^(?P<order>\s*(?:[A-Z][\w-]+:\s*)?{UNIT}[^,;*]*?[\w).])(?P<mark>"
    rf"(?:\s*[-–—:=>]+\s*|\s*[(\[{{]\s*|\s+|(?={SIGN}))(?:{WORD})"
    rf"(?:\s*(?:[,;/&+]|\band\b)\s*(?:{WORD}))*\s*[)\]}}]?)[\s.!]*\ufe0f?$",
    re.IGNORECASE,
)
ENCLOSED = re.compile(
    rf"^(?P<order>\s*(?:[A-Z][\w-]+:\s*)?{UNIT}[^,;*]*?)\s*"
    r"[(\[](?P<mark>(?!via|by)[A-Za-z ,;/]{4,})[)\]][\s.!]*$"
)
ALONE = re.compile(r"^\s*(?:[A-Z][\w-]+:\s*)?(?:A|F|Army|Fleet)\.?\s+[A-Z]\S*\s*$")
FACE = re.compile(r"(?<=\s)(?:\*\*|__|[*_])(?P<word>[A-Za-z][A-Za-z, ]+)(?:\*\*|__|[*_])\s*$")
LONGEST = 500  # signs; one order and its marks
SPLIT = re.compile(r"[,;/&+]|\band\b")
KNOWN = re.compile(r"\s(?:SUCCEEDS|FAILS)\s*(?:[A-Z]{2})?$|\(\*")


def familiar(text: str) -> str:
    """The text with bullets left out, and marks as the reader of marked orders knows them."""
    return "\n".join(map(_line, text.splitlines()))


def _line(line: str) -> str:
    line = BULLET.sub("", line)
    if len(line) > LONGEST or KNOWN.search(line):
        return line
    if ahead := AHEAD.match(line):
        return f"{ahead['head']}{ahead['order']}{_shown([MARKS[ahead['mark'][0]]])}"
    bare = FACE.sub(r"(\g<word>)", line)
    found = BEHIND.match(bare) or ENCLOSED.match(bare)
    if found is None or not _is_orderly(found["order"]):
        return line
    words = [w for w in (_word(w) for w in SPLIT.split(found["mark"])) if w]
    marks = [MARKS.get(word) or (word if near(word, MARKS) else "") for word in words]
    return f"{found['order'].rstrip()}{_shown(marks)}" if all(marks) else line


def _is_orderly(text: str) -> bool:
    """Is it more than a word that looks like a unit: does it do something, or stand alone?"""
    return VERB.search(text) is not None or ALONE.match(text) is not None


def _word(written: str) -> str:
    return " ".join(written.strip(" -–—:=>()[]{}.!\ufe0f").lower().split())


def _shown(marks: list[str]) -> str:
    """Marks behind an order; that it was done is no news beside another."""
    told = [mark for mark in dict.fromkeys(marks) if mark != SUCCEEDS]
    if len(told) > 1 or (told and told != [FAILS]):
        return f" (*{', '.join(told)}*)"
    return f"  {FAILS.upper() if told else SUCCEEDS.upper()}"
