"""Addresses within the site, and those for reports of errors.

Every link within the site is relative, so it works in any folder.
"""

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from urllib.parse import quote, urlencode
from zlib import DEFLATED, MAX_WBITS, compressobj

from builder import __version__
from builder.formats.cases import write_case
from builder.formats.game_collections import Depth
from builder.model.orders import Written
from builder.model.units import Position
from builder.record import Record
from builder.site.artifacts import SiteSettings
from builder.variant import Variant

TRIAL = "1"  # the version of what a link to a trial page holds


def root_of(path: str) -> str:
    """The relative address of the site's root: `../../` for `games/1998v/index.html`."""
    return "../" * path.count("/")


def folder(path: str) -> str:
    """A page's address without its file name: `games/1998v/` for `games/1998v/index.html`."""
    return path.removesuffix("index.html")


def game(name: str) -> str:
    """The address of a game's page."""
    return f"games/{name}/"


def phase(name: str, phase_slug: str, depth: Depth, part: str = "") -> str:
    """The permanent address of a phase of a game."""
    return f"{game(name)}{phase_within(phase_slug, depth, part)}"


def phase_within(phase_slug: str, depth: Depth, part: str = "") -> str:
    """The same, seen from the page of the game. A phase has a page of its own, in which the address
    may name a `part`, or it is a place on the page of the game."""
    if depth == "phases":
        return f"{phase_slug}/#{part}" if part else f"{phase_slug}/"
    return f"#{phase_slug}"


def way(
    name: str, depth: Depth, source: str, slug: str = "", root: str = "", part: str = ""
) -> str:
    """The address of a game, or of one of its phases, seen from a page from which `root` leads to
    the root of the site. A game without a page has that of its `source`, if any."""
    if depth == "counts":
        return source
    return root + (phase(name, slug, depth, part) if slug else game(name))


def where(depth: Depth, source: str) -> str:
    """Where a game is, for scripts: empty if its phases have pages, `#` if they are places on its
    page, else the address of its source, or `-`."""
    return {"phases": "", "game": "#"}.get(depth, source or "-")


def variant(name: str) -> str:
    """The address of a variant's rule page."""
    return f"variants/{name}/"


def board(variant_name: str) -> str:
    """The address of the board that all pages of a variant share."""
    return f"boards/{variant_name}/"


def board_style(*variants: str, seas: bool = False) -> str:
    """The style sheets of some variants' boards for a page's head. With `seas` those of all seas
    too, for maps whose spaces can be pressed."""
    files = ("board.css", "seas.css") if seas else ("board.css",)
    links = ""
    for name in variants:
        for file in files:
            links += f'<link rel="stylesheet" href="{{root}}{board(name)}{file}">'
    return links


def trial(variant: Variant, position: Position, orders: Sequence[Written] = ()) -> str:
    """The address for trying other orders in a position."""
    return f"try/{variant.name}/#{fragment(write_case(variant, position, orders))}"


def fragment(case: str) -> str:
    """A worked case as a link's fragment: the version, then the text, deflated, in base64."""
    packer = compressobj(9, DEFLATED, -MAX_WBITS)
    packed = packer.compress(case.encode()) + packer.flush()
    return TRIAL + urlsafe_b64encode(packed).decode().rstrip("=")


def report_link(record: Record, title: str, page: str, settings: SiteSettings) -> str:
    """The address of a mail or a form for a mistake, with game, phase and version filled in. It is
    empty if the archive names none. `title` is the phase, `page` its path."""
    subject = f"{record.name}, {title}" if title else record.name
    game = f"Game: {record.id}, revision {record.revision}\nPhase: {title or 'all'}\n"
    return report_address(subject, f"{game}Page: {settings.address}{page}\n", settings.report_to)


def report_address(subject: str, about: str, to: str) -> str:
    """The address of a mail or a form, with subject, text and version filled in."""
    body = f"{about}Version: Chancery {__version__}\n\nWhat is wrong: "
    if "://" not in to:
        words = urlencode({"subject": subject, "body": body}, quote_via=quote)
        return f"mailto:{to}?{words}" if to else ""
    return f"{to}{'&' if '?' in to else '?'}{urlencode({'title': subject, 'body': body})}"
