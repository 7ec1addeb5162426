"""Where units are built."""

from __future__ import annotations

from builder.model.board import Code
from builder.model.findings import Reason
from builder.model.kinds import Power
from builder.rules.standard import Standard


class BuildAnywhere(Standard):
    """A power may build in every vacant centre that it owns, and not only at home.
    (Build Anywhere, rule 1; Chaos, rules 2 and 3; rulings BA-R1 to BA-R4)"""

    def site_fault(self, power: Power, code: Code) -> Reason | None:
        """Is the province a vacant centre that the power owns?"""
        if code not in self.setting.centres or self.position.owners.get(code) != power:
            return Reason.NOT_OWNED
        return Reason.OCCUPIED if any(map(self.holds_ground, self.stations.get(code, ()))) else None
