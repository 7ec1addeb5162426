"""Small pictures of games for lists: the owners at the end, and the centres year by year."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.prose.names import slug
from builder.site.addresses import board
from builder.site.parts.game_summary import GameFigures, GameSummary

OWN = "itself"  # in the class of a line that is drawn above the others


def final_map(
    summary: GameSummary, figures: GameFigures, sheet: BoardSheet | None, root: str
) -> Markup:
    """The board with each centre in its last owner's colour; empty if it has no drawing. `root` is
    the relative address of the site's root."""
    if sheet is None:
        return Markup("")
    wide, high = f"{sheet.width:.0f}", f"{sheet.small_height:.0f}"
    spots = {str(code): point for code, point in sheet.centres.items()}
    dots = (
        (power, "".join(f"M{spots[c].x:.0f} {spots[c].y:.0f}h0" for c in codes if c in spots))
        for power, codes in figures.owned
    )
    return Markup(
        f'<span class="final"><img src="{root}{board(summary.variant)}ground.svg" alt=""'
        f' width="{wide}" height="{sheet.height:.0f}" loading="lazy">'
        f'<svg viewBox="0 0 {wide} {high}" aria-hidden="true">{_paths(dots)}</svg></span>'
    )


def curve(
    rows: Sequence[Sequence[float]], powers: Sequence[str], most: float = 0, own: str = ""
) -> Markup:
    """A line for each power; `rows` are their values year by year, `most` is the highest value. The
    line of the power `own` is drawn above the others."""
    most = most or max((n for row in rows for n in row), default=1) or 1
    lines = [
        (power, "M" + "L".join(f"{x} {most - row[at]:.3g}" for x, row in enumerate(rows)))
        for at, power in enumerate(powers)
        if any(row[at] for row in rows)
    ]
    lines += [(OWN, line) for power, line in lines if power == own]
    return Markup(
        f'<svg class="curve" viewBox="0 0 {max(1, len(rows) - 1)} {most:g}"'
        f' preserveAspectRatio="none" aria-hidden="true">{_paths(lines)}</svg>'
    )


def _paths(drawn: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<path class="p-{slug(name)}" d="{line}"/>' for name, line in drawn if line)
