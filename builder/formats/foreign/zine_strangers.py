"""What a page prints of another game, on another board, between the lines of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from builder.formats.foreign.guesses import NAMED
from builder.formats.foreign.reading import Places, Remark
from builder.formats.foreign.zine_orders import MARKS
from builder.formats.foreign.zine_powers import Entry

MOST = 2
LONGEST = 4


def ours(entries: Iterable[Entry], places: Places, remarks: list[Remark]) -> Iterator[Entry]:
    """The entries of a season; of a power that has several, those without the orders of another
    board, in which more than two places are unknown."""
    told = [*entries]
    times = Counter(entry.power for entry in told if not entry.text.startswith("has "))
    for entry in told:
        if times[entry.power] > 1 and _strange(entry, places) > MOST:
            remarks.append(Remark(entry.line, "orders of another board left out", entry.text))
        else:
            yield entry


def _strange(entry: Entry, places: Places) -> int:
    named = {found[1] for found in NAMED.finditer(entry.text)}
    codes = {name for name in named if len(name) <= LONGEST and name.lower() not in MARKS}
    return sum(places.get(name) is None for name in codes)
