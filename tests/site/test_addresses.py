"""Every address of our archive that was published keeps answering.

`addresses.txt` holds them: a page on a line of its own, and behind a game's page its phases.
`CHANCERY_REDRAW=1` adds those that are new; none is ever taken out.
"""

from __future__ import annotations

import os
from pathlib import Path

from our_archive import ROOT
from sample_archive import made as made_parts

from builder.archive import Archive
from builder.provided import guide_pages
from builder.site.addresses import folder, phase
from builder.site.publishing.fixed_parts import leading_parts
from builder.site.publishing.site import Site

LIST = Path(__file__).with_name("addresses.txt")


def made(archive: Archive) -> tuple[set[str], dict[str, str]]:
    """The addresses of all pages that a build makes, and what moved."""
    site = Site(archive)
    list(made_parts(site, leading_parts(site)))
    pages = {folder(path) or "./" for path in site.listed()}
    pages |= {f"{kind}/{v.name}/" for v in site.variants for kind in ("variants", "try")}
    own = {p.name for p in (ROOT / "docs").glob("*.md")} - {"index.md"}
    pages |= {f"{name.removesuffix('.md')}/" for name in own | set(guide_pages())}
    moved: dict[str, str] = site.data.read("issues")["moved"]
    for path in archive.game_paths:
        record = archive.game(path)
        calendar = archive.variant(record.variant).setting.calendar
        depth = site.depth(path, record)
        if depth == "phases":
            pages |= {phase(record.id, calendar.slug(p.phase), depth) for p in record.phases}
        pages.add(f"games/{record.id}/")
        moved |= {f"games/{old}/": f"games/{record.id}/" for old in record.formerly}
    return pages, moved


def written(pages: set[str]) -> str:
    """Pages as the list has them."""
    lines = {page: page for page in sorted(pages)}
    for page in sorted(pages):
        above, _, name = page.rstrip("/").rpartition("/")
        if above.startswith("games/"):
            lines[f"{above}/"] += f" {name}"
            del lines[page]
    return "".join(f"{line}\n" for line in lines.values())


def read(text: str) -> set[str]:
    """The pages in a list."""
    split = [line.split() for line in text.splitlines()]
    return {page for page, *_ in split} | {f"{page}{n}/" for page, *names in split for n in names}


def phases_of_exhibitions(archive: Archive, known: set[str]) -> set[str]:
    """The known pages of phases of games that the program plays. When one is played anew, a phase
    that it had may be gone; its address then leads to the page above it, which is the game's."""
    games = [archive.game(path) for path in archive.game_paths]
    folders = tuple(f"games/{game.id}/" for game in games if game.status == "exhibition")
    return {page for page in known if page.startswith(folders)}


def test_every_address_that_was_published_answers(archive: Archive) -> None:
    pages, moved = made(archive)
    known = read(LIST.read_text(encoding="utf-8")) if LIST.exists() else set()
    assert read(written(pages)) == pages
    if os.environ.get("CHANCERY_REDRAW"):
        LIST.write_text(written(pages | known), encoding="utf-8")
        known |= pages
    replayed = phases_of_exhibitions(archive, known)
    for page in sorted(known):
        led = [new + page.removeprefix(old) for old, new in moved.items() if page.startswith(old)]
        answers = page in pages or any(new in pages for new in led) or page in replayed
        assert answers, f"{page} is gone; `formerly`?"
    assert pages <= known, f"add the new ones with CHANCERY_REDRAW=1: {sorted(pages - known)[:5]}"
