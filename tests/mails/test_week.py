"""A game master's week: mails are received, a season is closed, taken back and added again."""

from __future__ import annotations

import email
import subprocess
from datetime import UTC, date, datetime
from email import policy
from email.message import EmailMessage
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result
from our_archive import ROOT

from builder.archive import Archive
from builder.cli import main
from builder.cli.season import now_impossible
from builder.draw.raster import available, board_png
from builder.errors import ArchiveError
from builder.formats.game import read_game
from builder.mails.message import read_message
from builder.mails.outgoing import MAP, new_message
from builder.model.calendar import Phase
from builder.playback.replaying import replay
from builder.prose.order_accounts import correction
from builder.site.publishing.site import Site
from builder.source.files import write_durably

GAME = 'game: Spring Offensive\nvariant: standard\nplayers: {England: "Jim"}\nphases: {}\n'
SENDERS = "jim@example.org: England\nann@example.org: France\n"
FILE = Path("games/standard/2026a.yaml")
INBOX = Path(".chancery/2026a")


@pytest.fixture(autouse=True)
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive with one game that has not begun."""
    copytree(ROOT / "maps/standard", tmp_path / "maps/standard")
    (tmp_path / "mkdocs.yml").write_text("site_name: X\n")
    monkeypatch.chdir(tmp_path)
    for path, text in ((FILE, GAME), (INBOX / "senders.txt", SENDERS)):
        path.parent.mkdir(parents=True)
        path.write_text(text)


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=text)


def mail(sender: str, text: str, day: int = 4, subject: str = "orders", head: str = "") -> str:
    return (
        f"{head}From: {sender}@example.org\nSubject: {subject}\nMessage-ID: <{sender}{day}@x>\n"
        f"Date: {day:02} May 2026 10:00:00 +0000\n\n{text}"
    )


def days_ago(day: str) -> int:
    """How long ago a day was; today may have become yesterday while the test ran."""
    return (datetime.now(UTC).date() - date.fromisoformat(day)).days


def receive(*mails: str) -> list[Result]:
    return [run("receive", "2026a", text=text) for text in mails]


def test_the_mail_that_arrived_last_counts_and_earlier_ones_are_kept() -> None:
    first, late, third = receive(
        mail("jim", "F Lon-NTH", 6),
        mail("jim", "F Lon-ENG", 5),
        mail("ann", "A Par-Bur\nA Mar-Mun", subject="Spring 1901"),
    )
    assert (first.exit_code, late.exit_code, third.exit_code) == (0, 0, 0)
    assert "F Lon – NTH: lawful" in first.output
    assert "A Lvp: no order; it will hold" in first.output
    assert "arrived " in first.output
    assert "by the moment of receive" in first.output
    assert "its Date, 2026-05-05 10:00 UTC, is before that of the mail before" in late.output
    assert "A Mar – Mun: Void: A Mar cannot go from Marseilles to Munich." in third.output
    assert len([*(INBOX / "1901-spring-movement").iterdir()]) == 3
    assert "orders from 2 of 7 powers; none from Austria, Germany" in run("status").output
    closed = run("close", "2026a", "--deadline", "Friday", "--note", "A start.")
    assert "Austria" in FILE.read_text()
    assert "F Lon – ENG" in closed.output, "the sender's clock decides nothing"
    assert "Next: Fall 1901, by Friday" in closed.output
    assert "  Austria: NMR" not in closed.output
    assert "Austria: NMR" in FILE.read_text()


def test_an_acknowledgement_says_nothing_of_others() -> None:
    receive(mail("ann", "A Par-Bur"), mail("jim", "A Lvp-Bel"))
    (answer,) = (INBOX / "acknowledgements").glob("*england*")
    sent = email.message_from_bytes(answer.read_bytes(), policy=policy.default)
    assert (sent["To"], sent["In-Reply-To"]) == ("jim@example.org", "<jim4@x>")
    assert "A Lvp – Bel: lawful if a fleet is ordered to convoy it" in str(sent.get_content())
    assert "Par" not in str(sent.get_content())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (mail("eve", "A Par-Bur"), "unknown sender eve@example.org"),
        (mail("jim", "F Lon-NTH", subject="Fall 1901"), "orders for Fall 1901; Spring 1901 is due"),
        (
            mail("jim", "Build F Lon"),
            "'Build F Lon' is not an order for this phase; Spring 1901 is due",
        ),
        (mail("jim", "France: A Par-Bur"), "orders for France in a mail of England"),
        (mail("jim", "F Lun-NTH"), "unknown province 'Lun'"),
    ],
)
def test_what_does_not_count_is_said_and_kept(text: str, why: str) -> None:
    (result,) = receive(text)
    assert result.exit_code == 1
    assert why in result.output
    assert len([*INBOX.glob("1901-*/*.eml")]) == 1
    assert run("close", "2026a").exit_code == 1
    assert FILE.read_text() == GAME


def test_the_same_mail_twice_and_orders_sent_ahead() -> None:
    once, twice, _ = receive(
        mail("jim", "F Lon-NTH"), mail("jim", "F Lon-NTH"), mail("jim", "F NTH-Nwy", 5, "Fall 1901")
    )
    assert "received before" in twice.output
    assert once.exit_code == 0
    run("close", "2026a")
    assert "Fall 1901 is due; orders from 1 of 7" in run("status", "2026a").output
    (again,) = receive(mail("ann", "hello"))
    assert "no orders in it" in again.output


def test_a_season_is_taken_back_and_its_mails_count_again() -> None:
    receive(mail("jim", "F Lon-NTH"))
    run("close", "2026a")
    assert FILE.read_text() != GAME
    assert run("undo", "2026a").output.startswith("  Spring 1901:\n")
    assert FILE.read_text() == GAME
    assert "orders from 1 of 7" in run("status", "2026a").output
    assert run("undo", "2026a").exit_code == 1


def test_a_later_correction_is_said_with_the_day_of_the_results() -> None:
    receive(mail("jim", "F Lon-NTH\nA Lvp-Bel"), mail("ann", "A Par-Bur"))
    run("close", "2026a")

    def said() -> str:
        found = Archive(Path.cwd())
        game = replay(found.variant("standard"), found.game("2026a"))
        stage = game.stages[0]
        return correction(stage.recorded, stage.turn, game.variant.setting.board)

    assert said() == ""
    FILE.write_text(FILE.read_text().replace("A Lvp-Bel", "A Lvp-Yor"))
    day = Archive(Path.cwd()).game("2026a").phases[0].published.day
    assert days_ago(day) in (0, 1)
    assert said() == (
        f"Corrected since the results were sent out on {day}: no longer England A Lvp – Bel: void."
    )
    FILE.write_text(FILE.read_text().replace("A Par-Bur", "A Par-Lon"))
    assert "now France A Par – Lon: void" in said()


def test_results_are_sent_out_with_a_map(monkeypatch: pytest.MonkeyPatch) -> None:
    if not available():
        pytest.skip("no Cairo")
    monkeypatch.setattr("builder.mails.results.board_png", board_png)
    receive(mail("jim", "F Lon-NTH"))
    run("close", "2026a")
    painted = (INBOX / "results/1901-spring-movement.png").read_bytes()
    sent = email.message_from_bytes(
        (INBOX / "results/1901-spring-movement.eml").read_bytes(), policy=policy.default
    )
    assert painted.startswith(b"\x89PNG")
    (shown,) = (part for part in sent.walk() if part.get_content_type() == "image/png")
    assert shown.get_content() == painted


def test_a_map_that_cannot_be_drawn_is_named_and_the_season_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> str:
        raise ArchiveError("map.svg:1:1: not a map")

    if not available():
        pytest.skip("no Cairo")
    monkeypatch.setattr("builder.mails.results.drawing", broken)
    receive(mail("jim", "F Lon-NTH"))
    closed = run("close", "2026a")
    assert "warning: the results have no map: map.svg:1:1: not a map" in closed.stderr
    assert (INBOX / "results/1901-spring-movement.eml").is_file()
    assert not (INBOX / "results/1901-spring-movement.png").exists()


def test_git_takes_nothing_that_was_received() -> None:
    receive(mail("jim", "F Lon-NTH"))
    assert (INBOX.parent / ".gitignore").read_text() == "*\n"


def test_retreats_and_builds_are_asked_for_and_idle_phases_are_passed() -> None:
    start = "start:\n  units: {England: 'F Lon, F NTH', France: 'F ENG, A Par'}\n  owners: {}\n"
    FILE.write_text(GAME.replace("phases:", f"{start}phases:"))
    text = "England: F NTH S F Lon-ENG, F Lon-ENG\nFrance: F ENG H"
    added = run("add", "2026a", "-", text=text)
    assert "Next: Spring 1901, retreats\n  France: F ENG to" in added.stdout
    refused = run("add", "2026a", "-", text="France: Build F Bre")
    assert (
        "'Build F Bre' is not an order for this phase; Spring 1901, retreats is due"
        in refused.stderr
    )
    assert "Next: Fall 1901\n" in run("add", "2026a", "-", text="France: F ENG R MAO").stdout


def test_typed_orders_are_added_whole_or_not_at_all() -> None:
    result = run("add", "2026a", "-", text="England: F Lon-NTH\nFrance: F Brg H")
    assert (result.exit_code, FILE.read_text()) == (1, GAME)
    assert "-" in result.stderr
    assert "unknown province 'Brg'" in result.stderr


def test_a_text_for_another_season_is_not_said_to_be_kept() -> None:
    result = run("add", "2026a", "-", text="Fall 1901\nEngland: F Lon-NTH")
    assert (result.exit_code, FILE.read_text()) == (1, GAME)
    assert "these are orders for Fall 1901; Spring 1901 is due; --force takes" in result.stderr


def test_a_correction_counts_the_powers_that_had_orders_before() -> None:
    run("add", "2026a", "-", text="England: F Lon-NTH\nFrance: A Par H")
    again = run("add", "2026a", "-", "--replace", "S1901M", text="England: F Lon-ENG")
    assert "orders from 2 of 7 powers; none from Austria, Germany" in again.stderr


def test_what_is_added_is_shown_first_refused_twice_and_replaced() -> None:
    text = "England: F Lon-NTH\nhello\nItaly NMR"
    shown = run("add", "2026a", "-", "--dry-run", text=text)
    assert FILE.read_text() == GAME
    assert "F Lon – NTH" in shown.stdout
    assert "line 2: skipped: hello\norders from 2 of 7 powers; none from Austria" in shown.stderr
    run("add", "2026a", "-", text=text)
    again = run("add", "2026a", "-", text=text)
    assert "the orders of Spring 1901 again; Fall 1901 is due; --force" in again.stderr
    run("add", "2026a", "-", "--force", text=text)
    assert "Fall 1901:" in FILE.read_text()
    replaced = run("add", "2026a", "-", "--replace", "S1901M", text="England: F Lon-ENG")
    assert replaced.exit_code == 0
    after = FILE.read_text()
    assert after.index("F Lon-ENG") < after.index("Fall 1901:")
    assert "Italy: NMR" in after[: after.index("Fall 1901:")], "it was not given again"


def test_a_correction_keeps_what_it_does_not_name_and_warns_of_later_orders() -> None:
    receive(mail("jim", "F Lon-NTH\nA Lvp-Yor"), mail("ann", "A Par-Bur"))
    run("close", "2026a", "--note", "A start.", "--deadline", "Friday")
    receive(mail("jim", "F NTH-Nwy", 5))
    run("close", "2026a")
    assert run("check").stderr == ""
    found = run("add", "2026a", "-", "--replace", "S1901M", text="England: F Lon-ENG\nA Lvp-Yor")
    assert "warning: Fall 1901: now impossible: England F NTH-Nwy" in found.stderr
    spring, fall = Archive(Path.cwd()).game("2026a").phases
    day = spring.published.corrected
    assert days_ago(day) in (0, 1)
    assert (spring.deadline, spring.notes[0].text) == ("Friday", "A start.")
    assert {w.text for w in spring.orders} == {"F Lon-ENG", "A Lvp-Yor", "A Par-Bur"}
    checked = run("check")
    assert checked.exit_code == 0
    assert f"Spring 1901: Corrected on {day}, after the results were sent out" in checked.stderr
    assert "Fall 1901: Corrected since" in checked.stderr
    assert f":{fall.line}: " in checked.stderr


def test_a_game_that_is_over_takes_no_orders() -> None:
    FILE.write_text(GAME + "result: {winner: England}\n")
    result = run("add", "2026a", "-", text="England: F Lon-NTH")
    assert "the game is over; --force" in result.stderr


def encoded(charset: str, transfer: str, kind: str = "plain") -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "Jim <JIM@example.org>", "S1901"
    text = "A München-Bur\nF Lon-NTH"
    text = (
        f"<p>{text.replace(chr(10), '<br>')}</p><style>p {{}}</style>" if kind == "html" else text
    )
    message.set_content(text, subtype=kind, charset=charset, cte=transfer)
    return message.as_bytes()


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252"])
@pytest.mark.parametrize("transfer", ["quoted-printable", "base64", "8bit"])
@pytest.mark.parametrize("kind", ["plain", "html"])
def test_mails_in_every_encoding(charset: str, transfer: str, kind: str) -> None:
    found = read_message(encoded(charset, transfer, kind))
    assert found.text.split("\n")[-3:] == ["A München-Bur", "F Lon-NTH", ""] or (
        found.text.strip().splitlines() == ["A München-Bur", "F Lon-NTH"]
    )
    assert found.sender == "jim@example.org"


def test_odd_mails() -> None:
    assert read_message("F Lon–NTH é".encode("latin-1", "replace")).text.endswith("é")
    unknown = encoded("utf-8", "8bit").replace(b"utf-8", b"x-none")
    assert "F Lon-NTH" in read_message(unknown).text
    mixed = EmailMessage()
    mixed["From"] = "jim@example.org"
    mixed.set_content("F Lon-NTH")
    mixed.add_attachment(b"...", "application", "pdf", filename="orders.pdf")
    found = read_message(mixed.as_bytes())
    assert (found.text.strip(), found.attachments) == ("F Lon-NTH", ("orders.pdf",))


def test_results_as_a_mail() -> None:
    data = new_message("A: B", "text", ["a@x.org", "b@x.org"], f'<img src="cid:{MAP}">', b"PNG")
    sent = email.message_from_bytes(data, policy=policy.default)
    assert sent["Bcc"] == "a@x.org, b@x.org"
    page = sent.get_body(("html",))
    assert page is not None
    (image,) = [part for part in sent.walk() if part.get_content_type() == "image/png"]
    assert f'src="cid:{image["Content-ID"][1:-1]}"' in page.get_content()
    assert image.get_content() == b"PNG"


def test_git_takes_no_season_that_is_held_back(archive: None) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    run("add", "2026a", "-", "--embargo", "2031-01-01", text="England: F Lon-NTH")
    run("add", "2026a", "-", text="England: F NTH-Nwy")
    taken = subprocess.run(["git", "add", "-Av"], check=True, capture_output=True, text=True).stdout
    assert str(FILE) in taken
    assert ".chancery" not in taken
    assert "F Lon" not in FILE.read_text()
    assert FILE.read_text().count('embargo: "2031-01-01"') == 1
    assert [p.phase.season for p in Archive(Path.cwd()).game("2026a").phases] == ["spring", "fall"]
    replaced = run("add", "2026a", "-", "--replace", "S1901M", text="England: F Lon-ENG")
    assert "warning: Fall 1901: now impossible" in replaced.stderr
    assert "F Lon-ENG" in (INBOX / "held.yaml").read_text()
    assert "F NTH-Nwy" in run("undo", "2026a").output
    assert FILE.read_text().count("1901:") == 1
    assert run("close", "2026a", "--publish").stderr == "Spring 1901: published\n"
    after = FILE.read_text()
    assert ("F Lon-ENG" in after, "2031" in after) == (True, False)
    assert not Archive(Path.cwd()).game("2026a").to_come
    assert run("undo", "2026a").exit_code == 0
    assert FILE.read_text() == GAME


def test_where_the_private_file_is_not_the_season_is_announced_only() -> None:
    run("add", "2026a", "-", text="England: F Lon-NTH")
    run("add", "2026a", "-", "--embargo", "2031-01-01", text="England: F NTH-Nwy")
    fall = Phase(1901, "fall", "movement")
    for private in (True, False):
        site = Site(Archive(Path.cwd()))
        work = site.work(FILE)
        assert work is not None
        assert [stage.phase.season for stage in work.replay.stages] == ["spring"]
        assert site.held["2026a"] == {fall: "2031-01-01"}
        assert "F NTH" not in str(work.source)
        later = Site(Archive(Path.cwd()), today=date(2031, 1, 2)).work(FILE)
        assert later is not None
        assert len(later.replay.stages) == 1 + private, "its orders are not here to be judged"
        assert ("F NTH - Nwy" in later.source.decode()) == private
        (INBOX / "held.yaml").unlink(missing_ok=True)


def test_a_season_is_published_when_its_day_has_come() -> None:
    for day, text in (("2020-01-01", "F Lon-NTH"), ("2031-01-01", "F NTH-Nwy")):
        run("add", "2026a", "-", "--embargo", day, text=f"England: {text}")
    receive(mail("jim", "A Lvp-Yor", 9, "Spring 1902"))
    closed = run("close", "2026a", "--dry-run")
    assert "published" not in closed.stderr
    assert run("close", "2026a").stderr.startswith("Spring 1901: published\n")
    assert "embargo: 2020-01-01" in FILE.read_text().split("Fall 1901")[0]
    assert "F NTH-Nwy" not in FILE.read_text()


def test_orders_held_back_by_hand_are_warned_of() -> None:
    FILE.write_text(GAME.replace("phases: {}", "phases:\n  Spring 1901:\n    draft: yes\n"
                                 "    England: F Lon-NTH"))  # fmt: skip
    assert "warning" not in run("check").stderr
    subprocess.run(["git", "init", "-q"], check=True)
    assert f"warning: git takes {FILE}" in run("check", str(FILE)).stderr
    Path(".gitignore").write_text("/games/\n")
    assert "warning" not in run("check").stderr


def test_players_are_named_and_followed_by_others() -> None:
    (INBOX / "senders.txt").unlink()
    FILE.write_text(GAME.replace('{England: "Jim"}', '{England: "?", France: "?"}'))
    both = ("England: Jim O'Hara <jim@example.org>", "france: Ann")
    assert run("new", "player", "2026a", *both).exit_code == 0
    receive(mail("jim", "F Lon-NTH"), mail("eve", "A Par-Bur"))
    assert "unknown sender eve" in run("status", "2026a").output
    run("close", "2026a")
    run("new", "player", "2026a", "England: Eve <eve@example.org>")
    record = Archive(Path.cwd()).game("2026a")
    assert record.players["England"] == "Jim O'Hara, Eve from Fall 1901"
    assert record.players["France"] == "Ann"
    assert receive(mail("eve", "F NTH-Nwy", 5))[0].exit_code == 0
    assert (INBOX / "senders.txt").read_text().count("\n") == 2
    assert "no line for Italy" in run("new", "player", "2026a", "Italy: Gia").output


def test_of_a_game_without_names_only_the_private_list_has_them() -> None:
    FILE.write_text(GAME.replace('"Jim"', '"?"') + "secrecy: gunboat\n")
    run("new", "player", "2026a", "England: Jim <jim@example.org>")
    assert "Jim" not in FILE.read_text()
    assert "Jim <jim@example.org>: England" in (INBOX / "senders.txt").read_text()
    receive(mail("jim", "F Lon-NTH\n\nPress: Hello!"))
    assert "there is no press in a gunboat game" in run("close", "2026a").output


def test_a_mail_after_the_deadline_counts_until_the_season_is_closed() -> None:
    receive(mail("jim", "F Lon-NTH"))
    run("close", "2026a", "--deadline", "2026-05-08 18:00 Europe/Oslo")
    arrived = "Received: from a.example by b.example; {}\n"
    early, late = receive(
        mail("jim", "F NTH-Nwy", head=arrived.format("8 May 2026 15:59:00 +0000")),
        mail("ann", "A Par-Bur", head=arrived.format("8 May 2026 16:01:00 +0000")),
    )
    assert "after the deadline" not in early.output
    assert "after the deadline, 2026-05-08 18:00 Europe/Oslo; it counts until" in late.output
    said = run("status", "2026a").output
    assert "Fall 1901 is due by 2026-05-08 18:00 Europe/Oslo; orders from 2 of 7" in said


def test_an_empty_folder_of_mails_is_not_taken_for_standard_input() -> None:
    Path("mails").mkdir()
    found = run("receive", "2026a", "mails", text=mail("jim", "F Lon-NTH"))
    assert found.stdout.startswith("Spring 1901: orders from 0 of 7 powers;")


def test_a_correction_after_which_a_unit_must_retreat_warns_of_its_later_orders() -> None:
    text = """game: X
