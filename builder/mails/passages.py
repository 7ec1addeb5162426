"""Where a mail ends: what its sender wrote in it, apart from what it quotes, and from talk.

A mail is cut at the reply mark first (`-----Original Message-----`, `On Friday Gwen wrote:`,
`From: … Sent: …`), then quotes, signatures and what programs add are set aside. Every line is in
one passage, and none is lost: what is not the sender's own is listed with the reason.

The package mail-parser-reply cuts the open corpus as this does, but takes 14 seconds for 8 kB of
blank lines and 3 seconds for a line of 4,000 words; here each line is looked at a few times only.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from builder.mails.mail_words import pattern, phrase_in_text, phrases
from builder.mails.mime.page_text import DEEPEST_QUOTE
from builder.mails.mime.parts import MailError

LONGEST_ROW = 2000  # characters: no line of orders is longer
LONGEST_MARK = 400  # characters of a line that may be a reply mark
HEADERS_WITHIN = 7  # lines, from the sender's to the last header that counts
WRAPPED_OVER = 4  # lines of `On Thursday, …, Gwen Master <gwen@example.org>` `wrote:`
SIGNATURE_LINES = 8  # below a farewell
FAREWELL_WORDS = 6
RULE = re.compile(r"[-_=*~#+.–—\s]{3,}")
LONG_RULE = re.compile(r"_{20,}")
QUOTE = re.compile(r"\s*(?:>\s?)+")
SIGNATURE_MARK = re.compile(r"(?:--|—|__)\s*")
STRUCK = re.compile(r"~~[^~\n]{1,500}~~|\[s\][^\n]{0,500}?\[/s\]", re.IGNORECASE)
STRUCK_SIGNS = re.compile("(?:[^\u0335-\u0338][\u0335-\u0338])+")  # struck through sign by sign
POSTSCRIPT = re.compile(r"\W*p\.?\s?s\b", re.IGNORECASE)
PGP_BEGIN = re.compile(r"-----BEGIN PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----")
PGP_END = re.compile(r"-----END PGP [A-Z ]+-----")
PGP_FIELD = re.compile(r"(?:Hash|Version|Comment|Charset|NotDashEscaped): ?.*")
LABEL = re.compile(r"[\s*_]{0,4}(?P<label>[^\W\d][^:\n]{0,20}?)[\s*_\xa0]{0,4}:(?P<value>.*)")
URL_OR_ADDRESS = re.compile(r"https?://|www\.|\S@\S")


class Row(NamedTuple):
    """A line of a mail and its number."""

    number: int
    text: str


class Aside(NamedTuple):
    """A line that is not read for orders, and why."""

    number: int
    text: str
    why: str


@dataclass
class Passages:
    """The lines of a mail: the sender's `own`, those of a mail that it brings along (`forwarded`,
    for a mail without words of its own), and those set aside. `brought_along` are the lines of a
    forwarded mail, whoever wrote it. `below_signature` are lines below a
    signature that look like orders. `unreadable` says why a mail has no text that can be read."""

    own: list[Row] = field(default_factory=list)
    forwarded: list[Row] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    below_signature: list[Row] = field(default_factory=list)
    struck: list[Aside] = field(default_factory=list)
    unreadable: str = ""
    brought_along: list[Row] = field(default_factory=list)

    def set_aside(self, rows: Iterable[Row], why: str) -> None:
        """Set lines aside; empty ones need no mention."""
        for row in rows:
            if row.text.strip():
                self.asides.append(Aside(row.number, row.text.strip(), why))

    @property
    def own_text(self) -> str:
        """The sender's own lines, each at its number; the others are empty."""
        return text_of_rows(self.own)

    @property
    def is_empty(self) -> bool:
        """Did the sender write nothing of his own?"""
        return not any(row.text.strip() for row in self.own)


def text_of_rows(rows: Sequence[Row]) -> str:
    """A text with each line at its number."""
    texts = [""] * max((row.number for row in rows), default=0)
    for row in rows:
        texts[row.number - 1] = row.text
    return "\n".join(texts)


def passages(text: str, sender: str, forwards: bool, is_order: Callable[[str], bool]) -> Passages:
    """The passages of a mail. `forwards` says that its subject is that of a forwarded mail, and
    `is_order` whether a line can be read as an order. Raises MailError for quotes too deep."""
    passages = Passages()
    rows = [Row(number, row) for number, row in enumerate(text.split("\n"), start=1)]
    rows = _without_long(rows, passages)
    rows = _without_armour(rows, passages)
    rows = _before_reply(rows, sender, passages)
    rows = _without_quotes(rows, forwards, passages)
    rows = _without_struck(rows, passages)
    rows = _without_programs(rows, passages)
    rows = _without_signature(rows, is_order, passages)
    passages.own = _without_farewell(rows, is_order, passages)
    passages.asides.sort()
    return passages


