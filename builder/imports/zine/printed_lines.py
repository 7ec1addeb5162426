"""Parts the text of a zine into lines, in one spelling: the first pass of the reader.

The house style brings the ways of printing into one form. Then typefaces part from letters, and a
line that holds several things is cut: a heading and the entry behind it, the entries of two powers.
"""

import re
from collections.abc import Iterator
from html import unescape
from itertools import chain

from builder.imports.zine.headings import heading
from builder.imports.zine.house import RE, house
from builder.imports.zine.power_heads import entry_of
from builder.imports.zine.printed_text import PrintedText, printed_text
from builder.model.names import Names

LONG = 400  # letters of a line that has the entries of several powers


def printed_lines(text: str) -> list[PrintedText]:
    """The lines of a zine that are not empty, each with its number."""
    lines: list[PrintedText] = []
    for number, tagged in enumerate(in_house_style(text).splitlines(), start=1):
        line = printed_text(tagged.rstrip(), number)
        bare = RE.dress.sub("", line.text).strip()
        if bare != line.text.strip() and heading(bare):
            line = PrintedText(bare, line=number)  # without the signs that make it bold
        elif RE.power.match(line.text) and line.stripped().is_bold():
            line = PrintedText(line.text, line=number)  # it marks none of the orders in it
        if line.text.strip():
            lines.append(line)
    return lines


def in_house_style(text: str) -> str:
    """The text in the form of the house style, with the same number of lines."""
    text = RE.entity.sub(_sign_of_entity, text)
    text = RE.columns.sub(columns_as_entries, text)
    text = house().rewritten(text, "text")
    return house().rewritten(text, "faces")


def _sign_of_entity(entity: re.Match[str]) -> str:
    """The sign of `&amp;`; a plain blank for any blank, also for the end of a line."""
    sign = unescape(entity[0])
    return " " if sign.isspace() else sign


def columns_as_entries(columns: re.Match[str]) -> str:
    """The orders of two powers in two columns, as an entry for each and as many empty lines; or as
    one entry of no power, which is reported, if an order is not under its power."""
    rows = columns[0].splitlines()
    cut = columns.start("right") - columns.start()
    left = [row[:cut].strip() for row in rows]
    right = [row[cut:].strip() for row in rows]
    entries: list[str] = []
    for head, *orders in (left, right):
        entries.append(f"{head} {', '.join(filter(None, orders))}")

    over_the_gap = any(row[cut - 1 : cut].strip() for row in rows)
    third_column = any("   " in cell for cell in chain(left, right))
    if over_the_gap or third_column:
        entries = [f"Neutral: {' '.join(rows)}"]
    return "\n".join([*entries, *[""] * (len(rows) - len(entries))])


def cut_lines(lines: list[PrintedText], powers: Names) -> Iterator[PrintedText]:
    """The lines, cut before the orders or centres of another power, and behind a heading."""
    for line in lines:
        shape = RE.inline if len(line.text) > LONG else RE.late
        pieces = line.cut(shape.finditer(line.text))
        if entry_of(line, powers) or RE.counted.match(line.text):
            pieces = [*chain.from_iterable(_by_power(piece, powers) for piece in pieces)]
        for part in chain.from_iterable(map(_behind_heading, pieces)):
            if part.text.strip():
                yield part.stripped()


def _behind_heading(line: PrintedText) -> list[PrintedText]:
    """The heading of a season and the entry of a power behind it, in one line."""
    headed = RE.headed_entry.match(line.text)
    if headed is None:
        return [line]
    return [line.part(0, headed.end("heading")), line.part(headed.end())]


def _by_power(line: PrintedText, powers: Names) -> list[PrintedText]:
    """The entries of several powers in one line."""
    gaps = [gap for gap in RE.power_within.finditer(line.text) if powers.get(gap["power"])]
    return line.cut(gaps)
