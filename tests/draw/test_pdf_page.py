"""PDFs: read back operator by operator they show what the SVG shows, and are small."""

from __future__ import annotations

import io
import re
import zlib
from functools import cache

import cairocffi
import pytest
from our_archive import ROOT
from PIL import Image, ImageChops
from standard_play import setting

from builder.draw.board_sheet import read_sheet
from builder.draw.canvas import painted
from builder.draw.drawing_tree import ParsedDrawing
from builder.draw.pdf_page import POINT, pdf_of
from builder.draw.phase_map import picture, whole
from builder.model.results import Turn

OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
STREAM = re.compile(rb"stream\n(.*)\nendstream", re.DOTALL)
WORD = re.compile(r"\[[^\]]*\]|[^\s\[\]]+")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -20 120 80">{}</svg>'
COAST = "M" + "".join(f"{2 * n} {20 + 10 * (n % 2)}L" for n in range(45)) + "88 60L0 60Z"
DRAWINGS = {
    "fill and stroke": '<path d="M0 0H50V30Z" fill="#c04040" stroke="#2040a0" stroke-width="4"/>',
    "an ellipse turned": '<g transform="rotate(20 40 20)"><ellipse cx="40" cy="20" rx="30" ry="9"'
    ' fill="#406040"/></g>',
    "a group's opacity": '<g opacity="0.5"><rect width="60" height="40" fill="#d02020"/>'
    '<rect x="30" y="20" width="60" height="30" fill="#2020d0"/></g>',
    "a stroke's opacity": '<path d="M0 20H100" stroke="#d02020" stroke-width="9"'
    ' stroke-opacity="0.4" stroke-dasharray="12 5" stroke-linecap="round"/>',
    "a clip": '<defs><clipPath id="c"><circle cx="40" cy="20" r="18" transform="translate(9 3)"/>'
    '</clipPath></defs><g clip-path="url(#c)"><rect x="0" y="0" width="90" height="60"'
    ' fill="#20a020"/></g><rect x="80" y="0" width="9" height="9" fill="#d02020"/>',
    "a coast of many lines": f'<defs><path id="l" d="{COAST}"/></defs>'
    '<use href="#l" fill="none" stroke="#90b0c0" stroke-width="9"/>'
    '<use href="#l" fill="none" stroke="#5080a0" stroke-width="5"/>'
    '<use href="#l" x="3" y="4" fill="#f0e0c0"/>',
}


