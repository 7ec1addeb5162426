"""close, undo and add --replace: nothing is overwritten, and all of them can be repeated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from open_games import FILE, GAME, HELD, PRIVATE, RESULTS, UNDONE, mail, open_game, run

from builder.archive import Archive

SPRING = "1901-spring-movement"


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_game(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builder.mails.results.board_png", lambda _: b"PNG")


def close(orders: str, day: int = 4) -> str:
    assert run("receive", "2026a", text=mail("jim", orders, day)).exit_code == 0
    done = run("close", "2026a")
    assert done.exit_code == 0, done.stderr
    return done.stdout


def texts(folder: Path) -> dict[str, str]:
    return {p.name: p.read_text() for p in folder.glob("*") if p.suffix != ".png"}


def test_undo_keeps_every_text_and_what_was_sent_out() -> None:
    close("F Lon-NTH")
    first = run("undo", "2026a").stdout
    assert FILE.read_text() == GAME
    close("F Lon-ENG", 5)
    second = run("undo", "2026a").stdout
    kept = texts(UNDONE)
    assert kept[f"{SPRING}-001.yaml"].rstrip() == first.rstrip("\n")
    assert kept[f"{SPRING}-002.yaml"].rstrip() == second.rstrip("\n")
    assert "F Lon-NTH" in first
    assert "F Lon-ENG" in second
    sent = json.loads(kept[f"{SPRING}-001.json"])
    assert "England F Lon – NTH" in sent["sent"]


def test_a_season_closed_again_is_a_visible_correction() -> None:
    before = close("F Lon-NTH")
    run("undo", "2026a")
    after = close("F Lon-ENG", 5)
    assert "Corrected" not in before
    shown = " ".join(after.split())
    assert "Before: England F Lon – NTH. After: England F Lon – ENG." in shown
    assert (RESULTS / f"{SPRING}.txt").read_text() == before.rstrip("\n") + "\n"
    assert (RESULTS / f"{SPRING}-2.txt").read_text() == after.rstrip("\n") + "\n"
    assert "Corrected" in (RESULTS / f"{SPRING}-2.html").read_text()
    assert "Before: England F Lon – NTH. After: England F Lon – ENG." in run("check").stderr


def test_a_season_closed_again_with_the_same_orders_is_none() -> None:
    before = close("F Lon-NTH")
    phase = Archive(Path.cwd()).game("2026a").phases[0]
    run("undo", "2026a")
    assert run("close", "2026a").stdout == before
    assert Archive(Path.cwd()).game("2026a").phases[0].published == phase.published
    assert not (RESULTS / f"{SPRING}-2.txt").exists()


def test_a_replaced_season_has_new_results_and_says_what_changed() -> None:
    close("F Lon-NTH\nA Lvp-Yor")
    done = run("add", "2026a", "-", "--replace", "S1901M", text="England: F Lon-ENG\nA Lvp-Yor")
    shown = " ".join(done.stdout.split())
    assert "Before: England F Lon – NTH. After: England F Lon – ENG." in shown
    assert "Lvp" not in shown.partition("Before")[2].partition("GERMANY")[0].partition("After")[0]
    assert (RESULTS / f"{SPRING}-2.eml").exists()
    again = run("add", "2026a", "-", "--replace", "S1901M", text="England: F Lon-NTH\nA Lvp-Yor")
    assert "Corrected" not in again.stdout, "the results are those sent out first"


def test_a_season_that_was_not_sent_out_is_corrected_silently() -> None:
    run("add", "2026a", "-", text="England: F Lon-NTH")
    done = run("add", "2026a", "-", "--replace", "S1901M", text="England: F Lon-ENG")
    assert "Corrected" not in done.stdout
    assert not RESULTS.exists()


@pytest.mark.parametrize("part", ["txt", "html", "eml", "png"])
def test_an_interrupted_close_is_completed_and_closes_no_other_season(
    monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    from builder.mails.inbox import Inbox

    write = Inbox.write

    def failing(inbox: Inbox, name: str, data: bytes) -> Path:
        if name == f"results/{SPRING}.{part}":
            raise OSError(28, "No space left on device", name)
        return write(inbox, name, data)

    run("receive", "2026a", text=mail("jim", "F Lon-NTH"))
    with monkeypatch.context() as patch:
        patch.setattr(Inbox, "write", failing)
        assert run("close", "2026a").exit_code == 1
    assert "results are not complete" in run("status").stdout
    run("receive", "2026a", text=mail("jim", "F NTH-Nwy", 6, "Fall 1901"))
    again = run("close", "2026a")
    assert again.exit_code == 0
    assert "Spring 1901 was written before; its results are complete now" in again.stderr
    assert {path.suffix for path in RESULTS.iterdir()} == {".txt", ".html", ".eml", ".png"}
    assert "Next: Fall 1901" in again.stdout
    assert "Fall 1901:" not in FILE.read_text()
    assert run("close", "2026a").exit_code == 0
    assert "Fall 1901:" in FILE.read_text()


def test_a_file_that_somebody_edits_meanwhile_is_not_overwritten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from builder.cli.open_game import OpenGame

    write = OpenGame.write
    edited = GAME + "note: by hand\n"

    def after_an_edit(opened: OpenGame, *texts: object, **gains: object) -> None:
        FILE.write_text(edited)
        write(opened, *texts, **gains)  # type: ignore[arg-type]

    monkeypatch.setattr(OpenGame, "write", after_an_edit)
    done = run("add", "2026a", "-", text="England: F Lon-NTH")
    assert done.exit_code == 1
    assert f"{FILE}: changed while the command ran" in done.stderr
    assert FILE.read_text() == edited


def test_an_announcement_without_its_phase_is_a_mistake() -> None:
    run("add", "2026a", "-", "--draft", text="England: F Lon-NTH")
    assert run("check").exit_code == 0
    HELD.unlink()
    wrong = f"{FILE}:5: Spring 1901 is announced here, but the private file has no orders of it"
    for words in (("check",), ("status",), ("add", "2026a", "-"), ("close", "2026a")):
        done = run(*words, text="England: F Lon-NTH")
        assert (done.exit_code, wrong in done.stderr) == (1, True), words
    assert run("undo", "2026a").exit_code == 0
    assert FILE.read_text() == GAME
    assert run("status").exit_code == 0


def test_elsewhere_an_announcement_is_no_mistake() -> None:
    run("add", "2026a", "-", "--draft", text="England: F Lon-NTH")
    HELD.unlink()
    for path in (*PRIVATE.iterdir(),):
        path.unlink()
    PRIVATE.rmdir()
    assert run("check").exit_code == 0


def test_what_is_only_in_the_private_file_does_not_count_and_is_kept() -> None:
    HELD.write_text("phases:\n  Spring 1901: {England: F Lon-ENG}\n")
    assert "Spring 1901: in the private file only" in run("status").stdout
    assert run("check").exit_code == 0
    close("F Lon-NTH")
    assert "F Lon-ENG" in (UNDONE / f"{SPRING}-001.yaml").read_text()
    assert "F Lon-ENG" not in HELD.read_text()
    assert "F Lon-NTH" in FILE.read_text()


def test_status_names_an_ending_and_paths_as_they_are_typed() -> None:
    run("receive", "2026a", text=mail("jim", "F Lon-Xyzzy"))
    shown = run("status").stdout
    assert "  England: .chancery/2026a/1901-spring-movement/001-england.eml:6:" in shown
    assert str(Path.cwd()) not in shown
    FILE.write_text(GAME + "result: {draw: [England, France]}\n")
    assert run("status").stdout.startswith(
        "Spring Offensive: the game is over. Draw: England and France.\n"
    )


def test_letters_outside_of_the_phase_stay() -> None:
    text = "\ufeff" + GAME.replace("phases: {}", "phases: {} # none").replace("\n", "\r\n")
    FILE.write_bytes(text.encode())
    close("F Lon-NTH")
    written = FILE.read_bytes()
    assert written.startswith(b"\xef\xbb\xbfgame: Spring Offensive\r\n")
    assert b"\n" not in written.replace(b"\r\n", b"")
    run("undo", "2026a")
    assert FILE.read_bytes() == text.encode()
