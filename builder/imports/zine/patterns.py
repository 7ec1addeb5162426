"""The regular expressions of the zine reader, by name: `patterns.yaml`, each with a sample."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

FLAGS = re.compile(r"^\(\?[im]+\)")
PART = re.compile(r"\{([a-z_]+)\}")


class Patterns:
    """Each pattern is an attribute, compiled when it is first asked for; `{name}` within one stands
    for a part or another pattern."""

    @cached_property
    def given(self) -> dict[str, dict[str, Any]]:
        """What the file holds."""
        text = Path(__file__).with_name("patterns.yaml").read_text(encoding="utf-8")
        found: dict[str, dict[str, Any]] = yaml.load(text, yaml.CSafeLoader)
        return found

    def __getattr__(self, name: str) -> re.Pattern[str]:
        if name not in self.given["patterns"]:
            raise AttributeError(name)
        found = re.compile(self.text(name))
        setattr(self, name, found)
        return found

    def text(self, name: str) -> str:
        """A pattern or part with those that it names."""
        told = self.given["patterns"].get(name)
        pieces = told["pattern"] if told else self.given["parts"][name]
        whole = pieces if isinstance(pieces, str) else "".join(pieces)
        return PART.sub(lambda m: FLAGS.sub("", self.text(m[1])), whole)

    def samples(self) -> dict[str, str]:
        """By the name of every pattern, a text in which it is found."""
        return {name: told["sample"] for name, told in self.given["patterns"].items()}


RE = Patterns()
