"""The private folder of a game: no sender and no mail is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.mails.inbox import Inbox
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
