"""Readers and writers of formats that other installed packages add, by their entry points.

A package names an object of its own in the group `chancery.importers` or `chancery.exporters` of
its `pyproject.toml`:

    [project.entry-points."chancery.importers"]
    semaphore = "chancery_semaphore:IMPORTER"

Nothing of such a package is loaded before a file is met that no reader of ours recognises, or its
format is named.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from builder.errors import ArchiveError

T = TypeVar("T")
IMPORTERS = "chancery.importers"
EXPORTERS = "chancery.exporters"


@cache
def extensions(group: str, kind: type[T]) -> Mapping[str, T]:
    """The objects of a group by their names, sorted. Raises ArchiveError where one of them cannot
    be loaded, or is not of the kind that the group needs."""
    points = sorted(entry_points(group=group), key=lambda point: point.name)
    return {point.name: _loaded(point, kind) for point in points}


def _loaded(point: EntryPoint, kind: type[T]) -> T:
    package = point.dist.name if point.dist is not None else "a package"
    place = f"{package}: the extension {point.name!r} of {point.group}"
    try:
        extension = point.load()
    except Exception as error:  # the code of others may raise anything
        raise ArchiveError(f"{place} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(extension, kind):
        raise ArchiveError(f"{place} is no {kind.__name__}; see docs/contributing.md")
    return extension
