"""The private folder of a game: no sender and no mail is lost."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.mails.inbox import Inbox, read_message
from builder.model.calendar import Phase
from builder.model.units import Power

SETTING = ARCHIVE.variant("standard").setting
ENGLAND, FRANCE = Power("England"), Power("France")
SPRING = Phase(1901, "spring", "movement")


@pytest.mark.parametrize("name", ["", "Smith, Jim", "Smith: Jim"])
def test_an_address_within_another_is_another_sender(tmp_path: Path, name: str) -> None:
    for address, power in (("jim@example.org", ENGLAND), ("im@example.org", FRANCE)):
        inbox = Inbox(tmp_path, "x", SETTING)
        inbox.write("senders.txt", inbox.listed(address, power, name).encode())
    known = Inbox(tmp_path, "x", SETTING).senders
    assert known == {"jim@example.org": ENGLAND, "im@example.org": FRANCE}


def test_a_sender_who_is_listed_again_has_one_row(tmp_path: Path) -> None:
    for power in (ENGLAND, FRANCE):
        inbox = Inbox(tmp_path, "x", SETTING)
        inbox.write("senders.txt", inbox.listed("Jim@example.org", power).encode())
    assert Inbox(tmp_path, "x", SETTING).senders == {"jim@example.org": FRANCE}


def test_a_mail_never_takes_the_place_of_another(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path, "x", SETTING)
    kept = [inbox.keep(data, SPRING, FRANCE) for data in (b"F Bre H", b"F Bre-ENG")]
    assert kept[0] is not None
    kept[0].unlink()
    inbox.keep(b"F Bre-MAO", SPRING, FRANCE)
    assert [message.text for _, message, _ in inbox.mails(SPRING)] == ["F Bre-ENG", "F Bre-MAO"]


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox = Inbox(tmp_path, "x", SETTING)
    kept = inbox.write("held.yaml", b"phases: {}\n")
    kept.chmod(0o600)

    def stopped(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(Path, "replace", stopped)
        with pytest.raises(OSError, match="No space"):
            inbox.write("held.yaml", b"phases: {Spring")
    assert (kept.read_bytes(), [*kept.parent.iterdir()]) == (b"phases: {}\n", [kept])
    assert inbox.write("held.yaml", b"other\n").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("page", "rows"),
    [
        ("<table><tr><td>A Par</td><td>- Bur</td></tr><tr><td>F Bre</td><td>H</td></tr></table>",
         ["A Par - Bur", "F Bre H"]),
        ("A Par-Bur<blockquote>A Par-Gas<br>F Bre H</blockquote>F Bre-MAO",
         ["A Par-Bur", "> A Par-Gas", "> F Bre H", "F Bre-MAO"]),
        ("Bob:<blockquote><blockquote>A Par H</blockquote>No!</blockquote>",
         ["Bob:", "> > A Par H", "> No!"]),
        ("<ol><li>A Par-Bur<li>F Bre-MAO</ol>", ["A Par-Bur", "F Bre-MAO"]),
        ("A Par-Bur<hr>F Bre&shy;st H", ["A Par-Bur", "F Brest H"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("plain", [None, "", " \n"])
def test_a_page_is_read_as_a_browser_shows_it(
    page: str, rows: list[str], plain: str | None
) -> None:
    mail = EmailMessage()
    mail["From"] = "jim@example.org"
    if plain is None:
        mail.set_content(page, "html")
    else:
        mail.set_content(plain)
        mail.add_alternative(page, "html")
    text = read_message(mail.as_bytes()).text
    assert [row.strip() for row in text.splitlines() if row.strip()] == rows