def _without_long(rows: list[Row], passages: Passages) -> list[Row]:
    """The lines without those that are too long to be looked at."""
    short = []
    for row in rows:
        if len(row.text) > LONGEST_ROW:
            why = f"longer than {LONGEST_ROW:,} characters"
            passages.below_signature.append(Row(row.number, row.text[:80] + " …"))
            passages.asides.append(Aside(row.number, row.text[:80] + " …", why))
        else:
            short.append(row)
    return short


# Armour of PGP


def _without_armour(rows: list[Row], passages: Passages) -> list[Row]:
    """The lines without the armour of PGP. In a signed text a line that begins with a hyphen has
    `- ` before it (RFC 9580, 7.2)."""
    kept: list[Row] = []
    armour: list[Row] = []
    is_signed = False
    is_block = False
    for row in rows:
        text = row.text.strip()
        begun = PGP_BEGIN.fullmatch(text)
        if begun:
            is_signed = begun[1] == "SIGNED MESSAGE"
            is_block = not is_signed
            if begun[1] == "MESSAGE":
                passages.unreadable = "it is encrypted"
        if begun or is_block or (is_signed and PGP_FIELD.fullmatch(text)):
            armour.append(row)
        elif is_signed and row.text.startswith("- "):
            kept.append(Row(row.number, row.text[2:]))
        else:
            kept.append(row)
        if PGP_END.fullmatch(text):
            is_block = False
    passages.set_aside(armour, "armour of PGP")
    return kept


# The reply mark


class ReplyMark(NamedTuple):
    """Where another mail begins: the first line of its mark, the first of its text, and whether it
    was forwarded. `author` is the sender that its headers name."""

    begin: int
    end: int
    is_forwarded: bool = False
    author: str = ""


def _before_reply(rows: list[Row], sender: str, passages: Passages) -> list[Row]:
    """The lines before the reply mark. A mail that is forwarded by the person who wrote it is kept
    beside them."""
    mark = find_reply_mark(rows)
    if mark is None:
        return rows
    later = rows[mark.begin :]
    if mark.is_forwarded:
        passages.brought_along = rows[mark.end :]
        by_sender = not mark.author or sender in mark.author.lower()
        if by_sender:
            inner = rows[mark.end :]
            deeper = find_reply_mark(inner)
            passages.forwarded = inner[: deeper.begin] if deeper else inner
        passages.set_aside(later, "of the forwarded mail")
    else:
        passages.set_aside(later, "of the mail that is answered")
    return rows[: mark.begin]


def find_reply_mark(rows: Sequence[Row]) -> ReplyMark | None:
    """The first place where another mail begins; None if it is nowhere, or if its lines are quoted
    one by one and answers stand between them."""
    for at, row in enumerate(rows):
        text = row.text.strip()
        if not text or len(text) > LONGEST_MARK or text.startswith(">"):
            continue
        mark = _divider(rows, at) or _header_block(rows, at) or _attribution(rows, at)
        if mark is not None:
            return mark._replace(begin=_with_rule_above(rows, mark.begin))
    return None


@cache
def _dividers(kind: str) -> re.Pattern[str]:
    """Matches `-----Original Message-----`, or `Begin forwarded message:` also without hyphens."""
    hyphens = r"[-_=]{2,}" if kind == "answered" else r"[-_=]*"
    return re.compile(rf"{hyphens}\s*(?:{pattern(kind)})\b[^-_=]{{0,60}}[-_=:]*", re.IGNORECASE)


def _divider(rows: Sequence[Row], at: int) -> ReplyMark | None:
    """A line that only says that another mail follows, with the headers below it."""
    text = rows[at].text.strip()
    for kind in ("answered", "forwarded"):
        if not _dividers(kind).fullmatch(text):
            continue
        is_forwarded = kind == "forwarded"
        if is_forwarded and text[-1] not in ":-_=":
            continue
        below = at + 1
        while below < len(rows) and below <= at + 3 and not rows[below].text.strip():
            below += 1
        headers = _header_block(rows, below) if below < len(rows) else None
        if headers is not None:
            return headers._replace(begin=at, is_forwarded=is_forwarded)
        return ReplyMark(at, at + 1, is_forwarded)
    return None


