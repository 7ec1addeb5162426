"""Files for each block of games: the games as data, and the addresses of their pages. The data of
an archive of one block is `archive.jsonl.gz`, which in a larger one lists the others. The sitemap
lists a file for each block and one for all other pages."""

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator
from html import escape

from builder import __version__
from builder.prose.phase_documents import FORMAT
from builder.site.addresses import folder
from builder.site.artifacts import Artifact, as_json
from builder.site.compression import gzipped

DATA = "archive.jsonl.gz"
VOLUME = "data/archive-{:04}.jsonl.gz"
SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
PART = re.compile(r"sitemap-\w+\.xml")


def compressed(text: str) -> bytes:
    """Some lines of data, as they can be joined with others."""
    return gzipped(text.encode(), 6)


def expanded(packed: bytes) -> bytes:
    """What was compressed; raises ValueError if it is damaged."""
    try:
        return gzip.decompress(packed)
    except (EOFError, zlib.error) as error:
        raise ValueError("not compressed data") from error


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
