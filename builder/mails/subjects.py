"""What the subject of a mail says about it: an answer, a forwarded mail, the phase it is for."""

import re
from functools import cache

from builder.formats.game.typed_orders import phase_in
from builder.mails.mail_words import pattern
from builder.model.calendar import Calendar, Phase

LISTS = r"(?:\[[^\]]{0,60}\]\s*)?"  # `[borderlands] Re: orders`: the name of a mailing list
COUNT = r"\s?(?:[\[(^]\s?\d{1,3}[\])]?)?"  # `Re[2]:`


@cache
def _prefix(*kinds: str) -> re.Pattern[str]:
    """Matches a subject that begins as those of mails of some kinds do."""
    words = "|".join(pattern("subjects", kind) for kind in kinds)
    return re.compile(rf"\s*{LISTS}(?:{words}){COUNT}\s*[:：]", re.IGNORECASE)


def is_forwarded(subject: str) -> bool:
    """Does the subject begin like `Fwd:`, perhaps after `Re:`?"""
    answer = _prefix("answer").match(subject)
    rest = subject[answer.end() :] if answer else subject
    return bool(_prefix("forward").match(rest) or _prefix("forward").match(subject))


def is_automatic(subject: str) -> bool:
    """Is it the subject of a mail that a program wrote while its user was away?"""
    return bool(_prefix("automatic").match(subject))


def phase_of_subject(subject: str, calendar: Calendar) -> Phase | None:
    """The phase that a subject names. That of an answer names the phase of the mail answered, which
    may be over, and so it names none."""
    if _prefix("answer", "forward", "automatic").match(subject):
        return None
    return phase_in(subject, calendar)
