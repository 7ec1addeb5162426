"""Zine texts with one sign lost: what is read is right, or it is reported."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from our_archive import examples
from samples import Read

from builder.imports.importer import Imported
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.variant import Variant

CAPITALS = """\
===== gazette12.html :: DAMAGE: 1999ZZ, Regular Diplomacy =====
<i>Spring 1901</i>

AUSTRIA (Ann): a vie-GAL, a bud-SER, <i>f TRI-ven</i>.
ENGLAND (Bob): f lon-NTH, f edi-NWG, a lvp-YOR.
FRANCE (Cid): a mar-SPA, a PAR S a mar-bur (nso), f bre-MID.
GERMANY (Dee): a mun-RUH, a ber-KIE, f kie-DEN.
ITALY (Eve): <i>a VEN-tri</i>, a rom-APU, f nap-ION.
RUSSIA (Fay): a war-UKR, a MOS h, <i>f SEV-bla</i>,
f stp(sc)-BOT.
TURKEY (Gil): a con-BUL, <i>f ANK-bla</i>, a smy-CON.

===== gazette13.html :: DAMAGE: 1999ZZ, Regular Diplomacy =====
<i>Fall 1901</i>

AUSTRIA (Ann): a GAL S RUSSIAN a ukr-rum, a ser-GRE,
f TRI h.
ENGLAND (Bob): f NTH C a yor-nwy, a yor-NWY, f nwg-BAR.
FRANCE (Cid): a spa-POR, a par-BUR, f MID h.
GERMANY (Dee): a ruh-BEL, a kie-HOL, <i>f DEN-swe</i>.
ITALY (Eve): a VEN h, f ION C a apu-tun, a apu-TUN.
RUSSIA (Fay): a ukr-RUM, a mos-UKR, f SEV S a ukr-rum,
<i>f BOT-swe</i>.
TURKEY (Gil): a BUL S a con-gre (nso), f ank-BLA, a CON h.

<i>Supply Center Chart</i>

AUSTRIA (Ann): bud,gre,tri,vie (has 3, bld 1)
ENGLAND (Bob): edi,lon,lvp,nwy (has 3, bld 1)
FRANCE (Cid): bre,mar,par,por (has 3, bld 1)
GERMANY (Dee): bel,ber,den,hol,kie,mun (has 3, bld 3)
ITALY (Eve): nap,rom,tun,ven (has 3, bld 1)
RUSSIA (Fay): mos,rum,sev,stp,war (has 4, bld 1)
TURKEY (Gil): ank,bul,con,smy (has 3, bld 1)

===== gazette14.html :: DAMAGE: 1999ZZ, Regular Diplomacy =====
<i>Winter 1901</i>

AUSTRIA (Ann): bld a bud; has a BUD, a GAL, a GRE, f TRI.
ENGLAND (Bob): bld f lon; has f LON, f NTH, a NWY, f BAR.
FRANCE (Cid): bld a mar; has a MAR, a POR, a BUR, f MID.
GERMANY (Dee): bld a mun, f kie, a ber; has a MUN, f KIE, a BER, a BEL, a HOL, f DEN.
ITALY (Eve): bld f nap; has f NAP, a VEN, f ION, a TUN.
RUSSIA (Fay): bld a mos; has a MOS, a RUM, a UKR, f SEV, f BOT.
TURKEY (Gil): bld a smy; has a SMY, a BUL, f BLA, a CON.

===== gazette15.html :: DAMAGE: 1999ZZ, Regular Diplomacy =====
<i>Spring 1902</i>

AUSTRIA (Ann): a bud-SER, a GAL h, a GRE S RUSSIAN a rum-bul, f TRI h.
ENGLAND (Bob): f LON h, f NTH S f bar-nwy (nso), a nwy-SWE, f BAR S a nwy-swe (imp).
FRANCE (Cid): a mar-GAS, a POR h, a BUR h, f mid-WES.
GERMANY (Dee): a MUN h, a BER h, f KIE S f den, a BEL h, a HOL h, f DEN h.
ITALY (Eve): f nap-TYH, a VEN h, f ION h, a TUN h.
RUSSIA (Fay): a MOS h, a rum-BUL, a ukr-RUM, f SEV S a ukr-rum,
f BOT h.
TURKEY (Gil): a SMY h, <i>a bul h</i> (d ann), f BLA h, a CON h.
"""
WORDS = """\
Spring 1901
Austria: A Vie-Gal, A Bud-Ser, F Tri-Ven (bounced)
England: F Lon-NTH, F Edi-NWG, A Lvp-Yor
France: A Mar-Spa, A Par S A Mar-Bur (void), F Bre-MAO
Germany: A Mun-Ruh, A Ber-Kie, F Kie-Den
Italy: A Ven-Tri (bounced), A Rom-Apu, F Nap-ION
Russia: A War-Ukr, A Mos H, F Sev-BLA (bounced), F Stp/sc-BOT
Turkey: A Con-Bul, F Ank-BLA (bounced), A Smy-Con

