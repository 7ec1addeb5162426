"""Retreats, builds and removals of an exhibition game."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.board import Code, Location
from builder.model.kinds import Kind
from builder.model.orders import Build, Remove, Retreat, UnitRef, Written
from builder.model.units import Unit
from builder.selfplay.evaluation import PowerView

SILENT = 0.3
RARE = 2.0


def retreats(look: PowerView) -> Iterator[Written]:
    """Every dislodged unit goes where it hopes for most; now and then one forgets to."""
    taken: set[Code] = set()
    for d in look.book.driven_out():
        if d.unit.power != look.power or d.unit.aboard:
            continue
        open_to = [place for place in d.refuges if place.province not in taken]
        if open_to:
            kind = d.unit.kind
            to = max(open_to, key=lambda p, k=kind: (look.attraction(k, p), p))  # type: ignore[misc]
            if look.book.holds_ground(d.unit):
                taken.add(to.province)
            ref = UnitRef(d.unit.at, kind, doubled=d.unit.size > 1)
            yield Written(look.power, ref, Retreat(to))


def adjustments(look: PowerView) -> Iterator[Written]:
    """Builds and removals."""
    if look.position.phase == look.setting.calendar.start and look.chance.random() < SILENT:
        return
    due = look.book.dues(look.position).get(look.power, 0)
    if due > 0:
        yield from builds(look, due)
    elif due < 0:
        yield from removals(look, -due)


def builds(look: PowerView, due: int) -> Iterator[Written]:
    """New units where most is to be had; what needs no supply is placed first."""
    sites = look.book.sites(look.power)
    if look.position.phase == look.setting.calendar.start:
        for kind in look.setting.kinds.values():
            if kind.upkeep == 0 and sites:
                at = look.setting.board.locations[look.chance.choice(sites)]
                yield Written(look.power, UnitRef(at, kind.code), Build(kind.code, at))
    options = [(kind, at) for code in sites for kind, at in choices(look, code)]
    look.chance.shuffle(options)
    rare = {kind.code: RARE if len(kind.travels_as) > 1 else 1.0 for kind, _ in options}
    hopes = {o: rare[o[0].code] * look.attraction(o[0].code, o[1]) for o in options}
    options.sort(key=lambda o: -hopes[o] * look.chance.uniform(0.5, 1.5))
    for kind, at in options:
        if due and at.province in sites:
            sites.remove(at.province)
            due -= 1
            yield Written(look.power, UnitRef(at, kind.code), Build(kind.code, at))


def choices(look: PowerView, code: Code) -> Iterator[tuple[Kind, Location]]:
    """What could be built in a province."""
    province = look.setting.board.provinces[code]
    for kind in look.setting.kinds.values():
        if kind.upkeep:
            for coast in province.coasts or ("",):
                at = look.book.berth(kind.code, Location(f"{code}/{coast}" if coast else code))
                if isinstance(at, Location):
                    yield kind, at
                    if at.coast == "":
                        break


def removals(look: PowerView, due: int) -> Iterator[Written]:
    """The units from which least is to be hoped, armies before the fleets that bear them."""
    mine = [u for u in look.mine if look.book.feeds(u)]
    carrying = {u.at.province for u in look.position.units if u.aboard}

    def hope(unit: Unit) -> tuple[bool, float, str]:
        bears = not unit.aboard and unit.at.province in carrying
        return bears, look.attraction(unit.kind, unit.at), str(unit)

    for unit in sorted(mine, key=hope)[:due]:
        yield Written(look.power, UnitRef(unit.at, unit.kind), Remove(unit.at))
