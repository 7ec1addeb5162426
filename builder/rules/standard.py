"""The standard rulebook: its four chapters together, and the step from phase to phase."""

from collections.abc import Iterable, Sequence, Set

from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Written
from builder.model.results import OrderResult, Turn
from builder.model.units import Code, Dislodged, Position, Power, Unit
from builder.rules.adjustments import Adjustments
from builder.rules.movement import Actions, Movement
from builder.rules.retreats import Fallen, Retreats


class Standard(Movement, Retreats, Adjustments):
    """The rules of Diplomacy, opened at one position; each opened book plays one phase.
    `boarding` says whether armies may be at sea, aboard a fleet. `signs` are the signs that an
    amendment adds to pictures: name, and words for the key."""

    boarding = False
    taken: Actions
    signs: tuple[tuple[str, str], ...] = ()

    @classmethod
    def all_signs(cls) -> dict[str, str]:
        """The signs of all amendments of this rulebook."""
        signs: dict[str, str] = {}
        for book in reversed(cls.mro()):
            signs.update(vars(book).get("signs", ()))
        return signs

    def play(self, orders: Sequence[Written]) -> Turn:
        """Adjudicate the phase: the finding for each order, and the next position."""
        now = self.position
        step = self.position.phase.step
        if step != "movement":
            ends = self.withdraw(orders) if step == "retreats" else self.adjust(orders)
            phase = self.setting.calendar.next(now.phase)
            after = Position(phase, self.changed(ends), now.owners, memory=now.memory)
            return self.finished(after, ends=ends)
        self.take(orders)
        return self.carry_out()

    # Movement

    def take(self, orders: Sequence[Written]) -> None:
        """Accept or refuse the orders of a movement phase, of which nothing is judged yet."""
        actions = self.actions_of(orders)
        self.taken = tuple(actions)
        self.gather(actions)

    def carry_out(self) -> Turn:
        """Judge the orders that were taken."""
        self.resolve()
        units, dislodged = self.landing()
        if dislodged:
            self.contested = self.stood_off(self.holders(units))
        fallen = self.with_refuges(dislodged, units)
        after = self.after_moves(units, fallen)
        return self.finished(after, actions=self.taken, dislodged=fallen)

    def occupant(self, code: Code) -> Power | None:
        """The power whose unit will be in a province after the moves that were taken; None if no
        unit will be. It answers before all else is judged, where units share no provinces."""
        assert not self.sharing
        arrivals = [m for m in self.movers.get(code, ()) if self.moves(m).value]
        staying = [a for a in self.garrisons.get(code, ()) if not self.leaves(a)]
        return next((action.power for action in (*arrivals, *staying)), None)

    def after_moves(self, units: Sequence[Unit], fallen: Fallen) -> Position:
        """The next position; a retreat phase in which no unit can retreat is skipped."""
        before = self.position
        calendar = self.setting.calendar
        contested = self.contested
        phase = calendar.next(before.phase)
        if phase.step == "retreats" and not any(d.refuges for d in fallen):
            phase = calendar.next(phase)
            fallen = ()
            contested = frozenset()
        return Position(phase, tuple(units), before.owners, fallen, contested, before.memory)

    def landing(self) -> tuple[list[Unit], list[Dislodged]]:
        """The units on the board after the moves, and the dislodged ones."""
        units: list[Unit] = []
        dislodged: list[Dislodged] = []
        sharing = self.sharing
        arrivals = self.arrivals
        arrived = set(arrivals.values())
        for a in self.actions:
            if not sharing and a in arrived:
                units.append(a.after)
            elif not sharing and a.home not in arrivals:
                units.append(a.unit)
            elif isinstance(place := self.lands(a), Dislodged):
                dislodged.append(place)
            else:
                units.append(place)
        return units, dislodged

    def lands(self, a: Action) -> Unit | Dislodged:
        """One unit after the moves."""
        if a.goal is not None and self.findings[a].value:
            return a.after
        victor = self.arrivals.get(a.home)
        return Dislodged(a.unit, self.barred(victor)) if victor else a.unit

    def barred(self, victor: Action) -> Code | None:
        """The province that the attacker came from, if retreats there are barred (4.A.5)."""
        if self.choices.retreat_to_convoyed_attackers_start and self.ferried(victor).value:
            return None
        return self.comes_from(victor)

    def stood_off(self, occupied: Set[Code]) -> frozenset[Code]:
        """The provinces that a stand-off left empty."""
        moves = [(m, self.findings[m]) for m in self.moving if m.goal not in occupied]
        goals = [m.goal for m, f in moves if m.goal and not f.value and self.contests(m, f)]
        return frozenset(goals)

    def contests(self, m: Action, finding: Finding) -> bool:
        """Did a move that failed keep other moves out?"""
        stood_off = finding.why is Reason.BOUNCED
        force = finding.tally[1] if stood_off and finding.tally else self.claim(m)
        return (force or 0) > 0

    # From phase to phase

    def changed(self, ends: Iterable[OrderResult]) -> tuple[Unit, ...]:
        """The units on the board after these retreats, builds and removals."""
        touched: set[Unit | None] = set()
        placed = []
        for end in ends:
            touched.add(end.unit)
            if end.unit and end.to and end.finding.value:
                at_home = end.unit.at == end.to
                placed.append(end.unit if at_home else end.unit._replace(at=end.to))
        units = self.position.units
        if not touched.isdisjoint(units):
            units = tuple([u for u in units if u not in touched])
        return (*units, *placed)

    def finished(
        self,
        after: Position,
        *,
        actions: Actions = (),
        dislodged: Fallen = (),
        ends: Sequence[OrderResult] = (),
    ) -> Turn:
        """The result of a phase; counts centres if the year ends, and begins a new year if due."""
        before = self.position
        was_winter = before.phase.step == "adjustments"
        is_winter = after.phase.step == "adjustments"
        winners: tuple[Power, ...] = ()
        won: Finding | None = None
        if is_winter and not was_winter:
            after = self.close_year(after)
            winners, won = self.winners(after)
        elif after.phase.year != before.phase.year:
            after = self.open_year(after)
        return Turn(
            before=before,
            after=after,
            actions=tuple(actions),
            findings=self.findings,
            dislodged=dislodged,
            ends=tuple(ends),
            faults=self.faults,
            written=self.written,
            repeats=self.repeats,
            won=won,
            winners=winners,
            fed=self.entitlements(after) if is_winter or was_winter else {},
        )

    def close_year(self, position: Position) -> Position:
        """Count the centres before Winter."""
        return position._replace(owners=self.captures(position))

    def open_year(self, position: Position) -> Position:
        """What changes when a new year begins; by the standard rules nothing."""
        return position

    def idle(self) -> bool:
        """Is nothing due in this phase?"""
        return not (self.position.dislodged or self.owing())

    def owing(self) -> set[Power]:
        """The powers that have a decision in this phase."""
        now = self.position
        if now.phase.step != "adjustments":
            fallen = [d.unit for d in now.dislodged if d.refuges]
            units = now.units if now.phase.step == "movement" else fallen
            return {unit.power for unit in units}
        dues = self.dues(now)
        return {p for p in self.setting.powers if dues[p] < 0 or (dues[p] > 0 and self.sites(p))}
