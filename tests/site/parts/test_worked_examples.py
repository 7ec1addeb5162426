"""Worked examples in pages: what is claimed is judged, and a false claim has its line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from our_archive import ARCHIVE, ROOT

from builder.cases import check, play
from builder.cli.check import read
from builder.draw.board_sheet import read_sheet
from builder.draw.outlined_text import face
from builder.errors import Mistakes, SourceError, SourceMark
from builder.formats.cases import read_cases
from builder.site.parts.worked_examples import (
    ExampleFigures,
    ProseExamples,
    blocks,
    draw,
    mark,
    read_example,
    without,
)
from builder.variant import Variant

PAGE = """# Two against one

Words before.

```diplomacy
title: Two <b>against</b> one
phase: Spring 1901 moves
units: {france: [A par, A gas], germany: [A bur]}
orders: {france: [A par-bur, A gas S A par-bur], germany: [A bur H]}
expect: {after: {france: [A bur, A gas]}, dislodged: {germany: [A bur]}}
```

````
```diplomacy
this one is only shown
```
````

Words after.
"""


def sheet(variant: Variant):
    return read_sheet(ROOT / "maps" / variant.drawing / "map.svg")


def one(text: str) -> tuple[int, str]:
    (block,) = blocks(text)
    return block


def test_a_block_is_found_and_a_quoted_one_is_not() -> None:
    start, text = one(PAGE)
    assert (start, start + text.count("\n") + 2) == (5, 11)
    rest = without(PAGE, lambda number: f"here {number}")
    assert "here 0" in rest
    assert "Words after." in rest
    assert "phase: Spring" not in rest
    assert "this one is only shown" in rest


def test_an_example_is_judged_and_printed() -> None:
    case = read_example("page.md", *one(PAGE), ARCHIVE.variant)
    shown = ExampleFigures(sheet, "page/index.html", "pictures/")
    figure, (picture,) = shown.figure(case, 2), shown.pictures
    assert "dislodges" in figure
    assert "dislodged" in figure
    assert "Two &lt;b&gt;against&lt;/b&gt; one" in figure
    assert "<b>against" not in figure
    assert 'src="../pictures/example-2.svg"' in figure
    assert picture.path == "pictures/example-2.svg"
    assert str(picture.content).startswith("<svg")
    assert 'viewBox="0 0 ' not in str(picture.content)


def test_a_false_claim_fails_with_file_and_line() -> None:
    wrong = PAGE.replace("after: {france: [A bur, A gas]}", "after: {france: [A par, A gas]}")
    with pytest.raises(SourceError) as caught:
        read_example("docs/page.md", *one(wrong), ARCHIVE.variant)
    message = str(caught.value)
    assert message.startswith("docs/page.md:10:1: ")
    assert "France: A Gas, A Par" in message
    assert "France: A Bur, A Gas" in message


def test_a_claim_of_nothing_fails() -> None:
    silent = PAGE.replace("expect: {after", "note: {after")
    with pytest.raises(SourceError):
        read_example("page.md", *one(silent), ARCHIVE.variant)


def test_a_word_nobody_knows_has_its_place() -> None:
    wrong = PAGE.replace("A gas]", "A gsa]")
    with pytest.raises(Mistakes) as caught:
        read_example("docs/page.md", *one(wrong), ARCHIVE.variant)
    assert {error.mark.line for error in caught.value.errors} >= {8}


def test_an_indented_block_keeps_its_columns() -> None:
    text = "  text: |\n" + "\n".join(f"      {line}" for line in PAGE.splitlines()[4:11])
    wrong = text.replace("A gas]", "A gsa]")
    with pytest.raises(Mistakes) as caught:
        read_example("variant.yaml", *one(wrong), ARCHIVE.variant)
    first = caught.value.errors[0].mark
    assert (first.line, first.column) == (5, wrong.splitlines()[4].index("A gsa") + 1)


def test_examples_of_a_page_stand_where_they_were(tmp_path: Path) -> None:
    source = tmp_path / "page.md"
    source.write_text(f"---\ntitle: x\n---\n{PAGE}", encoding="utf-8")
    found = ProseExamples(ARCHIVE.variant, sheet, tmp_path)
    text = found.take_out(PAGE, source, "page/index.html")
    assert text.index("before") < text.index(mark(0)) < text.index("after")
    html = found.put_in(f"<p>{mark(0)}</p>", "page/index.html")
    assert "<figure" in html
    assert mark(0) not in html
    assert [p.path for p in found.pictures] == ["assets/examples/page/example-1.svg"]


def test_front_matter_counts_as_lines(tmp_path: Path) -> None:
    source = tmp_path / "page.md"
    wrong = PAGE.replace("dislodged: {germany: [A bur]}", "dislodged: {france: [A gas]}")
    source.write_text(f"---\ntitle: x\n---\n{wrong}", encoding="utf-8")
    found = ProseExamples(ARCHIVE.variant, sheet, tmp_path)
    found.take_out(wrong, source, "page/index.html")
    (fault,) = found.faults
    assert fault.startswith("page.md:13:")


def test_a_wrong_example_is_stated_in_its_place(tmp_path: Path) -> None:
    source = tmp_path / "page.md"
    wrong = PAGE.replace("A bur H", "A <b>bur</b> H")
    source.write_text(wrong + PAGE, encoding="utf-8")
    found = ProseExamples(ARCHIVE.variant, sheet, tmp_path)
    html = found.put_in(found.take_out(wrong + PAGE, source, "page/index.html"), "page/index.html")
    assert html.count("<figure") == 1
    assert "<pre>page.md:" in html
    assert "&lt;b&gt;" in html
    assert len(found.faults) == 1


def test_a_fault_of_a_variant_names_its_file_as_seen_from_the_archive(tmp_path: Path) -> None:
    """Where the archive is on this machine is on no page."""
    source = tmp_path / "page.md"
    source.write_text(PAGE, encoding="utf-8")

    def broken(_: str) -> Variant:
        raise SourceError("unknown", SourceMark(str(tmp_path / "maps/x/variant.yaml"), 1, 1))

    found = ProseExamples(broken, sheet, tmp_path)
    html = found.put_in(found.take_out(PAGE, source, "page/index.html"), "page/index.html")
    (fault,) = found.faults
    for message in (html, fault):
        assert "page.md:6:1: maps/x/variant.yaml:1:1: unknown" in message
        assert str(tmp_path) not in message


def written() -> list[Path]:
    pages = [*ROOT.glob("maps/*/variant.yaml"), *ROOT.glob("docs/**/*.md")]
    return [page for page in pages if "```diplomacy" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", written(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_every_example_of_the_archive_comes_out_as_it_says(path: Path) -> None:
    usual = path.parent.name if path.name == "variant.yaml" else "standard"
    for start, text in blocks(path.read_text(encoding="utf-8")):
        case = read_example(str(path), start, text, ARCHIVE.variant, usual)
        assert check(case).passed
        assert case.title


def test_most_variants_have_examples() -> None:
    assert len([p for p in written() if p.name == "variant.yaml"]) >= 6


def test_a_check_of_a_variant_judges_its_examples(tmp_path: Path) -> None:
    maps = tmp_path / "maps"
    for name in ("standard", "loeb9"):
        shutil.copytree(ROOT / "maps" / name, maps / name, ignore=lambda *_: ["map.svg"])
    file = maps / "loeb9" / "variant.yaml"
    read(file, ARCHIVE)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("italy: [A nap, F ion, F tun, F tys]", "italy: [A sic]"), "utf-8")
    with pytest.raises(SourceError, match=r"has another result"):
        read(file, ARCHIVE)


def test_names_of_an_example_that_spans_the_board_can_be_read() -> None:
    """On a large part of the board the places that the orders name have large names, no others."""
    variant = ARCHIVE.variant("cline9-iv")
    sheet = read_sheet(ROOT / "maps/cline9-iv/map.svg")
    (case,) = [
        case
        for path in (ROOT / "tests/cases/cline9-iv").glob("*.yaml")
        for case in read_cases(path, ARCHIVE.variant)
        if case.id == "C4-10"
    ]
    turn = next(turn for _, turn in play(case))
    drawn = draw(sheet, variant.setting, turn, "Round Africa")
    view = re.search(r'viewBox="([^"]+)"', drawn)
    assert view is not None
    wide = float(view[1].split()[2])
    labels = re.search(r'<g id="labels">(.*?)</g>', drawn, re.DOTALL)
    assert labels is not None
    scales = [float(scale) for scale in re.findall(r"scale\(([\d.]+)\)", labels[1])]
    assert len(scales) == 2 * 3  # of three places, each with its halo
    em = face("sans-bold").em
    assert min(scales) * em * 640 / wide > 12  # pixels, where the picture is 640 wide
