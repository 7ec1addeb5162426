"""What was ordered in each movement phase of a game, for the explorer's board."""

from collections.abc import Sequence

from builder.playback.replaying import Replay
from builder.prose.order_accounts import OrderRows
from builder.site import addresses
from builder.site.artifacts import Artifact
from builder.site.templating import data_file

FAILED = "!"  # behind an order that failed


def season_orders(replay: Replay, order_rows: Sequence[OrderRows]) -> Artifact:
    """A file of a game as a script: the slug of each movement phase, and the orders of each nation
    as one text, in the order of the variant's nations. `!` stands behind an order that failed."""
    setting = replay.variant.setting
    rows: list[tuple[str, list[str]]] = []
    for stage, orders_by_power in zip(replay.stages, order_rows, strict=True):
        if stage.phase.step != "movement":
            continue
        texts: list[str] = []
        for nation in setting.nations:
            orders = sorted(orders_by_power[nation.name], key=lambda row: row.shown)
            texts.append(", ".join(f"{row.shown}{FAILED * row.failed}" for row in orders))
        rows.append((setting.calendar.slug(stage.phase), texts))
    game = replay.record.id
    return data_file(f"{addresses.game(game)}orders.js", f"orders/{game}", rows)
