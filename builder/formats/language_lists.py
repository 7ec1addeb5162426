"""Checks a names.yaml: what the spaces and powers of the board beside it are called by language.

names:
  de:
    source: the German edition
    powers: {Austria: "Österreich, Österreich-Ungarn"}
    places: {Vie: Wien, Stp: "Sankt Petersburg, Petersburg"}
    unclear: {Atlantik: NAO MAO}         # a name that may be several spaces
"""

from pathlib import Path

from builder.formats.boards import load_board
from builder.model.board import Board
from builder.model.names import Names, unaccented
from builder.source.documents import read
from builder.source.fields import Fields


def check_language_lists(path: Path | str) -> None:
    """Raises SourceError or Mistakes with every mistake of the file: unknown codes, and names that
    one language gives to two spaces."""
    path = Path(path)
    board = load_board(path.with_name("board.yaml"))
    codes = Names("code", [(code, code) for code in board.provinces])
    document = read(path)
    for _, value in document.fields().need("names").mapping():
        language = value.mapping()
        language.text("source")
        language.table("powers")
        _check_places(language, board, codes)
        _check_unclear(language, codes)
    document.finish()


def _check_places(language: Fields, board: Board, codes: Names) -> None:
    meant: dict[str, str] = {}
    for key, value in language.take("places").mapping():
        code = key.read(codes.find)
        if code is None:
            continue
        for word in value.words():
            name = unaccented(word.text)
            other = meant.setdefault(name, code)
            own = board.names.get(name)
            if other != code:
                word.fail(f"{word.text!r} is a name of {other} as well: put it under `unclear`")
            elif own not in (None, code):
                word.fail(f"{word.text!r} is the board's own name for {own}")


def _check_unclear(language: Fields, codes: Names) -> None:
    for _, value in language.take("unclear").mapping():
        line = value.as_line()
        for code in line.text.split():
            if codes.get(code) is None:
                line.fail(f"{code!r} is not a code of the board")
