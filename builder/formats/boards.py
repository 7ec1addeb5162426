"""Reads a board.yaml. A board is written whole or as a patch on another one.

    extends: standard            # start from that board
    drop: [Spa]                  # spaces that are not on this one
    provinces: {Cor: {name: Cordoba, terrain: coast, centre: yes, home: Spain}}
    amend: {Nwy: {name: Oslo, aliases: [Norway]}}     # only what differs; aliases are added
    ways: {A: "Cor: Por Mad Cat", F: ...}             # see builder.formats.neighbour_lists
    special ways: [{A: Cor-Naf, force: supports only, support: no}]
    apart: {Mor-Spa: why}        # checked: these two do not touch
    passages: [Ire-Cly]          # checked: these two touch, over open water
    evidence: {GEO: {source: reconstructed, says: ..., high: A Mor-Waf}}
    impassable: {Switzerland: why}                    # inherited, save what is a space here
    spare: {Ice: {name: Iceland, seas: [NAO, NWG]}}   # what a game may add as a centre

Codes are written exactly; seas are ferries (fleets convoy there) unless they say `ferries: no`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from builder.errors import Mistakes
from builder.formats.neighbour_lists import NeighbourLists
from builder.model.board import Board, NoBorder, Province, SpareSpace, Terrain, Way
from builder.model.names import plain
from builder.model.units import Code, Location
from builder.provided import map_file
from builder.source.documents import read
from builder.source.fields import Fields, Value
from builder.source.recording import is_file, is_there, note_file

TERRAINS: Mapping[str, Terrain] = {"land": "land", "coast": "coast", "sea": "sea"}
TRUST = ("high", "medium", "low")
NOBODY = "nobody"
SOURCES = ("standard", "text", "lists", "reconstructed", "invented")


def load_board(path: Path | str, above: tuple[str, ...] = ()) -> Board:
    """Read a board.yaml; raises SourceError or Mistakes with every mistake of the file.
    A board named by `extends` is read from the folder beside this board's; those in `above` extend
    this one."""
    path = Path(path)
    document = read(path)
    name = path.parent.name
    top = document.fields()
    parent = _parent(top.take("extends"), path, (*above, name))
    provinces = _provinces(top, parent)
    ways: dict[Location, dict[Location, tuple[Way, ...]]] = {}
    bare = Board(name, provinces, ways)
    survey = NeighbourLists(bare.locations, provinces, parent.ways if parent else {})
    for kind, value in top.take("ways").mapping():
        survey.read_lines(kind, value)
    for special in top.take("special ways").items():
        survey.read_special(special.mapping())
    names = {p.name for p in provinces.values()}
    closed = {**(parent.impassable if parent else {}), **top.table("impassable")}
    board = replace(
        bare,
        status=top.text("status", ""),
        sources=tuple(v.text() for v in top.take("sources").items()),
        impassable={name: why for name, why in closed.items() if name not in names},
        apart=_apart(top.take("apart"), survey),
        passages=_passages(top.take("passages"), survey),
        reasons=_evidence(top.take("evidence"), survey),
        lost=tuple(survey.lost),
        spare=_spare(top.take("spare"), bare),
        name_lists=_name_lists(path, parent),
    )
    ways.update(survey.result(board.locations))
    for place in board.locations.values():
        province = board.provinces[place.province]
        if (place.coast or not province.coasts) and not board.ways.get(place):
            top.owner.fail(f"no way leads to or from {place}")
    document.finish()
    return board


def _parent(value: Value, path: Path, above: tuple[str, ...]) -> Board | None:
    if not (name := value.name()):
        return None
    file = map_file(path.parent.parent, name, path.name)
    if name not in above and is_file(file):
        return load_board(file, above)
    circle = f"the board extends itself: {' extends '.join((*above, name))}"
    value.fail(circle if name in above else f"there is no board {name!r} beside this one")
    return None


def _name_lists(path: Path, parent: Board | None) -> tuple[str, ...]:
    """The names in other languages: a file beside the board, and those of the board it extends."""
    file = map_file(path.parent.parent, path.parent.name, "names.yaml")
    own: tuple[str, ...] = ()
    if is_file(file):
        note_file(file)  # it is read when a text has such a name, perhaps for another page
        own = (str(file),)
    return (*own, *parent.name_lists) if parent else own


def _provinces(top: Fields, parent: Board | None) -> Mapping[Code, Province]:
    provinces: dict[Code, Province] = dict(parent.provinces) if parent else {}
    for word in top.take("drop").words():
        if provinces.pop(Code(word.text), None) is None:
            word.fail(f"there is no space {word.text!r} to drop")
    for key, value in top.take("provinces").mapping():
        code = Code(key.text())
        if code in provinces:
            key.fail(f"the board has {code!r} already; change it under 'amend'")
        elif not _is_code(key):
            continue
        fields = value.mapping()
        terrain = _terrain(fields, None)
        new = Province(code, fields.text("name"), terrain, ferries=terrain == "sea")
        provinces[code] = _province(new, fields)
    for key, value in top.take("amend").mapping():
        code = Code(key.text())
        if code in provinces:
            provinces[code] = _province(provinces[code], value.mapping())
        else:
            key.fail(f"there is no space {code!r} to amend")
    _check_names(top, provinces.values())
    return provinces


def _is_code(key: Value) -> bool:
    """Is it a code for a space? If not, a mistake is noted."""
    is_code = key.text().isalnum()
    if not is_code:
        key.fail(f"{key.text()!r} is not a code: letters and digits only")
    return is_code


def _province(base: Province, fields: Fields) -> Province:
    coasts = fields.texts("coasts")
    centre = fields.flag("centre", base.centre)
    home = fields.text("home", base.home or NOBODY)
    usual = home if centre else NOBODY
    base = fields.over(base, "name", "ferries", "canal", "note")
    return base._replace(
        terrain=_terrain(fields, base.terrain),
        aliases=(*base.aliases, *fields.texts("aliases")),
        coasts=() if coasts == ("one",) else coasts or base.coasts,
        other_coasts=tuple(fields.table("other coasts").items()) or base.other_coasts,
        centre=centre,
        home=None if home == NOBODY else home,
        source=fields.choice("source", SOURCES, base.source),
        builds=None if (site := fields.text("builds", usual)) == NOBODY else site,
    )


def _terrain(fields: Fields, default: Terrain | None) -> Terrain:
    return TERRAINS.get(fields.choice("terrain", TERRAINS, default), "land")


def _check_names(top: Fields, provinces: Iterable[Province]) -> None:
    """No word may mean two spaces, except for codes that differ only in letter case."""
    spaces = list(provinces)
    codes = {plain(p.code): p.code for p in reversed(spaces)}
    meant: dict[str, str] = {}
    for p in spaces:
        for word in (p.name, *p.aliases):
            other = meant.setdefault(plain(word), p.code)
            code = codes.get(plain(word), p.code)
            if other != p.code:
                top.owner.fail(f"{word!r} means both {other} and {p.code}")
            elif plain(code) != plain(p.code):
                top.owner.fail(f"{word!r} means {p.code} and is the code of {code}")


def _evidence(value: Value, survey: NeighbourLists) -> Mapping[str, str]:
    reasons: dict[str, str] = {}
    for key, entry in value.mapping():
        fields = entry.mapping()
        reasons[key.text()] = fields.text("says")
        if "source" in fields:
            source = fields.choice("source", SOURCES)
            for trust in TRUST:
                survey.explain(fields.take(trust), source, key.text(), trust)
            if "rest" in fields:
                survey.explain_rest(source, key.text(), fields.choice("rest", TRUST))
        survey.read_lost(fields.take("lost"), key.text())
    return reasons


def _apart(value: Value, survey: NeighbourLists) -> tuple[NoBorder, ...]:
    named = [(key, survey.pair(key.as_line()), why.text()) for key, why in value.mapping()]
    for key, pair, _ in named:
        if pair and survey.touch(*pair):
            key.fail(f"{pair[0]} and {pair[1]} touch in the ways above")
    return tuple(NoBorder(*pair, why) for _, pair, why in named if pair)


def _passages(value: Value, survey: NeighbourLists) -> tuple[tuple[Code, Code], ...]:
    named = [(word, pair) for word in value.words() if (pair := survey.pair(word))]
    for word, pair in named:
        if not survey.touch(*pair):
            word.fail(f"{pair[0]} and {pair[1]} do not touch in the ways above")
    return tuple((Code(str(one)), Code(str(other))) for _, (one, other) in named)


def _spare(value: Value, board: Board) -> Mapping[Code, SpareSpace]:
    spaces: dict[Code, SpareSpace] = {}
    for key, entry in value.mapping():
        if not _is_code(key):
            continue
        code = Code(key.text())
        fields = entry.mapping()
        base = board.provinces.get(code) or Province(code, fields.text("name"), "coast")
        seas = fields.take("seas").words()
        for sea in seas:
            if sea.text not in board.locations:
                sea.fail(f"there is no space {sea.text!r} on the board")
        spaces[code] = SpareSpace(_province(base, fields), tuple(sea.text for sea in seas))
    return spaces


def drawn_as(root: Path, base: str, board: Board) -> str:
    """The folder of the drawing that shows the board `base`: its own, or that of the board which it
    patches. A patch that changes what is drawn needs its own drawing, even if there is none yet."""
    name = base
    while not is_there(map_file(root, name, "drawing.yaml")):
        name = read(map_file(root, name, "board.yaml")).fields().take("extends").name()
        if not name:
            return base
    drawn = board if name == base else load_board(map_file(root, name, "board.yaml"))
    return name if _to_draw(board) == _to_draw(drawn) else base


def check_drawn(root: Path, name: str, board: Board) -> None:
    """Raises Mistakes if no drawing shows a variant's board with all its changes."""
    if any(is_there(map_file(root, name, file)) for file in ("drawing.yaml", "map.svg")):
        return
    document = read(map_file(root, name, "board.yaml"))
    top = document.fields()
    base = top.take("extends").name()
    if not base:
        top.owner.fail("no drawing.yaml draws this board")
        raise Mistakes(document.mistakes)
    drawn = load_board(map_file(root, base, "board.yaml"))
    other = {str(item[-1]).partition("/")[0] for item in _to_draw(board) ^ _to_draw(drawn)}
    for section in ("provinces", "amend", "ways"):
        for key, _ in top.take(section).mapping():
            if key.text().partition("/")[0] in other:
                key.fail(f"{base}'s drawing does not show this; draw it in a drawing.yaml")
    if not document.mistakes:
        top.owner.fail(f"{base}'s drawing shows another board; this one needs a drawing.yaml")
    raise Mistakes(document.mistakes)


def _to_draw(board: Board) -> set[tuple[object, ...]]:
    """Everything about a board that its drawing shows: spaces and borders."""
    provinces = ((p, None if p.centre else p.builds) for p in board.provinces.values())
    spaces = {(p.name, p.terrain, p.coasts, p.centre, site, p.code) for p, site in provinces}
    ways: set[tuple[object, ...]] = set()
    for start, ends in board.ways.items():
        for end, there in ends.items():
            ways.update((str(end), way.kinds, str(start)) for way in there)
    return {*spaces, *ways}
