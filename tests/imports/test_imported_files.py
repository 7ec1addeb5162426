"""Whatever is imported is a game file that is read without a mistake, and says the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE, WHOLE
from samples import CASES, HEADS, LED, MAIL, OPENING, PAGE, REPORT, Read

from builder.errors import ArchiveError, UnknownWordError
from builder.formats.game import read_game, write_game
from builder.imports.files import Unopened, documents
from builder.imports.importer import Imported, TextFile
from builder.imports.registry import import_document
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.record import PhaseRecord

STANDARD = ARCHIVE.variant("standard")
SAMPLES = (OPENING, REPORT, MAIL, PAGE, CASES, HEADS, LED)
FOLDERS = ("datc", "jdip", "json-diplomacy", "judge", "other", "zine", "droidippy-open.tar.xz")
SOME = 40 if WHOLE else 8  # files of each folder
WORD = re.compile(r"[A-Za-z]+")


def imported(document: TextFile) -> Iterator[Imported]:
    return import_document(document, lambda name: ARCHIVE.variant(name).setting, press=True)


def said(phase: PhaseRecord) -> tuple[object, ...]:
    """What a phase says, in no order."""
    return (
        phase.phase,
        {(w.issuer, str(w.order)) for w in phase.orders},
        {(p.power, p.at.province, p.outcomes, p.options) for p in phase.results},
        phase.silent,
        None if phase.after is None else set(phase.after),
        None if phase.dislodged is None else set(phase.dislodged),
        phase.owners,
        [(note.kind, " ".join(note.text.split())) for note in phase.notes],
    )


def is_read_again(game: Imported) -> None:
    record = game.record
    text = write_game(record, ARCHIVE.variant(record.variant))
    again = read_game(text, f"{record.id}.yaml", ARCHIVE.variant)
    assert [said(p) for p in again.phases] == [said(p) for p in record.phases]
    assert set(again.start or ()) == set(record.start or ())
    assert again.start_owners == record.start_owners
    assert set(again.start_dislodged) == set(record.start_dislodged)
    assert again.start_contested == record.start_contested


@pytest.mark.parametrize("text", SAMPLES)
def test_samples(text: str) -> None:
    for game in imported(TextFile("Sample (1) é.txt", text)):
        is_read_again(game)


@settings(max_examples=80)
@given(st.sampled_from(SAMPLES), st.data())
def test_law_texts_with_words_gone_astray(text: str, data: st.DataObject) -> None:
    words = [m.span() for m in WORD.finditer(text)]
    for _ in range(data.draw(st.integers(1, 8))):
        start, end = data.draw(st.sampled_from(words))
        one, other = data.draw(st.sampled_from(words))
        text = text[:start] + text[one:other] + text[end:]
        words = [m.span() for m in WORD.finditer(text)]
    try:
        games = list(imported(TextFile("astray.txt", text)))
    except ArchiveError:
        return
    for game in games:
        is_read_again(game)
        replay(ARCHIVE.variant(game.record.variant), game.record)


@pytest.mark.parametrize("folder", FOLDERS)
def test_games_of_others(corpus: Path, folder: str) -> None:
    found = 0
    for document in islice(documents(corpus / folder), SOME):
        if not isinstance(document, Unopened):
            try:
                found_games = list(imported(document))
                games = [game for game in found_games if isinstance(game, Imported)]
            except ArchiveError as error:
                if isinstance(error, UnknownWordError) or "no season" in str(error):
                    continue
                raise
            found += len(games)
            for game in games:
                is_read_again(game)
    assert found


OPEN = """\
Positions of a game

Spring 1906

RUSSIA: F Bul(ec)-con, a RUM h.
ITALY: f ion-GRE.

Fall 1906

RUSSIA: f con-BUL, a RUM h.
ITALY: f GRE h.

Winter 1906

RUSSIA: has f BUL, a RUM, a BLA.
ITALY: has f GRE.
"""


def test_a_printed_fleet_may_be_on_either_coast(read: Read) -> None:
    (game,) = read(OPEN)
    fall = game.record.phases[-1]
    assert [str(u) for u in fall.after or ()] == ["F Bul", "A Rum", "F Gre"]
    assert [n.text for n in fall.notes] == ["left out: Russia A BLA, which cannot stand there"]
    assert "A BLA" in str(game.remarks[-1])
    is_read_again(game)
    stages = replay(STANDARD, game.record).stages
    assert stages[-1].verdict == "differs", "no coast was ordered, so the fleet stays"


def test_the_coast_that_is_not_told_is_ours() -> None:
    def verdict(order: str, printed: str) -> str:
        text = (
            "game: x\nvariant: standard\nstart: {units: {Russia: F Con}}\nphases:\n"
            f"  Spring 1906:\n    Russia: {order}\n    after: 'Russia: {printed}'\n"
            "  Fall 1906: {Russia: F Bul-Con}\n"
        )
        stages = replay(STANDARD, read_game(text, "x.yaml", ARCHIVE.variant)).stages
        assert not stages[0].followed or stages[0].verdict == "differs"
        stood = next(u for u in stages[-1].turn.before.units if u.power == "Russia")
        return f"{stages[0].verdict}, {stood}"

    assert verdict("F Con-Bul/sc", "F Bul") == "agrees, F Bul/sc"
    assert verdict("F Con-Bul/ec", "F Bul") == "agrees, F Bul/ec"
    assert verdict("F Con-Bul/sc", "F Bul/ec") == "differs, F Bul/ec"
    assert verdict("F Con-Bul/sc", "F Con") == "differs, F Con"


def test_a_start_without_coasts_is_guessed_from_the_first_orders(read: Read) -> None:
    text = OPENING.replace("fleet nth", "fleet spa").replace(
        "army lon", "army lon\nItaly: army lon"
    )
    text = text.replace("nth convoy lon move nwy", "spa move lyo")
    (game,) = read(text)
    assert "F Spa/sc" in map(str, game.record.start or ())
    told = [r.message for r in game.remarks]
    assert "no coast is given; read as Spa/sc" in told
    assert any("where England A Lon stands" in r.excerpt for r in game.remarks)
    is_read_again(game)


def test_a_phase_that_stands_there_twice(read: Read) -> None:
    head = "PHASE 1901 Spring Movement\nPOSITIONS\nFrance: army par\nORDERS\npar move bur\n"
    (game,) = read(head + head.replace("move bur", "hold"))
    (phase,) = game.record.phases
    assert [w.text for w in phase.orders] == ["par move bur"]
    assert phase.notes[-1].text == "left out: Spring 1901, which is there twice"
    is_read_again(game)


def test_nobody_gives_no_orders(read: Read) -> None:
    (game,) = read(MAIL.replace("France: Army Paris", "Unowned: Army Paris"))
    assert any("Unowned: Army Paris" in str(remark) for remark in game.remarks)
    is_read_again(game)


def test_who_is_given_retreats_was_driven_out(read: Read) -> None:
    (game,) = read(REPORT.replace("(d r:pic", "(r:pic"))
    results = game.record.phases[0].results
    assert [Outcome.DISLODGED in p.outcomes for p in results if p.options] == [True]
    is_read_again(game)
