"""Answers to an acknowledgement: yes, one order changed, and a mail taken as it was read."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.archive import Archive
from builder.cli import main
from builder.notation.notation import write_order

FIRST = "F Bre-MAO\nA Maars-Spa\nA Par-Bur"
ACKNOWLEDGEMENT = "<x.1901-spring-movement.001@chancery.invalid>"


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive with one game and two players."""
    monkeypatch.chdir(tmp_path)
    run("new", "archive", ".")
    run("new", "game", "x", "--title", "X")
    players = ["France: Ann <ann@x.org>", "Italy: Gia <gia@x.org>"]
    assert run("new", "player", "x", *players).exit_code == 0


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=text)


def receive(text: str, head: str = "", sender: str = "ann", own_id: str = "m1") -> Result:
    heads = f"From: {sender}@x.org\nSubject: Re: orders\nMessage-ID: <{own_id}@x.org>\n{head}"
    return run("receive", "x", text=f"{heads}\n{text}\n")


def orders(*options: str) -> list[str]:
    """The orders of France after the season is closed."""
    closed = run("close", "x", *options)
    assert closed.exit_code == 0, closed.output
    archive = Archive.open()
    setting = archive.variant("standard").setting
    written = [w for w in archive.game("x").phases[-1].orders if w.issuer == "France"]
    return sorted(write_order(w, setting) for w in written)


@pytest.mark.parametrize(
    "head",
    [
        "In-Reply-To: <m1@x.org>\n",
        "References: <m1@x.org> <sent@gm.org>\nIn-Reply-To: <sent@gm.org>\n",
        f"In-Reply-To: {ACKNOWLEDGEMENT}\n",
    ],
)
@pytest.mark.parametrize("text", ["yes", "Yes, thanks!", "Ja, richtig.", "Oui, merci\n\nAnn"])
def test_yes_takes_the_guesses_of_the_mail_that_it_answers(head: str, text: str) -> None:
    assert receive(FIRST).exit_code == 1
    answer = receive(text, head, own_id="m2")
    assert answer.exit_code == 0, answer.output
    assert "taken as A Mar - Spa: A Maars-Spa" in answer.output
    assert orders() == ["A Mar - Spa", "A Par - Bur", "F Bre - MAO"]


@pytest.mark.parametrize(
    ("head", "sender"), [("", "ann"), ("In-Reply-To: <m1@x.org>\n", "gia"), ("", "gia")]
)
def test_yes_to_nothing_or_to_the_mail_of_another_is_asked_about(head: str, sender: str) -> None:
    receive(FIRST)
    answer = receive("yes", head, sender, "m2")
    assert answer.exit_code == 1
    assert "which mail is meant?" in answer.output
    assert "Maars" not in answer.output
    assert run("close", "x").exit_code == 1


@pytest.mark.parametrize(
    "text",
    [
        "F Bre-ENG instead, rest as before",
        "Please change F Bre to F Bre-ENG. The rest as before.",
        "F Bre-ENG, alles andere bleibt",
    ],
)
def test_one_order_of_the_answered_mail_is_changed(text: str) -> None:
    receive(FIRST.replace("Maars", "Mar"))
    answer = receive(text, "In-Reply-To: <m1@x.org>\n", own_id="m2")
    assert answer.exit_code == 0, answer.output
    assert orders() == ["A Mar - Spa", "A Par - Bur", "F Bre - ENG"]


def test_the_rest_as_before_without_a_mail_before_is_asked_about() -> None:
    receive(FIRST.replace("Maars", "Mar"))
    assert receive("F Bre-ENG instead, rest as before", own_id="m2").exit_code == 1
    assert run("close", "x").exit_code == 1
    assert orders("--force") == ["A Mar - Spa", "A Par - Bur", "F Bre - MAO"]


def test_one_mail_is_taken_as_it_was_read() -> None:
    receive(FIRST)
    receive("A Ven-Tri\nA Rum H", sender="gia", own_id="m2")
    assert run("close", "x", "--accept", "002").exit_code == 1
    assert orders("--accept", "001", "--accept", "002") == ["A Par - Bur", "F Bre - MAO"]


