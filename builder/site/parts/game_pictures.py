"""Small pictures of games for lists: the owners at the end, and the centres year by year."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Self

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.prose.names import slug
from builder.site.addresses import board
from builder.site.parts.game_summary import GameFigures, GameSummary

OWN = "itself"  # in the class of a line that is drawn above the others


class SmallBoard(NamedTuple):
    """What a small map needs of a board's drawing: its width, its height with and without the
    legend, and where its centres are. Plain data, so that no list reads whole drawings."""

    width: float
    height: float
    small_height: float
    centres: Mapping[str, Sequence[float]]

    @classmethod
    def of(cls, sheet: BoardSheet) -> Self:
        """That of a drawing."""
        centres = {str(code): (point.x, point.y) for code, point in sheet.centres.items()}
        return cls(sheet.width, sheet.height, sheet.small_height, centres)


def final_map(
    summary: GameSummary, figures: GameFigures, small_board: SmallBoard | None, root: str
) -> Markup:
    """The board with each centre in its last owner's colour; empty if it has no drawing. `root` is
    the relative address of the site's root."""
    if small_board is None:
        return Markup("")
    wide = f"{small_board.width:.0f}"
    high = f"{small_board.small_height:.0f}"
    spots = small_board.centres
    dots = []
    for power, codes in figures.owned:
        points = [spots[code] for code in codes if code in spots]
        dots.append((power, "".join(f"M{x:.0f} {y:.0f}h0" for x, y in points)))
    return Markup(
        f'<span class="final"><img src="{root}{board(summary.variant)}ground.svg" alt=""'
        f' width="{wide}" height="{small_board.height:.0f}" loading="lazy">'
        f'<svg viewBox="0 0 {wide} {high}" aria-hidden="true">{_paths(dots)}</svg></span>'
    )


def curve(
    rows: Sequence[Sequence[float]], powers: Sequence[str], most: float = 0, own: str = ""
) -> Markup:
    """A line for each power; `rows` are their values year by year, `most` is the highest value. The
    line of the power `own` is drawn above the others."""
    most = most or max(chain.from_iterable(rows), default=1) or 1
    lines = []
    for column, power in enumerate(powers):
        values = [row[column] for row in rows]
        if any(values):
            points = [f"{x} {most - value:.3g}" for x, value in enumerate(values)]
            lines.append((power, "M" + "L".join(points)))
    lines += [(OWN, line) for power, line in lines if power == own]
    return Markup(
        f'<svg class="curve" viewBox="0 0 {max(1, len(rows) - 1)} {most:g}"'
        f' preserveAspectRatio="none" aria-hidden="true">{_paths(lines)}</svg>'
    )


def _paths(drawn: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<path class="p-{slug(name)}" d="{line}"/>' for name, line in drawn if line)
