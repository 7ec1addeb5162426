"""The lines of a page as a browser shows it, or of the text that was copied from it."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

PAGE = re.compile(r"<(?:!doctype|html|body|table|div|ul|li|h\d|p|br)\b", re.IGNORECASE)
UNSHOWN = re.compile(r"(?is)<(script|style|head)\b.*?</\1\s*>|<!--.*?-->")
BREAK = re.compile(r"(?i)<(?:/?(?:p|div|li|ul|ol|tr|td|th|table|h\d|dt|dd|section)|br)\b[^>]*>")
SOURCE_VIEW = re.compile(r"""class=["']?(?:line-content|html-tag)\b""")
ESCAPED_VALUE = re.compile(r"=\s*[{\[]\s*&(?:quot|#34|#39);")
SCRIPT_TOKEN = re.compile(
    r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$]*|,(?=\s*[}\]])|.""", re.DOTALL
)
NAMED_VALUES = {
    "null": "null", "None": "null", "undefined": "null", "true": "true", "True": "true",
    "false": "false", "False": "false",
}  # fmt: skip
TAG = re.compile(r"</?[a-zA-Z][^>]*>")


def page_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, each with the number of its line in the file."""
    text = page_source(text)
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


def page_source(text: str) -> str:
    """The source of a page that was saved from a browser's view of it; another text as it is."""
    if not SOURCE_VIEW.search(text[:20_000]):
        return text
    lines = re.sub(r"(?i)</tr>(?!\s*\n)", "\n", text)
    return html.unescape(TAG.sub("", lines))


def script_value(text: str, name: str) -> Any:
    """The value that a page's script gives a variable, or its property of this name; None without
    one. Raises ValueError if it cannot be read."""
    if ESCAPED_VALUE.search(text):
        text = html.unescape(text)
    assignment = _assignment(text, name)
    if assignment is None:
        return None
    return json.loads(_as_json(_expression(text, assignment.end())))


def script_line(text: str, name: str) -> int:
    """The line of a page in which its script gives a variable its value; 1 if none does."""
    assignment = _assignment(text, name)
    return text.count("\n", 0, assignment.start()) + 1 if assignment else 1


def _assignment(text: str, name: str) -> re.Match[str] | None:
    return re.search(rf"(?:\b(?:var|let|const)\s+|\bwindow\.|[,;{{]\s*){name}\s*=(?!=)\s*", text)


def _expression(text: str, start: int) -> str:
    """A value of a script from a place on: up to its last bracket, or to the end of a word."""
    depth = 0
    for token in SCRIPT_TOKEN.finditer(text, start):
        depth += token[0] in ("{", "[")
        depth -= token[0] in ("}", "]")
        if depth < 0 or (depth == 0 and token[0] in (";", "\n", ",")):
            return text[start : token.start()]
        if depth == 0 and token[0] in ("}", "]"):
            return text[start : token.end()]
    return text[start:]


def _as_json(value: str) -> str:
    """A script's value as JSON: names and texts in double quotes, no comma before a bracket."""
    pieces = []
    for token in SCRIPT_TOKEN.finditer(value):
        piece = token[0]
        if piece[0] == "'":
            inner = piece[1:-1].replace("\\'", "'")
            piece = '"' + re.sub(r'(?<!\\)"', r"\"", inner) + '"'
        elif piece[0] == ",":
            piece = "" if value[token.end() :].lstrip()[:1] in ("}", "]") else ","
        elif piece[0].isalpha() or piece[0] in "_$":
            piece = NAMED_VALUES.get(piece, f'"{piece}"')
        pieces.append(piece)
    return "".join(pieces)
