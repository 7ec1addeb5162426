"""Copies boards, guide pages and games into the package when a wheel is built. The repository holds
each of them once, outside the package; `builder/provided.py` finds them."""

import shutil
from pathlib import Path

from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

FOLDERS = ("maps", "games", "docs")


class BuildWithData(build_py):  # type: ignore[misc]
    """Copies the data folders into the package, unless the installation is editable."""

    def run(self) -> None:
        """Build the package, then add the data."""
        super().run()
        if not self.editable_mode:
            for folder in FOLDERS:
                shutil.copytree(folder, Path(self.build_lib, "builder", folder), dirs_exist_ok=True)


class SourceWithData(sdist):  # type: ignore[misc]
    """Adds the data folders to the source distribution, so that a wheel can be built from it."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Copy the usual files and the data."""
        data = []
        for folder in (*FOLDERS, "tests"):
            for path in sorted(Path(folder).rglob("*")):
                if path.is_file() and path.suffix != ".pyc":
                    data.append(str(path))
        super().make_release_tree(base_dir, [*dict.fromkeys((*files, *data, "mkdocs.yml"))])
