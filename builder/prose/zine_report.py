"""A phase or a whole game as a zine prints it: results by power, failed orders in brackets."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from types import MappingProxyType

from builder.model.calendar import Calendar, Phase
from builder.model.findings import Action, Reason
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.results import Turn
from builder.model.setting import Nation, Setting
from builder.model.units import Position, Power, held
from builder.playback.replaying import Replay, Stage
from builder.prose.english import filled, wrapped
from builder.prose.names import place
from builder.prose.order_accounts import FINE, Accounts, OrderAccount, accounts
from builder.prose.wording import WORDS, flat, tally
from builder.record import PhaseRecord, Record

PRINTED = {**WORDS, Outcome.FAILED: "failed"}
PrintedWords = Mapping[Action, str]
Players = Mapping[Power, str]
Results = Mapping[Power, list[str]]


def report(
    turn: Turn,
    setting: Setting,
    recorded: PhaseRecord | None = None,
    players: Players | None = None,
    words: PrintedWords = MappingProxyType({}),
    listed: Accounts | None = None,
) -> str:
    """One phase, ready to be printed or mailed.
    `players` are the surnames printed after the powers; `words` has other words for the results of
    some orders; `listed` are the accounts of its orders, if there are any yet."""
    if listed is None:
        listed = accounts(turn, setting.board)
    recorded = recorded or PhaseRecord(turn.before.phase)
    lines: dict[Power, list[str]] = {}
    for account in _as_recorded(listed, recorded):
        line = _line_of(account, setting, words)
        if line:
            lines.setdefault(account.power, []).append(line)
    title = setting.calendar.title(turn.before.phase)
    head = f"{title}: {recorded.headline}" if recorded.headline else title
    blocks = [
        f"{head}\n{'=' * len(head)}",
        "\n".join(_by_power(turn, setting, recorded, players or {}, lines)),
        "\n".join(_retreats_due(turn)),
        chart(turn, setting) if chart_due(turn) else "",
        "\n".join(_reasons(listed, words)),
    ]
    for note in recorded.notes:
        if note.kind != "press":
            blocks.append(filled(f"{'GM' if note.kind == 'gm' else 'Note'}: {note.text}"))
    if recorded.deadline:
        blocks.append(f"Deadline: {recorded.deadline}")
    return "\n\n".join(block for block in blocks if block) + "\n"


def _as_recorded(listed: Accounts, recorded: PhaseRecord) -> list[OrderAccount]:
    """The accounts in the order of the record; then those of units without an order, then those
    that are not of a movement."""
    rank: dict[Written | None, int] = {w: number for number, w in enumerate(recorded.orders)}
    unordered = len(rank)
    last = unordered + 1
    return sorted(listed, key=lambda a: rank.get(a.written, unordered) if a.action else last)


def chart_due(turn: Turn) -> bool:
    """Is the supply-centre chart printed under this phase?"""
    return turn.before.owners != turn.after.owners or turn.before.phase.step == "adjustments"


def chart(turn: Turn, setting: Setting) -> str:
    """Centres by power with their number and the units that are due: `Austria: BUD … = 4 (+1)`.
    Centres that were gained begin with `+`, those that were lost with `-`."""
    after = turn.after
    ours = held(after.owners, setting.centres)
    theirs = held(turn.before.owners, setting.centres)
    lines = ["Supply centres"]
    for power in (nation.name for nation in setting.nations):
        owned = ours[power]
        owned_before = theirs[power]
        if not owned | owned_before:
            continue
        cells = [str(code) if code in owned_before else f"+{code}" for code in sorted(owned)]
        cells += [f"-{code}" for code in sorted(owned_before - owned)]
        units = sum(setting.kinds[u.kind].upkeep for u in after.units if u.power == power)
        fed = turn.fed.get(power, len(owned))
        text = f"{power}: {' '.join(cells)} = {len(owned)}"
        if fed != len(owned):
            text += f", supports {fed}"
        if fed != units:
            text += f" ({fed - units:+d})"
        lines += wrapped(text)
    return "\n".join(lines)


def _by_power(
    turn: Turn, setting: Setting, recorded: PhaseRecord, players: Players, results: Results
) -> Iterable[str]:
    for nation in setting.nations:
        lines = ["no orders received"] if nation.name in recorded.nmr else []
        lines += results.get(nation.name, ())
        if lines:
            standby = recorded.standby.get(nation.name, "")
            persons = [who_plays(nation, players, turn, setting.calendar)]
            if standby:
                persons.append(f"standby: {standby}")
            in_brackets = "; ".join(filter(None, persons))
            name = nation.name.upper() + (f" ({in_brackets})" if in_brackets else "")
            yield from wrapped(f"{name}: {', '.join(lines)}.")


def who_plays(nation: Nation, players: Players, turn: Turn, calendar: Calendar) -> str:
    """The player of a power in a phase, empty if unknown; of neutral units, who orders them."""
    if not nation.playable:
        return f"ordered by {turn.after.controller or 'nobody'}"
    name = player_at(players.get(nation.name, "?"), turn.before.phase, calendar)
    return "" if name == "?" else name


def _line_of(account: OrderAccount, setting: Setting, printed: PrintedWords) -> str:
    """The line of an order; empty for a unit that had no place to go."""
    result = account.result
    word = account.result_word
    if result.action is not None:
        playable = setting.nation[account.power].playable
        return _movement_line(account, printed.get(result.action, word), playable)
    if not result.carried_out and result.finding and word:
        return f"{account.text} ({word})"
    if result.written is not None:
        return account.text if result.finding else f"[{account.text}] {word}"
    if result.why is Reason.NOT_RETREATED:
        return f"NRR ({account.unit} is lost)"
    if result.outcome is Outcome.REMOVED:
        return f"NBR ({account.unit} is removed by rule)"
    if result.why is Reason.NO_REFUGE:
        return ""
    return f"{account.unit} {result.outcome}"


def _movement_line(account: OrderAccount, word: str, playable: bool) -> str:
    """The line of an order of a movement phase, with its result in a word or two."""
    result = account.result
    if result.fault is Reason.ORDERED_TWICE:
        word = word.replace(WORDS[result.outcome], "ordered twice")
    if result.order is None and playable:
        words = f"unordered, {word}" if word else "unordered"
        return f"{account.unit} ({words})"
    if not word:
        return account.text
    went_aboard = word == "aboard" and bool(result.finding)
    only_dislodged = word == "dislodged" and result.lost is not None
    if word == "dislodges" or went_aboard or only_dislodged:
        return f"{account.text} ({word})"
    return f"[{account.text}] {word}"


def _retreats_due(turn: Turn) -> Iterable[str]:
    for lost in turn.dislodged:
        where = ", ".join(map(str, lost.refuges))
        may = f"may retreat to {where}, or disband" if where else "has no place to go"
        yield from wrapped(f"{lost.unit.power}: {lost.unit} is dislodged and {may}.")


def _reasons(listed: Accounts, printed: PrintedWords) -> Iterable[str]:
    """Why orders failed, but for those of which the source's own words are printed."""
    shown = []
    for account in listed:
        failed = account.result_word not in FINE or not account.result.carried_out
        if failed and account.action not in printed:
            shown.append(account)
    if shown:
        yield "Why:"
    for account in shown:
        name = account.unit if account.is_end else account.text
        against = f" ({tally(account.finding)})" if account.finding.tally else ""
        yield from wrapped(f"  {name}: {flat(account.why)}{against}")


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
        contested = sorted(turn.after.contested)
        names = ", ".join(place(board, board.locations[code]) for code in contested)
        lines.append(f"Stand-offs in {names}.")
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
        begins = calendar.get(since)
        if begins is None or calendar.rank(begins) <= calendar.rank(phase):
            playing = name
    return playing


