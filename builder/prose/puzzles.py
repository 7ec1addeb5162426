"""Puzzles in words: the question, the orders to choose from, and the answer."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from builder.model.results import Turn
from builder.model.units import Code, Location, UnitByProvince
from builder.playback.puzzles import Puzzle, UnitChoices, puzzles
from builder.playback.replaying import Replay
from builder.prose.names import standing, there, written_text
from builder.prose.order_accounts import accounts
from builder.prose.wording import flat

QUESTION = "{power} loses {centre} to {taker} in {season}. One order saves it: find it."
NOTHING = "{unit} had no order."


class Choice(NamedTuple):
    """A unit and its orders: each without the unit's name, with whether it saves the centre; the
    first is the one that was played, or none."""

    unit: str
    place: str
    orders: tuple[tuple[str, bool], ...]

    @property
    def listed(self) -> str:
        """The orders in one text for a script: those that save the centre begin with a star."""
        return "|".join(f"*{text}" if saves else text for text, saves in self.orders)


class ToldPuzzle(NamedTuple):
    """A puzzle in words. `slug` names the phase, `name` the puzzle within its game; `played` says
    what became of the orders at the centre, and `answers` are the orders that save it."""

    puzzle: Puzzle
    slug: str
    name: str
    season: str
    centre: str
    question: str
    choices: tuple[Choice, ...]
    played: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]


@lru_cache(maxsize=2)
def told_puzzles(replay: Replay) -> tuple[ToldPuzzle, ...]:
    """The puzzles of a game in words, in the order of play."""
    turns = {stage.phase: stage.turn for stage in replay.stages}
    return tuple(_told(replay, puzzle, turns[puzzle.phase]) for puzzle in puzzles(replay))


def _told(replay: Replay, puzzle: Puzzle, turn: Turn) -> ToldPuzzle:
    setting = replay.variant.setting
    calendar = setting.calendar
    units = standing(turn.before.units)
    season = calendar.season_title(puzzle.phase)
    centre = there(setting.board, Location(puzzle.centre))
    played = {choice.unit.at.province: choice for choice in puzzle.choices}
    answers = []
    for written in puzzle.solutions:
        assert written.home is not None
        answers.append((written_text(written, units), _played(played[written.home], units)))
    slug = calendar.slug(puzzle.phase)
    return ToldPuzzle(
        puzzle,
        slug,
        f"{slug}-{puzzle.centre.lower()}",
        season,
        centre,
        QUESTION.format(power=puzzle.power, centre=centre, taker=puzzle.taker, season=season),
        tuple(_choice(puzzle, choice, units) for choice in puzzle.choices),
        tuple(_course(replay, turn, puzzle.centre)),
        tuple(answers),
    )


def _played(choice: UnitChoices, units: UnitByProvince) -> str:
    """The order that a unit had: `A Mun – Bur`."""
    if choice.played is None:
        return NOTHING.format(unit=choice.unit).removesuffix(".")
    return written_text(choice.played, units)


def _choice(puzzle: Puzzle, choice: UnitChoices, units: UnitByProvince) -> Choice:
    name = str(choice.unit)
    saving = {(written.home, written.order) for written in puzzle.solutions}
    played = _played(choice, units)
    orders = {played.removeprefix(name).strip(): False}
    for written in choice.orders:
        text = written_text(written, units).removeprefix(name).strip()
        saves = (written.home, written.order) in saving
        orders[text] = orders.get(text, False) or saves
    return Choice(name, str(choice.unit.at), tuple(orders.items()))


def _course(replay: Replay, turn: Turn, centre: Code) -> Iterator[str]:
    """What the orders at the centre were and why they ended so: of its own unit if there was one,
    and of those that came."""
    board = replay.variant.setting.board
    for account in accounts(turn, board):
        action = account.action
        if action is None or centre not in (action.home, action.goal):
            continue
        came = action.goal == centre and bool(account.finding)
        if action.home == centre or came:
            word = f" ({account.word})" if account.word else ""
            why = flat(account.why)
            sentence = f"{account.power}: {account.text}{word}."
            yield f"{sentence} {why}".strip() if account.word else sentence
