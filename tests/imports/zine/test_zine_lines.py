"""Lines that lack a comma, a capital or the right year, and charts with `Home`; made-up games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from our_archive import ARCHIVE
from samples import Read

from builder.imports.files import documents
from builder.imports.game_parts import GameParts, bundled, games
from builder.imports.importer import Imported
from builder.model.orders import Hold
from builder.model.outcomes import Outcome

GAME = """\
===== page1.html :: A GAME: 1999ZZ, Regular Diplomacy =====
<i>Spring 1901</i>

AUSTRIA (Left): a vie-GAL, f TRI h,
a bud-SER.
FRANCE (Right): a mar-SPA, <i>a PAR-bur</i>
f bre-MID.
TURKEY (Odd): a con-BUL
a SMY h
f ANK S
a con-bul.

<i>Fall 1901</i>

AUSTRIA (Left): a GAL h, f tri-ALB, a SER S f tri-alb.
FRANCE (Right): a spa-POR, a par-BUR, f MID S a spa-por.
TURKEY (Odd): a bul-GRE, a smy-CON, f ANK h.

<i>Winter 1901</i>

AUSTRIA (Left): bld a vie; has a VIE, a GAL, f ALB, a SER S f alb.

<i>Supply Center Chart</i>

AUSTRIA (Left): Home, ser, gre (has 3, bld
2)
FRANCE (Right): home, por, bel (this note
wraps in the row)
TURKEY (Odd): ank,con,smy,bul (has 3,
bld 1)
"""


def test_a_line_that_begins_with_a_unit_begins_an_order(read: Read) -> None:
    (game,) = read(GAME)
    spring = game.record.phases[0]
    assert [str(w.home) for w in spring.orders] == [
        "Vie", "Tri", "Bud", "Mar", "Par", "Bre", "Con", "Smy", "Ank",
    ]  # fmt: skip
    told = {str(p.at): p.outcomes for p in spring.results}
    assert told["Par"] == {Outcome.FAILED}
    assert told["Bre"] == {Outcome.MOVED}
    assert told["Ank"] == {Outcome.GIVEN}


def test_a_chart_with_home_centres(read: Read) -> None:
    (game,) = read(GAME)
    owners = game.record.phases[1].owners
    assert owners is not None
    assert sorted(c for c, p in owners.items() if p == "Austria") == [
        "Bud", "Gre", "Ser", "Tri", "Vie",
    ]  # fmt: skip
    assert sum(p == "France" for p in owners.values()) == 5


def test_an_order_in_a_list_of_units_is_a_unit_and_is_told(read: Read) -> None:
    (game,) = read(GAME)
    winter = game.record.phases[-1]
    assert {str(u) for u in winter.after or ()} >= {"A Vie", "A Gal", "F Alb", "A Ser"}
    assert any("an order in a list of units" in str(r) for r in game.remarks)
    assert not game.record.rulings


def test_orders_in_small_letters(read: Read) -> None:
    text = "Spring 1901\n\naustria: a vie-gal, a bud-ser (failed), f tri h\nfrance: a par-bur\n"
    (game,) = read(text)
    (spring,) = game.record.phases
    assert [w.issuer for w in spring.orders] == ["Austria"] * 3 + ["France"]
    assert [w.order for w in spring.orders if w.home == "Tri"] == [Hold()]


def test_a_winter_with_the_year_of_an_earlier_one_is_the_last(read: Read) -> None:
    later = GAME.replace("1901", "1902").replace("Winter 1902", "Winter 1901")
    later = later.replace("bld a vie", "bld f tri").partition("<i>Supply")[0]
    (game,) = read(GAME + later.replace("page1", "page9"))
    winters = [p for p in game.record.phases if p.phase.step == "adjustments"]
    assert [(p.phase.year, len(p.orders)) for p in winters] == [(1901, 1), (1902, 1)]
    assert any("taken for Winter 1902" in r.message for r in game.remarks)


def test_a_heading_at_the_end_of_another_line(read: Read) -> None:
    joined = GAME.replace("a con-bul.\n\n<i>Fall", "a con-bul. <i>Fall")
    orders = [
        [(w.issuer, w.text) for w in p.orders] for (g,) in [read(joined)] for p in g.record.phases
    ]
    (game,) = read(GAME)
    assert orders == [[(w.issuer, w.text) for w in p.orders] for p in game.record.phases]


def test_the_issues_in_a_folder_are_one_game(tmp_path: Path) -> None:
    winter = GAME.index("<i>Winter")
    heading = GAME.splitlines()[0]
    (tmp_path / "issue9.txt").write_text(GAME[:winter], encoding="utf-8")
    (tmp_path / "issue10.txt").write_text(f"{heading}\n{GAME[winter:]}", encoding="utf-8")
    (parts,) = (p for p in bundled(documents(tmp_path)) if isinstance(p, GameParts))
    (game,) = games(parts, ARCHIVE)
    assert isinstance(game, Imported)
    assert [p.phase.step for p in game.record.phases] == ["movement", "movement", "adjustments"]
    files = {r.file for r in game.remarks}
    assert files == {"issue10.txt"}


MORE = """
===== page3.html :: A GAME: 1999ZZ, Regular Diplomacy =====
<i>Spring 1902</i>

