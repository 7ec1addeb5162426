"""Whether the ending of a game, and the votes on it, fit the course of the game."""

from collections.abc import Iterator, Sequence
from itertools import dropwhile

from builder.model.units import Position, Power
from builder.playback.replaying import Stage
from builder.record import Record, Result, Vote


def ending_faults(record: Record, stages: Sequence[Stage]) -> Iterator[tuple[int, str]]:
    """What does not fit, each fault with its line in the game file (1 if that is not known)."""
    result = record.result
    if not stages:
        return
    judged, final = stages[-1].turn.winners, alive(stages[-1].next)
    if result.kind == "won" and judged and {*result.powers} != {*judged}:
        said, found = " and ".join(result.powers), " and ".join(judged)
        yield 1, f"the record says that {said} won, the board {found}"
    for power in result.powers:
        if power not in final:
            yield 1, f"{power} is in the result, without a unit or a centre at the end"
    for vote in record.votes:
        later = {*dropwhile(vote.phase.__ne__, (recorded.phase for recorded in record.phases))}
        played = (stage.turn.before for stage in stages if stage.phase in later)
        left = alive(next(played, stages[-1].next))  # a phase in which nothing was due has none
        yield from ((vote.line, fault) for fault in _vote_faults(vote, left, result))


def _vote_faults(vote: Vote, left: set[Power], result: Result) -> Iterator[str]:
    for power in dict.fromkeys((*vote.powers, *vote.favour, *vote.against)):
        if power not in left:
            yield f"{power} is out of the game when the vote is taken"
        elif power in vote.favour and power in vote.against:
            yield f"{power} voted for and against"
    ended = (result.kind, {*result.powers}) == (vote.kind, {*vote.powers})
    if vote.against and ended and result.at in (None, vote.phase):
        yield f"the game ended so, although {' and '.join(vote.against)} voted against it"


def alive(position: Position) -> set[Power]:
    """The powers with a unit or a centre."""
    units = (*position.units, *(lost.unit for lost in position.dislodged))
    return {unit.power for unit in units} | {*position.owners.values()}
