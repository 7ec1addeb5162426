"""`chancery explain`: states why an order ended as it did, down to the first causes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Set
from contextlib import suppress
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli import command
from builder.cli.game_arguments import complete_phase, game_argument
from builder.cli.replay import replayed, which_option
from builder.errors import ArchiveError, UnknownWordError
from builder.formats.game.phases import read_phase
from builder.model.board import Board, Code
from builder.model.calendar import Phase
from builder.model.findings import Action
from builder.model.kinds import Power
from builder.model.names import plain
from builder.model.setting import Setting
from builder.model.turns import Turn
from builder.notation.notation import parse_order, parse_unit
from builder.playback.replaying import Replay, Stage
from builder.playback.rescue import centre_rescues, rescues
from builder.prose.names import Standing, action_text, standing, written_text
from builder.prose.reason_chains import chain, written_chain
from builder.prose.reasons import Sentence, flat, reason_of_fate, refusal, rule
from builder.prose.rescue import rescue_document
from builder.variant import Variant


@command("explain", 'chancery explain 1998v F1901M "A Yor-Nwy"')
@game_argument(type=click.Path(path_type=Path))
@click.argument("phase", shell_complete=complete_phase)
@click.argument("order")
@click.option("--rescue", is_flag=True, help="Add which single order would have changed it.")
@click.option("--pairs", is_flag=True, help="Also try two orders of one power.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@which_option
def explain_command(
    game: Path, phase: str, order: str, which: str | None, rescue: bool, pairs: bool, as_json: bool
) -> None:
    """Print the chain of reasons behind one order: ORDER is the order, or its unit or place.

    With --rescue: which single order of one power would have saved the unit or let its order
    succeed, while all other orders stand. Those of its own power come first, then those that
    change least else. With --pairs also two orders. If ORDER is a centre without a unit: which
    single orders would have held it or taken it.
    """
    played = replayed(game, Archive.near(Path.cwd()), which)
    setting = played.variant.setting
    stage = stage_at(played, read_phase(setting.calendar, phase))
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
    action = found_action(order, stage, variant.setting)
    with suppress(UnknownWordError):
        centre = board.find(order).province
        if centre in variant.setting.centres and (action is None or action.home != centre):
            found = centre_rescues(variant, turn, orders, centre)
            return [rescue_document(r, None, turn) for r in found]
    found = rescues(variant, turn, orders, action, pairs) if action is not None else []
    return [rescue_document(r, action, turn) for r in found]


def stage_at(played: Replay, phase: Phase) -> Stage:
    """The stage of a phase; raises UnknownWordError where the game has none."""
    found = next((s for s in played.stages if s.phase == phase), None)
    if found is None:
        raise UnknownWordError("phase of this game", played.variant.setting.calendar.title(phase))
    return found


def explanation(order: str, stage: Stage, setting: Setting) -> str:
    """Why an order ended as it did, down to the first causes; raises UnknownWordError."""
    turn, board = stage.turn, setting.board
    action = found_action(order, stage, setting)
    if action is not None:
        return written_chain(chain(turn, action, board))
    place, units = province_of(order, stage.phase, setting), standing(turn.before.units)
    wanted, said = spellings(order, stage, setting), [*beside(turn, board)]
    found = [one for one in said if not wanted.isdisjoint(map(plain, one[0]))]
    found = found or [one for one in said if place in one[1]]
    if found:
        return "\n".join(f"{texts[0]}\n  {flat(why)} [{cited}]" for texts, _, why, cited in found)
    texts = [action_text(a, units) for a in turn.actions]
    texts += [names[0] for names, *_ in said]
    start = plain(order)[:4]
    raise UnknownWordError("order", order, [t for t in texts if plain(t).startswith(start)][:3])


def found_action(order: str, stage: Stage, setting: Setting) -> Action | None:
    """The action that an order, a unit or a place stands for."""
    turn, wanted = stage.turn, spellings(order, stage, setting)
    action = meant(wanted, turn)
    if action is not None:
        return action
    if any(not wanted.isdisjoint(map(plain, names)) for names, *_ in beside(turn, setting.board)):
        return None
    return standing_in(province_of(order, stage.phase, setting), turn)


def spellings(order: str, stage: Stage, setting: Setting) -> set[str]:
    """An order as it was asked for and as results print it."""
    units = standing(stage.turn.before.units)
    return {plain(order), plain(canonical(order, stage.phase, setting, units))}


def canonical(order: str, phase: Phase, setting: Setting, units: Standing) -> str:
    """An order as results print it; nothing if it cannot be read."""
    with suppress(ArchiveError):
        return written_text(parse_order(order, setting, phase, Power("")), units)
    return ""


def meant(wanted: Set[str], turn: Turn) -> Action | None:
    """The action that is written or printed in one of these ways."""
    units = standing(turn.before.units)
    for action in turn.actions:
        w = turn.written.get(action)
        texts = (w.text, written_text(w, units)) if w else (action_text(action, units),)
        if not wanted.isdisjoint(map(plain, texts)):
            return action
    return None


def standing_in(place: Code | None, turn: Turn) -> Action | None:
    """The action of the unit in a place, or else of the first unit that moves there."""
    here = [a for a in turn.actions if a.home == place]
    coming = [a for a in turn.actions if a.goal == place]
    return next(iter(here + coming), None) if place else None


def beside(turn: Turn, board: Board) -> Iterator[tuple[list[str], set[Code], Sentence, str]]:
    """Retreats, adjustments and orders that no unit carried out.

    Each has its spellings, the provinces that it concerns, its reason and the rule.
    """
    units = standing((*turn.before.units, *(d.unit for d in turn.before.dislodged)))
    for f in turn.fates:
        text = (f.written and f.written.text) or f"{f.unit or 'Waive'}"
        places = {at.province for at in (f.unit and f.unit.at, f.to) if at}
        printed = written_text(f.written, units) if f.written else text
        names = [f"{f.power} {text}", text, printed]
        yield names, places, reason_of_fate(f, turn, board), rule(f.finding.why)
    for w, finding in turn.beside.items():
        at = w.unit.at if w.unit else getattr(w.order, "at", None)
        why, text = refusal(w, finding, turn, board), written_text(w, units)
        names = [f"{w.issuer} {w.text or text}", w.text, text]
        yield names, {at.province} if at else set(), why, rule(finding.why)


def province_of(order: str, phase: Phase, setting: Setting) -> Code | None:
    """The province of the unit that an order is for; None if it cannot be read."""
    nobody = Power("")
    with suppress(ArchiveError):
        written = parse_order(order, setting, phase, nobody)
        at = written.unit.at if written.unit else getattr(written.order, "at", None)
        return at.province if at else None
    with suppress(ArchiveError):
        return parse_unit(order, setting, nobody).at.province
    return None
