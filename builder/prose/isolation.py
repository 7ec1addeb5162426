"""Names, titles and press in scripts that run from right to left, apart from the words beside them.

Without `<bdi>` a Hebrew name turns round the punctuation and the numbers that follow it. Texts in
other scripts are left as they are.
"""

import re

from markupsafe import Markup, escape

# Hebrew to Syriac and the other scripts of that kind, and the signs that set a direction by hand.
FROM_THE_RIGHT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
    "\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
BEGINNING = re.compile(
    r"^(?:[>#*+-]+(?=\s)|\d{1,3}\.(?=\s)|\s)*"
)  # marks of Markdown, of a list say
FIRST_STRONG_ISOLATE = "\u2068"
POP_ISOLATE = "\u2069"


def isolated(text: object) -> Markup:
    """A text for a page, isolated if that makes a difference."""
    words = str(text)
    if isinstance(text, Markup) or not FROM_THE_RIGHT.search(words):
        return escape(text)
    return Markup("<bdi>{}</bdi>").format(words)


def isolated_rows(text: str) -> Markup:
    """A plain text for a page, each line of which is isolated if that makes a difference."""
    return Markup("\n").join(isolated(row) for row in text.split("\n"))


def isolated_lines(text: str) -> str:
    """A text in Markdown with each line isolated for which that makes a difference."""
    lines = []
    for line in text.split("\n"):
        start = BEGINNING.match(line)
        at = start.end() if start else 0
        if line[at:] and FROM_THE_RIGHT.search(line):
            line = f"{line[:at]}<bdi>{line[at:]}</bdi>"
        lines.append(line)
    return "\n".join(lines)


def isolated_plain(text: str) -> str:
    """A text for a place without HTML, such as the title in a feed."""
    if not FROM_THE_RIGHT.search(text):
        return text
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"
