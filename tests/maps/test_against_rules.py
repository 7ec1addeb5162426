"""Every edge, coast, centre, home, start and note of doubt, against the archive's rule files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import yaml
from our_archive import ROOT
from test_board_facts import NAMES, board, variant

RULES = ROOT.parent / "shared" / "rules"
if not RULES.is_dir():
    pytest.skip("the rule files are not beside this archive", allow_module_level=True)

Edge = tuple[str, str, str]
SOURCES = {"seed": "text", "reconstructed": "reconstructed", "standard": "standard"}
CLINES = ("cline9-iv", "cline9-vi")


@cache
def rules(name: str) -> Any:
    return yaml.safe_load((RULES / f"{name}.yaml").read_text("utf-8"))


def edges(name: str) -> set[Edge]:
    return {
        (kind, str(start), str(end))
        for start, ends in board(name).ways.items()
        for end, ways in ends.items()
        for way in ways
        for kind in way.kinds
    }


def found(name: str, *ids: str) -> tuple[str, ...]:
    return tuple(str(board(name).find(i)) for i in ids)


def neighbours(name: str, key: str, fleets: Any) -> Iterator[Edge]:
    for coast, ends in fleets.items() if isinstance(fleets, dict) else [("", fleets)]:
        start = f"{key}/{coast}" if coast else key
        yield from (("F", *found(name, start, end)) for end in ends)


def told(name: str) -> set[Edge]:
    all_edges: set[Edge] = set()
    for key, p in rules(name)["provinces"].items():
        armies = p.get("armies", p.get("army", [])) + p.get("strait", [])
        all_edges |= {("A", *found(name, key, end)) for end in armies}
        all_edges |= set(neighbours(name, key, p.get("fleets", p.get("fleet", []))))
    return all_edges


@pytest.mark.parametrize("name", ["loeb9", "cat", *CLINES])
def test_edges(name: str) -> None:
    assert edges(name) == told(name)


def test_classix_edges() -> None:
    delta = rules("classix")
    new = set()
    for kind, key in (("A", "army"), ("F", "fleet")):
        for one, other in delta["edges_added"][key]:
            new |= {(kind, *found("classix", one, other)), (kind, *found("classix", other, one))}
    assert edges("classix") == edges("standard") | new


@pytest.mark.parametrize("name", CLINES)
def test_standard_edges(name: str) -> None:
    """The standard board is what the Cline files call standard: all they keep and all they lose."""
    data, b = rules(name), board(name)
    lost = {(w.kind, w.start, w.end) for w in b.lost}
    removed = {
        (e["type"], *found("standard", e["a"], e["b"])) for e in data["removed_standard_edges"]
    }
    assert lost == removed
    both = lost | {(kind, end, start) for kind, start, end in lost}
    assert both <= edges("standard")
    kept = {e for e in edges("standard") - both if not any(p.startswith("Stp") for p in e[1:])}
    assert kept <= edges(name)
    reasons = {(w.kind, w.start, w.end): w.why for w in b.lost}
    groups: dict[str, set[str]] = {}
    for e in data["removed_standard_edges"]:
        groups.setdefault(e["why"], set()).add(
            reasons[e["type"], *found("standard", e["a"], e["b"])]
        )
    assert all(len(keys) == 1 for keys in groups.values())


@pytest.mark.parametrize("name", CLINES)
def test_evidence_of_every_new_edge(name: str) -> None:
    b, keys = board(name), {}
    for e in rules(name)["new_edges"]:
        start, end = found(name, e["a"], e["b"])
        ways = b.ways[b.locations[start]][b.locations[end]]
        (way,) = [w for w in ways if e["type"] in w.kinds]
        assert (way.source, way.trust) == (SOURCES[e["source"]], e["confidence"])
        keys.setdefault(way.why, set()).add(e["why"])
    assert all(len(theirs) == 1 for theirs in keys.values())


@pytest.mark.parametrize("name", ["loeb9", "cat", *CLINES])
def test_spaces(name: str) -> None:
    terrains = {"coastal": "coast", "inland": "land", "special": "sea"}
    powers = variant(name).setting.power_names
    b = board(name)
    assert len(b.provinces) == len(rules(name)["provinces"])
    for key, p in rules(name)["provinces"].items():
        ours = b.provinces[b.find(key).province]
        assert ours.name.replace(".", "") == p["name"].replace(".", "")
        assert ours.terrain == terrains.get(p["kind"], p["kind"])
        assert sorted(ours.coasts) == sorted(p.get("coasts", []))
        home = p["centre"] if name in CLINES else p.get("home")
        is_centre = p["centre"] != "none" if name in CLINES else bool(p.get("centre"))
        assert ours.centre == is_centre
        assert ours.home == (powers.find(home) if home not in (None, "neutral", "none") else None)
        for word in (p["name"], p.get("abbr", key), *p.get("aliases", [])):
            assert b.find(word).province == ours.code
        if name in CLINES:
            assert ours.source == SOURCES[p["source"]]
            assert ours.ferries == bool(p.get("convoy"))
            assert bool(ours.canal) == bool(p.get("canal"))


@pytest.mark.parametrize("name", ["loeb9", "classix", "cat", *CLINES])
def test_start(name: str) -> None:
    setting = variant(name).setting
    data = rules(name)
    units = {(u.power, str(u._replace(size=1))) for u in setting.start.units}
    wanted = set()
    for key, p in data["powers"].items():
        power = setting.power_names.find(key)
        for text in p["units"]:
            kind, place = text.split()
            wanted.add((power, f"{kind} {found(name, place)[0]}"))
        homes = {c for c, q in setting.board.provinces.items() if q.home == power and q.centre}
        assert homes == set(found(name, *p.get("homes", p.get("home_centres", []))))
        if name in CLINES:
            assert power == p["name"]
    for text in data.get("neutral_units", []):
        kind, place = text.split()
        wanted.add(("Neutral", f"{kind} {found(name, place)[0]}"))
    assert units == wanted
    assert setting.start.owners.keys() == {
        c for c, q in setting.board.provinces.items() if q.home is not None
    }


@pytest.mark.parametrize("name", ["loeb9", "classix", "cat"])
def test_neutral_centres(name: str) -> None:
    free = {p.code for p in board(name).centres if p.home is None}
    assert free == set(found(name, *rules(name)["neutral_centres"]))


@pytest.mark.parametrize("name", CLINES)
def test_what_does_not_touch(name: str) -> None:
    ours = {frozenset(pair[:2]) for pair in board(name).apart}
    theirs = {frozenset(found(name, e["a"], e["b"])) for e in rules(name)["not_adjacent"]}
    assert ours == theirs


def test_coast_guards() -> None:
    guard = next(k for c, k in variant("cat").setting.kinds.items() if c == "CG")
    reach = board("cat").reach(guard, "spring")
    for key, p in rules("cat")["provinces"].items():
        if p["kind"] == "coast":
            (place,) = found("cat", key)
            assert set(reach.get(board("cat").find(place), {})) == set(
                found("cat", *p["coast_guard"])
            )


def test_every_ruling_is_on_its_page() -> None:
    theirs = set()
    for path in [*RULES.glob("*.md"), *RULES.glob("more/*.md")]:
        for line in path.read_text("utf-8").splitlines():
            if row := re.match(
                r"\| ((?:L9|CX|CD|M3|IV|VI|FR|MI|PU|BA|CH|AM|BP|HU)-[^|]*) \|", line
            ):
                theirs |= set(row[1].split(", "))
    ours = {r.id for name in NAMES if name != "standard" for r in variant(name).about.rulings}
    later = {"IV-0": "the edition of Cline IV is our choice", "HU-R8": "H31 or H32 is our choice"}
    assert ours - theirs == set(later)
    assert theirs <= ours


def test_no_sentence_is_taken_from_the_texts() -> None:
    """Eight words in a row, names and units aside, would be a quotation."""
    prose = re.compile(r"\b[a-z][a-z']+")

    def runs(text: str) -> set[tuple[str, ...]]:
        words = prose.findall(text)
        return {tuple(words[i : i + 8]) for i in range(len(words) - 7)}

    texts = [p.read_text("utf-8", errors="replace") for p in (RULES.parent / "seeds").iterdir()]
    for name in NAMES:
        about = variant(name).about
        for text in (about.summary, *(text for _, _, text in about.rules)):
            assert not runs(text) & set().union(*map(runs, texts)), (name, text)
