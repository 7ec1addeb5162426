"""A phase or a whole game as a zine prints it: results by power, failed orders in brackets."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from types import MappingProxyType

from builder.errors import UnknownWordError
from builder.model.calendar import Calendar, Phase
from builder.model.findings import Action, Reason, Turn
from builder.model.grouping import grouped
from builder.model.outcomes import Outcome
from builder.model.position import Position, held
from builder.model.setting import Setting
from builder.model.units import Power
from builder.playback.replaying import Replay, Stage
from builder.prose.english import filled, wrapped
from builder.prose.names import place
from builder.prose.order_accounts import FINE, Accounts, OrderAccount, accounts
from builder.prose.reasons import FATES, flat, is_dislodged, tally
from builder.record import PhaseRecord, Record

STANDARD = "standard"
UNORDERED = "unordered"
PRINTED = FATES | {Outcome.FAILED: "failed"}
Said = Mapping[Action, str]


def report(
    turn: Turn,
    setting: Setting,
    recorded: PhaseRecord | None = None,
    players: Mapping[Power, str] | None = None,
    said: Said = MappingProxyType({}),
    told: Accounts | None = None,
) -> str:
    """One phase, ready to be printed or mailed.

    `players` are the surnames printed after the powers; `said` has other words for the fates of
    some orders; `told` are the accounts of its orders, if there are any yet.
    """
    told = accounts(turn, setting.board) if told is None else told
    title = setting.calendar.title(turn.before.phase)
    head = f"{title}: {recorded.headline}" if recorded and recorded.headline else title
    blocks = [f"{head}\n{'=' * len(head)}"]
    blocks.append("\n".join(_by_power(turn, setting, players or {}, recorded, told, said)))
    if turn.dislodged:
        blocks.append("\n".join(_retreats_due(turn)))
    if chart_due(turn):
        blocks.append(chart(turn, setting))
    if reasons := list(_reasons(told, said)):
        blocks.append("\n".join(["Why:", *reasons]))
    if recorded:
        blocks += [
            filled(f"{'GM' if note.kind == 'gm' else 'Note'}: {note.text}")
            for note in recorded.notes
            if note.kind != "press"
        ]
        blocks.append(f"Deadline: {recorded.deadline}" if recorded.deadline else "")
    return "\n\n".join(block for block in blocks if block) + "\n"


def chart_due(turn: Turn) -> bool:
    """Is the supply-centre chart printed under this phase?"""
    return turn.before.owners != turn.after.owners or turn.before.phase.step == "adjustments"


def chart(turn: Turn, setting: Setting) -> str:
    """Centres by power with their number and the units that are due: `Austria: BUD … = 4 (+1)`.

    Centres that were gained begin with `+`, those that were lost with `-`.
    """
    after = turn.after
    ours = held(after.owners, setting.centres)
    theirs = held(turn.before.owners, setting.centres)
    lines = ["Supply centres"]
    for power in (nation.name for nation in setting.nations):
        now, then = ours[power], theirs[power]
        gained, lost = now - then, then - now
        if not now and not lost:
            continue
        cells = [f"+{c}" if c in gained else str(c) for c in sorted(now)]
        cells += [f"-{c}" for c in sorted(lost)]
        units = sum(setting.kinds[u.kind].upkeep for u in after.units if u.power == power)
        count = len(now)
        fed = turn.fed.get(power, count)
        text = f"{power}: {' '.join(cells)} = {count}"
        text += f", supports {fed}" if fed != count else ""
        text += f" ({fed - units:+d})" if fed != units else ""
        lines += wrapped(text)
    return "\n".join(lines)


def _by_power(
    turn: Turn,
    setting: Setting,
    players: Mapping[Power, str],
    recorded: PhaseRecord | None,
    told: Accounts,
    said: Said,
) -> Iterable[str]:
    absent = recorded.nmr if recorded else ()
    standby = recorded.standby if recorded else {}
    accounts_of = _as_recorded(told, recorded)
    for nation in setting.nations:
        lines = ["no orders received"] if nation.name in absent else []
        for account in accounts_of.get(nation.name, ()):
            if account.action is not None:
                mine = said.get(account.action)
                lines.append(_line(account, account.action, turn, nation.playable, mine))
            elif account.end is not None:
                lines += _end_line(account)
            else:
                lines.append(_beside(account))
        if lines:
            who = player_at(players.get(nation.name, "?"), turn.before.phase, setting.calendar)
            who = who if nation.playable else commander(turn)
            after = f"standby: {standby[nation.name]}" if nation.name in standby else ""
            known = "; ".join(part for part in (who if who != "?" else "", after) if part)
            name = nation.name.upper() + (f" ({known})" if known else "")
            yield from wrapped(f"{name}: {', '.join(lines)}.")


def commander(turn: Turn) -> str:
    """The power that orders neutral units: `ordered by Russia`."""
    return f"ordered by {turn.after.controller or 'nobody'}"


def _as_recorded(told: Accounts, recorded: PhaseRecord | None) -> dict[Power, list[OrderAccount]]:
    """The accounts by power: of units in the order of the record, then of those without an order;
    last the orders that no unit carries out."""
    place = {w: i for i, w in enumerate(recorded.orders if recorded else ())}

    def rank(a: OrderAccount) -> int:
        known = a.action and a.written in place
        return place[a.written] if known and a.written else len(place) + (a.action is None)

    return grouped((a.power, a) for a in sorted(told, key=rank))


def _line(a: OrderAccount, action: Action, turn: Turn, played: bool, said: str | None) -> str:
    word = a.fate if said is None else said
    if action.fault is Reason.ORDERED_TWICE:
        word = word.replace(FATES[action.fault.outcome], "ordered twice")
    if action.meant is None and played:
        return f"{a.unit} ({', '.join(filter(None, (UNORDERED, word)))})"
    if word in ("", "dislodges") or (word == "aboard" and a.finding):
        return f"{a.text} ({word})" if word else a.text
    only_dislodged = word == "dislodged" and is_dislodged(action, turn)
    return f"{a.text} ({word})" if only_dislodged else f"[{a.text}] {word}"


def _end_line(a: OrderAccount) -> list[str]:
    """A retreat, build or removal; nothing for a unit that had no place to go."""
    if a.written is not None:
        return [a.text if a.finding else f"[{a.text}] {a.fate}"]
    if a.finding.why is Reason.NO_REFUGE:
        return []
    if a.finding.why is Reason.NOT_RETREATED:
        return [f"NRR ({a.unit} is lost)"]
    if a.finding.why.outcome is Outcome.REMOVED:
        return [f"NBR ({a.unit} is removed by rule)"]
    return [f"{a.unit} {a.finding.why.outcome}"]


def _beside(a: OrderAccount) -> str:
    """An order that no unit carries out, and why."""
    if not a.fate:
        return a.text
    return f"{a.text} ({a.fate})" if a.finding else f"[{a.text}] {a.fate}"


def _retreats_due(turn: Turn) -> Iterable[str]:
    for lost in turn.dislodged:
        where = ", ".join(map(str, lost.refuges))
        may = f"may retreat to {where}, or disband" if where else "has no place to go"
        yield from wrapped(f"{lost.unit.power}: {lost.unit} is dislodged and {may}.")


def _reasons(told: Accounts, said: Said) -> Iterable[str]:
    for a in told:
        carried_out = (a.action or a.end) and a.fate in FINE
        if not carried_out and a.action not in said:
            against = f" ({tally(a.finding)})" if a.finding.tally else ""
            yield from wrapped(f"  {a.unit if a.end else a.text}: {flat(a.why)}{against}")


def rulings(record: Record, phase: Phase) -> list[str]:
    """The game master's rulings on a phase: the order, what the ruling makes of it, and why."""
    return [
        filled(f"Ruling: {r.order}: {r.outcome}. {r.why} ({r.source})") + "\n"
        for r in record.rulings
        if r.phase == phase
    ]


