from __future__ import annotations

from samples import OPENING, Read

from builder.model.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support
from builder.replay import replay
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
    assert game.record.phases[2].notes[0].text == "not understood: xyz frolics"


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