def whole_game(replay: Replay) -> str:
    """The name of a game and the report of each phase. If the record differs from what we find, the
    positions are printed as well."""
    record = replay.record
    setting = replay.variant.setting
    lines = [record.name.upper()]
    if record.variant != "standard":
        lines.append(f"# variant: {record.variant}")
    lines.append("")
    for stage, following in zip_longest(replay.stages, replay.stages[1:]):
        turn = _as_it_went_on(stage, following)
        words = _printed_words(stage)
        lines.append(report(turn, setting, stage.recorded, record.players, words))
        if stage.followed or stage.verdict in ("differs", "ruled"):
            lines += ["Positions", "", *positions(turn.after, setting, everyone=True), ""]
    return "\n".join(lines)


def _as_it_went_on(stage: Stage, following: Stage | None) -> Turn:
    """The phase with the position from which play went on, if that is not ours; no centre
    changes hands before retreats."""
    turn = replace(stage.turn, dislodged=stage.dislodged)
    if not stage.followed:
        return turn
    after = stage.next
    if following is not None and following.phase.step == "retreats":
        after = after._replace(owners=stage.turn.before.owners)
    as_printed = {dislodged.unit: dislodged for dislodged in stage.dislodged}
    dislodged = tuple(as_printed.get(ours.unit, ours) for ours in after.dislodged)
    return replace(turn, after=after, dislodged=dislodged)


def _printed_words(stage: Stage) -> dict[Action, str]:
    """The source's words for the orders whose results differ from ours."""
    results = stage.recorded.results if stage.recorded else ()
    words_of: dict[Action, str] = {}
    for comparison in stage.comparisons:
        action = comparison.action
        differs = comparison.verdict in ("differs", "ruled")
        if action is None or comparison.refuges or not differs:
            continue
        outcomes: set[Outcome] = set()
        for printed in results:
            if printed.at.province == action.home and printed.power in (None, action.power):
                outcomes |= printed.outcomes
        words = [PRINTED[outcome] for outcome in Outcome if outcome in outcomes & PRINTED.keys()]
        words_of[action] = ", ".join(dict.fromkeys(words))
    return words_of
