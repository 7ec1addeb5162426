"""A mail as it is read: who sent it, when it arrived, its text, and what is left out of the text.

    message = read_message(data)        # the bytes of one mail, or of a plain text
    message.sender                      # ann@example.org
    message.arrival                     # its time, and what says so
    message.fault                       # why its text cannot be read: too long, too deep

Nothing in a mail makes this fail: its sender is told what is wrong with it.
"""

import re
from datetime import datetime
from email.message import Message as Headers
from itertools import chain
from typing import NamedTuple

from builder.imports.files import UNSEEN, decoded
from builder.imports.line_ends import WIDE
from builder.mails.mime.headers import (
    answered_ids,
    date_of,
    id_of,
    postmark_time,
    received_at,
    sender_of,
    subject_of,
)
from builder.mails.mime.page_text import PageText, page_text
from builder.mails.mime.parts import (
    LARGEST_TEXT,
    MailError,
    MailPart,
    parts_of,
    read_headers,
    split_head,
    too_long,
)
from builder.mails.mime.text_files import rows_of_table

LARGEST = 25_000_000  # bytes of a mail
FIELD = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,60}:(?:[ \t]|\r?$)", re.MULTILINE)
# Headers that only mails have. `Date: Friday` may begin a text of the game master's.
MAIL_FIELD = re.compile(
    rb"^(?:From|To|Cc|Bcc|Subject|Message-ID|Received|Return-Path|Reply-To|Sender|Delivered-To"
    rb"|In-Reply-To|References|MIME-Version|Content-Type|X-[\w-]+):",
    re.MULTILINE | re.IGNORECASE,
)
# Signs that show nothing and change how others are shown: joiners, marks of direction, zeros.
UNSEEN_IN_MAILS = UNSEEN | dict.fromkeys(
    [0, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)]
)
POSTMARK = re.compile(rb"From [^\n]*\n")
ESCAPED_POSTMARK = re.compile(rb"^>(>*From )", re.MULTILINE)
FLOWED = re.compile(r"^(?P<quote>>*) ?(?P<words>.*)$")
WRAPPED_AT = 50  # characters: a shorter line that ends in a blank was not wrapped
WORD = re.compile(r"\w+")


class Arrival(NamedTuple):
    """When a mail arrived, in UTC, and what says so: `its Received line`."""

    time: datetime
    source: str


class Message(NamedTuple):
    """A mail, or a plain text without headers.

    `attachments` are the names of files that came with it and are not read, `texts_read` of those
    that are. `struck` and `hidden` are stretches of an HTML mail that were struck through or not
    shown. `other_version` is the HTML page of a mail whose plain text is read, or empty. `date` is
    what the sender's clock said. `arrival` is None if the mail does not say when it arrived.
    `fault` is why there is no text.
    """

    text: str
    sender: str = ""
    subject: str = ""
    id: str = ""
    date: datetime | None = None
    attachments: tuple[str, ...] = ()
    texts_read: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    other_version: str = ""
    answers: tuple[str, ...] = ()
    arrival: Arrival | None = None
    is_mail: bool = False
    fault: str = ""


def read_message(data: bytes) -> Message:
    """A mail in any encoding, or a text in UTF-8, UTF-16 or Latin 1."""
    if len(data) > LARGEST:
        return Message("", fault=str(too_large()))
    data = _with_line_feeds(_in_single_bytes(data))
    postmark, data = _without_postmark(data)
    head, body = split_head(data)
    if not postmark and not _are_headers(head):
        if len(data) > 4 * LARGEST_TEXT:
            return Message("", fault=str(too_long()))
        try:
            return Message(_checked(decoded(data)))
        except MailError as error:
            return Message("", fault=str(error))

    headers = read_headers(head)
    message = Message(
        text="",
        sender=sender_of(headers),
        subject=subject_of(headers),
        id=id_of(headers),
        date=date_of(headers),
        answers=answered_ids(headers),
        arrival=_arrival(headers, postmark),
        is_mail=True,
    )
    lines_before = data.count(b"\n", 0, len(data) - len(body)) + bool(postmark)
    try:
        return _with_content(message, _content(headers, body), lines_before)
    except MailError as error:
        return message._replace(fault=str(error))


def too_large() -> MailError:
    """Why a mail is kept and not read."""
    return MailError(f"it is larger than {LARGEST // 1_000_000} MB, so it is not read")


def _with_content(message: Message, content: "Content", lines_before: int) -> Message:
    """A mail with its text. If that is the body as it was sent, its lines keep their numbers.
    Raises MailError if it is too long."""
    text = content.text
    if content.is_as_sent:
        text = "\n" * lines_before + text
    return message._replace(
        text=_checked(text),
        attachments=content.files,
        texts_read=content.texts_read,
        struck=content.struck,
        hidden=content.hidden,
        other_version=_checked(content.other_version),
    )


def _in_single_bytes(data: bytes) -> bytes:
    """A file in UTF-16, as some programs save mails, in UTF-8; other files as they are, without
    blank lines at their beginning."""
    if data[:2] in WIDE:
        data = decoded(data).encode("utf-8", "replace")
    return data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n \t")


