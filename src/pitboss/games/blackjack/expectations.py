"""Evaluates the expectations of a blackjack file against a table."""

import re
from collections.abc import Callable, Sequence

from pitboss.games.blackjack import LegalActions, State
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.grammar import PLAYER_VERBS
from pitboss.games.blackjack.plan import phase
from pitboss.games.blackjack.shoe import cards_behind
from pitboss.games.blackjack.state import Hand, dealer_blackjack, points_of
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text, net_text, parse_amount

#: The names of the events that count as announcements.
_SAID_BY = {ev.TurnCame: "total", ev.DealerDone: "total", ev.BetsClosed: "no_more_bets"}
_SAYINGS = ("no_more_bets", "insurance", "total", "shuffle", "blackjack", "place_your_bets", "progressive")
_POINTS = re.compile(r"(soft )?\d{1,3}|blackjack|bust")
#: The phases of a blackjack table.
PHASES = ("betting", "offers", "play", "follow", "prize", "closed")
_PLACE = re.compile(r"\d{1,4}(\.[1-9]\d?)?", re.ASCII)


class TableWitness:
    """Records what the expectations query: the last events, and the shuffles."""

    def __init__(self, rules: BlackjackRules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: Sequence[ev.Event] = ()
        self.shuffled = False

    def saw(self, events: Sequence[ev.Event]) -> None:
        """Records the events of a line."""
        self.events = events
        for event in events:
            if isinstance(event, ev.RoundEnded):
                self.shuffled = False
            elif isinstance(event, ev.Shuffled):
                self.shuffled = True

    def said(self) -> list[str]:
        """Returns the announcements among the last events."""
        words = []
        for event in self.events:
            if isinstance(event, ev.Announced):
                words.append(event.word)
            elif type(event) in _SAID_BY:
                words.append(_SAID_BY[type(event)])
            elif isinstance(event, ev.CardDealt) and event.announced:
                words.append("total")
        return words


Looker = Callable[[TableWitness, Sequence[str], LegalActions], tuple[str, str]]


def expectation(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    """Returns the expected and the actual value as text: equal if the expectation holds. Raises ValueError."""
    looker = EXPECTATIONS.get(words[0].partition(":")[0])
    if looker is None:
        raise ValueError(f"'{words[0]}' is not an expectation: expected one of {', '.join(EXPECTATIONS)}")
    return looker(witness, words, legal)


def _count(words: Sequence[str], least: int, most: int, shape: str) -> None:
    if not least <= len(words) <= most:
        raise ValueError(f"expected '? {shape}', got '? {' '.join(words)}'")


def _signed(word: str) -> int:
    amount = parse_amount(word[1:] if word[:1] in ("+", "-") else word)
    return -amount if word.startswith("-") else amount


def _known(witness: TableWitness, player: str) -> str:
    if player not in witness.state.money:
        raise ValueError(f"nobody of the name '{player}' is at the table")
    return player


def _net(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 3, 3, "net PLAYER AMOUNT")
    player = _known(witness, words[1])
    net = witness.state.money[player] - witness.state.began[player]
    return f"{player} {net_text(_signed(words[2]))}", f"{player} {net_text(net)}"


def _money(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 3, 3, "money PLAYER AMOUNT")
    player = _known(witness, words[1])
    return f"{player} {amount_text(_signed(words[2]))}", f"{player} {amount_text(witness.state.money[player])}"


def _place(word: str) -> tuple[int, int]:
    """Parses ``1`` or ``1.2``: the box, and the position of the hand from the dealer's left (0 if omitted)."""
    if not _PLACE.fullmatch(word):
        raise ValueError(f"'{word}' is not a box or hand: expected 1 or 1.2")
    box, _, place = word.partition(".")
    return int(box), int(place or 0)


def _hands(state: State, word: str) -> list[Hand]:
    """Returns the hands that ``1`` or ``1.2`` names: all hands of a box, or one; empty if there is no such hand."""
    box, place = _place(word)
    hands = state.hands.get(box, [])
    return hands[place - 1 : place] if "." in word else hands


def _wager(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 5, 5, "wager PLAYER BOX KIND RESULT")
    state = witness.state
    player, place, (kind, colon, spot) = _known(witness, words[1]), words[2], words[3].partition(":")
    box, named = _place(place)
    if colon and spot not in ("1", "2", "3"):
        raise ValueError(f"'{words[3]}' names no spot")
    kinds = ("main", "double", "insurance", "ante", *witness.rules.sides)
    if kind not in kinds:
        raise ValueError(f"'{kind}' is not a wager here: expected one of {', '.join(kinds)}")
    by_hand = kind in ("main", "double")
    hands = _hands(state, place)
    if by_hand and not named and len(hands) > 1:
        raise ValueError(f"after a split {kind} needs the hand, like {box}.1")
    numbers = [hand.number for hand in hands]
    lying = state.bets if words[4] == "open" else ()  # for the next round
    found = [
        wager
        for wager in (*state.wagers, *lying)
        if wager.player == player
        and wager.box == box
        and wager.kind == kind
        and (not named or not by_hand or wager.hand in numbers)
        and (not colon or wager.spot == int(spot))
    ]
    expected = "open" if words[4] == "open" else net_text(_signed(words[4]))
    label = f"{player} {place} {words[3]}"
    if not found:
        return f"{label} {expected}", f"{label} is not a wager of the last round"
    if any(wager.result is None for wager in found):
        return f"{label} {expected}", f"{label} open"
    return f"{label} {expected}", f"{label} {net_text(sum(wager.result or 0 for wager in found))}"


def _checked_points(words: Sequence[str]) -> str:
    """Validates an expected total. Raises ValueError for one that is impossible."""
    text = " ".join(words)
    if not _POINTS.fullmatch(text):
        raise ValueError(f"'{text}' is not a total: expected 17, soft 17, blackjack or bust")
    return text


def _points_text(total: int, soft: bool, blackjack: bool) -> str:
    if blackjack:
        return "blackjack"
    if total > 21:
        return "bust"
    return f"soft {total}" if soft else str(total)


def _total(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 3, 4, "total BOX [soft] TOTAL")
    place, expected = words[1], _checked_points(words[2:])
    hands = _hands(witness.state, place)
    if len(hands) > 1:
        raise ValueError(f"box {place} has {len(hands)} hands: name one, like {place}.1")
    got = _points_text(hands[0].total, hands[0].soft, hands[0].blackjack) if hands else "no hand"
    return f"{place} {expected}", f"{place} {got}"


def _dealer(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 2, 3, "dealer [soft] TOTAL")
    _, colon, spot = words[0].partition(":")
    if colon and not spot.isdigit():
        raise ValueError(f"'{words[0]}' names no dealer hand")
    number = int(spot) if colon else 1
    expected = _checked_points(words[1:])
    hands = witness.state.dealer
    if not 1 <= number <= len(hands) or not hands[number - 1]:
        return expected, "no dealer hand"
    cards = hands[number - 1]
    total, soft = points_of(cards)
    return expected, _points_text(total, soft, dealer_blackjack(cards))


def _legal(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    if len(words) < 3 or not words[1].isdigit():
        raise ValueError("expected '? legal BOX VERB…' or '? legal BOX none'")
    verbs = legal.verbs(int(words[1]))
    expected = [] if words[2:] == ["none"] or words[2:] == ("none",) else list(words[2:])
    strange = set(expected) - PLAYER_VERBS
    if strange:
        raise ValueError(
            f"'{min(strange)}' is not a verb of a player: expected some of {', '.join(sorted(PLAYER_VERBS))}"
        )
    box = words[1]
    return f"{box} {' '.join(sorted(expected)) or 'none'}", f"{box} {' '.join(sorted(verbs)) or 'none'}"


def _turn(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 2, 2, "turn HAND")
    place = words[1]
    named = _hands(witness.state, place)
    hand = witness.state.turn
    if hand is None:
        return place, "nobody's"
    if named == [hand]:
        return place, place
    hands = witness.state.hands[hand.box]
    return place, str(hand.box) if len(hands) == 1 else f"{hand.box}.{hands.index(hand) + 1}"


def _phase(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 2, 2, "phase PHASE")
    if words[1] not in PHASES:
        raise ValueError(f"'{words[1]}' is not a phase: expected one of {', '.join(PHASES)}")
    return words[1], phase(witness.state)


def _said(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 2, 2, "said WORD")
    if words[1] not in _SAYINGS:
        raise ValueError(f"nobody says '{words[1]}': expected one of {', '.join(_SAYINGS)}")
    said = dict.fromkeys(witness.said())
    return words[1], words[1] if words[1] in said else ", ".join(said) or "nothing"


def _number(words: Sequence[str], what: str) -> str:
    _count(words, 2, 2, f"{what} NUMBER")
    if not words[1].isdigit():
        raise ValueError(f"expected a number, got '{words[1]}'")
    return words[1]


def _drawn(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    return _number(words, "drawn"), str(sum(shoe.drawn for shoe in witness.state.shoes))


def _discards(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    return _number(words, "discards"), str(sum(len(shoe.rack) for shoe in witness.state.shoes))


def _behind(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    """The cards behind the cutting card, where the dealer inserts it after the cut."""
    return _number(words, "behind"), str(cards_behind(witness.rules, witness.state.shoe.cards_in))


def _meter(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 2, 2, "meter AMOUNT")
    return amount_text(_signed(words[1])), amount_text(witness.state.meter)


def _shuffled(witness: TableWitness, words: Sequence[str], legal: LegalActions) -> tuple[str, str]:
    _count(words, 1, 1, "shuffled")
    return "yes", "yes" if witness.shuffled else "no shuffle"


EXPECTATIONS: dict[str, Looker] = {
    "net": _net,
    "money": _money,
    "wager": _wager,
    "total": _total,
    "dealer": _dealer,
    "legal": _legal,
    "turn": _turn,
    "phase": _phase,
    "said": _said,
    "drawn": _drawn,
    "discards": _discards,
    "behind": _behind,
    "meter": _meter,
    "shuffled": _shuffled,
}