Fall 1901
Austria: A Gal S Russian A Ukr-Rum, A Ser-Gre, F Tri H
England: F NTH C A Yor-Nwy, A Yor-Nwy, F NWG-BAR
France: A Spa-Por, A Par-Bur, F MAO H
Germany: A Ruh-Bel, A Kie-Hol, F Den-Swe (bounced)
Italy: A Ven H, F ION C A Apu-Tun, A Apu-Tun
Russia: A Ukr-Rum, A Mos-Ukr, F Sev S A Ukr-Rum, F BOT-Swe (bounced)
Turkey: A Bul H, F Ank-BLA, A Con H
"""
UNDERLINED = """\
<I>Spring 1901</I>
<I>Austria</I> Ann Other ([email])
A Vie-Gal, A Bud-Ser, <U>F Tri-Ven</U>
<I>France</I> Cid Other ([email])
A Mar-Spa, <U>A Par S A Mar-Bur (nso)</U>, F Bre-Mid
<I>Germany</I> Dee Other ([email])
A Mun-Ruh, A Ber-Kie, F Kie-Den
<I>Italy</I> Eve Other ([email])
<U>A Ven-Tri</U>, A Rom-Apu, F Nap-Ion

<I>Fall 1901</I>
<I>Austria</I> Ann Other ([email])
A Gal H, A Ser-Gre, F Tri H
<I>France</I> Cid Other ([email])
A Spa-Por, A Par-Bur, F Mid H
<I>Germany</I> Dee Other ([email])
A Ruh-Bel, A Kie-Hol, F Den-Swe
<I>Italy</I> Eve Other ([email])
A Ven H, F Ion C A Apu-Tun, A Apu-Tun
"""
TEXTS = {"capitals": CAPITALS, "words": WORDS, "underlined": UNDERLINED}
LOST = {
    "comma": r",", "bracket": r"[()]", "line end": r"\n",
    "mark": r"\((?:nso|imp|d ann|bounced|void)\)",
    "capital": r"[A-Z](?=[A-Z])|(?<=[A-Z])[A-Z]", "colon": r":", "tag": r"</?[iuIU]>", "dash": r"-",
    "stop": r"\.$", "blank": r"(?<=\w) (?=\w)",
}  # fmt: skip
TOLD = frozenset({Outcome.MOVED, Outcome.GIVEN, Outcome.HELD, Outcome.DISLODGED})
EACH = examples(12)  # of each kind of loss in each text


def damaged(text: str, kind: str) -> Iterator[tuple[int, str]]:
    """Texts without one sign, and the line that has lost it."""
    places = [m for m in re.finditer(LOST[kind], text, re.MULTILINE) if m.start() < len(text) - 1]
    chosen = random.Random(kind).sample(places, min(EACH, len(places)))
    for found in sorted(chosen, key=re.Match.start):
        with_it = found[0].lower() if kind == "capital" else " " * (kind == "line end")
        start, end = found.span()
        yield text.count("\n", 0, start) + 1, text[:start] + with_it + text[end:]


def reading(games: list[Imported]) -> list[object]:
    """All that is read: orders, which of them were carried out, positions and charts."""
    return [
        (
            p.phase,
            [(w.issuer, w.unit, w.order) for w in p.orders],
            {(r.power, r.at, r.outcomes & TOLD, r.options) for r in p.results},
            {*(p.after or ())},
            p.owners,
        )
        for game in games
        for p in game.record.phases
    ]


def messages(games: list[Imported], variant: Variant) -> set[str]:
    """What is reported: remarks, what was not read, what differs."""
    told = {f"{r.message}: {r.excerpt}" for game in games for r in game.remarks}
    stages = [s for game in games for s in replay(variant, game.record).stages]
    return told | {
        f"{s.phase}: {s.verdict}" for s in stages if s.verdict in ("differs", "not read")
    }


@pytest.mark.parametrize("kind", LOST)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_what_is_read_of_a_damaged_text_is_right_or_reported(
    text: str, kind: str, read: Read, standard: Variant
) -> None:
    whole = read(text)
    said = messages(whole, standard)
    silent = [
        (line, worse.splitlines()[line - 1])
        for line, worse in damaged(text, kind)
        if reading(games := read(worse)) != reading(whole) and not messages(games, standard) - said
    ]
    assert not silent
