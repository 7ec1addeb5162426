"""A file of the site: what it is called, what stands in it, and how it wants to be written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["listed", "page", "bare", "file", "picture"]


@dataclass(frozen=True, slots=True)
class Artifact:
    """One file of the site.

    `path` is relative to the site's root. A `listed` artifact is the inside of a page that
    stands in the navigation and the search index, a `page` the inside of one that does not; both
    get the theme's shell around them. `bare` is a whole document, `file` anything else. The
    content of a `picture` is the SVG that is to be painted as the PNG at `path`.
    """

    path: str
    content: str | bytes
    title: str = ""
    kind: Kind = "file"
    description: str = ""
    image: str = ""
    words: str = ""
    head: str = ""
    meta: Mapping[str, str] = field(default_factory=dict)
