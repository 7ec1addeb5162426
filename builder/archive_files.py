"""What belongs in the folders of an archive.

`check`, the gate for contributions and `build` ask here, so that they agree. A file at a place
where nothing reads it is a mistake: its author expects it to be read.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from builder.source.files import is_portable
from builder.source.recording import entries_in
from builder.source.scalars import address, identifier

COLLECTION = "collection.yaml"  # in a folder of games: how much of them is published
REGISTER = "register.json"  # beside the games: the editor's facts about people and games
MAP_FILES = (
    "board.yaml", "names.yaml", "variant.yaml", "sentences.yaml", "drawing.yaml", "map.svg",
    "opening-counts.json",
)  # fmt: skip
UNREAD_MAP_FILES = ("README.md", "land.json")  # beside the boards: how they are drawn
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")
PAGES = ("index", "readme")  # a generator makes other pages of these than of other names

NO_GAME = f"not read; games are NAME.yaml, beside them {REGISTER} and {COLLECTION}"
NO_MAP = f"not read; boards are NAME/ (a-z, 0-9 and -) with {', '.join(MAP_FILES)}"
NO_ISSUE = "not published; only issues (NAME.md: a-z, 0-9 and -) and pictures belong here"
NO_NAME = "not published; Windows forbids this name"


def is_identifier(name: str) -> bool:
    """Can a name be a part of an address?"""
    with suppress(ValueError):
        return bool(identifier(name))
    return False


def is_issue(name: str) -> bool:
    """Is this, seen from `docs/zines`, the path of an issue?"""
    path = PurePosixPath(name)
    if path.suffix != ".md" or path.stem in PAGES:
        return False
    with suppress(ValueError):
        return bool(address(str(path.with_suffix(""))))
    return False


def game_misplaced(name: str) -> str:
    """Why a path, seen from the folder of games, is never read; empty if it is."""
    return "" if name == REGISTER or name.endswith(".yaml") else NO_GAME


def map_misplaced(name: str) -> str:
    """Why a path, seen from the folder of maps, is never read; empty if it is."""
    folder, _, file = name.rpartition("/")
    if file in UNREAD_MAP_FILES or (is_identifier(folder) and file in MAP_FILES):
        return ""
    return NO_MAP


def issue_misplaced(name: str) -> str:
    """Why a path, seen from `docs/zines`, is not published; empty if it is."""
    picture = PurePosixPath(name).suffix.lower() in PICTURES and is_portable(name)
    return "" if picture or is_issue(name) else NO_ISSUE


def page_misplaced(name: str) -> str:
    """Why a path, seen from `docs`, is not published; empty if it is."""
    if name.startswith("zines/"):
        return issue_misplaced(name.removeprefix("zines/"))
    return "" if is_portable(name) else NO_NAME


def files_below(folder: Path) -> Iterator[tuple[Path, str]]:
    """Each file below a folder that is not hidden, links as well, and its path seen from there."""
    for name, kind in entries_in(folder, "**/*"):
        if kind != "folder" and "/." not in f"/{name}":
            yield Path(f"{folder}/{name}"), name
