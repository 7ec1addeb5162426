"""Press is printed as its author wishes, and votes are listed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from our_archive import ARCHIVE

from builder.cli import main
from builder.mails.passages import Row
from builder.mails.press import Press, take_press
from builder.mails.votes import read_vote
from builder.model.units import Power

NAMES = ARCHIVE.variant("standard").setting.power_names
FOLDER = Path(".chancery/x")


def press(text: str) -> list[Press]:
    rows = [Row(number, row) for number, row in enumerate(text.splitlines(), start=1)]
    taken = take_press(rows, NAMES, lambda row: row.startswith("A ") and "-" in row)
    left = {row.number: row.text for row in taken.rows}
    accounted = {aside.number for aside in taken.asides}
    for row in rows:
        is_left = bool(row.text.strip()) and left[row.number] == row.text
        assert not row.text.strip() or is_left != (row.number in accounted)
    return list(taken.press)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Press: We love peace.", "We love peace."),
        ("PRESS\nRome to Vienna: The rent is due.", "Rome to Vienna: The rent is due."),
        ("[Press]\nRome (Sep 1903): At sea.", "Rome (Sep 1903): At sea."),
        ("Press from Rome: Wine is cheap.", "Wine is cheap."),
        ("Press release:\nNo claims.", "No claims."),
        ("Press to all: Peace!", "Peace!"),
        ("WHITE PRESS: Hello", "Hello"),
        ("Press, Rome to Vienna: The rent is due.", "Rome to Vienna: The rent is due."),
        ("Press - Rome to Vienna: The rent is due.", "Rome to Vienna: The rent is due."),
        ("**Press:** Hello", "Hello"),
        ("Pressemitteilung: Hallo", "Hallo"),
        ("Communiqué de presse : Bonjour", "Bonjour"),
        ("PRESS\nOne.\n\nTwo.\nEND OF PRESS", "One.\n\nTwo."),
    ],
)
def test_white_press_is_signed(text: str, printed: str) -> None:
    (piece,) = press(text)
    assert (piece.text, piece.anonymous, piece.is_public, piece.doubt) == (printed, False, True, "")


@pytest.mark.parametrize(
    "text",
    [
        "Press (anonymous): Vienna is bankrupt.",
        "BLACK PRESS: Vienna is bankrupt.",
        "GREY PRESS\nVienna is bankrupt.",
        "Gray press: Vienna is bankrupt.",
        "Anonymous press: Vienna is bankrupt.",
        "Press (unsigned please): Vienna is bankrupt.",
        "Press, not for attribution: Vienna is bankrupt.",
        "Press (no name): Vienna is bankrupt.",
        "Schwarze Presse: Vienna is bankrupt.",
        "Presse anonyme : Vienna is bankrupt.",
        "PRESS [BLACK]: Vienna is bankrupt.",
        "Press, not to be signed: Vienna is bankrupt.",
        "Press from nobody: Vienna is bankrupt.",
        "Press (name withheld): Vienna is bankrupt.",
        "[Black press] Vienna is bankrupt. [End of press]",
    ],
)
def test_black_and_grey_press_names_nobody(text: str) -> None:
    (piece,) = press(text)
    assert piece.anonymous
    assert piece.text.endswith("Vienna is bankrupt.")
    assert piece.is_public


@pytest.mark.parametrize(
    "text",
    [
        "Press, please keep my name out of it: Vienna is bankrupt.",
        "Press: Vienna is bankrupt.\n(anonymous please)",
        "Press (not from me): Vienna is bankrupt.",
    ],
)
def test_a_wish_that_is_not_clear_prints_no_name_and_is_asked_about(text: str) -> None:
    (piece,) = press(text)
    assert piece.anonymous
    assert "named?" in piece.doubt


@pytest.mark.parametrize(
    "text",
    ["Press Turkey to Russia only: meet me in Sev.", "Press to Russia: meet me in Sev."],
)
def test_press_to_one_power_is_for_it_alone(text: str) -> None:
    (piece,) = press(text)
    assert (piece.to, piece.is_public) == ((Power("Russia"),), False)


@pytest.mark.parametrize(
    "text",
    ["Press releases bore me.", "Press on: A Par-Bur", "Pressing on", "I have no press this time"],
)
def test_talk_of_press_is_no_press(text: str) -> None:
    assert not press(text)


@pytest.mark.parametrize(
    "text", ["Press: One.\nTwo. (end of press)", "Press: One. / Two. [/press]"]
)
def test_an_end_mark_may_stand_behind_the_text(text: str) -> None:
    (piece,) = press(f"{text}\nA Rom-Apu")
    assert piece.text.split() in (["One.", "Two."], ["One.", "/", "Two."])
    assert not piece.doubt


def test_an_order_in_the_press_is_asked_about() -> None:
    (piece,) = press("Press: Hello!\nA Ven-Tri")
    assert "an order in the press: A Ven-Tri" in piece.doubt


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("I vote yes to the draw between England, Germany and Russia.", "yes"),
        ("Vote: yes", "yes"),
        ("Draw vote: NO", "no"),
        ("I vote for the draw proposal", "yes"),
        ("I vote against the draw.", "no"),
        ("Concession to Turkey: yes", "yes"),
        ("E/G/R draw: I agree", "yes"),
        ("I veto the draw.", "no"),
        ("I abstain from the vote", "abstain"),
        ("Vote: not sure yet", ""),
        ("I vote yes if Turkey does", ""),
        ("Ich stimme mit ja", "yes"),
        ("Je vote non", "no"),
    ],
)
def test_a_vote_is_read_or_asked_about(text: str, decision: str) -> None:
    vote = read_vote(Row(3, text))
    assert vote is not None
    assert (vote.decision, vote.line, vote.text) == (decision, 3, text)


@pytest.mark.parametrize(
    "text", ["A Par-Bur", "A draw would be fine.", "Vienna: yes", "No orders yet", "Spring 1901:"]
)
def test_other_lines_are_no_votes(text: str) -> None:
    assert read_vote(Row(1, text)) is None


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive with a game of three known players."""
    monkeypatch.chdir(tmp_path)
    run("new", "archive", ".")
    run("new", "game", "x", "--title", "X")
    players = ["Italy: Gia <gia@x.org>", "Russia: Olga <olga@x.org>", "Turkey: Mehmet <m@x.org>"]
    assert run("new", "player", "x", *players).exit_code == 0


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=text)


