"""One season in many manners and with small slips: it is read as if it were clean."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.importer import Imported
from builder.playback.replaying import replay
from builder.variant import Variant

CLEAN = """\
Spring 1901
AUSTRIA: A Vie-Gal, A Bud-Ser, F Tri-Ven (bounced).
ENGLAND: F Lon-NTH, F Edi-NWG, A Lvp-Yor.
FRANCE: A Mar-Spa, A Par-Bur (bounced), F Bre-MAO.
GERMANY: F Kie-Den, A Mun-Bur (bounced), A Ber-Kie.
ITALY: A Ven H, A Rom-Apu, F Nap-ION.
RUSSIA: A War-Ukr, A Mos H, F Sev-BLA (bounced), F StP(sc)-BOT.
TURKEY: A Con-Bul, F Ank-BLA (bounced), A Smy-Con.
"""


def told(game: Imported) -> list[object]:
    (phase,) = game.record.phases
    orders = sorted((w.issuer, str(w.unit and w.unit.at), str(w.order)) for w in phase.orders)
    results = sorted((str(p.power), str(p.at), sorted(p.outcomes)) for p in phase.results)
    return [phase.phase, orders, results]


@pytest.mark.parametrize(
    "heading",
    [
        "Round One - Spring 1901 Results", "S1901M", "1901 Spring", "Spring of the year 1901",
        "*** SPRING 1901 ***", "=== Spring 1901 ===", "Gazette No. 5: SPRING 1901",
        "Moves for Spring, 1901:", "SPRING '01", "### Spring 1901 (adjudicated 3 May)",
    ],
)  # fmt: skip
def test_headings_in_other_styles(read: Read, heading: str) -> None:
    (clean,), (game,) = read(CLEAN), read(CLEAN.replace("Spring 1901", heading))
    assert told(game) == told(clean)


def test_codes_of_steps(read: Read) -> None:
    fall = "F1901M\nITALY: A Ven-Tri (d r:Rom), A Apu H, F ION H.\nAUSTRIA: F Tri-Ven, A Ser H.\n"
    later = "F1901R\nITALY: A Ven R Rom.\nW1901A\nITALY: bld a nap.\n"
    (game,) = read(CLEAN + fall + later)
    assert [p.phase[1:] for p in game.record.phases] == [
        ("spring", "movement"), ("fall", "movement"), ("fall", "retreats"),
        ("winter", "adjustments"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("FRANCE: A", "FRANCE A"), ("FRANCE: A", "FRNACE A"), ("FRANCE: A", "France. A"),
        ("MAO.\nGERMANY", "MAO.GERMANY"), ("MAO.\nGERMANY", "MAO GERMANY"),
        ("MAO.\nGERMANY", "MAO. GERMANY (Cee)"), ("Bur (bounced), F", "Bur (bounced, F"),
        ("Bur (bounced), F", "Bur bounced), F"), ("Bur (bounced)", "Bur (boun-\nced)"),
        ("A Mar-Spa, A Par", "A.Mar-Spa, A. Par"), (", ", " / "), (", ", "; "), (", ", ",\t"),
        ("A Mar-Spa, A", "A Mar-Spa A"), ("FRANCE:", "**FRANCE:**"), ("-", " → "),
    ],
)  # fmt: skip
def test_slips_and_separators(read: Read, old: str, new: str) -> None:
    (clean,), (game,) = read(CLEAN), read(CLEAN.replace(old, new))
    assert told(game) == told(clean)


def test_another_powers_adjective_begins_no_orders(read: Read) -> None:
    text = CLEAN.replace("A Ven H, A Rom-Apu", "A Rom-Apu, A Ven S\nAustrian F Tri H")
    (game,) = read(text)
    (venice,) = (w for w in game.record.phases[0].orders if w.home == "Ven")
    assert (venice.issuer, type(venice.order).__name__) == ("Italy", "Support")


@pytest.mark.parametrize("italy", ["NMR! All hold", "all units hold", "no orders received"])
def test_who_sent_nothing_has_units_in_the_opening(
    read: Read, standard: Variant, italy: str
) -> None:
    (game,) = read(CLEAN.replace("A Ven H, A Rom-Apu, F Nap-ION", italy))
    (stage,) = replay(standard, game.record).stages
    assert stage.verdict == "agrees", stage.comparisons
    assert {str(u) for u in stage.turn.after.units if u.power == "Italy"} == {
        "A Ven", "A Rom", "F Nap",
    }  # fmt: skip


YEAR = f"""{CLEAN}
Fall 1901
AUSTRIA: A Gal H, A Ser-Gre, F Tri H.
ENGLAND: F NTH C A Yor-Nwy, A Yor-Nwy, F NWG-BAR.
FRANCE: A Spa-Por, A Par-Bur, F MAO-Spa(sc).
GERMANY: F Den H, A Mun-Ruh, A Kie-Hol.
ITALY: A Ven H, A Apu-Tun, F ION C A Apu-Tun.
RUSSIA: A Ukr-Rum, A Mos-Ukr, F Sev S A Ukr-Rum, F BOT-Swe.
TURKEY: A Bul H, F Ank-BLA, A Con H.

Winter 1901
AUSTRIA: Build A Vie, A Bud.
ENGLAND: Build F Lon.
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Winter 1901", "Builds 1901:"), ("Winter 1901", "Fall 1901 Builds"),
        ("Winter 1901", "W1901A"), ("Build A Vie, A Bud", "+A Vie, +A Bud"),
        ("Build A Vie, A Bud", "Build A Vie A Bud"), ("F NTH C A Yor", "F NTH A Yor"),
        ("F Sev S A Ukr", "F Sev A Ukr"), ("\nITALY: A Ven H, A Apu", " ITALY: A Ven H, A Apu"),
    ],
)  # fmt: skip
def test_slips_of_a_year(read: Read, old: str, new: str) -> None:
    def orders(text: str) -> list[list[str]]:
        (game,) = read(text)
        phases = game.record.phases
        return [sorted(f"{w.issuer} {w.unit} {w.order}" for w in p.orders) for p in phases]

    assert orders(YEAR.replace(old, new)) == orders(YEAR)


@pytest.mark.parametrize(
    ("old", "new", "verdicts"),
    [
        ("A Mun-Ruh, ", "", ["agrees", "agrees", "not recorded"]),
        ("Build F Lon", "F Lon", ["agrees", "agrees", "not read"]),
    ],
)
def test_what_is_missing_is_no_difference(
    read: Read, standard: Variant, old: str, new: str, verdicts: list[str]
) -> None:
    (game,) = read(YEAR.replace(old, new))
    assert [stage.verdict for stage in replay(standard, game.record).stages] == verdicts