class Reader:
    """A small reader of our PDFs, which paints the operators with Cairo."""

    def __init__(self, file: bytes) -> None:
        self.objects = {int(number): body for number, body in OBJECT.findall(file)}
        page = self.objects[3].decode()
        box = re.search(r"/MediaBox \[0 0 (\S+) (\S+)\]", page)
        assert box is not None
        self.height = float(box[2])
        size = (round(float(box[1]) / POINT), round(self.height / POINT))
        self.surface = cairocffi.ImageSurface(cairocffi.FORMAT_ARGB32, *size)
        self.context = cairocffi.Context(self.surface)
        self.context.scale(1 / POINT, -1 / POINT)
        self.context.translate(0, -self.height)
        resources = self.objects[4].decode()
        self.forms = {name: int(n) for name, n in re.findall(r"/(\w+) (\d+) 0 R", resources)}
        states = re.findall(r"/(O\d+) << /(ca|CA) (\S+) >>", resources)
        self.states = {name: (key, float(value)) for name, key, value in states}
        self.fill = (0.0, 0.0, 0.0)
        self.stroke = (0.0, 0.0, 0.0)
        self.opacity = {"ca": 1.0, "CA": 1.0}
        self.run(self.stream(5))

    def stream(self, number: int) -> str:
        found = STREAM.search(self.objects[number])
        assert found is not None
        return zlib.decompress(found[1]).decode()

    def run(self, text: str) -> None:
        operands: list[str] = []
        saved = []
        for word in WORD.findall(text):
            if not word.isalpha():
                operands.append(word)
                continue
            if word == "q":
                self.context.save()
                saved.append((self.fill, self.stroke, dict(self.opacity)))
            elif word == "Q":
                self.context.restore()
                self.fill, self.stroke, self.opacity = saved.pop()
            else:
                self.operator(word, operands)
            operands = []
        assert not saved

    def operator(self, word: str, operands: list[str]) -> None:
        context = self.context
        if word == "d":
            context.set_dash([float(part) for part in operands[0].strip("[]").split()])
            return
        if word == "gs":
            key, value = self.states[operands[0].removeprefix("/")]
            self.opacity[key] = value
            return
        if word == "Do":
            self.form(operands[0].removeprefix("/"))
            return
        numbers = tuple(map(float, operands))
        if word in "fSB":
            self.paint(word)
        elif word == "rg":
            self.fill = numbers
        elif word == "RG":
            self.stroke = numbers
        elif word == "cm":
            context.transform(cairocffi.Matrix(*numbers))
        else:
            calls = {
                "m": context.move_to, "l": context.line_to, "c": context.curve_to,
                "h": context.close_path, "w": context.set_line_width, "M": context.set_miter_limit,
                "n": lambda: None, "W": context.clip,
                "J": lambda cap: context.set_line_cap(int(cap)),
                "j": lambda join: context.set_line_join(int(join)),
            }  # fmt: skip
            calls[word](*numbers)

    def form(self, name: str) -> None:
        number = self.forms[name]
        together = b"/Transparency" in self.objects[number]
        if together:
            opacity = self.opacity["ca"]
            self.opacity["ca"] = 1.0
            self.context.push_group()
        self.run(self.stream(number))
        if together:
            self.context.pop_group_to_source()
            self.context.paint_with_alpha(opacity)

    def paint(self, word: str) -> None:
        if word in "fB":
            self.context.set_source_rgba(*self.fill, self.opacity["ca"])
            self.context.fill_preserve()
        if word in "SB":
            self.context.set_source_rgba(*self.stroke, self.opacity["CA"])
            self.context.stroke_preserve()
        self.context.new_path()

    def image(self) -> Image.Image:
        file = io.BytesIO()
        self.surface.write_to_png(file)
        return Image.open(file).convert("RGBA")


def difference(text: str) -> float:
    """The mean difference of a drawing's PDF and its painting, in grey values."""
    drawing = ParsedDrawing(text)
    shown = Reader(pdf_of(drawing)).image()
    wanted = painted(drawing, shown.width).image().convert("RGBA")
    ground = Image.new("RGBA", shown.size, "white")
    pictures = [Image.alpha_composite(ground, one).convert("L") for one in (shown, wanted)]
    counts = ImageChops.difference(*pictures).histogram()
    assert pictures[1].getextrema()[0] < 250, "the drawing shows something"
    return sum(i * n for i, n in enumerate(counts)) / sum(counts)


@pytest.mark.parametrize("body", DRAWINGS.values(), ids=DRAWINGS)
def test_what_a_drawing_shows(body: str) -> None:
    assert difference(SVG.format(body)) < 0.15


@cache
def board() -> str:
    start = setting().start
    sheet = read_sheet(ROOT / "maps/standard/map.svg")
    shown = picture(sheet, setting(), Turn(start, start), title="A Game", subtitle="Spring 1901")
    return whole(sheet, setting(), shown, title="A Game", description="The start.")


def test_a_board_looks_as_it_is_painted() -> None:
    assert difference(board()) < 0.3


def test_a_board_is_a_small_file() -> None:
    """Cairo writes 690 kB, because it writes each coast out for every line at sea."""
    assert len(pdf_of(ParsedDrawing(board()))) < 250_000


def test_a_long_shape_stands_in_the_file_once() -> None:
    file = pdf_of(ParsedDrawing(SVG.format(DRAWINGS["a coast of many lines"])))
    reader = Reader(file)
    last = "88 60 l 0 60 l h"
    texts = [reader.stream(n) for n, body in reader.objects.items() if b"stream" in body]
    assert sorted(text.count(last) for text in texts) == [1, 1], "one form, and one fill"


def test_the_table_of_places_is_right() -> None:
    file = pdf_of(ParsedDrawing(board()))
    start = int(file.rpartition(b"startxref\n")[2].split()[0])
    assert file[start:].startswith(b"xref\n")
    places = [int(row) for row in re.findall(rb"(\d{10}) 00000 n", file[start:])]
    assert len(places) > 5
    for number, place in enumerate(places, start=1):
        assert file[place:].startswith(b"%d 0 obj\n" % number)
