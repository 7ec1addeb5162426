"""Sentences on how a phase compares with what was printed, and on what was not read."""

from dataclasses import dataclass

from builder.model.setting import Setting
from builder.notation.notation import write_order
from builder.playback.doubts import Doubt
from builder.playback.repairs import Repair
from builder.playback.replaying import Stage
from builder.playback.verdict import ALONE
from builder.prose.english import listed, plural

SENTENCES = {
    "line": "not understood{where}: {text}",
    "unattacked": "reading in doubt{where}: {text} is dislodged, but no order read leads there; "
    "nothing is compared",
    "crowded": "reading in doubt{where}: {text}; nothing is compared",
    "lost": "reading in doubt{where}: {text} of {power} are missing in the printed position, and"
    " nothing took them away; nothing is compared",
    "chart": "reading in doubt{where}: the chart does not add up for {power} ({text});"
    " nothing is compared",
    "gap": "{text} is missing or incomplete, and what is printed rests on it",
    "absent": "reading in doubt{where}: no such unit of {power} is on the board: {text}",
}


@dataclass(frozen=True, slots=True)
class PhaseVerdict:
    """How a phase compares with what was printed: a line for the page's head, a sentence for its
    foot."""

    kind: str
    line: str
    sentence: str


def verdict(stage: Stage) -> PhaseVerdict:
    """What a phase's head and foot say about the printed result."""
    compared = list(stage.comparisons)
    if stage.verdict == "not recorded":
        return PhaseVerdict(
            "unrecorded",
            "Judged here; no printed result to compare",
            "The source prints no result of this phase.",
        )
    agreed = what_agrees(stage)
    if stage.verdict == "agrees":
        full = results_compared(stage) > 0
        line = "Checked: as printed" if full else f"Checked: {agreed}"
        return PhaseVerdict("agrees" if full else "partly", line, f"{_sentence(agreed)}.")
    if stage.verdict == "not read":
        rest = f" {_sentence(agreed)}." if compared else " Nothing was compared."
        return PhaseVerdict(
            "unread", "Checked: not all was read", f"Not all of this phase was read.{rest}"
        )
    agree = sum(c.verdict == "agrees" for c in compared)
    ruled = sum(c.verdict == "ruled" for c in compared)
    differ = sum(c.verdict == "differs" for c in compared)
    line = f"{agree} of {len(compared)} as printed"
    extra = [plural(ruled, "ruling")] if ruled else []
    extra += [plural(differ, "difference")] if differ else []
    if ruled and not differ and all(c.recorded == ALONE for c in compared):
        line = f"Judged here, with {extra[0]}"
        return PhaseVerdict(stage.verdict, line, "The game master overruled the judge.")
    went_on = " Play went on from the printed position." if stage.followed else ""
    return PhaseVerdict(
        stage.verdict,
        f"Checked: {line}, {' and '.join(extra)}",
        f"{line}; {' and '.join(extra)}.{went_on}",
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


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
    printed, meant = (write_order(w, setting) for w in (repair.printed, repair.meant))
    if repair.hidden:
        return f'{head} if a comma was lost in "{repair.printed.text or printed}": "{meant}"'
    return f'{head} if "{repair.printed.text or printed}" reads "{meant}"'


def doubt_text(doubt: Doubt) -> str:
    """`reading in doubt, line 38: A Mun and A Boh in Mun; nothing is compared`."""
    where = f", {doubt.source}" if doubt.source else ""
    power = doubt.power or "the source"
    return SENTENCES[doubt.why].format(text=doubt.text, power=power, where=where)
