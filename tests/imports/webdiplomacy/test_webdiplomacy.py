"""webDiplomacy's duels, and what is stored behind the last phase of a game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from samples import Read

from builder.errors import UnknownWordError
from builder.imports.sites.webdiplomacy import TABLES
from builder.playback.replaying import replay
from builder.variant import Variant

Raw = dict[str, Any]


class Numbers:
    """Writes phases with the numbers of one variant."""

    def __init__(self, variant: int = 1) -> None:
        known = TABLES["variants"][str(variant)]
        self.powers, self.territories = TABLES[known["powers"]], TABLES[known["places"]]

    def units(self, *units: str) -> list[Raw]:
        """`France A PAR`, each."""
        return [self.unit(unit) | {"retreating": "No"} for unit in units]

    def unit(self, text: str) -> Raw:
        power, kind, at = text.split()
        return {"countryID": self.powers.index(power),
                "unitType": {"A": "Army", "F": "Fleet"}[kind], "terrID": self.at(at)}  # fmt: skip

    def at(self, place: str) -> int:
        return self.territories.index(place)

    def order(self, unit: str, kind: str, to: str = "-", **more: str) -> Raw:
        done = {"success": "Yes", "dislodged": "No", "viaConvoy": "No"}
        return self.unit(unit) | done | {"type": kind, "toTerrID": self.at(to)} | more

    def centres(self, **owned: str) -> list[Raw]:
        return [
            {"terrID": self.at(at), "countryID": self.powers.index(power)}
            for power, places in owned.items()
            for at in places.split()
        ]


def phase(turn: int, name: str, units: list[Raw], orders: list[Raw], centers: list[Raw]) -> Raw:
    return {"turn": turn, "phase": name, "units": units, "orders": orders, "centers": centers}


def game(*phases: Raw, variant: int = 1, over: str = "No") -> str:
    return json.dumps({"gameID": 7, "variantID": variant, "gameOver": over, "phases": list(phases)})


def test_a_duel(read: Read, standard: Variant) -> None:
    by = Numbers(15)
    owned = by.centres(France="PAR BRE MAR", Austria="VIE BUD TRI")
    phases = [
        phase(0, "Diplomacy", by.units("France A MAR", "Austria F TRI"),
              [by.order("France A MAR", "Move", "SPA"), by.order("Austria F TRI", "Move", "ALB")],
              owned),
        phase(1, "Diplomacy", by.units("France A SPA", "Austria F ALB"),
              [by.order("France A SPA", "Hold"), by.order("Austria F ALB", "Move", "GRE")], owned),
        phase(1, "Builds", by.units("France A SPA", "Austria F GRE"),
              [by.order("France F BRE", "Build Fleet"), by.order("Austria A VIE", "Build Army")],
              [*owned, *by.centres(France="SPA", Austria="GRE")]),
        phase(2, "Diplomacy", by.units("France A SPA", "France F BRE", "Austria F GRE",
                                       "Austria A VIE"),
              [by.order("Austria F GRE", "Move", "BUL/SC")],
              [*owned, *by.centres(France="SPA", Austria="GRE")]),
    ]  # fmt: skip
    (found,) = read(game(*phases, variant=15))
    assert found.remarks == ()
    assert found.record.players.keys() == {"France", "Austria"}
    assert [str(w.order) for w in found.record.phases[-1].orders] == [
        str(w.order) for w in read(game(phases[-1], variant=15))[0].record.phases[0].orders
    ]
    assert "BUL/SC" in found.record.phases[-1].orders[0].text
    stages = replay(standard, found.record).stages
    assert [s.verdict for s in stages] == ["agrees"] * 4
    assert dict(stages[0].turn.before.owners) == {
        "Par": "France", "Bre": "France", "Mar": "France",
        "Vie": "Austria", "Bud": "Austria", "Tri": "Austria",
    }  # fmt: skip


def test_coasts_of_a_duel_stand_behind_their_province() -> None:
    by = Numbers(23)
    assert by.powers[1:] == ["Germany", "Italy"]
    assert [by.at(at) for at in ("SPA", "SPA/NC", "SPA/SC", "NAF")] == [8, 9, 10, 11]
    assert by.at("BUL/EC") == by.at("BUL") + 1 == by.at("RUM") - 2
    assert by.at("STP/NC") == by.at("STP") + 1 == by.at("FIN") - 2
    assert {*by.territories} == {*Numbers(1).territories}
    assert by.at("GAL") == len(by.territories) - 1


def test_a_variant_that_is_not_known(read: Read) -> None:
    by = Numbers()
    with pytest.raises(UnknownWordError):
        read(game(phase(0, "Diplomacy", by.units("France A PAR"), [], []), variant=2))


def ended(by: Numbers, centres: str, over: str = "Won") -> str:
    """A last Fall: Russia takes Munich by a retreat, and Kiel."""
    units = by.units("Russia A BER", "Russia F HEL", "Germany A MUN", "Italy A TYR", "Italy A BOH")
    lost = [by.unit("Russia A BER") | {"retreating": "Yes"}]
    owned = by.centres(Russia=centres, Italy="VEN", Germany="KIE MUN BER")
    return game(
        phase(15, "Diplomacy", units, [
            by.order("Russia A BER", "Hold", dislodged="Yes"),
            by.order("Russia F HEL", "Move", "KIE"),
            by.order("Germany A MUN", "Move", "BER"),
            by.order("Italy A TYR", "Hold"),
            by.order("Italy A BOH", "Move", "VIE", success="No"),
        ], owned),
        phase(15, "Retreats", lost, [by.order("Russia A BER", "Retreat", "MUN")], owned),
        over=over,
    )  # fmt: skip


SIXTEEN = "MOS SEV STP WAR RUM BUL SWE NWY DEN ANK CON SMY EDI LON LVP GRE"


def test_who_won_shows_after_the_last_phase(read: Read) -> None:
    (found,) = read(ended(Numbers(), SIXTEEN))
    assert (found.record.result.kind, found.record.result.powers) == ("won", ("Russia",))
    assert found.remarks == ()
    assert all(p.owners is None for p in found.record.phases), "nobody printed that"


def test_who_won_with_too_few_was_conceded_it(read: Read) -> None:
    (found,) = read(ended(Numbers(), "MOS"))
    assert (found.record.result.kind, found.record.result.powers) == ("conceded", ("Russia",))
    assert [r.message for r in found.remarks] == [
        "won with too few centres; taken for conceded to Russia"
    ]


def last(by: Numbers, *final: str, dislodged: str = "No") -> str:
    """A last Spring in which an army goes to Burgundy, and the units in the end."""
    moves = [
        by.order("France A PAR", "Move", "BUR"),
        by.order("France A MAR", "Support move", "BUR", fromTerrID=str(by.at("PAR"))),
        by.order("Germany A BUR", "Hold", dislodged=dislodged),
    ]
    units = by.units("France A PAR", "France A MAR", "Germany A BUR")
    return game(
        phase(2, "Diplomacy", units, moves, by.centres(France="PAR MAR", Germany="MUN")),
        phase(2, "Finished", by.units(*final), [], by.centres(France="PAR MAR", Germany="MUN")),
        over="Drawn",
    )


@pytest.mark.parametrize(
    ("final", "verdict"),
    [
        (("France A BUR", "France A MAR", "Germany A BUR"), "agrees"),
        (("France A BUR", "France A GAS", "Germany A BUR"), "differs"),
    ],
)
def test_the_units_in_the_end_are_compared(
    final: tuple[str, ...], verdict: str, read: Read, standard: Variant
) -> None:
    """Who was driven out is still among them."""
    (found,) = read(last(Numbers(), *final, dislodged="Yes"))
    assert len(found.record.phases) == 1
    assert found.record.phases[0].after is not None
    assert {str(u) for u in found.record.phases[0].after} == {
        u.split(" ", 1)[1].title() for u in final[:2]
    }
    assert [s.verdict for s in replay(standard, found.record).stages] == [verdict]


def test_two_units_in_one_place_are_not_compared(read: Read) -> None:
    (found,) = read(last(Numbers(), "France A BUR", "Germany A BUR"))
    assert found.record.phases[0].after is None


def twice(by: Numbers, turn: int, over: str = "Drawn") -> str:
    units = by.units("France A PAR", "France A MAR")
    moves = [by.order("France A PAR", "Move", "BUR"), by.order("France A MAR", "Hold")]
    owned = by.centres(France="PAR MAR")
    return game(
        phase(0, "Diplomacy", units, moves, owned),
        phase(turn, "Diplomacy", units, moves[::-1], owned),
        over=over,
    )


def test_orders_that_are_stored_twice_are_taken_once(read: Read, standard: Variant) -> None:
    (found,) = read(twice(Numbers(), 1))
    assert [r.message for r in found.remarks] == [
        "phases[1] has the orders of the turn before again; they are read once"
    ]
    assert [s.verdict for s in replay(standard, found.record).stages] == ["agrees"]


@pytest.mark.parametrize(("turn", "over"), [(1, "No"), (2, "Drawn")])
def test_orders_that_may_have_been_given_twice_are_kept(read: Read, turn: int, over: str) -> None:
    """While a game goes on, and where a turn lies between."""
    (found,) = read(twice(Numbers(), turn, over))
    assert found.remarks == ()
    assert len(found.record.phases) == 2


def test_a_position_of_which_a_unit_or_an_owner_is_not_read_says_so(read: Read) -> None:
    by = Numbers()
    units = by.units("England F LON", "France A PAR")
    moved = by.order("France A PAR", "Move", "BUR"), by.order("England F LON", "Hold")
    odd = by.units("England F LON", "France A BUR")
    odd[1]["unitType"] = "Elephant"
    owned = by.centres(England="LON", France="PAR")
    told = game(
        phase(0, "Diplomacy", units, [*moved], owned),
        phase(1, "Diplomacy", odd, [], [*owned, {"terrID": by.at("BEL"), "countryID": 99}]),
    )
    (imported,) = read(told)
    assert (imported.record.phases[0].after, imported.record.phases[0].owners) == (None, None)
    remarks = [remark.message for remark in imported.remarks]
    assert any("is not a unit" in remark for remark in remarks)
    assert any("is not an owned centre" in remark for remark in remarks)
