"""The one order that would have changed another, in a sentence."""

from __future__ import annotations

from builder.model.findings import Action
from builder.model.orders import Convoy, Hold, Move, Support, Written
from builder.model.turns import Turn
from builder.playback.rescue import Rescue
from builder.prose.names import Standing, action_text, standing, unit_at, written_text


def had(rescue: Rescue, action: Action, turn: Turn) -> str:
    """`Had Italy's F Nap supported F ION, it would have stood. (It was ordered F Nap – TYS.)`"""
    units = standing(turn.before.units)
    lost = {d.unit for d in turn.dislodged}
    end = "not have been dislodged" if action.units[0] in lost else "have succeeded"
    whose = rescue.order.issuer
    doer = unit_at(rescue.order.unit.at, None, units) if rescue.order.unit else ""
    ordered = written_text(rescue.instead, units) if rescue.instead else "nothing"
    text = f"Had {doer} of {whose} {_done(rescue.order, units)}, "
    text += f"{action_text(action, units)} would {end}. (Ordered was {ordered}"
    many = len(rescue.changed)
    if not many:
        return f"{text}; no other unit would stand elsewhere.)"
    return f"{text}; {many} other unit{'s' if many > 1 else ''} would stand elsewhere.)"


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
