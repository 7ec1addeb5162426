"""Sentences on how a phase compares with what was printed, and on what was not read."""

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from builder.model.setting import Setting
from builder.notation.notation import write_order
from builder.playback.doubts import Doubt
from builder.playback.repairs import Repair
from builder.playback.replaying import Stage
from builder.playback.verdict import ALONE
from builder.prose.english import listed, plural

DOUBTS = json.loads(Path(__file__).with_name("doubts.json").read_text(encoding="utf-8"))


class PhaseVerdict(NamedTuple):
    """How a phase compares with what was printed: a line for the page's head, a sentence for its
    foot."""

    kind: str
    line: str
    sentence: str


def verdict(stage: Stage) -> PhaseVerdict:
    """What a phase's head and foot say about the printed result."""
    if stage.verdict == "not recorded":
        line = "Judged here; no printed result to compare"
        return PhaseVerdict("unrecorded", line, "The source prints no result of this phase.")
    agreed, total = what_agrees(stage), len(stage.comparisons)
    sentence = f"{agreed[:1].upper()}{agreed[1:]}."
    if stage.verdict == "agrees":
        full = results_compared(stage) > 0
        line = "Checked: as printed" if full else f"Checked: {agreed}"
        return PhaseVerdict("agrees" if full else "partly", line, sentence)
    if stage.verdict == "not read":
        rest = sentence if total else "Nothing was compared."
        line = "Checked: not all was read"
        return PhaseVerdict("unread", line, f"Not all of this phase was read. {rest}")
    count = Counter(str(c.verdict) for c in stage.comparisons)
    said = ("ruled", "ruling"), ("differs", "difference")
    extra = " and ".join(plural(count[kind], word) for kind, word in said if count[kind])
    if not count["differs"] and all(c.recorded == ALONE for c in stage.comparisons):
        line = f"Judged here, with {extra}"
        return PhaseVerdict(stage.verdict, line, "The game master overruled the judge.")
    line = f"{count['agrees']} of {total} as printed"
    went_on = " Play went on from the printed position." if stage.followed else ""
    return PhaseVerdict(stage.verdict, f"Checked: {line}, {extra}", f"{line}; {extra}.{went_on}")


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
    parts = [
        plural(results, "result") if results else "",
        plural(positions, "position") if positions else "",
        ("the retreats" if results else "the dislodged units") if retreats else "",
        "the supply centres" if centres else "",
    ]
    named = [part for part in parts if part]
    one = len(named) == 1 and named[0].startswith("1 ")
    text = f"{listed(named)} agree{'s' * one}" if named else "nothing agrees"
    return text if results else f"{text}; results were not printed"


def repair_text(repair: Repair, setting: Setting) -> str:
    """`agrees if "A Gal S A Ven - Bud" reads "A Gal S A Vie - Bud"`."""
    head = "agrees"
    if repair.left:
        head = f"agrees but for {listed([c.subject for c in repair.left])}"
    if repair.printed is None or repair.meant is None:
        return f"{head} by the edition of {repair.edition}"
    printed = repair.printed.text or write_order(repair.printed, setting)
    meant = write_order(repair.meant, setting)
    if repair.hidden:
        return f'{head} if a comma was lost in "{printed}": "{meant}"'
    return f'{head} if "{printed}" reads "{meant}"'


def doubt_text(doubt: Doubt) -> str:
    """`reading in doubt, line 38: A Mun and A Boh in Mun; nothing is compared`."""
    where = f", {doubt.source}" if doubt.source else ""
    power = doubt.power or "the source"
    return str(DOUBTS[doubt.why]).format(text=doubt.text, power=power, where=where)
