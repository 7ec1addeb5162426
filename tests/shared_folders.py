"""Folders that are made once in a run, however many processes run the tests."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

Once = Callable[[str, Callable[[Path], object]], Path]


def shared_folders(base: Path) -> Once:
    """A function that makes a named folder, or waits until another process has made it.

    What it returns is for reading only. `base` is this process's temporary folder.
    """
    common = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def once(name: str, make: Callable[[Path], object]) -> Path:
        place = common / name
        with (common / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (common / f"{name}.made").exists():
                shutil.rmtree(place, ignore_errors=True)
                place.mkdir()
                make(place)
                (common / f"{name}.made").touch()
        return place

    return once
