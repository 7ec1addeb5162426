"""The orders of a phase in words: unit, order, fate and reason; and as the rows of a page.

`list_items` writes the rows as HTML, without a template, for every page and for scripts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.results import OrderResult, Turn
from builder.model.setting import Setting
from builder.model.units import Dislodged, Power
from builder.prose import names, reasons
from builder.prose.english import plural
from builder.prose.names import slug, standing, written_text
from builder.prose.reasons import WORDING, Mention, Sentence, drivers, tally
from builder.record import PhaseRecord, Published

FINE = ("", "dislodges", "civil disorder", "customary", "no order")
BOUNCES = ("bounced", "beaten")
INDIFFERENT = frozenset(  # neither success nor failure
    {"civil disorder", "customary", "no order", "no units", "repeated"}
)
HARMLESS = frozenset({*FINE, *INDIFFERENT, "aboard"})
escaped = lru_cache(maxsize=8192)(escape)  # words as HTML: those for units and orders recur


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
    end: OrderResult | None = None

    @property
    def line(self) -> str:
        """The order, or of a unit without one what became of it: `A Gal removed`."""
        unordered = self.end is not None and self.written is None
        return f"{self.text} {self.finding.why.outcome}" if unordered else self.text

    @property
    def rule(self) -> str:
        """The rule behind the reason: `Rulebook, Standoffs; DATC 6.A.11`."""
        return WORDING[(self.action and self.action.fault) or self.finding.why].rule

    @property
    def key(self) -> str:
        """Its name in addresses: `a-mun`."""
        return slug(self.unit) if self.action or self.end else f"x-{slug(self.unit)}"

    @property
    def at(self) -> str:
        """The place of its unit on the map: `Mun`; empty if no unit carries it out."""
        unit = self.action or (self.end and self.end.unit)
        return str(unit.at) if unit else ""

    @property
    def word(self) -> str:
        """The fate on a page; `no order` for a unit that had none."""
        ordered = self.action is None or self.action.meant is not None
        return self.fate or ("" if ordered else "no order")

    @property
    def shown(self) -> str:
        """What a page prints before the fate."""
        return self.line.removesuffix(f" {self.word}")

    @property
    def failed(self) -> bool:
        """Did the order fail, so that it is underlined?"""
        return self.word not in HARMLESS

    @property
    def ground(self) -> Sentence:
        """The reason on a page; empty for plain retreats and adjustments."""
        return () if self.end is not None and not self.word else self.why


Accounts = Sequence[OrderAccount]


def accounts(turn: Turn, board: Board) -> Accounts:
    """The account of every order of a phase; last those that no unit carries out."""
    return (*_movement(turn, board), *_beside_movement(turn, board))


def _movement(turn: Turn, board: Board) -> Iterator[OrderAccount]:
    """The orders of a movement phase; one that was not accepted is written as it was given."""
    units = standing(turn.before.units)
    for a in turn.actions:
        finding, w = turn.findings[a], turn.written.get(a)
        text = written_text(w, units) if w and a.fault else names.action_text(a, units)
        word, why = reasons.fate(a, finding, turn), reasons.reason(a, finding, turn, board)
        yield OrderAccount(a.power, names.acting_unit(a), text, word, why, finding, w, action=a)


def _beside_movement(turn: Turn, board: Board) -> Iterator[OrderAccount]:
    """Retreats, builds and removals, with or without an order; orders that no unit carries out."""
    units = names.standing_before(turn)
    for end in turn.ends:
        w, finding = end.written, end.finding
        own = {end.unit.at.province: end.unit} if end.unit else {}
        text = written_text(w, {**units, **own}) if w else str(end.unit)
        word = _end_word(end)
        why, unit = reasons.reason_of_fate(end, turn, board), str(end.unit or text)
        yield OrderAccount(end.power, unit, text, word, why, finding, w, end=end)
    for beside in turn.beside:
        w, finding = beside.written, beside.finding
        assert w is not None
        text, why = written_text(w, units), reasons.refusal(w, finding, turn, board)
        word = _refused_word(finding)
        yield OrderAccount(w.issuer, text.split("–")[0], text, word, why, finding, w)


def _end_word(end: OrderResult) -> str:
    """What came of a retreat or adjustment, in a word or two; empty for a plain success."""
    why = end.finding.why
    if not end.finding:
        return str(why.outcome)
    if WORDING[why].fate or end.written is not None:
        return WORDING[why].fate
    return "civil disorder" if why.outcome is Outcome.REMOVED else "no order"


def _refused_word(finding: Finding) -> str:
    """The fate of an order that no unit carries out: `no such unit`, `void`, `repeated`."""
    if finding.why in (Reason.NO_SUCH_UNIT, Reason.NOT_YOURS):
        return "no such unit"
    if finding:
        return "repeated" if finding.why is Reason.REPEATED else ""
    return "ordered twice" if finding.why is Reason.ORDERED_TWICE else "void"


def describe_turn(turn: Turn, setting: Setting) -> str:
    """A phase in a few sentences: how many orders, what failed, which units were dislodged, and
    where units are afterwards, in the order in which results print the powers."""
    parts = [f"Map of {setting.calendar.title(turn.before.phase)}."]
    if turn.actions:
        words = (w for a, f in turn.findings.items() for w in reasons.fate(a, f, turn).split(", "))
        failed = Counter(word for word in words if word not in ("", "dislodges", "dislodged"))
        counts = ", ".join(f"{n} {word}" for word, n in sorted(failed.items()))
        orders = plural(len(turn.actions), "order")
        parts.append(f"{orders}, {f'of them {counts}' if counts else 'all carried out'}.")
    if turn.ends:
        what = turn.before.phase.step
        parts.append(f"{len(turn.ends)} {what}." if len(turn.ends) > 1 else f"One {what[:-1]}.")
    for lost in turn.dislodged:
        unit = names.long_unit(lost.unit, setting.board, setting.kinds)
        refuges = ", ".join(names.place(setting.board, r) for r in lost.refuges)
        where = f"may retreat to {refuges}" if refuges else "has no place to retreat to"
        parts.append(f"The {unit} of {lost.unit.power} is dislodged and {where}.")
    for nation in setting.nations:
        units = [u for u in turn.after.units if u.power == nation.name]
        named = ", ".join(names.long_unit(u, setting.board, setting.kinds) for u in units)
        parts += [f"{nation.name}: {named}."] if units else []
    return " ".join(parts)


def result_rows(turn: Turn, board: Board) -> tuple[list[str], list[str]]:
    """The orders of a phase that succeeded, and those that failed with what became of them."""
    done: list[str] = []
    failed: list[str] = []
    for account in accounts(turn, board):
        if account.fate in FINE:
            done.append(f"{account.power} {account.line}")
        else:
            failed.append(f"{account.power} {account.line}: {_as_first_kept(account.fate)}")
    return done, failed


def published(turn: Turn, board: Board, day: str) -> Published:
    """The results of a phase, to be kept as they were sent out on a day."""
    done, failed = result_rows(turn, board)
    lines = "\n".join(sorted((*done, *failed)))
    return Published(day, sha256(lines.encode()).hexdigest()[:16], tuple(failed))


def published_in_full(sent: Published, turn: Turn, board: Board) -> Published:
    """What was sent out of a phase, with every result, before the phase is corrected. `turn` is the
    phase as it is now; if it is not what was sent out, only the failed orders are known."""
    if not sent.day or sent.sent or published(turn, board, sent.day).results != sent.results:
        return sent
    done, failed = result_rows(turn, board)
    return sent._replace(sent=(*done, *failed))


def _as_first_kept(fate: str) -> str:
    """A fate in the words of kept results. The first versions called every failed move "stood off",
    and results that they kept must not look corrected."""
    words = ["stood off" if word in BOUNCES else word for word in fate.split(", ")]
    return ", ".join(words)


def correction(recorded: PhaseRecord | None, turn: Turn, board: Board) -> str:
    """What the results were when they were sent out, and what they are now; empty if they are the
    same."""
    was = recorded.published if recorded else Published()
    if not was.day:
        return ""
    now = published(turn, board, was.day)
    if now.results == was.results:
        return ""
    day = f"on {was.corrected}, after" if was.corrected else "since"
    begin = f"Corrected {day} the results were sent out on {was.day}"
    if not was.sent:
        return f"{begin}: {_changed_failures(was, now)}."
    done, failed = result_rows(turn, board)
    rows = (*done, *failed)
    before = [row for row in was.sent if row not in rows]
    after = [row for row in rows if row not in was.sent]
    parts = [f"{begin}."]
    parts += [f"Before: {'; '.join(before)}."] if before else []
    parts += [f"After: {'; '.join(after)}."] if after else []
    return " ".join(parts)


def _changed_failures(was: Published, now: Published) -> str:
    """What failed orders say of a correction, if the others were not kept."""
    more = [row for row in now.failed if row not in was.failed]
    fewer = [row for row in was.failed if row not in now.failed]
    parts = [f"now {'; '.join(more)}"] if more else []
    parts += [f"no longer {'; '.join(fewer)}"] if fewer else []
    return ", ".join(parts) or "an order was replaced by another one that succeeds too"


OrderRows = dict[Power, list[OrderAccount]]


def lines(turn: Turn, setting: Setting, known: Accounts | None = None) -> OrderRows:
    """Every order of a phase by power, in the order in which results print the powers. `known` are
    the accounts of its orders, if there are any yet."""
    found: OrderRows = {nation.name: [] for nation in setting.nations}
    for account in accounts(turn, setting.board) if known is None else known:
        found.setdefault(account.power, []).append(account)
    return found


def list_items(rows: Iterable[OrderAccount], prefix: str = "") -> str:
    """Orders with their fates and reasons as list items, the failed ones underlined. `prefix`
    begins their ids, for pages that show several phases."""
    return "".join([_item(row, prefix) for row in rows])


def _item(row: OrderAccount, prefix: str) -> str:
    text = escaped(row.shown)
    order = f'<u class="fail">{text}</u>' if row.failed else text
    mark = "" if row.failed else " idle" if row.word in INDIFFERENT else " ok"
    fate = f' <i class="fate{mark}">{escaped(row.word)}</i>' if row.word else ""
    said = f'<p class="said" id="{prefix}order-{escaped(row.key)}"><span>{order}</span>{fate}</p>'
    force = f"<b>{escaped(tally(row.finding))}</b> " if row.finding.tally else ""
    more = f' <span class="force">{force}<span>{escaped(row.rule)}</span></span>'
    why = "".join([_linked(part, prefix) for part in row.ground])
    ground = f'<p class="why"><b>{text}</b> {why}{more}</p>' if why else ""
    return f'<li data-o="{escaped(row.at)}">{said}{ground}</li>'


def _linked(part: str, prefix: str) -> str:
    """A part of a sentence as HTML; a unit has a link to its own order."""
    text = escaped(part)
    linked = isinstance(part, Mention)
    return f'<a class="ref" href="#{prefix}order-{slug(part)}">{text}</a>' if linked else text


class RetreatRow(NamedTuple):
    """A dislodged unit on a page: the orders that dislodged it, at what force, and its fate."""

    lost: Dislodged
    by: Sequence[str]
    force: str
    then: str = ""


def retreaters(turn: Turn, following: Iterable[OrderResult] = ()) -> list[RetreatRow]:
    """The units dislodged in a phase, and their fates in the next one (`following`)."""
    units, fates = standing(turn.before.units), {f.unit: f for f in following if f.unit}
    rows = []
    for lost in turn.dislodged:
        by = drivers(lost.unit, turn)
        own = [a for a in turn.actions if turn.loss(a) is lost]
        forces = [tally(turn.findings[a]) for a in by]
        forces += [f"{n[1]} against {n[0]}" for a in own if (n := turn.findings[a].tally)]
        then = ""
        if (fate := fates.get(lost.unit)) is not None:
            end = str(fate.finding.why.outcome).capitalize()
            then = f"Retreated to {fate.to}." if fate.finding and fate.to else f"{end}."
        orders, force = [names.action_text(a, units) for a in by], next(filter(None, forces), "")
        rows.append(RetreatRow(lost, orders, force, then))
    return rows
