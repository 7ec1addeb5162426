"""Law: in which sequence a power writes its lines changes no movement and no retreat."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE, examples
from random_phases import Crowd, after_battles, retreat_lines, shuffled_by_power
from worked_cases import FOLDER, cases_in

from builder.cases import computed, play
from builder.model.orders import Written
from builder.model.results import Turn
from builder.notation.similar_codes import readdressed

law = settings(max_examples=examples(25))
FILES = sorted(FOLDER.rglob("*.yaml"))


def results(turn: Turn) -> tuple[object, ...]:
    """What became of every unit and of every line, whatever the sequence of the lines."""
    acted = Counter(
        (a.power, a.kind, a.at, str(a.order), f.why, f.tally) for a, f in turn.findings.items()
    )
    ended = Counter((f.power, f.unit, f.to, f.finding.why) for f in turn.ends)
    refused = Counter((line(w), f.why) for w, f in turn.faults.items())
    repeated = Counter((line(w), f.why) for w, f in turn.repeats.items())
    obeyed = Counter(line(w) for w in turn.written.values())
    obeyed.update(line(f.written) for f in turn.ends if f.written)
    return computed(turn), acted, ended, refused, repeated, obeyed


def line(w: Written) -> tuple[str, str, str, str]:
    return w.issuer, str(w.unit), str(w.order), w.text


def written_again(w: Written) -> Written:
    """An equal line."""
    return Written(w.issuer, w.unit, w.order, w.text)


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
@law
@given(seed=st.integers(0, 10**6))
def test_law_lines_of_moves_may_stand_in_any_sequence(name: str, seed: int) -> None:
    """Also several lines for one unit, lawful and unlawful, and for halves and leaders."""
    variant = ARCHIVE.variant(name)
    chance = Random(seed)
    crowd = Crowd(variant, f"{name} in sequence {seed}")
    lines = [*crowd.orders, *crowd.written()]
    lines += [written_again(w) for w in chance.sample(lines, len(lines) // 2)]
    turn = variant.open(crowd.position).play(lines)
    again = variant.open(crowd.position).play(shuffled_by_power(chance, lines))
    assert results(turn) == results(again)


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
@law
@given(seed=st.integers(0, 10**6))
def test_law_lines_of_retreats_may_stand_in_any_sequence(name: str, seed: int) -> None:
    """Up to three lines for each of several dislodged units."""
    variant = ARCHIVE.variant(name)
    chance = Random(seed)
    position = after_battles(Crowd(variant, f"{name} driven out {seed}"), chance)
    lines = list(retreat_lines(variant, position, chance))
    turn = variant.open(position).play(lines)
    again = variant.open(position).play(shuffled_by_power(chance, lines))
    assert results(turn) == results(again)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_lines_of_every_case_may_stand_in_any_sequence(path: Path) -> None:
    for case in cases_in(path).values():
        if case.variant is None:
            continue
        for step, turn in play(case):
            if step.phase.step == "adjustments":
                continue
            for seed in range(4):
                lines = shuffled_by_power(Random(seed), step.orders)
                orders = readdressed(lines, turn.before, case.variant.setting.board)
                again = case.variant.open(turn.before).play(orders)
                assert results(turn) == results(again), case.id
