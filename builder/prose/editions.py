"""The editions of the rulebook told to a reader: what differs, and how each booklet decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from builder.model.setting import Choices
from builder.rules.editions import APPROXIMATE, EDITIONS


class Booklet(NamedTuple):
    """One edition: its key, who printed it when, and what to know of it."""

    key: str
    printed: str
    about: str
    approximate: bool


class Point(NamedTuple):
    """One point on which booklets differ: the question, its DATC issue, and the answers, each
    with the editions that give it."""

    name: str
    question: str
    issue: str
    grouped: tuple[tuple[str, str], ...]


ABOUT = {
    "1961": (
        "Games Research, 1961 (Calhamer's own of 1959; reprinted 1966)",
        "Eight pages with many gaps, which game masters filled by house rules. Two facts about"
        " it are firm: it has no rule for convoy paradoxes, and a dislodged unit still stands"
        " others off in the place its attacker came from. The rest is taken from 1971.",
    ),
    "1971": (
        "Games Research, 1971 (Avalon Hill 1976)",
        "The first numbered and complete booklet. Most postal games of the zines were played by"
        " it.",
    ),
    "1982": ("Avalon Hill, 1982 (De Luxe 1992)", "As 1971, with three changes to convoys."),
    "2000": (
        "Hasbro, 2000 (fifth edition 2008)",
        "Written anew, in colour; most judges on the web follow it.",
    ),
    "2023": (
        "Renegade, 2023 (sixth edition)",
        "Settles most of what was open before, removals in civil disorder among it.",
    ),
}
QUESTIONS = {
    "convoy_routes": (
        "An army has several convoy routes, and one loses a fleet. Does it still arrive?",
        "4.A.1",
    ),
    "paradox_rule": (
        "A convoyed attack would decide over its own convoy. What then?",
        "4.A.2",
    ),
    "adjacent_convoy": ("An army could walk or be carried. Which does it do?", "4.A.3"),
    "retreat_to_convoyed_attackers_start": (
        "The attacker came by convoy. May one retreat to where it came from?",
        "4.A.5",
    ),
    "dislodged_stands_off_in_attackers_space": (
        "Does a dislodged unit still stand others off in the place its attacker came from?",
        "4.A.7",
    ),
    "impossible_move_refuses_hold_support": (
        "A unit was ordered to make an impossible move. May it be supported where it stands?",
        "4.E.1",
    ),
    "removal": ("A power does not say which unit it removes. Which one goes?", "4.D.8"),
}
ANSWERS: dict[str, dict[object, str]] = {
    "convoy_routes": {
        "any_broken": "no, one broken route breaks the convoy",
        "all_broken": "yes, while one route is whole",
    },
    "paradox_rule": {
        ("szykman",): "the army stays and has no effect (Szykman)",
        ("xii5", "szykman"): "it does not cut support for an attack on a fleet of its convoy"
        " (XII.5); else Szykman",
        ("water1982",): "it does not cut any support into a sea with a convoying fleet",
        ("necessary2000", "szykman"): "as 1971, if the convoy needs that fleet; else Szykman",
    },
    "adjacent_convoy": {
        "opposite_only": "it walks, unless a unit comes the other way and the convoy holds",
        "own_fleet_or_via": "it is carried if a fleet of its own convoys it or the order says so",
    },
    "retreat_to_convoyed_attackers_start": {True: "yes", False: "no"},
    "dislodged_stands_off_in_attackers_space": {True: "yes", False: "no"},
    "impossible_move_refuses_hold_support": {True: "no", False: "yes"},
    "removal": {
        "home_distance": "the farthest from its own home centres, fleets first, then by alphabet;"
        " armies count steps over land and sea, fleets sail",
        "home_steps": "the same, every border counting for every unit",
        "owned_distance": "none that holds a centre while another can go; the farthest from a"
        " centre it owns, every border counting, fleets first, then by alphabet",
    },
}


def booklets() -> tuple[Booklet, ...]:
    """The editions, oldest first."""
    return tuple(Booklet(key, *ABOUT[key], key in APPROXIMATE) for key in EDITIONS)


def points() -> tuple[Point, ...]:
    """Every point on which at least two editions differ, with the answer of each."""
    return tuple(
        Point(name, question, issue, tuple(_grouped(name)))
        for name, (question, issue) in QUESTIONS.items()
    )


def _grouped(name: str) -> Iterator[tuple[str, str]]:
    given = {key: answer(name, choices) for key, choices in EDITIONS.items()}
    for text in dict.fromkeys(given.values()):
        yield ", ".join(key for key, its in given.items() if its == text), text


def answer(name: str, choices: Choices) -> str:
    """What a set of choices answers to one question."""
    return ANSWERS[name][getattr(choices, name)]