def test_force_drops_nothing_that_could_be_read() -> None:
    receive(FIRST + "\nBuild A Par")
    assert orders("--force") == ["A Par - Bur", "F Bre - MAO"]


@pytest.mark.parametrize("command", ["receive", "close"])
def test_the_game_master_takes_the_guesses(command: str) -> None:
    if command == "receive":
        text = f"From: ann@x.org\nSubject: orders\n\n{FIRST}"
        assert run("receive", "x", "--accept-guesses", text=text).exit_code == 0
        assert orders() == ["A Mar - Spa", "A Par - Bur", "F Bre - MAO"]
    else:
        receive(FIRST)
        assert orders("--accept-guesses") == ["A Mar - Spa", "A Par - Bur", "F Bre - MAO"]


def test_guesses_are_taken_in_a_season_that_is_added() -> None:
    text = f"FRANCE\n{FIRST}\n"
    assert run("add", "x", "-", text=text).exit_code == 1
    added = run("add", "x", "-", "--accept-guesses", text=text)
    assert added.exit_code == 0, added.output
    assert "taken as A Mar - Spa: A Maars-Spa" in added.stderr


def test_the_acknowledgement_names_a_wrong_letter_and_what_is_missing() -> None:
    answer = receive("F Par-Bur\nF Bre-MAO").output
    assert "F Par – Bur: lawful; the letter is wrong: A Par stands there" in answer
    assert "A Mar: no order; it will hold" in answer


def test_two_orders_for_one_unit_are_put_to_the_player() -> None:
    answer = receive("A Par-Bur\nA Par-Pic\nF Bre H")
    assert answer.exit_code == 1
    assert "two orders for one unit" in answer.output
    assert run("close", "x").exit_code == 1


@pytest.mark.parametrize(
    ("subject", "code"),
    [
        ("Spring 1901", 0), ("Re: X: Winter 1900", 0), ("AW: Fall 1903", 0), ("SV: Fall 1903", 0),
        ("TR: Fall 1903", 0), ("[list] Re[2]: Fall 1903", 0), ("Fall 1900", 1), ("Fall 1901", 1),
        ("Spring 1902", 1),
    ],
)  # fmt: skip
def test_the_subject_of_an_answer_names_no_phase(subject: str, code: int) -> None:
    text = f"From: ann@x.org\nSubject: {subject}\n\nA Par-Bur\n"
    result = run("receive", "x", text=text)
    assert result.exit_code == code, result.output
    if code:
        waits = "Fall 1901" in subject
        assert ("they are kept until then" in " ".join(result.output.split())) == waits
        status = run("status", "x").output
        assert ("Fall 1901: orders sent ahead" in status) == waits
        assert "orders from 0 of 7" in status


def test_the_results_name_the_phase_that_is_due_and_no_other() -> None:
    receive("A Par-Bur")
    run("close", "x")
    sent = Path(".chancery/x/results/1901-spring-movement.eml").read_text()
    assert "Subject: X: Fall 1901\n" in sent
    assert receive("A Bur-Mun", own_id="m3").exit_code == 0


def test_the_same_orders_as_last_season_are_orders() -> None:
    receive("A Par H\nF Bre H")
    run("close", "x")
    assert receive("A Par H\nF Bre H", own_id="m2").exit_code == 0


def test_a_successor_orders_and_the_predecessor_does_not() -> None:
    run("new", "player", "x", "France: Cleo <cleo@x.org>")
    late = receive("A Par-Bur")
    assert late.exit_code == 1
    assert "ann@x.org has left the game" in late.output
    assert receive("A Par-Pic", sender="cleo", own_id="m2").exit_code == 0
    assert orders() == ["A Par - Pic"]
    sent = Path(".chancery/x/results/1901-spring-movement.eml").read_text()
    assert "cleo@x.org" in sent
    assert "ann@x.org" not in sent
