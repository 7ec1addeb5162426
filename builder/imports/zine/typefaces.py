"""What typefaces and capitals mean in the orders of a zine.

* means the order failed         Unsuccessful moves are underlined         Bold = order succeeds
"""

from collections.abc import Set
from itertools import chain
from typing import NamedTuple

from builder.imports.zine.house import RE
from builder.model.setting import Setting

NEGATED = ("un", "no", "do", "did")  # `unsuccessful`, `not success`, `do not succeed`


class ResultTypeface(NamedTuple):
    """The typefaces that mark orders, as done or else as failed."""

    faces: frozenset[str] = frozenset("iu")
    done: bool = False


FAILED = ResultTypeface()


def legend(text: str, used: Set[str]) -> ResultTypeface:
    """The meaning of typefaces by a line of the zine that explains one of those `used` in orders;
    else the usual meaning, failure."""
    shapes = (RE.legend_star, RE.legend_did_face, RE.legend_face_did, RE.legend_such_did)
    for line in chain.from_iterable(shape.finditer(text) for shape in shapes):
        face = line["face"][0].lower().replace("*", "b")
        if face not in used:
            continue
        did = line["did"].lower()
        if "succ" in did and not did.startswith(NEGATED):
            return ResultTypeface(frozenset(face), done=True)
        return ResultTypeface(FAILED.faces | {face})
    return FAILED


def moves_in_capitals(text: str, setting: Setting) -> int:
    """The number of moves with one place in capitals, apart from codes of seas."""
    names = setting.board.names
    number = 0
    for places in RE.capitals.findall(text):
        written_alike = places[0].isupper() == places[1].isupper()
        if written_alike:
            continue
        codes = [names.get(place) for place in places]
        pairs = zip(places, codes, strict=True)
        number += any(code and place.isupper() != code.isupper() for place, code in pairs)
    return number
