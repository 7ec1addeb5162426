"""Reads a variant.yaml: how a board is played, and its catalogue card.

    name: Cline 9-Man IV                       # the title; the folder's name is the id
    extends: cline9-iv                         # merged in every mapping; `none` takes a key away
    board: cline9-iv                           # the folder of the board; left out: this one
    edition: 1971                              # the booklet beneath; `choices` override it
    calendar: {start: Spring 1901, year: [spring movement, spring retreats, ...], cycle: [...]}
    victory: 23
    amendments: [moses-crossing]
    kinds: {L: {name: leader, travels as: [A, F], any way: yes, strength: 0}}
    powers: {Persia: {adjective: Persian, letter: P, seat: Ira, units: [A Ara, A Ira, F Jor/wc]}}
    rules: {8: {title: Crossings, text: ...}}
    rulings: {IV-21: {rule: 8, question: ..., ruling: ..., why: ...}}

At the start every power owns its home provinces, and what `owns` adds. `customary` are the
units of a power that starts without any and orders none to be built.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import TypeVar, get_args

from builder.errors import Mistakes, UnknownWordError
from builder.formats.boards import TERRAINS, drawn_as, load_board
from builder.formats.positions import PositionReader
from builder.model.board import Board
from builder.model.calendar import Calendar, Step
from builder.model.names import Names
from builder.model.setting import Choices, Nation, Setting
from builder.model.units import ARMY, FLEET, Code, Kind, KindCode, Position, Power, Unit
from builder.provided import PROVIDED, map_file
from builder.rules.amendments import QUESTIONS, amendment, undefined
from builder.rules.editions import amend, edition
from builder.source.documents import read
from builder.source.fields import Fields, Value
from builder.source.recording import is_there, names_in
from builder.source.scalars import colour, power_name
from builder.variant import Variant, VariantCard, VariantRuling

T = TypeVar("T")
DEFAULT_EDITION = "2023"
USUAL = Calendar()
PLAYED = (
    "edition", "choices", "calendar", "victory", "amendments", "kinds", "powers", "plays",
    "options", "other units", "memory", "drawing", "more", "builds", "supply", "first builds",
)  # fmt: skip
CARD = (
    "code", "by", "year", "version", "subject", "source", "status", "summary", "origin", "examples",
)  # fmt: skip
TRAITS = (
    "name", "travels as", "strength", "upkeep", "built at", "convoyed", "convoys", "captures",
)  # fmt: skip


def load_variant(root: Path | str, name: str) -> Variant:
    """Read `<root>/<name>/variant.yaml` and its board; `root` is the archive's `maps` folder.
    Missing files are taken from the boards that come with the program.
    Raises SourceError or Mistakes with every mistake of the file."""
    root = Path(root)
    lineage = [*_lineage(root, name)]
    top = lineage[0]
    base = _base(root, name, lineage)
    for upper, lower in reversed([*pairwise(lineage)]):
        upper.extend(lower, PLAYED)
    board = load_board(map_file(root, base, "board.yaml"))
    kinds = _kinds(top.take("kinds"))
    powers = [(key, entry.mapping()) for key, entry in top.need("powers").mapping()]
    names = {None, *(key.text() for key, _ in powers)}
    powers = _playing(powers, top.take("plays"), top)
    places = PositionReader(Setting(board, kinds, (), USUAL, Position(USUAL.start, (), {})))
    nations = tuple(_nation(key, fields, places) for key, fields in powers)
    for power, spaces in _missing_owners(board, names):
        belong = f"{', '.join(spaces)} {'belongs' if len(spaces) == 1 else 'belong'} to {power}"
        top.take("powers").fail(
            f"{belong}, which is not one of the powers (name those that play under `plays`)"
        )
    calendar = _calendar(top.mapping("calendar"), nations)
    units, owners = _start(powers, places)
    points = [*top.take("choices").mapping()]
    choices = top.take("edition").read(edition) or edition(DEFAULT_EDITION)
    choices = changed(choices, points, amend)
    amendments = (*top.texts("amendments"), *_from_keys(top))
    goal = top.take("victory").text()
    victory = 0 if goal and not goal.isdigit() else top.integer("victory")
    start = Position(calendar.start, units, owners, memory=top.table("memory"))
    options = top.table("options")
    setting = Setting(board, kinds, nations, calendar, start, choices, victory, options)
    booklet = top.text("edition", DEFAULT_EDITION)
    more = top.table("more")
    drawing = top.take("drawing").name() or drawn_as(root, base, board)
    card = _card(top, setting)
    house = {key.text(): point.text() for key, point in points}
    other_units = _other_units(top.mapping("other units"), units, places)
    variant = Variant(name, card, setting, booklet, amendments, drawing, more, house, other_units)
    top.take("amendments").each(amendment)
    if why_not := undefined(amendments):
        top.take("amendments").fail(why_not)
    top.document.finish()
    for above in lineage:
        if above.document.mistakes:
            raise Mistakes(above.document.mistakes)
    if not amendments:
        return variant
    start = variant.open(start).open_year(start)
    setting = replace(
        setting,
        start=start,
        signs=variant.rulebook.all_signs(),
        boarding=variant.rulebook.boarding,
    )
    return replace(variant, setting=setting)


def _lineage(root: Path, name: str) -> Iterator[Fields]:
    """The variant's file, that of the variant it extends, and so on."""
    seen: list[str] = []
    while name:
        seen.append(name)
        top = read(map_file(root, name, "variant.yaml")).fields()
        yield top
        above = top.take("extends")
        name = above.name()
        if name in seen:
            above.fail(f"the variant extends itself: {' extends '.join((*seen, name))}")
        elif name and not is_there(map_file(root, name, "variant.yaml")):
            above.read(Names("variant to extend", _folders(root)).find)
        elif name or not above.given:
            continue
        raise Mistakes(top.document.mistakes)


