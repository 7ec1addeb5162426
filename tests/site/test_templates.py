"""The templates are written to be read."""

from __future__ import annotations

from our_archive import ROOT

LONGEST = 140


def test_lines_of_templates_fit_a_screen() -> None:
    folder = ROOT / "builder/site"
    templates = [*folder.glob("templates/*.html"), *folder.glob("theme/*.html")]
    assert len(templates) > 20
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == []
