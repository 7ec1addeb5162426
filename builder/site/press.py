"""One run of the press: every game set, printed and written, then the pages above them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from builder.errors import ArchiveError
from builder.site.artifacts import Artifact
from builder.site.pages import Site
from builder.site.publish import Publisher
from builder.site.summary import Summary

log = logging.getLogger("mkdocs.plugins.chancery")
Progress = Callable[[str, int, int], None]


def silent(what: str, done: int, total: int) -> None:
    """Show nothing of how far the work is."""


@dataclass
class Press:
    """Prints a site with a publisher; `listed` are afterwards the pages of the navigation.

    `words` are what the search index is to know of the games: title and text by address.
    """

    site: Site
    progress: Progress = silent
    listed: dict[str, Artifact] = field(default_factory=dict)
    words: dict[str, tuple[str, str]] = field(default_factory=dict)

    def run(self, publisher: Publisher) -> None:
        """Print everything; what stands in the navigation is kept for who makes that."""
        summaries: list[Summary] = []
        paths = self.site.archive.game_paths
        for done, path in enumerate(paths):
            self.progress("games", done, len(paths))
            try:
                work = self.site.work(path)
            except ArchiveError as error:
                log.warning("%s", error)
                continue
            if work is None:
                continue
            summaries.append(work.summary)
            for artifact in work.artifacts():
                self._put(artifact, publisher)
        self.progress("games", len(paths), len(paths))
        for artifact in self.site.above(summaries):
            if artifact.kind == "listed":
                self.listed[artifact.path] = artifact
            else:
                self._put(artifact, publisher)

    def _put(self, artifact: Artifact, publisher: Publisher) -> None:
        if artifact.words:
            self.words[artifact.path] = (artifact.title, artifact.words)
        if artifact.kind != "picture":
            publisher.put(artifact)

