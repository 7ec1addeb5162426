"""An archive: the variants and games of a folder, read when they are asked for."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Self

from builder.errors import ArchiveError, UnknownWordError
from builder.formats.game.reading import load_game
from builder.formats.variants import load_variant
from builder.model.grouping import grouped
from builder.model.names import Names
from builder.provided import PROVIDED
from builder.record import Record
from builder.source.documents import site_settings
from builder.source.files import check_inside, hide_from_git
from builder.source.locks import locked
from builder.variant import Variant

REGISTER = "register.json"  # beside the games: the editor's facts about people and games
KEPT = Path(".cache/chancery")  # within an archive: may be deleted at any time
PRIVATE = ".chancery"  # within an archive: a folder for each game, never published
PATIENCE = 60.0  # seconds that a command waits for another one that works on the same game


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
        self.errors: dict[Path, ArchiveError] = {}
        self._variants: dict[str, Variant] = {}
        self._last: tuple[Path, Record] | None = None

    def __reduce__(self) -> tuple[Callable[[Path], "Archive"], tuple[Path]]:
        """An archive is sent to another process as its folder."""
        return received_archive, (self.root,)

    @classmethod
    def open(cls, start: Path | str = ".") -> Self:
        """The archive around a folder: the nearest one with `mkdocs.yml` and `games/` or `maps/`.
        Raises ArchiveError if there is none."""
        here = Path(start).resolve()
        for folder in (here, *here.parents):
            if (folder / "mkdocs.yml").is_file():
                found = cls(folder)
                if found.games_folder.is_dir() or found.maps_folder.is_dir():
                    return found
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

    @cached_property
    def variant_names(self) -> tuple[str, ...]:
        """The ids of the variants in this archive's `maps/`, and of provided ones in `games/`."""
        own = {p.parent.name for p in self.maps_folder.glob("*/variant.yaml")}
        played = {p.name for p in self.games_folder.glob("*/")} & self._folders.keys()
        return tuple(sorted(own | played))

    @cached_property
    def _folders(self) -> Mapping[str, Path]:
        found = (f for maps in (PROVIDED / "maps", self.maps_folder) for f in maps.glob("*"))
        return {f.name: f for f in found if (f / "variant.yaml").is_file()}

    def variant(self, name: str) -> Variant:
        """A variant by its id, in any letter case.
        Raises UnknownWordError with guesses, SourceError or Mistakes."""
        known = Names("variant", [(n, n) for n in self._folders])
        if known.get(name) is None and not known.guesses(name):
            raise UnknownWordError("variant", name, sorted(self._folders))
        found = known.find(name)
        if found not in self._variants:
            self._variants[found] = load_variant(self.maps_folder, found)
        return self._variants[found]

    @cached_property
    def variants(self) -> Mapping[str, Variant]:
        """Every variant that can be read, by its id."""
        for name in self.variant_names:
            try:
                self.variant(name)
            except ArchiveError as error:
                self.errors[self._folders[name] / "variant.yaml"] = error
        return {name: self._variants[name] for name in self.variant_names if name in self._variants}

    @cached_property
    def game_paths(self) -> tuple[Path, ...]:
        """Every game file, sorted by folder and name."""
        found = self.games_folder.rglob("*.yaml")
        return tuple(sorted(found, key=lambda path: path.parts))

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
        if self._last is None or self._last[0] != path:
            if path in self.namesakes:
                raise self.namesakes[path]
            first = self._paths.get(path.stem, path)
            if self.root in path.resolve().parents and not first.samefile(path):
                raise ArchiveError(f"{path}: there is a game of that name already, {first}")
            if self._paths.get(path.stem) == path:
                check_inside(self.root, path)
            self._last = path, load_game(path, self.variant, self.held(path))
        return self._last[1]

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
            self._last = None  # what was read before the lock may have changed
            yield

    def held(self, path: Path) -> Path:
        """The path of the file with a game's unpublished phases, which may not exist."""
        found = self.root / PRIVATE / path.stem / "held.yaml"
        check_inside(self.root, found)
        return found

    def _id(self, name: str) -> str:
        """The id of the game that a name stands for; raises UnknownWordError with guesses."""
        longer = [i for i in self._paths if i.startswith(f"{name.lower()}-")]
        if len(longer) == 1 and name not in self._paths:
            return longer[0]
        known = Names("game", [(i, i) for i in self._paths])
        if known.get(name) is None and longer:
            raise UnknownWordError("game", name, longer[:3])
        return known.find(name)

    @cached_property
    def _paths(self) -> Mapping[str, Path]:
        return {path.stem: path for path in reversed(self.game_paths)}

    @cached_property
    def namesakes(self) -> Mapping[Path, ArchiveError]:
        """The mistake of each game with the same file name as another, ignoring letter case.
        The addresses of games do not name their folders."""
        found = {}
        for same in grouped((path.stem.casefold(), path) for path in self.game_paths).values():
            for path in same if len(same) > 1 else ():
                other = same[int(same[0] == path)]
                why = f"{path}: there is a game of that name already, {other}"
                found[path] = ArchiveError(why)
        return found


@lru_cache(maxsize=4)
def received_archive(root: Path) -> Archive:
    """The archive that another process has opened; it is opened once in each process."""
    return Archive(root)


def open_variant(name: str) -> Variant:
    """A variant that comes with the program, by its id; no archive is needed.

    Raises UnknownWordError with guesses.

    >>> open_variant("loeb9").about.players
    9
    """
    return Archive(PROVIDED).variant(name)
