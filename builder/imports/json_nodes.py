"""Foreign JSON: each value knows its path in the file, for error messages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from builder.errors import ArchiveError
from builder.imports.importer import Imported, TextFile

DIGITS = re.compile(r"\s*[0-9]{1,9}\s*")


class JsonNode:
    """One value of a file, and how it is reached: `phases[3].state.units`.

    A value that is absent or null reads as an empty mapping, list or text. A value of another
    kind than the one that is asked for raises ArchiveError.
    """

    __slots__ = ("name", "value", "way")

    def __init__(self, value: Any, name: str, way: str = "") -> None:
        self.value, self.name, self.way = value, name, way

    def __getitem__(self, key: str) -> JsonNode:
        value = self.value.get(key) if self._is(dict, "a mapping") else None
        return JsonNode(value, self.name, f"{self.way}.{key}" if self.way else key)

    @property
    def given(self) -> bool:
        """Is the value present, and not null?"""
        return self.value is not None

    def items(self) -> Iterator[tuple[str, JsonNode]]:
        """Keys and values of a mapping."""
        if self._is(dict, "a mapping"):
            for key in self.value:
                yield key, self[key]

    def list(self) -> Iterator[JsonNode]:
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
    """The games of a file, one for each of its values, or the error that keeps one from being read.

    `read` takes a value, its number from 0, and the document in which only the lines of the value
    are not empty. `gathered` makes one value of the parts of a game. Raises ArchiveError where the
    file is not JSON.
    """
    for i, part in enumerate(_parsed(document, gathered)):
        if isinstance(part, ArchiveError):
            yield part
            continue
        data, own = part
        try:
            game = read(data, i, own)
        except ArchiveError as error:
            alone = data.name == document.name or str(error).startswith(data.name)
            yield error if alone else ArchiveError(f"{data.name}: {error}")
            continue
        if game is not None:
            yield game


def _parsed(
    document: TextFile, gathered: Callable[[Any], Any]
) -> Iterator[tuple[JsonNode, TextFile] | ArchiveError]:
    """Every value of a file and its document: one value, the members of a list, or one a line."""
    text = document.text
    try:
        data = gathered(json.loads(text))
    except RecursionError as error:
        raise ArchiveError(f"{document.name}: nested too deep") from error
    except ValueError as error:
        yield from _by_line(document, error)
        return
    if not isinstance(data, list):
        data = [data]
    for i, value in enumerate(data, 1):
        name = document.name if len(data) == 1 else f"{document.name}, game {i}"
        yield JsonNode(value, name), document


def _by_line(
    document: TextFile, whole: ValueError
) -> Iterator[tuple[JsonNode, TextFile] | ArchiveError]:
    lines = [(n, x) for n, x in enumerate(document.text.splitlines(), 1) if x.strip()]
    if len(lines) < 2 or not all(x.lstrip().startswith("{") for _, x in lines[:2]):
        raise _mistake(document, whole, 0) from whole
    for number, line in lines:
        try:
            node = JsonNode(json.loads(line), f"{document.name}, line {number}")
            yield node, document._replace(text="\n" * (number - 1) + line)
        except RecursionError:
            yield ArchiveError(f"{document.name}:{number}: nested too deep")
        except ValueError as error:
            yield _mistake(document, error, number - 1)


def _mistake(document: TextFile, error: ValueError, above: int) -> ArchiveError:
    if not isinstance(error, json.JSONDecodeError):
        return ArchiveError(f"{document.name}: not JSON: {error}")
    where = f"{document.name}:{error.lineno + above}:{error.colno}"
    return ArchiveError(f"{where}: not JSON: {error.msg[:1].lower()}{error.msg[1:]}")
