"""Files for each block of games: the games as data, and the addresses of their pages. The data of
an archive of one block is `archive.jsonl.gz`, which in a larger one lists the others. The sitemap
lists a file for each block and one for all other pages."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from builder import __version__
from builder.prose.phase_documents import FORMAT
from builder.site.addresses import folder
from builder.site.artifacts import Artifact, as_json
from builder.site.compression import compressed, gzipped
from builder.site.pages.explorer import began
from builder.site.pages.puzzles import puzzle_rows
from builder.site.pages.statistics import tally
from builder.site.publishing.content_store import BROKEN, ContentStore
from builder.site.publishing.game_builder import GameDetails
from builder.site.search.order_index import block

DATA = "archive.jsonl.gz"
VOLUME = "data/archive-{:04}.jsonl.gz"
SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
PART = re.compile(r"sitemap-\w+\.xml")


class GameOfBlock(NamedTuple):
    """What the files of a block are made of, for one game: the place of its details in the store,
    and the key that these have."""

    place: str
    key: str


class MadeBlock(NamedTuple):
    """The files of a block, and what it adds to the pages above as JSON, by kind."""

    files: Sequence[Artifact]
    added: Mapping[str, str]


@dataclass(frozen=True)
class BlockMaker:
    """Makes the files of blocks of games, in this process or in another, for a site with that
    title. `count` is the number of blocks; the `store` has the details of games."""

    store: ContentStore
    count: int
    title: str

    def make(self, numbered: tuple[int, Sequence[GameOfBlock]]) -> MadeBlock | None:
        """The files of a block, given by its number and its games; None if details of one of them
        are missing or damaged."""
        number, games = numbered
        with suppress(*BROKEN):
            details: list[GameDetails] = []
            for game in games:
                details.append(GameDetails.unpacked(self.store.get(game.place) or b"", game.key))
            return self.made_of(number, details)
        return None

    def made_of(self, number: int, details: Sequence[GameDetails]) -> MadeBlock:
        """The files of a block, given by the details of its games. Raises one of `BROKEN` if
        details are damaged."""
        found = ((of_game.summary, of_game.finds()) for of_game in details)
        files, orders = block(number, self.count, found)
        counted = [(of_game.summary, of_game.figures) for of_game in details]
        added = {
            "summaries": [of_game.summary for of_game in details],
            "orders": orders,
            "tally": tally(counted),
            "began": began(counted),
            "puzzles": puzzle_rows(counted),
        }
        data = (of_game.data for of_game in details)
        files.append(volume(number, self.count, self.title, data))
        return MadeBlock(files, {kind: as_json(plain) for kind, plain in added.items()})


def volume(number: int, count: int, title: str, games: Iterable[bytes]) -> Artifact:
    """A block of compressed games: a line that says what it is, then one for each that has data."""
    held = [*filter(None, games)]
    head = _head(title, len(held), **({"volume": number + 1} if count > 1 else {}))
    path = VOLUME.format(number + 1) if count > 1 else DATA
    return Artifact(path, b"".join((head, *held)))


def volumes(count: int, title: str, games: int) -> Iterator[Artifact]:
    """The list of the files of the blocks, if there are several."""
    if count > 1:
        paths = [VOLUME.format(number + 1) for number in range(count)]
        yield Artifact(DATA, _head(title, games, volumes=paths))


def _head(title: str, games: int, **more: object) -> bytes:
    head = {"format": FORMAT, "chancery": __version__, "title": title, "games": games}
    return compressed(as_json({**head, **more}))


def sitemap(paths: Iterable[str], site_url: str) -> Iterator[Artifact]:
    """The sitemap of a site: it names the files of the blocks among `paths`, which are all files
    outside of games, and one of the pages among them. None without `site_url`."""
    if site_url:
        outside_games = sorted(paths)
        rest = sitemap_part("pages", outside_games, site_url)
        names = [rest.path, *filter(PART.fullmatch, outside_games)]
        whole = _listing("sitemapindex", "sitemap", (site_url + name for name in names))
        yield from (rest, Artifact("sitemap.xml", whole))
        yield Artifact("sitemap.xml.gz", gzipped(whole))


def sitemap_part(name: object, paths: Iterable[str], site_url: str) -> Artifact:
    """A file with the addresses of the pages among some files."""
    pages = (site_url + folder(path) for path in paths if path.endswith("index.html"))
    return Artifact(f"sitemap-{name}.xml", _listing("urlset", "url", pages))


def _listing(root: str, item: str, addresses: Iterable[str]) -> bytes:
    rows = "".join(f"<{item}><loc>{escape(a)}</loc></{item}>\n" for a in addresses)
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {SCHEMA}>\n'
    return f"{head}{rows}</{root}>\n".encode()
