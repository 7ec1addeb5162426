"""A variant as plain data: nothing is lost on the way out and back, and nothing else is let in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace

import pytest

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.formats.variant_data import read_variant, write_variant
from builder.model.board import Board
from builder.model.setting import Setting
from builder.playback.replaying import replay
from builder.provided import PROVIDED
from builder.variant import Variant

ARCHIVE = Archive(PROVIDED)
CACHES = {(Setting, "prepared"), (Variant, "opened")}


def same(one: object, other: object) -> bool:
    """Are both the same value of the same type, in all parts that are no caches?"""
    if isinstance(one, (Board, Setting, Variant, type(ARCHIVE.variant("cat").setting.calendar))):
        parts = [f for f in fields(one) if f.repr]  # the others name files of this machine
        names = [f.name for f in parts if (type(one), f.name) not in CACHES]
        return type(one) is type(other) and all(
            same(getattr(one, name), getattr(other, name)) for name in names
        )
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return [*one] == [*other] and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return type(one) is type(other) and len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
def test_a_variant_comes_back_whole(name: str) -> None:
    variant = ARCHIVE.variant(name)
    text = write_variant(variant)
    assert "\n" not in text
    assert same(variant, read_variant(text))


def test_a_variant_with_a_games_own_options_comes_back_whole() -> None:
    variant = ARCHIVE.variant("classix").under("1971").playing({"extra_centres": "Ire"})
    assert same(variant, read_variant(write_variant(variant)))


@pytest.mark.parametrize("name", ["cat", "classix", "loeb9"])
def test_a_game_is_judged_alike_under_the_copy(name: str) -> None:
    record = ARCHIVE.game(next(p for p in ARCHIVE.game_paths if p.parent.name == name))
    copy = read_variant(write_variant(ARCHIVE.variant(name)))
    one, two = replay(ARCHIVE.variant(name), record), replay(copy, record)
    assert one.final == two.final
    assert [[*map(repr, s.turn.findings.values())] for s in one.stages] == [
        [*map(repr, s.turn.findings.values())] for s in two.stages
    ]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"victory": "many"}, "many"),
        ({"centre": 3}, "centre"),
        ({"kinds": []}, "items"),
        ({"board": None}, "None"),
        ({"nations": "Austria"}, "Austria"),
    ],
)
def test_data_of_another_shape_is_refused(change: dict[str, object], word: str) -> None:
    data = json.loads(write_variant(ARCHIVE.variant("standard")))
    data["setting"].update(change)
    with pytest.raises(ArchiveError, match=word):
        read_variant(json.dumps(data))


def test_an_unknown_amendment_is_refused() -> None:
    variant = replace(ARCHIVE.variant("standard"), amendments=("os.system",))
    with pytest.raises(ArchiveError, match="amendment"):
        read_variant(write_variant(variant))
