"""Who owns which centre, as a short text for small maps: a letter for each centre."""

from collections.abc import Mapping

from builder.model.setting import Setting
from builder.model.units import Code, Power

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
NOBODY = "-"


def owner_letters(owners: Mapping[Code, Power], setting: Setting) -> str:
    """The owner of each centre in the order of `map_centres`: the place of its power among the
    nations as one of `LETTERS`, or `-`. Powers beyond those are not shown."""
    place = {nation.name: number for number, nation in enumerate(setting.nations)}
    text = ""
    for centre in map_centres(setting):
        number = place.get(owners[centre], len(LETTERS)) if centre in owners else len(LETTERS)
        text += LETTERS[number] if number < len(LETTERS) else NOBODY
    return text


def map_centres(setting: Setting) -> list[Code]:
    """The centres of a variant in the order in which small maps list them."""
    return sorted(setting.centres)
