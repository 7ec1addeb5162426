"""How a game ended, as its file says: `{winner: Turkey, at: Fall 1909}`, `{draw: [...]}`, …"""

from __future__ import annotations

from functools import partial
from typing import Literal

from builder.errors import UnknownWordError
from builder.formats.game.phases import read_phase
from builder.model.calendar import Calendar, Phase
from builder.model.kinds import Power
from builder.model.setting import Setting
from builder.record import Result
from builder.source.fields import Value
from builder.variant import Variant

Ending = Literal["won", "draw", "conceded", "unfinished", "unknown"]
ENDINGS: dict[str, Ending] = {"winner": "won", "draw": "draw", "conceded to": "conceded"}
ALL = (Power("all who are left"),)
BARE: dict[str, Ending] = {"unfinished": "unfinished", "unknown": "unknown"}


def read_result(value: Value, variant: Variant) -> Result:
    """Read the ending; mistakes are noted in the file, a draw that the rules forbid among them."""
    setting = variant.setting
    if value.is_text:
        kind = BARE.get(value.text().lower())
        return Result(kind) if kind else Result(text=value.text())
    given = value.mapping()
    at, year = given.take("at"), given.take("year")
    when = _when(at if at.given else year, setting.calendar)
    text, unfinished = given.text("text", ""), given.take("unfinished")
    told = [(given.take(key), kind) for key, kind in ENDINGS.items()]
    endings = [(below, kind) for below, kind in told if below.given]
    for another, _ in [*endings, (unfinished, "unfinished")][1:]:
        if another.given:
            another.fail("a game has one ending, and one stands before this")
    if endings:
        below, kind = endings[0]
        return Result(kind, _sharing(below, kind, variant), when, text)
    if not unfinished.given:
        return Result("unknown", (), when, text)
    if unfinished.text().lower() not in ("yes", "true"):
        when = when or _when(unfinished, setting.calendar)
    return Result("unfinished", (), when, text)


def _sharing(value: Value, kind: Ending, variant: Variant) -> tuple[Power, ...]:
    """Who wins, or shares the draw; a draw that the rules forbid is noted."""
    powers = _powers(value, variant.setting)
    if kind == "draw" and not variant.may_draw(powers or ALL):
        value.fail(f"{' and '.join(powers)} cannot share a draw by the rules of this variant")
    return powers


def _when(value: Value, calendar: Calendar) -> Phase | None:
    """A phase, or a year: then its last season with moves."""
    if not value.given:
        return None
    last = [season for season, step in calendar.year if step == "movement"][-1]
    try:
        return calendar.read(f"{last} {value.text()}")
    except UnknownWordError:
        return value.read(partial(read_phase, calendar))


def _powers(value: Value, setting: Setting) -> tuple[Power, ...]:
    found = [line.read(setting.power_names.find) for line in value.words()]
    return tuple(Power(name) for name in found if name is not None)
