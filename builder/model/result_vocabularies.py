"""The words of a source that stand for more than one of our outcomes."""

from __future__ import annotations

from collections.abc import Mapping

from builder.model.outcomes import DRIVEN_OUT, Outcome

Vocabulary = Mapping[Outcome, frozenset[Outcome]]
REFUSED = frozenset({Outcome.VOID, Outcome.ILLEGAL})
UNCARRIED = frozenset({Outcome.NO_CONVOY, Outcome.DISRUPTED})
VOCABULARIES: Mapping[str, Vocabulary] = {
    "": {},
    # nso is printed of a support for an order that was not given, and of one that cannot be
    "zine": {Outcome.VOID: REFUSED},
    # *void* is all that is not accepted or not matched; *no convoy* whatever stopped it
    "judge": {Outcome.VOID: REFUSED, Outcome.NO_CONVOY: UNCARRIED | {Outcome.ILLEGAL}},
    # the same; a convoy that a paradox disrupts has no convoy, and one for an army that went by
    # land is not marked
    "package": {
        Outcome.VOID: REFUSED,
        Outcome.NO_CONVOY: UNCARRIED,
        Outcome.CARRIED: frozenset({Outcome.CARRIED, Outcome.VOID}),
    },
    # two words for everything: who is driven out has failed, and what nobody stopped has not, be
    # it a support or convoy for an order that was not given
    "pass-fail": {
        Outcome.VOID: REFUSED,
        Outcome.FAILED: DRIVEN_OUT | {Outcome.FAILED},
        Outcome.GIVEN: REFUSED | {Outcome.GIVEN},
        Outcome.CARRIED: REFUSED | {Outcome.CARRIED},
    },
}
