"""Marks, bullets and boards of orders that are marked one by one; made-up games."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE
from processor_time import at_most
from samples import Read

from builder.imports.annotated.report_lines import normalised
from builder.imports.importer import Imported, TextFile
from builder.imports.registry import import_document
from builder.model.outcomes import Outcome

GAME = """\
Spring 1901

France:
A Paris - Burgundy{bad}
A Marseilles - Spain{good}
F Brest - Mid-Atlantic Ocean{good}

Germany:
A Munich - Burgundy{bad}
A Berlin - Kiel{good}
F Kiel H{good}
"""


def importing(text: str) -> list[Imported]:
    """The games of a text, on the boards that we have."""
    archive = ARCHIVE
    document = TextFile("game.txt", text)
    return [*import_document(document, lambda name: archive.variant(name).setting)]  # type: ignore[list-item]


def told(game: Imported) -> dict[str, frozenset[Outcome]]:
    return {str(p.at): p.outcomes for p in game.record.phases[0].results}


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        (" (fails)", " (succeeds)"), (" (Failed)", " (OK)"), (" - fails", " - succeeds"),
        (" -- failed.", ""), (" FAILED", " OK"), (" FAILS", ""), (" ✗", " ✓"), (" ❌", " ✅"),
        (" [fails]", ""), (": failed", ": ok"), (" *fails*", ""), (" **failed**", " **ok**"),
        (" (unsuccessful)", " (successful)"), (" => failed", ""),
    ],
)  # fmt: skip
def test_marks_of_what_failed(read: Read, bad: str, good: str) -> None:
    (game,) = read(GAME.format(bad=bad, good=good))
    found = told(game)
    assert game.remarks == ()
    assert (found["Par"], found["Mun"]) == ({Outcome.FAILED}, {Outcome.FAILED})
    assert (found["Mar"], found["Kie"]) == ({Outcome.MOVED}, {Outcome.HELD})


@pytest.mark.parametrize(
    ("mark", "outcomes"),
    [
        ("(bounced)", {Outcome.BOUNCED}), ("[stood off]", {Outcome.BOUNCED}),
        ("- bounce", {Outcome.BOUNCED}), ("(cut)", {Outcome.CUT}),
        ("[dislodged]", {Outcome.DISLODGED}), ("(no convoy)", {Outcome.NO_CONVOY}),
        ("(bounced, dislodged)", {Outcome.BOUNCED, Outcome.DISLODGED}),
        ("(succeeds; dislodged)", {Outcome.DISLODGED}), ("(void)", {Outcome.VOID}),
    ],
)  # fmt: skip
def test_marks_that_say_why(read: Read, mark: str, outcomes: set[Outcome]) -> None:
    (game,) = read(GAME.format(bad=f" {mark}", good=""))
    assert game.remarks == ()
    assert told(game)["Par"] == outcomes
    assert told(game)["Ber"] == {Outcome.MOVED}


@pytest.mark.parametrize("bullet", ["- ", "* ", "• ", "– ", "1. ", "12) ", "  - "])
def test_bullets_before_orders(read: Read, bullet: str) -> None:
    plain = GAME.format(bad=" (fails)", good="")
    lines = [
        bullet + line if line.startswith(("A ", "F ")) else line for line in plain.splitlines()
    ]
    (game,) = read("\n".join(lines))
    assert game.remarks == ()
    assert [len(phase.orders) for phase in game.record.phases] == [6]
    assert normalised(f"{bullet}Build F Brest") == "Build F Brest"


def test_a_mark_may_stand_before_an_order(read: Read) -> None:
    plain = GAME.format(bad=" ✗", good=" ✓")
    lines = [f"{line[-1]} {line[:-2]}" if line[-1:] in ("✗", "✓") else line
             for line in plain.splitlines()]  # fmt: skip
    assert told(read("\n".join(lines))[0]) == told(read(plain)[0])


def test_a_misspelt_mark_is_told(read: Read) -> None:
    (game,) = read(GAME.format(bad=" (bonced)", good=" (ok)"))
    assert {r.message for r in game.remarks} == {"'bonced' read as bounced"}
    assert told(game)["Par"] == {Outcome.BOUNCED}


@pytest.mark.parametrize(
    "line",
    [
        "A Berlin - Silesia (via convoy)", "F Spain (south coast) - Marseilles", "F Bul (ec) H",
        "A Bur S A Mar - Gas, and much good did it do", "Nothing failed", "A Par - Bur (who knew)",
    ],
)  # fmt: skip
def test_other_words_behind_an_order_are_no_marks(line: str) -> None:
    assert normalised(line) == line


@pytest.mark.parametrize("head", ["# variant: loeb9", "Variant: Loeb9", "**Variant:** loeb9"])
def test_the_board_is_that_of_the_variant(head: str) -> None:
    text = f"{head}\n{GAME.format(bad=' ✗', good=' ✓')}\nNorway:\nA Norway - Finland ✓\n"
    (game,) = importing(text.replace("Spain", "Gascony"))
    assert game.record.variant == "loeb9"
    assert game.remarks == ()
    assert {w.issuer for w in game.record.phases[0].orders} == {"France", "Germany", "Norway"}


def test_a_variant_that_nobody_knows_is_told() -> None:
    (game,) = importing(f"Variant: Gunboat\n{GAME.format(bad=' ✗', good=' ✓')}")
    assert game.record.variant == "standard"
    assert any("Gunboat" in r.message for r in game.remarks)


def test_lines_of_several_orders_are_a_zine_s(read: Read) -> None:
    text = "Spring 1901\nFRANCE: A Par-Bur (bounced),\nA Mar-Spa (ok), F Bre-MAO (ok)\n"
    (game,) = read(text + "GERMANY: A Mun-Bur (bounced),\nA Ber-Kie (bounced).\n")
    assert game.record.words == "zine"


@pytest.mark.parametrize(
    "line",
    ["A plan that failed", "1. A Paris plan was ok", "A blow: failed!", "A good try ✗"],
)
def test_talk_that_ends_with_a_mark_stays_as_it_is(line: str) -> None:
    assert normalised(line).endswith(line.removeprefix("1. "))


@pytest.mark.parametrize("order", ["A Par - Bur", "A Par to Bur", "F Bre H", "F Brest"])
def test_a_sign_may_stand_close_to_its_order(order: str) -> None:
    assert normalised(f"{order}×") == f"{order}  FAILS"


@pytest.mark.parametrize("blank", ["\n", " \n", "\t", "* "])
def test_a_page_of_blanks_is_looked_through_at_once(read: Read, blank: str) -> None:
    with at_most(4):
        assert read(blank * 50_000) == []
