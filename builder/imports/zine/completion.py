"""Completes a zine's game after its last report: its phases, charts and opening position."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain, pairwise

from builder.imports.foreign_game import PhaseSheet
from builder.imports.importer import FLEET
from builder.imports.phase_reports import PhaseInference, at_home, builds, changes, stretches
from builder.imports.zine.charts import Owners
from builder.imports.zine.game import ZineGame, ends, is_absent
from builder.model.calendar import Phase
from builder.model.orders import Hold, Move, Retreat, Written
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.units import Code, Power, Unit
from builder.playback.unread_lines import unread_lines
from builder.record import Note

FAILURES = frozenset({Outcome.FAILED, Outcome.BOUNCED, Outcome.CUT, Outcome.NO_CONVOY})
ENTERED = "no unit is marked as dislodged; taken so, since another entered its place"
UNSAID = frozenset({Outcome.MOVED, Outcome.GIVEN, Outcome.HELD, Outcome.RETREATED})


class ZineCompletion:
    """Completes one game; its sheets and remarks are changed in place."""

    def __init__(self, game: ZineGame) -> None:
        self.game = game
        self.setting = game.setting
        self.remark = game.remark
        self.sheets = game.sheets
        self.charts = game.charts
        self.rulings = game.rulings

    def parts(self) -> list[list[PhaseSheet]]:
        """The phases in order, in parts cut where the report of a movement is missing."""
        self._mend_positions()
        if why := self._why_unmarked():
            self.remark(1, why)
            for sheet in self.sheets.values():
                marked = [p._replace(outcomes=p.outcomes - UNSAID) for p in sheet.results]
                sheet.results = [p for p in marked if p.outcomes]
        else:
            self._mark_dislodged()
            self._settle_moves()
            for sheet in self.game.moves():
                if sheet.after is None:
                    sheet.after = self._shown_position(sheet)
                    sheet.whole = sheet.after is None
        self._fill()
        before: Owners = dict(self.setting.start.owners)
        for year in sorted(self.charts):
            before = self._settle(year, before)
        if not self.charts:
            self._name_units()
        parts = stretches(self.sheets.values(), self.setting.calendar)
        return [part for part in map(self._from_orders, parts) if part]

    def _why_unmarked(self) -> str:
        """Why orders without a mark do not count as done; empty if they do. Nothing marks results,
        marks were lost (two units seem to enter one place), or it is not known what bold means."""
        moves = self.game.moves()
        results = chain.from_iterable(sheet.results for sheet in moves)
        if any(FAILURES & printed.outcomes for printed in results):
            return ""
        if self.game.unsure:
            return "the meaning of bold or starred orders is not known: only other marks count"
        orders = chain.from_iterable(sheet.orders for sheet in moves)
        bracketed = any(w.text[:1] in ("(", "[", "<") for w in orders)
        marked = bracketed or self._marks_dislodged()
        crowded = any(_enter_one_place(sheet) for sheet in moves)
        if self.game.order_reader.capitals or (marked and not crowded):
            return ""
        return "nothing marks what failed: only what is marked counts"

    def _marks_dislodged(self) -> bool:
        results = chain.from_iterable(sheet.results for sheet in self.game.moves())
        return any(Outcome.DISLODGED in printed.outcomes for printed in results)

    def _mark_dislodged(self) -> None:
        """Mark each unit whose place another entered, in a game that marks none as dislodged."""
        for sheet in () if self._marks_dislodged() else self.game.moves():
            goals = sheet.arrivals()
            for p in [*sheet.results]:
                away = Outcome.MOVED in p.outcomes or is_absent(p.outcomes, p.text)
                if p.at.province in goals and not away:
                    sheet.printed(p.power, p.at, Outcome.DISLODGED)
                    self.remark(p.line, ENTERED, p.text)

    def _settle_moves(self) -> None:
        """Give each move without any mark the result that the next phases show, in a zine whose
        capitals show where units end: `a con-bul` without italics mostly went."""
        if not self.game.order_reader.capitals:
            return
        for sheet in self.game.moves():
            for w in sheet.orders:
                if isinstance(w.order, Move) and w.unit and not sheet.said(w):
                    self._settle_move(sheet, w, w.order.to.province)

    def _settle_move(self, sheet: PhaseSheet, move: Written, goal: Code) -> None:
        others = [w for w in sheet.orders if w.issuer == move.issuer and w is not move]
        filled = chain.from_iterable(_ends_of(w, sheet) for w in others)
        stands = self._stands_next(sheet, move.issuer).difference(filled)
        went = goal in stands
        stayed = move.home in stands
        if move.unit is not None and went != stayed:
            outcome = Outcome.MOVED if went else Outcome.FAILED
            sheet.printed(move.issuer, move.unit.at, outcome, text=move.text, line=move.line)
            self.remark(move.line, f"{outcome}, as the next phases show", move.text)

    def _stands_next(self, sheet: PhaseSheet, power: Power) -> set[Code]:
        """The places of a power's units by the next list of units, or by the next orders."""
        rank = self.game.rank
        for later in self.game.in_order():
            if rank(later.phase) <= rank(sheet.phase):
                continue
            if later.phase.step == "movement":
                return {w.home for w in later.orders if w.issuer == power and w.home}
            listed = {unit.at.province for unit in later.after or () if unit.power == power}
            if listed:
                return listed
        return set()

    def _stood_before(self, moves: PhaseSheet) -> set[tuple[Power, Code]]:
        """The power and province of each unit before a movement: after the Spring, by its results;
        or after the Winter, as printed, of powers with lines that were not read."""
        phase = moves.phase
        if phase == self.setting.calendar.start:
            start = self.setting.start.units
            return {(u.power, u.at.province) for u in start if u.power in self.game.players}
        if phase.season == "spring":
            winter = self.sheets.get(Phase(phase.year - 1, "winter", "adjustments"))
            lines = unread_lines(moves.notes, self.setting)
            listed = winter.after if winter and lines else None
            unread = {line.power for line in lines}
            units = [unit for unit in listed or () if unit.power in unread]
            return {(unit.power, unit.at.province) for unit in units}
        spring = self.sheets.get(phase._replace(season="spring"))
        stood = ends(spring, self.rulings) if spring else ()
        return {(power, at.province) for power, _, at in stood}

    def _shown_position(self, sheet: PhaseSheet) -> list[Unit] | None:
        """The position that the results of a movement show; None if they leave it open. A power is
        left out if one of its units after the phase before has no order."""
        named = {(w.issuer, w.home) for w in sheet.orders}
        named |= {(p.power, p.at.province) for p in sheet.results if p.power}
        stood = self._stood_before(sheet)
        silent = {power for power, province in stood if (power, province) not in named}
        silent |= self.game.half_read.get(sheet.phase, set())
        for w in sheet.orders:
            if isinstance(w.order, Move) and not sheet.said(w):  # nothing says where it is
                silent.add(w.issuer)
        units: list[Unit] = []
        for power, kind, at in ends(sheet, self.rulings):
            coasts = self.setting.board.provinces[at.province].coasts
            if kind is None or (kind == FLEET and coasts and not at.coast):
                return None
            if power not in silent:
                units.append(Unit(power, kind, at))
        return units or None

    def _from_orders(self, part: list[PhaseSheet]) -> list[PhaseSheet]:
        """A part from its first movement on; earlier orders, from unknown positions, are noted."""
        if part[0].phase == self.setting.calendar.start:
            return part
        have_moves = [s.phase.step == "movement" and bool(s.orders) for s in part]
        first = have_moves.index(True) if True in have_moves else len(part)
        for sheet in part[:first]:
            title = self.setting.calendar.title(sheet.phase)
            if sheet.orders or first == len(part):
                self.remark(sheet.line, f"{title} is left out: no orders are known before")
            if first < len(part):
                part[first].notes += [note for note in sheet.notes if note.kind != "inferred"]
                if sheet.orders:
                    text = f"{title}: {sheet.orders_shown()}"
                    part[first].notes.append(Note("notice", text))
        if first < len(part) and not self._printed_start(part[first:]):
            part[first].infer("no position before is printed; taken from these orders", 0)
        return part[first:]

    def _fill(self) -> None:
        """Add retreats and builds without a report that the next orders show. Builds are those of
        powers without printed builds that have more centres than units, where the next orders name
        all their units, and new ones in home centres that were empty."""
        for sheet in PhaseInference(self.game, _absent).bridged(self.game.in_order()):
            self.sheets[sheet.phase] = sheet
        for fall, then in pairwise(self.game.moves()):
            if not (fall.phase.year in self.charts and fall.phase.year < then.phase.year):
                continue
            chart, season = self.charts[fall.phase.year]
            phase = Phase(fall.phase.year, "winter", "adjustments")
            winter = self.sheets.get(phase, PhaseSheet(phase))
            reported = {w.issuer for w in winter.orders} | {u.power for u in winter.after or ()}
            owned = Counter(chart.owners.values())
            named = Counter(u.power for u in _named(then))
            retreated = self.sheets.get(fall.phase._replace(step="retreats"))
            for power, fresh, gone in [*changes(fall, retreated, then)]:
                possible = fresh and not gone and named[power] <= owned[power]
                if possible and power not in reported and at_home(fresh, self.setting):
                    winter = self.game.sheet(phase, season)
                    winter.orders += builds(fresh, then.line)
                    text = f"no report of the builds of {power}; taken from the orders of spring"
                    winter.infer(text, then.line)
                    self.remark(then.line, text)

    def _mend_positions(self) -> None:
        """Correct a printed position that has one unit of a power where the next orders name one
        known from an earlier print, from the movement before, or as a possible retreat."""
        for sheet, then in pairwise(self.game.in_order()):
            phase = sheet.phase
            if phase.step == "movement" or sheet.after is None or then.phase.step != "movement":
                continue
            season = "fall" if phase.season == "winter" else phase.season
            moves = self.sheets.get(Phase(phase.year, season, "movement"))
            possible = {*self.game.first.get(phase, ())}
            if moves:
                possible.update(self._possible(moves))
            self._keep_first_lists(sheet, then)
            named = {*_named(then)}
            printed = {*sheet.after}
            for power in self.setting.powers:
                odd = [u for u in printed - named if u.power == power]
                meant = [u for u in named - printed if u.power == power and u in possible]
                if len(odd) == len(meant) == 1:
                    self._mend(sheet, odd[0], meant[0], then)

    def _keep_first_lists(self, sheet: PhaseSheet, then: PhaseSheet) -> None:
        """Take the first printed list of a power if the next orders name just its units, and not
        those of the list that was printed later (an old list left under a new heading)."""
        first = self.game.first.get(sheet.phase, [])
        ordered = _named(then)
        for power in self.setting.powers:
            units = [unit for unit in first if unit.power == power]
            later = [unit for unit in sheet.after or () if unit.power == power]
            named = {unit for unit in ordered if unit.power == power}
            if units and {*units} == named != {*later}:
                others = [unit for unit in sheet.after or () if unit.power != power]
                sheet.after = others + units
                why = f"the units of {power} as first printed, as its next orders name them"
                sheet.infer(why, then.line)
                self.remark(sheet.line, why)

    def _possible(self, moves: PhaseSheet) -> Iterator[Unit]:
        """The units after a movement, and its dislodged units at each place of retreat."""
        yield from (Unit(p, kind, at) for p, kind, at in ends(moves, self.rulings) if kind)
        lost = {p[:2]: p for p in moves.results if Outcome.DISLODGED in p.outcomes}
        for w in moves.orders:
            printed = lost.get((w.issuer, w.unit.at)) if w.unit else None
            if printed is None or w.unit is None or w.unit.kind is None:
                continue
            for at in printed.options or ():
                yield Unit(w.issuer, w.unit.kind, at)

    def _mend(self, sheet: PhaseSheet, odd: Unit, meant: Unit, then: PhaseSheet) -> None:
        sheet.after = [meant if unit == odd else unit for unit in sheet.after or ()]
        for i, w in enumerate(sheet.orders):
            if w.issuer == odd.power and w.order == Retreat(odd.at):
                sheet.orders[i] = Written(w.issuer, w.unit, Retreat(meant.at), w.text, w.line)
        text = f"{odd.power} {odd} is printed; the orders of {then.phase.season} name {meant}"
        sheet.infer(text, then.line)
        self.remark(sheet.line, text)

    def _name_units(self) -> None:
        """Take positions after Winter from Spring's orders in a mid-game without charts."""
        phases = sorted(self.sheets, key=self.game.rank)
        if not phases or phases[0] == self.setting.calendar.start:
            return
        for phase, later in pairwise([p for p in phases if p.step != "retreats"]):
            if later.year > phase.year and later == self.game.due(phase):
                then = self.sheets[later]
                at = Phase(phase.year, "winter", "adjustments")
                winter = self.game.sheet_of(at, then.line)
                if winter.after is None:
                    winter.after = _named(then)
                    why = f"no position is printed; taken from the orders of {later.season}"
                    winter.infer(why, 0)

    def _settle(self, year: int, before: Owners) -> Owners:
        """Give a chart to the phase after which centres change hands; returns the next owners.
        Owned places that are not centres, and so in no chart, are of the last power there."""
        chart, season = self.charts[year]
        phase = Phase(year, "fall", "movement")
        fall = self.sheets.get(phase, PhaseSheet(phase))
        after = phase._replace(step="retreats")
        waits = after in self.sheets or any(p.options for p in fall.results)
        sheet = self.game.sheet(after, season) if waits else fall
        if sheet.phase not in self.sheets:
            return before
        stands = {at.province: power for power, _, at in ends(fall, self.rulings)}
        stands |= {u.at.province: u.power for u in fall.after or ()}
        went = {p.at for p in sheet.results if Outcome.RETREATED in p.outcomes}
        for w in sheet.orders:
            if isinstance(w.order, Retreat) and w.unit and w.unit.at in went:
                stands[w.order.to.province] = w.issuer
        sheet.owners = owners = chart.settled(stands, before)
        if owners is None:
            unsure = ", ".join(f"{code} {' or '.join(p)}" for code, p in chart.unsure.items())
            sheet.notes.append(Note("gm", f"Chart with open centres: {unsure}."))
            return before
        others = self.setting.holdings - self.setting.centres - owners.keys()
        owners |= {c: p for c, p in (before | stands).items() if c in others}
        return owners or before

    def start(self, part: Sequence[PhaseSheet]) -> tuple[Unit, ...] | None:
        """The opening position of a part: as printed, else the units that its first orders name;
        None for the usual one. In a game from its start, silent powers have their usual units."""
        opening = self.setting.start.units
        units = self._printed_start(part) or _named(part[0])
        if part[0].phase == self.setting.calendar.start and {*units} <= {*opening}:
            units = [unit for unit in opening if unit.power in self.game.players]
        return tuple(units) if units and {*units} != {*opening} else None

    def _printed_start(self, part: Sequence[PhaseSheet]) -> list[Unit] | None:
        """The printed units before the first phase of a part, if there is such a list."""
        first = min(self.sheets, key=self.game.rank)
        if part[0].phase == first:
            return self.game.opening.after
        rank = self.game.rank
        earlier = [s for s in self.game.in_order() if rank(s.phase) < rank(part[0].phase)]
        before = earlier[-1]
        follows = self.game.due(before.phase) == part[0].phase
        if not follows or before.after is None:
            return None
        listed = {unit.power for unit in before.after}
        others = [] if before.whole else [u for u in _named(part[0]) if u.power not in listed]
        return before.after + others

    def start_owners(self, part: Sequence[PhaseSheet]) -> Owners | None:
        """The owners at the start of a part in mid-game, by the chart of the year before, else as
        far as an older chart, the next one and the units at the start show them."""
        phase = part[0].phase
        if phase == self.setting.calendar.start or not self.charts:
            return None
        earlier = max((year for year in self.charts if year < phase.year), default=0)
        later = min((year for year in self.charts if year >= phase.year), default=0)
        if earlier == phase.year - 1 or not (earlier and later):
            return dict(self.charts[earlier or later][0].owners)
        old = self.charts[earlier][0].owners
        return self._owners_over_gap(part, old, self.charts[later][0].owners)

    def _owners_over_gap(
        self, part: Sequence[PhaseSheet], old: Mapping[Code, Power], new: Mapping[Code, Power]
    ) -> Owners:
        """The owners at the start of a part after years without a chart. Whoever stands in a centre
        in Spring has held it since Fall. A centre that the next chart gives to another power than
        the `old` one changed hands in the gap, unless that power enters it in the part's year."""
        phase = part[0].phase
        units = self.start(part) or ()
        stood = {unit.at.province: unit.power for unit in units if phase.season == "spring"}
        fall = self.sheets.get(Phase(phase.year, "fall", "movement"))
        shown = ends(fall, self.rulings) if fall else ()
        ended = {at.province: power for power, _, at in shown}
        owners = dict(old)
        for centre, power in new.items():
            if centre in stood:
                owners[centre] = stood[centre]
            elif ended.get(centre) != power:
                owners[centre] = power
        return owners