def _folders(root: Path) -> list[tuple[str, str]]:
    """The names of all variants that may be extended, of the archive and of those provided."""
    files = [*names_in(root, "*/variant.yaml"), *names_in(PROVIDED / "maps", "*/variant.yaml")]
    return [(file.parent.name, file.parent.name) for file in files]


def _base(root: Path, name: str, lineage: Sequence[Fields]) -> str:
    """The folder of the board: one that is named, or that of the first variant with a board.
    Raises Mistakes if there is none."""
    for top in lineage:
        named = top.take("board").name()
        if named or is_there(map_file(root, name, "board.yaml")):
            return named or name
        name = top.text("extends", "") or name
    lineage[0].owner.fail(
        "there is no board: `extends` or `board` names the variant whose board is used, "
        "or board.yaml is beside this file"
    )
    raise Mistakes(lineage[0].document.mistakes)


def _missing_owners(
    board: Board, powers: Collection[str | None]
) -> Iterator[tuple[str, list[str]]]:
    """The powers to which spaces of a board belong and that are not these, with the spaces."""
    spaces: dict[str, list[str]] = {}
    for space in board.provinces.values():
        for power in dict.fromkeys((space.home, space.builds)):
            if power is not None and power not in powers:
                spaces.setdefault(power, []).append(space.code)
    yield from spaces.items()


def _kinds(value: Value) -> Mapping[KindCode, Kind]:
    kinds = {kind.code: kind for kind in (ARMY, FLEET)}
    for key, entry in value.mapping():
        fields = entry.mapping()
        code = KindCode(key.text())
        kind = kinds.get(code) or Kind(code, fields.text("name"), (code,))
        kinds[code] = fields.over(kind, *TRAITS)._replace(
            needs_all=not fields.flag("any way", not kind.needs_all),
            aliases=(*kind.aliases, *fields.texts("aliases")),
        )
        for terrain in kinds[code].built_at - TERRAINS.keys():
            entry.fail(f"{terrain!r} is not one of {', '.join(TERRAINS)}")
    return kinds


Powers = list[tuple[Value, Fields]]  # the name of each, and what the file says of it


def _playing(powers: Powers, playing: Value, top: Fields) -> Powers:
    """The powers that play; all of them if the file names none. A name that is none of them is
    noted, and what the file says of a power that does not play."""
    if not playing.given:
        return powers
    names = Names("power", [(key.text(), key.text()) for key, _ in powers])
    chosen = playing.each(names.find)
    players = []
    for key, fields in powers:
        if key.text() in chosen:
            players.append((key, fields))
        elif key.document is top.document:
            key.fail(f"{key.text()} does not play: `plays` names {', '.join(chosen)}")
            fields.rest()
    return players


def _nation(key: Value, fields: Fields, places: PositionReader) -> Nation:
    seat = fields.take("seat").read(places.setting.board.find)
    return Nation(
        Power(key.read(power_name) or "?"),
        fields.text("adjective"),
        fields.text("letter"),
        fields.need("tint").read(colour) or "",
        fields.need("ink").read(colour) or "",
        fields.flag("playable", True),
        seat.province if seat else None,
        fields.texts("aliases"),
        tuple(_units(key, fields.take("customary"), places)),
    )


def _units(key: Value, written: Value, places: PositionReader) -> Iterator[Unit]:
    board = places.setting.board
    kinds = places.setting.kinds
    for word in written.words():
        unit = word.read(partial(places.unit, Power(key.text())))
        if unit is None:
            continue
        kind = kinds[unit.kind]
        if not any(board.reach(kind, season).get(unit.at) for season in ("spring", "fall")):
            word.fail(f"{kind.name} {unit.at} could go nowhere")
        yield unit


