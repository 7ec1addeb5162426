"""`chancery explain`: state why an order ended as it did, down to the first causes."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import click

from builder.cli import command
from builder.cli.options import complete_phase, json_option
from builder.cli.replay import of_a_game, stage_of
from builder.errors import ArchiveError, UnknownWordError
from builder.model.board import Board
from builder.model.findings import Action, Turn
from builder.model.names import plain
from builder.model.orders import Written
from builder.model.setting import Setting
from builder.model.units import Code, Power
from builder.notation.notation import parse_order, parse_unit
from builder.playback.replaying import Replay, Stage
from builder.playback.rescue import centre_rescues, rescues
from builder.prose.names import action_text, standing, written_text
from builder.prose.order_accounts import accounts
from builder.prose.reason_chains import chain, written_chain
from builder.prose.reasons import flat
from builder.prose.rescue import rescue_document
from builder.variant import Variant


@command("explain", 'chancery explain 1998v F1901M "A Yor-Nwy"')
@of_a_game
@click.argument("phase", shell_complete=complete_phase)
@click.argument("order")
@click.option("--rescue", is_flag=True, help="Add which single order would have changed it.")
@click.option("--pairs", is_flag=True, help="Also try two orders of one power.")
@json_option
def explain_command(
    played: Replay, phase: str, order: str, rescue: bool, pairs: bool, as_json: bool
) -> None:
    """Print the chain of reasons behind one order: ORDER is the order, or its unit or place.

    With --rescue also the single orders of one power that would have saved the unit or made its
    order succeed, all other orders being the same; those of its own power come first, then those
    that change least. With --pairs also pairs of orders. If ORDER is a centre without a unit, the
    single orders that would have held or taken it.
    """
    setting, stage = played.variant.setting, stage_of(played, phase)
    text = explanation(order, stage, setting)
    found = rescue_data(order, stage, played.variant, pairs) if rescue or pairs else None
    if as_json:
        document = {"why": text.split("\n")} | ({} if found is None else {"rescues": found})
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    click.echo(text)
    if found is not None:
        lines = [str(one["sentence"]) for one in found]
        click.echo("\n" + "\n".join(lines or ["No single order would have changed it."]))


def rescue_data(order: str, stage: Stage, variant: Variant, pairs: bool) -> list[dict[str, object]]:
    """The orders that would each have changed the fate of an order or a centre, for JSON."""
    turn, board = stage.turn, variant.setting.board
    orders = stage.recorded.orders if stage.recorded else ()
    action = next((one.action for one in asked(order, stage, variant.setting)), None)
    with suppress(UnknownWordError):
        centre = board.find(order).province
        if centre in variant.setting.centres and (action is None or action.home != centre):
            found = centre_rescues(variant, turn, orders, centre)
            return [rescue_document(r, None, turn) for r in found]
    found = rescues(variant, turn, orders, action, pairs) if action is not None else []
    return [rescue_document(r, action, turn) for r in found]


def explanation(order: str, stage: Stage, setting: Setting) -> str:
    """Why an order ended as it did, down to the first causes; raises UnknownWordError."""
    found = asked(order, stage, setting)
    if not found:
        shown = [one.shown for one in listed(stage.turn, setting.board)]
        start = plain(order)[:4]
        raise UnknownWordError("order", order, [s for s in shown if plain(s).startswith(start)][:3])
    if (action := found[0].action) is not None:
        return written_chain(chain(stage.turn, action, setting.board))
    return "\n".join(f"{one.shown}\n  {one.why}" for one in found)


class ListedOrder(NamedTuple):
    """An order of a phase, retreats and adjustments included, that can be asked for.

    `names` are its spellings, `places` the province of its unit and others that it concerns. If it
    has no `action`, `why` has the reason with its rule.
    """

    shown: str
    names: Iterable[str]
    places: Sequence[Code | None]
    action: Action | None = None
    why: str = ""


def listed(turn: Turn, board: Board) -> Iterator[ListedOrder]:
    """Everything in a phase that can be asked for, the actions of units first."""
    units = standing(turn.before.units)
    for a in accounts(turn, board):
        typed = a.written.text if a.written else ""
        if a.action is not None:
            shown = action_text(a.action, units)
            names = [typed, written_text(a.written, units)] if a.written else [shown]
            yield ListedOrder(shown, names, (a.action.home, a.action.goal), a.action)
            continue
        shown = f"{a.power} {typed or a.text}"
        ends = [a.end.unit and a.end.unit.at, a.end.to] if a.end else []
        places = [at.province for at in ends if at]
        why = f"{flat(a.why)} [{a.rule}]"
        if a.end is None and a.written is not None:
            places.extend(filter(None, [addressed(a.written)]))
        yield ListedOrder(shown, [shown, typed or a.text, a.text], places, why=why)


def addressed(w: Written) -> Code | None:
    """The province of the unit that an order is for, or is to be built in."""
    at = w.unit.at if w.unit else getattr(w.order, "at", None)
    return at.province if at else None


def asked(order: str, stage: Stage, setting: Setting) -> list[ListedOrder]:
    """The orders that ORDER stands for: those spelled so, else that of the unit in the place, else
    those that concern the place; empty if there are none."""
    wanted, place, nobody = {plain(order)}, None, Power("")
    with suppress(ArchiveError):
        place = parse_unit(order, setting, nobody).at.province
    with suppress(ArchiveError):
        written = parse_order(order, setting, stage.phase, nobody)
        wanted.add(plain(written_text(written, standing(stage.turn.before.units))))
        place = addressed(written)
    known = [*listed(stage.turn, setting.board)]
    spelled = [one for one in known if not wanted.isdisjoint(map(plain, one.names))]
    here = [one for one in known if one.action and one.action.home == place]
    return spelled or here or [one for one in known if place and place in one.places]
