"""What was compared of a phase, and the smallest repair of one that differs, in a sentence."""

from __future__ import annotations

from builder.model.setting import Setting
from builder.notation.notation import write_order
from builder.playback.repairs import Repair
from builder.playback.replaying import Stage
from builder.prose.numbers import listed


def results_compared(stage: Stage) -> int:
    """How many printed results of orders agree."""
    return sum(
        c.verdict == "agrees" and c.refuges is None and any((c.action, c.fate, c.written))
        for c in stage.comparisons
    )


def what_agrees(stage: Stage) -> str:
    """`34 positions agree; results were not printed`."""
    recorded = stage.recorded
    agreed = [c for c in stage.comparisons if c.verdict == "agrees"]
    subjects = {c.subject for c in agreed}
    results = results_compared(stage)
    positions = len(recorded.after or ()) if recorded and "position" in subjects else 0
    retreats = sum(c.refuges is not None for c in agreed) + bool(recorded and recorded.dislodged)
    centres = "supply centres" in subjects or any(c.subject.startswith("centre") for c in agreed)
    told = [
        *[_plural(results, "result")] * bool(results),
        *[_plural(positions, "position")] * bool(positions),
        *["the dislodged units" if not results else "the retreats"] * bool(retreats),
        *["the supply centres"] * centres,
    ]
    alone = len(told) == 1 and told[0].startswith("1 ")
    text = f"{listed(told)} agree{'s' * alone}" if told else "nothing agrees"
    return text if results else f"{text}; results were not printed"


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def repair_text(repair: Repair, setting: Setting) -> str:
    """`agrees if "A Gal S A Ven - Bud" reads "A Gal S A Vie - Bud"`."""
    head = "agrees"
    if repair.left:
        head = f"agrees but for {listed([c.subject for c in repair.left])}"
    if repair.printed is None or repair.meant is None:
        return f"{head} by the edition of {repair.edition}"
    printed, meant = (write_order(w, setting) for w in (repair.printed, repair.meant))
    if repair.hidden:
        return f'{head} if a comma was lost in "{repair.printed.text or printed}": "{meant}"'
    return f'{head} if "{repair.printed.text or printed}" reads "{meant}"'
