"""The archive in an MkDocs site. No other module knows MkDocs."""

import logging
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from html import escape
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from mkdocs.commands.build import build, get_context
from mkdocs.config import load_config
from mkdocs.config.config_options import Choice, Type
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler
from pathspec.gitignore import GitIgnoreSpec

from builder.archive import CACHE, Archive
from builder.archive_files import files_below
from builder.errors import ArchiveError, plainly
from builder.formats.game.reading import DEPTHS
from builder.site import addresses
from builder.site.artifacts import settings_of
from builder.site.parts.content_policy import protected
from builder.site.parts.page_frame import ADDRESS, BODY, EMPTY, TITLE, PageFrame, quoted
from builder.site.publishing.build_keys import LONG_AGO, code_key, theme_key
from builder.site.publishing.printing.issue_printer import browser
from builder.site.publishing.publisher import Publisher
from builder.site.publishing.site import Site
from builder.site.publishing.site_build import (
    NO_ADDRESS,
    SiteBuild,
    SiteOptions,
    ThemeFiles,
    alone,
    alone_in,
    build_again,
    unreadable,
)
from builder.site.publishing.switch import settle
from builder.site.search.page_text import PageSection, sections_of
from builder.site.template_bytecode import TemplateBytecode

NOT_ISSUES = [f"/zines/**/{n}" for n in ("README.md", "*.markdown", "*.mdown", "*.mkd", "*.mkdn")]
PHASE_DEPTH = 3  # folders of a phase's page
NOTHING = "\0"  # the body of a page without any text of people
log = get_plugin_logger("chancery")
THEME = Path(__file__).with_name("site") / "theme"
STYLES = ("assets/chancery.css", "assets/powers.css")
SCRIPTS = "assets/javascripts/"
EXTENSIONS = (
    "attr_list", "md_in_html", "footnotes", "tables", "admonition",
    "builder.site.parts.table_alignment",
)  # fmt: skip


def guide_sections(pages: Mapping[str, Any], listed: Collection[str]) -> Iterator[PageSection]:
    """The sections of the pages that MkDocs made of Markdown, by the paths of their files; not of
    those that are `listed`, which we make, and of those that exclude themselves."""
    for path, page in pages.items():
        asked = page.meta.get("search")
        is_excluded = isinstance(asked, Mapping) and asked.get("exclude")
        if path not in listed and not is_excluded:
            title = str(page.title or "")
            yield from sections_of(page.content or "", title, addresses.folder(path), "Guide")


@contextmanager
def reported_errors() -> Iterator[None]:
    """Report errors in files that people wrote through MkDocs, without a traceback."""
    try:
        yield
    except (ArchiveError, OSError) as error:
        raise PluginError(plainly(error)) from error


