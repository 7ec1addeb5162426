"""Plain data that some parts of a site make and others use, such as the rules of a variant.
It is kept from one build to the next. Its use is noted, so a part changes with the data it uses."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.site.artifacts import as_json, digest
from builder.site.publishing.content_store import ContentStore
from builder.source.recording import note

KIND = "data"  # of a note: the digest of some data


@dataclass
class MadeData:
    """The data of one build by name, as JSON. Without a store it is forgotten afterwards."""

    store: ContentStore | None = None
    _contents: dict[str, bytes] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)

    def put(self, name: str, value: Any) -> None:
        """Take in what was made in this build."""
        content = as_json(value).encode("utf-8", "surrogateescape")
        self._contents[name] = content
        self.digests[name] = digest(content)
        if self.store is not None:
            self.store.put(f"data-{name}", content)

    def keep(self, digests: Mapping[str, str]) -> bool:
        """Take over what an earlier build made, given by its digests; False if it is not there."""
        for name, expected in digests.items():
            content = self.store.get(f"data-{name}") if self.store is not None else None
            if content is None or digest(content) != expected:
                return False
            self._contents[name] = content
            self.digests[name] = expected
        return True

    def state(self, name: str) -> str:
        """The digest of some data; empty if this build has none of that name."""
        return self.digests.get(name, "")

    def read(self, name: str) -> Any:
        """Some data, whose use is noted. Raises KeyError if no part has made it."""
        note(KIND, name, self.state(name))
        return json.loads(self._contents[name])
