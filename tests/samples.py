"""Texts in foreign formats; the games in them are made up."""

from __future__ import annotations

from collections.abc import Callable

from builder.imports.importer import Imported

Read = Callable[..., list[Imported]]
OPENING = """\
PHASE 1905 Fall Movement
POSITIONS
Germany: army mun
Germany: supply mun
Germany: army sil
France: army bur
France: army tyr
France: army boh
England: fleet nth
England: army lon
ORDERS
boh move mun
bur support boh move mun
tyr support boh move mun
mun hold
sil support mun
nth convoy lon move nwy
lon move nwy via convoy
PHASE 1905 Fall Retreat
POSITIONS
Germany: army/dislodged mun
Germany: supply mun
Germany: army sil
France: army bur
France: army tyr
France: army mun
England: fleet nth
England: army nwy
ORDERS
mun move ber
PHASE 1905 Fall Adjustment
POSITIONS
Germany: army ber
Germany: army sil
Germany: supply ber
France: army bur
France: army tyr
France: army mun
France: supply mun
England: fleet nth
England: army nwy
England: supply nwy
ORDERS
remove sil
xyz frolics
PHASE 1906 Spring Movement
POSITIONS
Germany: army ber
ORDERS
"""

REPORT = """\
# Game from the postal zine "The Example" (A. Nobody)
===== issue12.html :: A GAME OF NOTHING: 1999ZZ, Regular Diplomacy =====
THE DUE DATE FOR FALL 1901 IS MAY 1ST

<i>Spring 1901</i>

AUSTRIA (Left): a vie-GAL, <i>f TRI-adr</i>,
a bud-SER.

FRANCE (Right): <i>a PAR S GERMAN a mun-bur</i> (nso), a MAR sings all day, loudly (h),
<i>f bre-eng</i> (d r:pic,gas,otb).

RUSSIA (Odd): NMR, JOHN SMITH CALLED AS STANDBY; f SEV h, f STP(SC) h.

<i>Game Notes:</i>

1) Nothing to say.

===== issue13.html :: A GAME OF NOTHING: 1999ZZ, Regular Diplomacy =====
<i>Summer 1901</i>

AUSTRIA (Left): has a GAL, f TRI, a SER.

FRANCE (Right): R f bre-PIC; has a PAR, a MAR, f PIC.

===== issue14.html :: A GAME OF NOTHING: 1999ZZ, Regular Diplomacy =====
<i>Fall 1901</i>

AUSTRIA (Left): a SER h, a gal-RUM, f TRI C a ser-ven.

FRANCE (Right): a par-BUR, a mar-SPA, f pic-BEL.

<i>Supply Center Chart</i>

AUSTRIA (Left): |
vie,bud,tri,rum, |
(has 3, bld 2)

|
ser

FRANCE (Right): |
bre,par,mar,spa,bel |
(has 3, bld 2)

===== issue15.html :: A GAME OF NOTHING: 1999ZZ, Regular Diplomacy =====
<i>Autumn 1901 - Corrected</i>

FRANCE (Right): <i>f PIC-bel</i>.

<i>Winter 1901</i>

AUSTRIA (Left): bld a vie, PLAYS ONE SHORT; has a SER, a RUM, f TRI, a VIE.

FRANCE (New): bld f bre; has a BUR, a SPA, f PIC, f BRE.
"""

MAIL = """\
:: Judge: NONE  Game: sample  Variant: Standard
:: Deadline: F1901M  Boardman: 1999XY

Movement results for Fall of 1901.  (sample.003)

England: Army Wales -> English Channel -> Brest.
England: Fleet English Channel CONVOY Army Wales -> Brest.
France: Army Paris SUPPORT English Fleet North Sea -> Mid-Atlantic
Ocean.  (*void*)
France: Army Munich -> Burgundy.  (*bounce, dislodged*)
Germany: Fleet Denmark, No Order Processed.

The following units were dislodged:

The French Army in Munich can retreat to Tyrolia or
Bohemia.

Ownership of supply centers:

England:   Brest, Edinburgh, Liverpool,
           London.
France:    Paris.
Unowned:   Norway.

England:   4 Supply centers,  2 Units:  Builds   2 units.

Adjustment orders for Winter of 1901.  (sample.004)

England:   Builds a fleet in London.
England:   1 unusable build pending.
France:    Defaults, removing the army in Paris.
"""

NEXT_MAIL = """\
:: Judge: NONE  Game: sample  Variant: Standard

Movement results for Spring of 1902.  (sample.005)

England: Army Brest -> Paris.  (*bounce*)
England: Fleet English Channel HOLD.
England: Fleet London -> North Sea.
France: Army Burgundy -> Paris.  (*bounce*)
Germany: Fleet Denmark HOLD.
"""

PAGE = (
    "<html><body bgcolor=#FFFFFF>Results for Fall of 1901 in sample<p><font>Movement</font>"
    + "\n".join(
        f"<BR><font color=ff0000>{line}</font>".replace("->", "<b>=></b>")
        for line in MAIL.splitlines()[5:11]
    )
    + "</body></html>"
)

