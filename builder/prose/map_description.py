"""Descriptions of maps in words, for readers who do not see them."""

from collections import Counter

from builder.model.findings import Turn
from builder.model.setting import Setting
from builder.prose.english import plural
from builder.prose.names import long_unit, place
from builder.prose.reasons import fate


def describe_turn(turn: Turn, setting: Setting) -> str:
    """A phase in a few sentences: how many orders, what failed, which units were dislodged, and
    where units are afterwards, in the order in which results print the powers."""
    parts = [f"Map of {setting.calendar.title(turn.before.phase)}."]
    if turn.actions:
        words = (w for a, f in turn.findings.items() for w in fate(a, f, turn).split(", "))
        failed = Counter(word for word in words if word not in ("", "dislodges", "dislodged"))
        counts = ", ".join(f"{n} {word}" for word, n in sorted(failed.items()))
        orders = plural(len(turn.actions), "order")
        parts.append(f"{orders}, {f'of them {counts}' if counts else 'all carried out'}.")
    if turn.fates:
        what = turn.before.phase.step
        parts.append(f"{len(turn.fates)} {what}." if len(turn.fates) > 1 else f"One {what[:-1]}.")
    for lost in turn.dislodged:
        unit = long_unit(lost.unit, setting.board, setting.kinds)
        refuges = ", ".join(place(setting.board, r) for r in lost.refuges)
        where = f"may retreat to {refuges}" if refuges else "has no place to retreat to"
        parts.append(f"The {unit} of {lost.unit.power} is dislodged and {where}.")
    for nation in setting.nations:
        units = [u for u in turn.after.units if u.power == nation.name]
        named = ", ".join(long_unit(u, setting.board, setting.kinds) for u in units)
        parts += [f"{nation.name}: {named}."] if units else []
    return " ".join(parts)
