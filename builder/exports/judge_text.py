"""Writes a replay as results in the form of the judges by mail."""

from collections.abc import Iterator
from functools import partial

from builder.exports.order_results import is_gone, order_results, tags, walked
from builder.model.findings import Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Move, Order, Retreat, Support
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.results import OrderResult
from builder.model.setting import Setting
from builder.model.units import Dislodged, KindCode, Location, Power, Unit
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
    setting, variant = replay.variant.setting, replay.variant.name
    lines = [] if variant == STANDARD else [f":: Judge: none  Variant: {variant}", ""]
    for stage in replay.stages:
        lines += JudgeReport(setting, stage).lines(replay.record.id)
    return "\n".join(lines) + "\n"


class JudgeReport:
    """The report of one phase."""

    def __init__(self, setting: Setting, stage: Stage) -> None:
        self.setting, self.stage, self._place = setting, stage, partial(place, setting.board)
        self.units = {u.at.province: u for u in stage.turn.before.units}

    def lines(self, game: str) -> Iterator[str]:
        """All lines of the report, which names the game."""
        phase, before, after = self.stage.phase, self.stage.turn.before, self.stage.next
        title = f"{HEADS[phase.step]} for {phase.season.capitalize()} of {phase.year}."
        yield from (f"{title}  ({game}.{self.setting.calendar.short(phase)})", "")
        powers = [nation.name for nation in self.setting.nations]
        for power in powers:
            lines = [f"{power}: {line}" for line in (*self._orders(power), *self._ends(power))]
            yield from (*lines, "") if lines else ()
        if self.stage.dislodged:
            fallen = map(self._dislodged, self.stage.dislodged)
            yield from ("The following units were dislodged:", "", *fallen, "")
        if phase.step != "adjustments" and before.owners != after.owners:
            provinces = self.setting.board.provinces
            owned = grouped((owner, provinces[c].name) for c, owner in after.owners.items())
            shown = (f"{p}:   {', '.join(sorted(owned[p]))}." for p in powers if p in owned)
            yield from ("Ownership of supply centers:", "", *shown, "")

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
                if isinstance(order, Move) and walked(self.stage, result):
                    order = order._replace(via=False, route=())
                doing = self._doing(order, power)
            named = tags(outcomes, action.goal is not None)
            marks = f"  (*{', '.join(named)}*)" if named else ""
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
        unit = self.units.get(at.province)
        name = self._unit(kind or (unit.kind if unit else KindCode("A")), at)
        foreign = unit is not None and unit.power != power
        return f"{self.setting.nation[unit.power].adjective} {name}" if foreign and unit else name

    def _ends(self, power: Power) -> Iterator[str]:
        """The lines of a power's retreats, builds and removals."""
        for end in self.stage.turn.ends:
            not_printed = end.written is None and end.why is Reason.NO_REFUGE
            if end.power != power or not_printed:
                continue
            if end.unit is None:
                yield "  Build waived."
            elif self.stage.phase.step == "retreats":
                yield f"  {self._retreat(end, end.unit)}"
            else:
                yield f"  {self._adjustment(end, end.unit)}"

    def _adjustment(self, end: OrderResult, unit: Unit) -> str:
        kind = self.setting.kinds[unit.kind].name
        place = self._place(unit.at)
        if end.outcome is not Outcome.BUILT:
            return f"Removes the {kind} in {place}."
        article = "an" if kind[0] in "aeiou" else "a"
        return f"Builds {article} {kind} in {place}."

    def _retreat(self, end: OrderResult, unit: Unit) -> str:
        name = self._unit(unit.kind, unit.at)
        if end.written is None or end.why is Reason.RETREATS_DIFFER:
            return f"{name}, No Order Processed."
        if not isinstance(end.written.order, Retreat):
            return f"{name} DISBAND."
        lost = "  (*bounce, destroyed*)" if is_gone(self.stage, end) else ""
        return f"{name} -> {self._place(end.written.order.to)}.{lost}"

    def _dislodged(self, lost: Dislodged) -> str:
        nation = self.setting.nation[lost.unit.power]
        name = f"{nation.adjective or nation.name} {self.setting.kinds[lost.unit.kind].name}"
        where = " or ".join(map(self._place, lost.refuges))
        doing = f"can retreat to {where}" if where else "with no valid retreats was destroyed"
        return f"The {name} in {self._place(lost.unit.at)} {doing}."

    def _unit(self, kind: KindCode, at: Location) -> str:
        """`Fleet St. Petersburg (south coast)`."""
        return f"{self.setting.kinds[kind].name.capitalize()} {self._place(at)}"
