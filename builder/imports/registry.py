"""The foreign formats that can be read, and how the format of a file is recognised."""

import csv
import re
from collections.abc import Iterator
from functools import lru_cache

from builder.errors import ArchiveError, UnknownWordError
from builder.extensions import IMPORTERS as EXTENSIONS
from builder.extensions import extensions
from builder.imports.annotated.reader import MARKED_ORDERS, PLAIN_ORDERS
from builder.imports.case_text import CASE_TEXT
from builder.imports.importer import Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import parsed
from builder.imports.judge.reader import JUDGE
from builder.imports.order_table import ORDER_TABLE
from builder.imports.patterns import RE
from builder.imports.plausibility import PlausibilityCheck
from builder.imports.programs.daide import DAIDE
from builder.imports.programs.jdip import JDIP
from builder.imports.programs.saved_game import SAVED_GAME
from builder.imports.sites.backstabbr import BACKSTABBR
from builder.imports.sites.diplicity import DIPLICITY
from builder.imports.sites.droidippy import DROIDIPPY
from builder.imports.sites.five_tables import FIVE_TABLES
from builder.imports.sites.page_lines import page_lines
from builder.imports.sites.site_pages import PLAYDIPLOMACY_PAGES, WEBDIPLOMACY_PAGES
from builder.imports.sites.webdiplomacy import WEBDIP
from builder.imports.sites.webdiplomacy_rows import WEBDIPLOMACY_ROWS
from builder.imports.zine.reader import ZINE_REPORTS

IMPORTERS: tuple[Importer, ...] = (
    JDIP, DROIDIPPY, FIVE_TABLES, WEBDIPLOMACY_ROWS, DIPLICITY, WEBDIP, SAVED_GAME, BACKSTABBR,
    DAIDE, ORDER_TABLE, CASE_TEXT, PLAYDIPLOMACY_PAGES, WEBDIPLOMACY_PAGES, JUDGE, MARKED_ORDERS,
    ZINE_REPORTS, PLAIN_ORDERS,
)  # fmt: skip


BROKEN = (
    ValueError, LookupError, TypeError, AttributeError, RecursionError, ArithmeticError,
    AssertionError, csv.Error,
)  # fmt: skip
LENGTH_FOR_GUESS = 20_000  # characters of a text by which its format is guessed
MOST_LINES = 60_000
LONGEST_LINE = 60_000  # of a text that is read line by line
QUOTE = re.compile("^> ?", re.MULTILINE)
MOST_FORWARDED = 3
SITES = ("Backstabbr", "playdiplomacy", "webDiplomacy")
OF_SITES = frozenset({"backstabbr", "playdiplomacy-pages", "webdiplomacy-pages"})
OF_DATA = frozenset({"jdip"})  # their lines may be long
IN_PAGES = ("<", "->", "php?", "var ")  # one of these is in each page of theirs


def importer(name: str) -> Importer:
    """The importer of a format by its name; raises UnknownWordError."""
    for candidate in all_importers():
        if candidate.name == name.lower():
            return candidate
    raise UnknownWordError("format", name, [candidate.name for candidate in all_importers()])


def all_importers() -> Iterator[Importer]:
    """Our importers, then those of other installed packages. Raises ArchiveError at one that
    cannot be loaded."""
    yield from IMPORTERS
    yield from extensions(EXTENSIONS, Importer).values()


@lru_cache(maxsize=4)  # a document is asked about several times
def importer_of(document: TextFile, name: str | None = None) -> Importer | None:
    """The named importer, else the one that recognises the document; None for an unknown format,
    and for pages of sites that cannot be read. Raises UnknownWordError for an unknown name."""
    if name:
        return importer(name)
    document = unquoted(document)
    recognising = next((each for each in all_importers() if each.recognises(document)), None)
    reads_sites = recognising is not None and recognising.name in OF_SITES
    return None if not reads_sites and site_of(document.text) else recognising


