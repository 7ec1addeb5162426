"""Every written order has one fate, in each form in which results are given."""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

import pytest
from our_archive import ARCHIVE, ROOT, WHOLE, replayed

from builder.cli.explain import explanation
from builder.cli.game_sources import read_source, sources
from builder.exports.order_results import orders_csv
from builder.formats.game import read_game
from builder.notation.notation import parse_order
from builder.playback.replaying import Replay, Stage, replay
from builder.prose.order_accounts import lines, text_list
from builder.prose.phase_documents import stage_documents
from builder.prose.reasons import reason
from builder.prose.wording import flat
from builder.prose.zine_report import report

CORPUS = ROOT.parent / "shared" / "corpus"
SAMPLES = ("droidippy-open.tar.xz", "zine/tap", "judge/showcase-txt", "json-diplomacy/cicero-human")
EVERY = os.environ.get("CHANCERY_WHOLE_LAW")  # every game of the corpus, 320 of droidippy's
TEXT = """
game: X
variant: {variant}
start:
  units:
{units}
phases:
  {phase}:
{orders}
"""


def played(
    units: str, orders: str, variant: str = "standard", phase: str = "Spring 1901"
) -> Replay:
    """One movement phase; `units` and `orders` go `France: A Par, A Mar; Germany: A Mun`."""
    rows = [
        ["\n".join(f"    {row.strip()}" for row in part.split(";"))] for part in (units, orders)
    ]
    text = TEXT.format(variant=variant, units=rows[0][0], orders=rows[1][0], phase=phase)
    return replay(
        ARCHIVE.variant(variant),
        read_game(text, "games/x.yaml", lambda name: ARCHIVE.variant(name)),
    )


def test_a_page_says_once_that_the_order_of_a_dislodged_unit_is_void() -> None:
    units = "Germany: F Kie; Russia: A Ber, A Mun"
    game = played(units, "Germany: F Kie-Mun; Russia: A Ber-Kie, A Mun S A Ber-Kie")
    text = text_list(lines(game.stages[0].turn, game.variant.setting))
    assert "<u>F Kie – Mun</u> <i>void, dislodged:</i> <p>F Kie cannot" in text
    assert text.lower().count("void") == 1


def test_a_page_says_once_that_an_order_dislodges_a_unit() -> None:
    game = played("Germany: A Kie, A Mun; Russia: A Ber", "Germany: A Kie-Ber, A Mun S A Kie-Ber")
    text = text_list(lines(game.stages[0].turn, game.variant.setting))
    assert '<dd>A Kie – Ber <i class="ok">dislodges</i> <p>A Ber in Berlin. (2 against 1)' in text


def results(game: Replay) -> str:
    stage = game.stages[0]
    return re.sub(r"\s+", " ", report(stage.turn, game.variant.setting, stage.recorded))


