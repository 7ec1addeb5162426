"""The line that says what a search hit is: a person, a zine, an opening, a space of a board."""

from collections.abc import Sequence

from builder.prose.english import listed, plural

MOST_BOARDS = 3  # that a line names


def person_line(run: int, played: int, won: int) -> str:
    """What somebody did in the games of the archive, given the numbers of games.

    >>> person_line(run=2, played=5, won=1)
    'Ran 2 games, played 5 games, won 1.'
    """
    facts: list[str] = []
    if run:
        facts.append(f"ran {plural(run, 'game')}")
    if played:
        facts.append(f"played {plural(played, 'game')}")
    if won:
        facts.append(f"won {won}")
    text = ", ".join(facts)
    return f"{text[:1].upper()}{text[1:]}."


def zine_line(games: int, issues: int) -> str:
    """How many games of a zine are here, and how many of its issues.

    >>> zine_line(games=3, issues=0)
    'A zine: 3 games here.'
    """
    if not issues:
        return f"A zine: {plural(games, 'game')} here."
    return f"A zine: {plural(games, 'game')} and {plural(issues, 'issue')} here."


def opening_line(power: str, orders: Sequence[str], games: int) -> str:
    """Whose opening it is, its orders, and in how many games of the archive it was played."""
    played = f"played in {plural(games, 'game')} here" if games else "played in no game here"
    return f"Opening of {power}: {', '.join(orders)}; {played}."


def space_line(kind: str, home: str, boards: Sequence[str]) -> str:
    """What a space of a board is: `kind` is land, coast or sea, `home` whose home centre it is.

    >>> space_line("coast", "Germany", ["Standard", "Loeb9"])
    'A coastal province, home centre of Germany, on the boards Standard and Loeb9.'
    """
    what = {"sea": "A sea", "coast": "A coastal province", "land": "An inland province"}[kind]
    if home:
        what += f", home centre of {home},"
    shown = [*boards[:MOST_BOARDS]]
    more = len(boards) - len(shown)
    if more:
        shown.append(f"{more} more")
    return f"{what} on the {'board' if len(boards) == 1 else 'boards'} {listed(shown)}."
