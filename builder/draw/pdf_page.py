"""A drawing as a PDF of one page, written directly: every shape stands in the file once.

A coast is filled once and stroked seven times. A form of PDF takes colours and line widths from
where it is used, so one form serves all strokes. The file is a fifth of one by Cairo, which writes
the coast out each time.
"""

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, repeat
from math import cos, radians, sin
from typing import NamedTuple

from PIL.ImageColor import getrgb

from builder.draw.drawing_tree import MITRE, Painter, PaintStyle, ParsedDrawing
from builder.draw.geometry.path_commands import commands

POINT = 0.75  # of a pixel: a PDF is measured in points
OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
CAPS = {"butt": 0, "round": 1}
JOINS = {"miter": 0, "round": 1}
KAPPA = 0.5523  # how far the control points of a quarter of a circle are from its ends
UNBOUNDED = "/BBox [-32000 -32000 32000 32000]"  # a form shows what is within its box
GROUP = f"{UNBOUNDED} /Group << /S /Transparency >>"
SHORT = 200  # bytes of a shape that is rather written out each time
LEVEL = 5  # of packing: files are 2 % larger than with the highest, which takes 3.5 times as long
Matrix = tuple[float, float, float, float, float, float]
UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)


class PathUse(NamedTuple):
    """Path data, the matrix under which it was added, and the operator that paints it."""

    data: str
    matrix: Matrix
    operator: str = ""


Content = list[str | PathUse]


