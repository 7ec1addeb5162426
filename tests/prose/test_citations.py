"""The rules and rulings that explanations and amendments cite are those of the variant's pages."""

from __future__ import annotations

import random
import re

from our_archive import ARCHIVE, ROOT

from builder.cases import play
from builder.formats.cases import read_cases
from builder.prose.explanations import chain
from builder.site.parts.variant_differences import cited_ideas

CITED = re.compile(r"(?P<title>[A-Z\d][\w -]+?), rules? (?P<rules>[\d, toand]+)(?P<rest>.*)")
RULING = re.compile(r"\b(?:IV|VI|L9|CX|M3|CD|BA|CH|MI|AM|BP)-[A-Z]*\d+\b")
VARIANTS = ARCHIVE.variants.values()
RULES = {v.name: {number for number, _, _ in v.about.rules} for v in VARIANTS}
RULINGS = {r.id: (v.name, r.rule) for v in VARIANTS for r in v.about.rulings}


def numbers(text: str) -> set[str]:
    """`4 to 6` are 4, 5 and 6."""
    first, _, last = text.partition(" to ")
    return (
        {str(n) for n in range(int(first), int(last) + 1)} if last else {*re.findall(r"\d+", text)}
    )


def faults(name: str, citation: str) -> list[str]:
    """What is cited in a game of that variant and is not on its page."""
    found = [m for part in citation.split("; ") if (m := CITED.match(part))]
    title = ARCHIVE.variant(name).about.title
    if not found:
        return []
    own = [
        m for m in found if m["title"].split()[0] in title.replace("Cline 9-Man Diplomacy", "Cline")
    ]
    wrong = [] if own else [f"{name}: {citation} is of another variant"]
    for m in own:
        wrong += [f"{name}: no rule {n}" for n in numbers(m["rules"].strip(", ")) - RULES[name]]
    cited = {n for m in own for n in numbers(m["rules"].strip(", "))}
    for ruling in RULING.findall(citation) if own else ():
        at, rule = RULINGS.get(ruling, ("", ""))
        if at == name and rule and rule not in cited:
            wrong.append(f"{name}: {ruling} stands with rule {rule}")
        if at != name and (not at or ARCHIVE.variant(at).about.title not in citation):
            wrong.append(f"{name}: {ruling} is of {at or 'no variant'}")
    return wrong


def test_sixty_explanations_cite_the_rule_of_their_variant() -> None:
    """Of every kind of reason with a rule of a variant one, and others by lot."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted(ROOT.glob("tests/cases/*/*.yaml")):
        if path.parent.name not in RULES or path.parent.name == "standard":
            continue
        for case in read_cases(path, ARCHIVE.variant):
            for _, turn in play(case) if case.variant and not case.skipped else ():
                for action in turn.actions:
                    (step, *_) = chain(turn, action, case.variant.setting.board)  # type: ignore[union-attr]
                    if step.rule:
                        found.setdefault((path.parent.name, step.rule), []).append(case.id)
    special = [key for key in found if CITED.match(key[1])]
    others = sorted(found.keys() - {*special})
    sample = [*special, *random.Random(23).sample(others, max(0, 60 - len(special)))]
    assert len(sample) >= 60
    assert any("Loeb9, rule 4; ruling L9-S2" in rule for _, rule in sample)
    assert not [fault for name, rule in sample for fault in faults(name, rule)]


def test_amendments_cite_the_rules_of_their_variants() -> None:
    for variant in VARIANTS:
        for name, says, source in cited_ideas(variant.amendments):
            assert says
            assert source, f"{name} cites nothing"
            assert not faults(variant.name, source)
