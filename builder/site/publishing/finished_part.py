"""A part of a site that was made in this process or in another, on its way into the build."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from builder.site.artifacts import Artifact, PartData, SitePart
from builder.site.publishing.faults import FAULT, Fault
from builder.site.publishing.site import Site
from builder.source.recording import Notes, note_again, recording


class FinishedPart(NamedTuple):
    """What came of a part: its files and data, what was noted while they were made, and the faults
    that were met, by their addresses."""

    made: Sequence[Artifact | PartData]
    notes: Notes
    faults: Mapping[str, Fault]

    def taken_in(self, site: Site) -> Sequence[Artifact | PartData]:
        """The files and data for the build of a site, which gets the faults. The notes are notes of
        whoever asks."""
        note_again(self.notes)
        site.faults.update(self.faults)
        return self.made


def finished(site: Site, part: SitePart[Any]) -> FinishedPart:
    """Makes a part of a site. Its files are not written, because a frame around a page is known
    only to the build."""
    with recording() as notes:
        made = [*part.make(part.inputs)]
    faults: dict[str, Fault] = {}
    for name in notes:
        kind, _, address = name.partition(" ")
        if kind == FAULT:
            faults[address] = site.faults[address]
    return FinishedPart(made, notes, faults)
