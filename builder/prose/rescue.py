"""The one order that would have changed another, in a sentence."""

from __future__ import annotations

from builder.model.findings import Action
from builder.model.orders import Convoy, Hold, Move, Support, Written
from builder.model.turns import Turn
from builder.playback.rescue import Rescue
from builder.prose.names import Standing, action_text, standing, unit_at, written_text


def rescue_document(rescue: Rescue, action: Action, turn: Turn) -> dict[str, object]:
    """A rescue for JSON: the order, what was ordered instead of it, and who else is moved."""
    units = standing(turn.before.units)
    return {
        "power": rescue.order.issuer,
        "order": written_text(rescue.order, units),
        "instead": written_text(rescue.instead, units) if rescue.instead else "",
        "elsewhere": [f"{unit.power} {unit}" for unit in rescue.changed],
        "sentence": sentence(rescue, action, turn),
    }


def sentence(rescue: Rescue, action: Action, turn: Turn) -> str:
    """`Had Italy's F Nap supported F ION, F ION H would not have been dislodged.`, what it was
    ordered, and how many other units would stand elsewhere."""
    units = standing(turn.before.units)
    lost = action.units[0] in {d.unit for d in turn.dislodged}
    end = "would not have been dislodged" if lost else "would have succeeded"
    power, w = rescue.order.issuer, rescue.order
    doer = unit_at(w.unit.at, None, units) if w.unit else "unit"
    ordered = written_text(rescue.instead, units) if rescue.instead else "nothing"
    others = ", ".join(map(str, rescue.changed)) or "no other unit"
    return (
        f"Had {power}'s {doer} {_done(w, units)}, {action_text(action, units)} {end}. "
        f"(Ordered: {ordered}. Elsewhere then: {others}.)"
    )


def _done(w: Written, units: Standing) -> str:
    """`supported A Mun`, `moved to Bur`, `held`."""
    match w.order:
        case Support(at, to, kind) if at is not None:
            return f"supported {unit_at(at, kind, units)}{f' to {to}' if to else ''}"
        case Convoy(at, to, kind):
            return f"convoyed {unit_at(at, kind, units)}{f' to {to}' if to else ''}"
        case Move(to, via):
            return f"moved to {to}{' by convoy' if via else ''}"
        case Hold():
            return "held"
    return f"been ordered {written_text(w, units)}"
