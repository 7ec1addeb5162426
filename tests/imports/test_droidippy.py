from __future__ import annotations

from pathlib import Path

import pytest
from our_archive import ARCHIVE
from samples import OPENING, Read

from builder.cli.game_sources import read_source, sources
from builder.errors import ArchiveError
from builder.model.findings import Reason
from builder.model.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support
from builder.playback.replaying import replay
from builder.variant import Variant


def test_every_kind_of_line(read: Read) -> None:
    (game,) = read(OPENING)
    movement, retreats, winter = game.record.phases
    orders = [w.order for w in movement.orders]
    assert [type(o) for o in orders] == [Move, Support, Support, Hold, Support, Convoy, Move]
    assert orders[-1] == Move(orders[5].to, via=True)  # type: ignore[union-attr, arg-type]
    assert [w.issuer for w in movement.orders][3:6] == ["Germany", "Germany", "England"]
    assert isinstance(retreats.orders[0].order, Retreat)
    assert movement.dislodged is not None
    assert [u.at for u in movement.dislodged] == ["Mun"]
    assert movement.owners is None, "centres change hands after the retreats"
    assert retreats.owners == {"Ber": "Germany", "Mun": "France", "Nwy": "England"}
    assert winter.phase.season == "winter"


def test_what_is_not_understood_is_told_by_line_and_kept(read: Read) -> None:
    (game,) = read(OPENING)
    line = OPENING.splitlines().index("xyz frolics") + 1
    assert [(r.line, r.excerpt) for r in game.remarks] == [(line, "xyz frolics")]
    note = game.record.phases[2].notes[0]
    assert (note.kind, note.text, note.source) == ("not read", "xyz frolics", f"line {line}")


def test_a_position_is_the_result_of_the_phase_before(read: Read, standard: Variant) -> None:
    (game,) = read(OPENING)
    verdicts = [s.verdict for s in replay(standard, game.record).stages]
    assert verdicts[:2] == ["agrees", "agrees"]


def test_builds_and_disbandments(read: Read) -> None:
    text = OPENING.replace("remove sil\nxyz frolics", "build Fleet ber").replace(
        "mun move ber", "mun disband"
    )
    (game,) = read(text)
    assert isinstance(game.record.phases[1].orders[0].order, Disband)
    assert isinstance(game.record.phases[2].orders[0].order, Build)
    assert game.record.phases[2].orders[0].issuer == "Germany"


@pytest.mark.parametrize(
    ("old", "new"), [("\n", "\n\t"), ("\n", " \n"), ("\n", "\n\n"), ("PHASE", "\n\nPHASE")]
)
def test_blanks_and_blank_lines_say_nothing(read: Read, old: str, new: str) -> None:
    (plain,), (ragged,) = read(OPENING), read(OPENING.replace(old, new))
    assert [r.excerpt for r in ragged.remarks] == ["xyz frolics"]
    for one, other in zip(plain.record.phases, ragged.record.phases, strict=True):
        assert list(map(str, other.orders)) == list(map(str, one.orders))
        assert (other.after, other.owners) == (one.after, one.owners)


def test_a_position_that_is_none_is_told_by_line(read: Read) -> None:
    (game,) = read(OPENING.replace("Germany: army sil\nFrance", "Germany: army sly\nFrance", 1))
    assert (game.remarks[0].line, game.remarks[0].excerpt) == (5, "Germany: army sly")


def test_several_games_in_one_file_are_several(read: Read) -> None:
    second = OPENING.replace("Germany: army sil\nFrance", "Germany: army sly\nFrance", 1)
    one, two, three = read(f"\n{OPENING}{second}{OPENING}", "all.txt")
    assert [g.record.id for g in (one, two, three)] == ["all", "all-2", "all-3"]
    assert [p.after for p in one.record.phases] == [p.after for p in three.record.phases]
    lines = OPENING.count("\n")
    (line,) = (remark.line for remark in one.remarks)
    assert [remark.line for remark in three.remarks] == [line + 2 * lines]
    assert (two.remarks[0].line, two.remarks[0].excerpt) == (1 + lines + 5, "Germany: army sly")


def test_another_board_is_told(read: Read) -> None:
    with pytest.raises(ArchiveError, match="not on the standard board: line 3"):
        read("PHASE 0 Spring Movement\nPOSITIONS\n\tBritons: fleet sbr\nORDERS\n\tcym move nbr\n")


def test_orders_of_another_phase_are_read_and_refused(read: Read, standard: Variant) -> None:
    text = OPENING.replace("mun hold", "build Army mun\nmun support mun move ber\nkie hold")
    text = text.replace("xyz frolics", "mun move ruh")
    (game,) = read(text)
    assert [(r.message, r.excerpt) for r in game.remarks] == [
        ("no unit is there to order", "kie hold"),
    ]
    fall, _, winter, *_ = replay(standard, game.record).stages
    early = next(w for w in fall.turn.faults if w.text == "build Army mun")
    late = next(w for w in winter.turn.faults if w.text == "mun move ruh")
    assert fall.turn.faults[early].why is Reason.WRONG_PHASE
    assert winter.turn.faults[late].why is Reason.WRONG_PHASE


PURE = """PHASE 1901 Spring Movement
POSITIONS
Austria: army vie
England: army lon
France: army par
Germany: army ber
Italy: army rom
Russia: army mos
Turkey: army con
{owners}ORDERS
vie move lon
par support vie move lon
PHASE 1901 Fall Movement
POSITIONS
"""


def test_a_variant_is_known_by_its_first_position(tmp_path: Path) -> None:
    """In Pure every capital is next to every other."""
    capitals = ("Austria vie", "England lon", "France par", "Germany ber", "Italy rom")
    pairs = (pair.split() for pair in (*capitals, "Russia mos", "Turkey con"))
    owners = "".join(f"{power}: supply {place}\n" for power, place in pairs)
    path = tmp_path / "pure.txt"
    path.write_text(PURE.format(owners=owners), encoding="utf-8")
    for variant, expected in ((None, "pure"), ("pure", "pure"), ("standard", "standard")):
        ((_, record, errors),) = [
            found
            for source in sources([path], ARCHIVE)
            for found in read_source(source, ARCHIVE, None, variant)
        ]
        assert record is not None
        assert record.variant == expected
        assert bool(errors) == (variant is None)
