"""The evidence for a board: the source of each space and border, and the arguments for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builder.model.board import Board
from builder.model.grouping import grouped
from builder.site.parts.border_table import joined, pairs
from builder.variant import Variant

GRADES = ("high", "medium", "low", "")
SOURCES = {
    "standard": "as on the standard board",
    "text": "the rule text says so",
    "lists": "the border lists of programs agree",
    "reconstructed": "reconstructed",
    "invented": "invented",
}


def evidence(variant: Variant) -> dict[str, Any]:
    """How sure a variant's board is, fact by fact.

    `counts` are the numbers of spaces and borders by kind of source, `spaces` those that are not
    as on the standard board, each with its kind of source; `reasons` as in `_reasons`.
    """
    board = variant.setting.board
    shown = sorted(board.provinces.values(), key=lambda p: (p.source == "text", p.name))
    status = variant.about.status or board.status
    return {
        "status": status,
        "reconstructed": status.upper().startswith("RECONSTRUCTION"),
        "counts": list(_counts(board)),
        "spaces": [
            (p, SOURCES.get(p.source, p.source)) for p in shown if p.source != "standard" or p.note
        ],
        "reasons": list(_reasons(board)),
    }


def _counts(board: Board) -> Iterator[tuple[str, int, int]]:
    ways = pairs(board)
    for source, words in SOURCES.items():
        spaces = sum(p.source == source for p in board.provinces.values())
        borders = len(joined([pair for pair, way in ways.items() if way.source == source]))
        if spaces or borders:
            yield words, spaces, borders


def _reasons(board: Board) -> Iterator[dict[str, Any]]:
    """The arguments about borders: the name of each, what it says, and the borders that rest on it.

    `graded` are these borders by grade; `lost` are those of the base board that this board does not
    have for this reason.
    """
    ways = pairs(board)
    graded = grouped(((way.why, way.trust), pair) for pair, way in ways.items() if way.why)
    sources = {way.why: way.source for way in ways.values()}
    lost = grouped(
        (gone.why, (gone.kind, min(ends), max(ends)))
        for gone in board.lost
        for ends in [(str(gone.start), str(gone.end))]
    )
    for name, says in board.reasons.items():
        by_grade = [(g, joined(graded[name, g])) for g in GRADES if (name, g) in graded]
        if by_grade or name in lost:
            source = sources.get(name, "")
            yield {
                "name": name,
                "says": says,
                "source": SOURCES.get(source, source),
                "graded": by_grade,
                "lost": joined(set(lost.get(name, ()))),
            }
