"""The orders of a phase in words: unit, order, result and reason; and as the rows of a page.

`list_items` writes the rows as HTML, without a template, for every page and for scripts.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action, Finding
from builder.model.orders import Written
from builder.model.results import OrderResult, Turn
from builder.model.setting import Setting
from builder.model.units import Dislodged, Power, UnitByProvince
from builder.prose import names, reasons
from builder.prose.english import plural
from builder.prose.names import slug, standing
from builder.prose.reason_facts import drivers
from builder.prose.wording import WORDING, Mention, Sentence, flat, tally
from builder.record import PhaseRecord, Published

VERB_OF_REASON = "dislodges"  # the one result whose reason is a sentence with it as its verb
NO_FAILURES = ("", "dislodges", "dislodged")
FINE = ("", "dislodges", "civil disorder", "customary", "no order")
BOUNCES = ("bounced", "beaten")
INDIFFERENT = frozenset(  # neither success nor failure
    {"civil disorder", "customary", "no order", "no units", "repeated"}
)
HARMLESS = frozenset({*FINE, *INDIFFERENT, "aboard"})
escaped = lru_cache(maxsize=8192)(escape)  # words as HTML: those for units and orders recur


class OrderAccount(NamedTuple):
    """The result of an order, or of a unit without one, in words.

    `unit` names the unit that acts, `text` what it was to do. `result_word` is what became of it in
    a word or two, empty for a plain success; `why` is the reason. `at` is the place of its unit on
    the map, empty if no unit carries it out. `line` is the order, or of a unit without one what
    became of it: `A Gal removed`. `word` is the result on a page: `no order` for a unit that had
    none. What a page prints before it is `shown`, and underlined if the order `failed`. `ground` is
    the reason on a page, empty for plain retreats and adjustments.
    """

    result: OrderResult
    unit: str
    text: str
    result_word: str
    why: Sentence
    at: str
    line: str
    word: str
    shown: str
    failed: bool
    ground: Sentence

    @property
    def power(self) -> Power:
        """The power of the unit, or without a unit the issuer of the order."""
        return self.result.power

    @property
    def finding(self) -> Finding:
        """The finding behind the result."""
        return self.result.finding

    @property
    def written(self) -> Written | None:
        """The order as recorded; None for a unit without one."""
        return self.result.written

    @property
    def action(self) -> Action | None:
        """What the unit did in a movement phase."""
        return self.result.action

    @property
    def is_end(self) -> bool:
        """Is it a retreat, a build, a removal or a disbandment?"""
        return self.action is None and self.result.carried_out

    @property
    def rule(self) -> str:
        """The rule behind the reason: `Rulebook, Standoffs; DATC 6.A.11`."""
        return WORDING[self.result.why].rule

    @property
    def key(self) -> str:
        """Its name in addresses: `a-mun`."""
        name = slug(self.unit)
        return name if self.result.carried_out else f"x-{name}"

    @property
    def result_and_reason(self) -> tuple[str, Sentence]:
        """Its `word` and its `ground` side by side. Where the ground begins with the word, this is
        said once: `void, dislodged:` for `Void: F Kie cannot enter Mun. Dislodged by A Ber.`, and
        `dislodges` for `Dislodges A Ber in Berlin.`"""
        word = self.word
        ground = self.ground
        if not word or not ground:  # nearly always
            return word, ground
        if word == VERB_OF_REASON:
            return word, ground[1:]
        head = f"{word.partition(',')[0].capitalize()}: "
        if ground[0].startswith(head):
            return f"{word}:", (ground[0].removeprefix(head), *ground[1:])
        return word, ground


Accounts = Sequence[OrderAccount]


def accounts(turn: Turn, board: Board) -> Accounts:
    """The account of every order of a phase; last those that no unit carries out."""
    units = names.standing_before(turn)
    return [_account(result, turn, board, units) for result in turn.results]


def _account(result: OrderResult, turn: Turn, board: Board, units: UnitByProvince) -> OrderAccount:
    text = names.result_text(result, units)
    result_word = reasons.result_word(result, turn)
    word = result_word
    line = text
    if result.action is not None:
        unit = names.acting_unit(result.action)
        if not word and result.order is None:
            word = "no order"
    elif result.carried_out and result.written is None:
        unit = str(result.unit) if result.unit is not None else text
        line = f"{text} {result.outcome}"
    elif result.unit is not None:
        unit = str(result.unit)
    elif result.carried_out:
        unit = text
    else:
        unit = text.split(names.DASH)[0]
    why = reasons.reason(result, turn, board)
    is_plain_end = result.action is None and result.carried_out and not word
    return OrderAccount(
        result=result,
        unit=unit,
        text=text,
        result_word=result_word,
        why=why,
        at=str(result.unit.at) if result.unit is not None else "",
        line=line,
        word=word,
        shown=line.removesuffix(f" {word}") if word else line,
        failed=word not in HARMLESS,
        ground=() if is_plain_end else why,
    )


def describe_turn(turn: Turn, setting: Setting) -> str:
    """A phase in a few sentences: how many orders, what failed, which units were dislodged, and
    where units are afterwards, in the order in which results print the powers."""
    sentences = [f"Map of {setting.calendar.title(turn.before.phase)}."]
    if turn.by_action:
        sentences.append(_counted_orders(turn))
    if turn.ends:
        step = turn.before.phase.step
        count = len(turn.ends)
        sentences.append(f"{count} {step}." if count > 1 else f"One {step[:-1]}.")
    for lost in turn.dislodged:
        unit = names.long_unit(lost.unit, setting.board, setting.kinds)
        refuges = ", ".join(names.place(setting.board, refuge) for refuge in lost.refuges)
        where = f"may retreat to {refuges}" if refuges else "has no place to retreat to"
        sentences.append(f"The {unit} of {lost.unit.power} is dislodged and {where}.")
    for nation in setting.nations:
        units = [u for u in turn.after.units if u.power == nation.name]
        if units:
            named = [names.long_unit(u, setting.board, setting.kinds) for u in units]
            sentences.append(f"{nation.name}: {', '.join(named)}.")
    return " ".join(sentences)


def _counted_orders(turn: Turn) -> str:
    """`22 orders, of them 2 stood off.`"""
    failures: Counter[str] = Counter()
    for result in turn.by_action.values():
        words = reasons.result_word(result, turn).split(", ")
        failures.update(word for word in words if word not in NO_FAILURES)
    counts = ", ".join(f"{count} {word}" for word, count in sorted(failures.items()))
    orders = plural(len(turn.by_action), "order")
    return f"{orders}, of them {counts}." if counts else f"{orders}, all carried out."


def result_rows(turn: Turn, board: Board) -> tuple[list[str], list[str]]:
    """The orders of a phase that succeeded, and those that failed with what became of them."""
    done: list[str] = []
    failed: list[str] = []
    for account in accounts(turn, board):
        if account.result_word in FINE:
            done.append(f"{account.power} {account.line}")
        else:
            failed.append(f"{account.power} {account.line}: {_as_first_kept(account.result_word)}")
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


def _as_first_kept(result_word: str) -> str:
    """A result in the words of kept results. The first versions called every failed move "stood
    off", and results that they kept must not look corrected."""
    words = ["stood off" if word in BOUNCES else word for word in result_word.split(", ")]
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


