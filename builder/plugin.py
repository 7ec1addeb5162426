"""The archive in an MkDocs site. No other module knows MkDocs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build, get_context
from mkdocs.config import load_config
from mkdocs.config.config_options import Choice
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from builder.errors import ArchiveError, plainly
from builder.site.artifacts import Pictures
from builder.site.build.publisher import Publisher
from builder.site.build.site_build import SiteOptions, open_press
from builder.site.build.sitemap import sitemap
from builder.site.build.theme_style import SHEETS, in_use, lightened
from builder.site.parts.content_policy import headers, protected
from builder.site.parts.page_frame import (
    ABOUT,
    ADDRESS,
    BODY,
    GAMES,
    TITLE,
    PageFrame,
    head,
    meta,
    quoted,
)

LASTMOD = re.compile(r"<lastmod>[^<]*</lastmod>")
LONG_AGO = "946684800"  # the day of a build is nowhere in it
NOTHING = "\0"  # that people wrote
log = get_plugin_logger("chancery")
THEME = Path(__file__).with_name("site") / "theme"
STYLES = ("assets/chancery.css", "assets/powers.css")
EXTENSIONS = ("attr_list", "md_in_html", "footnotes", "tables", "admonition")


@contextmanager
def reported_errors() -> Iterator[None]:
    """Let MkDocs tell what is wrong with files that people wrote, without a traceback."""
    try:
        yield
    except (ArchiveError, OSError) as error:
        raise PluginError(plainly(error)) from error


def lighten(files: Any, config: Any) -> None:
    """Put the theme's style sheets without what the site never shows in their place."""
    named = in_use(config)
    for file in [file for file in files.css_files() if file.src_uri.startswith(SHEETS)]:
        files.remove(file)
        content = lightened(file.content_string, named)
        files.append(File.generated(config, file.src_uri, content=content))


class ArchivePlugin(BasePlugin):  # type: ignore[type-arg]
    """Adds the pages of the archive, as the job wants them."""

    config_scheme = (
        ("png", Choice(("previews", "all", "none"), default="previews")),
        ("svg", Choice(("linked", "all", "none"), default="linked")),
    )
    job = SiteOptions()

    def on_config(self, config: Any) -> Any:
        """Bring the style sheets and extensions that the pages need, in any theme."""
        os.environ.setdefault("SOURCE_DATE_EPOCH", LONG_AGO)
        config.extra_css += [sheet for sheet in STYLES if sheet not in config.extra_css]
        config.markdown_extensions += [e for e in EXTENSIONS if e not in config.markdown_extensions]
        if config.theme.name == "material":
            config.theme.dirs.insert(bool(config.theme.custom_dir), str(THEME))
        return config

    def on_files(self, files: Any, *, config: Any) -> Any:
        """Announce the pages that stand in the navigation, hold back what is not out yet."""
        with reported_errors():
            pictures = Pictures(self.config["png"], self.config["svg"])
            self.press = open_press(Path(config.config_file_path), self.job, pictures)
            self.press.site.title = config.site_name
            self.press.announce(files, partial(File.generated, config))
        if config.theme.name == "material":
            lighten(files, config)
        return files

    def on_page_markdown(self, markdown: str, *, page: Any, **_: Any) -> str:
        """Judge and draw the worked examples in what people wrote; their front matter is text."""
        page.meta = quoted(page.meta)
        with reported_errors():
            return self.press.take_out(markdown, page.file)

    def on_page_content(self, html: str, *, page: Any, **_: Any) -> str:
        """Put the examples where they stood."""
        return self.press.examples.put_in(html, page.file.dest_uri)

    def on_env(self, env: Any, *, config: Any, files: Any) -> Any:
        """Print the archive, each page into a shell rendered once for its depth of folder."""
        pages = {file.dest_uri: file.page for file in files.documentation_pages()}
        tabs = {part: pages[f"{part}/index.html"] for part in ("games", "boards")}

        def render(path: str) -> str:
            page: Any = Page(TITLE, File.generated(config, path[:-4] + "md", content=""), config)
            page.content, page.toc, page.canonical_url = BODY, [], ADDRESS
            lean = path == GAMES[-1]  # phases come by the thousand
            page.meta = {**meta(TITLE, ABOUT), "lean": lean}
            tab = tabs["boards" if "/board/" in path else "games"]
            tab.active = True
            context = get_context(self.nav, files, config, page)
            text = env.get_template("main.html").render(context)
            tab.active = False
            return str(text)

        shell = PageFrame(render, config.site_url or "")
        with reported_errors():
            self.publisher = self.press.print(self.job.target, config.site_dir, shell)
        self.press.lay_in(pages)
        self.press.tell(config.plugins.get("material/search"))
        return env

    def on_nav(self, nav: Any, **_: Any) -> None:
        """Keep the navigation for the shells."""
        self.nav = nav

    def on_post_page(self, output: str, *, page: Any, config: Any) -> str:
        """Add what link previews and searches look for."""
        found = self.press.listed.get(page.file.dest_uri)
        if found is not None:
            self.press.tell_of(found, config.plugins.get("material/search"))
        output = output.replace("</head>", f"{head(found, config.site_url)}</head>", 1)
        return self._protected(output, page.content or "")

    def on_post_template(self, output: str, *, template_name: str, **_: Any) -> str:
        """Protect the pages that are no documents, all of whose text is the theme's, as 404.html;
        leave the day of the build out of the sitemap."""
        if template_name.endswith(".html"):
            return self._protected(output, NOTHING)
        return LASTMOD.sub("", output)

    def _protected(self, output: str, body: str = "") -> str:
        page, allowed = protected(output, body)
        self.publisher.inline |= allowed
        return page

    def on_post_build(self, config: Any, **_: Any) -> None:
        """Count what is wrong with single pages as warnings of MkDocs; write the policy."""
        if self.job.target is None:
            for fault in self.publisher.faults:
                log.warning(fault)
            Path(config.site_dir, "_headers").write_text(
                headers(self.publisher.inline), encoding="utf-8"
            )

    def on_serve(self, server: Any, **_: Any) -> None:
        """Show a season as soon as it is typed."""
        self.press.watch(server.watch)


def build_site(root: Path, draft: Path, job: SiteOptions, pictures: Mapping[str, str]) -> Publisher:
    """Build a site, writing only what changed; the theme's own files pass through `draft`.

    `pictures` are options of the plugin that count before those in the file. What earlier
    builds made and this one did not is there until the publisher has finished.
    """
    config: Any = load_config(str(root / "mkdocs.yml"), site_dir=str(draft), strict=True)
    config.plugins["chancery"].job = job
    config.plugins["chancery"].config.update(pictures)
    build(config)
    publisher: Publisher = config.plugins["chancery"].publisher
    publisher.mirror(draft)
    if config.site_url:
        for path, content in sitemap(publisher.kept, config.site_url):
            publisher.write(path, content)
    return publisher
