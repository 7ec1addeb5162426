"""Strange mails: each is kept and read by itself, in a short time; none counts for another."""

from __future__ import annotations

import json
import shlex
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from our_archive import ARCHIVE
from strange_mails import FORGED, ORDERS, SOUND, UNREAD, mail

from builder.archive import Archive
from builder.cli import main
from builder.errors import ArchiveError
from builder.mails.due_season import DueSeason, due_season
from builder.mails.message import read_message
from builder.mails.mime.parts import MailError
from builder.mails.reading import MailReading, read_mail
from builder.model.units import Power
from builder.notation.notation import write_order
from builder.record import Record

STANDARD = ARCHIVE.variant("standard")
ENGLAND = Power("England")
FOLDER = Path(".chancery/x/1901-spring-movement")
LONGEST = 2.0  # seconds for a mail


@cache
def due() -> DueSeason:
    return due_season(STANDARD, Record("", "x", "standard", ()))


def read(data: bytes) -> MailReading:
    return read_mail(due(), read_message(data), "m.eml", ENGLAND)


def orders_in(data: bytes) -> list[str]:
    found = read(data).orders.get(ENGLAND, ())
    return [write_order(written, STANDARD.setting) for written in found]


@pytest.mark.parametrize("name", SOUND)
def test_an_odd_mail_is_read(name: str) -> None:
    message = read_message(SOUND[name])
    assert message.sender == "ann@example.org"
    assert message.id.isprintable()
    assert message.subject.isprintable()
    assert orders_in(SOUND[name]) == ["F Lon - NTH", "F Edi - NWG", "A Lvp - Yor"]
    assert not read(SOUND[name]).mistakes


@pytest.mark.parametrize("name", UNREAD)
def test_a_mail_that_cannot_be_read_is_refused_or_asked_about(name: str) -> None:
    with suppress(MailError):
        reading = read(UNREAD[name])
        assert reading.mistakes or not reading.orders


@pytest.mark.parametrize("name", FORGED)
def test_no_known_sender_is_found_in_a_forged_mail(name: str) -> None:
    assert read_message(FORGED[name]).sender != "ann@example.org"


HUGE = {
    "blank lines": mail(text="\n" * 200_000),
    "quotes": mail(text="> > A Par-Bur\n" * 4_500 + "x" * 400_000),
    "deep quotes": mail(text=(">" * 99 + " x\n") * 4_500),
    "hyphens": mail(text="-" * 900_000),
    "underscores": mail(text=("_" * 150 + "\n") * 4_000),
    "attributions": mail(text=("On " + "a " * 150 + "\n") * 3_000),
    "words": mail(text="On wrote: " * 90_000),
    "headers in the text": mail(text="From: a\n" * 4_900),
    "press": mail(text="Press:\n" * 4_900),
    "press without end": mail(text="Press: a\n\n" * 2_400),
    "votes": mail(text="I vote yes\n" * 4_900),
    "headers": mail("X-A: b\n" * 100_000),
    "a header": mail(f"X-A: {'b ' * 400_000}\n"),
    "addresses": mail(f"From: {'<a@b.c> ' * 50_000}\n"),
    "brackets": mail(f"From: {'(' * 100_000}\n"),
    "encoded words": mail(f"Subject: {'=?utf-8?Q?a?= ' * 20_000}\n"),
    "tags": mail("Content-Type: text/html\n", text="<b>" * 300_000),
    "half tags": mail("Content-Type: text/html\n", text="<b " * 300_000),
    "comments": mail("Content-Type: text/html\n", text="<!--" * 200_000),
    "fonts": mail(
        "Content-Type: text/html\n", text="".join(f"<font size={i}><p>" for i in range(45_000))
    ),
    "styles": mail(
        "Content-Type: text/html\n", text='<i style="' + "text-decoration:" * 60_000 + '">A</i>'
    ),
    "references": mail("Content-Type: text/html\n", text="&" * 900_000),
    "punycode": mail("Content-Type: text/plain; charset=punycode\n", text="a-" + "b" * 400_000),
    "boundaries": mail("Content-Type: multipart/mixed; boundary=b\n", text="--b" * 300_000),
    "base64": mail("Content-Transfer-Encoding: base64\n", text="QSBQ\n" * 180_000),
    "misspelt orders": mail(text="".join(f"A Prr{n} S A Bxr-Mxn\n" for n in range(900))),
    "orders in long lines": mail(text=("A Par-Bur, F Lon S A Yor-Nwy, " * 60 + "\n") * 11),
    "talk": mail(text="the fleet in Denmark may well hold, or support us to Kiel\n" * 410),
}


