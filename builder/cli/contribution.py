"""Checks the files that a contribution changes, each in limited time and memory. The summary is
Markdown for the page on which the contribution is discussed. Contributors' texts are shown in it as
code."""

import os
import re
import subprocess
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import active_children, get_context
from pathlib import Path
from stat import S_ISLNK
from typing import Any, Literal, NamedTuple, cast

import click

from builder import __version__
from builder.archive import Archive
from builder.archive_files import (
    COLLECTION,
    REGISTER,
    UNREAD_MAP_FILES,
    game_misplaced,
    issue_misplaced,
    map_misplaced,
    page_misplaced,
)
from builder.cli.file_readers import CASES, read, warnings
from builder.cli.verify import count, summary
from builder.draw import raster
from builder.errors import ArchiveError, plainly, printable
from builder.executors import start_method
from builder.formats.cases import read_cases
from builder.mails.results import drawing
from builder.playback.replaying import replay
from builder.prose.english import plural

SECONDS = 30
MEGABYTES = 2000
# For a process that is the copy of a very large one: its own memory would leave a check none.
LEAST_ROOM = 1_000_000_000
MOST_FILES = 300
MOST_BYTES = 5_000_000
MOST_PICTURES = 700_000  # characters of all pictures
WIDTH = 600  # pixels of a picture
SHOWN = 20  # remarks of one kind
STRANGE = {"120000": "a symbolic link", "160000": "a repository", "100755": "a program"}
PLAIN = ("100644", "000000")  # modes of a plain file, and of none
REVIEWED = re.compile(r"mkdocs\.yml|pyproject\.toml|README\.md|(?:builder|tests|\.ci|\.github)/.*")
NOWHERE = "nothing of this name belongs here"
SOUND = 0  # what the check ends with
WRONG = 1
TO_BE_REVIEWED = 3


class Change(NamedTuple):
    """A file that a contribution adds, changes or removes, and its mode in git afterwards."""

    path: str
    mode: str
    status: str


class Answer(NamedTuple):
    """The answer on one file: lines of the summary, the address of a picture, the mistake."""

    lines: Sequence[str] = ()
    picture: str = ""
    mistake: str = ""


class Report(NamedTuple):
    """What a contribution is: a summary in Markdown, and the status that the check ends with."""

    summary: str
    status: int


