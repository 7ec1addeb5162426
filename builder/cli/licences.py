"""`chancery --licences`: the licence of everything that comes with the program."""

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple

from builder.source.documents import read

LIST = Path(__file__).parents[1] / "licences.yaml"
NAME = re.compile(r"[\w.-]+")
OPTIONAL = re.compile(r";.*\bextra\s*==")
UNSTATED = ("", "UNKNOWN")


class Part(NamedTuple):
    """Something that is shipped: what it is, its author, its licence, patterns of its files."""

    what: str
    by: str
    licence: str
    files: tuple[str, ...] = ()


def enclosed() -> list[Part]:
    """The parts of the package; raises Mistakes if their list is faulty."""
    document = read(LIST)
    parts = []
    for value in document.value().items():
        top = value.mapping()
        texts = top.text("what"), top.text("by"), top.text("licence")
        parts.append(Part(*texts, top.texts("files")))
    document.finish()
    return parts


def packages(name: str = "chancery") -> Iterator[Part]:
    """The Python packages that a package needs to run, and those that they need."""
    waiting, seen = [name], {name}
    while waiting:
        try:
            found = distribution(waiting.pop())
        except PackageNotFoundError:
            continue  # of another system
        if found.name != name:
            meta: Any = found.metadata
            by = meta.get("Author") or meta.get("Author-email") or "its authors"
            yield Part(f"{found.name} {found.version}", by.partition("\n")[0], licence_of(found))
        needed = (r for r in found.requires or () if not OPTIONAL.search(r))
        for other in (re.sub(r"[-_.]+", "-", NAME.match(r)[0]).lower() for r in needed):  # type: ignore[index]
            if other not in seen:
                seen.add(other)
                waiting.append(other)


def licence_of(package: Distribution) -> str:
    """The licence that a package states; empty if it states none."""
    meta: Any = package.metadata
    stated = meta.get("License-Expression") or meta.get("License") or ""
    if stated in UNSTATED or "\n" in stated:
        classes = meta.get_all("Classifier") or []
        named = [c.rpartition(" :: ")[2] for c in classes if c.startswith("License ::")]
        return ", ".join(named)
    return str(stated)


def lines() -> Iterator[str]:
    """A line for each part: its licence, what it is, its author."""
    for part in (*enclosed(), *sorted(packages(), key=lambda p: p.what.lower())):
        yield f"{part.licence or 'not stated':<28} {part.what} ({part.by})"
