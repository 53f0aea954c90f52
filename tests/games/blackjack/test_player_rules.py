"""The player's decisions that rules may allow: on split aces, on doubled hands, on pairs by rank."""

import pytest
from msgspec.structs import replace

from pitboss.cards import parse_card
from pitboss.games.blackjack import State, act, legal_actions, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Stage
from pitboss.law.laboratory import laboratory_rules
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

STAKE = 1_000
MONEY = 100_000


class Cards:
    """A source of chance that deals given cards, and then eights."""

    def __init__(self, names: str) -> None:
        self.cards = [parse_card(name) for name in names.split()]

    def draw(self, side: int) -> int:
        return self.cards.pop(0) if self.cards else parse_card("8c")

    def shuffle(self, side: int, cards: object) -> None:
        """Does nothing: the order is given."""

    def restock(self, side: int, cards: object) -> None:
        """Does nothing: the order is given."""

    def prize(self, kind: str, stake: int) -> int:
        raise NotImplementedError


class Round:
    """One round of a player on box 1 (and of a back bettor), from the first cards: player, dealer, player, hole."""

    def __init__(self, rules: BlackjackRules, cards: str, *, back: bool = False) -> None:
        self.rules, self.chance = rules, Cards("2c " + cards)
        self.state, _ = open_state(rules, self.chance)
        for name in ("ann", "bob")[: 1 + back]:
            self.do(cmd.JoinTable(player=name, money=MONEY))
            self.do(cmd.PlaceBet(player=name, box=1, amounts=(STAKE,)))
        self.do(cmd.Deal())

    def ask(self, command: cmd.Command) -> str:
        """Returns the message of the refusal, or an empty text after the command was executed."""
        outcome = act(self.rules, self.state, command, self.chance)
        return outcome.message if isinstance(outcome, Refusal) else ""

    def do(self, command: cmd.Command) -> State:
        assert self.ask(command) == ""
        return self.state

    def decide(self, *words: str) -> str:
        """Makes decisions; returns the refusal of the last one, and demands that the others are allowed."""
        *first, last = words
        for word in first:
            assert self.decide(word) == "", word
        return self.ask(DECISIONS[last](player="ann", box=1))

    @property
    def net(self) -> int:
        """The result of a finished round."""
        assert self.state.stage == Stage.BETTING
        return self.state.money["ann"] - MONEY


DECISIONS: dict[str, type[cmd.PlayerCommand]] = {
    "hit": cmd.Hit,
    "stand": cmd.Stand,
    "double": cmd.DoubleDown,
    "split": cmd.SplitPair,
    "surrender": cmd.Surrender,
}
ACES = "Ac 6h Ad Ts"  # and the dealer has 16
ELEVEN = "5c 6h 6d Ts"
EIGHTS = "8c 6h 8d Ts"