class FileReports:
    """The reports on single files, by where they stand in the summary."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.wrong: list[str] = []
        self.judged_again: list[str] = []
        self._letters_of_pictures = 0

    def add(self, path: str, answer: Answer, changed: bool) -> None:
        """Add the answer on a file, which may be a game that has to be judged again only."""
        if changed:
            self.lines += answer.lines
            self._letters_of_pictures += len(answer.picture)
            if answer.picture and self._letters_of_pictures < MOST_PICTURES:
                self.lines.append(f"![The map]({answer.picture})")
        elif answer.lines:
            counts = answer.lines[0].split("\n\n")[1]
            self.judged_again.append(counts)
        if answer.mistake:
            self.wrong.append(f"{_code(path)}:\n\n{_block(answer.mistake)}")


def check_contribution(archive: Archive, base: str) -> Report:
    """What changed since a revision. Raises ArchiveError if git does not know the revision."""
    # Python would look for modules of the processes that it starts in the contributed folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    changes = _changed(archive.root, base)
    places = {change.path: _place(archive, change) for change in changes}
    refused = [f"{_code(path)}: {place.refusal}" for path, place in places.items() if place.refusal]
    reviewed = [_code(path) for path, place in places.items() if place.reviewed]
    removed = [_code(change.path) for change in changes if change.status == "D"]
    if len(changes) > MOST_FILES:
        refused.append(f"{len(changes)} files; {MOST_FILES} can be checked at once")

    files: list[str] = []
    for change in changes[:MOST_FILES]:
        if change.status != "D" and not places[change.path].refusal:
            files.append(change.path)
    again: list[str] = []
    if any(place.kind == "map" for place in places.values()):
        games = [_name(archive, path) for path in archive.game_paths]
        unchanged = [path for path in games if path not in places]
        again = unchanged[: max(0, MOST_FILES - len(changes))]

    reports = FileReports()
    for path, answer in _answers(archive, (*files, *again)):
        reports.add(path, answer, changed=path in places)
    judged_again = sorted(reports.judged_again, key=lambda text: " 0 differ" in text)
    parts = [
        f"# {plural(len(changes), 'changed file')}",
        _listed("Refused", refused),
        _listed("With mistakes", reports.wrong),
        _listed("To be looked at by a maintainer", reviewed),
        _listed("Removed", removed),
        _listed("Judged again, for a board or variant changed", judged_again),
        *reports.lines,
    ]
    status = SOUND
    if reviewed or removed:
        status = TO_BE_REVIEWED
    if refused or reports.wrong:
        status = WRONG
    return Report("\n\n".join(filter(None, parts)), status)


def _changed(root: Path, base: str) -> list[Change]:
    """The changes of the working tree since the last revision that it shares with `base`."""
    begun = _git(root, "merge-base", "--end-of-options", base, "HEAD").strip()
    fields = _git(root, "diff", "--raw", "-z", "--no-renames", "--no-ext-diff", begun).split("\0")
    changes = [
        Change(path, change.split()[1], change.split()[4])
        for change, path in zip(fields[::2], fields[1::2], strict=False)
    ]
    for path in _git(root, "ls-files", "-z", "--others", "--exclude-standard").split("\0")[:-1]:
        mode = (root / path).lstat().st_mode
        plain = "100755" if mode & 0o111 else "100644"
        changes.append(Change(path, "120000" if S_ISLNK(mode) else plain, "A"))
    return changes


def _git(root: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *words], check=True, capture_output=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ArchiveError(f"git {words[0]} failed: no such revision, or no repository") from error
    return done.stdout.decode("utf-8", "surrogateescape")


class Place(NamedTuple):
    """What a changed file is by its path: why it is refused, what kind of file it is, and whether
    a maintainer must look at it."""

    refusal: str = ""
    kind: Literal["", "game", "map", "issue", "cases"] = ""
    reviewed: bool = False


def _place(archive: Archive, change: Change) -> Place:
    """What a change is allowed to be, by its path, its mode in git and its size."""
    place = _place_of(archive, change.path)
    if place.refusal:
        return place
    if change.mode not in PLAIN:
        return Place(STRANGE.get(change.mode, "not a plain file"))
    with suppress(OSError):
        if (archive.root / change.path).stat().st_size > MOST_BYTES and place.kind:
            return Place(f"larger than {MOST_BYTES // 1_000_000} MB")
    return place


def _place_of(archive: Archive, path: str) -> Place:
    """What a path means in the archive, whose folders may have other names than usual."""
    file = archive.root / path
    for folder, misplaced, kind in (
        (archive.games_folder, game_misplaced, "game"),
        (archive.maps_folder, map_misplaced, "map"),
        (archive.docs_folder / "zines", issue_misplaced, "issue"),
    ):
        if folder in file.parents:
            name = file.relative_to(folder).as_posix()
            hidden = "/." in f"/{name}"
            # The register states facts about people, a collection decides about many games; the
            # rest is never read.
            reviewed = file.name in (REGISTER, COLLECTION, *UNREAD_MAP_FILES)
            return Place(NOWHERE if hidden else misplaced(name), cast("Any", kind), reviewed)
    if CASES.fullmatch(path):
        return Place(kind="cases")
    if archive.docs_folder in file.parents:
        name = file.relative_to(archive.docs_folder).as_posix()
        return Place(NOWHERE if "/." in f"/{name}" else page_misplaced(name), reviewed=True)
    return Place(reviewed=True) if REVIEWED.fullmatch(path) else Place(NOWHERE)


def _is_game(file: Path, place: Place) -> bool:
    return place.kind == "game" and file.suffix == ".yaml" and file.name != COLLECTION


def _name(archive: Archive, path: Path) -> str:
    return path.relative_to(archive.root).as_posix()


def _answers(archive: Archive, paths: Iterable[str]) -> Iterator[tuple[str, Answer]]:
    """Each path with the answer on its file, from a process in limited time and memory. If it takes
    too long it is killed; the next file gets a new process."""
    pool = None
    for path in paths:
        pool = pool or ProcessPoolExecutor(1, get_context(start_method()), _limit_memory)
        try:
            yield path, pool.submit(_answer, archive, path).result(SECONDS)
        except (TimeoutError, BrokenExecutor) as error:
            for process in active_children():
                process.kill()
            pool.shutdown()
            pool = None
            ended = f"ended the check, perhaps because it takes more than {MEGABYTES} MB"
            slow = f"takes more than {SECONDS} seconds"
            yield path, Answer(mistake=slow if isinstance(error, TimeoutError) else ended)
    if pool is not None:
        pool.shutdown()


def _limit_memory() -> None:
    with suppress(ImportError):
        import resource

        most = max(MEGABYTES * 1_000_000, _own_memory() + LEAST_ROOM)
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _own_memory() -> int:
    """The bytes that this process has reserved; 0 where the system does not say it."""
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _answer(archive: Archive, path: str) -> Answer:
    try:
        lines = checked(archive, path)
        is_game = _is_game(archive.root / path, _place_of(archive, path))
        return Answer(lines, map_of(archive, path) if is_game else "")
    except MemoryError:
        return Answer(mistake=f"takes more than {MEGABYTES} MB")
    except Exception as error:
        return Answer(mistake=plainly(error))


def map_of(archive: Archive, path: str) -> str:
    """A picture of a game's last phase as a data URL; empty if none can be made."""
    record = archive.game(archive.root / path)
    played = replay(archive.variant(record.variant), record)
    with suppress(ArchiveError):
        if played.stages and raster.available():
            svg = drawing(played, played.stages[-1], archive.maps_folder)
            return f"data:image/png;base64,{b64encode(raster.board_png(svg, WIDTH)).decode()}"
    return ""


