"""Who supported and who attacked whom, season by season."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from builder.model.calendar import Phase
from builder.model.units import Power
from builder.playback.replaying import Replay
from builder.playback.season_facts import Pair, attacks_on, helps


class Dealings(NamedTuple):
    """The orders of one season between two powers, from the first to the second and back.

    `supports` are supports that were given and convoys that were carried out, `attacks` moves to
    where the other had a unit or a centre, whether or not they succeeded.
    """

    phase: Phase
    supports: tuple[int, int]
    attacks: tuple[int, int]

    @property
    def sign(self) -> str:
        """`s` for support alone, `a` for attacks alone, `b` for both."""
        if not any(self.attacks):
            return "s"
        return "b" if any(self.supports) else "a"


class Relation(NamedTuple):
    """Two powers, in the order of the results, and the seasons in which they dealt with each
    other by orders."""

    powers: Pair
    seasons: tuple[Dealings, ...]

    @property
    def supports(self) -> tuple[int, int]:
        """The supports of the whole game: of the first for the second, and back."""
        return _sums([season.supports for season in self.seasons])

    @property
    def attacks(self) -> tuple[int, int]:
        """The attacks of the whole game: of the first on the second, and back."""
        return _sums([season.attacks for season in self.seasons])


def _sums(pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(one for one, _ in pairs), sum(other for _, other in pairs)


@lru_cache(maxsize=2)
def relations(replay: Replay) -> tuple[Relation, ...]:
    """The relations of all pairs of powers that dealt with each other, those with most orders
    first."""
    powers = replay.variant.setting.powers
    pairs = [(one, other) for at, one in enumerate(powers) for other in powers[at + 1 :]]
    seasons: dict[Pair, list[Dealings]] = {pair: [] for pair in pairs}
    for stage in replay.stages:
        if stage.phase.step != "movement":
            continue
        supports = Counter(helps(stage.turn))
        attacks = Counter(pair for pair, _ in attacks_on(stage.turn))
        for one, other in _unordered({*supports, *attacks}, powers):
            there = one, other
            back = other, one
            dealings = Dealings(
                stage.phase,
                (supports[there], supports[back]),
                (attacks[there], attacks[back]),
            )
            seasons[there].append(dealings)
    met = [Relation(pair, tuple(listed)) for pair, listed in seasons.items() if listed]
    return tuple(sorted(met, key=lambda relation: -_orders(relation)))


def _unordered(pairs: set[Pair], powers: Sequence[Power]) -> list[Pair]:
    """Pairs of powers that are played, each once, the powers in the order of the results."""
    ranks = {power: rank for rank, power in enumerate(powers)}
    played = [pair for pair in pairs if pair[0] in ranks and pair[1] in ranks]
    ordered = {(one, other) if ranks[one] < ranks[other] else (other, one) for one, other in played}
    return sorted(ordered)


def _orders(relation: Relation) -> int:
    return sum(relation.supports) + sum(relation.attacks)
