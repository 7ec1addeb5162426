"""Splits a judge's mail or page into statements, joins wrapped lines, and reads announcements:
charts of centres and the end of the game.

The French Fleet in Tunis can retreat to North Africa.
The Austrian army in Serbia with no valid retreats was destroyed.
German A Holland can retreat to Ruhr.
Ownership of supply centers:
Austria:   Budapest, Greece, Serbia.
Austria:   3 Supply centers,  4 Units:  Removes  1 unit.  (* CD *)
"""

import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from builder.imports.files import decoded
from builder.imports.patterns import Patterns
from builder.model.calendar import Phase
from builder.model.names import Names
from builder.model.units import Power
from builder.record import Result

RE = Patterns(Path(__file__).with_name("patterns.yaml"))
MARK = "\x00"
BLANK = " \t\r\xa0" + MARK
LONGEST_STATEMENT = 3000  # characters


class Statement(NamedTuple):
    """One sentence or entry of a judge's report, and the line at which it begins."""

    line: int
    text: str


def statements(text: str) -> Iterator[Statement]:
    """The statements of a mail or page; wrapped lines are joined."""
    openings = RE.party, RE.phase_heading, RE.step, RE.driven, RE.mail_header, RE.apart
    open_statement: Statement | None = None
    for number, line in _lines(text):
        begins = any(opening.match(line) for opening in openings)
        goes_on = line.startswith("(*") or not (
            begins or _over(open_statement.text if open_statement else "")
        )
        if open_statement is not None and line and goes_on:
            open_statement = open_statement._replace(text=f"{open_statement.text} {line}")
            continue
        if open_statement is not None:
            yield open_statement
        open_statement = Statement(number, line) if line else None
    if open_statement is not None:
        yield open_statement


def messages(all_statements: Iterable[Statement]) -> set[int]:
    """The lines of players' messages that have an end, with all that they quote."""
    lines: set[int] = set()
    message: list[int] = []
    for statement in all_statements:
        if RE.mail_header.match(statement.text):
            message = []
        elif message or RE.press.match(statement.text):
            message.append(statement.line)
        if message and statement.text.lower().startswith("end of message"):
            lines.update(message)
            message = []
    return lines


def unpacked(text: str) -> str:
    """The text without the codes of mail programs: `=20` for a blank."""
    if RE.printable.search(text):
        text = RE.soft_break.sub("", text)
        text = RE.codes.sub(lambda m: decoded(bytes.fromhex(m[0].replace("=", ""))), text)
    return text


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text, or of a page as a browser shows it, each with its number in the file."""
    if not RE.page.search(text[:4000]):
        coded = "-&gt;" in text
        for number, raw in enumerate(text.splitlines(), start=1):
            yield number, " ".join((html.unescape(raw) if coded else raw).split())
        return
    number = 1
    text = RE.unshown.sub(lambda hidden: "\n" * hidden[0].count("\n"), text)
    as_typed = RE.typed.sub(lambda block: block[0].replace("\n", f"{MARK}<br>"), text)
    shown = RE.tag.sub("", RE.newline.sub("\n", as_typed.replace("\n", MARK)))
    for raw in html.unescape(shown).replace("=>", "->").split("\n"):
        before = len(raw) - len(raw.lstrip(BLANK))
        yield number + raw.count(MARK, 0, before), " ".join(raw.replace(MARK, " ").split())
        number += raw.count(MARK)


def _over(text: str) -> bool:
    """Is a statement complete, with its full stop and its results in brackets?"""
    if len(text) > LONGEST_STATEMENT:
        return True
    if text.count("(*") != text.count("*)"):
        return False
    asks_more = RE.party.match(text) or RE.driven.match(text) or RE.verdict.match(text)
    return not asks_more or (RE.ended.search(text) is not None and not RE.saint.search(text))


def ended(text: str, phase: Phase, powers: Names) -> Result | None:
    """The result of the game that a statement announces; None for another statement."""
    if not RE.over.search(text):
        return None
    conceded = RE.conceded.search(text)
    victory = conceded or RE.won.search(text)
    if victory:
        power = Power(powers.get(victory[1] or victory[2]) or "")
        return Result("conceded" if conceded else "won", (power,), phase) if power else None
    drawn = RE.drawn.search(text)
    if drawn:
        names = (powers.get(word) for word in re.findall(r"\w+", text[drawn.end() :]))
        return Result("draw", tuple(Power(name) for name in names if name), phase)
    return None
