"""Splitting, rule by rule: who may split which cards, into how many hands, split aces, and the money."""

import pytest

from pitboss.cards import parse_card
from pitboss.games.blackjack import State, act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.listed_chance import Listed, ListedChance
from pitboss.law import Limits, Refusal, TableRules, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules

ALL_RULEBOOKS = pytest.mark.parametrize("rulebook", ["nz", "mbs", "canberra", "tribal"])
STAKE = 10_00


class SplitTable:
    """An engine at which ann bets 10 on box 1 and the listed cards are dealt: box 1, dealer, box 1, then the rest."""

    def __init__(self, rulebook: str, cards: str, *, money: int = 100_00, back_bettor: bool = False, options: str = ""):
        choices = dict(word.split("=") for word in options.split())
        rules = resolve(load_rulebook(f"{rulebook}-blackjack"), choices, Limits(STAKE, 1_000_00))
        assert isinstance(rules, TableRules), rules
        self.rules: BlackjackRules = rules
        hole = ["2c"] if rules.terms.hole_card else []
        words = cards.split()
        order = [parse_card(word) for word in (*words[:3], *hole, *words[3:])]
        if rules.terms.burn_new_shoe:
            order.insert(0, parse_card("2d"))
        self.chance = ListedChance([Listed([order])], [], [])
        self.state: State = open_state(rules, self.chance)[0]
        self.events: list[ev.Event] = []
        self.do(cmd.JoinTable(player="ann", money=money))
        self.do(cmd.PlaceBet(player="ann", box=1, amounts=(STAKE,)))
        if back_bettor:
            self.do(cmd.JoinTable(player="bob", money=money))
            self.do(cmd.PlaceBet(player="bob", box=1, amounts=(STAKE,)))
        self.do(cmd.Deal())

    def do(self, command: cmd.Command) -> None:
        done = act(self.rules, self.state, command, self.chance)
        assert not isinstance(done, Refusal), done
        self.events += done

    def refusal(self, command: cmd.Command) -> Refusal:
        before = dict(self.state.money)
        done = act(self.rules, self.state, command, self.chance)
        assert isinstance(done, Refusal), done
        assert self.state.money == before
        return done

    def split(self, player: str = "ann") -> None:
        self.do(cmd.SplitPair(player=player, box=1))

    def hands(self) -> list[list[int]]:
        return [hand.cards for hand in self.state.hands[1]]

    def nets(self) -> list[tuple[str, int]]:
        return [(event.outcome, event.net) for event in self.events if isinstance(event, ev.WagerSettled)]


def cards_of(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


# --- which cards, and who ----------------------------------------------------------------------------------------


@ALL_RULEBOOKS
@pytest.mark.parametrize("pair", ["8s 8d", "Ts Kd", "2h 2h"])
def test_two_cards_of_the_same_points_may_be_split(rulebook: str, pair: str) -> None:
    first, second = pair.split()
    table = SplitTable(rulebook, f"{first} 9h {second} 3c")
    table.split()
    assert table.hands() == [cards_of(f"{first} 3c"), cards_of(second)]


@ALL_RULEBOOKS
@pytest.mark.parametrize("cards", ["8s 9h 7d", "As 9h Kd"])
def test_cards_of_different_points_may_not_be_split(rulebook: str, cards: str) -> None:
    table = SplitTable(rulebook, f"{cards} Th Th Th")
    refusal = table.refusal(cmd.SplitPair(player="ann", box=1))
    assert set(table.rules.cite("split_pair")) <= set(refusal.clauses)


@ALL_RULEBOOKS
def test_a_hand_with_a_third_card_may_not_be_split(rulebook: str) -> None:
    table = SplitTable(rulebook, "4s 9h 4d 4c")
    table.do(cmd.Hit(player="ann", box=1))
    assert table.refusal(cmd.SplitPair(player="ann", box=1)).kind == "split_pair"


def test_only_the_decider_of_the_box_may_split() -> None:
    table = SplitTable("nz", "8s 9h 8d", back_bettor=True)
    refusal = table.refusal(cmd.SplitPair(player="bob", box=1))
    assert refusal.kind == "who_decides"
    assert "ann decides for box 1" in refusal.message


# --- how many hands ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "options", "hands"),
    [
        ("nz", "", 3),
        ("mbs", "", 4),
        ("canberra", "", 4),
        ("tribal", "", 2),
        ("tribal", "max_split_hands=3", 3),
    ],
)
def test_a_box_may_be_split_up_to_the_hands_of_the_rulebook(rulebook: str, options: str, hands: int) -> None:
    table = SplitTable(rulebook, "8s 9h 8d" + " 8c" * hands, options=options)
    for _ in range(hands - 1):
        table.split()
    assert len(table.hands()) == hands
    refusal = table.refusal(cmd.SplitPair(player="ann", box=1))
    assert refusal.kind == "split_hands"
    assert f"a box may have {hands} hands at most" in refusal.message


