"""Writes a replay as results in the form of the judges by mail."""

from collections.abc import Iterator, Mapping

from builder.exports.order_results import is_gone, order_results, tags, went_by_land
from builder.model.findings import Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Move, Order, Retreat, Support
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.results import OrderResult
from builder.model.setting import Setting
from builder.model.units import Code, Dislodged, KindCode, Location, Power, Unit
from builder.playback.replaying import Replay, Stage
from builder.prose.names import place

STANDARD = "standard"
HEADS = {
    "movement": "Movement results", "retreats": "Retreat orders",
    "adjustments": "Adjustment orders",
}  # fmt: skip


def judge_text(replay: Replay) -> str:
    """The whole game, one report after another. A board other than the standard one is named in
    the header line that judges use."""
    variant = replay.variant
    lines = []
    if variant.name != STANDARD:
        lines += [f":: Judge: none  Variant: {variant.name}", ""]
    for stage in replay.stages:
        lines += JudgeReport(variant.setting, stage).lines(replay.record.id)
    return "\n".join(lines) + "\n"


class JudgeReport:
    """The report of one phase."""

    def __init__(self, setting: Setting, stage: Stage) -> None:
        self.setting = setting
        self.stage = stage
        self.unit_in = {unit.at.province: unit for unit in stage.turn.before.units}

    def lines(self, game: str) -> Iterator[str]:
        """All lines of the report, which names the game."""
        phase = self.stage.phase
        title = f"{HEADS[phase.step]} for {phase.season.capitalize()} of {phase.year}."
        yield f"{title}  ({game}.{self.setting.calendar.short_season(phase)})"
        yield ""
        for power in self.setting.nation:
            results = [*self._orders(power), *self._retreats_and_adjustments(power)]
            for result in results:
                yield f"{power}: {result}"
            if results:
                yield ""
        if self.stage.dislodged:
            yield "The following units were dislodged:"
            yield ""
            for dislodged in self.stage.dislodged:
                yield self._dislodged(dislodged)
            yield ""
        owners = self.stage.next.owners
        if phase.step != "adjustments" and owners != self.stage.turn.before.owners:
            yield "Ownership of supply centers:"
            yield ""
            yield from self._ownership(owners)
            yield ""

    def _ownership(self, owners: Mapping[Code, Power]) -> Iterator[str]:
        """A line for each power that owns a centre: the names of its centres."""
        provinces = self.setting.board.provinces
        names_by_power = grouped((owner, provinces[code].name) for code, owner in owners.items())
        for power in self.setting.nation:
            if power in names_by_power:
                yield f"{power}:   {', '.join(sorted(names_by_power[power]))}."

    def _orders(self, power: Power) -> Iterator[str]:
        """The lines of a power's orders in a movement phase."""
        for action, result in self.stage.turn.by_action.items():
            if action.power != power:
                continue
            outcomes = order_results(self.stage, result)
            doing = ", No Order Processed"
            if result.fault is Reason.ORDERED_TWICE:
                outcomes &= DRIVEN_OUT
            elif action.meant is not None:
                order = action.meant if result.fault else action.order
                if isinstance(order, Move) and went_by_land(self.stage, result):
                    order = order._replace(via=False, route=())
                doing = self._doing(order, power)
            words = tags(outcomes, moves=action.goal is not None)
            marks = f"  (*{', '.join(words)}*)" if words else ""
            yield f"{self._unit(action.kind, action.at)}{doing}.{marks}"

    def _doing(self, order: Order, power: Power) -> str:
        match order:
            case Move():
                legs = [*order.route, order.to]
                via = " via convoy" if order.via and not order.route else ""
                return "".join(f" -> {self._place(leg)}" for leg in legs) + via
            case Support(Location() as at):
                aim = f" -> {self._place(order.to)}" if order.to else ""
                return f" SUPPORT {self._other(at, order.kind, power)}{aim}"
            case Convoy(at, Location() as to):
                return f" CONVOY {self._other(at, order.kind, power)} -> {self._place(to)}"
        return " HOLD"

    def _other(self, at: Location, kind: KindCode | None, power: Power) -> str:
        """The unit that an order of a power helps: `Fleet Brest`, `German Army Kiel`."""
        unit = self.unit_in.get(at.province)
        name = self._unit(kind or (unit.kind if unit else KindCode("A")), at)
        foreign = unit is not None and unit.power != power
        return f"{self.setting.nation[unit.power].adjective} {name}" if foreign and unit else name

    def _retreats_and_adjustments(self, power: Power) -> Iterator[str]:
        """The lines of a power's retreats, builds and removals."""
        for result in self.stage.turn.ends:
            not_printed = result.written is None and result.why is Reason.NO_REFUGE
            if result.power != power or not_printed:
                continue
            if result.unit is None:
                yield "  Build waived."
            elif self.stage.phase.step == "retreats":
                yield f"  {self._retreat(result, result.unit)}"
            else:
                yield f"  {self._adjustment(result, result.unit)}"

    def _adjustment(self, result: OrderResult, unit: Unit) -> str:
        kind = self.setting.kinds[unit.kind].name
        place = self._place(unit.at)
        if result.outcome is not Outcome.BUILT:
            return f"Removes the {kind} in {place}."
        article = "an" if kind[0] in "aeiou" else "a"
        return f"Builds {article} {kind} in {place}."

    def _retreat(self, result: OrderResult, unit: Unit) -> str:
        name = self._unit(unit.kind, unit.at)
        if result.written is None or result.why is Reason.RETREATS_DIFFER:
            return f"{name}, No Order Processed."
        if not isinstance(result.written.order, Retreat):
            return f"{name} DISBAND."
        marks = "  (*bounce, destroyed*)" if is_gone(self.stage, result) else ""
        return f"{name} -> {self._place(result.written.order.to)}.{marks}"

    def _dislodged(self, dislodged: Dislodged) -> str:
        unit = dislodged.unit
        nation = self.setting.nation[unit.power]
        name = f"{nation.adjective or nation.name} {self.setting.kinds[unit.kind].name}"
        refuges = " or ".join(self._place(refuge) for refuge in dislodged.refuges)
        doing = f"can retreat to {refuges}" if refuges else "with no valid retreats was destroyed"
        return f"The {name} in {self._place(unit.at)} {doing}."

    def _place(self, at: Location) -> str:
        return place(self.setting.board, at)

    def _unit(self, kind: KindCode, at: Location) -> str:
        """`Fleet St. Petersburg (south coast)`."""
        return f"{self.setting.kinds[kind].name.capitalize()} {self._place(at)}"
