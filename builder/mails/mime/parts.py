"""The parts of a mail: its texts, and the files that came with it.

The parts are taken apart here and not by the package `email`, which needs a time that grows with
the square of the depth, and ends with a RecursionError for some hundred parts in one another.
"""

import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from pathlib import PurePath
from typing import NamedTuple

from builder.errors import ArchiveError
from builder.mails.mime.charsets import text_in
from builder.mails.mime.headers import decoded_words

DEEPEST = 40  # parts in one another
MOST_PARTS = 500
LARGEST_TEXT = 1_000_000  # characters of all texts of a mail
LARGEST_HEAD = 100_000  # bytes of headers
HEAD_END = re.compile(rb"\r?\n[ \t]*\r?\n|\r[ \t]*\r")
# A line that is no header, and does not go on with one: there the empty line above was lost.
BODY_LINE = re.compile(rb"^(?![!-9;-~]*:|[ \t\r\n]|From )", re.MULTILINE)
BASE64_LINE = re.compile(rb"[A-Za-z0-9+/]{2,}={0,2}")
READ_TYPES = ("text/plain", "text/csv", "text/markdown")
READ_ENDINGS = (".txt", ".csv", ".md")
FORWARDED = b"Begin forwarded message:\n\n"


class MailError(ArchiveError):
    """A mail that cannot be read; it is kept all the same."""


class MailPart(NamedTuple):
    """A part of a mail that has no parts: its headers and its content as it came."""

    headers: Message
    body: bytes

    @property
    def kind(self) -> str:
        """Its type: `text/plain`."""
        return str(self.headers.get_content_type())

    @property
    def name(self) -> str:
        """The name of the file that it is; empty if it is none."""
        try:
            name = self.headers.get_filename()
        except (ValueError, TypeError, LookupError, UnicodeError):
            return ""
        return PurePath(decoded_words(str(name or "")).replace("\\", "/")).name

    @property
    def is_file(self) -> bool:
        """Is it a file that came with the mail, and not the mail itself?"""
        disposition = str(self.headers.get("Content-Disposition", ""))
        return disposition.lower().lstrip().startswith("attachment") or bool(self.name)

    @property
    def is_readable(self) -> bool:
        """Is it a text that may hold orders?"""
        ending = PurePath(self.name.lower()).suffix
        return self.kind in READ_TYPES if not ending else ending in READ_ENDINGS

    @property
    def data(self) -> bytes:
        """Its content without the encoding for the transfer."""
        encoding = str(self.headers.get("Content-Transfer-Encoding", "")).strip().lower()
        if encoding not in ("base64", "quoted-printable"):
            return self.body
        if encoding == "base64" and not is_base64(self.body):
            return self.body
        holder = Message(policy=compat32)
        holder["Content-Transfer-Encoding"] = encoding
        holder.set_payload(self.body.decode("ascii", "surrogateescape"))
        content = holder.get_payload(decode=True)
        return content if isinstance(content, bytes) else self.body

    @property
    def text(self) -> str:
        """Its content as text, in the character set that it names or else in one that fits.
        Raises MailError if it is too long."""
        data = self.data
        if len(data) > 4 * LARGEST_TEXT:
            raise too_long()
        text = text_in(data, str(self.headers.get_content_charset("utf-8") or "utf-8"))
        if len(text) > LARGEST_TEXT:
            raise too_long()
        return text.replace("\r\n", "\n").replace("\r", "\n")


def too_long() -> MailError:
    """The error about a text that is longer than any orders."""
    return MailError(f"its text is longer than {LARGEST_TEXT // 1_000_000} MB")


def is_base64(body: bytes) -> bool:
    """Is most of a text in base64? `F Lon-NTH` in plain letters is not, whatever its header says; a
    line that a mailing list has added does no harm."""
    lines = body.split()
    in_base64 = sum(len(line) for line in lines if BASE64_LINE.fullmatch(line))
    return 2 * in_base64 > len(body.strip()) and b" " not in body.strip().partition(b"\n")[0]


