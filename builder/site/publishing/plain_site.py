"""The site without a theme: every page in a frame of our own, with a menu and a search."""

import re
from collections.abc import Collection, Iterator, Mapping
from html import unescape
from pathlib import Path
from xml.etree.ElementTree import Element

import markdown
from markdown.treeprocessors import Treeprocessor

from builder.archive_files import files_below
from builder.formats.issues import HEAD
from builder.provided import PROVIDED, guide_pages
from builder.site.addresses import folder, root_of
from builder.site.artifacts import Artifact
from builder.site.parts.page_frame import ABOUT, ADDRESS, BODY, TITLE, PageFrame
from builder.site.publishing.publisher import Publisher
from builder.site.publishing.site_build import SiteBuild
from builder.site.publishing.switch import settle
from builder.site.search.page_text import sections_of
from builder.site.templating import fill
from builder.source.documents import parse
from builder.source.files import read_bytes, read_whole

EXTENSIONS = (
    "attr_list", "md_in_html", "footnotes", "tables", "admonition", "fenced_code", "toc",
    "builder.site.parts.table_alignment",
)  # fmt: skip
LARGEST = 50_000_000  # bytes of a file that is published as it is
WITHIN = re.compile(r"(?![A-Za-z][A-Za-z0-9+.-]*:|[/#?])")
TOP = re.compile(r"index\.md|README\.md")
MARKDOWN, INDEX = re.compile(r"\.md(?=[#?]|$)"), re.compile(r"(?:^|(?<=/))index/")
HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


def build_plain_site(build: SiteBuild, target: Path) -> Publisher:
    """Every page of an archive as a whole document, and the guide; nothing of MkDocs."""
    settings = build.site.settings

    def render(path: str) -> str:
        part, above = f"{path.partition('/')[0]}/", root_of(path)
        frame = fill(
            "shell.html", title=TITLE, about=ABOUT, address=ADDRESS if settings.address else "",
            body=BODY, root=above, part=part, name=settings.title,
            guide=guide if path in pages else (),
        )  # fmt: skip
        return str(frame)

    settle(target)
    publisher = Publisher(target, PageFrame(render, settings.address))
    docs = build.site.archive.docs_folder
    unread = build.site.unread_files()
    own = {name: path for path, name in files_below(docs) if path not in unread}
    listed = {"index.html", *build.site.listed()}
    pages = {made.path: made for made in _guide(build, own, listed)}
    guide = [(made.title, folder(path)) for path, made in pages.items() if path not in listed]
    build.run(publisher)
    for path in build.listed:
        build.written[path] = str(pages.pop(path).content) if path in pages else ""
        publisher.put(build.filled(path))
    publisher.put_all(pages.values())
    for name, place in own.items():
        if place.is_file() and place.suffix != ".md":
            publisher.write(name, read_whole(place, LARGEST))
    build.complete(publisher)
    return publisher


def _guide(
    build: SiteBuild, own: Mapping[str, Path], listed: Collection[str]
) -> Iterator[Artifact]:
    """The pages that people wrote, but for issues: the provided ones, and the archive's `own`. The
    search finds those that are not `listed` and do not exclude themselves."""
    texts = {name: PROVIDED / "docs" / name for name in guide_pages()}
    texts |= {name: place for name, place in own.items() if place.suffix == ".md"}
    for name, place in texts.items():
        if not name.startswith("zines/"):
            page, excluded = _page(build, name, place)
            if page.path not in listed and not excluded:
                address = folder(page.path)
                build.guide += sections_of(str(page.content), page.title, address, "Guide")
            yield page


def _page(build: SiteBuild, name: str, place: Path) -> tuple[Artifact, bool]:
    """A page, and whether the search may not find it."""
    text = read_bytes(place).decode("utf-8", "replace").replace("\r\n", "\n")
    found = HEAD.match(text)
    front = parse(f"\n{(found and found[1]) or '{}'}", str(place)).fields()
    above = name.endswith(("index.md", "README.md"))
    path = TOP.sub("index.html", name) if above else f"{name.removesuffix('.md')}/index.html"
    body = build.examples.take_out(text[found.end() if found else 0 :], place, path)
    reader = markdown.Markdown(extensions=EXTENSIONS)
    links = PageLinks()
    links.way = "" if above else "../"
    reader.treeprocessors.register(links, "links", 0)
    html = build.examples.put_in(reader.convert(body), path)
    heading = HEADING.search(html)
    title = front.text("title", "") or (unescape(TAG.sub("", heading[1])) if heading else name)
    excluded = front.mapping("search").flag("exclude")
    return Artifact(path, html, title, "page", front.text("description", "")), excluded


class PageLinks(Treeprocessor):
    """Links of Markdown, which name files beside its own, seen from the page; `way` leads from
    the page to that folder. HTML within the text is left as it is."""

    way = ""

    def run(self, root: Element) -> None:
        """Change the links of a text."""
        for found in root.iter():
            for key in ("href", "src"):
                if (link := found.get(key)) and WITHIN.match(link):
                    found.set(key, self.way + INDEX.sub("", MARKDOWN.sub("/", link)) or "./")
