"""The examples of docs/writing-a-game.md are read as a stranger would have them read."""

import re

import pytest
from our_archive import ARCHIVE, ROOT

from builder.errors import ArchiveError
from builder.formats.forms import schemas
from builder.formats.game import read_game
from builder.formats.game.phases import KEYS
from builder.formats.game.writing import write_game
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay

GUIDE = (ROOT / "docs" / "writing-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
HEAD = "game: x\nvariant: standard\n"


def whole(block: str) -> list[str]:
    """The block as a game file, or each of its lines as one."""
    if block.startswith(("game:", "format:")):
        return [block]
    if block.startswith("  "):
        return [f"{HEAD}phases:\n{block}"]
    if block.startswith("result:"):
        return [f"{HEAD}phases: {{}}\n{line}" for line in block.splitlines()]
    if block.startswith("rulings:"):
        return [f"{HEAD}phases:\n  Fall 1901: {{England: A Yor-Nwy}}\n{block}"]
    return []


@pytest.mark.parametrize("text", [text for block in BLOCKS for text in whole(block)])
def test_every_example_is_read(text: str):
    game = read_game(text, "example.yaml", ARCHIVE.variant)
    standard = ARCHIVE.variant("standard")
    again = read_game(write_game(game, standard), "example.yaml", ARCHIVE.variant)
    assert [len(p.orders) for p in again.phases] == [len(p.orders) for p in game.phases]


def test_the_complete_example_agrees_with_the_judge():
    text = BLOCKS[[block.startswith("format:") for block in BLOCKS].index(True)]
    game = read_game(text, "example.yaml", ARCHIVE.variant)
    verdicts = [stage.verdict for stage in replay(ARCHIVE.variant("standard"), game).stages]
    assert verdicts == ["agrees"] * 3


def test_the_mistake_that_is_shown_is_the_one_that_is_found():
    shown = re.search(r"```\n(\S+:\d+:\d+: unknown province.*?)\n```", GUIDE, re.DOTALL)
    assert shown is not None
    text = BLOCKS[0].replace("A Par-Bur,", "A Par-Brg,")
    with pytest.raises(ArchiveError) as failure:
        read_game(text, "games/standard/an-opening.yaml", ARCHIVE.variant)
    lines = [line.strip() for line in str(failure.value).splitlines()]
    assert lines == [line.strip() for line in shown[1].splitlines()]


def test_every_key_is_explained():
    made = schemas({"standard": ARCHIVE.variant("standard").setting})
    header = made["game"]["properties"]
    for key in (*header, *KEYS):
        assert f"`{key}`" in GUIDE, key


def test_every_result_is_explained():
    for outcome in Outcome:
        if outcome not in (Outcome.UNDECIDED, Outcome.ABOARD):
            assert f"`{outcome.value}`" in GUIDE, outcome
