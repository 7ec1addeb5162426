"""Writes a site: changed files only; files that are no longer made are removed.

    settle(target)                        # ends a switch that was interrupted
    publisher = Publisher(target, frame)
    publisher.put(artifact)               # staged if its bytes differ from the published
    publisher.finish()                    # all staged files take their places

Until `finish` the published site is untouched; see `switch` for what happens then.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from xml.parsers import expat

from builder.errors import ArchiveError
from builder.site.artifacts import Artifact, Job, digest
from builder.site.parts.content_policy import headers, protected
from builder.site.parts.page_frame import PageFrame, leading_on, waiting
from builder.site.publishing.switch import STAGE, switch
from builder.source.files import is_portable

MANIFEST = "SHA256SUMS"
PUBLISHED = "published"  # the kind of a note: the hash of a file of the site
PHASE = re.compile(r"(games/[^/]+/)([^/]*\d[^/]*-[a-z]+)/index\.html")  # which a game's page shows
Lines = bytes | memoryview


@dataclass
class Publisher:
    """Writes artifacts below a folder; `written` counts the files whose bytes changed. `kept` are
    files of this build with the SHA-256 of their content; `folders` has whole folders, such as
    `games/1998v/`, as their lines of `SHA256SUMS`. Files of an earlier build that are not made
    again are removed, and pages then lead on; files of others are left alone. `moved` are folders
    that were renamed, `faults` the faults of single pages, `stated` those that a page states, by
    its path, `inline` the hashes of scripts and styles that stand in pages."""

    target: Path
    frame: PageFrame
    kept: dict[str, str] = field(default_factory=dict)
    folders: dict[str, Lines] = field(default_factory=dict)
    written: int = 0
    moved: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    stated: dict[str, str] = field(default_factory=dict)
    inline: set[str] = field(default_factory=set)
    _made: set[str] = field(default_factory=set)
    _folded: dict[str, str] = field(default_factory=dict)
    _before: dict[str, Lines] = field(default_factory=dict)

    @contextmanager
    def collecting_inline(self) -> Iterator[set[str]]:
        """The hashes of what may run in the pages that are written in a block."""
        outer = self.inline
        inner: set[str] = set()
        self.inline = inner
        try:
            yield inner
        finally:
            inner |= self.inline
            self.inline = outer | inner

    def put(self, artifact: Artifact) -> None:
        """Write one artifact; a page goes into its frame."""
        if artifact.kind == "file":
            content = artifact.content
            assert not isinstance(content, Job), "pictures are rendered first"
            self.write(artifact.path, content)
        else:
            page = self.frame.around(artifact)
            self._stage(artifact.path, page, ours=True)
            self.inline |= self.frame.inline(artifact.path)

    def put_all(self, artifacts: Iterable[Artifact]) -> None:
        """Write artifacts as they come."""
        for artifact in artifacts:
            self.put(artifact)

    def write(self, path: str, content: str | bytes, *, ours: bool = True) -> None:
        """Stage a file, unless the same bytes are published; a page gets its policy. Raises
        ArchiveError if its path leads out of the site, or if it is `ours` and XML, SVG or JSON that
        cannot be parsed."""
        if path.endswith(".html"):
            html = content if isinstance(content, str) else content.decode()
            content, allowed = protected(html)
            self.inline |= allowed
        self._stage(path, content, ours)

    def _stage(self, path: str, content: str | bytes, ours: bool) -> None:
        """Stage a file, as `write` does, that has its policy if it is a page."""
        if not is_portable(path):
            raise ArchiveError(f"{path}: leads out of the site, or has a name that Windows forbids")
        if (other := self._folded.setdefault(path.casefold(), path)) != path:
            raise ArchiveError(f"{path}: differs from {other} in the case of letters only")
        # a name of a file that the system's encoding does not have is held in surrogates
        data = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
        self.kept[path] = sha256(data).hexdigest()
        if _holds(f"{self.target}/{path}", data):
            return
        if ours and (fault := fault_in(path, content)):
            raise ArchiveError(f"{path}: {fault}")
        place = f"{self.target}/{STAGE}/{path}"
        folder = place.rpartition("/")[0]
        if folder not in self._made:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self._made.add(folder)
        with open(place, "wb", 0) as file:  # noqa: PTH123  (by the ten thousand)
            file.write(data)
        self.written += 1

    def place(self, path: str) -> Path:
        """Where a file of this build is now: staged, or published before."""
        staged = self.target / STAGE / path
        return staged if staged.is_file() else self.target / path

    def sum_of(self, path: str) -> str:
        """The SHA-256 of a file of this build; empty if there is no such file."""
        lines = bytes(self.folders.get(_folder(path), b""))
        before, own_line, _ = lines.partition(f"  {path}\n".encode())
        return before[-64:].decode() if own_line else self.kept.get(path, "")

    def mirror(self, folder: Path, with_policy: Collection[str] = ()) -> list[str]:
        """Take over every file below another folder that is not written already, and return the
        faults. What cannot be parsed is published as it is; what has no name that is possible
        everywhere is not. Pages `with_policy` have theirs already."""
        faults: list[str] = []
        for place in sorted(p for p in folder.rglob("*") if p.is_file()):
            path = place.relative_to(folder).as_posix()
            if self.sum_of(path):
                continue
            content = place.read_bytes()
            try:
                if path in with_policy:
                    self._stage(path, content, ours=False)
                else:
                    self.write(path, content, ours=False)
            except ArchiveError as error:
                faults.append(str(error))
                continue
            if fault := fault_in(path, content):
                faults.append(f"{path}: {fault}")
        return faults

    def _redirect(self, gone: Iterable[str], served: bool) -> None:
        """Leave a page for each that was published, or that `moved`, and is not made again. It
        leads to where its folder has `moved`, or else to the page above it. While somebody edits a
        site that is `served`, a page that has not moved may come back: it waits for that."""
        before: set[str] = set()
        for folder, new in self.moved.items():
            moved = (path for path in self.paths() if path.startswith(new))
            before.update(folder + path.removeprefix(new) for path in moved)
        for old in sorted(before.union(gone)):
            if old.endswith(".html") and not self.sum_of(old):
                successor = self._successor(old)
                if served and old not in before:
                    page = waiting(old, successor, self.stated.get(successor.partition("#")[0], ""))
                else:
                    page = leading_on(old, successor)
                self.write(old, page)

    def _successor(self, old: str) -> str:
        """The published page nearest to what a page was; the root's if nothing else is left."""
        for folder, new in self.moved.items():
            if old.startswith(folder):
                old = new + old.removeprefix(folder)
        above = PurePosixPath(old).parent
        while above.parts and not self.sum_of(f"{above}/index.html"):
            above = above.parent
        page = f"{above}/index.html" if above.parts else "index.html"
        phase = PHASE.fullmatch(old)
        return f"{page}#{phase[2]}" if phase and page == f"{phase[1]}index.html" else page

    def finish(self, served: bool = False) -> Publisher:
        """Put all staged files in place, and remove what earlier builds made and this did not. A
        site that is `served` is shown from another folder, so that they need not come at once."""
        self.write("_headers", headers(self.inline).encode())
        gone = self._gone()
        self._redirect(gone, served)
        gone = [path for path in gone if not self.sum_of(path)]
        stage = self.target / STAGE
        for folder, _, names in os.walk(stage):
            for place in (Path(folder, name) for name in names):
                if not self.sum_of(place.relative_to(stage).as_posix()):
                    place.unlink()  # of a game that could not be finished
        if gone or self.written or not (self.target / MANIFEST).exists():
            stage.mkdir(parents=True, exist_ok=True)
            with (stage / MANIFEST).open("wb") as sums:
                sums.writelines(self._lines())
            switch(self.target, gone, self.count, at_once=not served)
        shutil.rmtree(stage, ignore_errors=True)
        return self

    def _lines(self) -> Iterator[Lines]:
        """The lines of `SHA256SUMS` in order, those of a whole folder together."""
        for name in sorted([*self.kept, *self.folders]):
            yield self.folders.get(name) or f"{self.kept[name]}  {name}\n".encode()

    @property
    def count(self) -> int:
        """How many files this build has."""
        return len(self.kept) + sum(bytes(lines).count(10) for lines in self.folders.values())

    def paths(self) -> Iterator[str]:
        """The path of every file of this build, in order."""
        for lines in self._lines():
            yield from paths_in(lines)

    def published(self, whole: Mapping[str, tuple[int, str]]) -> Mapping[str, Lines]:
        """The lines of `SHA256SUMS` as it was published, for each folder of which `whole` has their
        length and digest; the paths of other files, without their lines."""
        with suppress(OSError):
            old = (self.target / MANIFEST).read_bytes()
            at = 0
            view = memoryview(old)  # of many games: nothing of it is copied
            while at < len(old):
                end = old.find(b"\n", at) + 1 or len(old)
                name = old[at + 66 : end].decode("utf-8", "replace").rstrip("\n")
                folder = _folder(name) if name.startswith("games/") else ""
                size, sum_ = whole.get(folder, (0, ""))
                if size and digest(view[at : at + size]) == sum_:
                    end = at + size
                    self._before[folder] = view[at:end]
                else:
                    self._before[name] = b""
                at = end
        return self._before

    def _gone(self) -> list[str]:
        """What an earlier build published and this one did not make."""
        before = self._before or self.published({})
        same = {name for name, lines in self.folders.items() if lines is before.get(name)}
        names = before.keys() - self.kept.keys() - same
        gone: list[str] = []
        for name in names:
            lines = before[name]
            for path in paths_in(lines) if lines else [name]:
                if not self.sum_of(path) and is_portable(path):
                    gone.append(path)
        return gone