class ArchivePlugin(BasePlugin):  # type: ignore[type-arg]
    """Adds the pages of the archive to an MkDocs site, by the options of the `job`."""

    config_scheme = (
        ("games", Type(str, default="games")),
        ("maps", Type(str, default="maps")),
        ("title", Type(str, default="")),
        ("base", Type(str, default="")),
        ("report_to", Type(str, default="")),
        ("uuid", Type(str, default="")),
        ("drafts", Type(bool, default=False)),
        ("misses", Type(bool, default=False)),
        ("png", Choice(("previews", "all", "none"), default="previews")),
        ("svg", Choice(("linked", "all", "none"), default="linked")),
        ("depth", Choice(DEPTHS, default="phases")),
    )
    job = SiteOptions()
    serving = False
    target = Path()
    served = Path()  # the folder that a server shows
    unchanged = False  # is all that MkDocs may read; the build is then done without it
    listed: frozenset[str] = frozenset()  # the paths of the archive's pages in the navigation
    frame = PageFrame(lambda _: "")
    guide: Sequence[PageSection] = ()  # the sections of pages that people wrote
    with_policy: set[str]  # the paths of the theme's pages that have their policy
    docs = Path()  # of the archive
    docs_dir = ""  # that MkDocs reads: the same, or a copy of it
    held = ExitStack()

    def on_startup(self, *, command: str, dirty: bool) -> None:  # noqa: ARG002
        """Note the command: a server shows drafts, a build prints issues as PDFs."""
        self.serving = command == "serve"
        self.job = SiteOptions(printer=browser() if command == "build" else None)

    def on_config(self, config: Any) -> Any:
        """Add the style sheets and extensions that the pages need, in any theme. Raises PluginError
        for an option that is unknown or has an impossible value."""
        options = {name for name, _ in self.config_scheme}
        for name in self.config.keys() - options:
            raise PluginError(f"unknown option {name}; known are {', '.join(sorted(options))}")
        if self.config["base"]:
            config.site_url = self.config["base"].rstrip("/") + "/"
        own = self.config
        named = {name: own[name] for name in ("title", "uuid", "report_to")}
        named |= {"site_name": config.site_name, "site_url": config.site_url or ""}
        chosen = {name: own[name] for name in ("png", "svg", "depth", "misses")}
        chosen |= {"drafts": own["drafts"] or self.serving, "pdf": self.job.printer is not None}
        with reported_errors():
            self.settings = settings_of(named, chosen)
        config.site_name = escape(config.site_name)  # themes print both as they are
        config.site_description = escape(config.site_description or "") or None
        self._without_linked_folders(config)
        others = GitIgnoreSpec.from_lines(NOT_ISSUES)  # MkDocs would make pages of them
        config.exclude_docs = config.exclude_docs + others if config.exclude_docs else others
        os.environ.setdefault("SOURCE_DATE_EPOCH", LONG_AGO)
        config.extra_css += [sheet for sheet in STYLES if sheet not in config.extra_css]
        if self.serving:
            config.extra_javascript.append("assets/reload.js")
        config.markdown_extensions += [e for e in EXTENSIONS if e not in config.markdown_extensions]
        if config.theme.name == "material":
            config.theme.dirs.insert(bool(config.theme.custom_dir), str(THEME))
        return config

    def _without_linked_folders(self, config: Any) -> None:
        """Give MkDocs, which follows every link, a copy of `docs/` if a folder there is a link. Two
        links that lead upwards would keep it busy for ever."""
        docs = self.docs = Path(config.docs_dir)
        if not any(path.is_symlink() and path.is_dir() for path in docs.rglob("*")):
            return
        copy = TemporaryDirectory(prefix="chancery-docs-", ignore_cleanup_errors=True)
        config.docs_dir = self.held.enter_context(copy)
        for path, name in files_below(docs):
            if path.is_file():
                place = Path(config.docs_dir, name)
                place.parent.mkdir(parents=True, exist_ok=True)
                copyfile(path, place)

    def on_pre_build(self, config: Any) -> None:
        """Lock the archive against other builds, for which a server waits; our command has done so.
        As MkDocs empties the folder that it builds in, it builds in another one."""
        self.served = Path(config.site_dir)
        self.unchanged = False
        with reported_errors():
            self.archive = Archive(Path(config.config_file_path).resolve().parent)
            drafts = self.archive.root / CACHE / "drafts"
            self.target = self.job.target or (drafts if self.serving else Path(config.site_dir))
            if self.job.target is None:
                self.held.enter_context(alone(self.archive.root, patient=self.serving))
                self.held.enter_context(alone_in(self.target))
                self._look_at_last_build(config)
        draft = TemporaryDirectory(prefix="chancery-", ignore_cleanup_errors=True)
        config.site_dir = self.held.enter_context(draft)

    def _look_at_last_build(self, config: Any) -> None:
        """For a server: if nothing changed that MkDocs may read, its frames and files are those of
        the last build. A build of MkDocs has its warnings to tell. The key names the options of
        the command line as well."""
        asked = {"command": self.serving, "theme": config.theme.name}
        asked |= {"address": config.site_url or "", "folders": config.use_directory_urls}
        asked["settings"] = self.settings
        key = theme_key(self.archive, asked)
        self.job = self.job._replace(key=key, full=self.serving, remembers=True)
        publisher = None
        if key and self.serving:
            publisher = build_again(self.archive, self.job._replace(target=self.target))
        if publisher is not None:
            self.publisher = publisher
            self.unchanged = True
            config.nav = None
            config.theme.static_templates = set()

    def on_build_error(self, **_: Any) -> None:
        """Unlock the archive."""
        self.held.close()

    def on_files(self, files: Any, *, config: Any) -> Any:
        """Add the pages that are in the navigation, and leave out what is not published yet."""
        if self.unchanged:
            return Files([])
        self.docs_dir = config.docs_dir
        site = Site(self.archive, self.settings)
        self.site_build = SiteBuild(site, self.job)
        with reported_errors():
            self.site_build.make_leading_data(self.target)
            announced = site.announced()
            self.listed = frozenset(site.listed())
            left_out = site.withheld() | site.unread_files()
        docs = self.archive.docs_folder
        names = {path.relative_to(docs).as_posix() for path in left_out if docs in path.parents}
        for file in [*files]:
            if self._source(file) and file.src_uri in names:
                files.remove(file)
        for name, content in announced.items():
            if files.get_file_from_path(name) is None:
                files.append(File.generated(config, name, content=content))
        if config.theme.name == "material":
            leave_out_scripts(files)
        return files

    def on_page_markdown(self, markdown: str, *, page: Any, **_: Any) -> str:
        """Judge and draw the worked examples of a page; its front matter becomes plain text."""
        page.meta = quoted(page.meta)
        file = page.file
        if file.src_uri.startswith("zines/"):
            return ""  # issues have a reader of their own
        return self.site_build.take_out(markdown, self._source(file), file.dest_uri)

    def _source(self, file: Any) -> Path | None:
        """The archive's own file that MkDocs has, perhaps in a copy."""
        if file.src_dir != self.docs_dir:
            return None  # of the theme, or made by the build
        return self.docs / str(file.src_uri)

    def on_page_content(self, html: str, *, page: Any, **_: Any) -> str:
        """Put the examples back into the page."""
        return self.site_build.examples.put_in(html, page.file.dest_uri)

    def on_env(self, env: Any, *, config: Any, files: Any) -> Any:
        """Prepare the frames of the archive's pages, each rendered once for its part and depth, and
        keep what an editor wrote for pages of the navigation."""
        if self.unchanged:
            return env
        folders = [folder for folder in config.theme.dirs if folder != config.theme.custom_dir]
        env.bytecode_cache = TemplateBytecode(folders, f"{code_key()} {sorted(env.extensions)}")
        pages = {file.dest_uri: file.page for file in files.documentation_pages()}
        for path in self.listed & pages.keys():
            self.site_build.written[path] = pages[path].content or ""
        self.guide = [*guide_sections(pages, self.listed)]
        self.with_policy = set()

        def render(path: str) -> str:
            page: Any = Page(TITLE, File.generated(config, path[:-4] + "md", content=""), config)
            page.content = BODY
            page.toc = []
            page.canonical_url = ADDRESS if config.site_url else ""
            part, *below = path.split("/")
            lean = part == "games" and len(below) == PHASE_DEPTH  # phases come by the thousand
            page.meta = {**EMPTY, "lean": lean}
            tab = pages.get(f"{part}/index.html", pages["games/index.html"])
            tab.active = True
            context = get_context(self.nav, files, config, page)
            text = env.get_template("main.html").render(context)
            tab.active = False
            return str(text)

        self.frame = PageFrame(render, config.site_url or "")
        return env

    def on_nav(self, nav: Any, **_: Any) -> None:
        """Keep the navigation for the frames."""
        self.nav = nav

    def on_page_context(self, context: Any, *, page: Any, **_: Any) -> Any:
        """Render a page of the navigation as an empty frame."""
        if page.file.dest_uri in self.listed:
            page.content = BODY
            page.toc = []
            page.meta = {**EMPTY}
        return context

    def on_post_page(self, output: str, *, page: Any, **_: Any) -> str:
        """Keep the frame of a page of the navigation; protect a page of the guide."""
        path = page.file.dest_uri
        if path in self.listed:
            self.frame.hold(path, output)
            return output  # which is not published
        return self._protected(path, output, page.content or "")

    def on_post_template(self, output: str, *, template_name: str, **_: Any) -> str:
        """Protect pages that come from the theme alone, such as 404.html."""
        if template_name.endswith(".html"):
            return self._protected(template_name, output, NOTHING)
        return output

    def _protected(self, path: str, output: str, body: str) -> str:
        self.with_policy.add(path)
        page, allowed = protected(output, body)
        self.site_build.theme_inline |= allowed
        return page

    @event_priority(-100)
    def on_post_build(self, config: Any, **_: Any) -> None:
        """Make the archive's pages; log faults of single pages as warnings. Replace the old site by
        the new one, unless the build is strict and has warnings."""
        with reported_errors():
            if not self.unchanged:
                settle(self.target)
                self.publisher = Publisher(self.target, self.frame)
                files = self._theme_files(Path(config.site_dir), config.theme.name == "material")
                self.site_build.run(self.publisher, files)
            if self.job.target is None:
                if not config.site_url:
                    log.info(NO_ADDRESS)
                for fault in self.publisher.faults:
                    log.warning(fault)
                self._publish()
            if self.serving:
                link_files(self.publisher, self.served)
                config.site_dir = str(self.served)
            elif self.job.target is None:
                config.site_dir = str(self.target)
        self.held.close()

    def _theme_files(self, draft: Path, has_our_search: bool) -> ThemeFiles:
        """What MkDocs made. A theme in which the search is ours needs no other index."""
        for name in ("sitemap.xml", "sitemap.xml.gz", *self.listed):
            (draft / name).unlink(missing_ok=True)
        index = draft / "search/search_index.json"
        if has_our_search:
            index.unlink(missing_ok=True)
        if index.is_file():  # a browser reads data from disk in scripts only
            index.with_suffix(".js").write_bytes(b"var __index = " + index.read_bytes())
        return ThemeFiles(folder=draft, with_policy=self.with_policy, guide=self.guide)

    def _publish(self) -> None:
        publisher = self.publisher
        target = self.publisher.target
        counters = [h for h in logging.getLogger("mkdocs").handlers if isinstance(h, CountHandler)]
        if any(counter.get_counts() for counter in counters):  # of a strict build, which fails
            settle(target)
        else:
            publisher.finish(served=self.serving)
            log.info("%s: %d files, %d written", target, publisher.count, publisher.written)
            if why := unreadable(target):
                log.info(why)

    def on_serve(self, server: Any, *, config: Any, **_: Any) -> None:
        """Watch the archive's files, so that a season is shown as soon as it is typed."""
        inject = getattr(server, "_inject_js_into_html", None)  # other versions may have none
        if inject is not None:
            server._inject_js_into_html = with_data(inject)
        archive = self.archive
        folders = (archive.games_folder, archive.maps_folder, archive.docs_folder)
        bell = archive.root / CACHE / "bell"
        bell.touch()
        server.watch(str(bell))
        server.unwatch(config.docs_dir)  # or it would not be seen again after it was removed
        FolderWatch(server, folders, bell).begin()


