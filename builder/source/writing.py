"""Writes YAML: words bare if possible, quoted if necessary, longer texts as blocks."""

import re
from collections.abc import Iterable, Iterator, Mapping

from builder.model.units import Power

BARE = re.compile(r"(?!(?:null|Null|NULL)\Z)[^\W_](?:[\w ./()+'’–—;!?-]*[\w.)!?;])?|\?")
PROSE = re.compile(r"(?!(?:null|Null|NULL)\Z)[^\W_](?:[\w ,./()+'’–—;!?-]*[\w.)!?;])?")
UNFIT = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
KEPT_OUT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
ESCAPED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


def scalar(text: str) -> str:
    """A text on one line, in quotes where YAML would misread it."""
    return text if BARE.fullmatch(text) and text != "?" else quoted(text)


def flow(value: object) -> str:
    """A text, a list or a mapping on one line, all texts in quotes; `true` as it is in YAML."""
    if isinstance(value, Mapping):
        return (
            f"{{{', '.join(f'{quoted(str(key))}: {flow(item)}' for key, item in value.items())}}}"
        )
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    return "true" if value is True else quoted(str(value))


def quoted(text: str) -> str:
    """A text in quotes on one line; characters that no file may have become the sign for that."""
    shown = KEPT_OUT.sub("\ufffd", text).replace("\\", "\\\\").replace('"', '\\"')
    shown = ESCAPED.sub(lambda c: f"\\u{ord(c[0]):04x}", shown.replace("\n", "\\n"))
    return f'"{shown}"'


def entry(key: str, text: str | None, block: bool = False) -> Iterator[str]:
    """`key: text`, as a block if the text has several lines; nothing for no text."""
    text = (text or "").strip()
    lines = text.split("\n")
    if not text:
        return
    fits = not any(UNFIT.search(line) or line != line.rstrip() for line in lines)
    if (block or len(lines) > 1) and fits:
        yield f"{key}: |"
        yield from (f"  {line}".rstrip() for line in lines)
    else:
        yield f"{key}: {text if PROSE.fullmatch(text) else scalar(text)}"


def table(key: str, rows: Mapping[str, str] | Mapping[Power, str]) -> Iterator[str]:
    """`key:` and below it the rows whose text is not empty; nothing if there are none."""
    lines: list[str] = []
    for name, text in rows.items():
        lines += entry(scalar(name), text)
    if lines:
        yield f"{key}:"
        yield from indented(lines)


def items(key: str, rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """`key:` and below it a list of mappings; nothing if the list is empty."""
    lines: list[str] = []
    for row in rows:
        fields: list[str] = []
        for name, text in row.items():
            fields += entry(name, text)
        for number, line in enumerate(fields):
            sign = "- " if number == 0 else "  "
            lines.append(sign + line)
    if lines:
        yield f"{key}:"
        yield from indented(lines)


def indented(lines: Iterable[str]) -> Iterator[str]:
    """The lines two blanks further in."""
    return (f"  {line}".rstrip() for line in lines)