def split_head(data: bytes) -> tuple[bytes, bytes]:
    """The headers and the body of a mail or a part."""
    if data[:1] in (b"\n", b"\r"):  # a part without headers
        return b"", data.lstrip(b"\r").removeprefix(b"\n")
    end = HEAD_END.search(data, 0, LARGEST_HEAD)
    head_length = end.start() if end else min(len(data), LARGEST_HEAD)
    first_line = BODY_LINE.search(data, 0, head_length)
    if first_line and first_line.start() < head_length:
        return data[: first_line.start()], data[first_line.start() :]
    return data[:head_length], data[end.end() :] if end else data[head_length:]


def read_headers(head: bytes) -> Message:
    """The headers in some bytes."""
    return BytesHeaderParser(policy=compat32).parsebytes(head)


class Parts(NamedTuple):
    """The texts that make up a mail, each in all its versions, and the files that came with it."""

    texts: tuple[tuple[MailPart, ...], ...]
    files: tuple[MailPart, ...]


def parts_of(headers: Message, body: bytes) -> Parts:
    """The parts of a mail. A mail that was forwarded as a file is a text after `FORWARDED`.
    Raises MailError for too many parts, or parts that lie too deep."""
    walk = _Walk()
    walk.visit(headers, body, 0)
    texts = tuple(tuple(versions) for versions in walk.texts if versions)
    return Parts(texts, tuple(walk.files))


class _Walk:
    """Goes through the parts of a mail and sorts them. Inside `multipart/alternative` the texts
    are versions of one text, which are collected in `versions`."""

    def __init__(self) -> None:
        self.texts: list[list[MailPart]] = []
        self.files: list[MailPart] = []
        self.versions: list[MailPart] | None = None
        self.count = 0

    def visit(self, headers: Message, body: bytes, depth: int) -> None:
        """Sort a part, or the parts in it."""
        self.count += 1
        if depth > DEEPEST:
            raise MailError(f"its parts lie more than {DEEPEST} deep in one another")
        if self.count > MOST_PARTS:
            raise MailError(f"it has more than {MOST_PARTS} parts")

        boundary = boundary_of(headers)
        if boundary:
            outer = self.versions
            if headers.get_content_subtype() == "alternative" and outer is None:
                self.versions = []
                self.texts.append(self.versions)
            for piece in _pieces(body, boundary):
                self.visit(*_opened(piece), depth + 1)
            self.versions = outer
        elif depth and headers.get_content_type() == "message/rfc822":
            self.add_text(MailPart(Message(), FORWARDED))
            self.visit(*_opened(body), depth + 1)
        else:
            self.sort(MailPart(headers, body), alone=not depth)

    def sort(self, part: MailPart, alone: bool) -> None:
        """Put a part among the texts or the files; a mail that is one part is a text."""
        is_text = part.kind.startswith(("text/", "multipart/")) and not part.is_file
        if alone or (is_text and part.kind != "text/calendar"):
            self.add_text(part)
        else:
            self.files.append(part)

    def add_text(self, part: MailPart) -> None:
        """Add a text, or one more version of a text."""
        if self.versions is None:
            self.texts.append([part])
        else:
            self.versions.append(part)


def _opened(data: bytes) -> tuple[Message, bytes]:
    """The headers and the body of a part."""
    head, body = split_head(data)
    return read_headers(head), body


def boundary_of(headers: Message) -> bytes:
    """What stands between the parts of a part; empty if it has none."""
    if headers.get_content_maintype() != "multipart":
        return b""
    try:
        boundary = headers.get_boundary()
    except (ValueError, TypeError, LookupError, UnicodeError):
        return b""
    return (boundary or "").encode("utf-8", "surrogateescape")


def _pieces(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """The parts between the lines with the boundary, in a time that grows with the length only."""
    mark = b"--" + boundary
    start = -1
    at = body.find(mark)
    while at >= 0:
        end = at + len(mark)
        is_line = at == 0 or body[at - 1 : at] in (b"\n", b"\r")
        follows = body[end : end + 1]
        if is_line and follows in (b"", b"\r", b"\n", b" ", b"\t", b"-"):
            if start >= 0:
                yield body[start:at].removesuffix(b"\n").removesuffix(b"\r")
            if body[end : end + 2] == b"--":
                return
            line_end = body.find(b"\n", end)
            start = line_end + 1 if line_end >= 0 else len(body)
        at = body.find(mark, end)
    if start >= 0:  # the last boundary is missing
        yield body[start:]