def _with_line_feeds(data: bytes) -> bytes:
    """A mail whose lines all end in `\\r` alone, as an old Macintosh saves them, with `\\n`. In
    other mails a `\\r` may be a byte of content that is not text."""
    if b"\n" in data:
        return data
    return data.replace(b"\r", b"\n")


def _without_postmark(data: bytes) -> tuple[str, bytes]:
    """The `From ` line that an mbox has before a mail, and the mail without it and without the
    signs that an mbox puts before such lines in a text."""
    postmark = POSTMARK.match(data)
    if postmark is None or not FIELD.match(data, postmark.end()):
        return "", data
    line = postmark[0].decode("latin-1").strip()
    return line, ESCAPED_POSTMARK.sub(rb"\1", data[postmark.end() :])


def _are_headers(head: bytes) -> bool:
    """Is the first paragraph of a file the headers of a mail?"""
    return bool(FIELD.match(head) and MAIL_FIELD.search(head))


def _checked(text: str) -> str:
    """A text without signs that are not seen; raises MailError if it is too long."""
    if len(text) > LARGEST_TEXT:
        raise too_long()
    return text.translate(UNSEEN_IN_MAILS)


def _arrival(headers: Headers, postmark: str) -> Arrival | None:
    """When a mail arrived, as its topmost `Received:` line or the `From ` line of its mbox says."""
    received = received_at(headers)
    if received is not None:
        return Arrival(received, "its Received line")
    posted = postmark_time(postmark)
    if posted is not None:
        return Arrival(posted, "the From line of the mbox")
    return None


class Content(NamedTuple):
    """The text of a mail, and what else came with it. `is_as_sent` says that the text is the body
    as the mail has it, so that its lines can be counted."""

    text: str
    files: tuple[str, ...]
    texts_read: tuple[str, ...]
    struck: tuple[str, ...]
    hidden: tuple[str, ...]
    other_version: str
    is_as_sent: bool


def _content(headers: Headers, body: bytes) -> Content:
    """The text of a mail: its own, and that of text files which came with it."""
    parts = parts_of(headers, body)
    pages = []
    others = []
    for versions in parts.texts:
        page, other = _versions(versions)
        pages.append(page)
        others.append(other)
    read = [part for part in parts.files if part.is_readable]
    unread = [part for part in parts.files if not part.is_readable]
    for part in read:
        pages.append(PageText(f"\n{_file_text(part)}", (), ()))

    alone = len(pages) == 1 and len(parts.texts[0]) == 1 if parts.texts else False
    encoded = headers.get("Content-Transfer-Encoding")
    return Content(
        text="\n".join(page.text for page in pages),
        files=tuple(part.name or part.kind for part in unread),
        texts_read=tuple(part.name or part.kind for part in read),
        struck=tuple(chain.from_iterable(page.struck for page in pages)),
        hidden=tuple(chain.from_iterable(page.hidden for page in pages)),
        other_version="\n".join(others).strip("\n"),
        is_as_sent=alone and not encoded,
    )


def _versions(versions: tuple[MailPart, ...]) -> tuple[PageText, str]:
    """Of a mail that is both plain text and a page, what the sender saw, and the other one's text.

    That is the plain text, unless it is much shorter (`Your program shows no HTML`), or the page
    has words that are struck through, which a plain text shows as if they counted.
    """
    plain: PageText | None = None
    page: PageText | None = None
    for part in versions:
        if part.kind == "text/html":
            page = page_text(part.text)
        elif plain is None or not plain.text.strip():
            plain = PageText(_unwrapped(part), (), ())
    if plain is None or page is None:
        return page or plain or PageText("", (), ()), ""
    fuller = len(WORD.findall(plain.text)) * 2 < len(WORD.findall(page.text))
    if fuller or page.struck:
        return page, ""
    return plain, page.text


def _file_text(part: MailPart) -> str:
    """The text of a file that came with a mail; the cells of a table with blanks between them."""
    is_table = part.kind == "text/csv" or part.name.lower().endswith(".csv")
    return rows_of_table(part.text) if is_table else part.text


def _unwrapped(part: MailPart) -> str:
    """The text of a part. In `format=flowed` (RFC 3676) a line that ends in a blank goes on in the
    next one. Joined lines leave empty ones behind, so that the others keep their numbers."""
    text = part.text
    if str(part.headers.get_param("format", "")).lower() != "flowed":
        return text
    lines: list[str] = []
    empty = 0
    for row in text.split("\n"):
        flowed = FLOWED.match(row)
        quote, words = flowed.group("quote", "words") if flowed else ("", row)
        before = lines[-1] if lines else ""
        if _goes_on(before, quote):
            lines[-1] = before + words
            empty += 1
            continue
        lines += [""] * empty
        empty = 0
        lines.append(f"{quote} {words}" if quote else words)
    return "\n".join([*lines, *[""] * empty])


def _goes_on(before: str, quote: str) -> bool:
    """Does a line of a flowed text go on in the next one, which is quoted as `quote` shows?"""
    same_quote = before.startswith(quote) and before[len(quote) : len(quote) + 1] != ">"
    is_wrapped = len(before) > WRAPPED_AT and before.endswith(" ") and before != "-- "
    return same_quote and is_wrapped
