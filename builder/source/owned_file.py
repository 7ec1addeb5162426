"""A file that people own: read once, and written only if nobody changed it in the meantime."""

from pathlib import Path

from builder.errors import ArchiveError
from builder.source.documents import decoded
from builder.source.files import read_whole, shown_path, write_durably

MARK = b"\xef\xbb\xbf"  # Windows editors begin UTF-8 with it


class OwnedFile:
    """A text file as it was when it was read; a missing one reads as an empty text.

    The line ends and the mark at the beginning stay as they are.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.name = shown_path(path)
        self._content = self._now()
        self.text = decoded(self._content, self.name)

    @property
    def exists(self) -> bool:
        """Is there such a file?"""
        return self.path.is_file()

    def check_unchanged(self) -> None:
        """Raises ArchiveError if the file is not as it was read."""
        if self._now() != self._content:
            raise ArchiveError(
                f"{self.name}: changed while the command ran, so nothing was written to it; "
                "repeat the command"
            )

    def write(self, text: str) -> None:
        """Write another text, completely or not at all. Raises ArchiveError if somebody else
        changed the file, and OSError if it cannot be written."""
        if text == self.text:
            return
        self.check_unchanged()
        mark = MARK if self._content.startswith(MARK) else b""
        content = mark + text.encode()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(self.path, content)
        self._content = content
        self.text = text

    def _now(self) -> bytes:
        return read_whole(self.path) if self.exists else b""
