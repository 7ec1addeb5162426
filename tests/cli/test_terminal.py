"""What a shell completes, and what a terminal colours."""

from __future__ import annotations

import io

import pytest
from click.shell_completion import ShellComplete
from our_archive import ROOT

from builder.cli import PrintableStream, main


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("words", "begun", "expected"),
    [
        (["explain"], "1998v", "1998v-come-and-have-a-go"),
        (["explain", "1998v"], "f190", "F1901M"),
        ([], "rec", "receive"),
    ],
)
def test_games_and_phases_are_completed(
    words: list[str], begun: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    found = ShellComplete(main, {}, "chancery", "_X").get_completions(words, begun)
    assert expected in [item.value for item in found]


def test_places_and_carets_have_colours_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "games/x.yaml:5:14: unknown province\n      A Vun\n        ^^^\n\x1b[31mred\n"
    plain, coloured = io.StringIO(), Terminal()
    PrintableStream(plain).write(text)
    PrintableStream(coloured).write(text)
    assert "\x1b" not in plain.getvalue()
    assert "\x1b[1mgames/x.yaml:5:14:\x1b[0m unknown" in coloured.getvalue()
    assert "\x1b[31m\x1b[1m        ^^^" in coloured.getvalue()
    assert "\ufffd[31mred" in coloured.getvalue(), "what people wrote has no colours"
    monkeypatch.setenv("NO_COLOR", "1")
    PrintableStream(bare := Terminal()).write(text)
    assert "\x1b" not in bare.getvalue()
