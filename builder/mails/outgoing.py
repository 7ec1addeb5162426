"""Mails that the game master sends: acknowledgements, results, letters from one player to another.

They are files that a mail program opens as drafts; nothing is sent from here.
"""

from collections.abc import Iterable
from email.message import EmailMessage
from email.policy import SMTP

from builder.mails.mime.headers import address_in, printable_line

MAP = "map@chancery"  # the id of the picture in a mail
LONGEST_SUBJECT = 200


def new_message(
    subject: str,
    text: str,
    to: Iterable[str],
    page: str = "",
    png: bytes = b"",
    answered: str = "",
    own_id: str = "",
) -> bytes:
    """A mail ready to be sent: plain text, perhaps with an HTML page and a PNG that it shows.

    The page's address of the PNG is `cid:` and `MAP`. Several receivers do not see one another.
    `answered` is the id of the mail that it answers, and `own_id` its own, by which an answer to it
    is recognised.
    """
    mail = EmailMessage(SMTP)
    mail["Subject"] = printable_line(subject)[:LONGEST_SUBJECT]
    receivers = [address for address in to if address_in(address)]
    if receivers:
        mail["To" if len(receivers) == 1 else "Bcc"] = ", ".join(receivers)
    mail["X-Unsent"] = "1"
    if own_id:
        mail["Message-ID"] = own_id
    if answered:
        mail["In-Reply-To"] = answered
        mail["References"] = answered
    mail.set_content(text)
    if page:
        mail.add_alternative(page, subtype="html")
        part = mail.get_body(("html",))
        if png and part is not None:
            part.add_related(png, "image", "png", cid=f"<{MAP}>", filename="map.png")
    return mail.as_bytes()
