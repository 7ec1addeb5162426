"""What a power needs to win, in words."""

from builder.model.units import Position
from builder.prose.english import in_words
from builder.variant import Variant


def goal_of(variant: Variant) -> str:
    """What a power needs to win: `18 of 34 centres`."""
    setting = variant.setting
    progress = list(variant.open(setting.start).progress(setting.start).values())
    if not progress or progress[0].goal is None:
        needed = progress[0].needed if progress else setting.victory
        return f"{needed} of {len(setting.centres)} centres"
    neutral = setting.neutral_centres
    province_counts = sorted({of_power.needed for of_power in progress})
    return (
        f"all {in_words(len(neutral))} neutral centres and the whole home country: "
        f"{' or '.join(map(str, province_counts))} provinces"
    )


def progress_of(variant: Variant, position: Position) -> list[tuple[str, str]]:
    """The progress of each power that holds anything: its name, `7 of 9`, and what is missing."""
    provinces = variant.setting.board.provinces
    rows = []
    for progress in variant.open(position).progress(position).values():
        if not progress.held:
            continue
        text = f"{progress.held} of {progress.needed}"
        if progress.goal is not None and not progress.reached:
            goal = sorted(progress.goal)
            missing = [code for code in goal if position.owners.get(code) != progress.power]
            text += f", without {', '.join(provinces[code].name for code in missing)}"
        rows.append((-progress.held, str(progress.power), text))
    return [(power, text) for _, power, text in sorted(rows)]
