"""Writes a replay as results in the form of the judges by mail."""

from __future__ import annotations

from collections.abc import Iterator

from builder.exports.order_results import is_gone, order_results, tags, walked
from builder.model.findings import Action, Fate, Reason
from builder.model.orders import Convoy, Move, Order, Retreat, Support
from builder.model.outcomes import DRIVEN_OUT
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.units import KindCode, Location, Power, Unit
from builder.playback.replaying import Replay, Stage

STANDARD = "standard"
HEADS = {
    "movement": "Movement results",
    "retreats": "Retreat orders",
    "adjustments": "Adjustment orders",
}
COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}


def judge_text(replay: Replay) -> str:
    """The whole game, one report after another. A board other than the standard one is named in
    the header line that judges use."""
    writer, variant = JudgeTextWriter(replay.variant.setting, replay.record.id), replay.variant.name
    head = [] if variant == STANDARD else [f":: Judge: none  Variant: {variant}", ""]
    reports = [line for stage in replay.stages for line in writer.report(stage)]
    return "\n".join([*head, *reports]) + "\n"


class JudgeTextWriter:
    """Writes reports under one setting."""

    def __init__(self, setting: Setting, game: str) -> None:
        self.setting, self.game = setting, game

    def report(self, stage: Stage) -> Iterator[str]:
        """One phase."""
        phase = stage.phase
        short = self.setting.calendar.short(phase)
        title = f"{HEADS[phase.step]} for {phase.season.capitalize()} of {phase.year}."
        yield f"{title}  ({self.game}.{short})"
        yield ""
        units = {str(u.at.province): u for u in stage.turn.before.units}
        for nation in self.setting.nations:
            lines = [*self._movement(stage, nation.name, units), *self._fates(stage, nation.name)]
            yield from lines
            if lines:
                yield ""
        yield from self._dislodged(stage)
        if phase.step != "adjustments" and stage.turn.before.owners != stage.next.owners:
            yield from self._ownership(stage.next)

    def _movement(self, stage: Stage, power: Power, units: dict[str, Unit]) -> Iterator[str]:
        for action in stage.turn.actions:
            if action.power == power:
                found = order_results(stage, action)
                if action.fault is Reason.ORDERED_TWICE:
                    found &= DRIVEN_OUT
                named = tags(found, action.goal is not None)
                marks = f"  (*{', '.join(named)}*)" if named else ""
                by_land = walked(stage, action)
                yield f"{power}: {self._action(action, units, by_land)}{marks}"

    def _action(self, action: Action, units: dict[str, Unit], by_land: bool) -> str:
        subject = self.unit(action.kind, action.at)
        if action.meant is None or action.fault is Reason.ORDERED_TWICE:
            return f"{subject}, No Order Processed."
        order = action.meant if action.fault else action.order
        if by_land and isinstance(order, Move):
            order = order._replace(via=False, route=())
        return f"{subject}{self._doing(order, units, action.power)}."

    def _doing(self, order: Order, units: dict[str, Unit], power: Power) -> str:
        match order:
            case Move():
                legs = [*order.route, order.to]
                via = " via convoy" if order.via and not order.route else ""
                return "".join(f" -> {self.place(leg)}" for leg in legs) + via
            case Support() if order.at is not None:
                aim = f" -> {self.place(order.to)}" if order.to else ""
                return f" SUPPORT {self._other(order.at, order.kind, units, power)}{aim}"
            case Convoy() if order.to is not None:
                other = self._other(order.at, order.kind, units, power)
                return f" CONVOY {other} -> {self.place(order.to)}"
        return " HOLD"

    def _other(
        self, at: Location, kind: KindCode | None, units: dict[str, Unit], power: Power
    ) -> str:
        unit = units.get(at.province)
        name = self.unit(kind or (unit.kind if unit else KindCode("A")), at)
        foreign = unit is not None and unit.power != power
        return f"{self.setting.nation[unit.power].adjective} {name}" if foreign and unit else name

    def _fates(self, stage: Stage, power: Power) -> Iterator[str]:
        for fate in stage.turn.fates:
            gone = fate.written is None and fate.finding.why is Reason.NO_REFUGE
            if fate.power != power or gone:
                continue
            if fate.unit is None:
                yield f"{power}:   Build waived."
            elif stage.phase.step == "retreats":
                yield f"{power}:   {self._retreat(stage, fate, fate.unit)}"
            else:
                yield f"{power}:   {self._adjustment(fate.unit, fate.finding.why.outcome.value)}"

    def _retreat(self, stage: Stage, fate: Fate, unit: Unit) -> str:
        name = self.unit(unit.kind, unit.at)
        if fate.written is None:
            return f"{name}, No Order Processed."
        order = fate.written.order
        if type(order) is not Retreat:
            return f"{name} DISBAND."
        lost = "  (*bounce, destroyed*)" if is_gone(stage, fate) else ""
        return f"{name} -> {self.place(order.to)}.{lost}"

    def _adjustment(self, unit: Unit, word: str) -> str:
        kind = self.setting.kinds[unit.kind].name
        article = "an" if kind[0] in "aeiou" else "a"
        if word == "built":
            return f"Builds {article} {kind} in {self.place(unit.at)}."
        return f"Removes the {kind} in {self.place(unit.at)}."

    def _dislodged(self, stage: Stage) -> Iterator[str]:
        if not stage.dislodged:
            return
        yield "The following units were dislodged:"
        yield ""
        for lost in stage.dislodged:
            nation = self.setting.nation[lost.unit.power]
            name = f"{nation.adjective or nation.name} {self.setting.kinds[lost.unit.kind].name}"
            where = " or ".join(map(self.place, lost.refuges))
            fate = f"can retreat to {where}" if where else "with no valid retreats was destroyed"
            yield f"The {name} in {self.place(lost.unit.at)} {fate}."
        yield ""

    def _ownership(self, position: Position) -> Iterator[str]:
        yield "Ownership of supply centers:"
        yield ""
        for nation in self.setting.nations:
            owned = [c for c, owner in position.owners.items() if owner == nation.name]
            if owned:
                places = sorted(self.setting.board.provinces[c].name for c in owned)
                yield f"{nation.name}:   {', '.join(places)}."
        yield ""

    def unit(self, kind: KindCode, at: Location) -> str:
        """`Fleet St. Petersburg (south coast)`."""
        return f"{self.setting.kinds[kind].name.capitalize()} {self.place(at)}"

    def place(self, at: Location) -> str:
        """`St. Petersburg (south coast)`."""
        province = self.setting.board.provinces.get(at.province)
        name = province.name if province else at.province
        return f"{name} ({COASTS.get(at.coast, at.coast)})" if at.coast else name