def _start(powers: Powers, places: PositionReader) -> tuple[tuple[Unit, ...], Mapping[Code, Power]]:
    units: list[Unit] = []
    board = places.setting.board
    playing = {key.text() for key, _ in powers}
    owners: dict[Code, Power] = {}
    for province in board.provinces.values():
        if province.home in playing:
            owners[province.code] = Power(province.home)
    for key, fields in powers:
        power = Power(key.text())
        owned = fields.take("owns")
        units += _units(key, fields.take("units"), places)
        if owned.given:
            owners = {code: owner for code, owner in owners.items() if owner != power}
        owners |= {at.province: power for at in owned.each(board.find)}
    return tuple(units), owners


def _other_units(
    powers: Fields, units: tuple[Unit, ...], places: PositionReader
) -> tuple[Unit, ...]:
    """All units of the other start: those of the powers that it names, and the usual ones of the
    others; none without such powers."""
    named: dict[Power, list[Unit]] = {}
    for key, value in powers:
        named[Power(key.text())] = list(_units(key, value, places))
    others = [unit for unit in units if unit.power not in named]
    return tuple(chain(others, *named.values())) if named else ()


def _calendar(fields: Fields, nations: tuple[Nation, ...]) -> Calendar:
    spellings: list[tuple[str, str]] = []
    for nation in nations:
        spellings += [(word.lower(), str(nation.name)) for word in nation.aliases]
    year = tuple(fields.take("year").each(_step))
    cycle = fields.texts("cycle"), fields.text("cycle name", "")
    calendar = Calendar(USUAL.start, year or USUAL.year, *cycle, tuple(spellings))
    start = fields.take("start").read(calendar.read) or USUAL.start
    return replace(calendar, start=start, years_a_turn=fields.integer("years a turn", 0))


def _step(written: str) -> tuple[str, Step]:
    season, _, name = written.partition(" ")
    for step in get_args(Step):
        if name == step:
            return season, step
    raise ValueError(f"expected a season and one of {', '.join(get_args(Step))}")


def _from_keys(top: Fields) -> Iterator[str]:
    """The amendments that keys of the file stand for, such as `victory: homelands`."""
    for key, words in QUESTIONS.items():
        value = top.take(key)
        written = value.text()
        if key == "victory" and written and written not in words and not written.isdigit():
            value.fail(f"expected a number of centres, or one of: {', '.join(words)}")
        elif value.given and not (key == "victory" and written.isdigit()):
            yield from filter(None, [words.get(value.choice(words, key))])


def _card(top: Fields, setting: Setting) -> VariantCard:
    """The catalogue card of a variant, with its rules and rulings."""
    rules: list[tuple[str, str, str]] = []
    insets: list[tuple[str, str, str]] = []  # the parts of the map that are enlarged beside rules
    for key, entry in top.mapping("rules"):
        fields = entry.mapping()
        number = key.text()
        rules.append((number, fields.text("title"), fields.text("text")))
        insets += [(number, what, says) for what, says in fields.table("insets").items()]
    return top.over(VariantCard(top.text("name"), players=len(setting.powers)), *CARD)._replace(
        rules=tuple(rules),
        insets=tuple(insets),
        rulings=tuple(_rulings(top.take("rulings"))),
    )


def _rulings(value: Value) -> Iterator[VariantRuling]:
    for key, entry in value.mapping():
        fields = entry.mapping()
        ruling = VariantRuling(key.text(), fields.text("question"), fields.text("ruling"))
        yield fields.over(ruling, "why", "rule")


def changed(
    start: T, points: Iterable[tuple[Value, Value]], change: Callable[[T, Mapping[str, str]], T]
) -> T:
    """A booklet or a variant with single choices changed; mistakes are noted in the file."""
    for key, value in points:
        try:
            start = change(start, {key.text(): ", ".join(value.texts())})
        except UnknownWordError as problem:
            (key if problem.what in ("house rule", "option") else value).fail(str(problem))
    return start


def under_options(variant: Variant, options: Iterable[tuple[Value, Value]]) -> Variant:
    """The variant under the options of a case, which may be options of the variant or points of
    the booklet."""
    known = Names("option", [(key, key) for key in (*Choices._fields, *variant.setting.options)])
    for key, value in options:
        choice = key.read(known.find)
        if choice in Choices._fields:
            choices = changed(variant.setting.choices, [(key, value)], amend)
            variant = replace(variant, setting=replace(variant.setting, choices=choices))
        elif choice:
            variant = changed(variant, [(key, value)], Variant.playing)
    return variant
