"""Isolates by itself what a template prints between tags.

Whether a name may run from right to left is no matter of the one template that prints it. Each
`{{ … }}` between tags passes through the filter `isolated`; one within a tag, or within an element
that can hold text only, does not: `<bdi>` would be a part of the value there.
"""

import re
from collections.abc import Iterable, Iterator

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

# Elements whose content is text, whatever tags are in it.
TEXT_ONLY = ("title", "script", "style", "textarea", "option")
PLACE = re.compile(rf"</?(?:{'|'.join(TEXT_ONLY)})\b|<[a-zA-Z/!]|>", re.IGNORECASE)


class IsolatingExtension(Extension):
    """Puts the filter `isolated` behind each expression that a template prints between tags."""

    def filter_stream(self, stream: TokenStream) -> TokenStream | Iterable[Token]:
        """The tokens of a template with the filter added."""
        return _with_filter(stream)


def _with_filter(stream: Iterable[Token]) -> Iterator[Token]:
    place = _Place()
    for token in stream:
        if token.type == "data":
            place.go_on(token.value)
        if token.type == "variable_end" and place.is_between_tags:
            yield Token(token.lineno, "rparen", ")")
            yield Token(token.lineno, "pipe", "|")
            yield Token(token.lineno, "name", "isolated")
        yield token
        if token.type == "variable_begin" and place.is_between_tags:
            yield Token(token.lineno, "lparen", "(")


class _Place:
    """Where in the HTML of a template its reader is."""

    def __init__(self) -> None:
        self.is_in_tag = False
        self.text_only = ""  # the element that holds text only

    @property
    def is_between_tags(self) -> bool:
        return not self.is_in_tag and not self.text_only

    def go_on(self, html: str) -> None:
        """Read on behind some HTML."""
        for sign in PLACE.finditer(html):
            words = sign[0].lower()
            name = words.lstrip("</")
            if words == ">":
                self.is_in_tag = False
            elif self.text_only and words != f"</{self.text_only}":
                continue
            elif name in TEXT_ONLY:
                self.is_in_tag = True
                self.text_only = "" if words.startswith("</") else name
            else:
                self.is_in_tag = True