def paths_in(lines: Lines) -> list[str]:
    """The paths in lines of `SHA256SUMS`."""
    return [line[66:] for line in str(lines, "utf-8", "replace")[:-1].split("\n")]


def stamp_of(place: Callable[[str], Path | str], paths: Iterable[str]) -> str:
    """Changes with the size or time of one of some files, which `place` finds."""
    stats = (os.stat(place(path)) for path in paths)  # noqa: PTH116  (by the hundred thousand)
    return digest(" ".join(f"{stat.st_size}:{stat.st_mtime_ns}" for stat in stats))


def _folder(path: str) -> str:
    """The folder whose lines are kept together: that of a game."""
    return path[: path.find("/", path.find("/") + 1) + 1]


def _holds(place: str, content: bytes) -> bool:
    """Does a file with just these bytes stand there?"""
    with suppress(OSError):
        if os.stat(place).st_size == len(content):  # noqa: PTH116
            with open(place, "rb", 0) as file:  # noqa: PTH123
                return file.read() == content
    return False


def fault_in(path: str, content: str | bytes) -> str:
    """What keeps a file from being parsed, judged by its suffix; empty if nothing does."""
    suffix = path.rpartition(".")[2]
    try:
        if suffix in ("svg", "xml"):
            expat.ParserCreate().Parse(content, True)
        elif suffix == "json":
            json.loads(content)
    except (expat.ExpatError, ValueError, RecursionError) as error:
        return f"cannot be parsed: {error}"
    return ""
