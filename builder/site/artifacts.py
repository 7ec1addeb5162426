"""A file of the site: its address, its content, and how it is written."""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from html import escape
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from builder.draw.phase_map import PhaseMap
from builder.errors import ArchiveError
from builder.formats.game_collections import Depth

SCRIPTED = '<script>document.documentElement.classList.add("scripted")</script>'
Inputs = TypeVar("Inputs")
ArtifactKind = Literal["listed", "page", "file"]


def feed_link(path: str, title: str) -> str:
    """The link to a feed in a page's head; `{root}` in it is replaced when the page is written."""
    # The theme takes a bare "alternate" for another language and asks for its sitemap.
    form = '<link rel="feed alternate" type="application/atom+xml" title="{}" href="{{root}}{}">'
    return form.format(escape(title).replace("{", "&#123;"), path)


def scripts(*names: str) -> str:
    """The part of a page's head that loads scripts; `{root}` is replaced when it is written."""
    return "".join(f'<script src="{{root}}assets/{name}.js" defer></script>' for name in names)


def style_sheets(*names: str) -> str:
    """The part of a page's head that loads styles of its own; `{root}` is replaced as above."""
    return "".join(f'<link rel="stylesheet" href="{{root}}assets/{name}.css">' for name in names)


class SiteSettings(NamedTuple):
    """What an archive's owner chooses for the site.

    `png` and `svg` say which phases get a picture as a file of its own, besides the one on their
    page. PNG: all of them, each game's last one for link previews, or none. SVG: all, those that
    a page of the archive links, or none. `title` is the archive's name, `address` where the site
    is published; `uuid` identifies the archive in feeds; `report_to` is the address for reports of
    mistakes. `depth` says how much is published of games whose own file and folder do not say it
    (see `formats.game_collections`). `drafts` shows what is not published yet, `misses` adds to
    each season the single order that would have won most centres, `pdf` adds PDFs of issues.
    """

    png: Literal["all", "previews", "none"] = "previews"
    svg: Literal["all", "linked", "none"] = "linked"
    depth: Depth = "phases"
    title: str = "Chancery"
    address: str = ""
    uuid: str = ""
    report_to: str = ""
    drafts: bool = False
    misses: bool = False
    pdf: bool = False


USUAL = SiteSettings()
REPORTS = re.compile(r"(?:https?://\S+|[^\s@:/?]+@[^\s@:/?]+)?")
UUIDS = re.compile(r"(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?")
ADDRESSES = re.compile(r"(?:https?://[^\s\"<>]+)?")


def settings_of(options: Mapping[str, str], chosen: Mapping[str, Any]) -> SiteSettings:
    """The settings of a site: what `mkdocs.yml` says, and what was chosen for this build. Raises
    ArchiveError for a wrong value."""
    report = options.get("report_to", "")
    if not REPORTS.fullmatch(report):
        raise ArchiveError("report_to is a mail address or begins with https://")
    uuid = options.get("uuid", "")
    if not UUIDS.fullmatch(uuid):
        raise ArchiveError("uuid is written as `python3 -m uuid` prints one")
    addresses = (options.get("base"), os.environ.get("CHANCERY_SITE_URL"), options.get("site_url"))
    address = next(filter(None, addresses), "")
    if not ADDRESSES.fullmatch(address):
        raise ArchiveError("the address of a site begins with https://")
    return SiteSettings(
        title=options.get("title") or options.get("site_name", ""),
        address=address and address.rstrip("/") + "/", uuid=uuid, report_to=report, **chosen,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PngRequest:
    """A picture to be rendered as PNG, with its variant and the digest of its drawing."""

    variant: str
    picture: PhaseMap
    key: str


@dataclass(frozen=True, slots=True)
class PdfRequest:
    """A whole picture to be rendered as PDF, with the digest of its drawing."""

    svg: str
    key: str


@dataclass(frozen=True, slots=True)
class ThumbnailRequest:
    """A picture to be rendered small, as WebP, with its variant and the digest of its drawing."""

    variant: str
    picture: PhaseMap
    key: str


Job = PngRequest | PdfRequest | ThumbnailRequest


@dataclass(frozen=True, slots=True)
class Artifact:
    """One file of the site.

    `path` is relative to the site's root. A `listed` artifact is the content of a page in the
    navigation and the search index, a `page` that of any other page; both get the theme's frame
    around them. Anything else is a `file`. The content of a PNG may be a `PngRequest`, that of a
    PDF a `PdfRequest`, that of a WebP a `ThumbnailRequest`; they are rendered when they are
    written. `words` are what the theme's search finds of a page that is not listed.
    """

    path: str
    content: str | bytes | Job
    title: str = ""
    kind: ArtifactKind = "file"
    description: str = ""
    image: str = ""
    words: str = ""
    head: str = ""


@dataclass(frozen=True, slots=True)
class PartData:
    """Plain data that a part makes for other parts: it is kept, not published."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class SitePart(Generic[Inputs]):
    """Pages and files that are made together, with a name that is unique in the site.

    They are made from `inputs` and from what `make` reads, and are made again if one of these
    changes. What it reads is recorded (`source.recording`). What it is given must be in `inputs`:
    plain data, games' summaries, and tuples, lists and mappings of them.

    A part that is `apart` may be made by another process, beside others of the same list. So `make`
    is a module's function, perhaps with some arguments, and reads no data of other parts.
    """

    name: str
    inputs: Inputs
    make: Callable[[Inputs], Iterable[Artifact | PartData]]
    apart: bool = False


def as_json(data: Any) -> str:
    """JSON as it is published and kept: one line, letters as they are."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def published_yaml(source: bytes) -> bytes:
    """A YAML file as it is published: a line of comment, which no browser takes for a script, and
    the file as it was written."""
    return b"# Data for Chancery, as it was written:\n" + source


def digest(text: str | bytes | memoryview) -> str:
    """The digest of a text or of bytes, 32 hexadecimal digits."""
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    return blake2b(data, digest_size=16).hexdigest()
