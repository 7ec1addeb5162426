"""The page of all puzzles: by power, variant and difficulty, and one for each day."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

from builder.site.artifacts import Artifact, SitePart
from builder.site.parts.game_summary import GameBlocks, GameFigures, GameSummary
from builder.site.templating import page

MOST = 1000  # puzzles of the page
GUESSED = 12  # games whose seasons the page offers to guess
Row = Sequence[Any]


def puzzle_rows(games: Iterable[tuple[GameSummary, GameFigures]]) -> list[Row]:
    """The puzzles of a block of games: the id and the name of the game, its variant, whether
    programs played it, the parts of `GameFigures.puzzles`, and the id of the variant
    if its seasons have pages, from which they can be guessed."""
    rows: list[Row] = []
    for summary, figures in games:
        game = summary.id, summary.name, summary.variant_title, summary.status == "exhibition"
        guessed_in = summary.variant if summary.depth == "phases" else ""
        rows += [(*game, *puzzle, guessed_in) for puzzle in figures.puzzles]
    return rows


def puzzle_part(blocks: GameBlocks) -> SitePart[None]:
    """The list of puzzles, those of games that people played first."""
    return SitePart("puzzles", None, partial(_list_page, blocks))


def _list_page(blocks: GameBlocks, _: None) -> Iterator[Artifact]:
    puzzles = sorted(chain.from_iterable(blocks.read("puzzles")), key=_rank)
    rows = puzzles[:MOST]
    guessed = {row[0]: (row[0], row[1], row[-1]) for row in rows if row[-1]}
    powers = [*dict.fromkeys(row[6] for row in rows)]
    variants = [*dict.fromkeys(row[2] for row in rows)]
    yield page(
        "puzzles/index.html",
        "puzzles.html",
        rows=rows,
        count=len(puzzles),
        guessed=[*islice(guessed.values(), GUESSED)],
        powers=sorted(powers),
        variants=variants,
    )


def _rank(row: Row) -> tuple[bool, str, str]:
    game, _, _, by_programs, name, *_ = row
    return by_programs, game, name
