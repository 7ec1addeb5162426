"""Checks the HTML of pages as a browser would have to mend it."""

from __future__ import annotations

import re

from builder.site.publishing.publisher import fault_in

VOID = {  # elements without an end
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
}  # fmt: skip
LOOSE = {  # need not be closed
    "p", "li", "dt", "dd", "td", "th", "tr", "thead", "tbody", "tfoot", "option", "colgroup",
}  # fmt: skip
TAG = re.compile(
    r"<!--.*?-->|<(script|style|textarea|title)\b[^>]*>.*?</\1\s*>"
    r"|<(/?)([a-zA-Z][\w:-]*)[^<>\"'/]*+(?:(?:\"[^\"]*+\"|'[^']*+'|/(?!>))[^<>\"'/]*+)*+(/?)>",
    re.DOTALL,
)


def page_fault(path: str, content: str | bytes) -> str:
    """What is wrong with the form of a file of the site; empty if nothing is."""
    if not path.endswith(".html"):
        return fault_in(path, content)
    return html_fault(content if isinstance(content, str) else content.decode())


def html_fault(text: str) -> str:
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
