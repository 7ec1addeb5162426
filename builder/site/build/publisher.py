"""Writing a site: only what changed, and away with what is no longer made."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from filecmp import cmp
from pathlib import Path
from shutil import copyfile

from builder.site.artifacts import Artifact, PdfRequest, PngRequest
from builder.site.parts.page_frame import PageFrame

MANIFEST = ".chancery-files"


@dataclass
class Publisher:
    """Writes artifacts below a folder; `written` counts the files whose bytes changed.

    Files of an earlier build that are not made again are removed; files that no build of ours
    ever wrote are left alone.
    """

    target: Path
    shell: PageFrame
    kept: set[str] = field(default_factory=set)
    written: int = 0
    _folders: dict[str, bool] = field(default_factory=dict)

    def put(self, artifact: Artifact) -> None:
        """Write one artifact; a page goes into its shell."""
        if artifact.kind == "file":
            content = artifact.content
            assert not isinstance(content, PdfRequest | PngRequest), "a picture is painted first"
            self.write(artifact.path, content.encode() if isinstance(content, str) else content)
        else:
            self.write(artifact.path, self.shell.around(artifact))

    def put_all(self, artifacts: Iterable[Artifact]) -> None:
        """Write artifacts as they come."""
        for artifact in artifacts:
            self.put(artifact)

    def write(self, path: str, content: bytes) -> None:
        """Write a file, unless the same bytes stand there."""
        self.kept.add(path)
        place = f"{self.target}/{path}"
        if not self._is_new(path.rpartition("/")[0]) and _holds(place, content):
            return
        with open(place, "wb", 0) as file:  # noqa: PTH123  (by the ten thousand)
            file.write(content)
        self.written += 1

    def _is_new(self, folder: str) -> bool:
        """Was a folder made for what is being written? Then nothing stands in it already."""
        if folder not in self._folders:
            self._folders[folder] = _made(f"{self.target}/{folder}")
        return self._folders[folder]

    def keep(self, paths: Iterable[str]) -> None:
        """Leave files of an earlier build as they are."""
        self.kept.update(paths)

    def take(self, path: str, source: Path) -> None:
        """Put a file that is kept elsewhere into the site, without a second copy if possible."""
        self.kept.add(path)
        place = self.target / path
        if place.exists() and (place.samefile(source) or cmp(place, source, shallow=False)):
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        try:
            place.hardlink_to(source)
        except OSError:
            copyfile(source, place)
        self.written += 1

    def lend(self, site: Path) -> None:
        """Put all that is kept into another folder, too, without second copies if possible."""
        other = Publisher(site, self.shell)
        for path in sorted(self.kept):
            other.take(path, self.target / path)

    def mirror(self, folder: Path) -> None:
        """Take over every file below another folder that is not written already."""
        for place in sorted(p for p in folder.rglob("*") if p.is_file()):
            path = place.relative_to(folder).as_posix()
            if path not in self.kept:
                self.write(path, place.read_bytes())

    def finish(self) -> Publisher:
        """Remove what earlier builds made and this one did not."""
        manifest = self.target / MANIFEST
        before = manifest.read_text(encoding="utf-8") if manifest.exists() else ""
        for path in set(before.splitlines()) - self.kept:
            self._remove(path)
        now = "".join(f"{path}\n" for path in sorted(self.kept))
        if now != before:
            manifest.write_text(now, encoding="utf-8")
        return self

    def _remove(self, path: str) -> None:
        place = (self.target / path).resolve()
        if not place.is_relative_to(self.target.resolve()):
            return
        place.unlink(missing_ok=True)
        for parent in place.relative_to(self.target.resolve()).parents:
            folder = self.target / parent
            if folder == self.target or not folder.is_dir() or any(folder.iterdir()):
                return
            folder.rmdir()


def _made(folder: str) -> bool:
    """Make a folder; False where it was there."""
    try:
        os.mkdir(folder)  # noqa: PTH102
    except FileExistsError:
        return False
    except FileNotFoundError:
        Path(folder).mkdir(parents=True, exist_ok=True)
    return True


def _holds(place: str, content: bytes) -> bool:
    """Does a file with just these bytes stand there?"""
    try:
        if os.stat(place).st_size != len(content):  # noqa: PTH116
            return False
        with open(place, "rb", 0) as file:  # noqa: PTH123
            return file.read() == content
    except FileNotFoundError:
        return False
