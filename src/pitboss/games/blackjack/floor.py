"""A floor table of blackjack: the dealer types wagers, decisions and cards of anonymous players in short lines."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.blackjack import State, act, resume
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.entered_shoe import EnteredShoe
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.blackjack.shorthand import full_insurance
from pitboss.games.blackjack.state import Stage
from pitboss.games.commands import JoinTable, LeaveTable
from pitboss.games.live.base import HOUSE, is_anonymous
from pitboss.games.words import parse_money
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.pit import Act

#: The decision of each letter on the box in turn, and the answer of each letter to an open offer.
DECISIONS: Final[Mapping[str, str]] = {"h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender"}
ANSWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "insurance": {"i": "insure", "e": "even", "n": "pass"},
    "follow": {"f": "follow", "n": "keep"},
    "prize": {"y": "press", "n": "decline"},
    "exposed": {"y": "accept", "n": "refuse"},
    "cut": {"n": "decline"},
}
#: A box, and the number of the person on it where there are several: ``3``, ``3.2``.
_BOX: Final = re.compile(r"([1-9]\d?)(?:\.([2-9]))?")
_CARD: Final = re.compile(r"(10|[a2-9tjqk])([shdc])", re.IGNORECASE)
_SIDE: Final = re.compile(r"([a-z])(\d+(?:\.\d{1,2})?)")
#: More than any wager: with it a command shows what it costs.
_PLENTY: Final = 1 << 50
#: The reason of a correction for which the documents provide: the irregularity of cards that were dealt wrongly.
MISDEALT: Final = "misdealt"
#: A card for nobody's hand; the dealer is 0.
BURNT: Final = -1


class NextCard(Struct, frozen=True):
    """Where the next card of the shoe goes: ``to`` is ``box``, ``dealer`` or ``burn``; ``nth`` counts the hand's cards.

    ``hand`` is the place of the hand on a split box, from 1; 0 where there is one hand.
    """

    to: str
    box: int = 0
    hand: int = 0
    nth: int = 1


# --- lines ---------------------------------------------------------------------------------------------------------


def seat_name(box: str, person: str | None = None) -> str:
    """Returns the name of the anonymous player on a box: ``box_3``, or ``box_3_2`` for the second person there."""
    return f"box_{box}_{person}" if person else f"box_{box}"


@lru_cache(maxsize=64)
def _letters(names: tuple[str, ...]) -> dict[str, str]:
    letters: dict[str, str] = {}
    for name in names:
        letter = next((each for each in name if each.isalpha() and each not in letters), "")
        if letter:
            letters[letter] = name
    return letters


def side_letters(rules: BlackjackRules) -> dict[str, str]:
    """Returns the side wager of each letter: the first letter of its name that no wager before it has."""
    ante = ("ante",) if rules.terms.ante else ()
    return _letters((*ante, *(name for name, side in rules.sides.items() if side.offered)))


def expand(rules: BlackjackRules, state: State, line: Act) -> Act:
    """Expands a short line of the dealer; any other line is returned as it is. Raises ValueError for a bad wager.

    ``3 50 p5`` bets for the anonymous player of box 3, ``h`` decides for the box in turn, ``8h`` is a card, ``cash 3
    100`` buys chips and ``out 3`` cashes them.
    """
    if line.actor != HOUSE:
        return line
    verb, words = line.verb, line.words
    card = _CARD.fullmatch(verb)
    if (card is not None or verb in ("|", "end")) and not words:
        rank = card[1].upper().replace("10", "T") if card is not None else verb
        return Act(HOUSE, cmd.EnterCard.verb, (rank + (card[2].lower() if card is not None else ""),), line.table)
    box = _BOX.fullmatch(verb)
    if box is not None and words:
        return _on_box(rules, state, box, words)
    if verb in ("cash", "out") and words and (box := _BOX.fullmatch(words[0])) is not None:
        name = seat_name(*box.groups())
        return Act(name, JoinTable.verb, words[1:]) if verb == "cash" else Act(name, LeaveTable.verb, words[1:])
    letter = verb.lower()
    return _decision(rules, state, letter) or line if len(letter) == 1 and not words else line


def _on_box(rules: BlackjackRules, state: State, box: re.Match[str], words: tuple[str, ...]) -> Act:
    number, person = box.groups()
    name = seat_name(number, person)
    if len(words) == 1 and words[0].lower() in DECISIONS:
        return Act(name, DECISIONS[words[0].lower()], (number,))
    if words == ("0",):
        return Act(name, cmd.Withdraw.verb, (number,))
    letters, amounts = side_letters(rules), []
    for word in words:
        side = _SIDE.fullmatch(word)
        if side is not None and side[1] not in letters:
            known = ", ".join(f"{letter} {wager}" for letter, wager in letters.items()) or "none here"
            raise ValueError(f"'{word}': no side wager has the letter {side[1]}: there is {known}")
        amounts.append(f"{letters[side[1]]}={side[2]}" if side is not None else word)
    return Act(name, cmd.PlaceBet.verb, (number, *amounts))


def _decision(rules: BlackjackRules, state: State, letter: str) -> Act | None:
    """Returns the decision of a letter for the first anonymous player whom the table waits for; None without one."""
    if state.cut_offer:
        player, box, answers = state.cut_offer[0], "", ANSWERS["cut"]
    elif state.offer is not None:
        asked = [(name, box) for name, box in state.offer.waiting if is_anonymous(name)]
        if not asked:
            return None
        player, box, answers = asked[0][0], str(asked[0][1]), ANSWERS[state.offer.kind]
    elif state.turn_box:
        player, box, answers = state.deciders[state.turn_box], str(state.turn_box), DECISIONS
    else:
        return None
    if letter not in answers or not is_anonymous(player):
        return None
    verb = answers[letter]
    if verb == cmd.Insure.verb:
        trial = state.copy()
        trial.money[player] = _PLENTY  # the chips are laid with the answer
        return Act(player, verb, full_insurance(rules, trial, player))
    return Act(player, verb, (box,) if box else ())


# --- chips and cards -----------------------------------------------------------------------------------------------


def chips_missing(rules: BlackjackRules, state: State, command: cmd.Command) -> int | Refusal:
    """Returns how many cents the player of a command must bring for it beyond the purse, or the refusal."""
    player = str(getattr(command, "player", ""))
    trial = state.copy()
    purse = trial.money.get(player, 0)
    trial.money[player] = _PLENTY
    try:
        done: Any = act(rules, trial, command, EnteredShoe(rules))
    except UnknownOutcome:
        done = ()
    if isinstance(done, Refusal):
        return done
    return max(0, _PLENTY - trial.money[player] - purse)


def next_card(rules: BlackjackRules, state: State, again: cmd.Command | None) -> NextCard | None:
    """Returns where the awaited card goes, by a trial of the round on a copy of the state; None without one."""
    trial = state.copy()
    shoe = EnteredShoe(rules)
    going_on: Callable[[], Any] = (
        (lambda: resume(rules, trial, shoe)) if again is None else (lambda: act(rules, trial, again, shoe))
    )
    try:
        going_on()
    except UnknownOutcome as unknown:
        return _place_of(trial, unknown.drawn_for) if shoe.wanted == "card" else None
    return None


def _place_of(state: State, at: int) -> NextCard:
    if at == BURNT:
        return NextCard("burn")
    if at == 0:
        cards = state.dealer[-1] if state.dealer else []
        return NextCard("dealer", nth=len(cards) + 1 + int(state.hole >= 0))
    # until the first card is known the hands are those of the last round
    hands = state.hands.get(at, []) if state.stage > Stage.OPENING else []
    place = next((n for n, hand in enumerate(hands) if state.turn_box == at and hand.number == state.turn_hand), 0)
    cards = hands[place].cards if hands else []
    return NextCard("box", at, place + 1 if len(hands) > 1 else 0, len(cards) + 1)


# --- corrections ---------------------------------------------------------------------------------------------------


def changed_command(rules: BlackjackRules, state: State, command: cmd.Command, becomes: str) -> cmd.Command | None:
    """Returns a command as a correction changes it: a card, a prize, an amount or a decision; None for others.

    Raises ValueError for words that are no such change.
    """
    if isinstance(command, cmd.EnterCard) and becomes:
        return GRAMMAR.read(expand(rules, state, Act(HOUSE, becomes, ())), live=True)
    if isinstance(command, cmd.EnterPrize) and becomes:
        return replace(command, cents=parse_money(becomes))
    if isinstance(command, cmd.PlaceBet) and becomes:
        return replace(command, amounts=(parse_money(becomes), *command.amounts[1:]))
    verb = DECISIONS.get(becomes.lower(), becomes)
    if isinstance(command, cmd.PlayerCommand) and command.verb in DECISIONS.values() and verb in DECISIONS.values():
        return GRAMMAR.read(Act(command.player, verb, (str(command.box),)))
    return None


def correction_clauses(rules: BlackjackRules, state: State, command: cmd.Command, reason: str) -> Clauses:
    """Returns the clauses on the reconstruction of a round whose cards were dealt wrongly.

    A wrong entry of cards that were dealt right is not the law's matter, but the policy of the house: no clause.
    """
    if reason != MISDEALT or MISDEALT not in rules.irregularities or not isinstance(command, cmd.EnterCard):
        return ()
    entry = rules.irregularities[MISDEALT]
    mapped = entry.map.get("initial" if state.stage < Stage.OFFERS else "later", entry.clauses)
    return (mapped,) if isinstance(mapped, str) else tuple(mapped)
