"""One input tried: what it raised, how long it took, and how much memory."""

from __future__ import annotations

import gc
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

SECONDS = 2.0
MEGABYTES = 300


class Find(NamedTuple):
    """What is wrong with how an input was taken; `what` is the same for the same fault."""

    what: str
    detail: str


class TooSlowError(BaseException):
    """Raised in the midst of what takes too long; nothing catches it as an Exception."""


def _stop(*_: object) -> None:
    raise TooSlowError


def tried(run: Callable[[bytes], object], data: bytes, allowed: type[Exception]) -> Find | None:
    """Run one input; None where it was taken or refused as it should be. Garbage that other tests
    left is not collected in its time, in the midst of which nothing can be raised."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    gc.disable()
    kept = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        run(data)
    except allowed as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        if told := [c for c in str(error) if ord(c) < 32 and c not in "\n\t"]:
            return Find("control characters in a message", repr(told[:3]))
    except TooSlowError:
        return Find(f"slow at {_place(sys.exc_info()[2])}", f"over {SECONDS} s")
    except Exception as error:
        place = _place(error.__traceback__)
        return Find(f"{type(error).__name__} at {place}", traceback.format_exc(limit=-6))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, kept)
        gc.enable()
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return Find("memory", f"{grown:.0f} MB more") if grown > MEGABYTES else None


def measured(run: Callable[[bytes], object], data: bytes) -> float:
    """Seconds of one run."""
    begun = time.perf_counter()
    run(data)
    return time.perf_counter() - begun


def _place(trace: object) -> str:
    """The innermost place within the program."""
    frames = [f for f in traceback.extract_tb(trace) if "/builder/" in f.filename]  # type: ignore[arg-type]
    last = frames[-1] if frames else None
    return f"{last.filename.partition('/builder/')[2]}:{last.name}" if last else "outside"
