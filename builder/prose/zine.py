"""A phase as a zine prints it, in plain text: results by power, the failed in brackets."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from builder.errors import UnknownWordError
from builder.model.calendar import Calendar, Phase
from builder.model.findings import Action, Reason
from builder.model.kinds import Power
from builder.model.position import Fate, Turn
from builder.model.setting import Setting
from builder.prose.names import Standing, action_text, place, standing, written_text
from builder.prose.phrases import (
    fate,
    flat,
    is_dislodged,
    reason,
    reason_of_fate,
    refusal,
    tally,
)
from builder.record import Note, PhaseRecord
from builder.replay import Replay

WIDTH = 78
REFUSED = "void"
STANDARD = "standard"


def report(
    turn: Turn,
    setting: Setting,
    recorded: PhaseRecord | None = None,
    players: Mapping[Power, str] | None = None,
    why: bool = True,
) -> str:
    """One phase, ready to be printed or mailed.

    `players` puts surnames behind the powers; `why` adds the reasons of what failed.
    """
    title = setting.calendar.title(turn.before.phase)
    head = f"{title}: {recorded.headline}" if recorded and recorded.headline else title
    blocks = [f"{head}\n{'=' * len(head)}"]
    blocks.append("\n".join(_by_power(turn, setting, players or {}, recorded)))
    if turn.dislodged:
        blocks.append("\n".join(_retreats_due(turn)))
    if chart_due(turn):
        blocks.append(chart(turn, setting))
    if why and (told := list(_reasons(turn, setting))):
        blocks.append("\n".join(["Why:", *told]))
    if recorded:
        blocks += [_note(note) for note in recorded.notes if note.kind != "press"]
        blocks.append(f"Deadline: {recorded.deadline}" if recorded.deadline else "")
    return "\n\n".join(block for block in blocks if block) + "\n"


def whole_game(replay: Replay) -> str:
    """Every phase of a game, one report after another, under its name and players."""
    record, setting = replay.record, replay.variant.setting
    players = {p: name for p, name in record.players.items() if name != "?"}
    reports = [report(s.turn, setting, s.recorded, players) for s in replay.stages]
    board = [f"# variant: {record.variant}"] * (record.variant != STANDARD)
    return "\n".join([record.name.upper(), *board, "", *reports])


def player_at(players: str, phase: Phase, calendar: Calendar) -> str:
    """Who plays in a phase, where a power had several: `Dwyer, Reynolds from Winter 1902`."""
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


def chart_due(turn: Turn) -> bool:
    """Does the supply-centre chart belong under this phase?"""
    return turn.before.owners != turn.after.owners or turn.before.phase.step == "adjustments"


def chart(turn: Turn, setting: Setting) -> str:
    """Centres by power with their number and the units that are due: `Austria: BUD … = 4 (+1)`.

    A `+` stands before a centre that was gained, a `-` before one that was lost.
    """
    before, after = turn.before, turn.after
    names = [n.name for n in setting.nations]
    lines = ["Supply centres"]
    for power in names:
        now = {c for c, owner in after.owners.items() if owner == power} & setting.centres
        then = {c for c, owner in before.owners.items() if owner == power} & setting.centres
        lost = then - now
        gained = {c for c in now if before.owners.get(c) != power}
        if not now and not lost:
            continue
        cells = [f"+{c}" if c in gained else str(c) for c in sorted(now)]
        cells += [f"-{c}" for c in sorted(lost)]
        units = sum(setting.kinds[u.kind].upkeep for u in after.units if u.power == power)
        count = len(now)
        due = turn.fed.get(power, count) - units
        text = f"{power}: {' '.join(cells)} = {count}" + (f" ({due:+d})" if due else "")
        lines += _wrapped(text)
    return "\n".join(lines)


def _by_power(
    turn: Turn, setting: Setting, players: Mapping[Power, str], recorded: PhaseRecord | None
) -> Iterable[str]:
    units = standing(turn.before.units)
    absent = recorded.nmr if recorded else ()
    standby = recorded.standby if recorded else {}
    for nation in setting.nations:
        lines = ["no orders received"] if nation.name in absent else []
        lines += _movement(turn, nation.name, units, recorded)
        lines += _adjustment(turn, nation.name, units)
        lines += [
            f"[{written_text(w, units)}] {REFUSED}"
            for w in turn.faults
            if w.issuer == nation.name and not _shown(w, turn)
        ]
        if lines:
            who = player_at(players.get(nation.name, "?"), turn.before.phase, setting.calendar)
            who = who if nation.playable else commander(turn)
            after = f"standby: {standby[nation.name]}" if nation.name in standby else ""
            told = "; ".join(part for part in (who if who != "?" else "", after) if part)
            name = nation.name.upper() + (f" ({told})" if told else "")
            yield from _wrapped(f"{name}: {', '.join(lines)}.")


def commander(turn: Turn) -> str:
    """Who orders the units of a nation that nobody plays: `ordered by Russia`."""
    return f"ordered by {turn.after.memory.get('controller', 'nobody')}"


def _shown(written: object, turn: Turn) -> bool:
    return any(a.written is written for a in turn.actions) or any(
        f.written is written for f in turn.fates
    )


def _movement(turn: Turn, power: Power, units: Standing, recorded: PhaseRecord | None) -> list[str]:
    """One power's orders as they were recorded, then the units that had none."""
    place = {id(w): i for i, w in enumerate(recorded.orders if recorded else ())}
    mine = [a for a in turn.actions if a.power == power]
    mine.sort(key=lambda a: place.get(id(a.written), len(place)))
    return [_line(a, turn, units) for a in mine]


