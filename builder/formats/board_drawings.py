"""The drawing that shows a board: its own, or that of the board which it patches."""

from pathlib import Path

from builder.errors import Mistakes
from builder.formats.boards import load_board
from builder.model.board import Board
from builder.provided import map_file
from builder.source.documents import read


def drawn_as(root: Path, base: str, board: Board) -> str:
    """The folder of the drawing that shows the board `base`: its own, or that of the board which
    it patches.

    A patch that changes what is drawn needs its own drawing, even if there is none yet.
    """
    name = base
    while not map_file(root, name, "drawing.yaml").exists():
        name = read(map_file(root, name, "board.yaml")).fields().take("extends").name()
        if not name:
            return base
    drawn = board if name == base else load_board(map_file(root, name, "board.yaml"))
    return name if _to_draw(board) == _to_draw(drawn) else base


def check_drawn(root: Path, name: str, board: Board) -> None:
    """Raises Mistakes if no drawing shows a variant's board with all its changes."""
    if any(map_file(root, name, file).exists() for file in ("drawing.yaml", "map.svg")):
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
    spaces = {
        (p.name, p.terrain, p.coasts, p.centre, None if p.centre else p.builds, p.code)
        for p in board.provinces.values()
    }
    ways = {
        (str(end), way.kinds, str(start))
        for start, ends in board.ways.items()
        for end, there in ends.items()
        for way in there
    }
    return {*spaces, *ways}
