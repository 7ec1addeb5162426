"""Laws for every reader of reports: noise in place of an order makes no difference, and one changed
result makes one phase differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from our_archive import ARCHIVE, examples
from samples import CASES, HEADS, LED, MAIL, WORDS

from builder.errors import ArchiveError
from builder.imports.importer import Imported, TextFile
from builder.imports.registry import import_document
from builder.playback.replaying import replay

STANDARD = ARCHIVE.variant("standard")
NOISE = ("qwzx", "%", "[garbled]", "A Xxx S A Yyy-Zzz", "a xyz - QQQ", "the typist slept here")
ORDER = re.compile(
    r"(?:^|(?<=[: ]))(?:[AF]|Army|Fleet) [A-Z][\w .]*?"
    r"(?: -> ?| to | ?- ?| H\b| Hold| S | SUPPORT | HOLD| Supports )[^(\n,;]*?(?=  |\(|$|\.)",
    re.IGNORECASE | re.MULTILINE,
)
SAMPLE = examples(30)  # damaged texts of each report
REPORTS = {
    "marked": ("a.txt", LED),
    "under heads": ("a.txt", HEADS),
    "two words": ("a.txt", WORDS),
    "cases": ("suite.txt", CASES.replace("    France: A zzz-bur\n", "")),
    "judge": ("a.txt", MAIL),
}


def differing(text: str, name: str) -> set[object]:
    """The phases of the games in a text that differ, each with its game."""
    phases: set[object] = set()
    try:
        games = [*import_document(TextFile(name, text), lambda _: STANDARD.setting)]
    except ArchiveError:
        return set()
    for game in games:
        if isinstance(game, Imported):
            for stage in replay(STANDARD, game.record).stages:
                if stage.verdict == "differs":
                    phases.add((game.record.id, stage.phase))
    return phases


def with_noise(text: str) -> Iterator[str]:
    """The text with noise in place of one of its orders; each order and each noise in turn."""
    orders = [*ORDER.finditer(text)]
    pairs = [*product(orders, NOISE)]
    for order, noise in Random(text).sample(pairs, min(len(pairs), SAMPLE)):
        yield text[: order.start()] + noise + text[order.end() :]


@pytest.mark.parametrize("report", REPORTS)
def test_noise_in_place_of_an_order_makes_no_difference(report: str) -> None:
    name, text = REPORTS[report]
    before = differing(text, name)
    damaged = [*with_noise(text)]
    assert len(damaged) > 1
    for worse in damaged:
        assert differing(worse, name) <= before, worse


RESULT = re.compile(
    r" \(\*(?:bounce|void|cut)\*\)|(?<= )(?:SUCCEEDS|FAILS)|\s\((?:bounced|nso|imp)\)",
    re.IGNORECASE,
)
OPPOSITE = {"SUCCEEDS": "FAILS", "FAILS": "SUCCEEDS"}


def with_other_result(text: str) -> Iterator[str]:
    """The text with one result taken away, or turned into its opposite."""
    for result in RESULT.finditer(text):
        other = OPPOSITE.get(result[0], "")
        yield text[: result.start()] + other + text[result.end() :]


@pytest.mark.parametrize("report", ["marked", "under heads"])
def test_one_changed_result_makes_one_phase_differ(report: str) -> None:
    name, text = REPORTS[report]
    before = differing(text, name)
    changed = [*with_other_result(text)]
    assert changed
    for other in changed:
        assert len(differing(other, name) - before) == 1, other
