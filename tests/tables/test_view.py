"""What people may see: face-up cards, never the hole card, the burnt card or the order of the shoe."""

import random

import msgspec
import pytest

from pitboss.cards import card_name
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack import legal_actions
from pitboss.games.blackjack.allowed import allowed_now
from pitboss.games.blackjack.state import Stage
from pitboss.games.blackjack.visible_events import without_hidden
from pitboss.games.live.visible_events import describe_visible
from pitboss.tables import Table
from tests.tables.random_play import RULEBOOKS, open_table


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
        view = table.public_view()
        assert view.dealer[0].hidden == 1
        assert len(view.dealer[0].cards) == 1
        other = table.copy()
        other.state.hole = (other.state.hole + 13) % 52
        assert other.view() == table.view()


def test_the_hole_card_shows_when_it_is_turned() -> None:
    table = dealt("tribal-blackjack", 3)
    chooser = random.Random(1)
    while table.state.stage != Stage.BETTING:
        table.do(chooser.choice([*legal_actions(table.rules, table.state), cmd.CloseOffer()]))
    view = table.public_view()
    assert view.dealer[0].hidden == 0
    assert all(wager.result is not None for box in view.boxes for hand in box.hands for wager in hand.wagers)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_view_is_plain_data_and_counts_cards_without_naming_them(rulebook: str) -> None:
    table = dealt(rulebook, 4)
    view = table.public_view()
    data = msgspec.json.decode(msgspec.json.encode(view))
    assert data["shoes"][0]["drawn"] == table.state.shoe.drawn
    assert data["shoes"][0]["discards"] == len(table.state.shoe.rack)
    assert "rack" not in data["shoes"][0]
    money = {person["name"]: person["money"] for person in data["people"]}
    assert money == {"ann": 99_999_000, "bob": 99_999_000, "cid": 100_000_000}
    assert [box["box"] for box in data["boxes"] if box["hands"]] == [1, 2]
    assert msgspec.convert(data, type(view)) == view


def test_new_bets_are_drawn_apart_from_the_finished_round() -> None:
    table = open_table("nz-blackjack", {}, 1)
    table.do(cmd.PlaceBet(player="ann", box=3, amounts=(2_000,)))
    view = table.public_view()
    assert view.phase == "betting"
    assert view.boxes[2].bets[0].amount == 2_000
    assert view.boxes[2].hands == ()
    assert allowed_now(table.rules, table.state, "ann") == ("ann: bet BOX 10-1000", "ann: withdraw 3")
    assert "house: deal" in allowed_now(table.rules, table.state)


def test_no_hidden_card_is_in_a_view() -> None:
    hole = ev.HoleDealt((), 5)
    burnt = ev.CardBurned((), 5, "burn")
    shown = ev.CardBurned((), 5, "face_up")
    assert without_hidden([hole, burnt, shown]) == [shown]
    assert card_name(5) not in describe_visible(hole) + describe_visible(burnt)
    assert card_name(5) in describe_visible(shown)
