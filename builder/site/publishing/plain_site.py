"""The site without a theme: every page in a frame of our own, with a menu and a search."""

import re
from collections.abc import Iterator, Mapping
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
from builder.site.publishing.site_build import SiteBuild, ThemeFiles
from builder.site.publishing.switch import settle
from builder.site.search.page_text import PageSection, first_heading, sections_of
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
MARKDOWN = re.compile(r"\.md(?=[#?]|$)")
INDEX = re.compile(r"(?:^|(?<=/))index/")


def build_plain_site(build: SiteBuild, target: Path) -> Publisher:
    """Every page of an archive as a whole document, and the guide; nothing of MkDocs."""
    site = build.site
    settings = site.settings
    settle(target)
    build.make_leading_data(target)
    unread = site.unread_files()
    docs = files_below(site.archive.docs_folder)
    own = {name: path for path, name in docs if path not in unread}
    listed = {"index.html", *site.listed()}
    sections: list[PageSection] = []
    pages: dict[str, Artifact] = {}
    for made, is_searched in _guide(build, own):
        pages[made.path] = made
        if is_searched and made.path not in listed:
            address = folder(made.path)
            sections += sections_of(str(made.content), made.title, address, "Guide")
    for path in listed & pages.keys():
        build.written[path] = str(pages.pop(path).content)
    guide = [(made.title, folder(path)) for path, made in pages.items()]
    parts_of_guide = {path.partition("/")[0] for path in pages}

    def render(path: str) -> str:
        part = path.partition("/")[0]
        frame = fill(
            "shell.html",
            title=TITLE,
            about=ABOUT,
            address=ADDRESS if settings.address else "",
            body=BODY,
            root=root_of(path),
            part=f"{part}/",
            name=settings.title,
            guide=guide if part in parts_of_guide else (),
        )
        return str(frame)

    publisher = Publisher(target, PageFrame(render, settings.address))
    build.run(publisher, ThemeFiles(pages=[*pages.values()], guide=sections))
    for name, place in own.items():
        if place.is_file() and place.suffix != ".md":
            publisher.write(name, read_whole(place, LARGEST))
    return publisher


def _guide(build: SiteBuild, own: Mapping[str, Path]) -> Iterator[tuple[Artifact, bool]]:
    """The pages that people wrote, but for issues: the provided ones, and the archive's `own`; and
    of each whether the search may find it."""
    texts = {name: PROVIDED / "docs" / name for name in guide_pages()}
    texts |= {name: place for name, place in own.items() if place.suffix == ".md"}
    for name, place in texts.items():
        if not name.startswith("zines/"):
            yield _page(build, name, place)


def _page(build: SiteBuild, name: str, place: Path) -> tuple[Artifact, bool]:
    """A page, and whether the search may find it."""
    text = read_bytes(place).decode("utf-8", "replace").replace("\r\n", "\n")
    head = HEAD.match(text)
    front_matter = head[1] if head else ""
    front = parse(f"\n{front_matter or '{}'}", str(place)).fields()
    above = name.endswith(("index.md", "README.md"))
    path = TOP.sub("index.html", name) if above else f"{name.removesuffix('.md')}/index.html"
    body = build.take_out(text[head.end() if head else 0 :], place, path)
    reader = markdown.Markdown(extensions=EXTENSIONS)
    links = PageLinks()
    links.way = "" if above else "../"
    reader.treeprocessors.register(links, "links", 0)
    html = build.examples.put_in(reader.convert(body), path)
    title = front.text("title", "") or first_heading(html) or name
    is_searched = not front.mapping("search").flag("exclude")
    return Artifact(path, html, title, "page", front.text("description", "")), is_searched


class PageLinks(Treeprocessor):
    """Links of Markdown, which name files beside its own, seen from the page; `way` leads from
    the page to that folder. HTML within the text is left as it is."""

    way = ""

    def run(self, root: Element) -> None:
        """Change the links of a text."""
        for element in root.iter():
            for key in ("href", "src"):
                link = element.get(key)
                if link and WITHIN.match(link):
                    element.set(key, self.way + INDEX.sub("", MARKDOWN.sub("/", link)) or "./")
