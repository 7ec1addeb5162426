"""Laws of the amended rules, on random phases with everything that they allow."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from our_archive import ARCHIVE, WHOLE
from random_phases import Crowd

from builder.cases import computed
from builder.errors import ArchiveError
from builder.model.findings import Reason
from builder.model.orders import Written
from builder.model.results import Turn
from builder.model.units import Position, Power, Unit
from builder.notation.notation import parse_order, write_order
from builder.prose.reasons import reason
from builder.prose.wording import flat
from builder.rules.amendments import AMENDMENTS, UNDEFINED, amendment, compose, undefined
from builder.rules.standard import Standard
from builder.variant import Variant

VARIANTS = ("cat", "classix", "cline9-iv", "cline9-vi", "loeb9", "militarism")
CITED = re.compile(r"\([^()]+, rules? \d[^()]*\)$")
DECLARED = ("sharing", "revising", "signs")
EACH = range(25)
PAIRS = [pair for pair in combinations(sorted(AMENDMENTS), 2) if not undefined(pair)]
LEADERS = UNDEFINED[0][0]
ORDERED: set[frozenset[str]] = set()


@cache
def crowd(name: str, seed: int) -> Crowd:
    return Crowd(ARCHIVE.variant(name), f"{name} {seed}")


@cache
def played(name: str, seed: int) -> Turn:
    c = crowd(name, seed)
    return c.variant.open(c.position).play(c.orders)


def told(turn: Turn) -> Counter[tuple[object, ...]]:
    """What became of every unit, or half of one."""
    return Counter(
        (a.power, a.kind, a.at, str(a.order), a.half, a.leader, f.value, f.why, f.tally)
        for a, f in turn.findings.items()
    )


def heads(units: object) -> Counter[Power]:
    """How many units each power has; a doubled one is two."""
    assert isinstance(units, tuple | list)
    return Counter(u.power for u in units for _ in range(u.size))


def under(variant: Variant, rules: type[Standard], position: Position, c: Crowd) -> Turn:
    return rules(variant.setting, position).play(c.orders)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_sequence_of_orders_and_units_never_matters(name: str) -> None:
    for seed in EACH:
        c, chance = crowd(name, seed), Random(seed)
        units = chance.sample(c.position.units, len(c.position.units))
        orders = chance.sample(c.orders, len(c.orders))
        other = c.variant.open(c.position._replace(units=tuple(units))).play(orders)
        assert computed(played(name, seed)) == computed(other), seed
        assert told(played(name, seed)) == told(other), seed


@pytest.mark.parametrize("name", VARIANTS)
def test_units_are_neither_lost_nor_made_and_nothing_stays_open(name: str) -> None:
    for seed in EACH:
        turn = played(name, seed)
        if turn.after.phase.step != "adjustments":
            standing = (*turn.after.units, *(d.unit for d in turn.dislodged))
            assert heads(crowd(name, seed).position.units) == heads(standing), seed
        assert all(f.why is not Reason.UNDECIDED for f in turn.findings.values()), seed
        assert alone(ARCHIVE.variant(name), turn.after.units), seed


def alone(variant: Variant, units: tuple[Unit, ...]) -> bool:
    """Does every province belong to one power, and hold one unit that has strength?"""
    strong = [u for u in units if variant.setting.kinds[u.kind].strength and not u.aboard]
    held = {u.at.province: u.power for u in strong}
    leaders = [u for u in units if not variant.setting.kinds[u.kind].strength]
    return len(held) == len(strong) and all(
        held.get(u.at.province, u.power) == u.power for u in leaders
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_everything_is_told_and_read_again(name: str) -> None:
    setting = ARCHIVE.variant(name).setting
    for seed in EACH:
        c, turn = crowd(name, seed), played(name, seed)
        for result in turn.results:
            sentence = flat(reason(result, turn, setting.board))
            assert "{" not in sentence, seed
            assert sentence.endswith(".") or result.carried_out, seed
        for w in c.orders:
            text = write_order(w, setting)
            again = parse_order(text, setting, c.position.phase, w.issuer)
            assert write_order(again, setting) == text, seed


@pytest.mark.parametrize("name", VARIANTS)
def test_the_year_goes_on_to_its_end(name: str) -> None:
    """Whatever happened, retreats and Winter follow, and nobody is left with more than he feeds."""
    variant = ARCHIVE.variant(name)
    for seed in EACH:
        turn = played(name, seed)
        year = turn.before.phase.year
        while turn.after.phase.year == year:
            turn = variant.open(turn.after).play(())
            for end in turn.ends:
                assert flat(reason(end, turn, variant.setting.board)).endswith("."), seed
        book = variant.open(turn.before)
        fed, kept = book.entitlements(turn.before), book.upkeeps(turn.after)
        assert all(kept[power] <= fed[power] for power in variant.setting.powers), seed


@pytest.mark.parametrize("name", sorted(AMENDMENTS))
def test_an_amendment_is_small_and_cites_its_source(name: str) -> None:
    """Each part of it overrides seven methods at most and says where its rule stands."""
    for part in amendment(name).__mro__:
        if part.__module__.startswith("builder.rules.amendments."):
            named = [n for n in vars(part) if not n.startswith("_") and n not in DECLARED]
            assert sum(hasattr(Standard, n) for n in named) <= 7, part.__name__
            assert CITED.search(part.__doc__ or ""), part.__name__


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variants_amendments_commute(name: str) -> None:
    variant = ARCHIVE.variant(name)
    turned = compose(tuple(reversed(variant.amendments)))
    for seed in EACH:
        c, one = crowd(name, seed), played(name, seed)
        other = under(variant, turned, c.position, c)
        assert (computed(one), told(one)) == (computed(other), told(other))


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_any_two_commute_or_their_order_is_stated(pair: tuple[str, str]) -> None:
    ways = [compose(pair), compose(pair[::-1])]
    same = True
    for name in VARIANTS:
        for seed in EACH[: 6 if WHOLE else 3]:
            c = crowd(name, seed)
            one, other = (under(c.variant, rules, c.position, c) for rules in ways)
            same &= (computed(one), told(one)) == (computed(other), told(other))
    assert same or frozenset(pair) in ORDERED


def pairing(names: tuple[str, ...]) -> Variant:
    """A variant in which any amendments can be tried together: named years, neutral units,
    leaders and coast guards where the amendments know them."""
    base, cat = ARCHIVE.variant("classix").setting, ARCHIVE.variant("cat").setting
    kinds = dict(ARCHIVE.variant("militarism").setting.kinds if LEADERS & {*names} else {})
    kinds |= cat.kinds if "coast-guards" in names else base.kinds
    years = replace(base.calendar, cycle=base.powers, start=base.calendar.start._replace(year=1))
    calendar = years if re.search("doubled|divided", str(names)) else base.calendar
    played = replace(base, kinds=kinds, calendar=calendar, prepared={})
    rides = (*names, "pig-convoy") if "army-fleets" in names else names
    return replace(ARCHIVE.variant("classix"), amendments=rides, setting=played)


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_any_two_keep_all_units_and_one_to_a_province(pair: tuple[str, str]) -> None:
    variant = pairing(pair)
    rules = compose(pair)
    for seed in EACH[: 8 if WHOLE else 4]:
        c = Crowd(variant, f"{pair} {seed}")
        turn = under(variant, rules, c.position, c)
        standing = (*turn.after.units, *(d.unit for d in turn.dislodged))
        if turn.after.phase.step != "adjustments":
            assert heads(c.position.units) == heads(standing)
        strong = [u for u in turn.after.units if variant.setting.kinds[u.kind].strength]
        ashore = [u.at.province for u in strong if not u.aboard]
        assert len(ashore) == len(set(ashore))
        for a in turn.actions:
            if a.leader is not None:
                after = [u.at.province for u in standing if u.power == a.power and u.kind == "L"]
                assert any(u.at.province in after for u in standing if u.kind == a.kind)


def test_two_that_no_text_defines_together_are_refused_by_name() -> None:
    for some, others, why in UNDEFINED:
        for pair in product(sorted(some), sorted(others)):
            with pytest.raises(ArchiveError, match=f"{pair[0]} and {pair[1]} cannot .* {why}"):
                compose(pair)


def test_the_orders_of_a_crowd_are_those_that_the_rules_know() -> None:
    """The crowds are worth something: they ride, part, lead and command."""
    seen: Counter[str] = Counter()
    for name in VARIANTS:
        for seed in EACH:
            c, turn = crowd(name, seed), played(name, seed)
            seen.update(f.why.name for f in turn.findings.values())
            seen.update(f"{1 + bool(a.half or a.leader)} {name}" for a in turn.actions)
            seen["neutral"] += sum(not playable(c, w) for w in c.orders)
    for key in ("STAYED_ABOARD", "LEADER_BARRED", "GIVEN", "2 cat", "2 militarism", "neutral"):
        assert seen[key], key


def playable(c: Crowd, w: Written) -> bool:
    unit = next(u for u in c.position.units if w.unit and u.at == w.unit.at)
    return c.variant.setting.nation[unit.power].playable
