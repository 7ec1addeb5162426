"""Reads YAML: each scalar is a string, each value knows its line and column.

    document = read(path)         # bad YAML raises SourceError or Mistakes at once
    top = document.fields()                   # the mapping that the file consists of
    name = top.text("name")                   # must be there; noted as a mistake if not
    players = top.integer("players", 7)       # may be missing
    home = top.take("home").read(power_names.find)       # UnknownWordError is noted in place
    for power, units in top.take("units").mapping():     # keys of the writer's choice
        for line in units.lines():            # Line: text, line, column, .split(), .fail()
            ...
    document.finish()                         # raises Mistakes: all of the file's, at once

Anchors, aliases and tags are refused, so are tabs, and files that are not UTF-8, too big or too
deeply nested. The only importer of yaml.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from builder.errors import Mistakes, SourceError, SourceMark
from builder.source.fields import Document, YamlNode
from builder.source.files import LARGEST, read_whole

DEEPEST = 40
LONGEST_TEXT = 100_000
BREAK = "\r\n|[\n\r\x85\u2028\u2029]"  # these three are slow to compile and rarely needed
CONTROL = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
UNPRINTABLE = "[\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
REFERENCE = re.compile(r"[&*!](?<![^\s\[{,].)(?=[^\s,\[\]{}*]|(?<=!)\*)")  # no **bold** words
DEEP = (" " * 80, "- " * 8, "? " * 8)
YAML_ERRORS = Path(__file__).with_name("yaml_errors.yaml")
PARSER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
BRACKETS: dict[Any, tuple[str, str]] = {
    yaml.FlowSequenceStartToken: ("[", "]"),
    yaml.FlowMappingStartToken: ("{", "}"),
}
CLOSED_BY: dict[Any, Any] = {
    yaml.FlowSequenceStartToken: yaml.FlowSequenceEndToken,
    yaml.FlowMappingStartToken: yaml.FlowMappingEndToken,
}
CLOSING = tuple(CLOSED_BY.values())
QUOTES = ("'", '"')


class Limits(NamedTuple):
    """How large a file may be: in bytes, and in lines and commas, which are counted before it is
    parsed."""

    size: int = LARGEST
    items: int = 80_000


USUAL = Limits()
COLLECTION = Limits(size=20_000_000, items=1_000_000)  # of worked cases: thousands of positions


class Loader(PARSER):  # type: ignore[misc]
    """Composes YAML without resolving types: every scalar is text."""

    descend_resolver = ascend_resolver = resolve = "".format  # empty, whatever it is asked


def read(path: Path | str, limits: Limits = USUAL) -> Document:
    """Open a YAML file for reading; raises SourceError or Mistakes if it is not good YAML."""
    return parse(text_of(path, limits.size), str(path), limits)


def text_of(path: Path | str, most: int = LARGEST) -> str:
    """A file's text; raises SourceError where it cannot be read, is too big or is not UTF-8."""
    return decoded(read_whole(path, most), str(path))


def parse(text: str, path: str, limits: Limits = USUAL) -> Document:
    """Reads YAML from a text; `path` is its name in messages."""
    other_breaks = any(sign in text for sign in "\r\x85\u2028\u2029")
    lines = re.split(BREAK, text) if other_breaks else text.split("\n")
    if len(lines) + text.count(",") > limits.items:
        message = f"the file has more than {limits.items:,} lines and commas"
        raise SourceError(message, SourceMark(path, 1, 1))
    file = Document(path, lines)
    _refuse_characters(text, file)
    signs = any(sign in text for sign in "&*!")
    if (signs and REFERENCE.search(text)) or any(d in text for d in DEEP) or _is_deep(text):
        _refuse_references(text, file)
    file.root = _composed(text, file)
    if file.root is None:
        raise SourceError("the file is empty", SourceMark(path, 1, 1))
    if "\\" in text or len(text) > LONGEST_TEXT:
        _refuse_texts(file.root, file)
    return file


def site_settings(path: Path) -> tuple[dict[str, str], set[str]]:
    """The text options of a site and of our plugin in an `mkdocs.yml`, and the names of its
    plugins; nothing of a file that MkDocs will report as broken. Other values may have YAML tags
    of other plugins."""
    try:
        tree: Any = yaml.load(path.read_text(encoding="utf-8"), PARSER)
        plugins = tree.get("plugins") or []
        listed = plugins if isinstance(plugins, list) else [plugins]
        settings_of_plugins: dict[str, Any] = {}
        for plugin in listed:
            settings_of_plugins |= plugin if isinstance(plugin, dict) else {plugin: {}}
        options = {**tree, **(settings_of_plugins.get("chancery") or {})}
    except (OSError, UnicodeDecodeError, yaml.YAMLError, TypeError, AttributeError):
        return {}, set()
    texts = {key: value for key, value in options.items() if isinstance(value, str)}
    return texts, {*settings_of_plugins}


