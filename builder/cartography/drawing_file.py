"""Reading a drawing.yaml as nested data whose scalars are all strings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from builder.source import documents
from builder.source.nodes import Node


def load(path: Path) -> dict[str, Any]:
    """Read a drawing file; raises SourceError where it is no proper YAML."""
    data: dict[str, Any] = _plain(documents.read(path).root)
    return data


def _plain(node: Node) -> Any:
    if node.id == "mapping":
        return {key.value: _plain(value) for key, value in node.value}
    if node.id == "sequence":
        return [_plain(item) for item in node.value]
    return node.value
