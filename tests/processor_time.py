"""What may not take long, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """The block takes no more time of this process; what others do does not count."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < seconds
