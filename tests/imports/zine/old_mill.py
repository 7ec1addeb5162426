"""A made-up game of a zine whose capitals show where units end, issue by issue."""

from __future__ import annotations

from collections.abc import Mapping

from our_archive import ARCHIVE

from builder.imports.importer import Imported
from builder.playback.replaying import under, walk

PLAYERS = {
    "AUSTRIA": "Birch", "ENGLAND": "Cole", "FRANCE": "Dale", "GERMANY": "Elm", "ITALY": "Fenn",
    "RUSSIA": "Gale", "TURKEY": "Hart",
}  # fmt: skip
SPRING = {
    "AUSTRIA": "f tri-ALB, a vie-BUD, a bud-SER",
    "ENGLAND": "f lon-ENG, f edi-NTH, a lvp-YOR",
    "FRANCE": "f bre-MID, a mar-SPA, a par-PIC",
    "GERMANY": "f kie-DEN, a ber-KIE, a mun-RUH",
    "ITALY": "f nap-ION, a ven-TYO, a rom-VEN",
    "RUSSIA": "f stp(sc)-GOB, f sev-BLA, a MOS h, a war-UKR",
    "TURKEY": "f ank-CON, a smy-ARM, a con-BUL",
}
SUMMER = {
    "AUSTRIA": "has f ALB, a BUD, a SER",
    "ENGLAND": "has f ENG, f NTH, a YOR",
    "FRANCE": "has f MID, a SPA, a PIC",
    "GERMANY": "has f DEN, a KIE, a RUH",
    "ITALY": "has f ION, a TYO, a VEN",
    "RUSSIA": "has f GOB, f BLA, a MOS, a UKR",
    "TURKEY": "has f CON, a ARM, a BUL",
}
FALL = {
    "AUSTRIA": "a SER S f alb-gre, a BUD h, f alb-GRE",
    "ENGLAND": "f ENG h, f NTH C a yor-nwy, a yor-NWY",
    "FRANCE": "f mid-POR, a SPA h, a pic-BEL",
    "GERMANY": "f DEN h, a kie-HOL, a RUH S FRENCH a pic-bel",
    "ITALY": "f ion-TUN, a TYO h, a VEN h",
    "RUSSIA": "f gob-SWE, f BLA h, a MOS h, a ukr-RUM",
    "TURKEY": "f CON h, a ARM h, <i>a BUL-gre</i>",
}
CHART = {
    "AUSTRIA": "|\ntri,vie,bud,ser,gre |\n(has 3, bld 2)",
    "ENGLAND": "|\nedi,lvp,lon,nwy |\n(has 3, bld 1)",
    "FRANCE": "|\npar,bre,mar,spa,por,bel |\n(has 3, bld 3)",
    "GERMANY": "|\nkie,ber,mun,den,hol |\n(has 3, bld 2)",
    "ITALY": "|\nrom,nap,ven,tun |\n(has 3, bld 1)",
    "RUSSIA": "|\nwar,stp,mos,sev,rum,swe |\n(has 4, bld 2)",
    "TURKEY": "|\nank,smy,con,bul |\n(has 3, bld 1)",
}
WINTER = {
    "AUSTRIA": "bld a vie, a tri; has a VIE, a TRI, a SER, a BUD, f GRE",
    "ENGLAND": "bld f lon; has f LON, f ENG, f NTH, a NWY",
    "FRANCE": "bld f bre, a par, a mar; has f BRE, a PAR, a MAR, f POR, a SPA, a BEL",
    "GERMANY": "bld f kie, a mun; has f KIE, a MUN, f DEN, a HOL, a RUH",
    "ITALY": "bld f nap; has f NAP, f TUN, a TYO, a VEN",
    "RUSSIA": "bld f stp(nc), a war; has f STP(NC), a WAR, f SWE, f BLA, a MOS, a RUM",
    "TURKEY": "bld f smy; has f SMY, f CON, a ARM, a BUL",
}
HOLDS = {
    "AUSTRIA": "a VIE h, a TRI h, a SER h, a BUD h, f GRE h",
    "ENGLAND": "f LON h, f ENG h, f NTH h, a NWY h",
    "FRANCE": "f BRE h, a PAR h, a MAR h, f POR h, a SPA h, a BEL h",
    "GERMANY": "f KIE h, a MUN h, f DEN h, a HOL h, a RUH h",
    "ITALY": "f NAP h, f TUN h, a TYO h, a VEN h",
    "RUSSIA": "f STP(NC) h, a WAR h, f SWE h, f BLA h, a MOS h, a RUM h",
    "TURKEY": "f SMY h, f CON h, a ARM h, a BUL h",
}
LISTED = {power: f"has {text.partition('has ')[2]}" for power, text in WINTER.items()}
# In Spring 1902 Germany takes Belgium; the French army may go to Picardy or Burgundy.
BELGIUM = HOLDS | {
    "FRANCE": "f bre-MID, a PAR h, a MAR h, f POR h, a SPA h, <i>a bel h</i> (d r:pic,bur,otb)",
    "GERMANY": "f KIE h, a MUN h, f DEN h, a hol-BEL, a RUH S a hol-bel",
}
TAKEN = LISTED | {"GERMANY": "has f KIE, a MUN, f DEN, a BEL, a RUH"}
FRENCH_LEFT = "has f MID, a PAR, a MAR, f POR, a SPA"
ISSUE = "===== lantern{}.html :: THE OLD MILL: 2031ZZ, Regular Diplomacy =====\n"


def issue(
    number: int,
    heading: str,
    entries: Mapping[str, str],
    chart: Mapping[str, str] | None = None,
    before: str = "",
) -> str:
    """One issue: the entries of powers under a heading, a chart under them, lines before it."""
    lines = [ISSUE.format(number) + before + f"<i>{heading}</i>"]
    lines += [f"{power} ({PLAYERS[power]}): {text}." for power, text in entries.items()]
    if chart:
        lines.append("<i>Supply Center Chart</i>")
        lines += [f"{power} ({PLAYERS[power]}): {text}" for power, text in chart.items()]
    return "\n\n".join([*lines, "[addresses removed]\n\n"])


def opening(until: str = "Winter 1901", **changed: Mapping[str, str]) -> str:
    """The issues of 1901 up to one season, with changed entries of a season: `WINTER={...}`."""
    chart = CHART | dict(changed.get("CHART", {}))
    issues = {
        "Spring 1901": issue(10, "Spring 1901", SPRING | dict(changed.get("SPRING", {}))),
        "Summer 1901": issue(11, "Summer 1901", SUMMER | dict(changed.get("SUMMER", {}))),
        "Fall 1901": issue(12, "Fall 1901", FALL | dict(changed.get("FALL", {})), chart),
        "Winter 1901": issue(13, "Winter 1901", WINTER | dict(changed.get("WINTER", {}))),
    }
    seasons = [*issues]
    return "".join(issues[season] for season in seasons[: seasons.index(until) + 1])


def verdicts(game: Imported) -> dict[str, str]:
    """The verdict on each phase of a game, by the phase's title."""
    record = game.record
    variant = under(ARCHIVE.variant(record.variant), record)
    title = variant.setting.calendar.title
    return {title(stage.phase): stage.verdict for stage in walk(variant, record)}


def agrees(game: Imported) -> bool:
    """Does every phase agree?"""
    return {*verdicts(game).values()} == {"agrees"}
