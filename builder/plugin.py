"""The archive as a part of an MkDocs site: the only module that knows MkDocs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.commands.build import build, get_context
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from builder.archive import Archive
from builder.site.pages import Site
from builder.site.press import Press, Progress, silent
from builder.site.publish import Publisher
from builder.site.shell import ABOUT, ADDRESS, BODY, TITLE, Shell, head

HIDDEN = ["navigation", "toc", "footer"]


class ArchivePlugin(BasePlugin):  # type: ignore[type-arg]
    """Adds the pages of the archive; `target` is where they go, None for the site's folder."""

    target: Path | None = None
    progress: Progress = staticmethod(silent)
    png = True

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Announce the pages that stand in the navigation."""
        root = Path(config.config_file_path or "mkdocs.yml").resolve().parent
        self.press = Press(Site(Archive.open(root), self.png), self.progress)
        for path in self.press.site.listed():
            name = path.replace(".html", ".md")
            if files.get_file_from_path(name) is None:
                files.append(File.generated(config, name, content=""))
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Print the archive around one shell for each depth of folder."""
        env = config.theme.get_env()
        games = files.get_file_from_path("games/index.md")

        def render(path: str) -> str:
            file = File.generated(config, path.replace(".html", ".md"), content="")
            page: Any = Page(TITLE, file, config)
            page.content, page.toc, page.canonical_url = BODY, [], ADDRESS
            page.meta = {"hide": HIDDEN, "title": TITLE, "description": ABOUT}
            if games and games.page:
                games.page.active = True
            text = env.get_template("main.html").render(get_context(nav, files, config, page))
            if games and games.page:
                games.page.active = False
            return str(text)

        shell = Shell(render, config.site_url or "")
        self.publisher = Publisher(self.target or Path(config.site_dir), shell)
        self.press.run(self.publisher)
        return nav

    def on_page_content(self, html: str, *, page: Page, **_: Any) -> str:
        """Put the archive's text into its pages; what an editor wrote there stays in it."""
        found = self.press.listed.get(page.file.dest_uri)
        if found is None:
            return html
        page.meta = {"hide": HIDDEN, "title": found.title, "description": found.description}
        return str(found.content).replace("<!-- words -->", html)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Add what link previews look for."""
        found = self.press.listed.get(page.file.dest_uri)
        more = head(found, config.site_url or "") if found else ""
        return output.replace("</head>", f"{more}</head>", 1)

    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> Any:  # noqa: ARG002
        """Let the search find games and people."""
        search: Any = config.plugins.get("material/search")
        for path, (title, text) in self.press.words.items() if search else ():
            place = path.removesuffix("index.html")
            search.search_index.entries.append({"location": place, "title": title, "text": text})
        return env

    def on_serve(self, server: Any, **_: Any) -> Any:
        """Show a season as soon as it is typed."""
        for folder in ("games", "maps"):
            server.watch(str(self.press.site.archive.root / folder))
        return server


def build_site(root: Path, site: Path, draft: Path, png: bool, progress: Progress) -> Publisher:
    """Build into `site`, writing only what changed; the theme's own files pass through `draft`."""
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(draft), strict=True)
    plugin: Any = config.plugins["chancery"]
    plugin.target, plugin.progress, plugin.png = site, progress, png
    build(config)
    publisher: Publisher = plugin.publisher
    publisher.mirror(draft)
    publisher.finish()
    return publisher
