"""Edits of YAML that people wrote: the span of one entry is replaced, every other letter stays.

    mapping = EditableMapping(text, node)          # `node` is a mapping in the YAML of `text`
    text = edited(text, [mapping.addition(entry)])  # a last entry
    text = edited(text, mapping.removal(2))         # without the third one

The spans come from the places that the YAML reader gives, in characters. A mapping is in block
style, each entry on lines of its own, or in flow style, `{between: brackets}`, as in JSON.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from builder.source.fields import YamlNode

BREAKS = "\r\n\x85\u2028\u2029"
BLANKS = " " + BREAKS


class Edit(NamedTuple):
    """The text that takes the place of what lies between two offsets."""

    start: int
    end: int
    text: str


class Span(NamedTuple):
    """Where something begins and ends in a text."""

    start: int
    end: int


class NewEntry(NamedTuple):
    """An entry to be written: its lines in block style, not indented, and itself in flow style."""

    lines: Sequence[str]
    flow: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits, which do not overlap; their offsets are those of `text`."""
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits):
        pieces.append(text[at : edit.start])
        pieces.append(edit.text)
        at = edit.end
    pieces.append(text[at:])
    return "".join(pieces)


def line_break(text: str) -> str:
    """How the lines of a text end: as the first one does."""
    at = min((place for sign in "\r\n" if (place := text.find(sign)) >= 0), default=-1)
    if at < 0:
        return "\n"
    return "\r\n" if text.startswith("\r\n", at) else text[at]


def line_start(text: str, at: int) -> int:
    """The offset at which the line around an offset begins."""
    while at > 0 and text[at - 1] not in BREAKS:
        at -= 1
    return at


def line_end(text: str, at: int) -> int:
    """The offset behind the line around an offset, its break included."""
    while at < len(text) and text[at] not in BREAKS:
        at += 1
    return at + len(_break_at(text, at))


def inserted_lines(text: str, at: int, lines: Iterable[str]) -> Edit:
    """Further lines before the line that begins at an offset, or behind the last line."""
    end = line_break(text)
    whole = "".join(line + end for line in lines)
    if at > 0 and text[at - 1] not in BREAKS:  # the last line has no break, nor will it have one
        whole = end + whole.removesuffix(end)
    return Edit(at, at, whole)


def indented_by(column: int, lines: Iterable[str]) -> list[str]:
    """Lines further in; empty ones stay empty."""
    return [" " * column + line if line else line for line in lines]


def source_of(text: str, node: YamlNode) -> str:
    """A scalar, or a collection in flow style, as it was typed."""
    return text[node.start_mark.index : node.end_mark.index]


def end_of(text: str, node: YamlNode) -> int:
    """The offset behind the last letter of a value. The reader's place of a block is behind the
    blank lines and comments that follow it."""
    while node.id != "scalar" and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if node.id == "mapping" else last
    start = node.start_mark.index
    end = node.end_mark.index
    letters = text[start:end].rstrip(BLANKS)
    return int(start) + len(letters)


def replaced_value(text: str, node: YamlNode, written: str) -> Edit:
    """Another value, written on one line, in place of one."""
    start = node.start_mark.index
    blank = " " if text[start - 1 : start] == ":" else ""  # there was none
    return Edit(start, end_of(text, node), blank + written)


class EditableMapping:
    """One mapping of a YAML text. `entries` are its pairs of nodes, a key and its value."""

    def __init__(self, text: str, node: YamlNode) -> None:
        self.text = text
        self.node = node
        self.entries: list[tuple[YamlNode, YamlNode]] = node.value
        self.in_flow: bool = node.flow_style

    @property
    def column(self) -> int:
        """How far in the keys of a mapping in block style are."""
        column: int = self.node.start_mark.column
        return column

    def span(self, index: int) -> Span:
        """An entry: in block style its lines, with the comments that are further in than its key;
        in flow style all from its key to the end of its value."""
        key, value = self.entries[index]
        end: int = max(end_of(self.text, value), key.end_mark.index)
        if self.in_flow:
            return Span(key.start_mark.index, end)
        start = line_start(self.text, key.start_mark.index)
        return Span(start, self._behind_comments(line_end(self.text, end), key.start_mark.column))

    def addition(self, entry: NewEntry) -> Edit:
        """Adds a last entry. A mapping in block style has one already."""
        if not self.in_flow:
            at = self.span(len(self.entries) - 1).end
            return inserted_lines(self.text, at, indented_by(self.column, entry.lines))
        if not self.entries:
            inside = self.node.start_mark.index + 1
            return Edit(inside, inside, entry.flow)
        key, value = self.entries[-1]
        before = self.text[line_start(self.text, key.start_mark.index) : key.start_mark.index]
        own_line = line_break(self.text) + before if not before.strip() else " "
        at = max(end_of(self.text, value), key.end_mark.index)
        return Edit(at, at, f",{own_line}{entry.flow}")

    def removal(self, index: int) -> list[Edit]:
        """Takes an entry out. A mapping in block style must have another one."""
        start, end = self.span(index)
        if self.in_flow:
            return self._removal_in_flow(index)
        if end == len(self.text) and self.text[end - 1] not in BREAKS:
            start -= len(_break_before(self.text, start))
        return [Edit(start, end, "")]

    def _removal_in_flow(self, index: int) -> list[Edit]:
        """An entry goes with the comma before it; the first one with the comma behind it."""
        start, end = self.span(index)
        if index > 0:
            comma = self._comma(self.span(index - 1).end, start)
            behind = start
        elif len(self.entries) > 1:
            comma = self._comma(end, self.span(1).start)
            behind = self.span(1).start
        else:
            comma = self._comma(end, self.node.end_mark.index - 1)
            behind = end
        if comma is None:
            return [Edit(start, end, "")]
        only_blanks = not self.text[comma + 1 : behind].strip(BLANKS)
        if index > 0 and only_blanks:
            return [Edit(comma, end, "")]
        if index == 0 and only_blanks and not self.text[end:comma].strip(BLANKS):
            return [Edit(start, max(behind, comma + 1), "")]
        return [Edit(start, end, ""), Edit(comma, comma + 1, "")]  # comments stay

    def _comma(self, start: int, end: int) -> int | None:
        """The offset of the comma between two entries in flow style; comments may be there too."""
        at = start
        while at < end:
            if self.text[at] == "#":
                at = line_end(self.text, at)
            elif self.text[at] == ",":
                return at
            else:
                at += 1
        return None

    def _behind_comments(self, at: int, column: int) -> int:
        """The offset behind the comments that follow, if they are further in than a column."""
        end = at
        for start, line in _lines_from(self.text, at):
            bare = line.lstrip(" ")
            if bare.startswith("#") and len(line) - len(bare) > column:
                end = line_end(self.text, start)
            elif bare:
                break
        return end


def _lines_from(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Each line from an offset on, with the offset at which it begins, without its break."""
    while at < len(text):
        following = line_end(text, at)
        yield at, text[at:following].rstrip(BREAKS)
        at = following


def _break_at(text: str, at: int) -> str:
    if text.startswith("\r\n", at):
        return "\r\n"
    return text[at : at + 1]


def _break_before(text: str, at: int) -> str:
    if text.endswith("\r\n", 0, at):
        return "\r\n"
    return text[max(0, at - 1) : at]
