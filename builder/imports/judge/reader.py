"""Reads results of the judges by mail (nJudge, DPjudge), as text or as pages, and the files of
Realpolitik in the same form.

    Movement results for Fall of 1907.  (ghodstoo.027)

    Austria: Army Trieste -> Serbia.  (*bounce*)
    England: Army Wales -> English Channel -> Brest.
    Italy: Army Venice SUPPORT Fleet Adriatic Sea -> Trieste.  (*cut*)
    Italy: Army Berlin, No Order Processed.
    The French Fleet in Tunis can retreat to North Africa.
    Ownership of supply centers:
    Austria:   Budapest, Greece, Serbia.
    Austria:   5 Supply centers,  3 Units:  Builds   2 units.
    Austria:   Builds an army in Vienna.

An order without a result in brackets was carried out; convoys have no printed results. The results
of a movement name every unit, and so print the position after the phases before it. Broadcasts and
mail headers are press.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise, takewhile

from builder.imports.foreign_game import PhaseSheet
from builder.imports.importer import EarlyPhase, Imported, Importer, Remark, Settings, TextFile
from builder.imports.judge.mail import Mail, named_in
from builder.imports.judge.statements import RE, messages, statements, unpacked
from builder.imports.phase_reports import (
    NEXT_ORDERS,
    PhaseInference,
    left,
    name_position,
    named,
    stretches,
)
from builder.model.setting import Setting
from builder.model.units import Code, Power, Unit
from builder.record import Result, Source

Owners = Mapping[Code, Power]
MOST_ODD = 2  # one unit in another place than printed counts twice; more are builds


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported]:
    """The games of one mail, mailbox or page; raises UnknownWordError for an unknown variant."""
    text = unpacked(document.text)
    named = RE.variant.search(text)
    variant = named[1].lower() if named else "standard"
    for mail in mails(text, settings(variant), press):
        yield from _games(mail, document, variant)


def mails(text: str, setting: Setting, press: bool) -> list[Mail]:
    """The reports of each game; a statement without a name belongs to the game named last."""
    last = Mail(setting, press)
    mail_of = {"": last}
    all_statements = list(statements(text))
    quoted = messages(all_statements)
    for statement in all_statements:
        name = "" if statement.line in quoted else _game_of(statement.text)
        if name and name not in mail_of:
            mail_of[name] = last if last is mail_of.get("") else Mail(setting, press)
            mail_of.pop("", None)
        last = mail_of[name] if name else last
        last.take(statement, statement.line in quoted)
    for mail in mail_of.values():
        mail.close()
    return list(mail_of.values())


def _game_of(text: str) -> str:
    """The game that a statement names; empty if it names none."""
    head = RE.phase_heading.match(text)
    if head:
        return named_in(head)
    game = RE.game.search(text) if RE.mail_header.match(text) else None
    return game[1].lower() if game else ""


def _games(mail: Mail, document: TextFile, variant: str) -> Iterator[Imported]:
    """One game, with a record for each stretch of phases without a gap."""
    mail.merge_reports()
    reported = [s for s in mail.sheets.values() if s.orders or s.results or s.owners]
    parts = []
    for stretch in stretches(reported, mail.setting.calendar):
        parts.append(list(PhaseInference(mail).bridged(stretch, winters=True)))
    for sheets in parts:
        _name_positions(mail, sheets)
    early = [tuple(_early(mail, sheets)) for sheets in parts]
    name = mail.name or document.stem
    for number, sheets in enumerate(parts, start=1):
        units, owners = _opening(mail, sheets)
        yield mail.imported(
            document,
            sheets,
            number,
            id=name,
            name=name.replace("-", " ").capitalize(),
            variant=variant,
            source=Source(title="judge", issues=mail.name),
            boardman=mail.boardman,
            note=NEXT_ORDERS if any(s.after for s in sheets) else "",
            words="judge",
            result=mail.result if number == len(parts) else Result(),
            start=tuple(units) if units else None,
            start_owners=owners,
        )._replace(early=early[number - 1])


def _name_positions(mail: Mail, sheets: list[PhaseSheet]) -> None:
    """The orders of a movement name the position before it, unless builds are not reported."""
    moves: PhaseSheet | None = None
    retreated: PhaseSheet | None = None
    for sheet, later in pairwise(sheets):
        moves = sheet if sheet.phase.step == "movement" else moves
        retreated = None if sheet is moves else sheet
        if later.phase.step != "movement":
            continue
        adjusted = retreated is not None and retreated.phase.step == "adjustments"
        odd = set[Unit]()
        if moves and not adjusted and moves.phase.year != later.phase.year:
            odd = {*left(moves, retreated)} ^ {*named(later)}
        unsure = mail.unread_powers[later.phase]
        differing = [unit for unit in odd if unit.power not in unsure]
        if len(differing) <= MOST_ODD:
            name_position(sheet, later, unsure)


def _early(mail: Mail, sheets: list[PhaseSheet]) -> Iterator[EarlyPhase]:
    """Takes the phases before the first movement, whose positions are unknown, out of a stretch;
    their chart gives its owners. A stretch without any movement keeps them, without results."""
    calendar = mail.setting.calendar
    if sheets[0].phase == calendar.start:
        return
    early = [*takewhile(lambda sheet: sheet.phase.step != "movement", sheets)]
    first = sheets[len(early)].phase if len(early) < len(sheets) else None
    for sheet in early:
        phase = sheet.finish()
        remark = None
        if first is None:
            sheet.results = []
        else:
            why = f"{calendar.title(sheet.phase)} left out, as the position before it is not given"
            remark = Remark(sheet.line, why, sheet.orders_shown())
            mail.remarks.append(remark)
            sheets.remove(sheet)
            if sheet.owners:
                mail.charts.setdefault(first, sheet.owners)
        yield EarlyPhase(phase, remark)


def _opening(mail: Mail, sheets: list[PhaseSheet]) -> tuple[list[Unit] | None, Owners | None]:
    """The units and owners at the start, as printed or as the first orders name them. For a game
    from its start None, or the opening without powers that never appear, if that is all units."""
    setting = mail.setting
    units = named(sheets[0])
    first = sheets[0].phase
    if first != setting.calendar.start:
        charts = (mail.charts.get(first), *(sheet.owners for sheet in sheets))
        return units, next(filter(None, charts), None)
    absent = {*setting.powers}
    for sheet in sheets:
        absent -= {w.issuer for w in sheet.orders} | {*(sheet.owners or {}).values()}
        absent -= {printed.power for printed in sheet.results if printed.power}
    present = [unit for unit in setting.start.units if unit.power not in absent]
    ordered = {unit for unit in present if unit.power in setting.powers}
    if not absent or not units or set(units) != ordered:
        return None, None
    owners = {at: power for at, power in setting.start.owners.items() if power not in absent}
    return present, owners


def part_of(document: TextFile) -> str:
    """The game that a mail or page reports, if it is only one."""
    heads = "\n\n".join(line for line in document.text.splitlines() if RE.signs.search(line))
    names = {_game_of(statement.text) for statement in statements(heads)} - {""}
    return names.pop() if len(names) == 1 else ""


JUDGE = Importer(
    "judge", "results of a judge by mail", lambda one: RE.signs.search(one.text), read, part_of
)
