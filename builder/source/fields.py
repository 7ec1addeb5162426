"""Values of a YAML file, lines of text within it, and the mistakes noted there.

Nothing here raises for a mistake in the file: it is noted there, a harmless value is returned,
reading goes on, and `Document.finish` raises all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, cast

from builder.errors import (
    ArchiveError,
    Mistakes,
    SourceError,
    SourceMark,
    TooManyMistakes,
    UnknownWordError,
)
from builder.model.names import Names
from builder.source import scalars

T = TypeVar("T")
N = TypeVar("N", bound=tuple[Any, ...])
YamlNode: TypeAlias = (
    Any  # of PyYAML: `value` is a text, a list of nodes, or a list of pairs of nodes
)
MOST_MISTAKES = 100  # of one file
PIECE = re.compile(r"(?:\([^)]*\)|\[[^\]]*\]|[^,;(\[]+|[(\[])+")
COMMENT = re.compile(r"(?:^|\s)#.*")
EMPTY = ("", "null", "Null", "NULL", "~")
KINDS = {"scalar": "text", "sequence": "a list", "mapping": "a mapping (name: value)"}


class Document:
    """One file while it is read: its values, and every mistake found so far."""

    root: YamlNode = None

    def __init__(self, path: str, lines: Sequence[str]) -> None:
        self.path = path
        self.lines = lines
        self.mistakes: list[SourceError] = []
        self.mappings: list[Fields] = []

    def value(self) -> Value:
        """The whole file as one value."""
        return Value(self, self.root)

    def fields(self) -> Fields:
        """The mapping that the file consists of."""
        return self.value().mapping()

    def mark(self, line: int, column: int = 1, width: int = 1) -> SourceMark:
        """A place of this file, with its line quoted; counts from 1."""
        excerpt = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return SourceMark(self.path, line, column, excerpt, max(1, width))

    def note(self, mistake: SourceError) -> None:
        """Keep a mistake and read on; raises TooManyMistakes at the hundredth."""
        self.mistakes.append(mistake)
        if len(self.mistakes) >= MOST_MISTAKES:
            raise TooManyMistakes(self.mistakes)

    def report_unknown(self) -> None:
        """Notes every key that was not asked for, and forgets the mappings read so far."""
        mappings, self.mappings = self.mappings, []
        for fields in mappings:
            fields.report_unknown()

    def finish(self) -> None:
        """Raises every mistake of the file at once; unknown keys are mistakes."""
        self.report_unknown()
        if self.mistakes:
            raise Mistakes(self.mistakes)


class SourceLine:
    """A piece of text on one line of the file: `line` and `column` count from 1.
    Without `start`, its column, it is the first thing in its line."""

    __slots__ = ("document", "line", "start", "text")

    def __init__(self, document: Document, text: str, line: int, start: int = 0) -> None:
        self.document = document
        self.text = text
        self.line = line
        self.start = start

    @property
    def column(self) -> int:
        """The column of its first letter."""
        return self.start or self.document.lines[self.line - 1].index(self.text) + 1

    @property
    def row(self) -> str:
        """The text, under the name that `Value` has for it."""
        return self.text

    def fail(self, message: str) -> None:
        """Note a mistake here; the piece is underlined whole."""
        mark = self.document.mark(self.line, self.column, len(self.text))
        self.document.note(SourceError(message, mark))

    def part(self, start: int, end: int | None = None) -> SourceLine:
        """The text from `start` to `end` with its own place, without the blanks around it."""
        text = self.text[start:end]
        bare = text.lstrip()
        column = self.column + start + len(text) - len(bare)
        return SourceLine(self.document, bare.rstrip(), self.line, column)

    def words(self) -> list[SourceLine]:
        """The pieces between commas and semicolons that stand outside brackets."""
        if "," not in self.text and ";" not in self.text:
            return [self] if self.text else []
        parts = (self.part(*piece.span()) for piece in PIECE.finditer(self.text))
        return [part for part in parts if part.text]

    def lines(self) -> list[SourceLine]:
        """Itself, under the name that `Value` has for its lines."""
        return [self]

    def each(self, reader: Callable[[str], T | None]) -> list[T]:
        """What `reader` makes of each of the words, those with mistakes left out."""
        whole = "(" in self.text or "[" in self.text
        texts = PIECE.findall(self.text) if whole else self.text.replace(";", ",").split(",")
        try:
            bare = [word for text in texts if (word := text.strip())]
            return [value for word in bare if (value := reader(word)) is not None]
        except (ArchiveError, ValueError):  # which need the places of the words
            return [value for word in self.words() if (value := word.read(reader)) is not None]

    def read(self, reader: Callable[[str], T]) -> T | None:
        """What `reader` makes of the text; what it raises is noted here, and None returned.
        A mistake without a file has its column within this piece."""
        try:
            return reader(self.text)
        except TooManyMistakes:
            raise
        except (SourceError, Mistakes) as error:
            for mistake in error.errors if isinstance(error, Mistakes) else [error]:
                self.document.note(mistake if mistake.mark.path else self._placed(mistake))
        except (ArchiveError, ValueError) as error:
            self.fail(str(error))
        return None

    def _placed(self, mistake: SourceError) -> SourceError:
        column = self.column + mistake.mark.column - 1
        width = mistake.mark.width
        return type(mistake)(mistake.message, self.document.mark(self.line, column, width))


class Value:
    """A value in the file. A missing one (`given` is False) reads as the default of each type.
    `kind` is `scalar`, `sequence` or `mapping`, empty for a missing value. `below` is the value of
    another file that a mapping adds to."""

    __slots__ = ("below", "document", "kind", "name_node", "node")

    def __init__(self, document: Document, node: YamlNode, name_node: YamlNode = None) -> None:
        self.document = document
        self.node = node
        self.name_node = name_node
        self.kind: str = node.id if node is not None else ""
        self.below: Value | None = None

    @property
    def key(self) -> Value:
        """The key under which a mapping has it."""
        return Value(self.document, self.name_node)

    @property
    def given(self) -> bool:
        """Is the value in the file, and more than a bare `null` or `~`, or nothing at all?"""
        if self.kind == "scalar":
            return bool(self.node.style) or self.node.value not in EMPTY
        return self.node is not None

    @property
    def row(self) -> str:
        """The text of a scalar on one line of the file, or of lines behind `|`; empty for any
        other, which may have signs that its text lacks."""
        if self.kind != "scalar":
            return ""
        node = self.node
        one_line = node.style == "|" or node.start_mark.line == node.end_mark.line
        return str(node.value) if one_line else ""

    @property
    def line(self) -> int:
        """The line it begins on, from 1; 0 for a missing value."""
        return self.node.start_mark.line + 1 if self.node else 0

    @property
    def mark(self) -> SourceMark:
        """Where the value begins; a scalar on one line is underlined whole."""
        if self.node is None:
            return self.document.mark(1)
        start = self.node.start_mark
        end = self.node.end_mark
        wide = end.column - start.column if end.line == start.line else 1
        return self.document.mark(start.line + 1, start.column + 1, wide)

    def fail(self, message: str) -> None:
        """Note a mistake here."""
        self.document.note(SourceError(message, self.mark))

    def text(self) -> str:
        """The text, blanks around it removed."""
        return self.node.value.strip() if self._is("scalar") else ""

    def read(self, reader: Callable[[str], T]) -> T | None:
        """What `reader` makes of the text; its errors are noted here, and None is returned."""
        return self.as_line().read(reader) if self._is("scalar") else None

    def integer(self) -> int:
        """A whole number from 0 to 9999."""
        return self.read(scalars.small) or 0

    def flag(self) -> bool:
        """Yes or no."""
        return self.read(scalars.yes_or_no) or False

    def day(self) -> str:
        """A day as 2026-05-31; empty if missing."""
        return (self.read(scalars.day) or "") if self.given else ""

    def name(self) -> str:
        """A name for addresses and files; empty if missing."""
        return (self.read(scalars.identifier) or "") if self.given else ""

    def choice(self, options: Collection[str], what: str = "word") -> str:
        """One of `options`, in any letter case; empty where it is none of them."""
        if (text := self.text()) in options:
            return text
        return self.read(Names(what, [(option, option) for option in options]).find) or ""

    def items(self) -> list[Value]:
        """The members of a list; a lone text counts as a list of one, nothing as none."""
        if not self.given:
            return []
        if self.kind == "scalar":
            return [self]
        return [Value(self.document, n) for n in self.node.value] if self._is("sequence") else []

    def each(self, reader: Callable[[str], T | None]) -> list[T]:
        """What `reader` makes of each of the words, those with mistakes left out."""
        return [value for word in self.words() if (value := word.read(reader)) is not None]

    def texts(self) -> tuple[str, ...]:
        """The texts of the words."""
        return tuple(word.text for word in self.words())

    def words(self) -> list[SourceLine]:
        """The members of a list, or the pieces between the commas of a text."""
        if self.kind == "sequence":
            return [item.as_line() for item in self.items() if item._is("scalar")]
        return [piece for line in self.lines() for piece in line.words()]

    def mapping(self) -> Fields:
        """The fields of a mapping, and those of the one that it adds to."""
        fields = Fields(self, self.node.value if self.given and self._is("mapping") else ())
        if self.below is not None and self.below.kind == "mapping":
            fields.extend(self.below.mapping())
        return fields

    def lines(self) -> list[SourceLine]:
        """The lines of a text, or the members of a list, without blank ones and comments.
        Every line has its place in the file, however the text was quoted."""
        if self.kind == "sequence":
            lines = []
            for item in self.items():
                lines += item.lines()
            return lines
        if not self.given or not self._is("scalar"):
            return []
        lines = self._rows()
        if "#" not in self.node.value:
            return lines
        for line in lines:
            line.text = COMMENT.sub("", line.text).rstrip()
        return [line for line in lines if line.text]

    def _rows(self) -> list[SourceLine]:
        node = self.node
        document = self.document
        start = self.node.start_mark
        if node.style == "|":
            numbered = enumerate(node.value.splitlines(), start.line + 2)
            return [SourceLine(document, text, n) for n, row in numbered if (text := row.strip())]
        end = node.end_mark
        block = node.style == ">"
        quoted = node.style in ("'", '"')
        if start.line == end.line or (not block and "\\" in node.value):
            return [line] if (line := self.as_line()).text else []
        first = start.line + block
        rows = list(document.lines[first : end.line + 1])
        rows[-1] = rows[-1][: end.column - quoted]
        if not block:
            rows[0] = rows[0][start.column + quoted :].rjust(len(rows[0]))
        bare = ((n, row.strip(), row) for n, row in enumerate(rows, first + 1))
        lines = [SourceLine(document, t, n, row.index(t) + 1) for n, t, row in bare if t]
        for line in lines if node.style == "'" else ():
            line.text = line.text.replace("''", "'")
        return lines

    def as_line(self) -> SourceLine:
        """The text of a scalar, with the place of its first letter; another value is noted."""
        text = self.text()
        start = self.node.start_mark
        quoted = self.kind == "scalar" and self.node.style in ("'", '"')
        return SourceLine(self.document, text, start.line + 1, start.column + 1 + quoted)

    def _is(self, kind: str) -> bool:
        if self.kind and self.kind != kind and (self.kind == "scalar" or self.node.value):
            actual = KINDS[self.kind] if self.given else "nothing"
            self.fail(f"expected {KINDS[kind]}, not {actual}")
        return self.kind == kind


READERS: Mapping[type, Callable[[Value], Any]] = {
    str: Value.text, int: Value.integer, bool: Value.flag,
}  # fmt: skip


class Fields:
    """A mapping in the file; `report_unknown` reports unknown keys."""

    def __init__(self, owner: Value, pairs: Iterable[tuple[YamlNode, YamlNode]]) -> None:
        document = owner.document
        value_of = dict[str, Value]()
        self.owner = owner
        self.document = document
        self.values = value_of
        self.asked = set[str]()
        self.open = False
        for key_node, node in pairs:
            value = Value(document, node, key_node)
            if key_node.id != "scalar":
                value.key.fail("a key must be one word or name")
            elif (word := key_node.value.strip()) in value_of:
                first = value_of[word].key.line
                value.key.fail(f"the key {word!r} is here twice (first in line {first})")
            else:
                value_of[word] = value
        document.mappings.append(self)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def __iter__(self) -> Iterator[tuple[Value, Value]]:
        """Every key and its value, where keys are names of the writer's choice."""
        self.open = True
        return ((value.key, value) for value in self.values.values())

    def extend(self, base: Fields, keys: Collection[str] | None = None) -> None:
        """Add the keys of another mapping that this one lacks, also in the mappings within it.
        The base's keys come first, only those in `keys` if given; `none` takes a key away."""
        value_of = {k: value for k, value in base.values.items() if keys is None or k in keys}
        for key, value in self.values.items():
            if key in value_of and value.kind == "scalar" and value.text() == "none":
                del value_of[key]
                continue
            value.below = value_of.get(key)
            value_of[key] = value
        self.values = value_of

    def rest(self) -> list[tuple[str, Value]]:
        """Each key not asked for so far, as text, with its value; none of them is then reported as
        unknown."""
        self.open = True
        return [pair for pair in self.values.items() if pair[0] not in self.asked]

    def take(self, key: str) -> Value:
        """The value of a key that may be missing (then not `given`)."""
        self.asked.add(key)
        return self.values.get(key) or Value(self.document, None)

    def skip(self, *keys: str) -> None:
        """Mark keys as known that are not read here."""
        self.asked.update(keys)

    def need(self, key: str) -> Value:
        """The value of a key that must be there."""
        value = self.take(key)
        if value.kind and not value.given:
            value.fail(f"the key {key!r} has no value")
        elif not value.kind and self.owner.kind == "mapping":
            self.owner.fail(f"the key {key!r} is missing")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text; without `default` the key must be there."""
        return self._typed(key, default, Value.text, "")

    def integer(self, key: str, default: int | None = None) -> int:
        """A whole number; without `default` the key must be there."""
        return self._typed(key, default, Value.integer, 0)

    def flag(self, key: str, default: bool = False) -> bool:
        """Yes or no, which may be missing."""
        return self._typed(key, default, Value.flag, False)

    def choice(self, key: str, options: Collection[str], default: str | None = None) -> str:
        """One of `options`; without `default` the key must be there."""
        return self._typed(key, default, lambda value: value.choice(options, key), "")

    def texts(self, key: str) -> tuple[str, ...]:
        """The members of a list of texts, or the pieces between commas; none if missing."""
        return self.take(key).texts()

    def mapping(self, key: str) -> Fields:
        """The fields of a mapping below; without any if the key is missing."""
        return self.take(key).mapping()

    def table(self, key: str) -> Mapping[str, str]:
        """A mapping of texts to texts; empty if the key is missing."""
        return {name.text(): value.text() for name, value in self.take(key).mapping()}

    def over(self, base: N, *keys: str) -> N:
        """A named tuple with those of its values replaced that are given under these keys, each
        read as what it is: a text, a number, yes or no, or several texts."""
        changes: dict[str, Any] = {}
        for key in keys:
            name = key.replace(" ", "_")
            value = self.take(key)
            usual: Any = getattr(base, name)
            if isinstance(usual, tuple | frozenset):
                changes[name] = type(usual)(value.texts()) or usual
            elif value.given:
                changes[name] = READERS[type(usual)](value)
        return cast("N", cast("Any", base)._replace(**changes))

    def report_unknown(self) -> None:
        """Notes every unknown key, with a guess at what was meant."""
        if self.open:
            return
        self.open = True
        unknown = [key for key in self.values if key not in self.asked]
        if unknown:
            names = Names("key", [(key, key) for key in sorted(self.asked)])
            for key in unknown:
                self.values[key].key.fail(str(UnknownWordError("key", key, names.guesses(key))))

    def _typed(self, key: str, default: T | None, read: Callable[[Value], T], empty: T) -> T:
        value = self.need(key) if default is None else self.take(key)
        return read(value) if value.given else default or empty