CASES = """\
VARIANT_ALL Standard
CASE first: a stand-off
PRESTATE_SETPHASE Spring 1901, Movement
PRESTATE
    Germany: A mun     # here
    France: A par
ORDERS
    Germany: A mun-bur
    France: A par-bur
    France: A zzz-bur
POSTSTATE_SAME
END

CASE second: a retreat
PRESTATE_SETPHASE Fall 1901, Retreat
PRESTATE
    Italy: A tri
    Italy: A ven
PRESTATE_DISLODGED
    Austria: A tri
PRESTATE_RESULTS
    SUCCESS: Italy: A tyr-tri
    SUCCESS: Italy: A ven S A tyr-tri
    FAILURE: Austria: A tri H
ORDERS
    Austria: A tri-bud
POSTSTATE
    Italy: A tri
    Italy: A ven
    Austria: A bud
END
"""

LED = """\
The Middle Sea, annotated

Spring, 1901

 Austria: A Vie - Gal
 Austria: A Bud - Ser
 Austria: F Tri H
A quiet beginning, if ever there was one.
 Italy: A Ven - Pie (*bounce*)
 Italy: A Rom - Apu
 Italy: F Nap - ION
 Turkey: A Con - Bul
 Turkey: A Smy - Arm
 Turkey: F Ank - BLA
 Germany: A Mun - Tyr
 Germany: A Ber - Mun
 Germany: F Kie - Hol
 France: A Mar - Pie (*bounce*)
 France: A Par H
 France: F Bre H

Fall, 1901

 Austria: A Gal - Vie
 Austria: A Ser - Gre (*bounce*)
 Austria: F Tri S A Ser - Gre (*void, dislodged*)
 Italy: A Ven - Tri
 Italy: A Apu - Gre (*bounce*)
 Italy: F ION C A Apu - Gre
 Turkey: A Bul H
 Turkey: A Arm H
 Turkey: F BLA - Rum
 Germany: A Tyr S (Italian) A Ven - Tri
 Germany: A Mun H
 Germany: F Hol H
 France: A Mar H
 France: A Par H
 France: F Bre H

Winter, 1901
 Germany: waive (unusable)
 Italy: B F Nap Turkey: B A Con, 1 unusable

Spring, 1902

 Austria: A Vie H
 Austria: A Ser H
 Austria: F Alb H
 Italy: A Tri H
 Italy: A Apu H
 Italy: F ION H
 Italy: F Nap H
 Turkey: A Arm H
 Turkey: A Bul H
 Turkey: F Rum H
 Turkey: A Con H
 Germany: A Tyr H
 Germany: A Mun H
 Germany: F Hol H
 France: A Mar H
 France: A Par H
 France: F Bre H
"""
HEADS = """\
Fall 1903
Austria: build 2
Germany: no change

England:
F Norway Hold (*dislodged*)
(retreated to Norwegian Sea)
F North Sea Supports F Norway (*Cut*)
A Yorkshire Hold

Russia:
A Finland - Norway
A Sweden Supports A Finland - Norway
Germany:
F Denmark - North Sea (*Fails*)
A Holland Hold

Spring 1904
England:
F Norwegian Sea - Norway (*Bounce*)
F North Sea Hold
A Yorkshire Hold
Russia:
A Norway Hold
A Sweden Hold
Germany:
F Denmark Hold
A Holland Hold
"""
WORDS = """\
AU
Anna
A Tyr to Mun  SUCCEEDS
A Boh S Tyr to Mun  SUCCEEDS


GE
Bernd
A Mun H  FAILS
A Ruh S Kie  SUCCEEDS
F Kie to Den  SUCCEEDS
"""
JDIP = """\
<?xml version="1.0"?>
<game creator="jDip" creatorVersion="1.7.0" specification="FORMAT_1_0">
<variant name="Standard" version="1.0"/><info><gameInfo><name>A game</name></gameInfo></info>
<turn season="Spring" phase="Movement" year="1901" resolved="true"><positions>
<position province="par"><unit power="France" type="army"/><SC owner="France"/></position>
<position province="stp"><unit power="Russia" coast="sc" type="fleet"/></position>
<position province="mun"><unit power="Germany" type="army"/></position></positions>
<orders><orderSet power="France"><order id="F.0.1" text="France: A par -&gt; bur"/></orderSet>
<orderSet power="Germany"><order id="G.0.2" text="Germany: A mun -&gt; bur"/></orderSet></orders>
<results><substitutedOrderResult power="Russia" category="SUBSTITUTED" order="none"><message/>
<newOrder id="R.0.3" text="Russia: F stp/sc Holds"/></substitutedOrderResult>
<bouncedOrderResult power="France" category="FAILURE" order="F.0.1"><message/><atk>1</atk>
</bouncedOrderResult><orderResult power="Germany" category="FAILURE" order="G.0.2">
<message>Failed.</message></orderResult></results></turn></game>
"""
JDIP_PARTS = """\
<game><variant name="Standard"/><turn season="Fall" year="1901" phase="Movement"><position/>
<orders power="france"><order source="par" type="move" dest="bur" result="success"/>
<order source="mar" type="support" supSrc="par" supDest="bur"/></orders></turn></game>
"""
