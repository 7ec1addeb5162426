"""How deep elements lie in one another in HTML that people typed.

The HTML sanitiser needs time and memory with the square of the depth: an unclosed `<font>` in each
paragraph is opened again in every paragraph that follows.
"""

import re

DEEPEST = 100
VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
     "wbr")
)  # fmt: skip
# Elements that the next one of their kind closes.
OPTIONAL_END = frozenset(("p", "li", "dt", "dd", "tr", "td", "th", "tbody", "thead", "option"))
# Elements that stay open where the element around them is closed.
FORMATTING = frozenset(
    ("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt",
     "u")
)  # fmt: skip


TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-z][a-z0-9-]*)", re.IGNORECASE)


def too_deep_line(html: str) -> int:
    """The line in which more than 100 elements lie in one another; 0 if there is none.

    Each tag counts, also one in a comment or a script: where these end, parsers disagree.
    """
    still_open: list[str] = []
    for tag in TAG.finditer(html):
        name = tag["name"].lower()
        if tag["end"]:
            _close(still_open, name)
        elif name not in VOID and name not in OPTIONAL_END:
            still_open.append(name)
        if len(still_open) > DEEPEST:
            return html.count("\n", 0, tag.start()) + 1
    return 0


def _close(still_open: list[str], name: str) -> None:
    """Close the last element of a name, and those in it that do not stay open."""
    if name not in still_open:
        return
    at = len(still_open) - 1 - still_open[::-1].index(name)
    still_open[at:] = [inner for inner in still_open[at + 1 :] if inner in FORMATTING]
