"""What people may see: face-up cards, never the hole card, the burnt card or the order of the shoe."""

import random
from copy import deepcopy

import msgspec
import pytest

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack import legal_actions
from pitboss.blackjack.state import Stage
from pitboss.cards import card_name
from pitboss.table import Table, view_of
from pitboss.table.view import seen, tell_seen
from tests.table.random_play import RULEBOOKS, open_table


def dealt(rulebook: str, seed: int) -> Table:
    table = open_table(rulebook, {}, seed)
    for box, player in enumerate(("ann", "bob"), 1):
        table.do(cmd.PlaceBet(player=player, box=box, amounts=(1_000,)))
    table.do(cmd.Deal())
    return table


def test_the_hole_card_changes_nothing_that_can_be_seen() -> None:
    for seed in range(30):
        table = dealt("tribal-blackjack", seed)
        if table.state.hole < 0:
            continue
        view = view_of(table.rules, table.state)
        assert view.dealer[0].hidden == 1
        assert len(view.dealer[0].cards) == 1
        other = deepcopy(table.state)
        other.hole = (other.hole + 13) % 52
        assert view_of(table.rules, other) == view


def test_the_hole_card_shows_when_it_is_turned() -> None:
    table = dealt("tribal-blackjack", 3)
    chooser = random.Random(1)
    while table.state.stage != Stage.BETTING:
        table.do(chooser.choice([*legal_actions(table.rules, table.state), cmd.CloseOffer()]))
    view = view_of(table.rules, table.state)
    assert view.dealer[0].hidden == 0
    assert all(wager.result is not None for box in view.boxes for hand in box.hands for wager in hand.wagers)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_view_is_plain_data_and_counts_cards_without_naming_them(rulebook: str) -> None:
    table = dealt(rulebook, 4)
    view = view_of(table.rules, table.state, "ann")
    data = msgspec.json.decode(msgspec.json.encode(view))
    assert data["drawn"] == table.state.shoe.drawn
    assert data["discards"] == len(table.state.shoe.rack)
    assert "rack" not in data
    assert data["money"] == {"ann": 99_999_000, "bob": 99_999_000, "cid": 100_000_000}
    assert [box["box"] for box in data["boxes"]] == [1, 2]
    assert msgspec.convert(data, type(view)) == view


def test_bets_lie_apart_from_the_finished_round() -> None:
    table = open_table("nz-blackjack", {}, 1)
    table.do(cmd.PlaceBet(player="ann", box=3, amounts=(2_000,)))
    view = view_of(table.rules, table.state, "ann")
    assert view.phase == "betting"
    assert view.boxes[0].bets[0].amount == 2_000
    assert view.boxes[0].hands == ()
    assert view.allowed == ("ann: bet BOX 10-1000", "ann: withdraw 3")
    assert "house: deal" in view_of(table.rules, table.state).allowed


def test_no_hidden_card_is_told() -> None:
    hole = ev.HoleDealt((), 5)
    burnt = ev.CardBurned((), 5, "burn")
    shown = ev.CardBurned((), 5, "face_up")
    assert seen([hole, burnt, shown]) == [shown]
    assert card_name(5) not in tell_seen(hole) + tell_seen(burnt)
    assert card_name(5) in tell_seen(shown)
