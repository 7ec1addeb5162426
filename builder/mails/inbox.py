"""The private folder of a game, which git ignores, and mails as files.

.chancery/1998v/senders.txt               jim@example.org: England
.chancery/1998v/1901-fall-movement/       the mails of a phase, as they came
.chancery/1998v/results/                  what was sent when a phase was closed
.chancery/1998v/held.yaml                 phases that are not published yet"""

import html
import re
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from email.utils import formataddr, parseaddr
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, cast

import nh3

from builder.archive import PRIVATE
from builder.errors import ArchiveError
from builder.imports.files import UNSEEN, decoded
from builder.model.calendar import Phase
from builder.model.names import plain
from builder.model.setting import Setting
from builder.model.units import Power
from builder.source.files import write_whole

HEADER = re.compile(rb"\s*(?:From |[A-Z][\w-]*: )")
SENT = re.compile(rb"^(?:From|Return-Path|Received):? ", re.MULTILINE)
MAP = "map@chancery"  # the id of the picture in a mail
BREAK = re.compile(r"<(?:br|hr|li|/?p|/?div|/tr|/h\d|/?pre|/?table)\b[^>]*>", re.IGNORECASE)
CELL, QUOTE = re.compile(r"</t[dh]\s*>", re.IGNORECASE), re.compile("(</?blockquote[^>]*>)")


class Message(NamedTuple):
    """A mail, or a plain text without a sender. `attachments` are the names of files that came with
    it and are not read."""

    text: str
    sender: str = ""
    subject: str = ""
    id: str = ""
    date: datetime | None = None
    attachments: tuple[str, ...] = ()


def read_message(data: bytes) -> Message:
    """A mail in any encoding, or a text in UTF-8 or Latin-1."""
    head = re.split(rb"\r?\n\r?\n", data.lstrip(), maxsplit=1)[0]
    if not HEADER.match(data) or not SENT.search(head):
        return Message(decoded(data))
    mail = message_from_bytes(data.lstrip(), policy=policy.default)
    body = mail.get_body(("plain", "html"))
    text = _text(body) if body else ""
    if not text.strip() and (page := mail.get_body(("html",))):
        text = _text(page)
    if body is mail and not mail.get("Content-Transfer-Encoding"):
        text = "\n" * (head.count(b"\n") + 2) + text  # so that lines keep their numbers
    date = getattr(mail["Date"], "datetime", None)
    return Message(
        text,
        _address(str(mail["From"] or "")),
        str(mail["Subject"] or ""),
        str(mail["Message-ID"] or "").strip(),
        date.replace(tzinfo=date.tzinfo or UTC) if date else None,
        tuple(part.get_filename() or part.get_content_type() for part in mail.iter_attachments()),
    )


def _text(body: MIMEPart) -> str:
    """The text of a mail's part; of a page as a browser shows it, with `>` before quoted lines."""
    try:
        text: str = body.get_content()
    except LookupError:  # an unknown charset
        text = decoded(cast("bytes", body.get_payload(decode=True)))
    if body.get_content_type() == "text/html":
        shown = nh3.clean(BREAK.sub("\n", CELL.sub(" ", text)), tags={"blockquote"})
        lines, depth = list[str](), 0
        for piece in QUOTE.split(shown):
            depth += {"<b": 1, "</": -1}.get(piece[:2], 0)
            rows = () if QUOTE.match(piece) else html.unescape(piece).splitlines()
            lines += ["> " * depth + row for row in rows]
        text = "\n".join([*lines, ""])
    return text.translate(UNSEEN)


def _address(sender: str) -> str:
    return parseaddr(sender)[1].lower()


