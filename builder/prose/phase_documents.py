"""A phase as plain data for JSON: the same wherever a phase is written as JSON."""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from builder.model.findings import Action
from builder.model.grouping import grouped
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import Dislodged, Position, Power, Unit
from builder.playback.comparison import Comparison
from builder.playback.replaying import Stage
from builder.prose.order_accounts import Accounts, OrderAccount, accounts
from builder.prose.wording import flat

FORMAT = 2  # of phases as JSON; 1 had moves, endings and refused orders apart
JsonObject = dict[str, Any]


def stage_documents(
    stages: Iterable[Stage], setting: Setting, listed: Iterable[Accounts] | None = None
) -> Iterator[JsonObject]:
    """The phases of a replay, each with how it compares with its source. `listed` are the accounts
    of each phase, if there are any yet.
    `before` is left out if it is the previous phase's `after`; comparisons that agree are counted
    and not listed."""
    last: Position | None = None
    each = iter(listed) if listed is not None else None
    for stage in stages:
        turn = stage.turn
        document = phase_document(
            turn,
            setting,
            listed=next(each) if each is not None else None,
            with_before=turn.before is not last,
        )
        last = turn.after
        differing = [c for c in stage.comparisons if c.verdict != "agrees"]
        document.update(
            verdict=stage.verdict,
            followed=stage.followed,
            not_read=[{"why": d.why, "text": d.text, "line": d.source} for d in stage.doubts],
            agreeing=len(stage.comparisons) - len(differing),
            comparisons=[_comparison(c) for c in differing],
        )
        yield document


def phase_document(
    turn: Turn, setting: Setting, *, listed: Accounts | None = None, with_before: bool = True
) -> JsonObject:
    """One phase: the position before, the result of each order, the position after. `listed` are
    the accounts of its orders, if there are any yet."""
    calendar = setting.calendar
    phase = turn.before.phase
    if listed is None:
        listed = accounts(turn, setting.board)
    document: JsonObject = {
        "slug": calendar.slug(phase),
        "phase": calendar.short(phase),
        "title": calendar.title(phase),
    }
    if with_before:
        document["before"] = _position(turn.before, setting)
    document["results"] = [_result(account) for account in listed]
    document["dislodged"] = [_dislodged(lost) for lost in turn.dislodged]
    document["after"] = _position(turn.after, setting)
    document["winners"] = list(turn.winners)
    return document


def _result(account: OrderAccount) -> JsonObject:
    """The result of an order. Left out are `to`, `by` and `strength` if there are none,
    `dislodged` if false, and `carried_out` if true."""
    result = account.result
    finding = result.finding
    document = {
        "power": result.power,
        "unit": str(result.unit) if result.unit else "",
        "order": result.written.text if result.written else "",
        "read": account.text if result.order is not None else "",
        "outcome": result.outcome.value,
        "reason": result.why.value,
        "why": flat(account.why),
    }
    document |= _filled(
        to=result.to,
        by=[_actor(action) for action in finding.by],
        strength=list(finding.tally or ()),
        dislodged=result.lost is not None,
    )
    if not result.carried_out:
        document["carried_out"] = False
    return document


def _actor(action: Action) -> JsonObject:
    return {"power": action.power, "unit": str(action.piece)}


def _dislodged(lost: Dislodged) -> JsonObject:
    return {
        "power": lost.unit.power,
        "unit": str(lost.unit),
        "from": lost.origin,
        "retreats": list(lost.refuges),
    }


def _comparison(c: Comparison) -> JsonObject:
    return {
        "subject": c.subject,
        "recorded": c.recorded,
        "computed": c.computed,
        **_filled(verdict=c.verdict, ruling=c.ruling, source=c.source),
    }


def _position(position: Position, setting: Setting) -> JsonObject:
    """Units and centres by power."""
    return {
        "phase": setting.calendar.short(position.phase),
        "units": _by_power(position.units),
        "centres": grouped(sorted((owner, code) for code, owner in position.owners.items())),
        "dislodged": _by_power(d.unit for d in position.dislodged),
        "contested": sorted(position.contested),
        **_filled(memory=dict(position.memory)),
    }


def _by_power(units: Iterable[Unit]) -> Mapping[Power, list[str]]:
    ordered = sorted(units, key=attrgetter("power", "at"))
    return grouped((unit.power, str(unit)) for unit in ordered)


def _filled(**values: object) -> JsonObject:
    """Those of the values that are not empty."""
    return {key: value for key, value in values.items() if value}
