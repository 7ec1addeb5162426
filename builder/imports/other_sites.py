"""Pages of sites that are recognised but have no reader; they are refused by name."""

from __future__ import annotations

import re

ENDS = "resolved|bounced|failed|cut|dislodged|destroyed|invalid|void"
SHAPES: dict[str, re.Pattern[str]] = {
    "Backstabbr": re.compile(
        r"<(?:title|meta|link|script)\b[^<]*backstabbr|\bvar (?:unitsByPlayer|stagedOrders)\b",
        re.IGNORECASE,
    ),
    "playdiplomacy": re.compile(
        r"<(?:title|meta|link|script)\b[^<]*(?i:playdiplomacy)|[\"'/]game_history\.php\?game_id="
        rf"|\b(?:HOLD|MOVE|SUPPORT|CONVOY|RETREAT|DESTROY|BUILD)\b[^\n<]{{0,80}}->\s*(?i:{ENDS})\b",
    ),
    "webDiplomacy": re.compile(
        r"<(?:title|meta|link|script)\b[^<]*(?:web|v)diplomacy|[\"']board\.php\?gameID=",
        re.IGNORECASE,
    ),
}


def site_of(text: str) -> str:
    """The site whose page a text is, if we know it and cannot read it; else nothing."""
    if text.lstrip()[:1] in ("{", "["):
        return ""
    return next((name for name, shape in SHAPES.items() if shape.search(text)), "")