def new_message(
    subject: str, text: str, to: Iterable[str], page: str = "", png: bytes = b"", answered: str = ""
) -> bytes:
    """A mail ready to be sent: plain text, perhaps with an HTML page and a PNG that it shows.
    The page's address of the PNG is `cid:` and `MAP`. Several receivers do not see one another.
    `answered` is the id of the mail that it answers."""
    mail = EmailMessage(policy.SMTP)
    mail["Subject"] = " ".join(subject.split())
    receivers = [address for address in to if parseaddr(address)[1]]
    mail["To" if len(receivers) == 1 else "Bcc"] = ", ".join(receivers)
    mail["X-Unsent"] = "1"
    if answered:
        mail["In-Reply-To"] = answered
    mail.set_content(text)
    if page:
        mail.add_alternative(page, subtype="html")
        if png and (part := mail.get_body(("html",))) is not None:
            part.add_related(png, "image", "png", cid=f"<{MAP}>", filename="map.png")
    return mail.as_bytes()


def exposed(path: Path) -> str:
    """A warning if git would commit a file whose orders are not published yet; else empty."""
    command = ["git", "-C", str(path.parent), "check-ignore", "-q", path.name]
    with suppress(OSError, subprocess.SubprocessError):
        if subprocess.run(command, capture_output=True, timeout=10).returncode == 1:
            return f"git takes {path}: keep it out of public repositories until all is published"
    return ""  # ignored, or no repository


class Inbox:
    """The private folder of one game."""

    def __init__(self, root: Path, game: str, setting: Setting) -> None:
        self.top, self.folder, self.setting = root / PRIVATE, root / PRIVATE / game, setting

    @property
    def _rows(self) -> list[str]:
        path = self.folder / "senders.txt"
        return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []

    @cached_property
    def senders(self) -> Mapping[str, Power]:
        """The power of each address in `senders.txt`; raises UnknownWordError."""
        pairs = (row.rpartition(":") for row in self._rows if ":" in row and row[:1] != "#")
        find = self.setting.power_names.find
        return {_address(who): Power(find(name.strip())) for who, _, name in pairs}

    def listed(self, address: str, power: Power, name: str = "") -> str:
        """The text of `senders.txt` with a row for this address, in place of any earlier one."""
        new = f"{formataddr((name, address))}: {power}"
        others = [row for row in self._rows if _address(row.rpartition(":")[0]) != address.lower()]
        return "\n".join([*others, new, ""])

    def sender(self, message: Message) -> Power | None:
        """The power of a mail's sender; None for a text without one, or if no senders are listed.
        Raises ArchiveError if the sender is not in the list."""
        if not message.sender or not self.senders:
            return None
        if message.sender not in self.senders:
            where = self.folder / "senders.txt"
            raise ArchiveError(f"unknown sender {message.sender}; known ones are in {where}")
        return self.senders[message.sender]

    def write(self, name: str, data: bytes) -> Path:
        """Write a file into the folder, which is made so that git ignores it."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        (self.top / ".gitignore").write_text("*\n", encoding="utf-8")
        write_whole(path, data)
        return path

    def keep(self, data: bytes, phase: Phase, power: Power | None) -> Path | None:
        """Keep a mail of a phase under the next number; None if it was kept before."""
        slug = self.setting.calendar.slug(phase)
        kept = [*(self.folder / slug).glob("*.eml")]
        if any(path.read_bytes() == data for path in kept):
            return None
        numbers = (path.name.partition("-")[0] for path in kept)
        last = max((int(number) for number in numbers if number.isdecimal()), default=0)
        whose = plain(power) if power else "several"
        return self.write(f"{slug}/{last + 1:03}-{whose}.eml", data)

    def mails(self, phase: Phase) -> list[tuple[Path, Message, Power | None]]:
        """The mails of a phase, the latest last, each with its sender's power if that is known."""
        found = []
        for path in sorted((self.folder / self.setting.calendar.slug(phase)).glob("*.eml")):
            message = read_message(path.read_bytes())
            power = self.setting.power_names.get(path.stem.partition("-")[2])
            arrived = message.date or datetime.fromtimestamp(path.stat().st_mtime, UTC)
            found.append((arrived, (path, message, Power(power) if power else None)))
        return [mail for _, mail in sorted(found, key=lambda pair: pair[0])]
