"""Descriptions of maps in words, for readers who do not see them."""

from collections import Counter

from builder.model.findings import Turn
from builder.model.position import Position
from builder.model.setting import Setting
from builder.prose.english import plural
from builder.prose.names import long_unit, place
from builder.prose.reasons import fate


def describe_position(position: Position, setting: Setting) -> str:
    """Each power's units and their places, in the order in which results print the powers."""
    parts = []
    for nation in setting.nations:
        units = [u for u in position.units if u.power == nation.name]
        if units:
            named = ", ".join(long_unit(u, setting.board, setting.kinds) for u in units)
            parts.append(f"{nation.name}: {named}.")
    return " ".join(parts)


def describe_turn(turn: Turn, setting: Setting) -> str:
    """A phase in a few sentences: how many orders, what failed, which units were dislodged, and
    where units are afterwards."""
    title = setting.calendar.title(turn.before.phase)
    parts = [f"Map of {title}."]
    if turn.actions:
        parts.append(_movement(turn))
    if turn.fates:
        what = turn.before.phase.step
        parts.append(f"{len(turn.fates)} {what}." if len(turn.fates) > 1 else f"One {what[:-1]}.")
    for lost in turn.dislodged:
        unit = long_unit(lost.unit, setting.board, setting.kinds)
        refuges = ", ".join(place(setting.board, r) for r in lost.refuges)
        where = f"may retreat to {refuges}" if refuges else "has no place to retreat to"
        parts.append(f"The {unit} of {lost.unit.power} is dislodged and {where}.")
    parts.append(describe_position(turn.after, setting))
    return " ".join(parts)


def _movement(turn: Turn) -> str:
    failed = Counter(
        word
        for action, finding in turn.findings.items()
        for word in fate(action, finding, turn).split(", ")
        if word not in ("", "dislodges", "dislodged")
    )
    counts = ", ".join(f"{n} {word}" for word, n in sorted(failed.items()))
    orders = plural(len(turn.actions), "order")
    return f"{orders}, of them {counts}." if counts else f"{orders}, all carried out."
