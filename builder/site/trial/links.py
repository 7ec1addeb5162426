"""Links to the trial pages, with a position packed into the fragment of the address."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from zlib import DEFLATED, MAX_WBITS, compressobj

from builder.formats.cases import write_case
from builder.model.orders import Written
from builder.model.position import Position
from builder.variant import Variant

VERSION = "1"


def trial_link(variant: Variant, position: Position, orders: Sequence[Written] = ()) -> str:
    """The address for trying other orders in a position, from the root of the site."""
    return f"try/{variant.name}/#{fragment(write_case(variant, position, orders))}"


def fragment(case: str) -> str:
    """A worked case as a link's fragment: the version, then the text, deflated, in base64."""
    packer = compressobj(9, DEFLATED, -MAX_WBITS)
    packed = packer.compress(case.encode()) + packer.flush()
    return VERSION + urlsafe_b64encode(packed).decode().rstrip("=")
