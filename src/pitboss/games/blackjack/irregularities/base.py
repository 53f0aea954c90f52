"""Registry of remedies, and the checks that they share."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import getdoc
from typing import Any, Final

from msgspec import Struct

from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.target import Target
from pitboss.games.blackjack.state import Hand, Stage, State, Wager
from pitboss.games.outside_code import Registry
from pitboss.law.choices import ShoeKind
from pitboss.law.cite import Clauses, merge_clauses
from pitboss.law.irregularities import Irregularity, RemedySpec
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text

#: The play of the side wager whose prizes a button shows.
BUTTON_WAGER: Final = "prize_per_dollar"


class Report(Struct, frozen=True):
    """A reported irregularity: its kind, its entry in the rulebook, the moment of its remedy, and what it names."""

    kind: str
    entry: Irregularity
    moment: str
    target: Target

    @property
    def clauses(self) -> Clauses:
        """The clauses of the irregularity."""
        return self.entry.clauses

    def clauses_for(self, *facts: str) -> Clauses:
        """Returns the clauses in these facts: those that the entry maps, else its first or only ones."""
        found = dict.fromkeys(clause for name in facts if name in self.entry.map for clause in self._mapped(name))
        return tuple(found) or (self.clauses[:1] if self.entry.map else self.clauses)

    def _mapped(self, name: str) -> Iterable[str]:
        clauses = self.entry.map[name]
        return (clauses,) if isinstance(clauses, str) else clauses


Check = Callable[[BlackjackRules, State, Report], Refusal | None]
Do = Callable[[RoundContext, Report], None]


class Remedy(RemedySpec, frozen=True, kw_only=True):
    """A remedy: its validation, its execution, and what the table needs to know of it.

    ``draws``: it draws a card as it is reported. ``by_dealer``: a dealer may report it without the operator.
    """

    check: Check
    do: Do
    draws: bool = False
    by_dealer: bool = False


class Equipment(Struct, frozen=True):
    """What a table has or lacks: the test, the refusal where it is missing, and the ground that joins the clauses."""

    present: Callable[[BlackjackRules], bool]
    missing: str
    ground: str = ""


EQUIPMENT: Final[Mapping[str, Equipment]] = {
    "ante": Equipment(lambda rules: rules.terms.ante is not None, "no ante is due at this table", "ante_due"),
    "card_reader": Equipment(lambda rules: rules.terms.card_reader, "there is no card reader at this table"),
    "continuous_shuffler": Equipment(
        lambda rules: rules.terms.shoe is ShoeKind.CONTINUOUS, "there is no continuous shuffler at this table"
    ),
    "cutting_card": Equipment(
        lambda rules: rules.terms.shoe is not ShoeKind.CONTINUOUS, "a continuous shuffler uses no cutting card"
    ),
    "prize_button": Equipment(
        lambda rules: any(side.offered and side.play == BUTTON_WAGER for side in rules.sides.values()),
        "there is no prize button at this table",
    ),
    "several_dealer_hands": Equipment(lambda rules: rules.terms.spots > 1, "the dealer plays one hand only"),
}
REMEDIES: Registry[Remedy] = Registry()


def remedy(name: str, check: Check, **spec: Any) -> Callable[[Do], Do]:
    """Registers the decorated function as a remedy under this name; ``spec`` are further fields of ``Remedy``."""

    def register(do: Do) -> Do:
        says = (getdoc(do) or "").partition("\n")[0]
        REMEDIES.register(name, Remedy(name=name, says=spec.pop("says", says), check=check, do=do, **spec))
        return do

    return register


def missing_equipment(rules: BlackjackRules, report: Report, needs: str) -> Refusal | None:
    """Refuses a report about equipment that the table does not have."""
    if not needs or EQUIPMENT[needs].present(rules):
        return None
    equipment = EQUIPMENT[needs]
    clauses = report.clauses_for()
    if equipment.ground:
        clauses = merge_clauses(report.clauses, rules.cite(equipment.ground))
    return Refusal("irregularity", f"{report.kind}: {equipment.missing}", clauses, rules.rulebook)


def refuse(rules: BlackjackRules, report: Report, message: str, *facts: str) -> Refusal:
    """Returns a refusal of the report with the clauses of the irregularity in these facts."""
    return Refusal("irregularity", f"{report.kind}: {message}", report.clauses_for(*facts), rules.rulebook)


def any_time(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    """Refuses a report at a closed table."""
    return refuse(rules, report, "the table is closed") if state.stage == Stage.CLOSED else None


def in_a_round(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    """Refuses a report outside a round."""
    if state.stage in (Stage.BETTING, Stage.OPENING, Stage.CLOSED):
        own = report.clauses_for("earlier_rounds")
        clauses = tuple(dict.fromkeys(own + rules.cite("round_ended")))
        return Refusal("irregularity", f"{report.kind}: no round is being played", clauses, rules.rulebook)
    return None


def between_rounds(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    """Refuses a report during a round."""
    if state.stage not in (Stage.BETTING, Stage.CLOSED):
        return refuse(rules, report, "only between rounds")
    return any_time(rules, state, report)


def before_settlement(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    """Refuses a report after the wagers against the dealer's hand are settled."""
    late = in_a_round(rules, state, report)
    if late is None and state.stage > Stage.DEALER:
        return refuse(rules, report, "the wagers against the dealer's hand are settled")
    return late