def _line(action: Action, turn: Turn, units: Standing) -> str:
    word = fate(action, turn.findings[action], turn)
    text = action_text(action, units)
    if action.fault is not None and action.written is not None:
        text = written_text(action.written, units)
    if word in ("", "dislodges"):
        return f"{text} ({word})" if word else text
    only_dislodged = word == "dislodged" and is_dislodged(action, turn)
    return f"{text} ({word})" if only_dislodged else f"[{text}] {word}"


def _adjustment(turn: Turn, power: Power, units: Standing) -> list[str]:
    fates = [f for f in turn.fates if f.power == power]
    return [_fate_line(f, units) for f in fates if f.finding.why is not Reason.NO_REFUGE]


def _fate_line(fate: Fate, units: Standing) -> str:
    if fate.written is not None:
        text = written_text(fate.written, units)
        return text if fate.finding else f"[{text}] {fate.finding.why.outcome}"
    told = {
        Reason.NOT_RETREATED: f"NRR ({fate.unit} is lost)",
        Reason.CIVIL_DISORDER: f"NBR ({fate.unit} is removed by rule)",
    }
    return told.get(fate.finding.why, f"{fate.unit} {fate.finding.why.outcome}")


def _retreats_due(turn: Turn) -> Iterable[str]:
    for lost in turn.dislodged:
        where = ", ".join(map(str, lost.refuges))
        may = f"may retreat to {where}, or disband" if where else "has no place to go"
        yield from _wrapped(f"{lost.unit.power}: {lost.unit} is dislodged and {may}.")


def _reasons(turn: Turn, setting: Setting) -> Iterable[str]:
    board = setting.board
    units = standing(turn.before.units)
    for action in turn.actions:
        finding = turn.findings[action]
        word = fate(action, finding, turn)
        if word and word != "dislodges":
            told = flat(reason(action, finding, turn, board))
            against = f" ({tally(finding)})" if finding.tally else ""
            yield from _wrapped(f"  {_name(action, units)}: {told}{against}", indent="    ")
    for fate_ in turn.fates:
        if not fate_.finding:
            told = flat(reason_of_fate(fate_, board))
            subject = fate_.unit or (fate_.written and written_text(fate_.written, units))
            yield from _wrapped(f"  {subject or fate_.power}: {told}", indent="    ")
    for written, finding in turn.faults.items():
        if not _shown(written, turn):
            told = flat(refusal(written, finding, turn, board))
            yield from _wrapped(f"  {written_text(written, units)}: {told}", indent="    ")


def _name(action: Action, units: Standing) -> str:
    if action.fault is not None and action.written is not None:
        return written_text(action.written, units)
    return action_text(action, units)


def _note(note: Note) -> str:
    head = "GM: " if note.kind == "gm" else ""
    return textwrap.fill(f"{head}{note.text}", WIDTH)


def _wrapped(text: str, indent: str = "    ") -> Sequence[str]:
    if len(text) <= WIDTH and text.isprintable() and text[-1:].strip():
        return [text]
    return textwrap.wrap(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def places(turn: Turn, setting: Setting) -> str:
    """Where everybody stands after the phase: `FRANCE: has A Bur, F Bre.`"""
    lines: list[str] = []
    for nation in setting.nations:
        units = [u for u in turn.after.units if u.power == nation.name]
        if units:
            has = ", ".join(f"{u}" for u in units)
            lines += _wrapped(f"{nation.name.upper()}: has {has}.")
    if turn.after.contested:
        board = setting.board
        where = ", ".join(place(board, board.locations[c]) for c in sorted(turn.after.contested))
        lines.append(f"Stand-offs in {where}.")
    return "\n".join(lines)
