"""What all parts of a site depend on."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.site.publishing.build_keys import code_key


def test_packages_inside_of_packages_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """setuptools adds such a folder to the path when it is imported, perhaps by another plugin."""
    key = code_key.__wrapped__
    before = key()
    installed = tmp_path / "site-packages"
    carried = installed / "carrier/_vendor"
    (carried / "semaphore-1.0.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(carried)
    assert key() == before
    (installed / "semaphore-1.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(installed)
    after = key()
    assert after != before
    monkeypatch.syspath_prepend(installed)
    assert key() == after