def lines(turn: Turn, setting: Setting, listed: Accounts | None = None) -> OrderRows:
    """Every order of a phase by power, in the order in which results print the powers. `listed`
    are the accounts of its orders, if there are any yet."""
    rows: OrderRows = {nation.name: [] for nation in setting.nations}
    for account in accounts(turn, setting.board) if listed is None else listed:
        rows.setdefault(account.power, []).append(account)
    return rows


def list_items(rows: Iterable[OrderAccount], prefix: str = "") -> str:
    """Orders with their results and reasons as list items, the failed ones underlined. `prefix`
    begins their ids, for pages that show several phases."""
    return "".join([_item(row, prefix) for row in rows])


def _item(row: OrderAccount, prefix: str) -> str:
    text = escaped(row.shown)
    order = f'<u class="fail">{text}</u>' if row.failed else text
    mark = ""
    if not row.failed:
        mark = " idle" if row.word in INDIFFERENT else " ok"
    word = f' <i class="fate{mark}">{escaped(row.word)}</i>' if row.word else ""
    heading = (
        f'<p class="said" id="{prefix}order-{escaped(row.key)}"><span>{order}</span>{word}</p>'
    )
    force = f"<b>{escaped(tally(row.finding))}</b> " if row.finding.tally else ""
    more = f' <span class="force">{force}<span>{escaped(row.rule)}</span></span>'
    why = "".join([_linked(part, prefix) for part in row.ground])
    ground = f'<p class="why"><b>{text}</b> {why}{more}</p>' if why else ""
    return f'<li data-o="{escaped(row.at)}">{heading}{ground}</li>'


