"""What two records of one game say otherwise, in sentences: here is this one, there the other."""

from collections.abc import Iterator, Sequence

from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.setting import Setting
from builder.playback.same_game import OrderDifference, RecordDifferences, differences
from builder.prose.english import listed, plural
from builder.record import Record

FIELDS = {
    "edition": "The edition", "gm": "The game master", "zine": "The zine", "result": "The result",
    "boardman": "The Boardman number", "miller": "The Miller number",
}  # fmt: skip
MOST_PHASES = 4  # that are named one by one
MOST_ORDERS = 40  # phases and powers whose orders are shown


def told_differences(one: Record, other: Record, setting: Setting) -> list[str]:
    """The differences of another record of a game, each in a sentence; none if there are none."""
    both = differences(one, other)
    return [*_headers(both), *_phases(both, setting), *_orders(both, setting)]


def _headers(both: RecordDifferences) -> Iterator[str]:
    for name, (here, there) in both.fields.items():
        subject = FIELDS.get(name, f"{name}’s player")
        yield f"{subject} is {here} here, {there} there."


def _phases(both: RecordDifferences, setting: Setting) -> Iterator[str]:
    for place, phases in (("here", both.only_ours), ("there", both.only_theirs)):
        if phases:
            yield f"Only {place}: {_named(phases, setting)}."


def _named(phases: Sequence[Phase], setting: Setting) -> str:
    titles = [setting.calendar.title(phase) for phase in phases]
    if len(titles) <= MOST_PHASES:
        return listed(titles)
    return f"{plural(len(titles), 'phase')}, the first {titles[0]}, the last {titles[-1]}"


def _orders(both: RecordDifferences, setting: Setting) -> Iterator[str]:
    for difference in both.orders[:MOST_ORDERS]:
        title = setting.calendar.title(difference.phase)
        yield f"{title}, {difference.power}: {_both(difference)}."
    more = len(both.orders) - MOST_ORDERS
    if more > 0:
        yield f"In {more} more places orders differ."


def _both(difference: OrderDifference) -> str:
    here = _texts(difference.ours)
    there = _texts(difference.theirs)
    return f"{here or 'no such order'} here, {there or 'no such order'} there"


def _texts(orders: Sequence[Written]) -> str:
    return ", ".join(written.text or str(written.order) for written in orders)