@pytest.mark.parametrize("name", HUGE)
def test_time_grows_with_the_length_only(name: str) -> None:
    begun = time.process_time()
    with suppress(ArchiveError):
        read(HUGE[name])
    assert time.process_time() - begun < LONGEST


def test_limits_are_clear_sentences() -> None:
    faults = {
        b"From: a@b.c\n\n" + b"x" * 25_000_000: "it is larger than 25 MB, so it is not read",
        mail(text="x\n" * 600_000): "its text is longer than 1 MB",
        UNREAD["parts in parts"]: "its parts lie more than 40 deep in one another",
        UNREAD["blockquotes in blockquotes"]: "it has more than 100 quotes in one another",
    }
    for data, fault in faults.items():
        assert read_message(data).fault == fault
    for text, fault in {
        "x\n" * 1001: "it has more than 1,000 lines besides quotes",
        "x y z\n" * 1000 + "> x y z\n" * 4000: "",
        "x " * 500 + ("x " * 500 + "\n") * 10: "it has more than 5,000 words besides quotes",
    }.items():
        with suppress(MailError) if not fault else pytest.raises(MailError, match=fault):
            read(mail(text=text))


@pytest.mark.usefixtures("game")
def test_the_answer_to_unclear_orders_in_one_long_line_is_short() -> None:
    """Each of them is quoted with its place, and none with the whole line."""
    row = "A Prr-Brr, F Lon S A Yxr-Nwx, " * 60 + "\n"
    result = run("receive", "x", text=mail(text=row * 11))
    assert result.output.count("unclear: ") > 1000
    (answer,) = Path(".chancery/x/acknowledgements").glob("*.eml")
    assert answer.stat().st_size < 200_000


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive with one game and one player."""
    monkeypatch.chdir(tmp_path)
    for words in (["new", "archive", "."], ["new", "game", "x", "--title", "X"]):
        assert run(*words).exit_code == 0
    assert run("new", "player", "x", "England: Ann Bell <ann@example.org>").exit_code == 0


def run(*words: str, text: bytes | str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=text)


@pytest.mark.usefixtures("game")
def test_every_strange_mail_is_kept_and_answered_by_itself(tmp_path: Path) -> None:
    mails = tmp_path / "mails"
    mails.mkdir()
    every = {**SOUND, **UNREAD, **FORGED}
    for name, data in every.items():
        (mails / f"{name}.eml").write_bytes(data)
    result = run("receive", "x", "mails")
    assert result.exit_code == 1
    assert "a fault of ours" not in result.output
    kept = [path.read_bytes() for path in FOLDER.glob("*.eml")]
    assert sorted(kept) == sorted(every.values())
    assert len([*FOLDER.glob("*-england.eml")]) == len(SOUND) + len(UNREAD), (
        "no forged mail is of a power"
    )
    assert run("receive", "x", "mails").output.count("received before") == len(every)


@pytest.mark.usefixtures("game")
def test_a_forged_mail_orders_nothing_without_the_word_of_the_game_master() -> None:
    for data in FORGED.values():
        result = run("receive", "x", text=data)
        assert result.exit_code == 1
        assert "orders from 0 of 7" in result.output
    taken = run("receive", "x", "--power", "England", text=FORGED["three words"] + b"\n")
    assert "received before" in taken.output
    again = run("receive", "x", "--power", "England", text=mail("From: eve@example.net\n"))
    assert "orders from 1 of 7" in again.output


@pytest.mark.usefixtures("game")
def test_the_command_that_is_proposed_for_a_sender_carries_out_nothing_of_his() -> None:
    """A game master copies it into a shell."""
    address = "x'`touch${IFS}owned`'@example.net"
    result = run("receive", "x", text=mail(f"From: {address}\n"))
    lines = (line.strip() for line in result.output.splitlines())
    command = next(line for line in lines if line.startswith("chancery "))
    words = shlex.split(command)
    assert words == ["chancery", "new", "player", "x", f"Austria: NAME <{address.lower()}>"]


def test_a_known_sender_is_needed_even_before_any_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "archive", ".")
    run("new", "game", "x")
    result = run("receive", "x", text=mail(text=f"ENGLAND\n{ORDERS}"))
    assert result.exit_code == 1
    assert "chancery new player x" in result.output.replace("\n    ", " ")
    assert "orders from 0 of 7" in result.output
    assert "orders from 1 of 7" in run("receive", "x", text=f"ENGLAND\n{ORDERS}").output


@pytest.mark.usefixtures("game")
def test_mails_are_kept_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("builder.mails.gathering.read_message", stopped)
        run("receive", "x", text=mail())
    assert [path.read_bytes() for path in FOLDER.glob("*.eml")] == [mail()]
    assert "orders from 1 of 7" in run("status", "x").output


@pytest.mark.usefixtures("game")
def test_a_fault_of_the_reader_stops_no_other_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(due: DueSeason, message: object, *_: object) -> MailReading:
        raise RecursionError("too deep")

    with monkeypatch.context() as patch:
        patch.setattr("builder.mails.gathering.read_mail", broken)
        result = run("receive", "x", text=mail())
    assert result.exit_code == 1
    assert "a fault of ours: RecursionError" in result.output
    assert "orders from 1 of 7" in run("status", "x").output


def mbox(*mails: bytes) -> bytes:
    marks = [f"From a@b.c Thu Nov 26 20:0{n}:00 2026\n".encode() for n in range(len(mails))]
    return b"\n".join(mark + data for mark, data in zip(marks, mails, strict=True))


@pytest.mark.usefixtures("game")
def test_an_mbox_a_maildir_and_a_folder_give_each_mail_once(tmp_path: Path) -> None:
    first, second = mail(), mail(text="F Lon-ENG\n>From the sea\n")
    (tmp_path / "in.mbox").write_bytes(mbox(first, second))
    for name in ("cur", "new", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    (tmp_path / "Maildir/cur/1:2,S").write_bytes(first)
    (tmp_path / "Maildir/new/2").write_bytes(mail(text="F Lon H\n"))
    (tmp_path / "Maildir/tmp/3").write_bytes(mail(text="F Edi H\n"))
    assert "F Lon – ENG" in run("receive", "x", "in.mbox").output
    found = run("receive", "x", "Maildir")
    assert found.output.count("received before") == 1
    assert "by the time of the Maildir's file" in found.output
    assert len([*FOLDER.glob("*.eml")]) == 3


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    ("head", "source"),
    [
        ("Received: by a; Thu, 26 Nov 2026 20:00:00 +0100\nReceived: by b; 1 Jan 2020 00:00 +0000\n",  # noqa: E501
         "2026-11-26 19:00 UTC, by its Received line"),
        ("From a@b.c Thu Nov 26 20:00:00 2026\n",
         "2026-11-26 20:00 UTC, by the From line of the mbox"),
        ("Received: by a; Thu, 26 Nov 2096 20:00:00 +0100\n", "by the moment of receive"),
        ("Received: by a; no date\n", "by the moment of receive"),
    ],
)  # fmt: skip
def test_arrival_is_what_our_server_says(head: str, source: str) -> None:
    text = head.encode() + mail(DATE)
    assert source in " ".join(run("receive", "x", text=text).output.split())


DATE = "Date: Fri, 27 Nov 2037 12:00:00 +0000\n"


@pytest.mark.usefixtures("game")
def test_the_mail_that_arrived_last_counts_whenever_it_is_received() -> None:
    late = "Received: by a; Thu, 26 Nov 2026 20:00:00 +0000\n"
    early = "Received: by a; Thu, 26 Nov 2026 19:00:00 +0000\n"
    run("receive", "x", text=mail(late, text="F Lon-NTH"))
    run("receive", "x", text=mail(early, DATE, text="F Lon-ENG"))
    run("close", "x")
    orders = Archive(Path.cwd()).game("x").phases[0].orders
    assert [written.text for written in orders] == ["F Lon-NTH"]


@pytest.mark.usefixtures("game")
def test_what_was_kept_is_known_again() -> None:
    run("receive", "x", "--power", "France", text="A Par-Bur")
    (place,) = Path(".chancery/x/envelopes").glob("*.json")
    assert json.loads(place.read_text())["power"] == "France"
    assert "orders from 1 of 7" in run("status", "x").output
