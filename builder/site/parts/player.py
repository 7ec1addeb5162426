"""The player inside a game's page: its first phase, and the list of all phases for the script.

The script reads every other phase from its own page, so a game is published only once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.draw.phase_map import PhaseMap, picture
from builder.draw.shared_board import inline_map, overlay_of, shown_codes
from builder.model.board import Board
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Move, Support
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power
from builder.playback.relations import relations
from builder.playback.replaying import Replay, Stage
from builder.prose.moments import told_moments
from builder.site import addresses
from builder.site.parts.centre_table import counts
from builder.site.parts.game_summary import result_kind, result_line, winners
from builder.site.templating import script_safe
from builder.variant import Variant

HELPS = (Support, Convoy)
LEADS_SOMEWHERE = (Move, Support, Convoy)
SHOWN_PAIRS = 21  # of powers in the ribbon: all pairs of seven


class Player(NamedTuple):
    """What the page of a game has for its player: `board` is the map with the first phase and `end`
    what the last phase leads to (both empty without a drawing or a phase), `data` the list of
    phases for the script."""

    board: Markup
    end: Markup
    data: Markup


def player(
    replay: Replay, sheet: BoardSheet | None, pictures: Sequence[PhaseMap], data_file: str = ""
) -> Player:
    """The player of a game. A game without pages of phases has a `data_file`, which draws all later
    phases with the signs that all games on the board share."""
    setting = replay.variant.setting
    stages = replay.stages
    board = ""
    end = ""
    if sheet is not None and pictures:
        phase = stages[0].phase
        season = setting.calendar.season_title(phase)
        name = f"{replay.record.name}, {season}, {phase.step}"
        board = map_beside_list(replay.variant, sheet, pictures[0], name)
        if not data_file:
            last = picture(sheet, setting, stages[-1].turn, when="after", legend=False)
            end = f"<svg>{overlay_of(sheet, last)}</svg>"
    phases = list(_phases(stages, setting))
    if not data_file:
        for row, stage in zip(phases, stages, strict=True):
            row["c"] = _places_by_power(stage.turn, setting)
    data = {
        "game": replay.record.name,
        "id": replay.record.id,
        "file": data_file,
        "variant": replay.variant.name,
        "powers": setting.powers,
        "phases": phases,
        "moments": [*_moments(replay)],
        "relations": [*_relations(replay)],
        "end": _end(replay) if stages else {},
    }
    return Player(Markup(board), Markup(end), script_safe(data))


def _moments(replay: Replay) -> Iterator[tuple[int, str]]:
    """The moments for the script: the number of the phase, and the provinces that it is about. The
    list of moments on the page says the rest."""
    numbers = {stage.phase: number for number, stage in enumerate(replay.stages)}
    for moment in told_moments(replay):
        if moment.phase in numbers:
            yield numbers[moment.phase], " ".join(moment.provinces)


def _relations(replay: Replay) -> Iterator[tuple[int, int, str]]:
    """The relations for the script: the numbers of two powers, and a letter for each phase, a dot
    where they did not meet."""
    numbers = {stage.phase: number for number, stage in enumerate(replay.stages)}
    powers = replay.variant.setting.powers
    for relation in relations(replay)[:SHOWN_PAIRS]:
        signs = ["."] * len(replay.stages)
        for season in relation.seasons:
            signs[numbers[season.phase]] = season.sign
        one, other = relation.powers
        yield powers.index(one), powers.index(other), "".join(signs).rstrip(".")


def _end(replay: Replay) -> dict[str, Any]:
    """The last step for the script: its title `t`, the result `r`, the winners `w`, and the powers'
    centres `n`."""
    setting = replay.variant.setting
    finished = result_kind(replay) != "unfinished"
    return {
        "t": "The end" if finished else "The record ends here",
        "r": result_line(replay) or "How the game ended is not recorded.",
        "w": [str(power) for power in winners(replay)],
        "n": list(counts(replay.final.owners, setting).values()),
    }


def map_beside_list(
    variant: Variant,
    sheet: BoardSheet,
    shown: PhaseMap,
    name: str,
    codes: str = "",
) -> str:
    """The map beside a list of orders on a page two folders below the root; `codes` are added to
    those of the spaces."""
    return inline_map(
        sheet,
        overlay_of(sheet, shown),
        f"../../{addresses.board(variant.name)}",
        title=f"Map: {name}",
        description="The list of orders beside this map says the same in words.",
        codes=small_layer(sheet, variant.setting.board) + codes,
    )


def _phases(stages: Iterable[Stage], setting: Setting) -> Iterator[dict[str, Any]]:
    """Each phase for the script: the year `y` and the powers' centres `n`, if they are not those of
    the phase before. With it comes later, for each power, `c`: the places of the orders that
    concern it. The chart below the player says the rest."""
    year: int | None = None
    owners: Mapping[Code, Power] | None = None
    for stage in stages:
        row: dict[str, Any] = {}
        before = stage.turn.before
        if before.phase.year != year:
            year = before.phase.year
            row["y"] = year
        if before.owners != owners:
            owners = before.owners
            row["n"] = list(counts(owners, setting).values())
        yield row


def _places_by_power(turn: Turn, setting: Setting) -> list[list[str]]:
    """For each power the places of the orders that concern it."""
    places: dict[Power, list[str]] = {power: [] for power in setting.powers}
    for at, powers in concerned_powers(turn, setting):
        for power in powers:
            places[power].append(at)
    return list(places.values())


def concerned_powers(turn: Turn, setting: Setting) -> Iterator[tuple[str, frozenset[Power]]]:
    """The place of each order, and the powers that it concerns.
    An order concerns its own power, the powers whose units it supports, convoys or meets at its
    goal, and the power that owns the goal or whose home it is."""
    before = turn.before
    playing = frozenset(setting.powers)
    units = (*before.units, *(d.unit for d in before.dislodged))
    powers_in = grouped((unit.at.province, unit.power) for unit in units)

    def powers_at(goal: Location | None) -> Sequence[str | None]:
        if not goal:
            return ()
        province = goal.province
        home = setting.board.provinces[province].home
        return (*powers_in.get(province, ()), home, before.owners.get(province))

    for action in turn.by_action:
        order = action.order if action.meant is None else action.meant
        helped: Sequence[Power] = ()
        if isinstance(order, HELPS) and order.at is not None:
            helped = powers_in.get(order.at.province, ())
        goal = order.to if isinstance(order, LEADS_SOMEWHERE) else None
        yield action.at, playing.intersection((action.power, *helped, *powers_at(goal)))
    for end in turn.ends:
        if end.unit is not None:
            yield end.unit.at, playing.intersection((end.power, *powers_at(end.to)))


@lru_cache(maxsize=4)  # each holds a sheet and a board
def small_layer(sheet: BoardSheet, board: Board) -> str:
    """What a small map shows in place of names: the code of each space."""
    codes = grouped(
        (kinds, f'<text x="{at.x:.0f}" y="{at.y:.0f}">{code}</text>')
        for code, at, kinds in shown_codes(sheet, board)
    )
    groups = (f'<g class="{kinds}">{"".join(words)}</g>' for kinds, words in codes.items())
    return f'<g class="codes" aria-hidden="true">{"".join(groups)}</g>'
