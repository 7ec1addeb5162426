"""Laws of the zine reader: no unit changes its power, and nothing that is printed is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from old_mill import HOLDS, agrees, issue, opening, verdicts
from our_archive import ARCHIVE

from builder.errors import ArchiveError
from builder.exports.registry import EXPORTERS
from builder.formats.game.reading import read_game
from builder.formats.game.writing import write_game
from builder.imports.importer import Imported, TextFile
from builder.imports.registry import import_document
from builder.imports.zine.reader import ZINE_REPORTS
from builder.model.calendar import Phase
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.record import Record

STANDARD = ARCHIVE.variant("standard")
SETTING = STANDARD.setting
HEADINGS = (
    "England:", "ENGLAND", "ENGLAND, Smith:", "ENGLAND/Smith:", "England (Smith):",
    "England - Smith", "England [Smith]", "Orders from England:", "England's orders",
    "AUS and now ENG (Smith)......", "ENG (Smith)......", "Eng:", "E:", "**England**",
    "England Spring 1901", "And now for England", "England has ordered:", "Smith (England):",
    "England: NMR", "England - NMR, all units hold", "England (X) - civil disorder",
    "England: no orders received", "England (Player Five) declares civil disorder",
    "England sent no orders", "No orders from England", "NMR: England", "England: none",
    "England did not send orders", "England missed the deadline", "England is in CD",
    "ENGLAND (Smith) failed to submit orders.", "England lost interest in this game",
)  # fmt: skip
UNITS = {
    "Vie": "Austria", "Bud": "Austria", "Tri": "Austria", "Lon": "England", "Edi": "England",
    "Lvp": "England", "Par": "France", "Bre": "France",
}  # fmt: skip
FORMS = (
    ("AUSTRIA: A Vie-Gal, A Bud-Ser.", "F Lon-NTH, F Edi-NWG.", "FRANCE: A Par-Pic, F Bre-MAO."),
    ("AUSTRIA (Ann): a vie-GAL, a bud-SER", "f lon-NTH, f edi-NWG", "FRANCE (Bob): a par-PIC"),
    ("<i>Austria</i> Ann Bee ([email])\nA Vie-Gal, A Bud-Ser", "F Lon-NTH, F Edi-NWG",
     "France: A Par H"),
    ("Austria: A(Vie)-Gal, (A(Bud)-Ser)", "F(Lon)-NTH, F(Edi)-NWG", "France: A(Par)-Pic, F(Bre) S"),
)  # fmt: skip


def imported(text: str, press: bool = False) -> list[Imported | ArchiveError]:
    """The games of a text, read as a zine."""
    document = TextFile("zine.txt", text)
    return [*ZINE_REPORTS.read(document, lambda _: SETTING, press)]


def games(text: str, press: bool = False) -> list[Imported]:
    """The games of a text that can be read."""
    return [game for game in imported(text, press) if isinstance(game, Imported)]


def all_that_is_said(found: list[Imported | ArchiveError]) -> str:
    """Every order, note and remark, and every refusal."""
    said: list[str] = []
    for game in found:
        if isinstance(game, ArchiveError):
            said.append(str(game))
            continue
        said += map(str, game.remarks)
        for phase in game.record.phases:
            said += [w.text for w in phase.orders]
            said += [note.text for note in phase.notes]
    return "\n".join(said)


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("apart", ["\n", "\n\n"])
@pytest.mark.parametrize("form", FORMS)
def test_no_unit_changes_its_power(form: tuple[str, str, str], apart: str, heading: str) -> None:
    above, orders, below = form
    found = imported("Spring 1901\n\n" + apart.join([above, heading, orders, below]))
    listed = [w for g in found if isinstance(g, Imported) for w in g.record.phases[0].orders]
    assert [w for w in listed if w.home and UNITS[w.home] != w.issuer] == []
    said = all_that_is_said(found).lower().replace("(", " ").replace(")", "")
    for place in ("Vie", "Bud", "Lon", "Edi", "Par"):
        assert place.lower() in said, "every unit is found again in an order or a remark"


@given(line=some.text(alphabet="AFS-(),.: abLRx\n", max_size=40))
def test_a_line_between_two_powers_changes_no_power(line: str) -> None:
    text = f"Spring 1901\n\nAUSTRIA: a vie-GAL, f TRI h.\n{line}\nFRANCE: a par-PIC, f bre-MID.\n"
    for game in games(text):
        for w in game.record.phases[0].orders if game.record.phases else ():
            if w.home in ("Par", "Bre"):
                assert w.issuer == "France"
            if w.home in ("Vie", "Tri"):
                assert w.issuer == "Austria"


STEPS = ("Autumn '02 of the game SECOND", "Winter 1902", "Summer 1903", "Pre-Spring 1903")


@pytest.mark.parametrize("heading", STEPS)
def test_a_heading_without_moves_is_found_again(heading: str) -> None:
    text = "Spring '05 of the game FIRST\n\nAustria: A Vie-Gal, (A Bud-Rum)\nTurkey: A Bul-Ser\n\n"
    text = text if "SECOND" in heading else ""
    text += f"{heading}\n\nAustria: disbands A GRE\nRussia disbands A SER\n"
    found = imported(text)
    assert heading in all_that_is_said(found)
    assert any(isinstance(game, ArchiveError) for game in found)


@given(
    lines=some.lists(
        some.sampled_from(
            [
                "1) Fall 1901 was quiet.", "Orders, please!", "Spring is here", "orders!",
                "Germany and Russia agree", "Moves were slow", "2) a year", "Winter 1901 will come",
                "<i>Notes:</i>", "England lost a fleet", "Positions of others are theirs.",
            ]
        ),
        min_size=1,
        max_size=6,
    )
)  # fmt: skip
def test_all_lines_of_the_game_master_are_kept_with_press(lines: list[str]) -> None:
    notes = "\n".join(["<i>Game Notes:</i>", "", "1) So it begins.", *lines])
    found = imported(opening("Fall 1901").replace("[addresses removed]", notes), press=True)
    said = all_that_is_said(found)
    for line in lines:
        assert line in said


def orders(game: Record) -> list[set[tuple[object, ...]]]:
    """The orders of each phase without their spelling."""
    return [{(w.issuer, w.unit, w.order) for w in phase.orders} for phase in game.phases]


@pytest.mark.parametrize(
    "turkey", ["f smy-EAS, f CON h", "f SMY h (uno), f CON h", "<i>f smy-eas</i> (imp), f CON h"]
)
def test_what_is_read_can_be_written_back(turkey: str) -> None:
    text = opening() + issue(14, "Spring 1902", HOLDS)
    (game,) = games(text + issue(15, "Spring 1902 - Corrected", {"TURKEY": turkey}))
    again = read_game(write_game(game.record, STANDARD), "mill.yaml", ARCHIVE.variant)
    assert orders(again) == orders(game.record)
    assert again.rulings[:0] == ()
    assert [r.outcome for r in again.rulings] == [r.outcome for r in game.record.rulings]


def test_corrections_of_an_early_phase_in_a_late_issue_can_be_written_back() -> None:
    text = opening() + issue(14, "Spring 1902", HOLDS)
    text += issue(15, "Spring 1902 - Corrected", {"TURKEY": "f smy-EAS, f CON h"})
    text += issue(16, "Fall 1901 - Corrected", {"TURKEY": "f CON h, a arm-SEV"})
    text += issue(17, "Spring 1902 - Corrected again", {"FRANCE": "f bre-ENG"})
    (game,) = games(text)
    again = read_game(write_game(game.record, STANDARD), "mill.yaml", ARCHIVE.variant)
    assert len(again.rulings) == len(game.record.rulings) == 3


@pytest.mark.parametrize("form", ["zine", "judge", "saved-game", "csv"])
def test_a_unit_without_an_order_stays_without_one_in_each_form(form: str) -> None:
    spring = HOLDS | {"TURKEY": "f SMY h (uno), f CON h (unordered), a ARM h, a BUL h"}
    (game,) = games(opening() + issue(14, "Spring 1902", spring))
    text = EXPORTERS[form].write(replay(STANDARD, game.record))
    name = {"saved-game": "mill.json", "csv": "mill.csv"}.get(form, "mill.txt")
    (again,) = import_document(TextFile(name, text), lambda _: SETTING, False)
    assert isinstance(again, Imported)
    held = [w for w in again.record.phases[-1].orders if w.home in ("Smy", "Con")]
    unordered = [p for p in again.record.phases[-1].results if p.at in ("Smy", "Con")]
    assert all(p.outcomes == {Outcome.NO_ORDER} for p in unordered)
    assert len(held) == 0 or len(unordered) == len(held)


def test_a_text_that_marks_nothing_prints_nothing() -> None:
    text = "Spring 1901\n\nAustria: A Vie-Gal, A Bud-Ser, F Tri H\nTurkey: A Con-Bul, A Smy-Con\n"
    text += "\nFall 1901\n\nAustria: A Gal-Rum, A Ser H, F Tri H\nTurkey: A Bul H, A Con H\n"
    (game,) = games(text)
    assert [phase.results for phase in game.record.phases] == [(), ()]
    assert "nothing marks what failed" in all_that_is_said([game])


def test_a_clean_game_has_one_verdict_a_phase() -> None:
    (game,) = games(opening() + issue(14, "Spring 1902", HOLDS))
    assert agrees(game)
    assert len(verdicts(game)) == len(game.record.phases) == 4
    assert game.record.phases[0].phase == Phase(1901, "spring", "movement")
