"""What the headers of a mail say, however odd they are: sender, subject, ids, and its times.

Each function takes headers as they came and never fails. What cannot be read is empty or None.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime

from builder.mails.mime.charsets import text_in

LONGEST_HEADER = 2000  # characters of a header that are looked at
LONGEST_SUBJECT = 200
MOST_IDS = 50
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
COMMENT = re.compile(r"\([^()]*\)")
ADDRESS = r"[^\s<>()\[\],;:\"@]+@[^\s<>()\[\],;:\"@]+"
IN_ANGLES = re.compile(rf"<\s*({ADDRESS})\s*>")
BARE = re.compile(ADDRESS)
MAIL_ID = re.compile(r"<[!-;=?-~]{3,250}>")
DIGITS = re.compile(r"\d{5,}")
# `From jim@example.org Thu Nov 26 20:00:00 2026`, perhaps with a time zone
POSTMARK = re.compile(
    r"From \S{1,300} +(\w{3} \w{3} [ \d]\d \d\d:\d\d(?::\d\d)?) (?:[A-Z]{1,5} )?(\d{4})"
    r"(?: [+-]\d{4})?\s*"
)


def header(mail: Message, name: str) -> str:
    """The first header of a name as it came, on one line."""
    values = mail.get_all(name, [])
    return _one_line(values[0]) if values else ""


def _one_line(value: object) -> str:
    return " ".join(str(value)[:LONGEST_HEADER].split())


def decoded_words(value: str) -> str:
    """A header with its encoded words (`=?utf-8?Q?=C3=89lodie?=`) as text on one line."""
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError, TypeError, LookupError):
        return printable_line(value)
    texts = []
    for content, charset in pieces:
        texts.append(content if isinstance(content, str) else text_in(content, charset or "utf-8"))
    return printable_line("".join(texts))


def printable_line(text: str) -> str:
    """A text on one line, without control characters."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(shown.split())


def sender_of(mail: Message) -> str:
    """The address in `From:` in lower case; empty if there is none, or more than one.

    The address is looked for before anything is decoded, so that no name can pretend to be one.
    """
    values = mail.get_all("From", [])
    if len(values) != 1:
        return ""
    return address_in(_one_line(values[0]))


def address_in(text: str) -> str:
    """The one address of `Jim <jim@example.org>` or `jim@example.org` in lower case; else empty."""
    text = QUOTED.sub(" quoted ", text[:LONGEST_HEADER])
    text = COMMENT.sub(" ", text)
    in_angles = IN_ANGLES.findall(text)
    others = IN_ANGLES.sub(" ", text)
    if not in_angles:
        bare = BARE.findall(text)
        # `quoted @example.org` was a name in quotes before the sign
        single = len(bare) == 1 and text.count("@") == 1
        return bare[0].lower() if single else ""
    several = len(in_angles) > 1 or ("@" in others and "," in others)
    return "" if several else str(in_angles[0]).lower()


def name_in(text: str) -> str:
    """The name before an address: `Élodie` in `Élodie <elodie@example.org>`."""
    name, angle, _ = text[:LONGEST_HEADER].partition("<")
    return decoded_words(name.strip(' "')) if angle else ""


def subject_of(mail: Message) -> str:
    """The subject as text on one line."""
    return decoded_words(header(mail, "Subject"))[:LONGEST_SUBJECT]


def id_of(mail: Message) -> str:
    """The mail's own id, as `<m1@example.org>`; empty if it is none."""
    ids = MAIL_ID.findall(header(mail, "Message-ID"))
    return ids[0] if ids else ""


def answered_ids(mail: Message) -> tuple[str, ...]:
    """The ids of the mails that a mail answers, the one that it answers directly first."""
    direct = MAIL_ID.findall(header(mail, "In-Reply-To"))
    earlier = MAIL_ID.findall(header(mail, "References"))
    ids = dict.fromkeys([*direct, *reversed(earlier)])
    return tuple(ids)[:MOST_IDS]


def time_in(text: str) -> datetime | None:
    """The moment that a date in a header names, in UTC; None if it names none."""
    if DIGITS.search(text):  # a year or a zone that no calendar knows
        return None
    try:
        moment = parsedate_to_datetime(text[:LONGEST_HEADER])
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None


def date_of(mail: Message) -> datetime | None:
    """What the sender's clock said when the mail was sent."""
    return time_in(header(mail, "Date"))


def received_at(mail: Message) -> datetime | None:
    """When the mail arrived: the time in the topmost `Received:` line, which our server wrote."""
    values: Iterable[object] = mail.get_all("Received", [])
    for value in values:
        text = _one_line(str(value)[-LONGEST_HEADER:])
        return time_in(text.rpartition(";")[2].strip())
    return None


def postmark_time(line: str) -> datetime | None:
    """The time in the `From ` line that an mbox has before each mail."""
    postmark = POSTMARK.fullmatch(line)
    if postmark is None:
        return None
    clock, year = postmark.groups()
    seconds = "%H:%M:%S" if clock.count(":") == 2 else "%H:%M"
    try:
        moment = datetime.strptime(f"{' '.join(clock.split())} {year}", f"%a %b %d {seconds} %Y")
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC)
