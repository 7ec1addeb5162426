"""`chancery build`: build the archive's site."""

import logging
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from builder.archive import Archive
from builder.cli import ArchiveCommand
from builder.cli.options import PATH, executor_option, flag, work_on
from builder.cli.progress import ProgressLine
from builder.errors import ArchiveError
from builder.prose.english import plural
from builder.site.artifacts import settings_of
from builder.site.parts.page_tags import PageTag, changed_tags
from builder.site.publishing.build_keys import theme_key
from builder.site.publishing.printing.issue_printer import browser
from builder.site.publishing.publisher import Publisher
from builder.site.publishing.site import Site
from builder.site.publishing.site_build import (
    NO_ADDRESS,
    SiteBuild,
    SiteOptions,
    alone,
    alone_in,
    build_again,
    unreadable,
)
from builder.site.publishing.switch import settle
from builder.source.documents import site_settings

SOURCES = ("docs", "games", "maps", "builder", "tests")


@click.command("build", cls=ArchiveCommand, status=1)
@click.option("--site", type=PATH, help="The folder to build into (site).")
@click.option(
    "--into",
    type=PATH,
    help="Write the site there without a theme: pages with a menu and a search of our own.",
)
@click.option("--zip", "bundle", type=PATH, help="Also write the site as one ZIP.")
@flag("--strict", help="End with 1 if a page cannot be built.")
@click.option(
    "--png",
    type=click.Choice(["all", "previews", "none"]),
    help="Which phases have a PNG: all, the last of each game (for link previews), or none.",
)
@click.option(
    "--svg",
    type=click.Choice(["all", "linked", "none"]),
    help="Which phases have an SVG of their own: all, those that pages link, or none.",
)
@flag("--drafts", help="Show what is not published yet, under a banner.")
@flag("--misses", help="Show on each season's page which single order would have won most centres.")
@flag("--full", help="Look at all published files; else at those of up to 256 games in turn.")
@executor_option
def build_command(
    site: Path | None, into: Path | None, bundle: Path | None, strict: bool, full: bool,
    executor: str | None, **options: Any,
) -> int:  # fmt: skip
    """Build the archive's site.

    The published site stays as it is until the new one is complete. A game, an issue or a
    variant with mistakes gets a page that states them; the others are built.

    \b
    chancery build
    chancery build --site /srv/www/chancery
    chancery build --into /tmp/plain
    chancery build --zip chancery.zip
    """
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    archive = Archive.open()
    target = into or site or archive.root / "site"
    _refuse_sources(target)
    chosen = {name: value for name, value in options.items() if value}
    with alone(archive.root), alone_in(target), work_on(executor):
        try:
            publisher = _built(archive, target, chosen, full, plain=bool(into)).finish()
        finally:
            settle(target)
        if bundle is not None:
            write_bundle(bundle, publisher.target, publisher.paths())
    remarks = [*publisher.faults]
    if not publisher.frame.site_url and not into:
        remarks.append(NO_ADDRESS)
    if why := unreadable(target):
        remarks.append(why)
    for line in remarks:
        click.echo(line, err=True)
    click.echo(f"{publisher.target}: {publisher.count} files, {publisher.written} written")
    click.echo(f"Look at it: open {publisher.target / 'index.html'}, or type: mkdocs serve")
    if publisher.faults:
        click.echo(plural(len(publisher.faults), "fault"), err=True)
    return int(strict and bool(publisher.faults))


def _built(
    archive: Archive, target: Path, chosen: Mapping[str, Any], full: bool, plain: bool
) -> Publisher:
    """Build a site, a `plain` one without a theme. MkDocs is loaded only if it is needed."""
    if plain:
        from builder.site.publishing.plain_site import build_plain_site

        settings = settings_of(site_settings(archive.root / "mkdocs.yml")[0], chosen)
        job = SiteOptions(target, BuildProgress(), full=full, remembers=True)
        return build_plain_site(SiteBuild(Site(archive, settings), job), target)
    printer = browser()
    key = theme_key(archive, {**chosen, "printer": printer})
    job = SiteOptions(target, BuildProgress(), key, printer, full, remembers=True)
    if (publisher := build_again(archive, job)) is not None:
        return publisher
    from builder.plugin import build_site

    return build_site(archive.root, job, chosen)


def _refuse_sources(target: Path) -> None:
    """Raise ArchiveError if a folder holds sources of an archive, or is inside of such a folder."""
    here = target.resolve()
    folders = [up for up in (here, *here.parents) if up.name in SOURCES]
    if (here / "mkdocs.yml").exists() or any((f.parent / "mkdocs.yml").exists() for f in folders):
        raise ArchiveError(f"{target}: holds sources of an archive; choose another folder")


class BuildProgress:
    """Shows how many of the games, pictures and other parts are made, of one kind after another."""

    def __init__(self) -> None:
        self._lines: dict[str, ProgressLine] = {}

    def __call__(self, what: str, done: int, total: int) -> None:
        """One more is made: `done` of `total`."""
        line = self._lines.setdefault(what, ProgressLine(what.removesuffix("s"), total))
        line.add()
        if done == total:
            line.clear()
            del self._lines[what]


# An address of a folder of the site: what leads to another site has a colon.
FOLDER = re.compile(
    r"(?P<folder>[^:?#]*/|(?:\.\./)*\.\.?(?=[?#]|$)|)(?P<rest>(?:[?#].*)?)", re.DOTALL
)
ADDRESS_OF = {"a": "href", "form": "action"}  # the attribute that holds an element's address
STORED = {".png", ".woff2", ".webp"}
ENGINE = "assets/engine/"  # runs from a server only
UNIX = 3  # in a ZIP: the same on every system
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def offline(html: str) -> str:
    """A page in which links to folders name their `index.html`."""
    return changed_tags(html, _with_file_named)


def _with_file_named(tag: PageTag) -> str | None:
    """A tag whose address names the `index.html` of a folder; nothing if it stays as it is."""
    attribute = ADDRESS_OF.get(tag.name, "")
    address = tag.attributes.get(attribute)
    named = FOLDER.fullmatch(address) if address is not None else None
    if named is None:
        return None
    folder = named["folder"]
    if not folder and not named["rest"].startswith("?"):
        return None
    if folder.endswith("."):
        folder += "/"
    return tag.with_attributes({**tag.attributes, attribute: f"{folder}index.html{named['rest']}"})


def write_bundle(place: Path, site: Path, paths: Iterable[str]) -> None:
    """Write the files of a site into a ZIP; the same site makes the same bytes."""
    from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

    with ZipFile(place, "w") as bundle:
        for path in sorted(p for p in paths if not p.startswith(ENGINE)):
            content = (site / path).read_bytes()
            if path.endswith(".html"):
                content = offline(content.decode()).encode()
            info = ZipInfo(f"chancery/{path}", LONG_AGO)
            info.compress_type = ZIP_STORED if Path(path).suffix in STORED else ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            info.create_system = UNIX
            bundle.writestr(info, content)
