"""Reads the catalogue card and the rules of a variant.yaml."""

from __future__ import annotations

from builder.model.setting import Setting
from builder.source.fields import Fields, Value
from builder.variant import VariantCard, VariantRuling

UNKNOWN = "?"


def about(top: Fields, setting: Setting) -> VariantCard:
    """The catalogue card, the rules and the rulings."""
    return VariantCard(
        title=top.text("name"),
        code=top.text("code", UNKNOWN),
        by=top.text("by", UNKNOWN),
        year=top.text("year", UNKNOWN),
        version=top.text("version", UNKNOWN),
        subject=top.text("subject", UNKNOWN),
        players=len(setting.powers),
        source=top.text("source", ""),
        status=top.text("status", ""),
        summary=top.text("summary", ""),
        origin=top.text("origin", ""),
        rules=tuple(_rules(top.take("rules"))),
        rulings=tuple(_rulings(top.take("rulings"))),
        examples=top.texts("examples"),
    )


def _rules(value: Value) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for key, entry in value.mapping():
        fields = entry.mapping()
        found.append((key.text(), fields.text("title"), fields.text("text")))
    return found


def _rulings(value: Value) -> list[VariantRuling]:
    found: list[VariantRuling] = []
    for key, entry in value.mapping():
        fields = entry.mapping()
        question, ruling = fields.text("question"), fields.text("ruling")
        why, rule = fields.text("why", ""), fields.text("rule", "")
        found.append(VariantRuling(key.text(), question, ruling, why, rule))
    return found
