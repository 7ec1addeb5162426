"""Mails as files: what a player wrote, and what is sent back."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from email.utils import make_msgid, parseaddr
from typing import NamedTuple

import nh3

HEADER = re.compile(rb"\s*(?:From |[A-Z][\w-]*: )")
SENT = re.compile(rb"^(?:From|Return-Path|Received):? ", re.MULTILINE)
BREAK = re.compile(r"<(?:br|/p|/div|/li|/tr|/h\d)\b[^>]*>", re.IGNORECASE)


class Message(NamedTuple):
    """A mail, or a plain text without a sender.

    `attachments` are the names of files that came with it and are not read.
    """

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
        return Message(_text(data))
    mail = message_from_bytes(data.lstrip(), policy=policy.default)
    body = mail.get_body(("plain", "html"))
    text = _content(body) if body is not None else ""
    if body is not None and body.get_content_type() == "text/html":
        text = html.unescape(nh3.clean(BREAK.sub("\n", text), tags=set()))
    if body is mail and not mail.get("Content-Transfer-Encoding"):
        text = "\n" * (head.count(b"\n") + 2) + text  # so that lines keep their numbers
    date = getattr(mail["Date"], "datetime", None)
    return Message(
        text,
        parseaddr(str(mail["From"] or ""))[1].lower(),
        str(mail["Subject"] or ""),
        str(mail["Message-ID"] or "").strip(),
        date.replace(tzinfo=date.tzinfo or UTC) if date else None,
        tuple(part.get_filename() or part.get_content_type() for part in mail.iter_attachments()),
    )


def _content(part: MIMEPart) -> str:
    try:
        return str(part.get_content())
    except (LookupError, UnicodeError):  # a charset that nobody knows
        payload = part.get_payload(decode=True)
        return _text(payload if isinstance(payload, bytes) else b"")


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def new_message(
    subject: str,
    text: str,
    to: Iterable[str] = (),
    page: str = "",
    picture: bytes = b"",
    answered: str = "",
) -> bytes:
    """A mail ready to be sent: plain text, perhaps with an HTML page and a PNG that it shows.

    Several receivers are not shown to one another. `answered` is the id of the mail it answers.
    """
    mail = EmailMessage(policy.SMTP)
    mail["Subject"] = " ".join(subject.split())
    receivers = [address for address in to if parseaddr(address)[1]]
    mail["To" if len(receivers) == 1 else "Bcc"] = ", ".join(receivers)
    mail["X-Unsent"] = "1"
    if answered:
        mail["In-Reply-To"] = answered
    mail.set_content(text)
    if page:
        name = make_msgid(domain="chancery")
        shown = page.replace("cid:map", f"cid:{name[1:-1]}")
        mail.add_alternative(shown, subtype="html")
        parts = mail.get_payload()
        if picture and isinstance(parts, list) and isinstance(parts[1], EmailMessage):
            parts[1].add_related(picture, "image", "png", cid=name, filename="map.png")
    return mail.as_bytes()
