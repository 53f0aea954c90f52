"""What games share of irregularities: their kinds in lines of play, and the remedies that rulebooks name."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.words import BadWords, Word, WrongShape
from pitboss.law.errors import LawError
from pitboss.law.findings import suggestion
from pitboss.law.irregularities import Irregularity, RemedySpec
from pitboss.law.load import load_rulebook, rulebook_ids
from pitboss.law.validate import KIND


def kind_word(field: str, shape: str) -> Word:
    """The kind of an irregularity; ``check_kind`` compares it with those of the rulebook."""

    def parse(word: str) -> str:
        if not KIND.fullmatch(word):
            raise WrongShape
        return word

    def check(what: str, value: Any) -> None:
        if type(value) is not str or not KIND.fullmatch(value):
            raise ValueError(f"{what} is an irregularity of the rulebook, one word of small letters, not {value!r}")

    return Word(field, shape, parse, str, check)


def check_kind(kind: str, known: Mapping[str, Irregularity], expected: str) -> None:
    """Raises BadWords for a kind that no rulebook has; one of another rulebook is for the table to refuse."""
    if kind not in known and not _known_elsewhere(kind):
        raise BadWords(f"{expected} one of {', '.join(known)}{suggestion(kind, known)}")


def check_remedies(
    rulebook: str, irregularities: Mapping[str, Irregularity], remedies: Mapping[str, RemedySpec]
) -> None:
    """Raises LawError for an entry whose remedy the game does not have, or not at its moment."""
    for kind, entry in irregularities.items():
        for problem in entry_problems(entry, remedies):
            raise LawError(f"{rulebook}: irregularities.{kind}: {problem}")


def entry_problems(entry: Irregularity, remedies: Mapping[str, RemedySpec]) -> Iterator[str]:
    """Yields what is wrong with an entry: its remedy, its moment, its parameters, the facts that it maps."""
    spec = remedies.get(entry.remedy)
    if spec is None:
        known = f"{suggestion(entry.remedy, remedies)}; there are {', '.join(sorted(remedies))}"
        yield f"unknown remedy '{entry.remedy}'{known}"
        return
    if entry.moment and entry.moment not in spec.moments:
        yield f"{spec.name} has no moment '{entry.moment}'; it has {' and '.join(spec.moments)}"
    for name, value in entry.given.items():
        if name not in spec.given:
            known = f"{suggestion(name, spec.given)}; it has {', '.join(spec.given) or 'none'}"
            yield f"{spec.name} has no parameter '{name}'{known}"
        elif spec.given[name] and value not in spec.given[name]:
            yield f"given.{name} is one of {', '.join(spec.given[name])}, not {value!r}"
    if spec.facts is None:
        return
    for name in entry.map:
        if name not in spec.facts:
            known = f"{suggestion(name, spec.facts)}; it has {', '.join(spec.facts) or 'none'}"
            yield f"{spec.name} has no fact '{name}' to map{known}"


def _known_elsewhere(kind: str) -> bool:
    for name in rulebook_ids():
        try:
            book = load_rulebook(name)
        except LawError:  # not the rulebook that is played
            continue
        if kind in book.irregularities or any(kind in layer.irregularities for layer in book.layers.values()):
            return True
    return False