variant: standard
start: {units: {France: "A Mar, A Gas", Germany: A Bur}}
phases:
  Spring 1901: {France: "A Mar-Bur, A Gas H"}
  Fall 1901: {Germany: "A Bur-Mun, A Ber-Kie"}
"""
    standard = Archive(ROOT).variant("standard")
    before, after = (
        replay(standard, read_game(each, "x.yaml", lambda _: standard))
        for each in (text, text.replace("A Gas H", "A Gas S A Mar-Bur"))
    )
    assert [*now_impossible(before, after)] == [
        "warning: Fall 1901: now impossible: Germany A Bur-Mun"
    ]


def test_the_mails_of_a_game_that_is_gone_do_not_hide_the_others() -> None:
    Path(".chancery/1999z").mkdir()
    found = run("status")
    assert found.stdout.startswith("Spring Offensive: Spring 1901 is due;")
    assert (found.exit_code, "unknown game '1999z'" in found.stderr) == (1, True)


@pytest.mark.parametrize("failing", [1, 2])
def test_a_season_is_in_a_file_whichever_write_fails(
    monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    run("add", "2026a", "-", "--embargo", "2031-01-01", text="England: F Lon-NTH")
    written: list[Path] = []

    def full_disk(path: Path, data: bytes) -> None:
        written.append(path)
        if len(written) == failing:
            raise OSError(28, "No space left on device", str(path))
        write_durably(path, data)

    with monkeypatch.context() as patch:
        patch.setattr("builder.source.owned_file.write_durably", full_disk)
        assert run("close", "2026a", "--publish").exit_code == 1
    assert "F Lon-NTH" in (INBOX / "held.yaml").read_text()
    assert ("F Lon-NTH" in FILE.read_text()) == (failing == 2)
    assert [p.phase.year for p in Archive(Path.cwd()).game("2026a").phases] == [1901]
    assert "orders from 0 of 7" in run("status").output
    assert run("close", "2026a", "--publish").exit_code == 0
    assert "F Lon-NTH" in FILE.read_text()
    assert "F Lon-NTH" not in (INBOX / "held.yaml").read_text()


def test_a_proposed_command_stands_on_one_line() -> None:
    """It is there to be copied, however long the address is."""
    address = "a.very.long.name.of.a.person@a.place.that.is.far.away.example.org"
    text = mail("eve", "A Par-Bur").replace("eve@example.org", address)
    lines = [line.strip() for line in receive(text)[0].output.splitlines()]
    commands = [line for line in lines if line.startswith("chancery new player 2026a ")]
    assert [address in command for command in commands] == [True]
