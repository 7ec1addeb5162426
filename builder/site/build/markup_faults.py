"""What keeps a file of the site from being parsed."""

from __future__ import annotations

import json
import re
from xml.parsers import expat

VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
}  # fmt: skip
LOOSE = {  # need not be closed
    "p", "li", "dt", "dd", "td", "th", "tr", "thead", "tbody", "tfoot", "option", "colgroup",
}  # fmt: skip
TAG = re.compile(
    r"<!--.*?-->|<(script|style|textarea|title)\b[^>]*>.*?</\1\s*>"
    r"|<(/?)([a-zA-Z][\w:-]*)(?:[^<>\"'/]++|\"[^\"]*+\"|'[^']*+'|/(?!>))*+(/?)>",
    re.DOTALL,
)


def fault_in(path: str, content: bytes) -> str:
    """What keeps a file from being parsed, judged by its suffix; empty if nothing does."""
    suffix = path.rpartition(".")[2]
    try:
        if suffix in ("svg", "xml"):
            expat.ParserCreate().Parse(content, True)
        elif suffix == "json":
            json.loads(content)
        elif suffix == "html":
            return _html(content.decode())
    except (expat.ExpatError, ValueError, RecursionError) as error:
        return f"cannot be parsed: {error}"
    return ""


def _html(text: str) -> str:
    """Are all elements closed in the order in which they were opened?"""
    opened: list[str] = []
    for _, end, name, alone in TAG.findall(text):
        if not name or alone or name in VOID:
            continue
        if not end:
            opened.append(name)
            continue
        while opened and opened[-1] != name and opened[-1] in LOOSE:
            opened.pop()
        if not opened or opened.pop() != name:
            return f"</{name}> closes nothing that is open"
    left = [name for name in opened if name not in LOOSE]
    return f"<{left[-1]}> is never closed" if left else ""
