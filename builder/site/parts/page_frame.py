"""The theme's frame around a page, rendered once for each part of the site and depth.

A theme takes milliseconds to render its header, search and footer, and they are the same on every
page of one part and depth. So a frame is rendered once, with placeholders for title, description,
address and content. Strings are joined to put a page into it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from builder.site.addresses import folder, root_of
from builder.site.artifacts import SCRIPTED, Artifact, digest
from builder.site.parts.content_policy import inline_sources, protected
from builder.source.recording import note

TITLE = "@@title@@"
ABOUT = "@@about@@"
ADDRESS = "https://at.at/"
BODY = "@@<h1@@"
MARKS = (TITLE, ABOUT, ADDRESS, BODY, "</head>")
ALONE = -1  # the depth of a frame that belongs to one page
FrameKind = tuple[str, int]  # the first folder of a page and its depth, or a path and ALONE
GAMES: tuple[FrameKind, ...] = (("games", 2), ("games", 3))  # a game and a phase
FRAME = "frame"  # the kind of a note: a frame
BETWEEN = re.compile(r">\s*\n\s*<")
BLANK = re.compile(r"\s*\n\s*")


@dataclass
class PageFrame:
    """Frames by part and depth; `render` makes the frame of all pages of the part and depth of a
    path, with the placeholders in it.
    `site_url` is the site's address; if it is empty, pages have no link previews."""

    render: Callable[[str], str]
    site_url: str = ""
    _cut: dict[FrameKind, list[str]] = field(default_factory=dict)
    _states: dict[FrameKind, str] = field(default_factory=dict)
    _inline: dict[FrameKind, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def kept(cls, frames: Iterable[tuple[str, int, list[str]]], site_url: str) -> PageFrame:
        """The frames that an earlier build kept; any other frame raises MissingFrameError."""
        return cls(_without, site_url, {(part, depth): pieces for part, depth, pieces in frames})

    def plain(self) -> list[tuple[str, int, list[str]]]:
        """All frames so far as plain data, for the cache."""
        return [(*kind, pieces) for kind, pieces in self._cut.items()]

    def hold(self, path: str, text: str) -> None:
        """Keep a frame, with the placeholders in it, for the page at one path alone."""
        self._cut[path, ALONE] = cut(text)
        self._states.pop((path, ALONE), None)
        self._inline.pop((path, ALONE), None)

    def key(self) -> str:
        """Changes when the theme, the navigation or the site's address do."""
        return digest(f"{self.site_url} {[self._pieces(kind) for kind in GAMES]}")

    def for_games(self) -> PageFrame:
        """The frames of games' pages alone, for processes that have no theme."""
        frames = {kind: self._pieces(kind) for kind in GAMES}
        return PageFrame(_without, self.site_url, frames)

    def around(self, artifact: Artifact) -> str:
        """The whole document for a page."""
        inside = {
            TITLE: escape(artifact.title),
            ABOUT: escape(artifact.description),
            ADDRESS: escape(self.site_url + folder(artifact.path)),
            BODY: str(artifact.content),
            "</head>": head(artifact, self.site_url) + "</head>",
        }
        kind = self._kind(artifact.path)
        pieces = self._pieces(kind)
        note(FRAME, f"{kind[1]} {kind[0]}", self._state(kind))
        return "".join(inside[p] if at % 2 else p for at, p in enumerate(pieces))

    def inline(self, path: str) -> frozenset[str]:
        """The scripts and styles that stand in the frame of a page, as its policy names them. What
        stands in the page itself does not run."""
        kind = self._kind(path)
        if kind not in self._inline:
            self._inline[kind] = inline_sources("".join(self._pieces(kind)[::2]) + SCRIPTED)
        return self._inline[kind]

    def state(self, name: str) -> str:
        """What is noted of a frame by its depth and part; empty if there is no such frame."""
        depth, _, part = name.partition(" ")
        try:
            return self._state((part, int(depth)))
        except MissingFrameError:
            return ""

    def _state(self, kind: FrameKind) -> str:
        if kind not in self._states:
            self._states[kind] = digest("\0".join([self.site_url, *self._pieces(kind)]))
        return self._states[kind]

    def _pieces(self, kind: FrameKind) -> list[str]:
        if kind not in self._cut:
            part, depth = kind
            if depth == ALONE:
                raise MissingFrameError(part)
            self._cut[kind] = cut(self.render(_sample(part, depth)))
        return self._cut[kind]

    def _kind(self, path: str) -> FrameKind:
        if (path, ALONE) in self._cut:
            return path, ALONE
        return path.partition("/")[0], path.count("/")


def _sample(part: str, depth: int) -> str:
    """The path of a page of a part and a depth."""
    return f"{part}/{'page/' * (depth - 1)}index.html" if depth else part


class MissingFrameError(LookupError):
    """A page whose frame no earlier build rendered."""


def _without(path: str) -> str:
    raise MissingFrameError(path)


def meta(title: str, about: str) -> dict[str, Any]:
    """The front matter of a page without navigation and contents beside it."""
    return quoted({"hide": ["navigation", "toc", "footer"], "title": title, "description": about})


def quoted(front: Mapping[str, Any]) -> dict[str, Any]:
    """Front matter with its texts escaped, because themes print them as they are."""
    return {key: escape(text) if isinstance(text, str) else text for key, text in front.items()}


EMPTY = meta(TITLE, ABOUT)  # the front matter of a frame


def cut(text: str) -> list[str]:
    """A frame with its policy, cut at its placeholders, which are every second piece. Spaces
    between tags and at the ends of lines are removed, because nobody sees them."""
    text, _ = protected(BLANK.sub("\n", BETWEEN.sub("><", text)), BODY, SCRIPTED)
    return re.split(f"({'|'.join(map(re.escape, MARKS))})", text)


def head(artifact: Artifact, site_url: str) -> str:
    """The part of a page's head for link previews and feed readers, and its own scripts."""
    tags = [
        ("og:type", "article"),
        ("og:title", artifact.title),
        ("og:description", artifact.description),
        ("og:url", f"{site_url}{folder(artifact.path)}"),
        ("og:image", artifact.image and f"{site_url}{artifact.image}"),
    ]
    tags_in_html = [
        f'<meta property="{k}" content="{escape(v)}">' for k, v in tags if v and site_url
    ]
    if artifact.image and site_url:
        tags_in_html.append('<meta name="twitter:card" content="summary_large_image">')
    return "".join(tags_in_html) + artifact.head.replace("{root}", root_of(artifact.path))


def waiting(old: str, new: str, fault: str) -> bytes:
    """A page at the address `old` of a served site that is not there now: it is loaded again after
    each build. `new` is the nearest page, `fault` what is wrong with that, if anything is."""
    root = root_of(old)
    way = escape(root + new.replace("index.html", "")) or "./"
    message = f"<pre>{escape(fault)}</pre>" if fault else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Not built</title>'
        '<link rel="icon" href="data:,">'
        f'<script src="{root}assets/reload.js" defer></script></head><body>'
        "<p>This page is not built now. As soon as it is, it is shown here."
        f'</p>{message}<p><a href="{way}">Go on</a></p></body></html>\n'
    ).encode()


def leading_on(old: str, new: str) -> bytes:
    """A page at the address `old` that leads to `new`."""
    way = escape(root_of(old) + new.replace("index.html", "")) or "./"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Moved</title>'
        f'<meta http-equiv="refresh" content="0; url={way}"><link rel="canonical" href="{way}">'
        f'</head><body><p>This page has moved: <a href="{way}">go on</a>.</p></body></html>\n'
    ).encode()