def leave_out_scripts(files: Any) -> None:
    """Take the theme's scripts, which no page loads, out of the files of a site."""
    for script in files.javascript_files():
        if script.src_uri.startswith(SCRIPTS):
            files.remove(script)


def link_files(publisher: Publisher, folder: Path) -> None:
    """Show a site in another folder, whose other files go. A file that is replaced in the site gets
    a new link; without links, as on some disks, it is copied."""
    shown = {*publisher.paths()}
    for path in [*folder.rglob("*")]:
        if path.is_file() and path.relative_to(folder).as_posix() not in shown:
            path.unlink()
    for name in sorted(shown):
        source = publisher.target / name
        place = folder / name
        if not (place.is_file() and place.samefile(source)):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.unlink(missing_ok=True)
            _link(source, place)


def _link(source: Path, place: Path) -> None:
    for link in (os.link, os.symlink):
        with suppress(OSError):
            link(source, place)
            return
    copyfile(source, place)


def with_data(inject: Callable[[bytes, int], bytes]) -> Callable[[bytes, int], bytes]:
    """What puts the script of a server at the end of a page puts it there as data, which
    `reload.js` reads. As a script it is forbidden by the page's policy, and the browser says so."""

    def put_in(page: bytes, epoch: int) -> bytes:
        before, script, after = inject(page, epoch).rpartition(b"<script>")
        return before + script.replace(b"<script>", b'<script type="text/plain">') + after

    return put_in


