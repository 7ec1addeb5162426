"""Press in a mail: white (signed), grey (only a dateline), black (anonymous), or to one power.

    Press: Rome to all: we love peace.            white: printed under the sender's power
    GREY PRESS                                    grey: nobody is named beside the dateline
    Rome to Vienna: The rent is due.
    Press (anonymous): Vienna is bankrupt.        black
    Press to Russia only: meet me in Sevastopol.  for one player, never printed

Press ends at an empty line, or at `END OF PRESS`. If its heading may be a wish not to be named, no
name is printed and the game master is asked.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from builder.mails.mail_words import pattern, phrases
from builder.mails.passages import Aside, Row
from builder.model.names import Names
from builder.model.units import Power

LONGEST_HEADING = 120  # characters before the colon
LONGEST_ALONE = 60  # characters of a heading without one
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
MOST_LOOKED_AT = 40  # lines of press that may be orders
MOST_NAMES = 4  # words of a power's name
NO_HEADING = frozenset(("on", "ahead", "forward", "onward", "onwards", "hard", "me", "him", "them"))


class Press(NamedTuple):
    """A piece of press as its author wishes it to be printed.

    It is `anonymous`, or printed under the author's power. Press `to` some powers is for them
    alone. `doubt` is why the game master has to look at it.
    """

    text: str
    line: int
    anonymous: bool = False
    to: tuple[Power, ...] = ()
    doubt: str = ""
    is_public: bool = True

    def manner(self, power: str) -> str:
        """How it is printed: `signed England`, `without a name`."""
        if not self.is_public:
            return f"for {', '.join(self.to)} only" if self.to else "not printed"
        return "without a name" if self.anonymous else f"signed {power}"


def press_entry(author: str, text: str) -> object:
    """A piece of press as a game file has it, signed or without a name."""
    return {"from": author, "text": text} if author else text


class PressHeading(NamedTuple):
    """What the line above a piece of press says about it, and the text behind its colon."""

    rest: str
    anonymous: bool
    to: tuple[Power, ...]
    doubt: str
    is_public: bool = True


@cache
def _heading() -> re.Pattern[str]:
    before = pattern("press", "without author") + "|" + pattern("press", "with author")
    return re.compile(
        rf"\W{{0,4}}(?P<before>(?:(?:{before})[\s/-]{{1,3}}){{0,3}})(?:{pattern('press', 'names')})"
        r"(?P<more>(?!\w).*)",
        re.IGNORECASE,
    )


@cache
def _end() -> re.Pattern[str]:
    return re.compile(rf"\W{{0,6}}(?:{pattern('press', 'ends')}|/press)\W{{0,6}}", re.IGNORECASE)


@cache
def _end_behind_text() -> re.Pattern[str]:
    """Matches `[End of press]` at the end of a line of press."""
    ends = rf"(?:{pattern('press', 'ends')}|/press)"
    return re.compile(rf"[\[(<]\W{{0,3}}{ends}\W{{0,3}}[\])>]\W{{0,3}}$", re.IGNORECASE)


def _before_end_mark(line: str) -> tuple[str, bool]:
    """A line without an end mark behind its text, and whether there is one."""
    mark = _end_behind_text().search(line)
    return (line[: mark.start()].rstrip(), True) if mark else (line, False)


def read_press_heading(line: str, powers: Names) -> PressHeading | None:
    """What a line says if it is a heading of press; None for another line."""
    heading = _heading().fullmatch(line.strip())
    if heading is None:
        return None
    words_of_heading, rest = _parted(heading["more"])
    words = WORD.findall(words_of_heading.lower())
    if len(words_of_heading) > LONGEST_HEADING or (words and words[0] in NO_HEADING):
        return None
    if not rest and ":" not in heading["more"] and not _stands_alone(words_of_heading, words):
        return None

    text = f"{heading['before']} {words_of_heading}"
    to = _addressees(words_of_heading, powers)
    anonymous = _has_phrase(text, "without author")
    doubt = ""
    if to:
        doubt = f"press to {', '.join(to)} only, which is not printed; a mail with it is ready"
    elif _has_phrase(words_of_heading, "private"):
        doubt = f"press for whom? It is not printed: {line.strip()}"
    elif not anonymous and _has_phrase(text, "doubtful"):
        doubt = f"press: is the author to be named? It is printed without a name: {line.strip()}"
    if not doubt:
        rest = f"{_dateline(words_of_heading)}{rest}"
    is_public = not to and not _has_phrase(words_of_heading, "private")
    return PressHeading(rest, anonymous or (is_public and bool(doubt)), to, doubt, is_public)


def _parted(more: str) -> tuple[str, str]:
    """What follows the word `press`: the rest of the heading, and the text behind it. Behind a dash
    is the text: in `Press - Rome to Vienna: The rent is due` the colon is that of a dateline."""
    colon = min((at for at in (more.find(":"), more.find("]")) if at >= 0), default=-1)
    heading = more if colon < 0 else more[:colon]
    dash = re.match(r"\s*[-–—]+\s*", more)
    if dash and not _has_phrase(heading, "without author"):
        return "", more[dash.end() :].strip()
    return heading, "" if colon < 0 else more[colon + 1 :].strip(" ]*_")


def _dateline(heading: str) -> str:
    """The dateline that is a part of a heading: `Rome to Vienna: ` of `PRESS, Rome to Vienna:`.
    `Press from Rome` and `Press to all` have none."""
    words = WORD.findall(heading)
    if not words or words[0].lower() in ("from", "by", "of") or heading.strip().startswith("("):
        return ""
    if words[0].lower() in phrases("press", "to"):
        return ""
    listed = phrases("press", "without author") | phrases("press", "with author")
    names = [word for word in words if word[0].isupper() and word.lower() not in listed]
    return f"{heading.strip(' ,;-–—')}: " if names else ""


def _stands_alone(line: str, words: Sequence[str]) -> bool:
    """Is a line without a colon a heading: `PRESS`, `Press from Rome`, `Press, unsigned`?"""
    if len(line) > LONGEST_ALONE or line.strip().endswith((".", "!", "?")):
        return False
    sign = line.strip()[:1]
    if not words or sign in ("(", ",", "-") or words[0] in ("from", "by", "to"):
        return True
    return all(_names_no_person(word) for word in words)


def _names_no_person(word: str) -> bool:
    return _has_phrase(word, "without author") or _has_phrase(word, "with author")


def _has_phrase(text: str, kind: str) -> bool:
    """Does a text contain one of the phrases of a kind as whole words?"""
    words = " ".join(WORD.findall(text.lower()))
    return any(f" {phrase} " in f" {words} " for phrase in phrases("press", kind))


def _addressees(heading: str, powers: Names) -> tuple[Power, ...]:
    """The powers that a heading names behind `to`; a city there is a dateline for all to read."""
    words = WORD.findall(heading)
    to_words = phrases("press", "to")
    addressees: dict[Power, None] = {}
    for at, word in enumerate(words):
        if word.lower() not in to_words:
            continue
        for length in range(1, MOST_NAMES):
            power = powers.get(" ".join(words[at + 1 : at + 1 + length]))
            if power:
                addressees[Power(power)] = None
    return tuple(addressees)


class TextAndPress(NamedTuple):
    """The lines of a mail without its press, which is beside them."""

    rows: tuple[Row, ...]
    press: tuple[Press, ...]
    asides: tuple[Aside, ...]


def take_press(rows: Sequence[Row], powers: Names, is_order: Callable[[str], bool]) -> TextAndPress:
    """The press of a mail, and its other lines with an empty one in the place of each."""
    others: list[Row] = []
    pieces: list[Press] = []
    asides: list[Aside] = []
    at = 0
    while at < len(rows):
        line, is_whole = _before_end_mark(rows[at].text)
        heading = read_press_heading(line, powers)
        if heading is None:
            others.append(rows[at])
            at += 1
            continue
        end = at + 1 if is_whole else _end_of_press(rows, at, heading, powers)
        piece = _piece(rows[at:end], heading, is_order)
        if piece.text:
            pieces.append(piece)
        others += [Row(row.number, "") for row in rows[at:end]]
        for row in rows[at:end]:
            if row.text.strip():
                asides.append(Aside(row.number, row.text.strip(), "press"))
        at = end
    return TextAndPress(tuple(others), tuple(pieces), tuple(asides))


def _end_of_press(rows: Sequence[Row], begin: int, heading: PressHeading, powers: Names) -> int:
    """The place behind a piece of press: at its end mark, or else at an empty line."""
    first_empty = 0
    at = begin + 1
    while at < len(rows):
        text = rows[at].text.strip()
        if _end().fullmatch(text) or _before_end_mark(text)[1]:
            return at + 1
        if read_press_heading(text, powers) is not None:
            break
        has_text = bool(heading.rest) or any(row.text.strip() for row in rows[begin + 1 : at])
        if not text and has_text and not first_empty:
            first_empty = at
        at += 1
    return first_empty or at


def _piece(rows: Sequence[Row], heading: PressHeading, is_order: Callable[[str], bool]) -> Press:
    """The piece of press below a heading."""
    texts = [_before_end_mark(row.text)[0].strip() for row in rows[1:]]
    if texts and _end().fullmatch(texts[-1]):
        texts.pop()
    text = "\n".join([heading.rest, *texts]).strip()
    doubt = heading.doubt
    anonymous = heading.anonymous
    if not anonymous and _has_phrase(text, "without author") and _asks_within(text):
        doubt = "press: is the author to be named? It is printed without a name"
        anonymous = True
    orders = [row for row in texts[:MOST_LOOKED_AT] if is_order(row)]
    if orders and not doubt:
        doubt = f"an order in the press: {orders[0]}"
    return Press(text, rows[0].number, anonymous, heading.to, doubt, heading.is_public)


def _asks_within(text: str) -> bool:
    """Does press say in brackets, or in its last line, that its author is not to be named?"""
    asides = re.findall(r"[(\[][^()\[\]]{1,200}[)\]]", text)
    last = text.splitlines()[-1] if len(text.splitlines()) > 1 else ""
    return any(_has_phrase(piece, "without author") for piece in [*asides, last])
