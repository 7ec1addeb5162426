"""Law: what the rulebook finds is what a second judge finds who tries everything."""

from __future__ import annotations

import pytest
from enumeration import CircularError, Phase
from our_archive import ARCHIVE
from random_phases import Crowd

SEEDS = 30


@pytest.mark.parametrize("name", ["cat", "classix", "militarism"])
def test_both_judges_agree(name: str) -> None:
    variant, agreed = ARCHIVE.variant(name), 0
    for seed in range(SEEDS):
        crowd = Crowd(variant, f"{name} judged twice {seed}")
        book = variant.open(crowd.position)
        book.gather(book.actions_of(crowd.orders))
        phase = Phase(book, list(book.actions), "leaders" in variant.amendments)
        if not phase.is_small:
            continue
        found = book.resolve()
        try:
            outcomes = phase.outcomes()
        except CircularError:
            continue
        if len({frozenset(done & phase.rides.keys()) for done, _ in outcomes}) != 1:
            continue  # landings in a ring: the ruling decides, and no outcome of its own
        done, worth = max(outcomes, key=lambda outcome: len(outcome[0]))
        assert {m: bool(found[m]) for m in phase.moves} == {m: m in done for m in phase.moves}
        used = {s for s in phase.supports if phase.helped[s]}
        assert {s: found[s].value for s in used} == {s: worth[s] for s in used}
        assert used == {s for s in phase.supports if s not in book.idle_supports}
        agreed += 1
    assert agreed > SEEDS / 2
