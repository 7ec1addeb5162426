"""The lines of a page as a browser shows it, or of the text that was copied from it."""

import html
import re
from collections.abc import Iterator

PAGE = re.compile(r"<(?:!doctype|html|body|table|div|ul|li|h\d|p|br)\b", re.IGNORECASE)
UNSHOWN = re.compile(r"(?is)<(script|style|head)\b.*?</\1\s*>|<!--.*?-->")
BREAK = re.compile(r"(?i)<(?:/?(?:p|div|li|ul|ol|tr|td|th|table|h\d|dt|dd|section)|br)\b[^>]*>")
BARE_NAME = re.compile(r"([{,]\s*)([A-Za-z_]\w*)\s*:")
TAG = re.compile(r"</?[a-zA-Z][^>]*>")


def page_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, each with the number of its line in the file."""
    if not PAGE.search(text[:20_000]):
        for number, line in enumerate(text.splitlines(), start=1):
            if shown := " ".join(line.split()):
                yield number, shown
        return
    visible = UNSHOWN.sub(lambda hidden: "\n" * hidden[0].count("\n"), text)
    for number, line in enumerate(visible.split("\n"), start=1):
        for piece in BREAK.sub("\n", line).split("\n"):
            shown = " ".join(html.unescape(TAG.sub("", piece)).split())
            if shown:
                yield number, shown


def json_of_script(text: str) -> str:
    """A script's value as JSON: names in double quotes, no comma before a closing bracket."""
    if "'" in text and '"' not in text:
        text = text.replace("'", '"')
    text = BARE_NAME.sub(r'\1"\2":', text)
    return re.sub(r",(\s*[}\]])", r"\1", text)


def script_variable(text: str, name: str) -> str | None:
    """The text that a page's script gives a variable; None without one."""
    assignment = re.search(rf"\b(?:var|let|const)\s+{name}\s*=\s*|\bwindow\.{name}\s*=\s*", text)
    if assignment is None:
        return None
    end = re.compile(r";\s*(?:\n|<|var\b|let\b|const\b|$)").search(text, assignment.end())
    return text[assignment.end() : end.start() if end else len(text)].strip()
