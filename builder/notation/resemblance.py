"""Tells a text that is meant as an order, but cannot be read, from talk."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from builder.model.names import plain
from builder.notation.vocabulary import GOING, HELPS, HOLDS, LEADING, VERBS, Vocabulary
from builder.notation.word_lists import words

WORD = re.compile(r"[^\W_]+|[-–→>]")
JOINTS = frozenset("-–→>")
DOING = HOLDS | HELPS | LEADING | JOINTS | GOING - {"to"}
BESIDE_PLACES = frozenset({"in", "the", "at", "of", "my", "our"})  # `my fleet in the Ionian`
VERBS_OF_MOVEMENT = ("support", "convoy", "move")
SHORT = 3  # words: a line that begins like an order and is no longer is taken for one
EVERY_UNIT = (["hold", "all"], ["holds", "all"])


@cache
def verbs_of_movement() -> frozenset[str]:
    """The verbs of all languages by which a unit goes or helps."""
    verbs: set[str] = set()
    for key in VERBS_OF_MOVEMENT:
        verbs |= words("verbs", key)
    return frozenset(verbs)


def plain_words(text: str) -> list[str]:
    """The words and dashes of a text in plain letters."""
    return [plain(word) or word for word in WORD.findall(text)]


def resembles_order(text: str, vocabulary: Vocabulary) -> bool:
    """Does a text seem to be meant as an order? It does if it begins like one, names a unit, or has
    a place beside a verb or a dash; the longer it is, the more of these it needs."""
    spoken = plain_words(text)
    if not spoken:
        return False
    places = [_is_place(word, vocabulary) for word in spoken]
    acts = not DOING.isdisjoint(spoken)
    if spoken[0] in vocabulary.kinds:
        return len(spoken) <= SHORT or any(places) or acts
    if _begins_like_order(spoken, places) or _names_unit(spoken, places, vocabulary):
        return True
    if spoken[0] in LEADING | HELPS | {"all"} and len(spoken) > 1:
        return spoken[1] in VERBS or spoken[1] in vocabulary.kinds or any(places)
    return _place_beside_verb(spoken, places, acts=acts)


def _is_place(word: str, vocabulary: Vocabulary) -> bool:
    return bool(vocabulary.place(word)[0])


def _begins_like_order(spoken: Sequence[str], places: Sequence[bool]) -> bool:
    """A short text with a place behind its first word, or a verb such as `Build` before others."""
    if list(spoken[:2]) in EVERY_UNIT:
        return True
    verb_ahead = spoken[0] in LEADING and len(spoken[0]) > SHORT
    return len(spoken) <= SHORT and (any(places[1:]) or verb_ahead)


def _names_unit(spoken: Sequence[str], places: Sequence[bool], vocabulary: Vocabulary) -> bool:
    """A kind of unit and its place, beside little else or beside a verb and another place."""
    bare = [pair for pair in zip(spoken, places, strict=True) if pair[0] not in BESIDE_PLACES]
    units = [kind in vocabulary.kinds and at for (kind, _), (_, at) in pairwise(bare)]
    acts = not DOING.isdisjoint(spoken) or not verbs_of_movement().isdisjoint(spoken)
    return any(units) and (len(spoken) <= SHORT + 1 or (sum(places) > 1 and acts))


def _place_beside_verb(spoken: Sequence[str], places: Sequence[bool], acts: bool) -> bool:
    """A place first and a verb, or a second place among few words (`Mao to follow Eng`); in a text
    of few words also a place beside a dash."""
    joined = False
    for number in range(1, len(spoken) - 1):
        if spoken[number] in JOINTS:
            joined = joined or places[number - 1] or places[number + 1]
    likely = joined or spoken[-1] == "h" or (any(places) and acts)
    is_short = len(spoken) <= 2 * SHORT
    two_places = places[0] and is_short and any(places[2:])
    helps = not words("verbs", "support").isdisjoint(spoken)  # `Ruhr assisting`
    return (places[0] and (acts or helps)) or two_places or (is_short and likely)
