"""How laws are tried: the same examples in every run, however long they take."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "laws",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[*HealthCheck],
)
settings.load_profile("laws")
