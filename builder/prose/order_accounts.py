"""The orders of a phase in words: unit, order, fate and reason."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action, Fate, Finding, Reason, Turn
from builder.model.orders import Written
from builder.model.units import Power
from builder.prose.names import acting_unit, action_text, standing, standing_before, written_text
from builder.prose.reasons import Sentence, fate, reason, reason_of_fate, refusal, rule
from builder.record import PhaseRecord, Published

FINE = ("", "dislodges", "civil disorder")


class OrderAccount(NamedTuple):
    """What became of an order, or of a unit without one, and why.

    `unit` names the unit that acts, `text` what it was to do. `fate` is a word or two, empty for a
    plain success. The account is of an `action` in a movement phase, of an `end` in another phase,
    or of a `written` order that no unit carries out.
    """

    power: Power
    unit: str
    text: str
    fate: str
    why: Sentence
    finding: Finding
    written: Written | None
    action: Action | None = None
    end: Fate | None = None

    @property
    def line(self) -> str:
        """The order, or of a unit without one what became of it: `A Gal removed`."""
        unordered = self.end is not None and self.written is None
        return f"{self.text} {self.finding.why.outcome}" if unordered else self.text

    @property
    def rule(self) -> str:
        """The rule behind the reason."""
        return rule((self.action and self.action.fault) or self.finding.why)


Accounts = Sequence[OrderAccount]


def accounts(turn: Turn, board: Board) -> Accounts:
    """The account of every order of a phase; last those that no unit carries out."""
    return (*_movement(turn, board), *_beside_movement(turn, board))


def _movement(turn: Turn, board: Board) -> Iterator[OrderAccount]:
    """The orders of a movement phase; one that was not accepted is written as it was given."""
    units = standing(turn.before.units)
    for a in turn.actions:
        finding, w = turn.findings[a], turn.written.get(a)
        text = written_text(w, units) if w and a.fault else action_text(a, units)
        word, why = fate(a, finding, turn), reason(a, finding, turn, board)
        yield OrderAccount(a.power, acting_unit(a), text, word, why, finding, w, action=a)


def _beside_movement(turn: Turn, board: Board) -> Iterator[OrderAccount]:
    """Retreats, builds and removals, with or without an order; orders that no unit carries out."""
    units = standing_before(turn)
    for end in turn.fates:
        w, finding = end.written, end.finding
        own = {end.unit.at.province: end.unit} if end.unit else {}
        text = written_text(w, {**units, **own}) if w else str(end.unit)
        word = "civil disorder" if not w else ""
        word = word if finding else str(finding.why.outcome)
        why, unit = reason_of_fate(end, turn, board), str(end.unit or text)
        yield OrderAccount(end.power, unit, text, word, why, finding, w, end=end)
    for w, finding in turn.beside.items():
        text, why = written_text(w, units), refusal(w, finding, turn, board)
        word = _refused_word(w, finding, turn)
        yield OrderAccount(w.issuer, text.split("–")[0], text, word, why, finding, w)


def _refused_word(written: Written, finding: Finding, turn: Turn) -> str:
    """The fate of an order that no unit carries out: `no such unit`, `void`, `repeated`."""
    if finding.why in (Reason.NO_SUCH_UNIT, Reason.NOT_YOURS):
        return "no such unit"
    if finding:
        return "repeated" if finding.why is Reason.REPEATED else ""
    ordered = any(a.home == written.home and a.power == written.issuer for a in turn.actions)
    return "ordered twice" if ordered and finding.why is Reason.ORDERED_TWICE else "void"


def published(turn: Turn, board: Board, day: str) -> Published:
    """The results of a phase, to be kept as they were sent out on a day."""
    told = accounts(turn, board)
    done = [f"{a.power} {a.line}" for a in told if a.fate in FINE]
    failed = [f"{a.power} {a.line}: {a.fate}" for a in told if a.fate not in FINE]
    lines = "\n".join(sorted((*done, *failed)))
    return Published(day, sha256(lines.encode()).hexdigest()[:16], tuple(failed))


def correction(recorded: PhaseRecord | None, turn: Turn, board: Board) -> str:
    """The sentence on how the results differ from those sent out; empty if they do not."""
    was = recorded.published if recorded else Published()
    if not was.day or (now := published(turn, board, was.day)).results == was.results:
        return ""
    changes = ("now", now.failed, was.failed), ("no longer", was.failed, now.failed)
    changed = ((when, [row for row in one if row not in other]) for when, one, other in changes)
    parts = [f"{when} {'; '.join(rows)}" for when, rows in changed if rows]
    text = ", ".join(parts) or "an order was replaced by another one that succeeds too"
    day = f"on {was.corrected}, after" if was.corrected else "since"
    return f"Corrected {day} the results were sent out on {was.day}: {text}."
