"""The results of one power as run-on text; by far the most of a page, so no template makes it."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from builder.site.lines import Line, escaped


def given(lines: Iterable[Line]) -> Markup:
    """Every order with its fate, the failed underlined; one with a reason is named by that."""
    told = "; ".join(map(_order, lines))
    return Markup(f"{told}." if told else "")


def _order(line: Line) -> str:
    text = escaped(line.text)
    name = "" if line.why else f' id="order-{escaped(line.key)}"'
    order = f'<u class="fail">{text}</u>' if line.failed else text
    mark = "" if line.failed else ' class="ok"'
    fate = f" <i{mark}>({escaped(line.fate)})</i>" if line.fate else ""
    return f'<span class="zo"{name}>{order}{fate}</span>'


def reasons(lines: Iterable[Line]) -> Markup:
    """Why orders ended as they did, one reason under another."""
    return Markup("".join(_reason(line) for line in lines if line.why))


def _reason(line: Line) -> str:
    key, text = escaped(line.key), escaped(line.text)
    force = f' <span class="tl">({escaped(line.force)})</span>' if line.force else ""
    return f'<li id="order-{key}"><b>{text}</b> {line.why}{force}</li>'
