"""A game of five phases from untidy mails: not one order is lost, none is invented."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from random import Random
from shutil import copytree

import pytest
from click.testing import CliRunner
from our_archive import ROOT

from builder.archive import Archive
from builder.cli import main
from builder.mails.due_season import DueSeason, due_season
from builder.model.orders import (
    Build,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Written,
)
from builder.notation.notation import write_order
from builder.rules.geography import geography

GAME = "game: X\nvariant: standard\nphases: {}\n"
TALK = (
    "Hello Jim,", "Hi! A quick word before my orders.", "I hope you are well.", "Here we go:",
    "See you at the convention; I will be in Munich on Friday.", "Sorry for being late!",
)  # fmt: skip
ENDS = ("", "cheers", "Thanks, Bob", "--\nBob of Paris\nA man of honour", "Best wishes\n\nBob")
QUOTE = (
    "\nOn Friday Jim wrote:\n> Spring 1901\n> FRANCE: A Par-Pic, [F Bre-MAO] stood off.\n> Why:\n"
)
FORMS = ("-", " - ", " to ", "–", " -> ", " > ")


def intended(due: DueSeason, power: str, chance: Random) -> list[tuple[UnitRef, Order]]:
    """Lawful orders for every unit of a power, or its retreats or builds."""
    setting, position = due.played.variant.setting, due.position
    reach = geography(setting, position.phase.season).reach
    found: list[tuple[UnitRef, Order]] = []
    if position.phase.step == "retreats":
        for lost in (d for d in position.dislodged if d.unit.power == power):
            order = Retreat(chance.choice(lost.refuges)) if lost.refuges else Disband()
            found.append((UnitRef(lost.unit.at, lost.unit.kind), order))
    elif position.phase.step == "adjustments":
        count, book = due.book.dues(position)[power], due.book
        mine = [u for u in position.units if u.power == power]
        found = [(UnitRef(u.at, u.kind), Remove(u.at)) for u in chance.sample(mine, max(0, -count))]
        homes = [setting.board.locations[c] for c in book.sites(power)][: max(0, count)]
        found += [(UnitRef(at, "A"), Build("A", at)) for at in homes]
    else:
        for unit in (u for u in position.units if u.power == power):
            order: Order = Hold()
            if chance.random() < 0.8:
                order = Move(chance.choice(sorted(reach[unit.kind][unit.at])))
            elif other := [u for u in position.units if u.power == power and u != unit]:
                order = Support(chance.choice(other).at)
            found.append((UnitRef(unit.at, unit.kind), order))
    return found


def typed(order: tuple[UnitRef, Order], due: DueSeason, chance: Random) -> str:
    """An order in one of the spellings of people."""
    text = write_order(Written("", *order), due.played.variant.setting)
    text = text.replace(" - ", chance.choice(FORMS), 1)
    text = text.replace(" S ", chance.choice([" S ", " (s) ", " supports ", " s "]))
    if text.endswith(" H"):
        text = text[:-2] + chance.choice([" H", " holds", " (H)", " stand"])
    return chance.choice([text, text.lower(), f"- {text}" if text[:2] in ("A ", "F ") else text])


def mail(power: str, orders: list[str], title: str, day: int, chance: Random) -> bytes:
    """A mail with talk, quotes and a signature, in some encoding."""
    orders = chance.sample(orders, len(orders))
    joint = chance.choice(["\n", "\n", "\n\n", ", ", ";\n"])
    head = chance.choice(["", f"{power}:\n", f"{power.upper()}\n", f"Orders for {power}:\n"])
    talk = "\n".join(chance.sample(TALK, chance.randint(0, 2)))
    text = f"{talk}\n\n{head}{joint.join(orders)}\n\n{chance.choice(ENDS)}\n"
    message = EmailMessage()
    message["From"] = f"Some One <{power.lower()}@example.org>"
    message["Subject"] = chance.choice(["orders", title, f"Re: {title} ({power})"])
    message["Date"] = f"{day:02} May 2026 10:{chance.randint(10, 59)}:00 +0000"
    quote = QUOTE if chance.random() < 0.3 else ""
    kind = chance.choice(["quoted-printable", "base64", "8bit"])
    message.set_content(text + quote, charset="utf-8", cte=kind)
    return message.as_bytes()


@pytest.mark.parametrize("seed", range(2))
def test_law_no_order_of_a_mail_is_lost(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(seed)
    copytree(ROOT / "maps/standard", tmp_path / "maps/standard")
    (tmp_path / "mkdocs.yml").write_text("site_name: X\n")
    file = tmp_path / "games/standard/x.yaml"
    monkeypatch.chdir(tmp_path)
    file.parent.mkdir(parents=True)
    file.write_text(GAME)
    powers = Archive(tmp_path).variant("standard").setting.powers
    senders = "".join(f"{p.lower()}@example.org: {p}\n" for p in powers)
    (tmp_path / ".chancery/x").mkdir(parents=True)
    (tmp_path / ".chancery/x/senders.txt").write_text(senders)
    for turn in range(5):
        archive = Archive(tmp_path)
        due = due_season(archive.variant("standard"), archive.game("x"))
        wanted = {}
        folder = tmp_path / f"mails{turn}"
        folder.mkdir()
        for power in due.owing:
            if chance.random() < 0.3:  # an earlier mail that a later one replaces
                early = [typed(o, due, chance) for o in intended(due, power, chance)]
                data = mail(power, early, due.title, 2 * turn + 1, chance)
                (folder / f"{power}-1.eml").write_bytes(data)
            wanted[power] = intended(due, power, chance)
            texts = [typed(o, due, chance) for o in wanted[power]]
            data = mail(power, texts, due.title, 2 * turn + 2, chance)
            (folder / f"{power}-2.eml").write_bytes(data)
        received = CliRunner().invoke(main, ["receive", "x", str(folder)])
        assert received.exit_code == 0, received.output
        closed = CliRunner().invoke(main, ["close", "x"])
        assert closed.exit_code == 0, closed.output
        given = Archive(tmp_path).game("x").phases[-1].orders
        for power, orders in wanted.items():
            ours = {w.unit.at: plain(w.order) for w in given if w.issuer == power and w.unit}
            assert ours == {unit.at: plain(order) for unit, order in orders}, (due.title, power)


def plain(order: Order) -> Order:
    """The order without the kind of a unit that it helps, which may be written or not."""
    return order._replace(kind=None) if isinstance(order, Support) else order
