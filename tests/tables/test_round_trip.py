"""A table's log is a .pit file: random play, printed, parsed and replayed, comes to the same money."""

import pytest

from pitboss.games.blackjack import commands as cmd
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit, print_pit
from pitboss.tables import Table, fold
from tests.tables.random_play import RULEBOOKS, open_table, play_rounds

VARIANTS: list[tuple[str, dict[str, str], int]] = [
    *((rulebook, {}, 200) for rulebook in RULEBOOKS),
    ("nz-blackjack", {"burn_first_card": "true", "super_sevens": "true", "madness_21": "true"}, 60),
    ("nz-blackjack", {"perfect_pairs": "scale_two", "shuffler": "batch", "player_inspection": "false"}, 60),
    ("nz-blackjack", {"shuffler": "continuous", "any_pair": "scale_one"}, 100),
    ("nz-blackjack", {"antes_up": "true", "ante_amount": "1"}, 60),
    ("nz-blackjack", {"blackjack_plus": "true"}, 60),
    ("mbs-blackjack", {"decks": "1", "boxes": "3"}, 60),
    ("canberra-blackjack", {"triple_play": "true", "boxes": "6"}, 60),
    ("canberra-blackjack", {"decks": "8", "cutting_card_from_back": "208", "super_sevens": "true"}, 60),
    ("tribal-blackjack", {"double_shoe": "true"}, 60),
    ("tribal-blackjack", {"automated_shuffler": "true", "decks": "8", "additional_wager": "suited"}, 60),
    ("tribal-blackjack", {"decks": "1", "surrender": "true", "max_split_hands": "4"}, 60),
    ("tribal-blackjack", {"multiple_action": "true"}, 60),
    ("tribal-blackjack", {"progressive": "true", "card_reader": "true"}, 60),
    ("tribal-blackjack", {"streak": "true"}, 60),
    (
        "tribal-blackjack",
        {"bonus": "true", "bonus_awards_1": "15*50,20*5", "bonus_awards_5": "75*50,100*5"},
        60,
    ),
]


def name_of(variant: tuple[str, dict[str, str], int]) -> str:
    return " ".join([variant[0], *(f"{name}={value}" for name, value in variant[1].items())])


def check_round_trip(table: Table) -> None:
    text = table.log_pit()
    file = parse_pit(text)
    assert parse_pit(print_pit(file)) == file
    outcome = replay(file)
    assert outcome.failures == ()
    assert outcome.state is not None
    assert outcome.state.money == table.state.money
    assert outcome.state.house == table.state.house


@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_a_log_replays_to_the_same_money(variant: tuple[str, dict[str, str], int]) -> None:
    rulebook, choices, rounds = variant
    table = open_table(rulebook, choices, seed=7)
    play_rounds(table, rounds, seed=11)
    assert table.state.round >= rounds
    assert fold(table.events()) == table.state
    assert sum(table.state.money.values()) + table.state.house + table.state.on_table() == 3 * 100_000_000
    check_round_trip(table)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_log_with_irregularities_replays_to_the_same_money(rulebook: str) -> None:
    table = open_table(rulebook, {}, seed=13)
    play_rounds(table, 100, seed=13, unruly=0.1)
    told = [entry.command for entry in table.log if isinstance(entry.command, cmd.ReportIrregularity)]
    assert told
    assert fold(table.events()) == table.state
    check_round_trip(table)


def test_a_log_of_half_a_round_replays() -> None:
    table = open_table("nz-blackjack", {}, seed=3)
    play_rounds(table, 5, seed=3)
    table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
    table.do(cmd.Deal())
    assert table.log_pit("Five rounds").startswith("title: Five rounds\nrulebook: nz-blackjack\nlimits: 10-1000\n")
    check_round_trip(table)
