"""`games/register.json`: names of people, who is left out, and games for beginners."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from builder.errors import ArchiveError
from builder.prose.names import slug
from builder.source.files import read_whole
from builder.source.recording import is_file


class Register(NamedTuple):
    """The full name by each printed form's slug, and reasons to begin with a game, by its id.

    `left_out` are the slugs of the full names of people who wish to be in no list.
    """

    people: Mapping[str, str] = {}
    shelf: Mapping[str, str] = {}
    left_out: frozenset[str] = frozenset()

    def name(self, printed: str) -> str:
        """The full name for a name as it was printed."""
        return self.people.get(slug(printed), printed)

    def lists(self, name: str) -> bool:
        """May the person with this full name be in lists?"""
        return slug(name) not in self.left_out


EMPTY = Register()


def read_register(path: Path) -> Register:
    """Read the file, if there is one.
    It has `people`, each full name with a list of its printed forms, `shelf`, each id of a game
    with a reason, and perhaps `left out`, a list of full names. Raises ArchiveError if it has not,
    SourceError if it cannot be read."""
    if not is_file(path):
        return EMPTY
    try:
        data = json.loads(read_whole(path))
        people: dict[str, str] = {}
        for name, printed_forms in data["people"].items():
            people.update((slug(form), str(name)) for form in printed_forms)
        shelf = {str(game): str(why) for game, why in data["shelf"].items()}
        left_out = frozenset(slug(name) for name in data.get("left out", []))
        return Register(people, shelf, left_out)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        form = '{"people": {"Jim Burgess": ["Burgess"]}, "shelf": {"1998v-…": "why"}}'
        raise ArchiveError(f"{path}: this does not have the form {form}") from error
