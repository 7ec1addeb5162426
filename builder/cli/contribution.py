"""Checks the files that a contribution changes, each in limited time and memory. The summary is
Markdown for the page on which the contribution is discussed. Contributors' texts are shown in it as
code."""

import re
import subprocess
from base64 import b64encode
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import active_children, get_context
from pathlib import Path
from stat import S_ISLNK
from typing import NamedTuple

import click

from builder import __version__
from builder.archive import Archive
from builder.cli.file_readers import CASES, GAME, READERS, read
from builder.cli.verify import count, summary
from builder.draw import raster
from builder.errors import ArchiveError, plainly, printable
from builder.executors import start_method
from builder.formats.cases import read_cases
from builder.mails.results import drawing
from builder.playback.replaying import replay
from builder.prose.english import plural

SECONDS, MEGABYTES, MOST_FILES, MOST_BYTES = 30, 2000, 300, 5_000_000
MOST_PICTURES, WIDTH = 700_000, 600  # characters of all pictures; pixels of each
SHOWN = 20  # remarks of one kind
Answer = tuple[list[str], str, str]  # lines of the summary, a picture's address, the mistake
STRANGE = {"120000": "a symbolic link", "160000": "a repository", "100755": "a program"}
PLAIN = ("100644", "000000")  # modes of a plain file, and of none
MAP = re.compile(rf"maps/[a-z0-9-]+/(?:{'|'.join(map(re.escape, READERS))})")
ISSUE = re.compile(r"docs/zines/(?:[a-z0-9-]+/)*[\w.-]+\.(?:md|png|jpe?g|gif|webp)")
REVIEWED = re.compile(
    r"mkdocs\.yml|pyproject\.toml|README\.md|docs/[\w-]+\.md|(?:builder|tests|\.ci|\.github)/.*"
)


class Change(NamedTuple):
    """A file that a contribution adds, changes or removes, and its mode in git afterwards."""

    path: str
    mode: str
    status: str


def check_contribution(archive: Archive, base: str) -> tuple[str, int]:
    """A summary of the changes since a revision, and the number of mistakes. Raises ArchiveError if
    git does not know the revision."""
    changes = _changed(archive.root, base)
    known = {change.path for change in changes}
    refusals = {c.path: why for c in changes if (why := _refusal(archive.root, c))}
    refused = [f"{_code(path)}: {why}" for path, why in refusals.items()]
    reviewed = [_code(c.path) for c in changes if REVIEWED.fullmatch(c.path)]
    if len(changes) > MOST_FILES:
        refused.append(f"{len(changes)} files; {MOST_FILES} can be checked at once")
    files = (c.path for c in changes[:MOST_FILES] if c.status != "D" and c.path not in refusals)
    again: list[str] = []
    if any(MAP.fullmatch(path) for path in known):
        games = (path.relative_to(archive.root).as_posix() for path in archive.game_paths)
        again = [path for path in games if path not in known][: max(0, MOST_FILES - len(changes))]
    wrong: list[str] = []
    lines: list[str] = []
    judged: list[str] = []
    pictures = 0
    for path, (found, picture, mistake) in _answers(archive, (*files, *again)):
        if path in known:
            lines += found
            pictures += len(picture)
            lines += [f"![The map]({picture})"] if picture and pictures < MOST_PICTURES else []
        else:
            judged += [text.split("\n\n")[1] for text in found[:1]]
        wrong += [f"{_code(path)}:\n\n{_block(mistake)}"] if mistake else []
    judged.sort(key=lambda text: " 0 differ" in text)
    parts = [
        f"# {plural(len(changes), 'changed file')}",
        _listed("Refused", refused),
        _listed("With mistakes", wrong),
        _listed("To be looked at by a maintainer", reviewed),
        _listed("Removed", [_code(c.path) for c in changes if c.status == "D"]),
        _listed("Judged again, for a board or variant changed", judged),
        *lines,
    ]
    return "\n\n".join(filter(None, parts)), len(refused) + len(wrong)


def _changed(root: Path, base: str) -> list[Change]:
    """The changes of the working tree since the last revision that it shares with `base`."""
    begun = _git(root, "merge-base", "--end-of-options", base, "HEAD").strip()
    fields = _git(root, "diff", "--raw", "-z", "--no-renames", "--no-ext-diff", begun).split("\0")
    found = [
        Change(path, change.split()[1], change.split()[4])
        for change, path in zip(fields[::2], fields[1::2], strict=False)
    ]
    for path in _git(root, "ls-files", "-z", "--others", "--exclude-standard").split("\0")[:-1]:
        mode = (root / path).lstat().st_mode
        plain = "100755" if mode & 0o111 else "100644"
        found.append(Change(path, "120000" if S_ISLNK(mode) else plain, "A"))
    return found


def _git(root: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *words], check=True, capture_output=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ArchiveError(f"git {words[0]} failed: no such revision, or no repository") from error
    return done.stdout.decode("utf-8", "surrogateescape")


def _refusal(root: Path, change: Change) -> str:
    """Why a change is refused; empty if it is accepted."""
    path = change.path
    if change.mode not in PLAIN:
        return STRANGE.get(change.mode, "not a plain file")
    if REVIEWED.fullmatch(path) and not CASES.fullmatch(path):
        return ""
    if not any(kind.fullmatch(path) for kind in (GAME, MAP, ISSUE, CASES)):
        return "nothing of this name belongs here"
    with suppress(OSError):
        if (root / path).stat().st_size > MOST_BYTES:
            return f"larger than {MOST_BYTES // 1_000_000} MB"
    return ""


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
            yield path, ([], "", slow if isinstance(error, TimeoutError) else ended)
    if pool is not None:
        pool.shutdown()


def _limit_memory() -> None:
    with suppress(ImportError):
        import resource

        most = MEGABYTES * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _answer(archive: Archive, path: str) -> Answer:
    lines, picture, mistake = list[str](), "", ""
    try:
        lines = checked(archive, path)
        picture = map_of(archive, path) if GAME.fullmatch(path) else ""
    except MemoryError:
        mistake = f"takes more than {MEGABYTES} MB"
    except Exception as error:
        mistake = plainly(error)
    return lines, picture, mistake


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
    if CASES.fullmatch(path):
        cases = read_cases(file, archive.variant)
        if mistakes := [str(m) for case in cases for m in case.mistakes]:
            raise ArchiveError("\n".join(mistakes))
        return [f"{_code(path)}: {len(cases)} worked cases"]
    if REVIEWED.fullmatch(path):
        return []
    read(file, archive)
    return [_game(archive, path)] if GAME.fullmatch(path) else [f"{_code(path)}: well written"]


def _game(archive: Archive, path: str) -> str:
    """The summary of a game: title, counts, differences, unread lines, how to draw its map."""
    record = archive.game(archive.root / path)
    total = count(record, archive)
    differs = [
        f"{row['phase']}, {_code(row['subject'])}: printed {_code(row['recorded'])},"
        f" judged {_code(row['computed'])}"
        for row in total.differing
    ]
    unread = [
        _code(note.text)
        for phase in record.phases
        for note in phase.notes
        if note.kind == "not read" or note.text.startswith("not understood")
    ]
    counts = _code(click.unstyle(summary(record.id, total)))
    parts = [
        f"## {_code(record.name)}",
        f"{_code(path)}, variant {_code(record.variant)}. {counts}",
        f"Judged by Chancery {__version__}. "
        f"Its map: {_code(f'chancery draw {record.id} -o map.svg')}",
        _listed("Differs", differs, "###"),
        _listed("Not read", unread, "###"),
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
