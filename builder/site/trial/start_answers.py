"""What the judge answers about the start of a variant, as data: a page shows it before its own
judge is ready."""

from builder.draw.board_sheet import BoardSheet
from builder.formats.cases import write_case
from builder.site.artifacts import as_json
from builder.site.trial.browser_judge import BrowserJudge
from builder.variant import Variant


def start_answers(variant: Variant, sheet: BoardSheet | None) -> str:
    """JSON with the position as a worked case, the answer to `look`, and those to `orders` by
    power, each the text that the judge in a browser would give."""
    start = write_case(variant, variant.setting.start)
    judge = BrowserJudge(lambda _: variant, lambda _: sheet, [variant.name])
    return as_json(
        {
            "position": start,
            "look": judge.look(start),
            "orders": {power: judge.orders(start, power) for power in variant.setting.powers},
        }
    )
