"""Makes the lines of every file end in `\\n`, whatever system wrote it, before anything reads them.

Windows ends a line with `\\r\\n`, an old Macintosh with `\\r` alone."""

import io
from typing import IO, Any

WIDE = (b"\xff\xfe", b"\xfe\xff")  # the marks at the beginning of UTF-16
BLOCK = 1_000_000  # bytes that are read at once


def with_plain_line_ends(file: IO[bytes]) -> IO[bytes]:
    """A file as a stream whose lines end in `\\n`; the file itself may be as large as it likes."""
    return io.BufferedReader(_PlainLineEnds(file), BLOCK)


def plain_line_ends(text: str) -> str:
    """A text whose lines end in `\\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _PlainLineEnds(io.RawIOBase):
    """Reads a file in blocks. A `\\r\\n` may be cut in two by the end of a block."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._is_begun = False
        self._is_wide = False
        self._after_return = False

    def readable(self) -> bool:
        """It is read and never written."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer from the file; the number of bytes, 0 at the end of the file."""
        data = self._file.read(len(buffer))
        if not self._is_begun:
            self._is_begun = True
            self._is_wide = data[:2] in WIDE

        # in UTF-16 a sign is two bytes; who decodes such a file sees to its lines
        if not self._is_wide:
            data = self._plain(data, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _plain(self, data: bytes, size: int) -> bytes:
        """A block with plain line ends, without the rest of a line end that was cut in two."""
        if self._after_return:
            data = data.removeprefix(b"\n") or self._file.read(size)
        self._after_return = data.endswith(b"\r")
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
