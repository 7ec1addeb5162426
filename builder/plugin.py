"""The archive in an MkDocs site. No other module knows MkDocs."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mkdocs.commands.build import build, get_context
from mkdocs.config import load_config
from mkdocs.config.config_options import Choice, Type
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler
from pathspec.gitignore import GitIgnoreSpec

from builder.archive import KEPT, Archive
from builder.errors import ArchiveError, plainly
from builder.site.artifacts import settings_of
from builder.site.build.build_cache import LONG_AGO
from builder.site.build.pdf import browser, print_issues
from builder.site.build.publisher import Publisher, settle
from builder.site.build.site_build import NO_ADDRESS, SiteOptions, alone, open_build
from builder.site.build.sitemap import sitemap
from builder.site.build.theme_script import FRAME, shortened
from builder.site.build.theme_style import SHEETS, in_use, lightened
from builder.site.parts.content_policy import headers, protected
from builder.site.parts.page_frame import (
    ABOUT,
    ADDRESS,
    BODY,
    GAMES,
    TITLE,
    PageFrame,
    meta,
    quoted,
)
from builder.site.search.page_text import condense

LASTMOD = re.compile(r"<lastmod>[^<]*</lastmod>")
NOT_ISSUES = [f"/zines/**/{n}" for n in ("README.md", "*.markdown", "*.mdown", "*.mkd", "*.mkdn")]
RELOAD = "assets/reload.js"
NOTHING = "\0"  # the body of a page without any text of people
log = get_plugin_logger("chancery")
THEME = Path(__file__).with_name("site") / "theme"
STYLES = ("assets/chancery.css", "assets/powers.css")
EXTENSIONS = ("attr_list", "md_in_html", "footnotes", "tables", "admonition")


@contextmanager
def reported_errors() -> Iterator[None]:
    """Report errors in files that people wrote through MkDocs, without a traceback."""
    try:
        yield
    except (ArchiveError, OSError) as error:
        raise PluginError(plainly(error)) from error


def lighten(files: Any, config: Any) -> None:
    """Replace the theme's style sheets by shorter ones without rules that the site never uses."""
    named = in_use(config)
    for file in [file for file in files.css_files() if file.src_uri.startswith(SHEETS)]:
        files.remove(file)
        content = lightened(file.content_string, named)
        files.append(File.generated(config, file.src_uri, content=content))


