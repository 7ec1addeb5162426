"""Kinds of units: what an army, a fleet, a coast guard or a leader is."""

from typing import NamedTuple, NewType

KindCode = NewType("KindCode", str)
Power = NewType("Power", str)


class Kind(NamedTuple):
    """A kind of unit: where it goes, its strength, its upkeep, and where it is built.

    `travels_as` names the kinds whose ways it uses: with `needs_all` ways that all of them have
    (a coast guard goes where an army and a fleet both could), else those of any (a leader).
    `convoyed`: it may be carried by fleets; `convoys`: it may carry; `captures`: it takes centres.
    """

    code: KindCode
    name: str
    travels_as: tuple[KindCode, ...]
    needs_all: bool = True
    strength: int = 1
    upkeep: int = 1
    built_at: frozenset[str] = frozenset({"land", "coast"})
    convoyed: bool = False
    convoys: bool = False
    captures: bool = True
    aliases: tuple[str, ...] = ()

    def stands_on(self, terrain: str) -> bool:
        """Can such a unit be on that terrain?"""
        each = [terrain != NEVER_ON.get(code) for code in self.travels_as]
        return all(each) if self.needs_all else any(each)


NEVER_ON = {KindCode("A"): "sea", KindCode("F"): "land"}
ARMY = Kind(KindCode("A"), "army", (KindCode("A"),), convoyed=True)
FLEET = Kind(KindCode("F"), "fleet", (KindCode("F"),), built_at=frozenset({"coast"}), convoys=True)
