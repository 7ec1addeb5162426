"""Games that others recorded, where they lie beside the project."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from builder.imports.files import documents
from builder.imports.importer import Imported
from builder.imports.registry import import_document
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.variant import Variant

ZINES = {
    "1993J": 27, "1995W": 8, "1998V": 42, "1999K": 47, "2001D": 35, "2003G": 61, "2005A": 41,
    "2013D": 5,
}  # fmt: skip


def games(path: Path, standard: Variant, limit: int | None = None) -> list[Imported]:
    found = (
        game
        for document in islice(documents(path), limit)
        for game in import_document(document, lambda _: standard.setting)
    )
    return list(found)


def verdicts(found: list[Imported], standard: Variant) -> Counter[str]:
    return Counter(s.verdict for g in found for s in replay(standard, g.record).stages)


def test_droidippy(corpus: Path, standard: Variant) -> None:
    found = games(corpus / "droidippy-open.tar.xz", standard, limit=60)
    counted = verdicts(found, standard)
    assert counted["agrees"] > 1500
    assert counted["differs"] == 0


@pytest.mark.parametrize("folder", ["cicero-human", "webdip-network", "webdip-api"])
def test_json(corpus: Path, standard: Variant, folder: str) -> None:
    found = games(corpus / "json-diplomacy" / folder, standard)
    assert verdicts(found, standard)["differs"] == 0
    assert not [r for g in found for r in g.remarks]


@pytest.mark.parametrize("name", ["ghodstoo", "describe"])
@pytest.mark.parametrize("kind", ["txt", "html"])
def test_judges(corpus: Path, standard: Variant, name: str, kind: str) -> None:
    folder = corpus / "judge" / f"showcase-{kind}"
    found = games(folder / (f"{name}.txt" if kind == "txt" else name), standard)
    counted = verdicts(found, standard)
    assert counted["agrees"] >= 28
    assert counted["differs"] == 0


@pytest.mark.parametrize("number", sorted(ZINES))
def test_zines(corpus: Path, standard: Variant, number: str) -> None:
    (path,) = (corpus / "zine" / "tap").glob(f"std-{number}-*.txt")
    (game,) = games(path, standard)
    stages = replay(standard, game.record).stages
    assert len(stages) == ZINES[number]
    assert game.record.boardman == number


def test_the_corrected_convoy_of_1998v(corpus: Path, standard: Variant) -> None:
    (path,) = (corpus / "zine" / "tap").glob("std-1998V-*.txt")
    (game,) = games(path, standard)
    (ruling,) = game.record.rulings
    assert (ruling.power, ruling.order, ruling.outcome) == (
        "England", "a yor-NWY", Outcome.ILLEGAL,
    )  # fmt: skip
    fall = next(s for s in replay(standard, game.record).stages if s.verdict == "ruled")
    assert standard.setting.calendar.short(fall.phase) == "F1901M"


KNOWN = {
    "1998V": {"F1901M": "ruled"},
    "1999K": {"S1908M": "ruled", "S1912M": "agrees"},
    "2003G": {"S1904M": "differs", "S1911M": "differs"},
    "2005A": {"S1902M": "ruled", "F1906M": "differs"},
    "1995W": {"S1910M": "agrees"},
}


@pytest.mark.parametrize("number", sorted(KNOWN))
def test_errors_of_game_masters_are_found(corpus: Path, standard: Variant, number: str) -> None:
    (path,) = (corpus / "zine" / "tap").glob(f"std-{number}-*.txt")
    (game,) = games(path, standard)
    short = standard.setting.calendar.short
    found = {short(s.phase): s.verdict for s in replay(standard, game.record).stages}
    assert {phase: found[phase] for phase in KNOWN[number]} == KNOWN[number]