class ArchivePlugin(BasePlugin):  # type: ignore[type-arg]
    """Adds the pages of the archive to an MkDocs site, by the options of the `job`."""

    config_scheme = (
        ("games", Type(str, default="games")),
        ("maps", Type(str, default="maps")),
        ("title", Type(str, default="")),
        ("base", Type(str, default="")),
        ("drafts", Type(bool, default=False)),
        ("misses", Type(bool, default=False)),
        ("png", Choice(("previews", "all", "none"), default="previews")),
        ("svg", Choice(("linked", "all", "none"), default="linked")),
        ("report_to", Type(str, default="")),
        ("uuid", Type(str, default="")),
    )
    job = SiteOptions()
    serving, by_mkdocs, printer, script = False, False, None, ""
    held = ExitStack()

    def on_startup(self, *, command: str, dirty: bool) -> None:  # noqa: ARG002
        """Note the command: a server shows drafts, a build prints issues as PDFs."""
        self.serving = command == "serve"
        self.printer = browser() if command == "build" else None

    def on_config(self, config: Any) -> Any:
        """Add the style sheets and extensions that the pages need, in any theme.

        Raises PluginError for an option that is unknown or has an impossible value.
        """
        known = {name for name, _ in self.config_scheme}
        for name in self.config.keys() - known:
            raise PluginError(f"unknown option {name}; known are {', '.join(sorted(known))}")
        if self.config["base"]:
            config.site_url = self.config["base"].rstrip("/") + "/"
        with reported_errors():
            given = {name: self.config[name] for name in ("title", "uuid", "report_to")}
            named = {"site_name": config.site_name, "site_url": config.site_url or ""}
            self.settings = settings_of(
                {**named, **given},
                {
                    "png": self.config["png"], "svg": self.config["svg"],
                    "misses": self.config["misses"],
                    "drafts": self.config["drafts"] or self.serving,
                    "pdf": self.printer is not None,
                },
            )  # fmt: skip
        config.site_name = escape(config.site_name)  # themes print both as they are
        config.site_description = escape(config.site_description or "") or None
        linked = (p for p in Path(config.docs_dir).rglob("*") if p.is_symlink() and p.is_dir())
        if found := next(linked, None):
            raise PluginError(f"{found}: a folder that is a link is not followed")
        others = GitIgnoreSpec.from_lines(NOT_ISSUES)  # MkDocs would make pages of them
        config.exclude_docs = config.exclude_docs + others if config.exclude_docs else others
        os.environ.setdefault("SOURCE_DATE_EPOCH", LONG_AGO)
        config.extra_css += [sheet for sheet in STYLES if sheet not in config.extra_css]
        if self.serving:
            config.extra_javascript.append(RELOAD)
        config.markdown_extensions += [e for e in EXTENSIONS if e not in config.markdown_extensions]
        if config.theme.name == "material":
            config.theme.dirs.insert(bool(config.theme.custom_dir), str(THEME))
        return config

    def on_pre_build(self, config: Any) -> None:
        """Lock the archive against other builds, for which a server waits. As MkDocs empties the
        folder that it builds in, it builds in another one until the site is complete."""
        if self.job.target is None:
            with reported_errors():
                root = Archive.open(Path(config.config_file_path)).root
                self.held.enter_context(alone(root, patient=self.serving))
        self.by_mkdocs = self.job.target is None and not self.serving
        if self.by_mkdocs:
            self.job = SiteOptions(Path(config.site_dir), then=self._print_issues)
            draft = TemporaryDirectory(prefix="chancery-", ignore_cleanup_errors=True)
            config.site_dir = self.held.enter_context(draft)

    def on_build_error(self, **_: Any) -> None:
        """Unlock the archive, and forget the job of this build."""
        self.held.close()
        if self.by_mkdocs:
            self.job = SiteOptions()

    def on_files(self, files: Any, *, config: Any) -> Any:
        """Add the pages that are in the navigation, and leave out what is not published yet."""
        with reported_errors():
            self.site_build = open_build(Path(config.config_file_path), self.job, self.settings)
            self.site_build.announce(files, partial(File.generated, config))
        if config.theme.name == "material":
            lighten(files, config)
        return files

    def on_page_markdown(self, markdown: str, *, page: Any, **_: Any) -> str:
        """Judge and draw the worked examples of a page; its front matter becomes plain text."""
        page.meta = quoted(page.meta)
        with reported_errors():
            return self.site_build.take_out(markdown, page.file)

    def on_page_content(self, html: str, *, page: Any, **_: Any) -> str:
        """Put the examples back into the page."""
        return self.site_build.examples.put_in(html, page.file.dest_uri)

    def on_env(self, env: Any, *, config: Any, files: Any) -> Any:
        """Make the pages of the archive, each in a frame that is rendered once for its depth."""
        pages = {file.dest_uri: file.page for file in files.documentation_pages()}

        def render(path: str) -> str:
            page: Any = Page(TITLE, File.generated(config, path[:-4] + "md", content=""), config)
            page.content, page.toc = BODY, []
            page.canonical_url = ADDRESS if config.site_url else ""
            lean = path == GAMES[-1]  # phases come by the thousand
            page.meta = {**meta(TITLE, ABOUT), "lean": lean}
            part = path.partition("/")[0]
            tab = pages.get(f"{part}/index.html", pages["games/index.html"])
            tab.active = True
            context = get_context(self.nav, files, config, page)
            text, self.script = shortened(env.get_template("main.html").render(context))
            tab.active = False
            return text

        self.frame = frame = PageFrame(render, config.site_url or "")
        with reported_errors():
            self.publisher = self.site_build.print(self.job.target, config.site_dir, frame)
        self.site_build.fill_in(pages)
        self.site_build.add_to_search(config.plugins.get("material/search"))
        return env

    def on_nav(self, nav: Any, **_: Any) -> None:
        """Keep the navigation for the frames."""
        self.nav = nav

    @event_priority(-100)  # after the search, which reads the page
    def on_page_context(self, context: Any, *, page: Any, config: Any, **_: Any) -> Any:
        """Shorten what the search read, and render a page of the navigation as an empty frame,
        which later builds can fill in without MkDocs."""
        if search := config.plugins.get("material/search"):
            found = search.search_index.entries
            condense([e for e in found if e["location"].partition("#")[0] == page.url])
        if page.file.dest_uri in self.site_build.listed:
            page.content, page.meta = BODY, meta(TITLE, ABOUT)
        return context

    def on_post_page(self, output: str, *, page: Any, **_: Any) -> str:
        """Add what link previews and search engines look for."""
        path = page.file.dest_uri
        if path not in self.site_build.listed:
            return self._protected(output, page.content or "")
        self.frame.hold(path, shortened(output)[0])
        page.meta = self.site_build.front_matter(path)
        found = self.site_build.filled(path)
        return self._protected(self.frame.around(found).decode(), str(found.content))

    def on_post_template(self, output: str, *, template_name: str, config: Any, **_: Any) -> str:
        """Protect pages that come from the theme alone, such as 404.html. Leave the day of the
        build out of the sitemap; without the site's address make no sitemap."""
        if template_name.startswith("sitemap") and not config.site_url:
            return ""
        if template_name.endswith(".html"):
            return self._protected(output, NOTHING)
        return LASTMOD.sub("", output)

    def _protected(self, output: str, body: str = "") -> str:
        page, allowed = protected(shortened(output)[0], body)
        self.publisher.inline |= allowed
        return page

    @event_priority(-100)
    def on_post_build(self, config: Any, **_: Any) -> None:
        """Log faults of single pages as warnings; write the policy, scripts and PDFs."""
        if not config.site_url:
            log.info(NO_ADDRESS)
        if self.script:
            Path(config.site_dir, FRAME).write_text(self.script, encoding="utf-8")
        index = Path(config.site_dir, "search/search_index.json")
        if index.is_file():  # a browser reads data from disk in scripts only
            index.with_suffix(".js").write_bytes(b"var __index = " + index.read_bytes())
        if self.serving:
            for fault in self.publisher.faults:
                log.warning(fault)
            policy = headers(self.publisher.inline)
            Path(config.site_dir, "_headers").write_text(policy, encoding="utf-8")
        if self.by_mkdocs:
            with reported_errors():
                self._publish(config)
        self.held.close()

    def _publish(self, config: Any) -> None:
        """Replace the old site by the new one, unless the build is strict and has warnings."""
        publisher, target = self.complete(config), self.publisher.target
        for fault in publisher.faults:
            log.warning(fault)
        counters = [h for h in logging.getLogger("mkdocs").handlers if isinstance(h, CountHandler)]
        if any(counter.get_counts() for counter in counters):  # of a strict build, which fails
            settle(target)
        else:
            publisher.finish()
            log.info("%s: %d files, %d written", target, publisher.count, publisher.written)
        config.site_dir, self.job = str(target), SiteOptions()

    def _print_issues(self, publisher: Publisher) -> None:
        if self.printer is not None:
            print_issues(publisher, self.site_build.site.archive.root / KEPT / "pdf", self.printer)

    def complete(self, config: Any) -> Publisher:
        """Add the files that MkDocs made, and those that need all pages."""
        draft, publisher = Path(config.site_dir), self.publisher
        for name in ("sitemap.xml", "sitemap.xml.gz"):
            (draft / name).unlink(missing_ok=True)
        self.site_build.refused += publisher.mirror(draft)
        self.job.then(publisher)
        self.site_build.remember(publisher)
        publisher.put_all(sitemap(publisher.kept, config.site_url))
        return publisher

    def on_serve(self, server: Any, **_: Any) -> None:
        """Watch the archive's files, so that a season is shown as soon as it is typed."""
        self.site_build.watch(server.watch)


def build_site(
    root: Path,
    draft: Path,
    job: SiteOptions,
    options: Mapping[str, object],
    printer: str | None = None,
) -> Publisher:
    """Build a site, writing only what changed; MkDocs writes its own files into `draft`.

    `options` of the plugin override those in the file; `printer` is the browser that prints the
    issues. Files of earlier builds that this one did not make stay until the publisher finishes.
    """
    config: Any = load_config(str(root / "mkdocs.yml"), site_dir=str(draft), strict=True)
    plugin = config.plugins["chancery"]
    plugin.job, plugin.printer = job, printer
    plugin.config.update(options)
    try:
        build(config)
        completed: Publisher = plugin.complete(config)
    finally:
        plugin.job, plugin.printer = SiteOptions(), None  # MkDocs keeps it for later builds
    return completed
