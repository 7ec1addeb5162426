"""A difference that an unread line of its phase could remove is none; every other one stays."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import pytest
from our_archive import ROOT, replayed
from samples import Read

from builder.exports.registry import EXPORTERS
from builder.playback.replaying import Stage, replay
from builder.variant import Variant

NOISE = ["xyzzy plugh", "@@@@ ####", "the quick brown fox", "Q Zzz-Yyy"]
GAMES = ["droidippy-3228", "droidippy-11562"]
TRIES = 6
ORDER = re.compile(r"\w+:\s+(?:Army|Fleet) .*(?:->|SUPPORT|CONVOY|HOLD)")


def stages(text: str, read: Read, variant: Variant) -> list[Stage]:
    return [s for game in read(text) for s in replay(variant, game.record).stages]


def written(name: str, form: str) -> str:
    (path,) = (ROOT / "games").rglob(f"{name}*.yaml")
    return EXPORTERS[form].write(replayed(path))


def with_noise(text: str, form: str, noise: str, rng: random.Random) -> str:
    """The text with one of its orders replaced by noise."""
    if form == "saved-game":
        game = json.loads(text)
        lists = [
            orders for phase in game["phases"] for orders in phase["orders"].values() if orders
        ]
        orders = rng.choice(lists)
        orders[rng.randrange(len(orders))] = noise
        return json.dumps(game)
    lines = text.split("\n")
    if form == "csv":
        number = rng.randrange(1, len(lines) - 1)
        cells = lines[number].split(",")
        lines[number] = ",".join([*cells[:3], noise, noise, *cells[5:]])
    else:
        number = rng.choice([i for i, line in enumerate(lines) if ORDER.match(line)])
        head, _, _ = lines[number].partition(":")
        lines[number] = f"{head}: {noise}"
    return "\n".join(lines)


@pytest.mark.parametrize("form", ["judge", "saved-game", "csv"])
@pytest.mark.parametrize("name", GAMES)
def test_noise_in_place_of_an_order_makes_no_difference(
    name: str, form: str, read: Read, standard: Variant
) -> None:
    text, rng = written(name, form), random.Random(f"{name} {form}")
    assert "differs" not in {s.verdict for s in stages(text, read, standard)}
    for noise in NOISE[:TRIES]:
        noisy = with_noise(text, form, noise, rng)
        found = stages(noisy, read, standard)
        assert "differs" not in {s.verdict for s in found}, noisy
        assert "not read" in {s.verdict for s in found}


FRONTS = """\
Movement results for Spring of 1902.  (fronts.001)

France: Army Paris -> Burgundy.  (*bounce*)
Germany: Army Munich -> Burgundy.  (*bounce*)
Germany: Army Berlin -> Prussia.
Turkey: Army Serbia -> Budapest.{mark}
Turkey: Army Rumania SUPPORT Army Serbia -> Budapest.
Austria: Army Budapest HOLD.  (*dislodged*)

The Austrian army in Budapest can retreat to Galicia or Trieste or Vienna.
"""


def differing(text: str, read: Read, standard: Variant) -> Iterator[str]:
    for stage in stages(text, read, standard):
        yield from (c.subject for c in stage.comparisons if c.verdict == "differs")


@pytest.mark.parametrize(
    "order", ["France: Army Paris -> Burgundy.  (*bounce*)", "Germany: Army Berlin -> Prussia."]
)
def test_a_difference_far_from_the_unread_line_stays(
    order: str, read: Read, standard: Variant
) -> None:
    """The print says that a supported attack bounced; nothing in the West can have stopped it."""
    text = FRONTS.format(mark="  (*bounce*)")
    assert "Army Serbia -> Budapest" in [*differing(text, read, standard)]
    noisy = text.replace(order, f"{order.partition(':')[0]}: xyzzy plugh")
    assert "Army Serbia -> Budapest" in [*differing(noisy, read, standard)]


def test_a_difference_beside_the_unread_line_goes(read: Read, standard: Variant) -> None:
    """The army in Munich moves alone, unless the line that nobody can read was the other's."""
    text = FRONTS.format(mark="")
    noisy = text.replace("France: Army Paris -> Burgundy.  (*bounce*)", "France: xyzzy plugh")
    assert not [*differing(text, read, standard)]
    assert not [*differing(noisy, read, standard)]
    gone = text.replace("France: Army Paris -> Burgundy.  (*bounce*)\n", "")
    assert [*differing(gone, read, standard)] == ["Army Munich -> Burgundy"]


