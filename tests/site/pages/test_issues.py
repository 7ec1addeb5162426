"""Issues of a zine: an editor's words with seasons placed among them."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from mkdocs.exceptions import PluginError
from sample_archive import sample, standard

from builder.archive_files import issue_misplaced
from builder.errors import ArchiveError, Mistakes, SourceError, SourceMark
from builder.formats.issues import read_issue
from builder.playback.replaying import replay
from builder.plugin import reported_errors
from builder.site.pages.game import GameArtifacts
from builder.site.pages.issues import issue_page, issues, phases_in

HEAD = "---\ntitle: Gazette 1\ndate: 2026-05-01\n---\n"


@pytest.fixture(scope="module")
def played() -> GameArtifacts:
    variant = standard()
    return GameArtifacts(replay(variant, sample(variant)), None)


def issue(tmp_path: Path, text: str, name: str = "gazette-1") -> Path:
    place = tmp_path / f"{name}.md"
    place.write_text(text, encoding="utf-8")
    return place


def test_a_season_is_filled_in_where_its_line_stands(tmp_path: Path, played: GameArtifacts) -> None:
    text = f"{HEAD}# One\n\nBefore.\n\n!season sample Fall 1901 : results chart\n\nAfter <b>it</b>."
    page = str(issue_page(read_issue(issue(tmp_path, text)), {"sample": played}).content)
    assert page.index("Before.") < page.index("A Vie – Gal") < page.index("After <b>it</b>.")
    assert "+Nwy" in page
    assert "<img" not in page
    assert "!season" not in page


def test_hostile_words_are_made_safe(tmp_path: Path, played: GameArtifacts) -> None:
    text = f"{HEAD}<script>alert(1)</script>\n\n!season sample Spring 1901 : notes press\n"
    page = str(issue_page(read_issue(issue(tmp_path, text)), {"sample": played}).content)
    assert "<script" not in page
    assert "javascript:" not in page


@pytest.mark.parametrize("name", ["../../index", "con", "a/../b", "A B", "javascript:x"])
def test_a_former_name_is_an_address(tmp_path: Path, name: str) -> None:
    former = f"formerly: [2019/first, {json.dumps(name)}]"
    with pytest.raises(Mistakes, match=r"becomes an address|is a device on Windows"):
        read_issue(issue(tmp_path, HEAD.replace("date:", f"{former}\ndate:")))


def test_a_former_name_may_have_a_folder(tmp_path: Path) -> None:
    head = HEAD.replace("date:", "formerly: 2019/first\ndate:")
    assert read_issue(issue(tmp_path, f"{head}Text.\n")).formerly == ("2019/first",)


def test_a_phase_named_in_prose_is_a_link(tmp_path: Path, played: GameArtifacts) -> None:
    text = f"{HEAD}See sample:F1901M and sample:F1999M, other:S1901M.\n"
    page = str(issue_page(read_issue(issue(tmp_path, text)), {"sample": played}).content)
    assert 'href="../../games/sample/1901-fall-movement/"' in page
    assert "sample:F1999M, other:S1901M" in page


def test_a_reference_within_a_link_is_left_alone(tmp_path: Path, played: GameArtifacts) -> None:
    text = f'{HEAD}[k](https://e.example/?q=sample:F1901M "sample:F1901M") `sample:F1901M`\n'
    page = str(issue_page(read_issue(issue(tmp_path, text)), {"sample": played}).content)
    assert 'href="https://e.example/?q=sample:F1901M" title="sample:F1901M"' in page
    assert "<code>sample:F1901M</code>" in page


def test_an_issue_places_sixty_phases(tmp_path: Path, played: GameArtifacts) -> None:
    line = "!season sample Spring 1901 - Winter 1901 : chart\n\n"
    issue_page(read_issue(issue(tmp_path, HEAD + 20 * line)), {"sample": played})
    with pytest.raises(ArchiveError, match=r":65:1: an issue places up to 60 phases"):
        issue_page(read_issue(issue(tmp_path, HEAD + 31 * line)), {"sample": played})


def test_no_two_seasons_share_an_id(tmp_path: Path, played: GameArtifacts) -> None:
    line = "!season sample Spring 1901 - Winter 1901 : results notes press\n\n"
    page = str(issue_page(read_issue(issue(tmp_path, HEAD + 2 * line)), {"sample": played}).content)
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) > 10
    assert len({*ids}) == len(ids)


@pytest.mark.parametrize(
    ("when", "count"),
    [("Fall 1901", 1), ("Spring 1901 - Fall 1901", 2), ("S1901M – W1901A", 3), ("W1901A", 1)],
)
def test_stages_of(played: GameArtifacts, when: str, count: int) -> None:
    phases = [stage.phase for stage in played.replay.stages]
    assert len(phases_in(played.replay.variant.setting.calendar, when, phases)) == count


@pytest.mark.parametrize(
    "line", ["!season nobody Fall 1901", "!season sample Fall 1950", "!season sample S1901M : hats"]
)
def test_a_line_that_cannot_be_filled_is_named_with_its_place(
    tmp_path: Path, played: GameArtifacts, line: str
) -> None:
    found = read_issue(issue(tmp_path, f"{HEAD}Words.\n\n{line}\n"))
    with pytest.raises(ArchiveError, match=r"gazette-1\.md:\d+:1: unknown"):
        issue_page(found, {"sample": played})


def test_drafts_and_embargoes_are_held_back(tmp_path: Path) -> None:
    issue(tmp_path, "---\ntitle: A\ndraft: true\n---\n", "a")
    issue(tmp_path, "---\ntitle: B\nembargo: 2026-06-01\n---\n", "b")
    issue(tmp_path, HEAD, "c")
    assert [i.name for i in issues(tmp_path, date(2026, 5, 1))[0]] == ["c"]
    assert [i.name for i in issues(tmp_path, date(2026, 6, 1))[0]] == ["c", "b"]


@pytest.mark.parametrize(
    ("head", "place", "message"),
    [
        ("drafft: true", "3:1", "(draft or"),
        ("draft: perhaps", "3:8", "neither yes nor no"),
        ("embargo: 3 May 2026", "3:10", "is not a date"),
        ("embargo: 2026-5-3", "3:10", "is not a date"),
        ("title: One: two", "3:11", "':' too many"),
        ("title: again", "3:1", "is here twice (first in line 2)"),
    ],
)
def test_a_slip_in_the_head_gives_nothing_away(
    tmp_path: Path, head: str, place: str, message: str
) -> None:
    issue(tmp_path, f"---\ntitle: One\n{head}\n---\nWords.\n", "one")
    issue(tmp_path, f"---\ntitle: Two\n{head}\n---\nWords.\n", "two")
    issue(tmp_path, "---\ntitle: Good\n---\nWords.\n", "good")
    shown, faults = issues(tmp_path, date(2026, 6, 1))
    assert [i.name for i in shown] == ["good"]
    assert f"one.md:{place}: " in str(faults["one"])
    assert f"two.md:{place}: " in str(faults["two"])
    assert message in str(faults["one"])


def test_issues_in_subfolders_obey_the_same_rules_and_strangers_are_refused(tmp_path: Path) -> None:
    (tmp_path / "gazette").mkdir()
    issue(tmp_path / "gazette", "---\ntitle: A\ndraft: true\n---\n", "draft")
    issue(tmp_path / "gazette", HEAD, "17")
    strange = ["a.markdown", "b.html", "README.md", "index.md", "feed.xml.md", "con.md", "x.svg"]
    for name in (*strange, "photo.png", ".hidden"):
        (tmp_path / name).write_text("x")
    (tmp_path / "environ.md").symlink_to("/proc/self/environ")
    shown, faults = issues(tmp_path, date(2026, 6, 1))
    assert [i.name for i in shown] == ["gazette/17"]
    assert all(issue_misplaced(name) for name in strange)
    assert not issue_misplaced("photo.png")
    assert faults.keys() == {"environ"}
    assert "leads out" in str(faults["environ"])
    page = issue_page(shown[0], {})
    assert page.path == "zines/gazette/17/index.html"
    assert 'href="../../../zines/"' in str(page.content)


def test_a_head_is_read_as_yaml(tmp_path: Path) -> None:
    head = (
        '---\r\ntitle: "The \\"Gazette\\""\r\nnumber: 3\r\ndraft: True # not yet\r\n---\r\nWords.'
    )
    found = read_issue(issue(tmp_path, "\ufeff" + head))
    assert (found.title, found.head["number"], found.draft) == ('The "Gazette"', "3", True)
    assert (found.text, found.line) == ("Words.", 6)
    assert read_issue(issue(tmp_path, "Words.")).title == "gazette-1"


def test_a_wrong_season_is_named_with_its_line(tmp_path: Path, played: GameArtifacts) -> None:
    found = read_issue(issue(tmp_path, f"{HEAD}# One\n\n!season smaple Fall 1901\n"))
    with pytest.raises(ArchiveError) as caught:
        issue_page(found, {"sample": played})
    assert "gazette-1.md:7:1: unknown game 'smaple' (sample?)" in str(caught.value)


def test_what_lies_beside_an_issue_is_found_from_its_page(tmp_path: Path) -> None:
    text = f"{HEAD}![p](photo.png) [last](gazette-0.md#x) [on](#x) [out](https://a.b/c.md)\n"
    place = issue(tmp_path, text)
    (place.parent / "photo.png").write_bytes(b"")
    page = str(issue_page(read_issue(place), {}).content)
    for address in ("../photo.png", "../gazette-0/#x", "#x", "https://a.b/c.md"):
        assert f'="{address}"' in page


def test_every_mistake_of_an_issue_has_its_line(tmp_path: Path, played: GameArtifacts) -> None:
    text = f"{HEAD}# One\n\n!season\n\n!season sample\n\n!season nobody Fall 1901\n"
    with pytest.raises(ArchiveError) as found:
        issue_page(read_issue(issue(tmp_path, text)), {"sample": played})
    places = [line.split(":")[1] for line in str(found.value).splitlines() if ".md:" in line]
    assert places == ["7", "9", "11"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("One.\n\n" + "<font>" * 101 + "x", 7),
        ("".join(f"<font a{n}=1>x\n\n" for n in range(9_000)), 205),
        ("<font>" * 160_000, 5),
        ("<svg><script><!-->\n" + "<font>" * 101, 6),
        ("<div>" * 60 + "\n\n" + "<div>" * 60, 7),
        ("\n\n".join(f"<i>{n}" for n in range(200)), 205),
        ("> " * 101 + "x", 5),
    ],
)
def test_html_that_lies_too_deep_is_refused_before_it_is_made_harmless(
    tmp_path: Path, text: str, line: int
) -> None:
    begun = time.process_time()
    with pytest.raises(Mistakes) as found:
        issue_page(read_issue(issue(tmp_path, f"{HEAD}{text}\n")), {})
    assert time.process_time() - begun < 5
    assert f"gazette-1.md:{line}:1: the HTML of an issue may lie 100 elements" in str(found.value)


@pytest.mark.parametrize("element", ["<p>x", "<li>x", "<br>", "<b>x</b>", "<div><i>x</i></div>"])
def test_many_elements_beside_one_another_are_not_deep(tmp_path: Path, element: str) -> None:
    text = "\n\n".join([element] * 300)
    assert issue_page(read_issue(issue(tmp_path, f"{HEAD}{text}\n")), {}).content


def test_an_issue_of_more_than_1_mb_is_refused(tmp_path: Path) -> None:
    found = read_issue(issue(tmp_path, HEAD + ("x" * 99 + "\n") * 10_001))
    with pytest.raises(Mistakes, match=r"gazette-1\.md:10\d+:1: an issue may have 1 MB of text"):
        issue_page(found, {})


def test_mkdocs_is_told_in_words() -> None:
    with pytest.raises(PluginError, match=r"gazette\.md:3:1: nonsense"), reported_errors():
        raise SourceError("nonsense", SourceMark("gazette.md", 3, 1))
    with pytest.raises(PluginError, match="gazette: cannot"), reported_errors():
        raise OSError(13, "Cannot be read", "gazette")


def test_a_season_that_is_not_published_is_announced_with_its_day(
    tmp_path: Path, played: GameArtifacts
) -> None:
    place = issue(tmp_path, f"{HEAD}!season sample Spring 1901 - Winter 1901 : results\n")
    stages = played.replay.stages
    shown = GameArtifacts(replace(played.replay, stages=stages[:2]), None)
    held = {"sample": {stages[2].phase: "2031-05-04"}}
    page = str(issue_page(read_issue(place), {"sample": shown}, held=held).content)
    assert page.count('<section class="season') == 2
    assert "will be published on 2031-05-04" in page
    alone = issue_page(read_issue(place), {}, held=held, unpublished="a draft").content
    assert "will be published on 2031-05-04" in str(alone)
    assert "this issue is a draft" in str(alone)
    draft = replace(played, held=held["sample"])
    drafts = str(issue_page(read_issue(place), {"sample": draft}, held=held).content)
    assert drafts.count("this season is embargoed until 2031-05-04") == 1


def test_a_picture_that_is_not_there_has_its_words_instead(tmp_path: Path) -> None:
    text = f"{HEAD}![A cat](https://example.org/c.png) ![A dog](dog.png) ![An owl](owl.png)\n"
    place = issue(tmp_path, text)
    (place.parent / "owl.png").write_bytes(b"")
    page = str(issue_page(read_issue(place), {}).content)
    assert "[picture: A cat]" in page
    assert "[picture: A dog]" in page
    assert page.count("<img") == 1


def test_a_head_without_a_field_is_a_head(tmp_path: Path) -> None:
    path = tmp_path / "one.md"
    path.write_text("---\n\n---\n# One\n", encoding="utf-8")
    issue = read_issue(path)
    assert (issue.title, issue.text, issue.line) == ("one", "# One", 4)
