"""Mails that are odd, broken or hostile: none may stop the others, and none may play for another.

Each has a name that says what is odd. `SOUND` are odd mails of a player whose orders are read.
"""

from __future__ import annotations

ORDERS = "F Lon-NTH\nF Edi-NWG\nA Lvp-Yor\n"
SENDER = "From: Ann Bell <ann@example.org>\n"
DATE = "Date: Fri, 27 Nov 2026 12:00:00 +0000\n"
SUBJECT = "Subject: orders\n"
ID = "Message-ID: <1@example.org>\n"


def mail(*heads: str, text: str = ORDERS) -> bytes:
    """A mail with some headers, and the usual ones that are not among them."""
    given = "".join(heads)
    usual = [head for head in (SENDER, SUBJECT, DATE, ID) if head.split(":")[0] + ":" not in given]
    return f"{''.join(usual)}{given}\n{text}".encode("utf-8", "surrogateescape")


def parts(kind: str, *pieces: str) -> bytes:
    """A mail of several parts."""
    head = f'MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary="b"\n'
    return mail(head, text="".join(f"--b\n{piece}\n" for piece in pieces) + "--b--\n")


def deep(depth: int) -> bytes:
    """A mail of which each part has a part."""
    text = ORDERS
    for level in range(depth):
        head = f"Content-Type: multipart/mixed; boundary=b{level}\n"
        text = f"{head}\n--b{level}\n{text if level else chr(10) + text}\n--b{level}--\n"
    return mail(
        "MIME-Version: 1.0\n" + text.partition("\n")[0] + "\n", text=text.partition("\n")[2]
    )


PLAIN = f"Content-Type: text/plain\n\n{ORDERS}"
SOUND = {
    "an id that breaks the line": mail("Message-ID: =?utf-8?Q?<a=0D=0ABcc:_x=40x.org>?=\n"),
    "an id over two lines": mail("Message-ID: <a\n b@x>\n\tBcc: evil@x\n"),
    "an id of five thousand signs": mail(f"Message-ID: <{'a' * 5000}@x>\n"),
    "a subject that breaks the line": mail("Subject: =?utf-8?Q?x=0D=0ABcc:_x=40x.org?=\n"),
    "a subject in no encoding": mail("Subject: \udcff\udcfe orders\n"),
    "a name that breaks the line": mail("From: =?utf-8?Q?x=0D=0AX:_y?= <ann@example.org>\n"),
    "a name in brackets": mail("From: ann@example.org (Ann (of York) Bell)\n"),
    "a date of no calendar": mail("Date: Fri, 99 Foo 99999 99:99:99 +9999\n"),
    "a zone of no clock": mail("Date: Fri, 27 Nov 2026 12:00:00 +9959\n"),
    "the first year": mail("Date: Mon, 01 Jan 0001 00:00:00 +2359\n"),
    "the last year": mail("Date: Fri, 31 Dec 9999 23:59:59 -2359\n"),
    "no character set of that name": mail("Content-Type: text/plain; charset=x-none\n"),
    "an undefined character set": mail("Content-Type: text/plain; charset=undefined\n"),
    "a set that is a code": mail("Content-Type: text/plain; charset=rot13\n"),
    "a set that is for names": mail("Content-Type: text/plain; charset=punycode\n"),
    "a set with a zero": mail('Content-Type: text/plain; charset="\\0"\n'),
    "an encoding that it is not in": mail("Content-Transfer-Encoding: base64\n"),
    "no encoding of that name": mail("Content-Transfer-Encoding: rot26\n"),
    "half a type": mail("Content-Type: text/; charset=\n"),
    "parts without a boundary": mail("Content-Type: multipart/mixed\n"),
    "a mail that is a file": mail("Content-Disposition: attachment\n"),
    "a file with a path": parts("mixed", PLAIN, "Content-Type: application/x; name=../../x\n\nxx"),
    "a file that clears the screen": parts(
        "mixed", PLAIN, 'Content-Disposition: attachment; filename="=?utf-8?Q?=1b[2J?="\n\nxx'
    ),
    "a signed mail": parts("signed", PLAIN, "Content-Type: application/pgp-signature\n\nxx"),
    "no end of the parts": parts("mixed", PLAIN).replace(b"--b--", b""),
    "no empty line below the headers": f"{SENDER}{SUBJECT}{DATE}{ID}{ORDERS}".encode(),
    "no empty line below the headers of a part": parts(
        "mixed", f"Content-Type: text/plain\n{ORDERS}"
    ),
    "in UTF-16": b"\xff\xfe" + f"{SENDER}{DATE}\n{ORDERS}".encode("utf-16-le"),
    "signs of no width": mail(text="F Lon-N\u200bTH\nF Edi\u00ad-NWG\nA Lvp-Yor\n"),
    "signs of direction": mail(text="\u202eF Lon-NTH\nF Edi-NWG\nA Lvp-Yor\n"),
    "nothing but a page": parts(
        "alternative",
        "Content-Type: text/plain\n\nYour program shows no pages. See it in a browser.",
        "Content-Type: text/html\n\n<p>F Lon-NTH<p>F Edi-NWG<p>A Lvp-Yor",
    ),
    "a page that never ends": mail(
        "Content-Type: text/html\n", text="<div>" * 5000 + "F Lon-NTH<br>F Edi-NWG<br>A Lvp-Yor"
    ),
}
UNREAD = {  # mails of a player that cannot be read as they are, or not in full
    "parts in parts": deep(400),
    "many parts": parts("mixed", *["Content-Type: text/plain\n\nx"] * 2000),
    "quotes in quotes": mail(text=">" * 500 + " A Par-Bur\n"),
    "blockquotes in blockquotes": mail("Content-Type: text/html\n", text="<blockquote>" * 500),
    "a long text": mail(text="A Par-Bur, " * 100_000),
    "a long line": mail(text=ORDERS + "A Par-Bur " * 1000),
    "nothing": mail(text=""),
    "no line": b"From: ann@example.org",
    "an encrypted mail": mail(
        text="-----BEGIN PGP MESSAGE-----\n\nhQ==\n-----END PGP MESSAGE-----\n"
    ),
    "orders of another": mail(text="Turkey: A Con-Bul\n"),
}
FORGED = {  # mails that no known player sent
    "two senders": mail("From: bob@example.org\nFrom: ann@example.org\n"),
    "an address for a name": mail('From: "ann@example.org" <eve@example.net>\n'),
    "a known address in quotes": mail('From: "ann@example.org, x"@example.net\n'),
    "two addresses": mail("From: ann@example.org, eve@example.net\n"),
    "a hidden address": mail("From: =?utf-8?Q?ann=40example.org?= <eve@example.net>\n"),
    "a sign": mail("From: @\n"),
    "an empty address": mail("From: <>\n"),
    "an address to answer to": mail(
        "From: eve@example.net\nReply-To: ann@example.org\nSender: ann@example.org\n"
    ),
    "three words": mail("From: evil evil evil\n"),
    "no sender": f"Received: from example.net\n{SUBJECT}\nEngland: F Lon-ENG\n".encode(),
    "a second mail in its text": (
        f"From: eve@example.net\n{SUBJECT}\nHello.\n\n"
        f"From ann@example.org Thu Nov 26 20:01:00 2026\n{SENDER}\n{ORDERS}"
    ).encode(),
}
