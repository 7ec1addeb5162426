"""The phases of an exhibition game in which a rule of its variant first applies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from builder.model.calendar import Phase
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Embark, Move, Support
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.turns import Turn

Sign = Callable[[Setting, Turn, Action, Finding], str]


def moments(setting: Setting, turns: Iterable[Turn]) -> Mapping[Phase, str]:
    """One sentence for each phase that shows something for the first time."""
    found: dict[Phase, list[str]] = {}
    seen: set[object] = set()
    commander = None
    for turn in turns:
        said = []
        for key, text in signs(setting, turn):
            if key not in seen:
                seen.add(key)
                said.append(text)
        now = turn.after.controller
        if now != commander and now:
            said.append(f"{now} takes command of the neutral units.")
        commander = now
        said += [f"The leader of {power} is lost." for power in lost_leaders(setting, turn)]
        said += [f"{power} has won." for power in turn.winners]
        if said:
            found[turn.before.phase] = said
    return {phase: " ".join(dict.fromkeys(said)) for phase, said in found.items()}


def signs(setting: Setting, turn: Turn) -> Iterator[tuple[object, str]]:
    """What every action of a turn shows, by the kind of thing that it is."""
    for action in turn.actions:
        finding = turn.findings[action]
        for sign in SIGNS:
            text = sign(setting, turn, action, finding)
            if text:
                yield (sign, action.units[0].kind if sign is divides else ""), text


def crosses(setting: Setting, turn: Turn, a: Action, f: Finding) -> str:  # noqa: ARG001
    """Is the unit stood off in a crossing?"""
    met = {Reason.CROSSED: "stood off", Reason.BEATEN_CROSSING: "beaten"}.get(f.why)
    return f"{spoken(setting, a)} is {met} in the crossing." if met else ""


def divides(setting: Setting, turn: Turn, a: Action, f: Finding) -> str:  # noqa: ARG001
    """Is it half of a doubled unit?"""
    if len(a.units) == 1 or a.units[0].size == 1:
        return ""
    return f"A doubled {setting.kinds[a.units[0].kind].name} of {a.power} divides."


def lands(setting: Setting, turn: Turn, a: Action, f: Finding) -> str:  # noqa: ARG001
    """Does an army embark, ride and land in one move?"""
    rides = type(a.meant) is Embark
    return (
        f"An army of {a.power} embarks and lands in one move."
        if rides and f.value and (a.goal is not None)
        else ""
    )


def strands(setting: Setting, turn: Turn, a: Action, f: Finding) -> str:  # noqa: ARG001
    """Does an army stay at sea against its will?"""
    rides = type(a.meant) is Embark
    stays = rides and not f.value and a.goal is not None
    return f"An army of {a.power} has to stay aboard." if stays else ""


def keeps(setting: Setting, turn: Turn, a: Action, f: Finding) -> str:  # noqa: ARG001
    """Is only a part of a support cut?"""
    return (
        f"{spoken(setting, a)} keeps a part of its support." if f.why is Reason.CUT_IN_PART else ""
    )


def squeezes(setting: Setting, turn: Turn, a: Action, f: Finding) -> str:  # noqa: ARG001
    """Does a supported army cross a strait?"""
    if not isinstance(a.order, Move):
        return ""
    way = setting.board.way(a.at, a.order.to, setting.kinds[a.kind], turn.before.phase.season)
    if way is None or way.force is None or not any(backs(s, a) for s in turn.actions):
        return ""
    return f"{spoken(setting, a)} tries the strait to {a.order.to} with support."


def freezes(setting: Setting, turn: Turn, a: Action, f: Finding) -> str:  # noqa: ARG001
    """Is the unit where no way leads out in this season?"""
    kind, season = setting.kinds[a.units[0].kind], turn.before.phase.season
    ways = {s: setting.board.reach(kind, s).get(a.at) for s in setting.calendar.seasons}
    if a.units[0].aboard or ways[season] or not any(ways.values()):
        return ""
    return f"{spoken(setting, a)} is caught where no way is open in {season.capitalize()}."


def strays(setting: Setting, turn: Turn, a: Action, f: Finding) -> str:  # noqa: ARG001
    """Does a fleet enter a sea through which nothing is convoyed?"""
    space = setting.board.provinces[a.goal] if a.goal else None
    if space is None or space.terrain != "sea" or space.ferries or not f.value:
        return ""
    return f"{spoken(setting, a)} goes by way of the {space.name}."


def lost_leaders(setting: Setting, turn: Turn) -> list[str]:
    """Whose leader is there before the turn and nowhere after it?"""
    return sorted(led(setting, turn.before) - led(setting, turn.after))


def led(setting: Setting, position: Position) -> set[str]:
    """The powers that have a leader, on the board or in retreat."""
    units = (*position.units, *(d.unit for d in position.dislodged))
    return {u.power for u in units if setting.kinds[u.kind].strength == 0}


def backs(s: Action, m: Action) -> bool:
    """Is it a support for that very move?"""
    order = s.order
    return (
        isinstance(order, Support)
        and order.at == m.at
        and order.to is not None
        and (order.to.province == m.goal)
    )


def spoken(setting: Setting, a: Action) -> str:
    """`The Turkish F TYS`."""
    return f"The {setting.nation[a.power].adjective} {a.units[0]}"


SIGNS: tuple[Sign, ...] = (crosses, divides, lands, strands, keeps, squeezes, freezes, strays)