class PdfPage(Painter):
    """A page to paint on. `file` is its PDF, the same bytes for the same drawing."""

    def __init__(self, drawing: ParsedDrawing) -> None:
        left, top = drawing.origin
        width, height = drawing.size
        self.size = (width * POINT, height * POINT)
        # PDF counts upwards from the lower left corner
        self._matrix: Matrix = (POINT, 0, 0, -POINT, -left * POINT, (top + height) * POINT)
        self._path: list[PathUse] = []
        self._content: Content = []
        self._clips = 0
        self._groups: list[Content] = []
        self._opacities: list[str] = []
        self.draw(drawing)

    @contextmanager
    def inside(self, opacity: float = 1.0) -> Iterator[None]:
        """A block whose transforms and clips end with it, painted with one opacity."""
        matrix = self._matrix
        content = self._content
        clips = self._clips
        if opacity < 1:
            self._content = []
        yield
        self._content += repeat("Q", self._clips - clips)
        self._clips = clips
        self._matrix = matrix
        if opacity < 1:
            self._groups.append(self._content)
            self._content = content
            group = f"/G{len(self._groups) - 1} Do"
            self._content.append(f"q {self._opacity('ca', opacity)} {group} Q")

    def translate(self, x: float, y: float) -> None:
        """Move the origin of the coordinates."""
        self._transform((1, 0, 0, 1, x, y))

    def scale(self, x: float, y: float) -> None:
        """Enlarge the coordinates."""
        self._transform((x, 0, 0, y, 0, 0))

    def rotate(self, angle: float) -> None:
        """Turn the coordinates by an angle in degrees."""
        across = cos(radians(angle))
        down = sin(radians(angle))
        self._transform((across, down, -down, across, 0, 0))

    def clip(self) -> None:
        """Paint only within the path from now on, and forget the path."""
        self._clips += 1
        outline = " ".join(_written(shape.data, shape.matrix) for shape in self._path)
        self._content.append(f"q {outline} W n")
        self._path = []

    def append(self, data: str) -> None:
        """Add path data to the path."""
        self._path.append(PathUse(data, self._matrix))

    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Add a rectangle to the path."""
        self.append(f"M{x} {y}H{x + width}V{y + height}H{x}Z")

    def ellipse(self, x: float, y: float, rx: float, ry: float) -> None:
        """Add an ellipse to the path."""
        right = x + rx * KAPPA
        left = x - rx * KAPPA
        below = y + ry * KAPPA
        above = y - ry * KAPPA
        self.append(
            f"M{x + rx} {y}C{x + rx} {below} {right} {y + ry} {x} {y + ry}"
            f"S{x - rx} {below} {x - rx} {y}S{left} {y - ry} {x} {y - ry}"
            f"S{x + rx} {above} {x + rx} {y}Z"
        )

    def paint(self, style: PaintStyle) -> None:
        """Fill and stroke the path, and forget it."""
        filled = style.fill != "none"
        stroked = style.stroke != "none" and style.width > 0
        shapes = self._path
        self._path = []
        if not (filled or stroked):
            return
        colours = [f"{_colour(style.fill)} rg"] if filled else []
        colours += self._pen(style) if stroked else []
        operator = "B" if filled and stroked else "f" if filled else "S"
        for shape in shapes:
            self._content.append(f"q {' '.join(colours)} {_numbers(shape.matrix)} cm")
            self._content += [shape._replace(operator=operator), "Q"]

    def _pen(self, style: PaintStyle) -> Iterator[str]:
        yield f"{_colour(style.stroke)} RG {_number(style.width)} w {MITRE:g} M"
        yield f"{CAPS[style.cap]} J {JOINS[style.join]} j"
        if style.dash:
            yield f"[{_numbers(style.dash)}] 0 d"
        if style.opacity < 1:
            yield self._opacity("CA", style.opacity)

    def _opacity(self, key: str, opacity: float) -> str:
        """The operator that sets an opacity: of strokes (CA), or of all else (ca)."""
        state = f"<< /{key} {_number(opacity)} >>"
        if state not in self._opacities:
            self._opacities.append(state)
        return f"/O{self._opacities.index(state)} gs"

    def _transform(self, change: Matrix) -> None:
        a, b, c, d, e, f = self._matrix
        k, l, m, n, x, y = change  # noqa: E741
        self._matrix = (
            a * k + c * l, b * k + d * l, a * m + c * n, b * m + d * n,
            a * x + c * y + e, b * x + d * y + f,
        )  # fmt: skip

    def file(self) -> bytes:
        """The PDF."""
        contents = [self._content, *self._groups]
        paths = (piece for piece in chain.from_iterable(contents) if isinstance(piece, PathUse))
        uses = Counter((path.data, path.operator) for path in paths)
        repeated = [use for use, count in uses.items() if count > 1 and len(use[0]) > SHORT]
        names = {use: f"S{number}" for number, use in enumerate(repeated)}
        forms = [(name, UNBOUNDED, _drawn(*use)) for use, name in names.items()]
        for number, group in enumerate(self._groups):
            forms.append((f"G{number}", GROUP, _text(group, names)))
        return _document(self.size, _text(self._content, names), forms, self._opacities)


def pdf_of(drawing: ParsedDrawing) -> bytes:
    """A drawing as a PDF of one page. It has no date."""
    return PdfPage(drawing).file()


def _document(
    size: tuple[float, float],
    content: str,
    forms: Sequence[tuple[str, str, str]],
    opacities: Sequence[str],
) -> bytes:
    """A file of one page: catalog, list of pages, page, resources, content and forms."""
    first = 6  # the number of the first form
    links = "".join(f"/{name} {first + n} 0 R " for n, (name, _, _) in enumerate(forms))
    states = "".join(f"/O{number} {state} " for number, state in enumerate(opacities))
    box = f"[0 0 {_number(size[0])} {_number(size[1])}]"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources 4 0 R"
        f" /Group << /S /Transparency /CS /DeviceRGB >> /Contents 5 0 R >>".encode(),
        f"<< /XObject << {links}>> /ExtGState << {states}>> >>".encode(),
        _stream("", content),
    ]
    for _, head, text in forms:
        head = f"/Type /XObject /Subtype /Form {head} /Resources 4 0 R"
        objects.append(_stream(head, text))
    return _numbered(objects)


def _numbered(objects: Sequence[bytes]) -> bytes:
    """The objects of a PDF from number 1 on, the last its table of their places."""
    file = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    rows = ["0000000000 65535 f \n"]
    for number, content in enumerate(objects, start=1):
        rows.append(f"{len(file):010} 00000 n \n")
        file += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(file)
    file += f"xref\n0 {len(rows)}\n{''.join(rows)}".encode()
    file += f"trailer\n<< /Size {len(rows)} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(file)


def _stream(head: str, text: str) -> bytes:
    packed = zlib.compress(text.encode(), LEVEL)
    return b"<< %b /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (
        head.encode(), len(packed), packed,
    )  # fmt: skip


def _text(content: Content, names: dict[tuple[str, str], str]) -> str:
    """The operators of a page or a group; shapes that have a name stand in a form."""
    lines = list[str]()
    for piece in content:
        if isinstance(piece, str):
            lines.append(piece)
        elif name := names.get((piece.data, piece.operator)):
            lines.append(f"/{name} Do")
        else:
            lines.append(_drawn(piece.data, piece.operator))
    return "\n".join(lines)


def _drawn(data: str, operator: str) -> str:
    return f"{_written(data, UNMOVED)} {operator}"


@lru_cache(maxsize=2048)  # the shapes of eighteen boards, many of which are alike
def _written(data: str, matrix: Matrix) -> str:
    """Path data in operators of PDF, its points moved by a matrix."""
    a, b, c, d, e, f = matrix
    words = list[str]()
    for letter, numbers in commands(data):
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            words.append(_number(a * x + c * y + e))
            words.append(_number(b * x + d * y + f))
        words.append(OPERATORS[letter])
    return " ".join(words)


@lru_cache(maxsize=512)
def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    """A number with up to four digits after the point; PDF knows no exponents."""
    return f"{value:.4f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


@lru_cache(maxsize=512)
def _colour(colour: str) -> str:
    return " ".join(_number(part / 255) for part in getrgb(colour)[:3])