def text_list(rows: OrderRows) -> str:
    """The orders of a phase as a list of terms: the power, then its orders with their results and
    reasons. This is the shortest HTML from which a script makes the same rows as `list_items`."""
    text = ""
    for power, listed in rows.items():
        if listed:
            text += f"<dt>{escaped(power)}" + "".join(map(_text_item, listed))
    return f"<dl>{text}</dl>" if text else ""


def _text_item(row: OrderAccount) -> str:
    """An order; a result with a colon begins the sentence of its reason as well. The script finds
    again what has no element of its own: the units of the phase, and the force in parentheses."""
    order = escaped(row.shown)
    if not row.word and not row.ground:  # a plain success
        return f"<dd>{order}"
    if row.failed:
        order = f"<u>{order}</u>"
    word, ground = row.result_and_reason
    kind = "" if row.failed or row.word in INDIFFERENT else ' class="ok"'
    result = f" <i{kind}>{escaped(word)}</i>" if word else ""
    why = escaped(flat(ground))
    force = f" ({escaped(tally(row.finding))})" if row.finding.tally else ""
    return f"<dd>{order}{result}{f' <p>{why}{force}' if why else ''}"


def _linked(part: str, prefix: str) -> str:
    """A part of a sentence as HTML; a unit has a link to its own order."""
    text = escaped(part)
    linked = isinstance(part, Mention)
    return f'<a class="ref" href="#{prefix}order-{slug(part)}">{text}</a>' if linked else text


class RetreatRow(NamedTuple):
    """A dislodged unit on a page: the orders that dislodged it, at what force, and what it did."""

    lost: Dislodged
    by: Sequence[str]
    force: str
    then: str = ""


def retreaters(turn: Turn, following: Iterable[OrderResult] = ()) -> list[RetreatRow]:
    """The units dislodged in a phase, and their results in the next one (`following`)."""
    ends = {end.unit: end for end in following if end.unit}
    return [_retreat_row(lost, turn, ends.get(lost.unit)) for lost in turn.dislodged]


def _retreat_row(lost: Dislodged, turn: Turn, end: OrderResult | None) -> RetreatRow:
    units = standing(turn.before.units)
    moves = drivers(lost.unit, turn)
    forces = [tally(turn.by_action[move].finding) for move in moves]
    for result in turn.by_action.values():
        if result.lost is lost and result.finding.tally:
            ours, theirs = result.finding.tally
            forces.append(f"{theirs} against {ours}")
    then = ""
    if end is not None:
        retreated = end.finding and end.to
        then = f"Retreated to {end.to}." if retreated else f"{str(end.outcome).capitalize()}."
    return RetreatRow(
        lost=lost,
        by=[names.action_text(move, units) for move in moves],
        force=next(filter(None, forces), ""),
        then=then,
    )
