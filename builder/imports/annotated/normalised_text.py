"""The text of an annotated report with its result marks in one spelling, line by line.

- A Mun-Bur (fails)     1. A Mun-Bur FAILED     A Mun-Bur ✗     A Mun-Bur     FAILS
• A Par-Bur - succeeds  * A Par-Bur [ok]        ✓ A Par-Bur     A Par-Bur     SUCCEEDS
A Mun-Bur (bounced)     A Mun-Bur: stood off                    A Mun-Bur     (*bounce*)
A Mun H [dislodged, support cut]                                A Mun H       (*dislodged, cut*)
"""

from __future__ import annotations

from builder.imports.annotated.report_lines import MARKS, RE
from builder.imports.corrections import near

FAILS, SUCCEEDS = "fails", "succeeds"
LONGEST = 500  # signs; one order and its marks


def normalised(text: str) -> str:
    """The text with bullets left out, and marks as the reader of marked orders knows them."""
    return "\n".join(map(_line, text.splitlines()))


def _line(line: str) -> str:
    line = RE.bullet.sub("", line)
    if len(line) > LONGEST or RE.known_mark.search(line):
        return line
    if ahead := RE.mark_ahead.match(line):
        return f"{ahead['head']}{ahead['order']}{_shown([MARKS[ahead['mark'][0]]])}"
    bare = RE.face.sub(r"(\g<word>)", line)
    found = RE.mark_behind.match(bare) or RE.enclosed.match(bare)
    if found is None or not _is_orderly(found["order"]):
        return line
    words = [w for w in (_word(w) for w in RE.between_marks.split(found["mark"])) if w]
    marks = [MARKS.get(word) or (word if near(word, MARKS) else "") for word in words]
    return f"{found['order'].rstrip()}{_shown(marks)}" if all(marks) else line


def _is_orderly(text: str) -> bool:
    """Is it more than a word that looks like a unit: does it do something, or stand alone?"""
    return RE.verb.search(text) is not None or RE.unit_alone.match(text) is not None


def _word(written: str) -> str:
    return " ".join(written.strip(" -–—:=>()[]{}.!\ufe0f").lower().split())


def _shown(marks: list[str]) -> str:
    """Marks behind an order; that it was done is no news beside another."""
    told = [mark for mark in dict.fromkeys(marks) if mark != SUCCEEDS]
    if len(told) > 1 or (told and told != [FAILS]):
        return f" (*{', '.join(told)}*)"
    return f"  {FAILS.upper() if told else SUCCEEDS.upper()}"
