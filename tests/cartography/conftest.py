"""Every test of a drawing runs for every board that has one; none without shapely."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob: list[str] = []
if find_spec("shapely") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from drawn_boards import board, drawing, svg, variant

    __all__ = ["board", "drawing", "svg", "variant"]
