"""What each choice of the operator costs the player: the main game with one option changed at a time."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from pitboss.analyse.cost import differences, price
from pitboss.law.cite import Clauses
from pitboss.law.laboratory import laboratory_rules
from pitboss.law.load import Rulebook
from pitboss.law.options import Option, value_text
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, resolve

#: An option with more alternatives than this is not priced.
_MOST_ALTERNATIVES: Final = 12


class RuleCost(Struct, frozen=True):
    """The change of the player's expectation if the operator had chosen otherwise, with the best chart each time."""

    option: str
    value: str
    alternative: str
    #: None if the alternative cannot be priced; ``why`` gives the reason.
    change: float | None
    clauses: Clauses
    why: str = ""


def option_costs(book: Rulebook, rules: BlackjackRules) -> Iterator[RuleCost]:
    """Iterates over the alternatives that the law allows and that change the main game."""
    chosen = {
        name: value_text(option, rules.options[name])
        for name, option in book.options.items()
        if rules.options[name] is not None and rules.options[name] != option.default_value
    }
    begin: float | None = None
    for name, option in book.options.items():
        for text in _alternatives(option, rules.options[name]):
            other = resolve(book, {**chosen, name: text}, rules.limits)
            if isinstance(other, Refusal) or not any(differences(rules, other)):
                continue
            begin = price(rules) if begin is None else begin
            change, why = _change(other, begin)
            yield RuleCost(name, value_text(option, rules.options[name]), text, change, option.clauses, why)


def shorthand_costs(rules: BlackjackRules) -> Iterator[RuleCost]:
    """Iterates over the words of shorthand rules: what the rules are worth without each of them."""
    words = str(rules.options["rules"]).replace(",", " ").split()
    begin: float | None = None
    for word in words if len(words) > 1 else ():
        try:
            other = laboratory_rules(" ".join(each for each in words if each != word), rules.limits)
        except ValueError:  # another word needs this one
            continue
        if any(differences(rules, other)):
            begin = price(rules) if begin is None else begin
            change, why = _change(other, begin)
            yield RuleCost(word, "stated", "left out", change, (), why)


def _alternatives(option: Option, value: Any) -> tuple[str, ...]:
    """Returns the other values of an option as text; none if they cannot be listed."""
    here = value_text(option, value)
    if option.type == "bool" and not option.values:
        every = ["true", "false"]
    elif option.values:
        every = [value_text(option, each) if option.type == "bool" else str(each) for each in option.values]
    elif option.type == "int" and option.min is not None and option.max is not None:
        every = [str(number) for number in range(option.min, option.max + 1)]
    else:
        return ()
    others = tuple(text for text in every if text != here)
    return others if len(others) <= _MOST_ALTERNATIVES else ()


def _change(other: BlackjackRules, begin: float) -> tuple[float | None, str]:
    try:
        return price(other) - begin, ""
    except ValueError as error:
        return None, str(error)
