"""Foreign JSON: each value knows its path in the file, for error messages."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from builder.errors import ArchiveError
from builder.imports.importer import Imported, TextFile

DIGITS = re.compile(r"\s*[0-9]{1,9}\s*")


class JsonNode:
    """One value of a file, and how it is reached: `phases[3].state.units`. An absent one or null
    reads as an empty mapping, list or text; one of another kind than asked for raises ArchiveError.
    """

    __slots__ = ("name", "value", "way")

    def __init__(self, value: Any, name: str, way: str = "") -> None:
        self.value = value
        self.name = name
        self.way = way

    def __getitem__(self, key: str) -> "JsonNode":
        value = self.value.get(key) if self._is(dict, "a mapping") else None
        return JsonNode(value, self.name, f"{self.way}.{key}" if self.way else key)

    @property
    def given(self) -> bool:
        """Is the value present, and not null?"""
        return self.value is not None

    def items(self) -> Iterator[tuple[str, "JsonNode"]]:
        """Keys and values of a mapping."""
        if self._is(dict, "a mapping"):
            for key in self.value:
                yield key, self[key]

    def list(self) -> Iterator["JsonNode"]:
        """The members of a list."""
        if self._is(list, "a list"):
            for i, value in enumerate(self.value):
                yield JsonNode(value, self.name, f"{self.way}[{i}]")

    def text(self, default: str = "") -> str:
        """A text, or a number as text."""
        return str(self.value) if self._is((str, int, float), "a text") else default

    def number(self, default: int = 0) -> int:
        """A whole number, or a text of digits."""
        if not self.given or self.value == "":
            return default
        if isinstance(self.value, str) and DIGITS.fullmatch(self.value):
            return int(self.value)
        return int(self.value) if self._is(int, "a number") else default

    def _is(self, kind: Any, what: str) -> bool:
        if not self.given:
            return False
        if not isinstance(self.value, kind):
            shown = json.dumps(self.value)[:40]
            raise ArchiveError(f"{self.name}: {self.way or 'the file'} is {shown}, not {what}")
        return True


def every(
    document: TextFile,
    read: Callable[[JsonNode, int, TextFile], Imported | None],
    gathered: Callable[[Any], Any] = lambda data: data,
) -> Iterator[Imported | ArchiveError]:
    """The games of a file, or the error that keeps one from being read. A file is one value, a list
    of values, or one value a line. Raises ArchiveError where the file is not JSON.

    `read` takes a value, its number from 0, and the document, of which only the line of the value
    if each has a line of its own. `gathered` makes one value of the parts of a game.
    """
    values: Iterator[tuple[Any, str, TextFile]]
    data = parsed(document)
    if isinstance(data, ArchiveError):
        numbered = [(n, x) for n, x in enumerate(document.text.split("\n"), 1) if x.strip()]
        if len(numbered) < 2 or not _is_one_a_line([x for _, x in numbered[:2]]):
            raise data
        lines = (document._replace(text=x, line=n) for n, x in numbered)
        values = ((parsed(own), f"{own.name}, line {own.line}", own) for own in lines)
    else:
        data = gathered(data)
        many = data if isinstance(data, list) else [data]
        named = f"{document.name}, game {{}}" if len(many) > 1 else document.name
        values = ((value, named.format(i), document) for i, value in enumerate(many, 1))
    for i, (value, name, own) in enumerate(values):
        try:
            if isinstance(value, ArchiveError):
                raise value
            game = read(JsonNode(value, name), i, own)
            if game is not None:
                yield game
            elif name != document.name:  # one of several; of one alone others say so
                yield ArchiveError(f"{name}: there is no game in it that we can read")
        except ArchiveError as error:
            placed = name == document.name or str(error).startswith(document.name)
            yield error if placed else ArchiveError(f"{name}: {error}")


def _is_one_a_line(first_two: Sequence[str]) -> bool:
    """Has a text a value on each line? Either of its first two may be broken."""
    both = all(line.lstrip().startswith("{") for line in first_two)
    return both or isinstance(parsed(TextFile("", first_two[0])), dict)


def parsed(document: TextFile) -> Any:
    """The value of a JSON text, or the ArchiveError that says where it is none."""
    try:
        return json.loads(document.text)
    except RecursionError:
        return ArchiveError(f"{document.name}:{document.line}: nested too deep")
    except json.JSONDecodeError as error:
        where = f"{document.name}:{error.lineno + document.line - 1}:{error.colno}"
        return ArchiveError(f"{where}: not JSON: {error.msg[:1].lower()}{error.msg[1:]}")
    except ValueError as error:
        return ArchiveError(f"{document.name}: not JSON: {error}")
