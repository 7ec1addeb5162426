"""Regular expressions as data: by name, in a file, each with a sample in which it is found."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from builder.source.documents import read
from builder.source.fields import Value

FLAGS = re.compile(r"^\(\?[ims]+\)")
PART = re.compile(r"\{([a-z_]+)\}")


class Patterns:
    """Each pattern of a file is an attribute, compiled when it is first asked for; `{name}` within
    one stands for one of the `parts`, or for another pattern."""

    def __init__(self, path: Path, **parts: str) -> None:
        self._path, self._parts = path, parts

    @cached_property
    def given(self) -> dict[str, tuple[str, str]]:
        """By name: a pattern as it is written, and its sample; parts have none."""
        top = read(self._path).fields()
        found = {key.text(): (joined(value), "") for key, value in top.mapping("parts")}
        found |= {name: (text, "") for name, text in self._parts.items()}
        for key, value in top.mapping("patterns"):
            told = value.mapping()
            found[key.text()] = joined(told.need("pattern")), joined(told.need("sample"))
        return found

    @property
    def samples(self) -> dict[str, str]:
        """By the name of every pattern, a text in which it is found."""
        return {name: sample for name, (_, sample) in self.given.items() if sample}

    def __getattr__(self, name: str) -> re.Pattern[str]:
        if name not in self.given:
            raise AttributeError(name)
        found = re.compile(self.text(name))
        setattr(self, name, found)
        return found

    def text(self, name: str) -> str:
        """A pattern or part with those that it names."""
        return PART.sub(lambda m: FLAGS.sub("", self.text(m[1])), self.given[name][0])


def joined(value: Value) -> str:
    """A text with the blanks around it, or the texts of a list as one."""
    pieces = value.items() if value.is_list else [value]
    return "".join(str(piece.node.value) for piece in pieces if piece.node)


RE = Patterns(Path(__file__).with_name("patterns.yaml"))
