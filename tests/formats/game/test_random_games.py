"""Law: a game file keeps everything that a variant's rules know.

Random phases with all that the rules allow are written down with the results, retreats and
adjustments that follow, read again, and come out the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from our_archive import ARCHIVE
from random_phases import Crowd

from builder.formats.game import read_game, write_game
from builder.model.findings import Action
from builder.model.orders import Build, Disband, Remove, Retreat, UnitRef, Written
from builder.model.results import Turn
from builder.model.units import Position, Power, Unit
from builder.record import PhaseRecord, Printed, Record
from builder.variant import Variant


def ref(unit: Unit) -> UnitRef:
    return UnitRef(unit.at, unit.kind, None, None, unit.size == 2)


def following(variant: Variant, position: Position, chance: Random) -> Iterator[Written]:
    """Retreats, or builds and removals, some of them not allowed."""
    for d in position.dislodged:
        places = chance.sample(d.refuges, min(len(d.refuges), d.unit.size))
        for to in places:
            yield Written(d.unit.power, ref(d.unit), Retreat(to))
        if not places:
            yield Written(d.unit.power, ref(d.unit), Disband())
    if position.phase.step == "adjustments":
        for unit in chance.sample(position.units, len(position.units) // 3):
            yield Written(unit.power, ref(unit), Remove(unit.at))
        for place, province in sorted(variant.setting.board.provinces.items()):
            if province.home and chance.random() < 0.3:
                kind = chance.choice(sorted(variant.setting.kinds))
                coast = chance.choice(province.coasts) if kind == "F" and province.coasts else ""
                at = variant.setting.board.locations[f"{place}/{coast}" if coast else place]
                yield Written(Power(province.home), UnitRef(at, kind), Build(kind, at))


def written(turn: Turn, orders: list[Written], variant: Variant) -> PhaseRecord:
    """A phase with all that can be printed of it."""
    named = variant.rulebook.sharing

    def printed(a: Action) -> Printed:
        outcomes = frozenset({turn.findings[a].why.outcome})
        return Printed(a.power, a.at, outcomes, kind=a.kind if named else None)

    rank = {nation.name: number for number, nation in enumerate(variant.setting.nations)}
    return PhaseRecord(
        turn.before.phase,
        tuple(sorted(orders, key=lambda w: rank[w.issuer])),
        tuple(printed(a) for a in turn.findings if not (a.half or a.leader)),
        after=turn.after.units,
        whole=False,
        dislodged=tuple(d.unit for d in turn.dislodged),
        owners=turn.after.owners,
    )


def told(phase: PhaseRecord) -> tuple[object, ...]:
    """What a phase says, in any sequence, without the texts as typed."""
    return (
        phase.phase,
        [(w.issuer, w.unit, w.order) for w in phase.orders],
        Counter(p._replace(text="", line=0) for p in phase.results),
        Counter(phase.after or ()),
        Counter(phase.dislodged or ()),
        dict(phase.owners or {}),
    )


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "name", ["cat", "classix", "cline9-iv", "cline9-vi", "loeb9", "militarism"]
)
def test_a_game_file_keeps_it(name: str, seed: int) -> None:
    variant, chance = ARCHIVE.variant(name), Random(seed)
    crowd = Crowd(variant, f"{name} in a file {seed}")
    turn = variant.open(crowd.position).play(crowd.orders)
    phases = [written(turn, list(crowd.orders), variant)]
    while turn.after.phase.step != "movement":
        orders = list(following(variant, turn.after, chance))
        turn = variant.open(turn.after).play(orders)
        phases.append(written(turn, orders, variant))
    record = Record(
        "crowd", "A crowd", name, tuple(phases),
        players=dict.fromkeys(variant.setting.powers, "?"),
        start=crowd.position.units, start_owners=crowd.position.owners,
    )  # fmt: skip
    text = write_game(record, variant)
    again = read_game(text, "crowd.yaml", ARCHIVE.variant)
    assert [told(p) for p in again.phases] == [told(p) for p in record.phases]
    assert Counter(again.start or ()) == Counter(record.start)
    assert dict(again.start_owners or {}) == dict(record.start_owners or {})
    assert write_game(again, variant) == text
