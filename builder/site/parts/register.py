"""`games/register.json`: names of people, and games for beginners, as the editor gives them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from builder.errors import ArchiveError
from builder.prose.names import slug
from builder.source.files import read_whole


class Register(NamedTuple):
    """The full name by each printed form's slug, and reasons to begin with a game, by its id."""

    people: Mapping[str, str] = {}
    shelf: Mapping[str, str] = {}

    def name(self, printed: str) -> str:
        """The full name for a name as it was printed."""
        return self.people.get(slug(printed), printed)


EMPTY = Register()


def read_register(path: Path) -> Register:
    """Read the file, if there is one.
    It has `people`, each full name with a list of its printed forms, and `shelf`, each id of a game
    with a reason. Raises ArchiveError if it has not, SourceError if it cannot be read."""
    if not path.is_file():
        return EMPTY
    try:
        data = json.loads(read_whole(path))
        people: dict[str, str] = {}
        for name, printed_forms in data["people"].items():
            people.update((slug(form), str(name)) for form in printed_forms)
        return Register(people, {str(game): str(why) for game, why in data["shelf"].items()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        form = '{"people": {"Jim Burgess": ["Burgess"]}, "shelf": {"1998v-…": "why"}}'
        raise ArchiveError(f"{path}: this does not have the form {form}") from error