@pytest.mark.parametrize(
    ("units", "orders", "expected"),
    [
        (
            "France: A Par",
            "France: A Par-Bur, A Par-Lon",
            ["FRANCE: A Par – Bur, [A Par – Lon] void.", "A Par cannot go from Paris to London"],
        ),
        (
            "France: A Par",
            "France: A Par-Bur, A Par-Pic",
            ["[A Par – Bur] ordered twice, [A Par – Pic] ordered twice."],
        ),
        (
            "France: A Par",
            "France: A Par-Bur, A Par-Bur",
            ["FRANCE: A Par – Bur, A Par – Bur (repeated).", "A Par has this order already."],
        ),
        (
            "France: A Gas, A Par, A Mar; Germany: A Bur",
            "France: A Gas-Bur, A Par-Bur, A Mar S A Par-Bur; Germany: A Bur H",
            ["A Gas – Bur: Beaten: A Par took Burgundy and dislodged A Bur."],
        ),
        (
            "Austria: A Gre; Turkey: A Bul, F AEG",
            "Austria: A Gre-Bul; Turkey: A Bul-Gre, F AEG C A Gre-Bul",
            [
                "[F AEG C A Gre – Bul] void",
                "A Gre went by land: its order does not ask for this convoy.",
                "The convoy by F AEG was not used: the order does not ask for it (DATC 4.A.3).",
            ],
        ),
        (
            "England: A Lon, F NTH; France: F ENG",
            "England: A Lon-Bel, F NTH S A Lon; France: F ENG C A Lon-Bre",
            [
                "A Lon was not ordered to stand (its order: A Lon – Bel)",
                "(its order: A Lon – Bel).",
            ],
        ),
        ("Germany: A Mun; Italy: A Tyr", "Germany: A Mun S Italy Tyr", ["GERMANY: A Mun S A Tyr."]),
        (
            "France: A Bur",
            "France: A Bur S A Bur-Mun",
            ["A Bur S A Bur – Mun: Void: a unit lends its own order no support."],
        ),
        (
            "England: F NTH, F Swe; Russia: F Ska",
            "England: F NTH S F Ska-NTH, F Swe H; Russia: F Ska-NTH",
            ["Void: a unit supports neither itself nor a move into its own place."],
        ),
        (
            "Germany: A Hol, F Kie; France: A Bel, A Ruh",
            "Germany: A Hol-Kie, F Kie H; France: A Bel-Hol, A Ruh S A Bel-Hol",
            ["nor helps others to. A Bel dislodged A Hol. (0 against 1)"],
        ),
        (
            "Austria: F Tri, A Tyr; Italy: A Ven, F ADR",
            "Austria: F Tri C A Ven-Alb; Italy: A Ven-Tri, F ADR S A Ven-Tri",
            ["only a fleet at sea convoys, and F Tri is none. A Ven dislodged F Tri."],
        ),
        (
            "France: A Par; Germany: A Bur, A Pie",
            "France: A Pie-Tyr, A Par-Bur; Germany: A Bur H",
            [
                "Void: the unit in Piedmont belongs to Germany, not to France.",
                "Bounced: A Bur did not leave Burgundy and held it with equal force.",
            ],
        ),
    ],
)
def test_results_with_their_reasons(units: str, orders: str, expected: list[str]) -> None:
    text = results(played(units, orders))
    for part in expected:
        assert part in text


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("Bur", "A Par may not retreat to Burgundy, where its attacker came from."),
        ("Gas", "A Par may not retreat to Gascony, which a stand-off left empty."),
        ("Pic", "A Par may not retreat to Picardy, where a unit stands."),
        ("Mun", "A Par cannot go from Paris to Munich, which is no neighbouring place."),
    ],
)
def test_why_a_unit_may_not_retreat_to_a_place(goal: str, expected: str) -> None:
    game = played(
        "France: A Par, A Spa; Germany: A Bur, A Pic, A Mar",
        "France: A Spa-Gas; Germany: A Bur-Par, A Pic S A Bur-Par, A Mar-Gas",
    )
    orders = [parse_order(f"A Par R {goal}", game.variant.setting, game.final.phase, "France")]
    orders.append(parse_order("A Bel R Hol", game.variant.setting, game.final.phase, "France"))
    turn = game.variant.open(game.final).play(tuple(orders))
    end, beside = turn.results
    board = game.variant.setting.board
    assert flat(reason(end, turn, board)) == f"Destroyed: {expected}"
    assert flat(reason(beside, turn, board)) == (
        "Void: no unit of France was dislodged from Belgium."
    )


def test_an_army_that_goes_aboard_has_not_failed() -> None:
    text = results(
        played(
            "England: A Lon, F NTH", "England: A Lon > NTH, F NTH C A Lon", "classix", "Spring 2"
        )
    )
    assert "ENGLAND: A Lon – [F NTH] (aboard)" in text


def test_half_of_a_doubled_unit_is_named_as_such() -> None:
    game = played(
        "Telahoma: DA Cin; Andromeda: A Gol",
        "Telahoma: DA Cin-Sil, DA Cin H, DA Cin H; Andromeda: A Gol H",
        "cat",
        "Spring Telahoma I",
    )
    assert "TELAHOMA: A Cin – Sil, A Cin H, DA Cin H (repeated)." in results(game)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("A Par-Lon", "France A Par-Lon\n  Void: A Par cannot go"),
        ("a paris to london", "France A Par-Lon\n  Void: A Par cannot go"),
        ("A Par-Bur", "France A Par – Bur (succeeds)"),
        ("Par", "France A Par – Bur (succeeds)"),
        ("A Mar S A Par-Bur", "France A Mar S A Par – Bur (given)"),
        (
            "A Bur-Mun",
            "No unit stood in that place. This order led there:\nFrance A Par – Bur (succeeds)",
        ),
    ],
)
def test_explain_answers_about_the_order_that_is_asked_for(order: str, expected: str) -> None:
    game = played("France: A Par, A Mar", "France: A Par-Bur, A Par-Lon, A Mar S A Par-Bur")
    assert explanation(order, game.stages[0], game.variant.setting).startswith(expected)