def places(turn: Turn, setting: Setting) -> str:
    """The units of each power after the phase, and the places that a stand-off left empty."""
    lines = [*positions(turn.after, setting)]
    if turn.after.contested:
        board = setting.board
        where = ", ".join(place(board, board.locations[c]) for c in sorted(turn.after.contested))
        lines.append(f"Stand-offs in {where}.")
    return "\n".join(lines)


def positions(position: Position, setting: Setting, everyone: bool = False) -> Iterator[str]:
    """`FRANCE: has A Bur, F Bre.` for each power with units; `has none` too if `everyone`."""
    for nation in setting.nations:
        units = ", ".join(str(u) for u in position.units if u.power == nation.name)
        if units or everyone:
            yield from wrapped(f"{nation.name.upper()}: has {units or 'none'}.")


def player_at(players: str, phase: Phase, calendar: Calendar) -> str:
    """The player in a phase, of a power with several: `Dwyer, Reynolds from Winter 1902`."""
    playing = "?"
    for part in players.split(","):
        name, _, since = part.strip().partition(" from ")
        if not since or _is_over(since, phase, calendar):
            playing = name
    return playing


def _is_over(since: str, phase: Phase, calendar: Calendar) -> bool:
    try:
        return calendar.rank(calendar.read(since)) <= calendar.rank(phase)
    except UnknownWordError:
        return True


def whole_game(replay: Replay) -> str:
    """The name of a game and the report of each phase.

    If the record differs from what we find, the positions are printed as well.
    """
    record, setting = replay.record, replay.variant.setting
    players = {p: name for p, name in record.players.items() if name != "?"}
    board = [f"# variant: {record.variant}"] * (record.variant != STANDARD)
    lines = [record.name.upper(), *board, ""]
    for stage, then in zip_longest(replay.stages, replay.stages[1:]):
        turn = _as_it_went_on(stage, then)
        lines.append(report(turn, setting, stage.recorded, players, said=_printed(stage)))
        if stage.followed or stage.verdict in ("differs", "ruled"):
            lines += ["Positions", "", *positions(turn.after, setting, everyone=True), ""]
    return "\n".join(lines)


def _as_it_went_on(stage: Stage, then: Stage | None) -> Turn:
    """The phase with the position from which play went on, if that is not ours; no centre
    changes hands before retreats."""
    turn = stage.turn._replace(dislodged=stage.dislodged)
    if not stage.followed:
        return turn
    after = stage.next
    if then is not None and then.phase.step == "retreats":
        after = after._replace(owners=stage.turn.before.owners)
    known = {d.unit: d for d in stage.dislodged}
    dislodged = tuple(known.get(d.unit, d) for d in after.dislodged)
    return turn._replace(after=after, dislodged=dislodged)


def _printed(stage: Stage) -> dict[Action, str]:
    """The source's words for the orders whose results differ from ours."""
    return {
        c.action: _words(c.action, stage.recorded)
        for c in stage.comparisons
        if c.verdict in ("differs", "ruled") and c.action and not c.refuges
    }


def _words(action: Action, recorded: PhaseRecord | None) -> str:
    results = recorded.results if recorded else ()
    said = [p for p in results if p.at.province == action.home and p.power in (None, action.power)]
    found = {o for p in said for o in p.outcomes}
    return ", ".join(dict.fromkeys(PRINTED[o] for o in Outcome if o in found and o in PRINTED))