def receive(sender: str, text: str) -> Result:
    return run("receive", "x", text=f"From: {sender}@x.org\nSubject: orders\n\n{text}\n")


def files(folder: Path) -> str:
    """Everything in the files of a folder."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return "\n".join(path.read_bytes().decode("latin-1") for path in paths)


def test_the_author_of_black_press_stays_in_the_private_folder() -> None:
    receive("gia", "A Ven H\n\nBLACK PRESS: Vienna is bankrupt.\n\nPress: We love peace.")
    assert run("close", "x").exit_code == 0
    game = yaml.safe_load(next(Path("games").rglob("x.yaml")).read_text())
    (phase,) = game["phases"].values()
    assert phase["press"] == ["Vienna is bankrupt.", {"from": "Italy", "text": "We love peace."}]
    results = (FOLDER / "results/1901-spring-movement.txt").read_text()
    assert "Press: Vienna is bankrupt." in results
    assert "Press: Italy: We love peace." in results


def add(text: str, *words: str) -> Result:
    return run("add", "x", "-", *words, text=text)


def written_press() -> object:
    """The press in the only phase of the game's file."""
    game = yaml.safe_load(next(Path("games").rglob("x.yaml")).read_text())
    (phase,) = game["phases"].values()
    return phase.get("press")


@pytest.mark.parametrize(
    "text",
    [
        "Italy:\nA Ven H\n\n{press}",
        "From: gia@x.org\nSubject: orders\n\nItaly: A Ven H\n\n{press}",
        "From: gia@x.org\nSubject: orders\n\nItaly: A Ven H\nRussia: A War H\n\n{press}",
    ],
)
def test_added_press_is_signed_with_its_power_and_black_press_is_not(text: str) -> None:
    press = "BLACK PRESS: Vienna is bankrupt.\n\nPress: We love peace."
    added = add(text.format(press=f"{press}\n"))
    assert added.exit_code == 0, added.output
    assert written_press() == ["Vienna is bankrupt.", {"from": "Italy", "text": "We love peace."}]
    assert "press, without a name" in added.output
    assert "press, signed Italy" in added.output