@cache
def _label_kinds() -> dict[str, frozenset[str]]:
    """Each label of a header with what it may mean: French `de` is the sender only."""
    kinds: dict[str, set[str]] = {}
    for kind in ("from", "sent", "to", "subject"):
        for label in phrases("headers", kind):
            kinds.setdefault(label, set()).add(kind)
    return {label: frozenset(meanings) for label, meanings in kinds.items()}


def _labelled(text: str) -> tuple[frozenset[str], str]:
    """What the label of a line may mean, and the text behind it; nothing for another line."""
    labelled = LABEL.fullmatch(text.strip().lstrip("> "))
    if labelled is None:
        return frozenset(), ""
    kinds = _label_kinds().get(" ".join(labelled["label"].lower().split()), frozenset())
    return kinds, labelled["value"].strip()


def _header_block(rows: Sequence[Row], at: int) -> ReplyMark | None:
    """Lines such as `From: Ann`, `Sent: Thursday`, `To: Gwen`, `Subject: orders`, or those words in
    another language. `From: Rome`, `To: Vienna` alone is a dateline."""
    kinds, author = _labelled(rows[at].text)
    if "from" not in kinds and "sent" not in kinds:
        return None
    seen = set(kinds)
    end = at + 1
    for later in range(at + 1, min(at + HEADERS_WITHIN, len(rows))):
        below, value = _labelled(rows[later].text)
        if below:
            author = value if "from" in below and "from" not in kinds else author
            seen |= below
            end = later + 1
    is_dated = "sent" in seen or "subject" in seen
    if "from" in seen and is_dated and len(seen) >= 3:
        return ReplyMark(at, end, author=author)
    return None


@cache
def _began() -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern('began')})(?!\w)", re.IGNORECASE)


def _attribution(rows: Sequence[Row], at: int) -> ReplyMark | None:
    """`On Friday, Gwen wrote:`, perhaps over several lines, if the mail that was written follows
    without signs of quotation. If each of its lines is quoted, answers may stand between them."""
    wrote = phrase_in_text("wrote")
    if not (_began().match(rows[at].text.strip()) or wrote.search(rows[at].text)):
        return None
    text = ""
    for end in range(at, min(at + WRAPPED_OVER, len(rows))):
        row = rows[end].text.strip()
        if not row or row.startswith(">"):
            return None
        text = f"{text} {row}"
        if row.endswith(":"):
            break
    else:
        return None
    names_time = any(c.isdigit() for c in text) or "@" in text
    if not wrote.search(text):
        return None
    below = _next_text(rows, end + 1)
    is_quoted = below is not None and rows[below].text.lstrip().startswith(">")
    if is_quoted or not names_time:
        return None
    return ReplyMark(at, end + 1)


def _next_text(rows: Sequence[Row], at: int) -> int | None:
    """The next line that is not empty."""
    for later in range(at, len(rows)):
        if rows[later].text.strip():
            return later
    return None


def _with_rule_above(rows: Sequence[Row], at: int) -> int:
    """The place of a mark, with the rule (`____`) that programs put above it."""
    above = at - 1
    while above >= 0 and at - above <= 3 and not rows[above].text.strip():
        above -= 1
    if above >= 0 and rows[above].text.strip() and RULE.fullmatch(rows[above].text.strip()):
        return above
    return at


# Quotes


def _without_quotes(rows: list[Row], forwards: bool, passages: Passages) -> list[Row]:
    """The lines without quoted ones, and without the line that says whose they are. A mail that is
    quoted as a whole has been forwarded."""
    own: list[Row] = []
    quoted: list[Row] = []
    for at, row in enumerate(rows):
        if not row.text.lstrip().startswith(">"):
            own.append(row)
            continue
        depth = row.text[: len(row.text) - len(row.text.lstrip("> \t"))].count(">")
        if depth > DEEPEST_QUOTE:
            raise MailError(f"it has more than {DEEPEST_QUOTE} quotes in one another")
        if not quoted or rows[at - 1].text.lstrip()[:1] != ">":
            _take_attribution(own, passages)
        quoted.append(row)
    has_own = any(row.text.strip() for row in own)
    if quoted and not passages.forwarded and (forwards or not has_own):
        passages.forwarded = [Row(row.number, QUOTE.sub("", row.text, count=1)) for row in quoted]
    if not passages.forwarded or has_own:
        passages.set_aside(quoted, "quoted")
    else:
        passages.forwarded = [Row(row.number, row.text) for row in passages.forwarded]
        passages.set_aside(quoted, "quoted")
    return own


