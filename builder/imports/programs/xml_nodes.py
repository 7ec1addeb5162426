"""Foreign XML: each element knows its line and column in the file, for error messages.

Only elements, attributes and text are read. A document type, which could define entities or name
other files, is refused.
"""

from collections.abc import Iterator
from xml.parsers import expat

from builder.errors import ArchiveError
from builder.imports.importer import TextFile

MOST_LEVELS = 20_000  # of elements in one another
MOST_ELEMENTS = 300_000  # of one game, which has some 20,000 for each megabyte


class XmlNode:
    """One element: its name without a prefix, its attributes, the elements in it, and its text."""

    __slots__ = ("attributes", "column", "line", "members", "name", "text")

    def __init__(self, name: str, attributes: dict[str, str], line: int, column: int) -> None:
        self.name = name
        self.attributes = attributes
        self.members: list[XmlNode] = []
        self.text = ""
        self.line = line
        self.column = column

    def get(self, *names: str) -> str:
        """The first of several attributes that is there, else an empty text."""
        for name in names:
            if name in self.attributes:
                return self.attributes[name].strip()
        return ""

    def named(self, *names: str) -> Iterator["XmlNode"]:
        """The elements in this one that have one of several names."""
        return (member for member in self.members if member.name in names)

    def first(self, *names: str) -> "XmlNode | None":
        """The first element in this one that has one of several names."""
        return next(self.named(*names), None)

    def all(self) -> Iterator["XmlNode"]:
        """This element and all within it, in the order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.members))

    def shown(self) -> str:
        """The tag of the element, for a message."""
        words = [f'{name}="{value}"' for name, value in self.attributes.items()]
        return f"<{' '.join([self.name, *words])}>"


def parsed_xml(document: TextFile) -> XmlNode:
    """The root element of a text in XML. Raises ArchiveError where it is none, with its place."""
    return _XmlReader(document).root()


class _XmlReader:
    """Builds the elements of one document while it is read."""

    def __init__(self, document: TextFile) -> None:
        self.document = document
        self.count = 0
        self.open: list[XmlNode] = []
        self.pieces: list[list[str]] = []  # of the texts of the open elements
        self.roots: list[XmlNode] = []
        text = document.text
        begin = len(text) - len(text.lstrip())  # a declaration must be at the very beginning
        self.skipped = text.count("\n", 0, begin)  # lines before it
        self.data = text[begin:].encode("utf-8", "replace")
        # the text was decoded already, whatever its declaration says of its encoding
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype

    def root(self) -> XmlNode:
        """The element that holds all others."""
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError as error:
            why = expat.ErrorString(error.code)
            raise self._error(error.lineno, error.offset, f"not XML: {why}") from error
        return self.roots[0]

    def _error(self, line: int, offset: int, why: str) -> ArchiveError:
        number = self.document.line + self.skipped + line - 1
        return ArchiveError(f"{self.document.name}:{number}:{offset + 1}: {why}")

    def _doctype(self, *_: object) -> None:
        """Refuse a document type, of which the parser has read the beginning."""
        before = self.data[: self.parser.CurrentByteIndex].rpartition(b"<!DOCTYPE")[0]
        why = "a document type (DOCTYPE) is not read: no program writes one into a saved game"
        offset = len(before.rpartition(b"\n")[2].decode("utf-8", "replace"))
        raise self._error(before.count(b"\n") + 1, offset, why)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line = self.document.line + self.skipped + self.parser.CurrentLineNumber - 1
        column = self.parser.CurrentColumnNumber + 1
        node = XmlNode(name.rpartition(":")[2], attributes, line, column)
        self.count += 1
        if len(self.open) >= MOST_LEVELS or self.count > MOST_ELEMENTS:
            where = (self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)
            why = f"more than {MOST_ELEMENTS:,} elements, or {MOST_LEVELS:,} in one another"
            raise self._error(*where, why)
        (self.open[-1].members if self.open else self.roots).append(node)
        self.open.append(node)
        self.pieces.append([])

    def _end(self, _: str) -> None:
        self.open.pop().text = "".join(self.pieces.pop())

    def _characters(self, text: str) -> None:
        self.pieces[-1].append(text)