class FolderWatch:
    """Watches the folders of an archive for a server, which loses sight of one that is removed.

    The server builds again when a file that it watches changes; `bell` is such a file, written
    when a folder comes or goes.
    """

    def __init__(self, server: Any, folders: Iterable[Path], bell: Path) -> None:
        self.server = server
        self.bell = bell
        self.folders = {str(folder.resolve()) for folder in folders}
        self.watched: set[str] = set()

    def begin(self) -> None:
        """Watch the folders that are there, and the folders above them for the others."""
        for folder in sorted(self.folders):
            if Path(folder).is_dir():
                self._watch(folder)
        for parent in {str(Path(folder).parent) for folder in self.folders}:
            self.server.observer.schedule(self, parent, recursive=False)

    def dispatch(self, event: Any) -> None:
        """Note a folder that came or went; the observer calls this for each change."""
        for path in {event.src_path, getattr(event, "dest_path", "")} & self.folders:
            exists = Path(path).is_dir()
            if path in self.watched and not exists:
                self.watched.remove(path)
                self.server.unwatch(path)
            elif exists and path not in self.watched:
                self._watch(path)
            else:
                continue
            self.bell.write_text(f"{event.event_type} {path}\n", encoding="utf-8")

    def _watch(self, folder: str) -> None:
        self.server.watch(folder)
        self.watched.add(folder)


def build_site(root: Path, job: SiteOptions, options: Mapping[str, object]) -> Publisher:
    """Build a site, writing only what changed; `options` of the plugin override those in the file.
    Files of earlier builds that this one did not make stay until the publisher finishes."""
    config: Any = load_config(str(root / "mkdocs.yml"), site_dir=str(job.target), strict=True)
    plugin: ArchivePlugin = config.plugins["chancery"]
    plugin.job = job
    plugin.config.update(options)
    try:
        build(config)
    finally:
        plugin.job = SiteOptions()  # MkDocs keeps it for later builds
    return plugin.publisher
