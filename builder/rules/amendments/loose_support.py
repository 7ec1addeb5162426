"""Support that names only a power and a place."""

from builder.model.findings import Action, Reason
from builder.model.orders import Order, Support
from builder.model.units import Unit
from builder.rules.movement import NOBODY, Actions
from builder.rules.standard import Standard


class LooseSupport(Standard):
    """A support may name only a power and a place. It then helps every unit of that power that
    is in the place or ordered to go there; as no power can dislodge its own units, it does not
    matter which of them was meant.
    (Classix, rule 5; rulings CX-U1 to CX-U3)"""

    revising = True

    def settled(self, unit: Unit, order: Order) -> Order:
        """The order with its coast filled in; a support keeps to a power and a place."""
        return order if type(order) is Support else super().settled(unit, order)

    def beneficiaries(self, s: Action) -> Actions:
        """The actions that a support helps."""
        order = s.order
        assert type(order) is Support
        if order.at is not None or order.to is None:
            return super().beneficiaries(s)
        place = order.to.province
        power = order.power
        standing = [action for action in self.garrisons.get(place, NOBODY) if action.goal is None]
        coming = self.movers.get(place, [])
        return [
            action for action in (*standing, *coming) if action.power == power and action is not s
        ]

    def pair_supports(self, supporting: Actions) -> None:
        """Find the actions that each support helps; one for a power without any there is void."""
        super().pair_supports(supporting)
        for s in self.idle_supports:
            assert type(s.order) is Support
            if s.order.at is None:
                s.fault = Reason.NOBODY_MEANT
                self.refuse(self.written[s], s.fault)