def box_of(rules: BlackjackRules, state: State, report: Report) -> int | Refusal:
    """Returns the box of the report, or a refusal if it is not in play."""
    late = in_a_round(rules, state, report)
    if late is not None:
        return late
    if report.target.box not in state.deciders:
        boxes = ", ".join(str(box) for box in state.deciders)
        return refuse(rules, report, f"name a box in play: {boxes}")
    return report.target.box


def named_hands(state: State, report: Report) -> list[Hand]:
    """Returns the named hands: all of a box (``1``) or one from the dealer's left (``1.2``); empty if not in play."""
    box, place = report.target.box, report.target.hand
    hands = state.hands[box] if box in state.deciders else []
    return hands[place - 1 : place] if place else list(hands)


def is_void(state: State, hand: Hand) -> bool:
    """Returns whether the hand is void: its cards are cleared and its wagers were returned."""
    return hand.cleared and all(
        wager.result == 0 for wager in state.wagers if wager.hand == hand.number and wager.kind == "main"
    )


def hands_to_mend(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    """Refuses a remedy for hands that are not in play or are void already."""
    late = in_a_round(rules, state, report)
    if late is not None:
        return late
    hands = named_hands(state, report)
    if not hands:
        later = "later" if any(len(cards) > 2 for cards in state.dealt.values()) else "initial"
        return refuse(rules, report, f"name a box or a hand in play: {', '.join(_places(state))}", later)
    if all(is_void(state, hand) for hand in hands):
        what = "hand" if report.target.hand else "box"
        return refuse(rules, report, f"{what} {report.target.words[0]} is void already")
    return None


def _places(state: State) -> Iterator[str]:
    """Yields the boxes in play, each followed by its hands if it was split."""
    for box in state.deciders:
        yield str(box)
        hands = state.hands[box]
        if len(hands) > 1:
            yield from (f"{box}.{place}" for place in range(1, len(hands) + 1))


def check_money(
    rules: BlackjackRules,
    state: State,
    report: Report,
    voided: Iterable[Wager],
    reopened: Iterable[Wager] = (),
    *,
    facts: tuple[str, ...] = (),
) -> Refusal | None:
    """Refuses a remedy that takes back more than a player holds, on the clauses of the irregularity in these facts."""
    money = dict(state.money)
    for wager in voided:
        money[wager.player] += wager.amount - wager.returned
    for wager in reopened:
        money[wager.player] -= wager.returned
    for player, left in money.items():
        if left < 0:
            text = f"{amount_text(state.money[player] - left)} of what {player} was paid goes back"
            text += f", and {player} has {amount_text(state.money[player])}: {amount_text(-left)} more is needed first"
            return refuse(rules, report, text, *facts)
    return None