def decoded(data: bytes, path: str) -> str:
    """Bytes as text, a BOM aside; raises SourceError where they are not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = data[: problem.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        message = f"not UTF-8 (byte {data[problem.start]:#04x}); save the file as UTF-8"
        raise SourceError(message, SourceMark(path, line, column)) from problem


def _refuse_characters(text: str, file: Document) -> None:
    """Control characters, and tabs, which are all reported at once."""
    if "".join(file.lines).isprintable():
        return
    sign = re.search(CONTROL, text) or re.search(UNPRINTABLE, text)
    if sign:
        before = re.split(BREAK, text[: sign.start()])
        message = f"a character that cannot be in a file: U+{ord(sign[0]):04X}"
        raise SourceError(message, file.mark(len(before), len(before[-1]) + 1))
    places = [(n, line.index("\t")) for n, line in enumerate(file.lines, 1) if "\t" in line]
    if places:
        tab = "a tab; use spaces instead"
        raise Mistakes([SourceError(tab, file.mark(n, at + 1)) for n, at in places])


def _refuse_texts(node: YamlNode, file: Document) -> None:
    """Texts that are too long, or have control characters written as `\\x1b`."""
    if node.id == "scalar":
        sign = re.search(f"{CONTROL}|{UNPRINTABLE}", node.value)
        if sign or len(node.value) > LONGEST_TEXT:
            long = f"of more than {LONGEST_TEXT:,} characters"
            what = f"with the character U+{ord(sign[0]):04X}" if sign else long
            raise SourceError(f"a text {what}", _mark(node.start_mark, file))
        return
    for item in node.value:
        for part in item if node.id == "mapping" else (item,):
            _refuse_texts(part, file)


def _is_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    steps = (1 if bracket in "[{" else -1 for bracket in re.findall(r"[][{}]", text))
    return max(accumulate(steps)) > DEEPEST


def _refuse_references(text: str, file: Document) -> None:
    """Anchors, aliases, tags and nesting that is too deep; yields to mistakes found later."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader):
            mark = _mark(event.start_mark, file)
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                message = "anchors (&) and aliases (*) are not read here; write it out or quote it"
                raise SourceError(message, mark)
            if getattr(event, "tag", None):
                raise SourceError("tags (!) are not read here; put the text in quotes", mark)
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise SourceError(f"nested more than {DEEPEST} deep", mark)
    except yaml.MarkedYAMLError as problem:
        begun = problem.problem_mark
        if begun and "nesting depth" in f"{problem.problem}":  # it reads 1,000 brackets ahead
            _refuse_references(text[: begun.index], file)


def _composed(text: str, file: Document) -> YamlNode:
    try:
        return yaml.compose(text, Loader)
    except yaml.MarkedYAMLError as problem:
        words = yaml.load(YAML_ERRORS.read_text(encoding="utf-8"), PARSER)
        report = f"{problem.context or ''} {problem.problem or ''}"
        theirs = next((phrase for phrase in words["explained"] if phrase in report), report.strip())
        message = words["explained"].get(theirs, theirs)
        place = problem.problem_mark or problem.context_mark
        tokens = _tokens(text)
        bracket = _unclosed(tokens, place)
        quoted = _quoted_before(tokens, place)
        if theirs in words["started before"]:
            place = problem.context_mark
        elif bracket is not None:
            begins, ends = BRACKETS[type(bracket)]
            line = _last_line_before(place, file, bracket.start_mark.line)
            message = words["unclosed"].format(bracket=begins, closing=ends, line=line)
            place = bracket.start_mark
        elif quoted is not None:
            message = words["quoted"].format(line=quoted.end_mark.line + 1)
            place = quoted.start_mark
        raise SourceError(message, _mark(place, file)) from problem


def _tokens(text: str) -> list[Any]:
    """The tokens of a text that is no good YAML, as far as they can be read."""
    tokens: list[Any] = []
    with suppress(yaml.MarkedYAMLError):
        tokens.extend(yaml.scan(text, Loader))
    return tokens


def _unclosed(tokens: Sequence[Any], place: Any) -> Any:
    """The innermost bracket around a place, if it is never closed. If it is, something else is
    wrong there, such as a missing comma."""
    opened: list[Any] = []
    around = 0  # how many brackets are open at the place
    for token in tokens:
        if not around and token.start_mark.index >= place.index:
            around = len(opened)
            if not around:
                return None
        if type(token) in BRACKETS:
            opened.append(token)
        elif isinstance(token, CLOSING):
            if not opened or CLOSED_BY[type(opened[-1])] is not type(token):
                break
            opened.pop()
            if len(opened) < around:
                return None
    return opened[around - 1] if around else None


def _quoted_before(tokens: Sequence[Any], place: Any) -> Any:
    """The text in quotes that ends right before a place, if it began in an earlier line."""
    before = [token for token in tokens if token.end_mark.index <= place.index]
    last = before[-1] if before else None
    if not isinstance(last, yaml.ScalarToken) or last.style not in QUOTES:
        return None
    is_beside = last.end_mark.line == place.line
    return last if is_beside and last.start_mark.line < place.line else None


def _last_line_before(place: Any, file: Document, first: int) -> int:
    """The number of the last line with a text before that of a mark, but for lines before the one
    with the index `first`."""
    index: int = max(place.line - 1, first)
    while index > first and not file.lines[index].strip():
        index -= 1
    return index + 1


def _mark(place: Any, file: Document) -> SourceMark:
    if place is None:
        return SourceMark(file.path, 1, 1)
    return file.mark(min(place.line + 1, len(file.lines)), place.column + 1)
