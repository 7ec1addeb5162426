"""Questions to the search: its script finds in the tables of the build what our reader reads."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from our_archive import ARCHIVE, ROOT

from builder.model.units import Power
from builder.notation.notation import parse_order
from builder.notation.result_words import result_names
from builder.prose.names import DASH, written_text
from builder.site.assets import joinable
from builder.site.search.question_words import OUTCOMES, shared_words, variant_words
from builder.site.search.search_text import search_words

SCRIPTS = ROOT / "builder/site/assets/scripts"
PARTS = ("common/own_script", "common/words", "search/tables", "search/reading")
NODE = shutil.which("node")
WORDINGS = (
    "A Mun-Bur", "A Mun - Bur", "Army Munich to Burgundy", "A Munich–Burgundy", "A Mun → Bur",
    "A Mun -> Bur", "A Mun moves to Bur", "army in Munich attacks Burgundy", "Mun-Bur", "F Tri-Alb",
    "Fleet Trieste - Albania", "F Brest to English Channel", "F Lon-Nth", "F Lon-North Sea",
    "F Mao-Spa/sc", "F Mao-Spa(sc)", "F MAO - Spain south coast", "F Stp/sc-Bot", "F Bre - MAO",
    "A Mun H", "A Mun holds", "army Munich stands", "A Mun hold", "F Tri stays",
    "A Ruh S A Mun-Bur", "A Ruh S Mun-Bur", "A Ruh supports A Mun - Bur", "A Ruh S A Mun",
    "A Ruh S Mun", "army Ruhr supports army Munich to Burgundy", "A Ruh S A Mun H",
    "F Bel S F Nth-Hol", "F Nth C A Lon-Nwy", "F North Sea convoys A London - Norway",
    "F NTH c Lon-Nwy", "A Mun R Ber", "A Mun retreats to Ber", "A Mun disband", "A Mun disbands",
    "Build A Mun", "builds F Kie", "Remove A Mun", "A München - Burgund", "A Mun nach Bur",
    "A Mun hält", "A Ruh unterstützt A Mun nach Bur", "F Brest - Manche", "A Monaco - Tirolo",
    "A St. Petersburg - Moscow", "A StP-Mos", "A St Pete-Mos", "F Gulf of Bothnia - Sweden",
    "F GoB-Swe", "F W Med-Lyo", "A Roumania-Bud", "A Serbia-Bul",
)  # fmt: skip


def runs_script(questions: Sequence[str], variant: str = "standard", **more: object) -> Any:
    """What the script makes of questions, with tables in which ten years were played."""
    if NODE is None:
        pytest.skip("no node to run the script in")
    calendar = ARCHIVE.variant(variant).setting.calendar
    phase = calendar.start
    played = []
    while phase.year < calendar.start.year + 10:
        played.append(calendar.slug(phase))
        phase = calendar.next(phase)
    modules = [(SCRIPTS / f"{part}.js").read_text(encoding="utf-8") for part in PARTS]
    page = 'const document = { currentScript: { src: "file:///a/b/c.js" } };'
    source = "\n".join([page, *map(joinable, modules)])
    driver = (ROOT / "tests/site/search/script.js").read_text(encoding="utf-8")
    outcomes = [str(outcome) for outcome in OUTCOMES]
    data = {
        "names": variant_words(ARCHIVE.variant(variant), played),
        "shared": {"words": shared_words(), "outcomes": outcomes, "arrow": DASH},
        "questions": questions,
        **more,
    }
    done = subprocess.run(
        [NODE, "-e", f"{source}\n{driver}"],
        input=json.dumps(data), capture_output=True, text=True, check=True, encoding="utf-8",
    )  # fmt: skip
    return json.loads(done.stdout)


@cache
def all_wordings() -> dict[str, Any]:
    """The reading of each wording, all of them in one run."""
    return dict(zip(WORDINGS, runs_script(WORDINGS)["readings"], strict=True))


@pytest.mark.parametrize("wording", WORDINGS)
def test_script_and_reader_find_the_same_order(wording: str) -> None:
    setting = ARCHIVE.variant("standard").setting
    step = "S1901M"
    if any(word in wording.lower() for word in (" r ", "retreat", "disband")):
        step = "S1901R"
    if any(wording.lower().startswith(word) for word in ("build", "remove")):
        step = "W1901A"
    phase = setting.calendar.read(step)
    written = parse_order(wording, setting, phase, Power("Germany"))
    parts = written_text(written, {}).replace("/", " /").split(" ")
    parts = [part for part in parts if part != "?"]
    reading = all_wordings()[wording]
    assert [part["value"] for part in reading["order"]] == parts
    assert reading["unknown"] == []


PHASES = {
    "F1905": ("1905", "fall", ""),
    "S01": ("1901", "spring", ""),
    "f03": ("1903", "fall", ""),
    "F1903M": ("1903", "fall", "movement"),
    "S1902R": ("1902", "spring", "retreats"),
    "W1904A": ("1904", "winter", "adjustments"),
    "Fall 1903": ("1903", "fall", ""),
    "Autumn 1903": ("1903", "fall", ""),
    "Spring 1901 moves": ("1901", "spring", "movement"),
    "Fall 1903 retreats": ("1903", "fall", "retreats"),
    "1907": ("1907", "", ""),
    "spring 01": ("1901", "spring", ""),
}


def test_phases_in_peoples_words_are_those_of_the_calendar() -> None:
    calendar = ARCHIVE.variant("standard").setting.calendar
    readings = runs_script([*PHASES])["readings"]
    for (question, phase), reading in zip(PHASES.items(), readings, strict=True):
        found = reading["phase"]
        assert (found["year"], found["season"], found["step"]) == phase, question
        assert reading["order"] == []
        if phase[2] or question.endswith(" 1903"):  # our calendar reads these forms
            read = calendar.read(question)
            assert (calendar.year_of(read), read.season) == phase[:2], question


def test_named_years_are_found() -> None:
    reading = runs_script(["A Ala-Lea in Spring Telahoma I", "FTel1M"], "cat")["readings"]
    assert reading[0]["phase"]["year"] == "Telahoma I"
    assert reading[0]["phase"]["season"] == "spring"
    assert [part["value"] for part in reading[0]["order"]] == ["A", "Ala", DASH, "Lea"]


@pytest.mark.parametrize(
    ("question", "power"),
    [
        ("Germany A Mun-Bur", "Germany"),
        ("German A Mun-Bur", "Germany"),
        ("Germany: A Mun-Bur", "Germany"),
        ("Germany's A Mun-Bur", "Germany"),
        ("Deutschland A Mun-Bur", "Germany"),
        ("A Mun-Bur", ""),
    ],
)
def test_a_power_before_the_order_is_asked_for(question: str, power: str) -> None:
    (reading,) = runs_script([question])["readings"]
    assert reading["power"] == power
    assert [part["value"] for part in reading["order"]] == ["A", "Mun", DASH, "Bur"]


@pytest.mark.parametrize("word", ["bounced", "cut", "dislodged", "stood off", "no convoy", "void"])
def test_results_are_those_of_the_vocabulary(word: str) -> None:
    (reading,) = runs_script([f"A Mun-Bur {word} F1903"])["readings"]
    assert OUTCOMES[reading["outcome"] - 1] == result_names().find(word)
    assert [part["value"] for part in reading["order"]] == ["A", "Mun", DASH, "Bur"]


def test_a_question_about_who_held_a_space_is_no_order() -> None:
    (reading,) = runs_script(["who held Mun when France won"])["readings"]
    assert sorted(reading["asked"]) == ["who", "won"]
    assert reading["power"] == "France"
    assert [part["value"] for part in reading["order"]] == ["Mun"]


def test_names_of_games_are_no_orders() -> None:
    names = ["Come and Have a Go", "Flip Flop", "Something to Be Scared of", "Ghodstoo", "Lepanto"]
    for name, reading in zip(names, runs_script(names)["readings"], strict=True):
        assert not any(part["role"] == "place" for part in reading["order"]), name


@pytest.mark.parametrize(
    ("question", "order", "fits"),
    [
        ("A Mun-Bur", "A Mun – Bur", True),
        ("mun bur", "A Mun – Bur", True),
        ("A Mun-Bur", "A Mun S A Ruh – Bur", False),
        ("A Mun", "A Mun S A Ruh – Bur", True),
        ("A Ruh S Mun-Bur", "A Ruh S A Mun – Bur", True),
        ("A Ruh S Mun-Bur", "A Ruh S A Mun", False),
        ("F MAO-Spa", "F MAO – Spa/sc", True),
        ("F MAO-Spa/nc", "F MAO – Spa/sc", False),
        ("A Mun H", "A Mun – Bur", False),
        ("F Mun", "A Mun – Bur", False),
        ("Build A Mun", "Build A Mun", True),
    ],
)
def test_orders_of_pages_fit(question: str, order: str, fits: bool) -> None:
    assert runs_script([], orders=[[question, order]])["fits"] == [fits]


def test_words_are_the_same_in_the_script_and_in_the_build() -> None:
    texts = [
        "O’Brien, São Paulo",
        "Ærøskøbing",
        "Łódź straße",
        "1998V",
        "Пушкин",
        "שלום עולם",
        "ﬁne",
    ]
    for text, found in zip(texts, runs_script([], texts=texts)["words"], strict=True):
        assert set(found) <= set(search_words(text)), text