def test_law_each_order_of_the_archive_is_shown_once() -> None:
    for path in ARCHIVE.game_paths[:: 1 if WHOLE else 3]:
        each_order_is_shown_once(replayed(path))


@pytest.mark.skipif(not CORPUS.exists(), reason="the recorded games of others are not here")
@pytest.mark.parametrize("sample", SAMPLES)
def test_law_each_order_of_other_games_is_shown_once(sample: str) -> None:
    for game in islice(foreign(CORPUS / sample), 7 if WHOLE else 3):
        each_order_is_shown_once(game)


@pytest.mark.skipif(not EVERY, reason="takes minutes; CHANCERY_WHOLE_LAW=1 runs it")
def test_law_each_order_of_all_other_games_is_shown_once() -> None:
    parts = ("zine/tap", "judge", "json-diplomacy", "other", "zine/pouch-annotated", "jdip")
    games = [foreign(CORPUS / part) for part in parts]
    droidippy = islice(foreign(CORPUS / "droidippy-open.tar.xz"), 320)
    count = phases = 0
    for game in chain(*games, droidippy):
        each_order_is_shown_once(game)
        count, phases = count + 1, phases + len(game.record.phases)
    assert count > 500
    print(count, "games,", phases, "phases")


def foreign(path: Path) -> Iterator[Replay]:
    for source in sources([path], ARCHIVE):
        records = (record for _, record, _ in read_source(source, ARCHIVE) if record is not None)
        yield from (replay(ARCHIVE.variant(record.variant), record) for record in records)


def each_order_is_shown_once(game: Replay) -> None:
    """In text and mail, HTML, JSON and CSV, each with what became of it."""
    setting = game.variant.setting
    stages = [s for s in game.stages if s.recorded]
    rows = list(csv.DictReader(orders_csv(game).splitlines()))
    written = [w for s in stages for w in s.recorded.orders]
    assert [row["as typed"] for row in rows] == [w.text for w in written]
    assert all(row["computed"] for row in rows)
    for stage, document in zip(stages, stage_documents(stages, setting), strict=True):
        where = f"{game.record.id} {setting.calendar.short(stage.phase)}"
        orders = Counter((w.issuer, w.text) for w in stage.recorded.orders if w.text)
        listed = document["results"]
        assert Counter((o["power"], o["order"]) for o in listed if o["order"]) == issued(
            stage, orders
        ), where
        unwritten = len(stage.turn.actions) - len(stage.turn.written)
        unwritten += sum(f.written is None for f in stage.turn.ends)
        shown = [row for rows in lines(stage.turn, setting).values() for row in rows]
        assert len(shown) == len(stage.recorded.orders) + unwritten, where
        assert all(row.ground and row.rule for row in shown if row.failed), where
        text = re.sub(r"\s+", " ", report(stage.turn, setting, stage.recorded).split("Why:")[0])
        missing = [
            name
            for name, number in Counter(row.shown for row in shown).items()
            if len(re.findall(rf"(?<! S )(?<! C ){re.escape(name)}(?![\w/])", text)) < number
        ]
        assert len(missing) <= unwritten, (where, missing)


def issued(stage: Stage, orders: Counter[tuple[str, str]]) -> Counter[tuple[str, str]]:
    """The orders under the power whose unit obeys: neutral units are ordered by others."""
    turn = stage.turn
    for a in turn.actions:
        w = turn.written.get(a)
        if w is not None and w.issuer != a.power:
            orders[w.issuer, w.text] -= 1
            orders[a.power, w.text] += 1
    return +orders
