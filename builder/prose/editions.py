"""The editions of the rulebook for readers: what differs, and how each of them decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from builder.rules.editions import APPROXIMATE, EDITIONS


class Booklet(NamedTuple):
    """One edition: its key, who printed it when, and what to know of it."""

    key: str
    printed: str
    about: str
    approximate: bool


class EditionAnswer(NamedTuple):
    """An answer: the editions that give it (none: only games do), and the word for it in a file."""

    editions: str
    text: str
    word: str


class EditionPoint(NamedTuple):
    """One point on which booklets or games differ: the question, its DATC issue, the answers, and
    the test cases that turn on it."""

    name: str
    question: str
    issue: str
    answers: tuple[EditionAnswer, ...]
    cases: tuple[str, ...]

    @property
    def disputed(self) -> bool:
        """Do the booklets differ on it, and not games alone?"""
        return sum(bool(a.editions) for a in self.answers) > 1


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
        " it. Neither it nor the next knows the words via convoy; where they are written all the"
        " same, they bind the army to the sea.",
    ),
    "1982": ("Avalon Hill, 1982 (De Luxe 1992)", "As 1971, with three changes to convoys."),
    "2000": (
        "Hasbro, 2000 (fifth edition 2008)",
        "Rewritten, in colour; most judges on the web follow it.",
    ),
    "2023": (
        "Renegade, 2023 (sixth edition)",
        "Settles most of what was open before, removals in civil disorder among it. On convoy"
        " paradoxes it keeps the words of 2000, but is played by Szykman's rule everywhere, and so"
        " here; the letter is the house rule of 2000 below.",
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
    "via_fallback_to_land": (
        "An army is ordered to the next province via convoy, and no convoy works. Does it walk?",
        "4.A.3",
    ),
    "prevent_lost_only_in_head_to_head": (
        "A unit is driven out by an army that came by sea from where it was going itself. Does it"
        " still stand others off there?",
        "4.A.7",
    ),
    "waive_builds": ("May a power leave a build unused?", "4.D.7"),
}
TURNING: dict[str, tuple[str, ...]] = {
    "convoy_routes": ("6.F.9", "6.F.10", "6.F.11", "6.F.13", "6.F.19", "6.F.20"),
    "paradox_rule": ("6.F.17", "6.F.18", "6.F.19", "6.F.20", "6.F.21", "6.F.25"),
    "adjacent_convoy": ("6.G.2", "6.G.7", "6.G.11", "6.G.19"),
    "retreat_to_convoyed_attackers_start": ("6.H.11", "6.H.12"),
    "dislodged_stands_off_in_attackers_space": ("6.E.1", "6.H.9"),
    "impossible_move_refuses_hold_support": ("6.D.28", "6.D.29", "6.D.30", "6.D.32"),
    "removal": ("6.J.3", "6.J.6", "6.J.10", "6.J.11"),
    "via_fallback_to_land": ("6.G.8", "6.G.11", "6.G.20", "6.H.12"),
    "prevent_lost_only_in_head_to_head": ("6.G.10", "6.G.14", "6.G.15"),
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
        "via": "it is carried if the order says so, as programs ask",
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
    "via_fallback_to_land": {False: "no, it stays", True: "yes"},
    "prevent_lost_only_in_head_to_head": {True: "yes", False: "no"},
    "waive_builds": {True: "yes", False: "no"},
}


def booklets() -> tuple[Booklet, ...]:
    """The editions, oldest first."""
    return tuple(Booklet(key, *ABOUT[key], key in APPROXIMATE) for key in EDITIONS)


def points() -> tuple[EditionPoint, ...]:
    """Every point that is a choice, with the answers of the editions and those of games alone."""
    return tuple(
        EditionPoint(name, question, issue, tuple(_answers(name)), TURNING.get(name, ()))
        for name, (question, issue) in QUESTIONS.items()
    )


def _answers(name: str) -> Iterator[EditionAnswer]:
    for value, text in ANSWERS[name].items():
        given = [key for key, choices in EDITIONS.items() if getattr(choices, name) == value]
        yield EditionAnswer(", ".join(given), text, _word(value))


def _word(value: object) -> str:
    if isinstance(value, tuple):
        return " then ".join(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