def _take_attribution(own: list[Row], passages: Passages) -> None:
    """Set aside the line above a quote that says who wrote it."""
    end = len(own)
    while end and not own[end - 1].text.strip():
        end -= 1
    if not end or not own[end - 1].text.rstrip().endswith(":"):
        return
    for begin in range(end - 1, max(end - 1 - WRAPPED_OVER, -1), -1):
        if not own[begin].text.strip():
            return
        text = " ".join(row.text.strip() for row in own[begin:end])
        opens = begin == end - 1 or _began().match(own[begin].text.strip())
        names_writer = phrase_in_text("wrote").search(text)
        if opens and names_writer and (_began().match(text) or begin == end - 1):
            if begin == end - 1 and not _began().match(text) and not _names_somebody(text):
                continue
            passages.set_aside(own[begin:end], "says who is quoted")
            del own[begin:end]
            return


def _names_somebody(text: str) -> bool:
    """Does a line that ends in `wrote:` say who wrote, or when?"""
    return len(text.split()) > 1


# What was struck through, and what programs add


def _without_struck(rows: list[Row], passages: Passages) -> list[Row]:
    """The lines without words that are struck through in plain text: `~~A Gas-Bur~~`."""
    own = []
    for row in rows:
        text = row.text
        for sign in (STRUCK, STRUCK_SIGNS):
            for stretch in sign.finditer(text):
                passages.struck.append(Aside(row.number, stretch[0], "struck through"))
            text = sign.sub("", text)
        own.append(Row(row.number, text))
    passages.asides += passages.struck
    return own


@cache
def _added_by_programs() -> re.Pattern[str]:
    words = pattern("programs")
    return re.compile(rf"\W{{0,3}}(?:{words})\b.{{0,80}}", re.IGNORECASE)


@cache
def _disclaimer() -> re.Pattern[str]:
    return re.compile(rf"\W{{0,3}}(?:{pattern('disclaimers')})\b", re.IGNORECASE)


def _without_programs(rows: list[Row], passages: Passages) -> list[Row]:
    """The lines without rules of hyphens, what a telephone adds, and the paragraphs of lawyers."""
    own: list[Row] = []
    added: list[Row] = []
    is_disclaimer = False
    for row in rows:
        text = row.text.strip()
        if not text:
            is_disclaimer = False
        elif _disclaimer().match(text) and len(text) > 40:
            is_disclaimer = True
        is_rule = bool(RULE.fullmatch(text)) and not SIGNATURE_MARK.fullmatch(text)
        if text and (is_disclaimer or is_rule or _added_by_programs().fullmatch(text)):
            added.append(row)
            own.append(Row(row.number, ""))
        else:
            own.append(row)
    passages.set_aside(added, "added by a program")
    return own


# Signatures


def _without_signature(
    rows: list[Row], is_order: Callable[[str], bool], passages: Passages
) -> list[Row]:
    """The lines above the line `--`, below which the signature is."""
    for at, row in enumerate(rows):
        if not SIGNATURE_MARK.fullmatch(row.text.strip()) or not row.text.strip():
            continue
        below = rows[at:]
        orders = [later for later in below if is_order(later.text.strip())]
        passages.below_signature += orders
        passages.set_aside(below, "signature")
        return rows[:at]
    return rows


def _without_farewell(
    rows: list[Row], is_order: Callable[[str], bool], passages: Passages
) -> list[Row]:
    """The lines up to a farewell (`Best regards`) if only a name and an address follow."""
    texts = [row for row in rows if row.text.strip()]
    for row in texts[-SIGNATURE_LINES - 1 :]:
        if not _is_farewell(row.text):
            continue
        below = [later for later in texts if later.number > row.number]
        if any(is_order(later.text.strip()) or POSTSCRIPT.match(later.text) for later in below):
            return rows
        passages.set_aside([row, *below], "farewell")
        return [other for other in rows if other.number < row.number]
    return rows


def _is_farewell(text: str) -> bool:
    """Is a line the end of a letter: `Viele Grüße`, `Thanks, Bob`?"""
    words = re.findall(r"[\w'’.-]+", text.lower())
    if not 0 < len(words) <= FAREWELL_WORDS:
        return False
    lengths = range(len(words), 0, -1)
    return any(" ".join(words[:length]).strip(".'’-") in phrases("farewells") for length in lengths)
