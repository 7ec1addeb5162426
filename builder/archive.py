"""An archive: the variants and games of a folder, read when they are asked for."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Self
from weakref import WeakValueDictionary

from builder.archive_files import (
    COLLECTION,
    PICTURES,
    files_below,
    game_misplaced,
    is_identifier,
    map_misplaced,
    page_misplaced,
)
from builder.errors import ArchiveError, UnknownWordError
from builder.formats.game.reading import load_game
from builder.formats.game_collections import Depth, read_collection
from builder.formats.variants import load_variant
from builder.model.grouping import grouped
from builder.model.names import Names
from builder.provided import PROVIDED
from builder.record import Record
from builder.source.documents import site_settings
from builder.source.files import check_inside, hide_from_git, read_bytes, refused_files
from builder.source.locks import locked
from builder.source.pictures import picture_fault
from builder.source.recording import (
    Remembered,
    is_file,
    names_in,
    note,
    note_names,
    recorded_property,
    unrecorded,
)
from builder.variant import Variant

CACHE = Path(".cache/chancery")  # within an archive: may be deleted at any time
GAME = "game"  # the kind of a note: the files of a game's name
PRIVATE = ".chancery"  # within an archive: a folder for each game, never published
PICTURE_HEAD = 65_536  # bytes of a picture that are read: in them it says how large it is
PATIENCE = 60.0  # seconds that a command waits for another one that works on the same game
_opened: WeakValueDictionary[str, "Archive"] = WeakValueDictionary()  # by their openings


class Archive:
    """A folder with `maps/<variant>/variant.yaml` and `games/<variant>/<game>.yaml`.

    The options `games` and `maps` of the plugin in `mkdocs.yml` may name other folders. A file
    that cannot be read does not stop the others: `errors` has the error of each, by its path.

    >>> archive = Archive.open()
    >>> archive.game("1998v").name
    'Come and Have a Go'
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        options, _ = site_settings(root / "mkdocs.yml")
        self.games_folder = root / options.get("games", "games")
        self.maps_folder = root / options.get("maps", "maps")
        self.docs_folder = root / "docs"
        self.errors: dict[Path, ArchiveError] = {}
        self._opening = os.urandom(8).hex()
        _opened[self._opening] = self
        self._variants: Remembered[str, Variant] = Remembered()
        self._last: Remembered[Path, Record] = Remembered()
        self._depths: Remembered[Path, Depth | None] = Remembered()

    def __reduce__(self) -> tuple[Callable[[Path, str], "Archive"], tuple[Path, str]]:
        """An archive is sent to another process as its folder. It is opened there once for each
        that is opened here, because a worker elsewhere may outlive what it has read."""
        return received_archive, (self.root, self._opening)

    @classmethod
    def open(cls, start: Path | str = ".") -> Self:
        """The archive around a folder: the nearest one with `mkdocs.yml` and `games/` or `maps/`.
        Raises ArchiveError if there is none."""
        here = Path(start).resolve()
        for folder in (here, *here.parents):
            if (folder / "mkdocs.yml").is_file():
                archive = cls(folder)
                if archive.games_folder.is_dir() or archive.maps_folder.is_dir():
                    return archive
        raise ArchiveError(
            f"no archive here: neither {here} nor a folder above it has a mkdocs.yml beside "
            "games/ (`chancery new archive DIR` begins one)"
        )

    @classmethod
    def near(cls, start: Path | str = ".") -> Self:
        """The archive around a folder, or else the one that comes with the program.
        For commands that only read."""
        try:
            return cls.open(start)
        except ArchiveError:
            return cls(PROVIDED)

    @recorded_property
    def variant_names(self) -> tuple[str, ...]:
        """The ids of the variants in this archive's `maps/`, and of provided ones in `games/`."""
        files = names_in(self.maps_folder, "*/variant.yaml")
        own = {path.parent.name for path in files if is_identifier(path.parent.name)}
        self._note_folders()
        played = {p.name for p in names_in(self.games_folder, "*/")} & self._folders.keys()
        return tuple(sorted(own | played))

    @cached_property
    def _folders(self) -> Mapping[str, Path]:
        """The folder of each variant. Whoever looks through them all notes it."""
        folders: dict[str, Path] = {}
        for maps in (PROVIDED / "maps", self.maps_folder):  # the archive's own come last and count
            for folder in maps.glob("*"):
                if is_identifier(folder.name) and (folder / "variant.yaml").is_file():
                    folders[folder.name] = folder
        return folders

    def _note_folders(self) -> None:
        """Note which variants there are."""
        for maps in (PROVIDED / "maps", self.maps_folder):
            note_names(maps, "*/variant.yaml")

    def variant(self, name: str) -> Variant:
        """A variant by its id, in any letter case.
        Raises UnknownWordError with guesses, SourceError or Mistakes."""
        if name in self._folders:
            return self._variants.get(name, partial(load_variant, self.maps_folder, name))
        self._note_folders()
        ids = Names("variant", [(folder, folder) for folder in self._folders])
        if ids.get(name) is None and not ids.guesses(name):
            raise UnknownWordError("variant", name, sorted(self._folders))
        variant_id = ids.find(name)
        return self._variants.get(variant_id, partial(load_variant, self.maps_folder, variant_id))

    @recorded_property
    def variants(self) -> Mapping[str, Variant]:
        """Every variant that can be read, by its id."""
        variants: dict[str, Variant] = {}
        for name in self.variant_names:
            try:
                variants[name] = self.variant(name)
            except ArchiveError as error:
                self.errors[self._folders[name] / "variant.yaml"] = error
        return variants

    @recorded_property
    def game_paths(self) -> tuple[Path, ...]:
        """Every game file, sorted by folder and name."""
        note_names(self.games_folder, "**/*.yaml")
        return self._game_paths

    @cached_property
    def _game_paths(self) -> tuple[Path, ...]:
        """The same. Nothing is noted, because whoever asks for one game depends on no other."""
        with unrecorded():
            files = names_in(self.games_folder, "**/*.yaml")
        return tuple(path for path in files if path.name != COLLECTION)

    @cached_property
    def _files_by_name(self) -> Mapping[str, Sequence[Path]]:
        """The files of each name among all game files, of which nothing is noted."""
        return grouped((path.stem, path) for path in self._game_paths)

    def game_files(self, name: str) -> Sequence[Path]:
        """The game files of a name: one, or several of which at most one may be read. They are
        noted, and nothing of other games is."""
        note(GAME, name, self.game_state(name))
        return self._files_by_name.get(name, ())

    def game_state(self, name: str) -> str:
        """What is noted of a game's name: the paths of its files."""
        return "\n".join(map(str, self._files_by_name.get(name, ())))

    @property
    def games(self) -> Mapping[str, Record]:
        """Every game that can be read, by its id."""
        return {record.id: record for record in self}

    def __iter__(self) -> Iterator[Record]:
        """The games that can be read, in the order of `game_paths`."""
        for path in self.game_paths:
            try:
                yield self.game(path)
            except ArchiveError as error:
                self.errors[path] = error

    def game(self, which: Path | str) -> Record:
        """A game by its file's path, its id, or the part of its id before a hyphen (`1998v`).
        Raises UnknownWordError with guesses, SourceError or Mistakes."""
        path = self.game_path(which)
        if path not in self._last:
            self._last.forget()
        return self._last.get(path, partial(self._read_game, path))

    def _read_game(self, path: Path) -> Record:
        files = self.game_files(path.stem)
        if len(files) > 1 and path in self.namesakes:
            raise self.namesakes[path]
        if path in files:
            check_inside(self.root, path)
        else:
            self._check_new_name(path)
        return load_game(path, self.variant, self.held(path))

    def _check_new_name(self, path: Path) -> None:
        """Raises ArchiveError if a file elsewhere in the archive has the name of a game."""
        game = self._paths.get(path.stem, path)
        if self.root in path.resolve().parents and not game.samefile(path):
            raise ArchiveError(f"{path}: there is a game of that name already, {game}")

    def game_path(self, which: Path | str) -> Path:
        """The file of a game, named as `game` takes it; raises UnknownWordError with guesses."""
        path = Path(which)
        if path.exists() and not path.is_dir():
            return path
        return self._paths[self._id(str(which))]

    @contextmanager
    def locked(self, which: Path | str, seconds: float = PATIENCE) -> Iterator[None]:
        """Keeps other commands away from a game's files while a block reads and writes them.

        Whoever writes what it has read must read it in this block. Raises ArchiveError if another
        command holds the game for longer than `seconds`.
        """
        name = self.game_path(which).stem
        private = self.root / PRIVATE
        hide_from_git(private)
        busy = f"{name}: another command is at work on this game; try again when it has ended"
        with locked(private / f"{name}.lock", busy, seconds):
            self._last.forget()  # what was read before the lock may have changed
            yield

    def collection_depth(self, folder: Path) -> Depth | None:
        """How much of the games in a folder is published, by the nearest `collection.yaml` in it or
        above; None if there is none. Raises SourceError or Mistakes for one with mistakes."""
        return self._depths.get(folder, partial(self._read_depth, folder))

    def _read_depth(self, folder: Path) -> Depth | None:
        place = folder / COLLECTION
        if is_file(place):
            check_inside(self.root, place)
            return read_collection(place).depth
        above = self.games_folder in folder.parents
        return self.collection_depth(folder.parent) if above else None

    @property
    def faulty_collections(self) -> dict[Path, ArchiveError]:
        """Each `collection.yaml` of a folder with games that has mistakes, with them."""
        faulty: dict[Path, ArchiveError] = {}
        for folder in dict.fromkeys(path.parent for path in self.game_paths):
            try:
                self.collection_depth(folder)
            except ArchiveError as error:
                above = (place / COLLECTION for place in (folder, *folder.parents))
                faulty[next(filter(is_file, above))] = error
        return faulty

    def held(self, path: Path) -> Path:
        """The path of the file with a game's unpublished phases, which may not exist."""
        place = self.root / PRIVATE / path.stem / "held.yaml"
        check_inside(self.root, place)
        return place

    def _id(self, name: str) -> str:
        """The id of the game that a name stands for; raises UnknownWordError with guesses."""
        if name in self._paths:  # of thousands, no table of their names is made
            return name
        longer = [game for game in self._paths if game.startswith(f"{name.lower()}-")]
        if len(longer) == 1:
            return longer[0]
        ids = Names("game", [(game, game) for game in self._paths])
        if ids.get(name) is None and longer:
            raise UnknownWordError("game", name, longer[:3])
        return ids.find(name)

    @recorded_property
    def _paths(self) -> Mapping[str, Path]:
        """The file of each game by its id; of files of one name the one that can be read."""
        paths = {path.stem: path for path in reversed(self.game_paths)}
        for path in self._readable_twins:
            paths[path.stem] = path
        return paths

    @recorded_property
    def _readable_twins(self) -> tuple[Path, ...]:
        """The game files whose name another file has as well, if they can be read."""
        twins: list[Path] = []
        for name, paths in self._files_by_name.items():
            if len(paths) > 1 and is_identifier(name):
                twins += [path for path in paths if self._can_be_read(path)]
        return tuple(twins)

    def _can_be_read(self, path: Path) -> bool:
        try:
            check_inside(self.root, path)
            load_game(path, self.variant, self.held(path))
        except ArchiveError:
            return False
        return True

    @recorded_property
    def namesakes(self) -> Mapping[Path, ArchiveError]:
        """The mistake of each game that can be read if another such file has the same name. The
        addresses of games do not name their folders, so neither of them can be published."""
        mistakes = {}
        for paths in grouped((path.stem, path) for path in self._readable_twins).values():
            if len(paths) == 1:
                continue
            for path in paths:
                other = paths[1] if path == paths[0] else paths[0]
                why = f"{path}: there is a game of that name already, {other}"
                mistakes[path] = ArchiveError(why)
        return mistakes

    @recorded_property
    def unread_files(self) -> Mapping[Path, ArchiveError]:
        """The files in the archive's folders that are neither read nor published, and why."""
        errors = dict(refused_files(self.root, self.docs_folder))
        misplaced_in = {
            self.games_folder: game_misplaced,
            self.maps_folder: map_misplaced,
            self.docs_folder: page_misplaced,
        }
        for folder, misplaced in misplaced_in.items():
            for path, name in files_below(folder):
                why = misplaced(name)
                if why and path not in errors:
                    errors[path] = ArchiveError(f"{path}: {why}")
        for path, name in files_below(self.docs_folder):
            if path.suffix.lower() not in PICTURES or path in errors:
                continue
            why = picture_fault(name, read_bytes(path, PICTURE_HEAD))
            if why:
                errors[path] = ArchiveError(f"{path}: {why}")
        return errors


def received_archive(root: Path, opening: str) -> Archive:
    """The archive that another process has opened. A copy of that process has it, with all that was
    read of it; any other process opens it once."""
    return _opened.get(opening) or _opened_here(root, opening)


@lru_cache(maxsize=4)
def _opened_here(root: Path, opening: str) -> Archive:
    archive = Archive(root)
    archive._opening = opening
    return archive


def open_variant(name: str) -> Variant:
    """A variant that comes with the program, by its id; no archive is needed.

    Raises UnknownWordError with guesses.

    >>> open_variant("loeb9").about.players
    9
    """
    return Archive(PROVIDED).variant(name)
