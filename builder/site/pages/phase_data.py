"""The one file of data of a game that has a page, but no pages of phases: what the player draws."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from builder.draw.board_sheet import BoardSheet
from builder.draw.mark_table import table_of, unit_places
from builder.draw.phase_map import PhaseMap, picture
from builder.model.setting import Setting
from builder.playback.replaying import Replay, Stage
from builder.prose.order_accounts import OrderAccount, OrderRows
from builder.site import addresses
from builder.site.artifacts import Artifact
from builder.site.parts.owner_letters import LETTERS
from builder.site.parts.player import concerned_powers
from builder.site.search.season_owners import season_rows
from builder.site.templating import script_safe

FILE = "phases.js"
NOWHERE = "-"  # the place of an order that no unit carries out
NOBODY = "-"  # whom an order concerns that no unit carries out


def phase_data(
    replay: Replay,
    sheet: BoardSheet | None,
    pictures: Sequence[PhaseMap],
    order_rows: Sequence[OrderRows],
) -> Artifact:
    """The pictures of all phases and of the end, what the page's text does not say of each order,
    and who owned the centres in each phase."""
    rules: dict[str, int] = {}
    orders = [
        _orders(stage, rows, replay.variant.setting, rules)
        for stage, rows in zip(replay.stages, order_rows, strict=True)
    ]
    data: dict[str, Any] = {"orders": orders, "rules": [*rules]}
    if sheet is not None and replay.stages:
        setting = replay.variant.setting
        end = picture(sheet, setting, replay.stages[-1].turn, when="after", legend=False)
        data["drawn"] = {"pen": sheet.pen, **table_of([*pictures, end], unit_places(sheet))}
    name = replay.record.id
    text = "".join(
        f"chanceryData({json.dumps(f'{kind}/{name}')},{script_safe(content)});\n"
        for kind, content in (("seasons", season_rows(replay)), ("phases", data))
    )
    return Artifact(f"{addresses.game(name)}{FILE}", text)


def _orders(stage: Stage, rows: OrderRows, setting: Setting, rules: dict[str, int]) -> str:
    """The orders of a phase as the page lists them, each as its place, the powers that it concerns
    as one of `LETTERS` each, and the number of the rule behind its reason: `ION.04.3`. A place is
    left out if it is the second word of the order, powers if the order concerns its own alone."""
    numbers = dict(zip(setting.powers, LETTERS, strict=False))
    concerned: dict[str, str] = {}
    letters_of: dict[frozenset[str], str] = {}
    for at, powers in concerned_powers(stage.turn, setting):
        if powers not in letters_of:
            letters_of[powers] = "".join(numbers[power] for power in numbers if power in powers)
        concerned[at] = letters_of[powers]
    orders: list[str] = []
    for power, listed in rows.items():
        own = numbers.get(power, "")
        orders += [_order(row, concerned, own, rules) for row in listed]
    return " ".join(orders)


def _order(row: OrderAccount, concerned: Mapping[str, str], own: str, rules: dict[str, int]) -> str:
    at = row.at or NOWHERE
    if [at] == row.shown.split(" ", 2)[1:2]:
        at = ""
    powers = concerned.get(row.at, "") or NOBODY
    if powers == own:
        powers = ""
    text = f"{at}.{powers}"
    if row.ground:
        text += f".{rules.setdefault(row.rule, len(rules))}"
    return text.rstrip(".")