def checked(archive: Archive, path: str) -> list[str]:
    """The lines of the summary on one file; raises ArchiveError for a file with mistakes."""
    file = archive.root / path
    place = _place_of(archive, path)
    if file in archive.unread_files:
        raise archive.unread_files[file]
    if place.kind == "cases":
        cases = read_cases(file, archive.variant)
        mistakes: list[str] = []
        for case in cases:
            mistakes += map(str, case.mistakes)
        if mistakes:
            raise ArchiveError("\n".join(mistakes))
        return [f"{_code(path)}: {len(cases)} worked cases"]
    if not place.kind or file.name in UNREAD_MAP_FILES:
        return []
    read(file, archive)
    remarks = [*warnings(file, archive)]
    if _is_game(file, place):
        return [_game(archive, path, remarks)]
    return [f"{_code(path)}: well written"]


def _game(archive: Archive, path: str, remarks: list[str]) -> str:
    """The summary of a game: title, counts, differences, unread lines, how to draw its map."""
    record = archive.game(archive.root / path)
    total = count(record, archive)
    differs = [
        f"{row['phase']}, {_code(row['subject'])}: printed {_code(row['recorded'])},"
        f" judged {_code(row['computed'])}"
        for row in total.differing
    ]
    unread: list[str] = []
    for phase in record.phases:
        for note in phase.notes:
            if note.kind == "not read" or note.text.startswith("not understood"):
                unread.append(_code(note.text))
    counts = _code(click.unstyle(summary(record.id, total)))
    parts = [
        f"## {_code(record.name)}",
        f"{_code(path)}, variant {_code(record.variant)}. {counts}",
        f"Judged by Chancery {__version__}. "
        f"Its map: {_code(f'chancery draw {record.id} -o map.svg')}",
        _listed("Differs", differs, "###"),
        _listed("Not read", unread, "###"),
        _listed("Warnings", [_code(remark) for remark in remarks], "###"),
    ]
    return "\n\n".join(filter(None, parts))


def _listed(title: str, lines: list[str], sign: str = "##") -> str:
    """A list under its title; nothing if it is empty."""
    if not lines:
        return ""
    more = [f"and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return "\n".join([f"{sign} {title}", "", *(f"- {line}" for line in lines[:SHOWN] + more)])


def _code(text: str) -> str:
    """A text as code on one line, in which Markdown finds no other marks."""
    shown = " ".join(printable(text).replace("`", "'").split())
    return f"`{shown[:200] or ' '}`"


def _block(text: str) -> str:
    """Lines as code in an item of a list."""
    return "\n".join(f"      {line}" for line in printable(text).splitlines()[: 3 * SHOWN])
