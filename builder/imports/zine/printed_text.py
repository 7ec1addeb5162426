"""Text as a zine prints it: its letters, its typefaces, and the line where it stands.

`<i>A Mun-Bur</i>, A Ber H` has the letters `A Mun-Bur, A Ber H`, which the patterns of the reader
see, and two signs: italics begin before the first letter and end before the tenth.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from builder.imports.zine.house import RE

FACE_OF_TAG = {"em": "i", "strong": "b"}
FACES = {"i": "italics", "u": "underlines", "b": "bold"}


class FaceSign(NamedTuple):
    """The begin or the end of a typeface (`i`, `u` or `b`) before the letter at a place."""

    at: int
    face: str
    opens: bool


class LineStart(NamedTuple):
    """The place of the letter with which a line begins, and the number of the line."""

    at: int
    line: int


def _place(sign: FaceSign | LineStart) -> int:
    return sign.at


@dataclass(frozen=True)
class PrintedText:
    """Some letters without tags, the signs of their typefaces from left to right, the number of
    their line, and where further lines begin, if there are several."""

    text: str
    signs: tuple[FaceSign, ...] = ()
    line: int = 0
    starts: tuple[LineStart, ...] = ()

    def part(self, start: int, end: int | None = None) -> "PrintedText":
        """The letters between two places. A typeface that begins or ends at one of the places
        does so in the part that has its letters."""
        size = len(self.text)
        stop = size if end is None else end
        line = self._line_at(start)
        if start >= stop:
            return PrintedText("", line=line)
        first = bisect_right(self.starts, start, key=_place)
        last = bisect_left(self.starts, stop, key=_place)
        starts = [LineStart(at - start, number) for at, number in self.starts[first:last]]

        signs: list[FaceSign] = []
        first = bisect_left(self.signs, start, key=_place)
        last = bisect_right(self.signs, stop, key=_place)
        for sign in self.signs[first:last]:
            at_start = sign.at == start and (sign.opens or start == 0)
            at_end = sign.at == stop and (stop == size or not sign.opens)
            if start < sign.at < stop or at_start or at_end:
                signs.append(sign._replace(at=sign.at - start))
        return PrintedText(self.text[start:stop], tuple(signs), line, tuple(starts))

    def _line_at(self, place: int) -> int:
        """The number of the line in which the letter at a place stands."""
        earlier = bisect_right(self.starts, place, key=_place)
        return self.starts[earlier - 1].line if earlier else self.line

    def last(self, words: str) -> "PrintedText":
        """The last place of some words in this text; without typefaces if they do not stand in it
        letter by letter."""
        start = self.text.rfind(words)
        if start < 0:
            return PrintedText(words, line=self.line)
        return self.part(start, start + len(words))

    def stripped(self) -> "PrintedText":
        """The text without blanks around it."""
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def behind(self, words: str) -> "PrintedText":
        """The text with some words before it."""
        return concatenated([PrintedText(words, line=self.line), self])

    def cut(self, gaps: Iterable[re.Match[str]]) -> list["PrintedText"]:
        """The pieces between some gaps in the text."""
        pieces: list[PrintedText] = []
        start = 0
        for gap in gaps:
            pieces.append(self.part(start, gap.start()))
            start = gap.end()
        return [*pieces, self.part(start)] if pieces else [self]

    def ends_between(self, start: int, end: int) -> bool:
        """Does a typeface end between two places?"""
        near = [sign for sign in self.signs if start <= sign.at <= end]
        return any(not sign.opens for sign in near)

    def is_bold(self) -> bool:
        """Is the whole text in bold, and nothing of it in another typeface?"""
        return self.signs == (FaceSign(0, "b", True), FaceSign(len(self.text), "b", False))

    def begins_in_face(self) -> bool:
        """Does a typeface begin before the first letter?"""
        return any(sign.at == 0 and sign.opens for sign in self.signs)

    def marked(self, faces: Collection[str]) -> list[bool]:
        """For each letter, whether it is in one of the typefaces that mark orders. Underlines that
        end first of all have begun before the text."""
        first = self.signs[0] if self.signs else None
        is_marked = first is not None and first.face == "u" and not first.opens
        marked: list[bool] = []
        for sign in self.signs:
            marked += [is_marked] * (sign.at - len(marked))
            if sign.face in faces:
                is_marked = sign.opens
        return marked + [is_marked] * (len(self.text) - len(marked))

    def unbalanced(self) -> Iterator[str]:
        """The names of the typefaces that are opened or closed once too often."""
        for face, name in FACES.items():
            opens = [sign.opens for sign in self.signs if sign.face == face]
            if opens != [True, False] * (len(opens) // 2):
                yield name


def printed_text(tagged: str, line: int = 0) -> PrintedText:
    """The text of a line with tags. Text that is struck through is left out.

    >>> printed_text("A <i>Mun</i> H").signs
    (FaceSign(at=2, face='i', opens=True), FaceSign(at=5, face='i', opens=False))
    """
    tagged = RE.struck.sub("", tagged)
    letters = ""
    signs: list[FaceSign] = []
    start = 0
    for tag in RE.tag.finditer(tagged):
        letters += tagged[start : tag.start()]
        start = tag.end()
        face = FACE_OF_TAG.get(tag["face"].lower(), tag["face"].lower())
        signs.append(FaceSign(len(letters), face, opens=not tag["end"]))
    return PrintedText(letters + tagged[start:], tuple(signs), line)


def concatenated(parts: Iterable[PrintedText]) -> PrintedText:
    """Several texts in one, with nothing between them, in the line of the first."""
    letters = ""
    signs: list[FaceSign] = []
    starts: list[LineStart] = []
    for part in parts:
        end = len(letters)
        signs += [sign._replace(at=end + sign.at) for sign in part.signs]
        if part.line and not (starts and starts[-1].line == part.line):
            starts.append(LineStart(end, part.line))
        starts += [start._replace(at=end + start.at) for start in part.starts]
        letters += part.text
    first = starts[0].line if starts else 0
    return PrintedText(letters, tuple(signs), first, tuple(starts[1:]))


def joined(lines: Iterable[PrintedText]) -> PrintedText:
    """Several lines in one text, a blank between two of them."""
    parts: list[PrintedText] = []
    for number, line in enumerate(lines):
        parts.append(line.behind(" ") if number else line)
    return concatenated(parts)
