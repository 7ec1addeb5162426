"""Options by which a game differs from its variant at the start."""

from __future__ import annotations

from test_board_facts import variant

from builder.model.units import Power


def test_other_units() -> None:
    """HU-R8: England begins with a fleet in the Channel, and owns Devon."""
    usual = variant("hundred").setting.start
    other = variant("hundred").playing({"other_units": "yes"}).setting.start
    assert {str(u) for u in usual.units} - {str(u) for u in other.units} == {"F Dev"}
    assert {str(u) for u in other.units} - {str(u) for u in usual.units} == {"F ECH"}
    assert other.owners == usual.owners
    assert usual.owners["Dev"] == Power("England")  # type: ignore[index]


def test_nothing_chosen_changes_nothing() -> None:
    assert variant("hundred").playing({}) is variant("hundred")
    assert variant("hundred").playing({"other_units": "no"}).setting.start == (
        variant("hundred").setting.start
    )
