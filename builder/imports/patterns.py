"""Regular expressions in data files, by name, each with a sample text that it matches."""

import re
from functools import cached_property
from pathlib import Path

from builder.source.documents import read
from builder.source.fields import Value

FLAGS = re.compile(r"^\(\?[ims]+\)")
PART = re.compile(r"\{([a-z_]+)\}")


class Patterns:
    """The patterns of a file as attributes, each compiled on first use; `{name}` within a pattern
    stands for one of the `parts`, or for another pattern."""

    def __init__(self, path: Path, **parts: str) -> None:
        self._path = path
        self._parts = parts

    @cached_property
    def texts(self) -> dict[str, tuple[str, str]]:
        """Each pattern by name, as it is written, and its sample; parts have an empty one."""
        top = read(self._path).fields()
        texts = {key.text(): (joined(value), "") for key, value in top.mapping("parts")}
        texts |= {name: (text, "") for name, text in self._parts.items()}
        for key, value in top.mapping("patterns"):
            entry = value.mapping()
            texts[key.text()] = (joined(entry.need("pattern")), joined(entry.need("sample")))
        return texts

    def __getattr__(self, name: str) -> re.Pattern[str]:
        if name not in self.texts:
            raise AttributeError(name)
        pattern = re.compile(self.text(name))
        setattr(self, name, pattern)
        return pattern

    def text(self, name: str) -> str:
        """The text of a pattern or part, with the parts that it names filled in."""
        return PART.sub(lambda m: FLAGS.sub("", self.text(m[1])), self.texts[name][0])


def joined(value: Value) -> str:
    """A text, its surrounding blanks included, or the texts of a list joined."""
    pieces = value.items() if value.kind == "sequence" else [value]
    return "".join(str(piece.node.value) for piece in pieces if piece.node)


RE = Patterns(Path(__file__).with_name("patterns.yaml"))
