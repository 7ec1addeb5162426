"""Games on other boards are refused, never read as standard ones; made up."""

from __future__ import annotations

import pytest
from samples import Read

from builder.errors import ArchiveError

OTHER_BOARD = """\
Spring 1901

AUSTRIA: A Vie-Gal, A Bud-Ser, F Tri-Alb.
ENGLAND: F Lon-Nth, F Gib-Spa (bounced), A Egy-Sin, F Edi-Nwg.
FRANCE: A Par-Bur, F Bre-Mao, F Alg-Mor.
GERMANY: A Ber-Pru, F Kie-Den, A Kol-Als, A Mun-Tyr.
"""
OTHER_POWERS = """\
Spring 1901

Ankara (Smith): A Ank-Con.
Belgium (Jones): A Bel-Hol.
Berlin: A Ber-Kie.
Brest: F Bre-ENG (bounced).
Austria: A Bud-Ser
Vienna: A Vie-Gal.
"""


@pytest.mark.parametrize(
    ("text", "named"),
    [(OTHER_BOARD, "Egy, Gib, Alg, Kol"), (OTHER_POWERS, "Ankara, Belgium, Berlin, Brest")],
)
def test_another_variant_is_refused(text: str, named: str, read: Read) -> None:
    with pytest.raises(ArchiveError, match="another variant") as error:
        read(text)
    assert named in str(error.value)


def test_one_unknown_power_is_told_and_not_joined_to_the_last(read: Read) -> None:
    text = "Spring 1901\nFRANCE: A Par-Bur (bounced), F Bre-MAO\nKlingon: A Mun-Bur.\n"
    (game,) = read(text)
    assert len(game.record.phases[0].orders) == 2
    assert any("Klingon" in r.excerpt for r in game.remarks)
