"""What a power needs to win, in words."""

from builder.model.units import Position
from builder.prose.english import in_words
from builder.variant import Variant


def goal_of(variant: Variant) -> str:
    """What a power needs to win: `18 of 34 centres`."""
    setting = variant.setting
    found = list(variant.open(setting.start).progress(setting.start).values())
    if not found or found[0].goal is None:
        needed = found[0].needed if found else setting.victory
        return f"{needed} of {len(setting.centres)} centres"
    neutral = setting.neutral_centres
    wanted = sorted({p.needed for p in found})
    return (
        f"all {in_words(len(neutral))} neutral centres and the whole home country: "
        f"{' or '.join(map(str, wanted))} provinces"
    )


def progress_of(variant: Variant, position: Position) -> list[tuple[str, str]]:
    """The progress of each power that holds anything: its name, `7 of 9`, and what is missing."""
    shown = []
    for p in variant.open(position).progress(position).values():
        names = variant.setting.board.provinces
        missing = [names[c].name for c in sorted(p.goal or ()) if position.owners.get(c) != p.power]
        rest = f", without {', '.join(missing)}" if p.goal is not None and not p.reached else ""
        shown.append((-p.held, str(p.power), f"{p.held} of {p.needed}{rest}"))
    return [(power, text) for held, power, text in sorted(shown) if held]
