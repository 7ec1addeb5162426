"""`chancery explain`: state why an order ended as it did, down to the first causes."""

import json
from contextlib import suppress

import click

from builder.cli import command
from builder.cli.options import complete_phase, flag, json_option
from builder.cli.replay import of_a_game, stage_of
from builder.errors import ArchiveError, UnknownWordError
from builder.model.names import plain
from builder.model.orders import Build, Remove, Written
from builder.model.setting import Setting
from builder.model.units import Code, Power, UnitByProvince
from builder.notation.notation import parse_order, parse_unit
from builder.playback.replaying import Replay, Stage
from builder.playback.rescue import centre_rescues, rescues
from builder.prose.explanations import chain, rescue_document, written_chain
from builder.prose.names import action_text, standing, written_text
from builder.prose.order_accounts import OrderAccount, accounts
from builder.prose.wording import flat
from builder.variant import Variant

NO_UNIT_THERE = "No unit stood in that place. This order led there:"


@command("explain", 'chancery explain 1998v F1901M "A Yor-Nwy"')
@of_a_game
@click.argument("phase", shell_complete=complete_phase)
@click.argument("order")
@flag("--rescue", help="Add which single order would have changed it.")
@flag("--pairs", help="Also try two orders of one power.")
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
    setting = played.variant.setting
    stage = stage_of(played, phase)
    text = explanation(order, stage, setting)
    with_rescues = rescue or pairs
    others = rescue_data(order, stage, played.variant, pairs) if with_rescues else []
    if as_json:
        document: dict[str, object] = {"why": text.split("\n")}
        if with_rescues:
            document["rescues"] = others
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    click.echo(text)
    if with_rescues:
        lines = [str(one["sentence"]) for one in others]
        click.echo("\n" + "\n".join(lines or ["No single order would have changed it."]))


def rescue_data(order: str, stage: Stage, variant: Variant, pairs: bool) -> list[dict[str, object]]:
    """The orders that would each have changed the result of an order or a centre, for JSON."""
    turn = stage.turn
    board = variant.setting.board
    orders = stage.recorded.orders if stage.recorded else ()
    action = next((account.action for account in asked(order, stage, variant.setting)), None)
    with suppress(UnknownWordError):
        centre = board.find(order).province
        if centre in variant.setting.centres and (action is None or action.home != centre):
            of_centre = centre_rescues(variant, turn, orders, centre)
            return [rescue_document(other, None, turn) for other in of_centre]
    if action is None:
        return []
    of_unit = rescues(variant, turn, orders, action, pairs)
    return [rescue_document(other, action, turn) for other in of_unit]


def explanation(order: str, stage: Stage, setting: Setting) -> str:
    """Why an order ended as it did, down to the first causes; raises UnknownWordError."""
    concerned = asked(order, stage, setting)
    units = standing(stage.turn.before.units)
    if not concerned:
        shown = [_shown(account, units) for account in accounts(stage.turn, setting.board)]
        start = plain(order)[:4]
        raise UnknownWordError("order", order, [s for s in shown if plain(s).startswith(start)][:3])
    if (action := concerned[0].action) is not None:
        text = written_chain(chain(stage.turn, action, setting.board))
        return text if named(order, stage, setting) else f"{NO_UNIT_THERE}\n{text}"
    return "\n".join(f"{_shown(a, units)}\n  {flat(a.why)} [{a.rule}]" for a in concerned)


def asked(order: str, stage: Stage, setting: Setting) -> list[OrderAccount]:
    """The orders that ORDER stands for: those spelled so, else that of the unit in the place, else
    those that concern the place; empty if there are none."""
    place = _place(order, stage, setting)
    every_order = accounts(stage.turn, setting.board)
    found = named(order, stage, setting)
    return found or [a for a in every_order if place and place in _places(a)]


def named(order: str, stage: Stage, setting: Setting) -> list[OrderAccount]:
    """The orders that are spelled as ORDER, else that of the unit in its place."""
    wanted = {plain(order)}
    units = standing(stage.turn.before.units)
    with suppress(ArchiveError):
        written = parse_order(order, setting, stage.phase, Power(""))
        wanted.add(plain(written_text(written, units)))
    place = _place(order, stage, setting)
    every_order = accounts(stage.turn, setting.board)
    spelled = [a for a in every_order if not wanted.isdisjoint(map(plain, _spellings(a, units)))]
    return spelled or [a for a in every_order if a.action and a.action.home == place]


def _place(order: str, stage: Stage, setting: Setting) -> Code | None:
    """The province that ORDER is about; None if it names none."""
    place = None
    with suppress(ArchiveError):
        place = parse_unit(order, setting, Power("")).at.province
    with suppress(ArchiveError):
        place = _addressed(parse_order(order, setting, stage.phase, Power("")))
    return place


def _shown(a: OrderAccount, units: UnitByProvince) -> str:
    if a.action is not None:
        return action_text(a.action, units)
    return f"{a.power} {a.written.text if a.written else a.text}"


def _spellings(a: OrderAccount, units: UnitByProvince) -> list[str]:
    typed = [a.written.text] if a.written else []
    if a.action is None:
        return [_shown(a, units), *typed, a.text]
    return [*typed, written_text(a.written, units) if a.written else _shown(a, units)]


def _places(a: OrderAccount) -> list[Code | None]:
    """The province of a unit, and others that its order concerns."""
    if a.action is not None:
        return [a.action.home, a.action.goal]
    if a.is_end:
        places = [a.result.unit.at if a.result.unit else None, a.result.to]
        return [at.province for at in places if at]
    return [_addressed(a.written)] if a.written else []


def _addressed(w: Written) -> Code | None:
    """The province of the unit that an order is for, or is to be built in."""
    return w.home or (w.order.at.province if isinstance(w.order, Build | Remove) else None)
