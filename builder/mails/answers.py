"""Answers to an acknowledgement: *yes* to its guesses, or one order changed and the rest as before.

Which mail is meant is said by `In-Reply-To` and `References`. The text of such an answer alone
never decides: `yes` to nothing, and `the rest as before` without a mail before, are asked about.
"""

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from builder.mails.mail_words import pattern, phrases
from builder.mails.passages import Row

WORD = re.compile(r"\w+(?:['’]\w+)*")
MOST_WORDS = 12  # of a line that only says yes
CHANGE = re.compile(
    r"^.{0,40}?\b(?:please\s+)?(?:change|swap|ändere|changez)\b.{1,30}?\b(?:to|in|into|zu|en)\s+",
    re.IGNORECASE,
)


class AnswerKind(Enum):
    """What a mail says about the mail that it answers."""

    NONE = "none"
    YES = "yes"
    CHANGE = "change"


class AnswerToMail(NamedTuple):
    """What a mail says about an earlier one, and its lines without the words that say so."""

    kind: AnswerKind
    rows: tuple[Row, ...]


@cache
def _rest() -> re.Pattern[str]:
    words = pattern("answers", "rest as before")
    return re.compile(rf"[,;.]?\s{{0,3}}(?:(?:and|und|et)\s{{1,3}})?(?:{words})\b\W{{0,3}}", re.I)


@cache
def _instead() -> re.Pattern[str]:
    words = pattern("answers", "instead")
    return re.compile(rf"\s{{0,3}}\b(?:{words})\b[.,;!]?", re.IGNORECASE)


def read_answer(rows: Sequence[Row]) -> AnswerToMail:
    """What the lines of a mail say about the mail that it answers."""
    texts = [row.text.strip() for row in rows if row.text.strip()]
    if texts and _is_yes(texts[0]) and len(texts) <= 2:
        return AnswerToMail(AnswerKind.YES, tuple(Row(row.number, "") for row in rows))
    if not any(_rest().search(text) for text in texts):
        return AnswerToMail(AnswerKind.NONE, tuple(rows))
    changed = []
    for row in rows:
        text = _rest().sub(" ", row.text)
        text = CHANGE.sub("", _instead().sub("", text))
        changed.append(Row(row.number, text.strip()))
    return AnswerToMail(AnswerKind.CHANGE, tuple(changed))


def _is_yes(text: str) -> bool:
    """Does a line say yes, with nothing but thanks beside it?"""
    words = WORD.findall(text.lower().replace("’", "'"))
    if not 0 < len(words) <= MOST_WORDS:
        return False
    rest = f" {' '.join(words)} "
    if not any(rest.startswith(f" {phrase} ") for phrase in phrases("answers", "yes")):
        return False
    of_consent = phrases("answers", "yes") | phrases("answers", "beside yes")
    for phrase in sorted(of_consent, key=len, reverse=True):
        rest = rest.replace(f" {phrase} ", " ")
    return not rest.strip()