def test_what_follows_a_difference_is_derived_again(read: Read, standard: Variant) -> None:
    """An army is printed as dislodged by another that came over the sea. It retreats, and the
    centre that the other left belongs to nobody, for it never owned one there."""
    first, second = (s.verdict for s in stages(owner_after_a_difference(), read, standard))
    assert (first, second) == ("differs", "agrees")


def owner_after_a_difference() -> str:
    """A saved game in which a supported attack by convoy is printed as successful, although its
    fleet has another order."""
    owned = {"AUSTRIA": ["VIE"], "TURKEY": ["ANK", "SMY"]}
    first = {"AUSTRIA": ["A RUM"], "RUSSIA": ["F BLA"], "TURKEY": ["A ARM", "F SMY"]}
    then = {"AUSTRIA": ["A ARM"], "RUSSIA": ["F BLA"], "TURKEY": ["*A ARM", "F SMY"]}
    last = {"AUSTRIA": ["A ARM"], "RUSSIA": ["F BLA"], "TURKEY": ["A ANK", "F SMY"]}
    orders = {
        "AUSTRIA": ["A RUM - ARM VIA"],
        "RUSSIA": ["F BLA C A RUM - ARM"],
        "TURKEY": ["A ARM H", "F SMY H"],
    }
    results = {"A RUM": [], "F BLA": [], "A ARM": ["dislodged"], "F SMY": []}
    retreat = {"TURKEY": ["A ARM R ANK"]}
    phases = [
        saved_phase("F1903M", first, owned, orders, results),
        saved_phase("F1903R", then, owned, retreat, {}),
        saved_phase("S1904M", last, owned, {}, {}),
    ]
    return json.dumps({"id": "again", "map": "standard", "phases": phases})


def saved_phase(
    name: str,
    units: dict[str, list[str]],
    centres: dict[str, list[str]],
    orders: dict[str, list[str]],
    results: dict[str, list[str]],
) -> dict[str, object]:
    state = {"name": name, "units": units, "centers": centres, "retreats": {}}
    return {"name": name, "state": state, "orders": orders, "results": results}


@pytest.mark.parametrize("name", GAMES)
def test_one_changed_result_makes_one_differing_phase(
    name: str, read: Read, standard: Variant
) -> None:
    lines, rng = written(name, "judge").split("\n"), random.Random(name)
    moves = [i for i, line in enumerate(lines) if ORDER.match(line) and " -> " in line]
    moves = [i for i in moves if "SUPPORT" not in lines[i] and "CONVOY" not in lines[i]]
    for number in rng.sample(moves, TRIES):
        line = lines[number]
        marked = line.partition("  (*")[0] if "(*" in line else f"{line}  (*bounce*)"
        changed = "\n".join([*lines[:number], marked, *lines[number + 1 :]])
        verdicts = [s.verdict for s in stages(changed, read, standard)]
        assert verdicts.count("differs") == 1, (line, marked)


@pytest.mark.parametrize(("misprint", "count"), [("A BUR", 0), ("A GAS", 1)])
def test_a_misprinted_unit_makes_one_differing_phase(
    misprint: str, count: int, read: Read, standard: Variant
) -> None:
    """What follows fits the order, not the position that was misprinted between them."""
    owned = {"FRANCE": ["BEL"], "GERMANY": ["MUN"]}
    phases = [
        saved_phase(name, {"FRANCE": [unit], "GERMANY": ["A RUH"]}, owned, {"FRANCE": [order]}, {})
        for name, unit, order in (
            ("S1902M", "A PAR", "A PAR - BUR"),
            ("F1902M", misprint, "A BUR - PIC"),
            ("S1903M", "A PIC", "A PIC H"),
            ("F1903M", "A PIC", "A PIC H"),
        )
    ]
    text = json.dumps({"id": "misprint", "map": "standard", "phases": phases})
    found = stages(text, read, standard)
    assert [s.verdict for s in found].count("differs") == count
