"""The private folder of a game: no sender and no mail is lost."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.errors import ArchiveError
from builder.mails.inbox import Envelope, Inbox
from builder.mails.message import read_message
from builder.mails.senders import Sender, Senders
from builder.model.calendar import Phase
from builder.model.units import Power

SETTING = ARCHIVE.variant("standard").setting
ENGLAND, FRANCE = Power("England"), Power("France")
SPRING = Phase(1901, "spring", "movement")
FALL = Phase(1901, "fall", "movement")
NOW = Envelope(datetime(2026, 11, 27, 12, tzinfo=UTC))


def listed(*rows: str) -> Senders:
    return Senders("\n".join(rows), "senders.txt", SETTING)


@pytest.mark.parametrize("name", ["", "Smith, Jim", "Smith: Jim", "Élodie"])
def test_an_address_within_another_is_another_sender(name: str) -> None:
    senders = listed()
    for address, power in (("jim@example.org", ENGLAND), ("im@example.org", FRANCE)):
        senders = listed(senders.with_player(Sender(address, power, name), "?", SPRING))
    assert senders.power_of("jim@example.org", SPRING) == ENGLAND
    assert senders.power_of("im@example.org", SPRING) == FRANCE
    assert name.replace(":", "").replace(",", "")[:4] in senders.text


def test_a_sender_who_is_listed_again_has_one_row() -> None:
    senders = listed()
    for name in ("Jim", "James"):
        jim = Sender("jim@example.org", ENGLAND, name)
        senders = listed(senders.with_player(jim, "Jim", SPRING))
    assert senders.text.strip() == "James <jim@example.org>: England"


def test_a_successor_takes_the_place_of_the_predecessor() -> None:
    senders = listed("# the players", "Bob Ash <bob@example.org>: England", "ann@x.org: France")
    cleo = Sender("cleo@example.org", ENGLAND, "Cleo")
    after = listed(senders.with_player(cleo, "Bob Ash", FALL))
    assert after.power_of("bob@example.org", SPRING) == ENGLAND
    assert after.power_of("bob@example.org", FALL) is None
    assert after.power_of("cleo@example.org", FALL) == ENGLAND
    assert after.receivers() == ("ann@x.org", "cleo@example.org")
    assert "# the players" in after.text


def test_a_second_address_of_a_player_is_added() -> None:
    senders = listed("Bob Ash <bob@example.org>: England")
    again = Sender("bob@home.example.org", ENGLAND, "Bob Ash")
    after = listed(senders.with_player(again, "Bob Ash", FALL))
    assert after.receivers() == ("bob@example.org", "bob@home.example.org")


@pytest.mark.parametrize("row", ["jim: England", "jim@x.org: Engnald", "jim@x.org: England before"])
def test_a_line_with_a_mistake_is_named(row: str) -> None:
    with pytest.raises(ArchiveError, match=r"senders.txt:2:1: "):
        listed("ann@x.org: France", row)


def test_a_mail_never_takes_the_place_of_another(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path, "x", SETTING)
    kept = [inbox.keep(data, SPRING, NOW) for data in (b"F Bre H", b"F Bre-ENG")]
    kept[0].path.unlink()
    inbox.keep(b"F Bre-MAO", SPRING, NOW)
    assert [mail.data for mail in inbox.mails(SPRING)] == [b"F Bre-ENG", b"F Bre-MAO"]


def test_a_mail_is_kept_with_its_number_and_what_was_said_of_it(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path, "x", SETTING)
    envelope = Envelope(NOW.kept, power=FRANCE, guesses_accepted=True)
    mail = inbox.settle(inbox.keep(b"F Bre H", SPRING, envelope), SPRING, FRANCE)
    assert mail.path.name == "001-france.eml"
    (again,) = Inbox(tmp_path, "x", SETTING).mails(SPRING)
    assert (again.number, again.envelope) == (1, envelope)
    assert Inbox(tmp_path, "x", SETTING).holds(b"From ann@x Thu Nov 26 20:00:00 2026\nF Bre H\r\n")


def test_a_mail_that_a_killed_command_left_is_read_all_the_same(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path, "x", SETTING)
    inbox.write("1901-spring-movement/007.eml", b"F Bre H")
    (mail,) = inbox.mails(SPRING)
    assert (mail.number, mail.envelope.power) == (7, None)
    assert inbox.keep(b"F Bre-MAO", SPRING, NOW).number == 8


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