AUSTRIA (Left): a VIE h, a GAL-rum, f ALB h, a SER h.
FRANCE (Right): a POR h, a BUR h, f MID h.

===== page4.html :: A GAME: 1999ZZ, Regular Diplomacy =====
<i>{}</i>

AUSTRIA (Left): a VIE h, a GAL-ukr, f alb-ION, a SER h.
FRANCE (Right): a por-SPA, a bur-MAR, f MID h.

===== page5.html :: A GAME: 1999ZZ, Regular Diplomacy =====
<i>{}</i>

AUSTRIA (Left): bld a bud; has a VIE, a GAL, f ION, a SER, a BUD.

<i>Spring 1903</i>

AUSTRIA (Left): a vie-TRI, a GAL h, f ION h, a SER h, a BUD h.
FRANCE (Right): a SPA h, a MAR h, f MID-wes.
"""


def ordered(game: Any) -> list[tuple[Any, str]]:
    """What was ordered in each phase."""
    return [(p.phase, repr(p.orders)) for p in game.record.phases]


@pytest.mark.parametrize(
    ("fall", "winter"),
    [("Fall 1902", "Winter 1902"), ("Fall 1903", "Winter 1902"), ("Fall 1903", "Winter 1903"),
     ("Spring 1902", "Winter 1902"), ("Fall 1901", "Winter 1902"), ("Fall 1902", "Winter 1901")],
)  # fmt: skip
def test_a_season_with_the_wrong_heading_goes_where_it_belongs(
    fall: str, winter: str, read: Read
) -> None:
    (right,) = read(GAME + MORE.format("Fall 1902", "Winter 1902"))
    (game,) = read(GAME + MORE.format(fall, winter))
    assert ordered(game) == ordered(right)
    wrong = (fall != "Fall 1902") + (winter != "Winter 1902")
    assert sum("taken for" in r.message for r in game.remarks) == wrong


def test_issues_out_of_order_are_read_by_their_numbers(read: Read) -> None:
    text = GAME + MORE.format("Fall 1902", "Winter 1902")
    head, *issues = text.split("===== page")
    (right,) = read(text)
    (game,) = read(head + "".join(f"===== page{issue}\n" for issue in reversed(issues)))
    assert ordered(game) == ordered(right)
    assert "issues out of order, read by their numbers" in [r.message for r in game.remarks]


def test_what_is_not_read_names_its_own_line(read: Read) -> None:
    (game,) = read(GAME.replace("a bul-GRE, a smy-CON,", "a bul-GRE,\na smy-CON, a nowhere X-Y,"))
    notes = [n for p in game.record.phases for n in p.notes if n.kind == "not read"]
    (note,) = [n for n in notes if "nowhere" in n.text]
    line = next(i for i, text in enumerate(GAME.splitlines(), 1) if "a bul-GRE" in text) + 1
    assert note.source == f"line {line}"


def test_the_last_report_under_the_heading_of_a_later_year(read: Read) -> None:
    spring = "Spring 1901\nFRANCE: a mar-SPA, a PAR h, f bre-MID.\nITALY: a VEN h, f nap-ION.\n\n"
    fall = "Fall 1902\nFRANCE: a SPA h, a par-BUR, f mid-POR.\nITALY: a VEN h, f ION h.\n"
    (game,) = read(spring + fall)
    assert [(p.phase.year, p.phase.season) for p in game.record.phases] == [
        (1901, "spring"), (1901, "fall"),
    ]  # fmt: skip
    assert "headed 'Fall 1902', taken for Fall 1901" in [r.message for r in game.remarks]
    apart = read(spring + fall.replace("a VEN h", "a ROM h"))
    assert len(apart) == 2


def test_a_chart_under_a_repeated_heading_is_of_the_season_that_is_meant(read: Read) -> None:
    spring = "Spring 1901\nFRANCE: a mar-SPA, a PAR h, f bre-MID.\nITALY: a VEN h, f nap-ION.\n\n"
    fall = "FRANCE: a SPA h, a par-BUR, f mid-POR.\nITALY: a VEN h, f ion-TUN.\n"
    chart = "Centers\nFRANCE: bre, mar, par, spa, por\nITALY: ven, rom, nap, tun\n"
    (right,) = read(f"{spring}Fall 1901\n{fall}{chart}")
    (game,) = read(f"{spring}Spring 1901\n{fall}{chart}")
    assert [p.owners for p in game.record.phases] == [p.owners for p in right.record.phases]
    assert game.record.phases[1].owners
