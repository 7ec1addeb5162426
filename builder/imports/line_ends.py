"""Makes UTF-8 with lines that end in `\\n` of every file, before anything reads its lines.

Windows ends a line with `\\r\\n`, an old Macintosh with `\\r` alone. Windows also writes UTF-16."""

import codecs
import io
from typing import IO, Any

WIDE = (b"\xff\xfe", b"\xfe\xff")  # the marks at the beginning of UTF-16
BLOCK = 1_000_000  # bytes that are read at once


def with_plain_line_ends(file: IO[bytes]) -> io.BufferedReader:
    """A file of any size as a stream whose lines end in `\\n`; in UTF-8 if it is in UTF-16."""
    return io.BufferedReader(_PlainLineEnds(file), BLOCK)


def plain_line_ends(text: str) -> str:
    """A text whose lines end in `\\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _PlainLineEnds(io.RawIOBase):
    """Reads a file in blocks. A `\\r\\n` may be cut in two by the end of a block."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._is_begun = False
        self._decoder: codecs.IncrementalDecoder | None = None  # of UTF-16
        self._after_return = False

    def readable(self) -> bool:
        """It is read and never written."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer from the file; the number of bytes, 0 at the end of the file."""
        size = max(len(buffer) // 2, 1)  # UTF-16 may become longer, by half
        data = self._plain(self._read(size), size)
        buffer[: len(data)] = data
        return len(data)

    def _read(self, size: int) -> bytes:
        """The next bytes of the file, in UTF-8 if it is in UTF-16; empty at its end."""
        data = self._next(size)
        if not self._is_begun:
            self._is_begun = True
            if data[:2] in WIDE:
                self._decoder = codecs.getincrementaldecoder("utf-16")("replace")
        if self._decoder is None:
            return data
        text = self._decoder.decode(data, final=not data)
        while data and not text:  # half a letter
            data = self._next(size)
            text = self._decoder.decode(data, final=not data)
        return text.encode("utf-8", "replace")

    def _next(self, size: int) -> bytes:
        """The next bytes as they come, so that those before the end of a damaged file are read."""
        read = getattr(self._file, "read1", self._file.read)
        data: bytes = read(size)
        return data

    def _plain(self, data: bytes, size: int) -> bytes:
        """A block with plain line ends, without the rest of a line end that was cut in two."""
        if self._after_return:
            data = data.removeprefix(b"\n") or self._read(size)
        self._after_return = data.endswith(b"\r")
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
