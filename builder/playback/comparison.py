"""One printed statement beside what the judge finds."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from builder.model.findings import Action, Fate
from builder.model.orders import Written
from builder.model.units import Code, Location, Power

Verdict = Literal["agrees", "differs", "ruled", "not read", "not recorded"]


class Comparison(NamedTuple):
    """One thing that the source prints, compared with what we compute.

    `subject` names the order, unit, position or chart; `recorded` and `computed` are a few words
    each. `action`, `written` or `fate` is the order that is compared. `ruling` and `source` are the
    game master's. `refuges` are the retreats of a dislodged unit, as printed and as computed.
    `chart` has the owners as we count them, and `centre` the one that is compared.
    """

    subject: str
    recorded: str
    computed: str
    verdict: Verdict
    ruling: str = ""
    source: str = ""
    action: Action | None = None
    written: Written | None = None
    fate: Fate | None = None
    power: Power | None = None
    at: Location | None = None
    refuges: tuple[frozenset[Location], frozenset[Location]] | None = None
    centre: Code | None = None
    chart: Mapping[Code, Power] | None = None