def _enter_one_place(sheet: PhaseSheet) -> bool:
    """Do two units enter one place?"""
    places = sheet.arrivals()
    return len(set(places)) < len(places)


def _ends_of(order: Written, sheet: PhaseSheet) -> set[Code]:
    """Where the unit of an order ended a movement; empty if its result does not say so."""
    outcomes = sheet.said(order)
    if Outcome.DISLODGED in outcomes or order.home is None:
        return set()
    if isinstance(order.order, Move):
        if Outcome.MOVED in outcomes:
            return {order.order.to.province}
        return {order.home} if outcomes else set()
    return {order.home}


def _is_of_no_order(outcomes: Set[Outcome]) -> bool:
    """Does a result say only that its unit had no order, and perhaps that it was driven out?"""
    return Outcome.NO_ORDER in outcomes and outcomes <= {Outcome.NO_ORDER, *DRIVEN_OUT}


def take_out_unordered(part: Sequence[PhaseSheet]) -> None:
    """Take out the holds that zines print for units without orders: `f SMY h (unordered)` is a
    result, and no order that anybody gave."""
    for sheet in part:
        unordered = {(p.power, p.at) for p in sheet.results if _is_of_no_order(p.outcomes)}
        orders = []
        for w in sheet.orders:
            is_hold = isinstance(w.order, Hold) and w.unit is not None
            if not (is_hold and w.unit and (w.issuer, w.unit.at) in unordered):
                orders.append(w)
        sheet.orders = orders


def _absent(sheet: PhaseSheet) -> set[tuple[Power | None, Code]]:
    """The units whose orders are marked as orders to units that do not exist."""
    return {(p.power, p.at.province) for p in sheet.results if is_absent(p.outcomes, p.text)}


def _named(sheet: PhaseSheet) -> list[Unit]:
    """The units that the orders of a movement name, without those marked as not existing."""
    lost = _absent(sheet)
    units: list[Unit] = []
    for w in sheet.orders:
        unit = w.unit
        if unit and unit.kind and (w.issuer, unit.at.province) not in lost:
            units.append(Unit(w.issuer, unit.kind, unit.at))
    return [*dict.fromkeys(units)]
