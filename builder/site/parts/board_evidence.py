"""The evidence for a board: the source of each space and border, and the arguments for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from builder.model.board import Board, Province
from builder.site.parts.border_table import Pair, joined, pairs
from builder.variant import Variant

GRADES = ("high", "medium", "low", "")
SOURCES = {
    "standard": "as on the standard board",
    "text": "the rule text says so",
    "lists": "the border lists of programs agree",
    "reconstructed": "reconstructed",
    "invented": "invented",
}


@dataclass(frozen=True, slots=True)
class BorderArgument:
    """One argument about borders: its name, what it says, and which borders rest on it.

    `graded` are the borders by grade; `lost` are those of the base board that this board does not
    have for this reason.
    """

    name: str
    says: str
    source: str
    graded: tuple[tuple[str, tuple[str, ...]], ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardEvidence:
    """How sure a variant's board is, fact by fact.

    `counts` are the numbers of spaces and borders by kind of source, `spaces` those that are not
    as on the standard board, each with its kind of source.
    """

    status: str
    counts: tuple[tuple[str, int, int], ...]
    spaces: tuple[tuple[Province, str], ...]
    reasons: tuple[BorderArgument, ...]

    @property
    def reconstructed(self) -> bool:
        """Is the board a reconstruction?"""
        return self.status.upper().startswith("RECONSTRUCTION")


def evidence(variant: Variant) -> BoardEvidence:
    """The evidence for a variant."""
    board, about = variant.setting.board, variant.about
    shown = sorted(board.provinces.values(), key=lambda p: (p.source == "text", p.name))
    shown = [p for p in shown if p.source != "standard" or p.note]
    spaces = ((p, SOURCES.get(p.source, p.source)) for p in shown)
    status = about.status or board.status
    return BoardEvidence(status, _counts(board), tuple(spaces), tuple(_reasons(board)))


def _counts(board: Board) -> tuple[tuple[str, int, int], ...]:
    ways = pairs(board)
    found = (
        (
            words,
            sum(p.source == source for p in board.provinces.values()),
            len(joined([pair for pair, way in ways.items() if way.source == source])),
        )
        for source, words in SOURCES.items()
    )
    return tuple(row for row in found if any(row[1:]))


def _reasons(board: Board) -> list[BorderArgument]:
    ways = pairs(board)
    by_reason: Mapping[str, dict[str, list[Pair]]] = defaultdict(lambda: defaultdict(list))
    sources: dict[str, str] = {}
    for pair, way in ways.items():
        if way.why:
            by_reason[way.why][way.trust].append(pair)
            sources[way.why] = way.source
    lost: Mapping[str, list[Pair]] = defaultdict(list)
    for gone in board.lost:
        one, other = sorted((str(gone.start), str(gone.end)))
        if (gone.kind, one, other) not in lost[gone.why]:
            lost[gone.why].append((gone.kind, one, other))
    return [
        BorderArgument(
            name,
            says,
            SOURCES.get(sources.get(name, ""), sources.get(name, "")),
            tuple((g, tuple(joined(by_reason[name][g]))) for g in GRADES if by_reason[name][g]),
            tuple(joined(lost[name])),
        )
        for name, says in board.reasons.items()
        if name in by_reason or name in lost
    ]
