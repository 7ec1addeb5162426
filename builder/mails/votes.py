"""Votes in a mail: `I vote yes to the draw`, `Draw: no`, `I abstain`.

Votes are listed for the game master and decide nothing: whose proposal it was, and whether a draw
is the end of the game, is in no mail.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from builder.mails.mail_words import phrase_in_text, phrases
from builder.mails.passages import Row

MOST_WORDS = 25  # of a vote
FIRST_WORDS = 5  # among which the verb is
TOPIC_WORDS = 8  # before the colon
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
DECISIONS = ("yes", "no", "abstain")


class MailVote(NamedTuple):
    """A vote in a line of a mail; without a `decision` it is not clear."""

    decision: str
    line: int
    text: str


def take_votes(rows: Sequence[Row]) -> tuple[tuple[Row, ...], tuple[MailVote, ...]]:
    """The lines of a mail without votes, and the votes."""
    others = []
    votes = []
    for row in rows:
        vote = read_vote(row)
        if vote is None:
            others.append(row)
        else:
            others.append(Row(row.number, ""))
            votes.append(vote)
    return tuple(others), tuple(votes)


def read_vote(row: Row) -> MailVote | None:
    """The vote in a line; None for another line."""
    words = WORD.findall(row.text.lower())
    if not 0 < len(words) <= MOST_WORDS:
        return None
    topic = phrase_in_text("votes", "topics")
    head, colon, answer = row.text.partition(":")
    if colon and topic.search(head) and len(WORD.findall(head)) <= TOPIC_WORDS:
        return MailVote(_decision(answer), row.number, row.text.strip())
    first_words = " ".join(words[:FIRST_WORDS])
    verb = phrase_in_text("votes", "verbs")
    if not verb.search(first_words) or words[0] in ("a", "f"):
        return None
    decision = _decision(row.text)
    if not decision and not topic.search(row.text):
        return None
    return MailVote(decision, row.number, row.text.strip())


def _decision(text: str) -> str:
    """What a text decides; empty if it is not clear."""
    words = set(WORD.findall(text.lower().replace("’", "'")))
    doubts = phrases("votes", "doubts")
    sentence = f" {' '.join(WORD.findall(text.lower()))} "
    if any(f" {doubt} " in sentence for doubt in doubts):
        return ""
    decisions = [name for name in DECISIONS if not words.isdisjoint(phrases("votes", name))]
    return decisions[0] if len(decisions) == 1 else ""
