"""The names that `from builder import …` promises: found, typed, documented, and tried."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

import pytest

import builder

PACKAGE = Path(builder.__file__).parent
EXTRAS = ("cartography", "plugin")  # need libraries that the archive itself does not


@pytest.fixture(scope="module", autouse=True)
def everything_imported() -> None:
    for found in pkgutil.walk_packages(builder.__path__, "builder."):
        if found.name.split(".")[1] not in ("__main__", *EXTRAS):
            importlib.import_module(found.name)


def typed_names() -> dict[str, str]:
    """Public names as a type checker finds them."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in imports for alias in node.names}


def test_what_is_typed_is_what_is_loaded() -> None:
    loaded = {name: f"builder.{module}" for name, module in builder._MODULES.items()}
    assert typed_names() == loaded
    assert sorted(loaded) == [*builder.__all__] == sorted(builder.__all__)
    assert 10 <= len(loaded) <= 15
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.parametrize("name", builder.__all__)
def test_a_public_name_is_no_module(name: str) -> None:
    found = getattr(builder, name)
    assert not isinstance(found, ModuleType)
    assert found is getattr(importlib.import_module(f"builder.{builder._MODULES[name]}"), name)


@pytest.mark.parametrize("name", builder.__all__)
def test_a_public_name_has_an_example_that_works(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PACKAGE.parent)
    found = getattr(builder, name)
    examples = doctest.DocTestFinder(recurse=False).find(
        found, name, globs={name: found, **vars(importlib.import_module(found.__module__))}
    )
    assert [test for test in examples if test.examples], f"{name} has no example"
    for test in examples:
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_the_package_has_an_example_that_works() -> None:
    assert doctest.testmod(builder).failed == 0
    assert doctest.testmod(builder).attempted > 0


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="judgement"):
        _ = builder.judgement


def test_no_two_public_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}
