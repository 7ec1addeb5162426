"""Variants as they were once read, kept for the next run until anything about them changes.

They may be thrown away at any time. What is kept is good for exactly the files and the program
that it was made of, each known by its size and time as Python knows what it compiled; files
changed a moment ago are not trusted to show their next change. Nothing but the types of a variant
is taken from there, so nothing that somebody lays there can run.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from builder.model.board import Apart, Board, Location, Lost, Province, Spare, Way
from builder.model.calendar import Calendar, Phase
from builder.model.kinds import Kind
from builder.model.names import Names
from builder.model.position import Position
from builder.model.setting import Choices, Nation, Setting
from builder.model.units import Unit
from builder.variant import Variant, VariantCard, VariantRuling

READ = frozenset({"board.yaml", "drawing.yaml", "variant.yaml"})
PROGRAM = Path(__file__).parent.parent
SETTLED: Final = 2_000_000_000  # ns: the coarsest clock of a file system ticks every two seconds
TYPES = {
    (kind.__module__, kind.__qualname__): kind
    for kind in (
        VariantCard, Apart, Board, Calendar, Choices, Kind, Location, Lost, Names, Nation, Phase,
        Position, Province, VariantRuling, Setting, Spare, Unit, Variant, Way,
    )
}  # fmt: skip
Stamp = list[tuple[str, int, int]]


class Unpacker(pickle.Unpickler):
    """Makes the types of a variant and no others."""

    def find_class(self, module: str, name: str) -> Any:
        """One of TYPES; raises KeyError for anything else."""
        return TYPES[module, name]


def find_variant(maps: Path, name: str, kept: Path) -> Variant:
    """A variant, as it is kept in the folder `kept` or as its files under `maps` say.

    Raises SourceError or Mistakes with every mistake of the file.
    """
    place, stamp = kept / name, sorted(_stamp(maps))
    variant = _kept(place, stamp)
    if variant is None:
        variant = _read(maps, name)
        if max(changed for _, _, changed in stamp) < time.time_ns() - SETTLED:
            with suppress(OSError):
                _keep(place, stamp, variant)
    return variant


def _stamp(maps: Path) -> Iterator[tuple[str, int, int]]:
    """Every file that a variant may come from, and every part of the program that reads it."""
    variants = [entry.path for entry in os.scandir(maps) if entry.is_dir()]
    parts = ("rules", "formats", "source", "notation", "model")
    read = [folder for part in parts for folder, _, _ in os.walk(f"{PROGRAM}/{part}")]
    for folder in (*variants, f"{PROGRAM}", *read):
        for entry in os.scandir(folder):
            if entry.name in READ or entry.name.endswith(".py"):
                found = entry.stat()
                yield entry.path, found.st_size, found.st_mtime_ns


def _read(maps: Path, name: str) -> Variant:
    """What reads variants is not even loaded while none has changed."""
    variant: Variant = import_module("builder.formats.variants").load_variant(maps, name)
    return variant


def _kept(place: Path, stamp: Stamp) -> Variant | None:
    try:
        with place.open("rb") as file:
            if Unpacker(file).load() != stamp:
                return None
            found = Unpacker(file).load()
            return found if isinstance(found, Variant) else None
    except Exception:  # a spoilt file may raise anything, and is as good as none
        return None


def _keep(place: Path, stamp: Stamp, variant: Variant) -> None:
    bare = replace(variant, setting=replace(variant.setting, prepared={}))
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_suffix(f".{os.getpid()}")
    beside.write_bytes(pickle.dumps(stamp, -1) + pickle.dumps(bare, -1))
    beside.replace(place)
