"""`chancery --licences`: the licence of everything that comes with the program."""

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple

from builder.source.documents import read

LIST = Path(__file__).parents[1] / "licences.yaml"
OPTIONAL = re.compile(r";.*\bextra\s*==")


class Part(NamedTuple):
    """Something that is shipped: what it is, its author, its licence, patterns of its files."""

    what: str
    by: str
    licence: str
    files: tuple[str, ...] = ()


def enclosed() -> list[Part]:
    """The parts of the package; raises Mistakes if their list is faulty."""
    document = read(LIST)
    parts: list[Part] = []
    for value in document.value().items():
        top = value.mapping()
        part = Part(
            what=top.text("what"),
            by=top.text("by"),
            licence=top.text("licence"),
            files=top.texts("files"),
        )
        parts.append(part)
    document.finish()
    return parts


def packages() -> Iterator[Part]:
    """The Python packages that the program needs to run, and those that they need."""
    named = ["chancery"]
    for each in named:  # which grows
        try:
            package = distribution(each)
        except PackageNotFoundError:
            continue  # of another system
        if each != named[0]:
            meta: Any = package.metadata
            authors = meta.get("Author") or meta.get("Author-email") or "its authors"
            by = authors.partition("\n")[0]
            yield Part(f"{package.name} {package.version}", by, _licence_in(meta))
        for needed in package.requires or ():
            other = re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", needed)[0]).lower()
            if other not in named and not OPTIONAL.search(needed):
                named.append(other)


def _licence_in(meta: Any) -> str:
    stated = meta.get("License-Expression") or meta.get("License") or ""
    if stated in ("", "UNKNOWN") or "\n" in stated:
        classes = (c.split(" :: ") for c in meta.get_all("Classifier") or ())
        return ", ".join(words[-1] for words in classes if words[0] == "License")
    return str(stated)


def lines() -> Iterator[str]:
    """A line for each part: its licence, what it is, its author."""
    for part in (*enclosed(), *sorted(packages(), key=lambda p: p.what.lower())):
        yield f"{part.licence or 'not stated':<28} {part.what} ({part.by})"
