"""A file of the site: its address, its content, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, NamedTuple

from builder.draw.phase_map import PhaseMap

SCRIPTED = '<script>document.documentElement.classList.add("scripted")</script>'
Kind = Literal["listed", "page", "file"]


class SiteSettings(NamedTuple):
    """What an archive's owner chooses for the site.

    `png` and `svg` say which phases get a picture that stands alone, beside the one on their
    page. PNG: all of them, each game's last one for link previews, or none. SVG: all, those that
    a page of the archive links, or none. `title` is the archive's name, `address` where the site
    is published, `uuid` names the archive in feeds, mistakes are to be reported to `report_to`.
    `drafts` shows what is not published yet; `misses` adds to each season the single order that
    would have won most centres; `pdf` says that issues are printed.
    """

    png: Literal["all", "previews", "none"] = "previews"
    svg: Literal["all", "linked", "none"] = "linked"
    title: str = "Chancery"
    address: str = ""
    uuid: str = ""
    report_to: str = ""
    drafts: bool = False
    misses: bool = False
    pdf: bool = False


USUAL = SiteSettings()


@dataclass(frozen=True, slots=True)
class PngRequest:
    """A picture that is to become a PNG: on which variant's board, and the key of its drawing."""

    variant: str
    picture: PhaseMap
    key: str


@dataclass(frozen=True, slots=True)
class PdfRequest:
    """A whole picture that is to become a PDF, and the key of its drawing."""

    svg: str
    key: str


Job = PngRequest | PdfRequest


@dataclass(frozen=True, slots=True)
class Artifact:
    """One file of the site.

    `path` is relative to the site's root. A `listed` artifact is the inside of a page that
    stands in the navigation and the search index, a `page` the inside of one that does not; both
    get the theme's frame around them; anything else is a `file`. The content of a PNG may be a
    `Print`, that of a PDF a `Plate`: both are painted when somebody asks for them. `finds` are
    things on a listed page that a search finds for themselves: anchor, title, words.
    """

    path: str
    content: str | bytes | PngRequest | PdfRequest
    title: str = ""
    kind: Kind = "file"
    description: str = ""
    image: str = ""
    words: str = ""
    head: str = ""
    finds: tuple[tuple[str, str, str], ...] = ()


def digest(text: str) -> str:
    """A short name for a text, the same as long as not a letter changes."""
    return blake2b(text.encode(), digest_size=16).hexdigest()
