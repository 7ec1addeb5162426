"""Sentences on the orders that would have changed the fate of another."""

from builder.model.findings import Action, Turn
from builder.model.orders import Convoy, Hold, Move, Support, Written
from builder.playback.rescue import Rescue
from builder.prose.names import Standing, action_text, standing, unit_at, written_text


def rescue_document(rescue: Rescue, action: Action | None, turn: Turn) -> dict[str, object]:
    """A rescue for JSON: the order, what was ordered instead, and which other units would have
    ended elsewhere; of a pair, the second order in the same way."""
    units = standing(turn.before.units)
    orders = [written_text(w, units) for w in rescue.orders]
    instead = [written_text(w, units) if w else "" for w in rescue.instead]
    return {
        "power": rescue.orders[0].issuer,
        "order": orders[0],
        "instead": instead[0],
        **({"and": {"order": orders[1], "instead": instead[1]}} if orders[1:] else {}),
        "elsewhere": [f"{unit.power} {unit}" for unit in rescue.changed],
        "sentence": sentence(rescue, action, turn),
    }


def sentence(rescue: Rescue, action: Action | None, turn: Turn) -> str:
    """`Had Italy's F Nap supported F ION, F ION H would not have been dislodged.`, with what was
    ordered and which other units would have ended elsewhere."""
    units = standing(turn.before.units)
    ordered = ", ".join(written_text(w, units) if w else "nothing" for w in rescue.instead)
    others = ", ".join(map(str, rescue.changed)) or "no other unit"
    return f"{had(rescue, action, turn)} (Ordered: {ordered}. Elsewhere then: {others}.)"


def had(rescue: Rescue, action: Action | None, turn: Turn) -> str:
    """The first sentence alone: what was not done, and what would have followed."""
    units, power = standing(turn.before.units), rescue.orders[0].issuer
    done = [
        f"{unit_at(w.unit.at, None, units) if w.unit else 'unit'} {_done(w, units)}"
        for w in rescue.orders
    ]
    if action is None:
        kept = rescue.centre is not None and turn.before.owners.get(rescue.centre) == power
        end = f"it would have {'held' if kept else 'taken'} {rescue.centre}"
    else:
        lost = action.units[0] in {d.unit for d in turn.dislodged}
        end = "would not have been dislodged" if lost else "would have succeeded"
        end = f"{action_text(action, units)} {end}"
    return f"Had {power}'s {' and '.join(done)}, {end}."


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