@pytest.mark.parametrize(
    ("words", "cards", "decisions", "message"),
    [
        ("6D", ACES + " 5h 4h", "split hit", "no hand is to be decided now"),
        ("6D HSA", ACES + " 5h 4h", "split hit", ""),
        ("6D HSA", ACES + " 5h 4h", "split double", "a split ace may not be doubled"),
        ("6D DSA", ACES + " 5h 4h", "split double", ""),
        ("6D DSA", ACES + " 5h 4h", "split hit double", "only the first two cards may be doubled"),
        ("6D DSA DAC", ACES + " 5h 2h 4h", "split hit double", ""),
        ("6D DSA1", ACES + " 5h 4h", "split hit", "a split ace gets one card only"),
        ("6D DSA1", ACES + " 5h 4h", "split double", ""),
        ("6D DSA1 D9", ACES + " 5h 4h", "split stand", "no hand is to be decided now"),
        ("6D HSA", ACES + " Ah 4h", "split split", "aces are split once only"),
        ("6D HSA RSA", ACES + " Ah 4h 3h", "split split", ""),
        ("6D", "2c 6h 3d Ts 4h 8s", "hit double", "only the first two cards may be doubled"),
        ("6D DAC", "2c 6h 3d Ts 4h 8s", "hit double", ""),
        ("6D DAC D10", "2c 6h 3d Ts 4h 8s", "hit double", "only a hard 10 or 11 may be doubled"),
        ("6D D8", "2c 6h 6d Ts", "double", ""),
        ("6D D8", "2c 6h 5d Ts", "double", "only a hard 8, 9, 10 or 11 may be doubled"),
        ("6D DAS9", EIGHTS + " 3h", "split double", ""),
        ("6D DAS9", EIGHTS + " 5h", "split double", "only a hard 9, 10 or 11 may be doubled"),
        ("6D DAS9", "8c 6h 5d Ts", "double", ""),
        ("6D", "Tc 6h Kd Ts", "split", ""),
        ("6D SBR", "Tc 6h Kd Ts", "split", "only two cards of the same rank may be split"),
        ("6D SBR", "Kc 6h Kd Ts", "split", ""),
        ("6D SP5", EIGHTS + " 8h 8s 8h", "split split split split", ""),
        ("6D SP5", EIGHTS + " 8h 8s 8h 8s", "split split split split split", "a box may have 5 hands at most"),
        ("6D", ELEVEN + " 2h", "double double", "no hand is to be decided now"),
        ("6D RD1", ELEVEN + " 2h 3h", "double double", ""),
        ("6D RD1", ELEVEN + " 2h 3h", "double hit", "a doubled hand gets one card only"),
        ("6D RD2 DDR", ELEVEN + " 2h 2s 2d", "double double double double", "a hand may be doubled 3 times"),
        ("6D RD1", ELEVEN + " 2h", "double surrender", "surrender is not offered; the hand is doubled"),
        ("6D LS", ELEVEN + " 2h", "double surrender", "no hand is to be decided now"),
        ("6D DDR", ELEVEN + " 2h", "double surrender", ""),
        ("6D DDR", ELEVEN + " 2h", "double double", "the hand is doubled already"),
        ("6D DDR", ELEVEN + " 2h", "surrender", "surrender is not offered"),
        ("6D DDR", ELEVEN + " Th", "double stand", "no hand is to be decided now"),
        ("6D LS", EIGHTS + " 7h", "split surrender", "surrender is the first decision on a hand that was not split"),
        ("6D LS SAS", EIGHTS + " 7h", "split surrender", ""),
        ("6D LS SAS", EIGHTS + " 2h 3h", "split hit surrender", "surrender is the first decision on a hand"),
        ("6D LS SAS HSA", ACES + " 5h", "split surrender", ""),
    ],
)
def test_a_decision_is_allowed_or_refused(words: str, cards: str, decisions: str, message: str) -> None:
    assert Round(laboratory_rules(words), cards).decide(*decisions.split()) == message


@pytest.mark.parametrize(
    ("words", "cards", "decisions", "net"),
    [
        ("6D HSA", ACES + " 5h 4h 9h 8s", "split hit stand", 2 * STAKE),  # 20 and 19; the dealer's 16 passes 21
        ("6D DSA", ACES + " 5h 4h 9h 8s", "split double", 3 * STAKE),
        ("6D DAC", "2c 6h 3d Ts 4h 8s 9d", "hit double", 2 * STAKE),
        ("6D RD1", ELEVEN + " 2h 7h 9d", "double double", 4 * STAKE),
        ("6D RD2", ELEVEN + " 2h 2s 2d 9d", "double double double", 8 * STAKE),
        ("6D DDR", ELEVEN + " 2h 9d", "double surrender", -STAKE),
        ("6D RD1 DDR", ELEVEN + " 2h 2s 9d", "double double surrender", -2 * STAKE),
        ("6D LS SAS", EIGHTS + " 7h 2s 9d 9c", "split surrender hit", STAKE // 2),
    ],
)
def test_the_wagers_of_a_hand_are_settled_together(words: str, cards: str, decisions: str, net: int) -> None:
    played = Round(laboratory_rules(words), cards)
    assert played.decide(*decisions.split()) == ""
    while played.state.stage == Stage.PLAY:
        assert played.decide("stand") == ""
    assert played.net == net


def test_a_double_for_less_is_rescued_for_the_first_wager() -> None:
    played = Round(laboratory_rules("6D DDR DFL"), ELEVEN + " 2h")
    played.do(cmd.DoubleDown(player="ann", box=1, amounts=(400,)))
    assert played.decide("surrender") == ""
    assert played.net == -STAKE


def test_a_back_bettor_who_did_not_double_loses_half_of_a_rescued_hand() -> None:
    rules = laboratory_rules("6D DDR")
    rules = replace(rules, terms=replace(rules.terms, players_per_box=2), memo={})
    played = Round(rules, ELEVEN + " 2h", back=True)
    assert played.decide("double") == ""
    played.do(cmd.Keep(player="bob", box=1))
    assert played.decide("surrender") == ""
    assert (played.net, played.state.money["bob"] - MONEY) == (-STAKE, -STAKE // 2)


def test_the_buttons_of_a_doubled_hand_are_its_decisions() -> None:
    played = Round(laboratory_rules("6D RD1 DDR"), ELEVEN + " 2h 2s")
    played.decide("double")
    assert sorted(legal_actions(played.rules, played.state).verbs(1)) == ["double", "stand", "surrender"]
    played.decide("double")
    assert sorted(legal_actions(played.rules, played.state).verbs(1)) == ["stand", "surrender"]
