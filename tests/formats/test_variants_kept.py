"""A variant that is kept is the one that was read, and only as long as nothing changes."""

from __future__ import annotations

import os
import pickle
import shutil
from io import BytesIO
from pathlib import Path

import pytest

from builder.archive import KEPT, Archive
from builder.errors import Mistakes
from builder.formats import variant_cache
from builder.formats.variant_cache import Unpacker, find_variant
from builder.formats.variants import load_variant
from builder.variant import Variant

ROOT = Path(__file__).parents[2]
NAMES = Archive(ROOT).variant_names
LONG_AGO = 1_000_000_000


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive with the boards of ours, none of which was changed of late."""
    shutil.copytree(ROOT / "maps", tmp_path / "maps", ignore=shutil.ignore_patterns("*.svg"))
    for file in (tmp_path / "maps").rglob("*.yaml"):
        os.utime(file, (LONG_AGO, LONG_AGO))
    monkeypatch.setattr(variant_cache, "SETTLED", 0)
    return tmp_path


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The variants that were read from their files."""
    seen: list[str] = []

    def load(maps: Path, name: str) -> Variant:
        seen.append(name)
        return load_variant(maps, name)

    monkeypatch.setattr("builder.formats.variants.load_variant", load)
    return seen


def find(root: Path, name: str) -> Variant:
    return find_variant(root / "maps", name, root / KEPT / "variants")


def content(thing: object) -> object:
    """All that a variant holds, to be compared."""
    if isinstance(thing, str | int | None):
        return thing
    if isinstance(thing, dict):
        return [(content(key), content(value)) for key, value in thing.items()]
    if isinstance(thing, frozenset):
        return sorted(map(repr, map(content, thing)))
    if isinstance(thing, tuple | list):
        return type(thing).__name__, [content(part) for part in thing]
    told = {
        name: getattr(thing, name) for name in getattr(thing, "__dataclass_fields__", vars(thing))
    }
    told = {name: part for name, part in told.items() if name not in ("prepared", "opened")}
    return type(thing).__name__, content(told)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_is_what_was_read(name: str, root: Path, reads: list[str]) -> None:
    first, again = find(root, name), find(root, name)
    assert reads == [name]
    assert first is not again
    assert content(again) == content(load_variant(root / "maps", name))
    start = first.setting.start
    assert again.open(start).play(()).after == first.open(start).play(()).after


def test_a_changed_file_is_read_again(root: Path, reads: list[str]) -> None:
    find(root, "loeb9")
    board = root / "maps" / "standard" / "board.yaml"  # the board beneath that of Loeb9
    board.write_text(board.read_text(encoding="utf-8").replace("name: Burgundy", "name: Burgund1a"))
    assert find(root, "loeb9").setting.board.find("burgund1a")
    assert reads == ["loeb9", "loeb9"]


def test_another_program_reads_again(
    root: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    find(root, "standard")
    other = tmp_path / "program"
    for part in ("formats", "model", "rules"):
        (other / part).mkdir(parents=True)
    monkeypatch.setattr(variant_cache, "PROGRAM", other)
    find(root, "standard")
    assert len(reads) == 2


def test_mistakes_are_told_however_good_it_was(root: Path) -> None:
    find(root, "standard")
    file = root / "maps" / "standard" / "variant.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "\nvictry: 18\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(Mistakes, match="victry"):
            find(root, "standard")


def test_what_changed_a_moment_ago_is_not_kept(
    root: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(variant_cache, "SETTLED", 3600_000_000_000)
    os.utime(root / "maps" / "cat" / "board.yaml")
    find(root, "standard")
    assert not (root / KEPT).exists()


@pytest.mark.parametrize("spoilt", [b"", b"\x80", b"nothing of ours", pickle.dumps([])])
def test_a_spoilt_file_is_as_good_as_none(spoilt: bytes, root: Path, reads: list[str]) -> None:
    find(root, "standard")
    kept = root / KEPT / "variants" / "standard"
    whole = kept.read_bytes()
    for content in (spoilt, whole[:-9], whole[: len(whole) // 2]):
        kept.write_bytes(content)
        assert find(root, "standard").name == "standard"
        assert kept.read_bytes() == whole
    assert len(reads) == 4


class Bad:
    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return exec, (f"open({str(self.file)!r}, 'w')", "")


def test_nothing_laid_there_can_run(root: Path, reads: list[str], tmp_path: Path) -> None:
    (root / KEPT / "variants").mkdir(parents=True)
    (root / KEPT / "variants" / "standard").write_bytes(pickle.dumps(Bad(tmp_path / "ran"), 4))
    assert find(root, "standard").name == "standard"
    assert not (tmp_path / "ran").exists()
    assert reads == ["standard"]


@pytest.mark.parametrize(
    "where", [("builtins", "exec"), ("os", "system"), ("builder.model.board", "re.enum.bltns.eval")]
)
def test_only_the_types_of_a_variant_are_made(where: tuple[str, str]) -> None:
    with pytest.raises(KeyError):
        Unpacker(BytesIO()).find_class(*where)


def test_where_nothing_can_be_kept_it_is_read(root: Path, reads: list[str]) -> None:
    (root / ".cache").write_text("in the way", encoding="utf-8")
    assert find(root, "standard").name == find(root, "standard").name
    assert len(reads) == 2
