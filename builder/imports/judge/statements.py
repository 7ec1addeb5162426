"""Splits a judge's mail or page into statements and joins wrapped lines."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from builder.imports.files import decoded

NEWLINE = re.compile(r"<(?:br|p|hr|li|/?div|/tr|/p|/td|/h\d)\b[^>]*>", re.IGNORECASE)
PAGE = re.compile(r"<(?:html|body|br|font|pre)\b", re.IGNORECASE)
TYPED = re.compile(r"<pre\b.*?(?:</pre>|\Z)", re.IGNORECASE | re.DOTALL)
MARK = "\x00"
BLANK = " \t\r\xa0" + MARK
TAG = re.compile(r"<[^>]*>")
HEAD = re.compile(
    r"^(?:(?P<what>Movement|Retreat|Adjustment)s?\s+(?P<sort>results|orders)|Results"
    r"|(?P<standing>Starting position|Status of the\s+\w+(?:\s+(?:phase|results|orders))?))"
    r"\s+for\s+(?P<season>\w+)\s+of\s+(?P<year>\d{1,4})\b\.?"
    r"(?:.*?\(\s*(?P<game>[\w-]+)\.[\w.]+\)|\s+in\s+(?P<named>[\w-]+)"
    r"|\s+\((?P<titled>[\w' -]+)\)$)?",
    re.IGNORECASE,
)
STEP = re.compile(r"^(Movement|Retreats?|Adjustments?)\s*$", re.IGNORECASE)
PARTY = re.compile(r"^(?P<power>[A-Z][a-z]+\.?(?:[ -][A-Z][a-z]+)?)\s*:\s*(?P<text>\S.*)$")
ENDED = re.compile(r"(?:[.?!]|\*\))\s*(?:\(\*[^)]*\*\))?\s*$")
DRIVEN = re.compile(
    r"^(?:The )?[A-Z]\w+ (?:army|fleet|wing|unit) (?:in|on|over) "
    r"|^[A-Z][a-z]+ (?-i:[AF]) .+?(?= can retreat to | has no retreats)",
    re.I,
)
VERDICT = re.compile(r"^(?:Diplomacy game|The game was|Game)\s+\S+\s+\S+", re.I)
LONGEST = 3000  # characters of a statement
SAINT = re.compile(r"\bSt\.$")
PRINTABLE = re.compile(r"=20$|=3D|quoted-printable", re.MULTILINE)
SOFT = re.compile(r"(?<=[^=\s])=\n")
CODES = re.compile(r"(?:=[0-9A-F]{2})+")
FORWARDED = re.compile(r"(?:>[^\n]*\n|[ \t]*\n)*>[^\n]*\s*")
ARROWS = ("->", "=>")
HEADER = re.compile(r"^::\s*(?P<text>.*)$")


class Statement(NamedTuple):
    """One thing that a judge says, and at which line it begins."""

    line: int
    text: str


def statements(text: str) -> Iterator[Statement]:
    """The statements of a mail or page; what is wrapped over several lines is joined."""
    held: Statement | None = None
    for number, line in _lines(text):
        goes_on = line.startswith("(*") or not (_begins(line) or _over(held.text if held else ""))
        if held is not None and line and goes_on:
            held = held._replace(text=f"{held.text} {line}")
            continue
        if held is not None:
            yield held
        held = Statement(number, line) if line else None
    if held is not None:
        yield held


def unpacked(text: str) -> str:
    """What mail made of the text undone: a `>` before every line, and `=20` for a blank."""
    if FORWARDED.fullmatch(text):
        text = re.sub("^> ?", "", text, flags=re.MULTILINE)
    if PRINTABLE.search(text):
        text = CODES.sub(_meant, SOFT.sub("", text))
    return text


def _meant(codes: re.Match[str]) -> str:
    return decoded(bytes.fromhex(codes[0].replace("=", "")))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines as they are shown, each with the number of the line it comes from in the file."""
    if not PAGE.search(text[:4000]):
        coded = "-&gt;" in text
        for number, raw in enumerate(text.splitlines(), start=1):
            yield number, " ".join((html.unescape(raw) if coded else raw).split())
        return
    number = 1
    as_typed = TYPED.sub(lambda block: block[0].replace("\n", f"{MARK}<br>"), text)
    shown = TAG.sub("", NEWLINE.sub("\n", as_typed.replace("\n", MARK)))
    for raw in html.unescape(shown).replace("=>", "->").split("\n"):
        yield (
            number + raw.count(MARK, 0, len(raw) - len(raw.lstrip(BLANK))),
            " ".join(raw.replace(MARK, " ").split()),
        )
        number += raw.count(MARK)


def _begins(line: str) -> bool:
    return bool(
        PARTY.match(line) or HEAD.match(line) or STEP.match(line) or DRIVEN.match(line)
        or HEADER.match(line) or (line[:1] in ">=-" and not line.startswith(ARROWS))
        or line.lower().startswith(("ownership of", "the following units", "the next phase"))
    )  # fmt: skip


def _over(text: str) -> bool:
    """Does a statement end here: after its stop, and after its results in brackets?"""
    if len(text) > LONGEST:
        return True
    if text.count("(*") != text.count("*)"):
        return False
    asks_more = PARTY.match(text) or DRIVEN.match(text) or VERDICT.match(text)
    return not asks_more or (ENDED.search(text) is not None and not SAINT.search(text))