def test_split_hands_are_completed_one_after_the_other() -> None:
    table = SplitTable("nz", "8s 9h 8d 5c 2c")
    table.split()
    assert table.state.turn is table.state.hands[1][0]
    assert table.hands() == [cards_of("8s 5c"), cards_of("8d")], "the second hand waits for its card"
    table.do(cmd.Stand(player="ann", box=1))
    assert table.state.turn is table.state.hands[1][1]
    assert table.hands() == [cards_of("8s 5c"), cards_of("8d 2c")]


# --- aces --------------------------------------------------------------------------------------------------------


@ALL_RULEBOOKS
def test_split_aces_get_one_card_each_and_are_closed(rulebook: str) -> None:
    table = SplitTable(rulebook, "As 9h Ad 5c 6c Tc Tc")
    table.split()
    assert [event.why for event in table.events if isinstance(event, ev.HandClosed)] == ["split_aces", "split_aces"]
    assert table.hands() == [cards_of("As 5c"), cards_of("Ad 6c")]


@pytest.mark.parametrize("rulebook", ["nz", "mbs", "canberra"])
def test_an_ace_on_a_split_ace_may_not_be_split_again(rulebook: str) -> None:
    table = SplitTable(rulebook, "As 9h Ad Ac Ah Tc")
    table.split()
    assert table.hands() == [cards_of("As Ac"), cards_of("Ad Ah")]
    assert set(table.rules.cite("split_aces_once")) <= set(table.refusal(cmd.SplitPair(player="ann", box=1)).clauses)


@pytest.mark.parametrize(("resplit", "hands"), [("true", 3), ("false", 2)])
def test_tribal_aces_may_be_split_again_where_the_operator_offers_it(resplit: str, hands: int) -> None:
    table = SplitTable("tribal", "As 9h Ad Ac 5c 6c 7c Tc Tc", options=f"max_split_hands=3 resplit_aces={resplit}")
    table.split()
    if resplit == "true":
        table.split()
    else:
        table.refusal(cmd.SplitPair(player="ann", box=1))
    assert len(table.hands()) == hands


# --- the money ---------------------------------------------------------------------------------------------------


def test_a_split_adds_an_equal_wager_on_the_new_hand() -> None:
    table = SplitTable("nz", "8s 9h 8d 3c")
    assert table.state.money == {"ann": 90_00}
    table.split()
    assert table.state.money == {"ann": 80_00}
    numbers = [hand.number for hand in table.state.hands[1]]
    assert [(wager.hand, wager.amount, wager.original) for wager in table.state.wagers] == [
        (numbers[0], STAKE, True),
        (numbers[1], STAKE, False),
    ]


def test_a_player_without_the_money_may_not_split() -> None:
    table = SplitTable("nz", "8s 9h 8d", money=19_99)
    refusal = table.refusal(cmd.SplitPair(player="ann", box=1))
    assert refusal.kind == "own_money"
    assert set(table.rules.cite("split_wager")) <= set(refusal.clauses)


def test_each_hand_of_a_split_is_settled_on_its_own() -> None:
    table = SplitTable("nz", "8s 9h 8d Tc 3c Tc Tc")
    table.split()
    table.do(cmd.Stand(player="ann", box=1))  # 18
    table.do(cmd.Hit(player="ann", box=1))  # 21, and the dealer has 19
    assert sorted(table.nets()) == [("lost", -STAKE), ("won", STAKE)]
    assert table.state.money == {"ann": 100_00}


@ALL_RULEBOOKS
def test_an_ace_and_a_ten_after_a_split_win_even_money(rulebook: str) -> None:
    table = SplitTable(rulebook, "As 9h Ad Kc Qc 8c 8c")
    table.split()
    assert [net for _, net in table.nets()] == [STAKE, STAKE], "and not the odds of a blackjack"


@pytest.mark.parametrize(("answer", "wagers"), [("follow", 2), ("keep", 1)])
def test_a_back_bettor_follows_a_split_or_keeps_one_wager(answer: str, wagers: int) -> None:
    table = SplitTable("nz", "8s 9h 8d 3c", back_bettor=True)
    table.split()
    assert table.state.offer is not None
    assert table.state.offer.waiting == [("bob", 1)]
    table.do(cmd.Follow(player="bob", box=1) if answer == "follow" else cmd.Keep(player="bob", box=1))
    placed = [wager for wager in table.state.wagers if wager.player == "bob"]
    assert len(placed) == wagers
    assert table.state.money["bob"] == 100_00 - wagers * STAKE
    assert placed[0].hand == table.state.hands[1][0].number
