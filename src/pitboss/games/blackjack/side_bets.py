"""Side wagers and antes: whether they may be placed, and the clauses of placing them."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.amounts import check_chips
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import State
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.choices import WagerNeeds
from pitboss.law.cite import Clauses, merge_clauses
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import BlackjackRules, SideTerms
from pitboss.money import amount_text

#: The parts of a side wager's terms that its placement cites, beside or without a main wager of the player on the box.
_SIDE_GROUNDS = ("placed", "laid", "before_cards", "amount")
_SIDE_ALONE = ("placed_alone", "before_cards", "amount")


def check_sides(
    rules: BlackjackRules, state: State, bet: cmd.PlaceBet, mains: tuple[int, ...], builder: RefusalBuilder
) -> None:
    """Validates the side wagers of a bet, and the ante due with its main wagers."""
    given = dict(bet.sides)
    if len(given) < len(bet.sides):
        builder.add("side_wager_offered", "each side wager is named once")
    _check_ante(rules, bet, mains, given.pop("ante", 0), builder)
    for name, amount in given.items():
        terms = rules.sides.get(name)
        if terms is None:
            names = ", ".join(side for side, offered in rules.sides.items() if offered.offered) or "none"
            builder.add("side_wager_offered", f"there is no side wager '{name}' here; on offer: {names}")
            continue
        if not terms.offered:
            clauses = terms.cite("offered", "not_beside", "area")
            builder.add("side_wager_offered", f"{name} is not offered at this table", clauses=clauses)
            continue
        if terms.amount is not None and amount != terms.amount:
            text = f"a wager on {name} is {amount_text(terms.amount)}"
            builder.add("side_amount", text, clauses=terms.cite("amount", "one_amount"))
        if terms.posted is not None and not terms.posted[0] <= amount <= terms.posted[1]:
            text = f"a wager on {name} is {amount_text(terms.posted[0])} to {amount_text(terms.posted[1])}"
            builder.add("side_amount", text, clauses=terms.cite("amount"))
        if terms.amount is None and "stakes" not in terms.details and not rules.any_amount:
            check_chips(rules, amount, state.maximum, builder)
        if not rules.any_amount and not all(line.odds.is_whole(amount) for line in terms.lines.values() if line.odds):
            text = f"{amount_text(amount)} on {name} could not be paid in whole cents"
            builder.add("whole_cents", text, clauses=terms.cite("settled"))
        if amount <= 0:
            builder.add("side_amount", f"a wager on {name} needs an amount", clauses=terms.cite("amount"))
        if not _main_wager_there(state, bet, mains, terms.needs):
            text = f"{name} needs {_NEEDED[WagerNeeds(terms.needs)]}"
            clauses = terms.cite("placed_alone") or terms.cite("placed", "void_alone")
            builder.add("side_needs_main", text, clauses=clauses)
        _check_cap(terms, mains, amount, builder)
        objection = side_plays(rules)[name].check(rules, state, bet, amount)
        if objection is not None:
            builder.add(objection.kind, objection.message, clauses=objection.clauses)


def name_options(rules: BlackjackRules, refusal: Refusal, names: Collection[str]) -> Refusal:
    """Returns the refusal with what would offer these side wagers: options, or the names that the rulebook has."""
    sides = rules.sides
    if not sides.keys() >= set(names):
        allowed = tuple(f"side wager {name}" for name in sides)
    else:
        choices = [sides[name].offered_with for name in names if not sides[name].offered]
        allowed = tuple(f"option {choice[0]}={str(choice[1]).lower()}" for choice in choices if choice is not None)
    return replace(refusal, allowed=(*refusal.allowed, *allowed))


#: The main wager that a side wager needs, in a refusal.
_NEEDED = {
    WagerNeeds.OWN_MAIN_ON_BOX: "a main wager of the same player on the box",
    WagerNeeds.ANY_MAIN_ON_BOX_AND_OWN_ANYWHERE: "a main wager on the box, and one of the same player anywhere",
    WagerNeeds.ANY_MAIN_ON_BOX: "a main wager on the box",
}


def _check_cap(terms: SideTerms, mains: Sequence[int], amount: int, builder: RefusalBuilder) -> None:
    """Validates a side wager against the smallest main wager on the box and its own maximum."""
    main = min((stake for stake in mains if stake), default=0)
    if terms.details.get("capped_by_main") and main and amount > main:
        text = f"a wager on {terms.name} is not above the main wager of {amount_text(main)}"
        builder.add("side_above_main", text, clauses=terms.cite("cap"))
    most = terms.details.get("maximum")
    if most is not None and amount > most:
        text = f"the posted maximum of {terms.name} is {amount_text(most)}"
        builder.add("side_above_maximum", text, clauses=terms.cite("maximum"))


def _check_ante(
    rules: BlackjackRules, bet: cmd.PlaceBet, mains: tuple[int, ...], ante: int, builder: RefusalBuilder
) -> None:
    terms = rules.terms
    if terms.ante is None:
        if ante:
            clauses = rules.cite("ante_due") or rules.cite("side_wager_offered")
            builder.add("ante_due", "no ante is due at this table", clauses=clauses)
        return
    waived = ante_waived(rules, mains)
    due = terms.ante if any(mains) and not waived else 0
    if ante != due:
        text = f"the ante due is {amount_text(due)}"
        if waived:
            builder.add("ante_due", text, clauses=rules.cite("ante_waiver"))
        elif not ante and terms.ante_waiver is not None:
            builder.add("ante_due", text, "ante_waiver")
        else:
            builder.add("ante_due", text, *(["ante_displayed"] if ante else []))


def ante_waived(rules: BlackjackRules, mains: tuple[int, ...]) -> bool:
    """Returns whether the main wagers are large enough for no ante to be due."""
    return rules.terms.ante_waiver is not None and sum(mains) >= rules.terms.ante_waiver


def _main_wager_there(state: State, bet: cmd.PlaceBet, mains: tuple[int, ...], needs: str) -> bool:
    if any(mains):
        return True
    if needs == WagerNeeds.OWN_MAIN_ON_BOX:
        return False
    placed = [wager for wager in state.bets if wager.kind == "main"]
    on_box = any(wager.box == bet.box and wager.player != bet.player for wager in placed)
    elsewhere = any(wager.box != bet.box and wager.player == bet.player for wager in placed)
    return on_box and (needs == WagerNeeds.ANY_MAIN_ON_BOX or elsewhere)


def side_clauses(context: RoundContext, bet: cmd.PlaceBet, name: str) -> Clauses:
    """Returns the clauses of a side wager: beside the player's main wager on the box, or alone."""
    terms = context.rules.sides[name]
    own = any(bet.amounts) or not terms.cite("placed_alone")
    several = sum(1 for side, amount in bet.sides if amount and side.startswith(terms.play)) > 1
    clauses = terms.cite(*(_SIDE_GROUNDS if own else _SIDE_ALONE))
    return merge_clauses(clauses, terms.cite("several")) if several else clauses