def unquoted(document: TextFile) -> TextFile:
    """The document without the `>` that mail programs put before each line when forwarding it."""
    for _ in range(MOST_FORWARDED):
        if RE.forwarded.fullmatch(document.text):
            document = document._replace(text=QUOTE.sub("", document.text))
    return document


def refusal(document: TextFile) -> str:
    """Why a document is not read: where it is broken JSON, or the site whose page it is, and the
    formats that are read."""
    if not document.text.strip():
        return "the file is empty"
    data = parsed(document) if document.text.lstrip()[:1] == "{" else None
    if isinstance(data, ArchiveError) and "extra data" not in str(data):
        return str(data)
    site = site_of(document.text)
    unknown = "no format that we read was recognised"
    why = f"a page of {site} without orders that can be read" if site else unknown
    names = ", ".join(each.name for each in all_importers())
    likely = likely_format(document)
    hint = f"; most likely {likely}" if likely else ""
    return f"{why}{hint}; formats that are read: {names} (choose one with --from)"


def likely_format(document: TextFile) -> str:
    """The format that a text resembles most, and what to change; empty if it resembles none."""
    text = unquoted(document).text[:LENGTH_FOR_GUESS]
    if text.lstrip()[:1] in ("{", "["):
        return "saved-game: a game in JSON needs `phases`, and in each of them `state` and `orders`"
    dated = RE.season_and_year.search(text) is not None
    orders = len(RE.order_in_words.findall(text))
    if _is_like_a_table(text) and not dated:
        return "table: its first line must name columns for the phase, the power and the order"
    if not orders:
        return ""
    if not dated:
        return "orders: put the season above its orders, as in `Spring 1901`"
    return "orders: put each order on a line of its own, under the name of its power"


def _is_like_a_table(text: str) -> bool:
    """Have the first two lines the same number of commas, semicolons, tabs or bars?"""
    first, second = [*(line for line in text.splitlines() if line.strip()), "", ""][:2]
    return any(first.count(sign) == second.count(sign) > 1 for sign in ",;\t|")


def site_of(text: str) -> str:
    """The site whose page a text is, if its pages are known and cannot be read; else empty."""
    if text.lstrip()[:1] in ("{", "[") or not any(sign in text for sign in IN_PAGES):
        return ""
    return next((site for site in SITES if getattr(RE, site.lower()).search(text)), "")


def _has_too_much(text: str, is_page: bool) -> bool:
    """Has a text more lines, or a longer one, than any game? That of data in JSON may be long. The
    lines of a site's page are those that a browser shows: its source may be a single line."""
    if len(text) < min(MOST_LINES, LONGEST_LINE) or text.lstrip()[:1] in ("{", "["):
        return False
    lines = [line for _, line in page_lines(text)] if is_page else text.split("\n")
    return len(lines) > MOST_LINES or max(map(len, lines), default=0) > LONGEST_LINE


def import_document(
    document: TextFile, settings: Settings, press: bool = False, name: str | None = None
) -> Iterator[Imported | ArchiveError]:
    """Every game of a document, in the named or recognised format; none without a format.
    Each game fits a game file; an ArchiveError takes the place of one that cannot be read.
    Raises ArchiveError where the whole document is broken."""
    chosen = importer_of(document, name)
    if chosen is None:
        return
    document = unquoted(document)
    is_page = chosen.name in OF_SITES
    if chosen.name not in OF_DATA and _has_too_much(document.text, is_page):
        raise ArchiveError(f"{document.name}: more than {MOST_LINES:,} lines, or letters in one")
    try:
        for game in chosen.read(document, settings, press):
            if isinstance(game, Imported):
                game = PlausibilityCheck(game, settings(game.record.variant)).checked_game()
            yield game
    except BROKEN as error:
        raise ArchiveError(f"{document.name}: not readable as {chosen.title}: {error!r}") from error