def test_added_press_among_the_orders_of_several_powers_gets_no_name() -> None:
    added = add("Italy: A Ven H\nRussia: A War H\n\nPress: We love peace.\n")
    assert written_press() == ["We love peace."]
    assert "whose it is cannot be known" in added.output


def test_the_page_of_the_results_isolates_press_from_the_right() -> None:
    receive("gia", "A Ven H\n\nPress: \u05e9\u05dc\u05d5\u05dd (1901).")
    closed = run("close", "x")
    assert closed.exit_code == 0, closed.output
    (page,) = (FOLDER / "results").glob("*.html")
    assert "<bdi>Press: Italy: \u05e9\u05dc\u05d5\u05dd (1901).</bdi>" in page.read_text("utf-8")


def test_added_press_to_one_power_is_not_written() -> None:
    added = add("Turkey:\nA Con H\n\nPress Turkey to Russia only: meet me in Sev.\n")
    assert added.exit_code == 0, added.output
    assert "press, for Russia only" in added.output
    assert "meet me" not in files(Path("games"))


def test_a_corrected_phase_keeps_its_press() -> None:
    add("Italy:\nA Ven H\n\nPress: We love peace.\n")
    added = add("Italy:\nA Ven-Tri\n\nPress: War!\n", "--replace", "Spring 1901")
    assert added.exit_code == 0, added.output
    assert "the phase has press already" in added.output
    assert written_press() == [{"from": "Italy", "text": "We love peace."}]


def test_added_press_of_a_gunboat_game_is_refused_by_its_line_only() -> None:
    path = next(Path("games").rglob("x.yaml"))
    path.write_text(re.sub("Gia|Olga|Mehmet", "?", path.read_text()) + "secrecy: gunboat\n")
    added = add("Italy:\nA Ven H\n\nPress: Hello!\n")
    assert added.exit_code == 0, added.output
    assert "line 4: press, not printed: there is no press in a gunboat game" in added.output
    assert "Hello" not in path.read_text()
    assert "A Ven" in path.read_text()


def test_press_to_one_power_is_a_mail_for_it_and_nothing_else() -> None:
    result = receive("m", "A Con H\n\nPress Turkey to Russia only: meet me in Sev.")
    assert result.exit_code == 1
    assert run("close", "x").exit_code == 0, "press never keeps a season open"
    (letter,) = (FOLDER / "letters").glob("*.eml")
    assert "To: olga@x.org" in letter.read_text()
    assert "meet me in Sev" in letter.read_text()
    assert "meet me" not in files(Path("games")) + files(FOLDER / "results")


def test_votes_are_listed_and_decide_nothing() -> None:
    result = receive("olga", "I vote yes to the draw between England, Germany and Russia.")
    assert result.exit_code == 0
    assert "vote yes: I vote yes to the draw" in result.output
    assert "Russia: vote yes: I vote yes to the draw" in run("status", "x").output
    receive("olga", "A War H\nDraw: no")
    assert "Russia: vote no: Draw: no" in run("close", "x").output
    assert "vote" not in files(Path("games"))


def test_press_keeps_no_gunboat_season_open() -> None:
    path = next(Path("games").rglob("x.yaml"))
    unnamed = re.sub("Gia|Olga|Mehmet", "?", path.read_text())
    path.write_text(unnamed + "secrecy: gunboat\n")
    assert receive("gia", "A Ven H\n\nPress: Hello!").exit_code == 1
    closed = run("close", "x")
    assert closed.exit_code == 0, closed.output
    assert "there is no press in a gunboat game" in closed.output
    assert "Hello" not in path.read_text()


def test_an_acknowledgement_has_the_lines_of_its_own_power_only() -> None:
    receive("gia", "A Ven-Tri")
    receive("olga", "A War-Gal")
    for path in (FOLDER / "acknowledgements").glob("*.eml"):
        shown = path.read_text()
        assert ("Ven" in shown) == ("italy" in path.name)
        assert ("War" in shown) == ("russia" in path.name)
