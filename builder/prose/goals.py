"""What a power needs to win, in words."""

from builder.model.position import Position, Progress
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
    found = variant.open(position).progress(position).values()
    shown = sorted((p for p in found if p.held), key=lambda p: (-p.held, p.power))
    return [(str(p.power), _words(variant, position, p)) for p in shown]


def _words(variant: Variant, position: Position, p: Progress) -> str:
    text = f"{p.held} of {p.needed}"
    if p.goal is None or p.reached:
        return text
    provinces = variant.setting.board.provinces
    missing = [provinces[c].name for c in sorted(p.goal) if position.owners.get(c) != p.power]
    return f"{text}, without {', '.join(missing)}"
