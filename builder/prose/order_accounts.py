"""The orders of a phase in words: unit, order, fate and reason."""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action, Finding
from builder.model.turns import Turn
from builder.prose.names import (
    Standing,
    acting_unit,
    action_text,
    standing,
    standing_before,
    written_text,
)
from builder.prose.reasons import Sentence, fate, fate_text, reason, refused_word
from builder.record import PhaseRecord, Published

FINE = ("", "dislodges")


class OrderAccount(NamedTuple):
    """The account of an order: the unit that acts, what it was to do, its fate, and why."""

    unit: str
    text: str
    fate: str
    why: Sentence


Accounts = Mapping[Action, OrderAccount]


def accounts(turn: Turn, board: Board) -> Accounts:
    """The account of every order of a movement phase."""
    units = standing(turn.before.units)
    return {a: _account(a, turn.findings[a], turn, units, board) for a in turn.actions}


def _account(
    a: Action, finding: Finding, turn: Turn, units: Standing, board: Board
) -> OrderAccount:
    """The account of one order; an order that was not accepted is written as it was given."""
    refused = a.fault is not None and a in turn.written
    text = written_text(turn.written[a], units) if refused else action_text(a, units)
    why = reason(a, finding, turn, board)
    return OrderAccount(acting_unit(a), text, fate(a, finding, turn), why)


def results_of(turn: Turn, board: Board) -> tuple[list[str], list[str]]:
    """A line for each order of a phase: those that succeeded, and those that failed, with their
    fates."""
    units = standing_before(turn)
    rows = [(a.power, account.text, account.fate) for a, account in accounts(turn, board).items()]
    rows += [(f.power, fate_text(f, units), "" if f.finding else f.finding.why.outcome.value)
             for f in turn.fates]  # fmt: skip
    rows += [(w.issuer, written_text(w, units), refused_word(w, f, turn))
             for w, f in turn.beside.items()]  # fmt: skip
    done = [f"{power} {text}" for power, text, word in rows if word in FINE]
    failed = [f"{power} {text}: {word}" for power, text, word in rows if word not in FINE]
    return done, failed


def published(turn: Turn, board: Board, day: str) -> Published:
    """The results of a phase, to be kept as they were sent out on a day."""
    done, failed = results_of(turn, board)
    lines = "\n".join(sorted((*done, *failed)))
    return Published(day, sha256(lines.encode()).hexdigest()[:16], tuple(failed))


def correction(recorded: PhaseRecord | None, turn: Turn, board: Board) -> str:
    """The sentence on how the results differ from those sent out; empty if they do not."""
    was = recorded.published if recorded else Published()
    if not was.day or (now := published(turn, board, was.day)).results == was.results:
        return ""
    more = [line for line in now.failed if line not in was.failed]
    less = [line for line in was.failed if line not in now.failed]
    changes = (("now", more), ("no longer", less))
    parts = [f"{when} {'; '.join(rows)}" for when, rows in changes if rows]
    text = ", ".join(parts) or "an order was replaced by another one that succeeds too"
    day = f"on {was.corrected}, after" if was.corrected else "since"
    return f"Corrected {day} the results were sent out on {was.day}: {text}."
