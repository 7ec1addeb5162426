"""Sentences on the moments of a game.

Each kind of fact has several forms of sentence. They take turns, so that the moments of a game do
not read alike; where a game begins in the row depends on its id alone. No sentence says why a
player did something.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from builder.model.calendar import Phase
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power
from builder.playback.moments import Fact, Moment, moments
from builder.playback.replaying import Replay
from builder.prose.english import in_words, listed, spelled_out
from builder.prose.names import there

FORMS: Mapping[str, Mapping[str, Sequence[str]]] = json.loads(
    Path(__file__).with_name("moments.json").read_text(encoding="utf-8")
)
GAP = re.compile(r"\{(\w+)\}")
VERB = re.compile(r"\[(\w+):(\w+)\]")
IRREGULAR = {"be": ("is", "are"), "have": ("has", "have")}
NAMED = 4  # places or powers in a sentence; of more it says how many
ALWAYS = ("victory", "lead", "elimination", "attack")  # facts worth a second clause anywhere


class ToldMoment(NamedTuple):
    """A moment in words: its phase, the sentence, the provinces that it is about, and the centres
    of each power that it concerns, before and after."""

    phase: Phase
    text: str
    provinces: tuple[Code, ...]
    centres: tuple[tuple[Power, int, int], ...]


@lru_cache(maxsize=2)
def told_moments(replay: Replay) -> tuple[ToldMoment, ...]:
    """The moments of a game in words, in the order of play; what a person wrote stays as it is."""
    teller = _Teller(replay)
    return tuple(teller.told(moment) for moment in moments(replay))


class _Teller:
    """Tells the moments of one game, each form of a sentence in its turn."""

    def __init__(self, replay: Replay) -> None:
        self.setting: Setting = replay.variant.setting
        self.first = crc32(replay.record.id.encode())
        self.turns = Counter[str]()

    def told(self, moment: Moment) -> ToldMoment:
        """One moment in words."""
        changed = ((power, *counts) for power, counts in moment.centres.items())
        most = sorted(changed, key=lambda one: -abs(one[2] - one[1]))[:NAMED]
        centres = tuple(one for one in most if one[1] != one[2])
        text = moment.written or self._sentence(moment)
        return ToldMoment(moment.phase, text, moment.provinces, centres)

    def _sentence(self, moment: Moment) -> str:
        main = moment.facts[0]
        clauses = [self._clause(main, moment, "main")]
        second = next(_beside(main, moment.facts[1:]), None)
        if second is not None:
            clauses.append(self._clause(second, moment, "tail"))
        return f"{'; '.join(clauses)}."

    def _clause(self, fact: Fact, moment: Moment, place: str) -> str:
        kind = "attack taking" if fact.kind == "attack" and fact.size else fact.kind
        gaps = self._gaps(fact, moment)
        forms = _complete(FORMS[kind][place], gaps) or _complete(FORMS[kind]["many"], gaps)
        turn = self.turns[f"{kind} {place}"]
        self.turns[f"{kind} {place}"] += 1
        clause = _filled(forms[(self.first + turn) % len(forms)], gaps)
        return clause if place == "tail" else clause[0].upper() + clause[1:]

    def _gaps(self, fact: Fact, moment: Moment) -> Mapping[str, Sequence[str]]:
        """The words for each gap of a sentence, as a list; a gap that nothing fills is left out."""
        powers = [fact.powers[0]]
        if fact.kind == "elimination":
            powers = [other.powers[0] for other in moment.facts if other.kind == "elimination"]
        before, after = moment.centres.get(fact.powers[0], (0, 0))
        gaps: dict[str, Sequence[str]] = {
            "power": powers,
            "centres": [spelled_out(fact.size, "centre")],
            "count": [spelled_out(fact.size, "centre")],
            "number": [in_words(fact.size)],
            "units": [spelled_out(fact.size, "unit")],
        }
        if before:
            gaps["before"] = [in_words(before)]
        if after:
            gaps["after"] = [in_words(after)]
        if len(powers) == 1:
            gaps |= self._others(fact)
        return gaps

    def _others(self, fact: Fact) -> Mapping[str, Sequence[str]]:
        """The other powers and the provinces of a fact, if they are few enough to be named."""
        gaps: dict[str, Sequence[str]] = {}
        others = fact.powers[1:]
        if 0 < len(others) <= NAMED:
            gaps["others"] = others
        if 0 < len(fact.provinces) <= NAMED:
            board = self.setting.board
            gaps["places"] = [there(board, Location(code)) for code in fact.provinces]
        return gaps


def _complete(forms: Sequence[str], gaps: Mapping[str, Sequence[str]]) -> list[str]:
    """The forms for whose gaps there is something. Those for `many` name no places."""
    return [form for form in forms if gaps.keys() >= set(GAP.findall(form))]


def _filled(form: str, gaps: Mapping[str, Sequence[str]]) -> str:
    """A form with its gaps filled: `{others} [others:take] {places}` has the verb in the number of
    the others."""

    def agreeing(place: re.Match[str]) -> str:
        number = len(gaps[place[1]])
        verb = place[2]
        singular, several = IRREGULAR.get(verb, (f"{verb}s", verb))
        return singular if number == 1 else several

    return GAP.sub(lambda gap: listed(gaps[gap[1]]), VERB.sub(agreeing, form))


def _beside(main: Fact, others: Sequence[Fact]) -> Iterator[Fact]:
    """The facts that a second clause may state: those that are not in the first one already."""
    for fact in others:
        repeats = set(fact.provinces) <= set(main.provinces) and fact.powers[0] in main.powers
        is_new = not repeats or (fact.kind in ALWAYS and fact.powers[:2] != main.powers[:2])
        is_rescue = fact.kind == "rescue" and fact.provinces[0] in main.provinces
        if fact.kind != main.kind and (is_new or is_rescue):
            yield fact
