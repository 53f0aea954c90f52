"""The Gymnasium environment of blackjack: checked by Gymnasium, and against a table that plays the same cards."""

from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from pitboss import Limits, Table
from pitboss.envs import BLACKJACK, DECISIONS, BlackjackEnv, IllegalAction
from pitboss.envs.actions import deal_command
from pitboss.envs.blackjack import BET, PLAY, PLAYER, SETTLED
from pitboss.envs.count import CardCounter
from pitboss.games.blackjack import State
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import CUTTING_CARD
from pitboss.strategy.count_systems import SYSTEMS, CountError
from pitboss.tables import ShuffledShoe

TABLES: list[dict[str, Any]] = [
    {"rulebook": "nz-blackjack"},
    {"rulebook": "mbs-blackjack"},
    {"rulebook": "tribal-blackjack"},
    {"rulebook": "canberra-blackjack"},
    {"rules": "6D H17 DAS LS"},
]
BETS = (1, 2, 4)
IDS = [next(iter(table.values())) for table in TABLES]
each_table = pytest.mark.parametrize("table", TABLES, ids=IDS)


def opened(**choices: Any) -> BlackjackEnv:
    env = gymnasium.make(BLACKJACK, **choices).unwrapped
    assert isinstance(env, BlackjackEnv)
    return env


def action(env: BlackjackEnv, verb: str) -> int:
    return env.action_names.index(verb)


def table_beside(env: BlackjackEnv, choices: dict[str, Any], seed: int) -> Table:
    """A table of the same rules with the cards that the environment has after ``reset(seed=seed)``."""
    cards = int(np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed))).integers(2**63))
    book = choices.get("rulebook", "laboratory")
    options = {"rules": choices["rules"]} if "rules" in choices else choices.get("options", {})
    table = Table.open(book, options, Limits(1_000, 100_000), chance=ShuffledShoe(env.rules, cards))
    assert isinstance(table, Table)
    table.join(PLAYER, 10**12)
    return table


@each_table
@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_environment_passes_the_checks_of_gymnasium(table: dict[str, Any], observation: str) -> None:
    choices = table | {"observation": observation, "bet_sizes": BETS, "count": "hi-lo"}
    check_env(gymnasium.make(BLACKJACK, render_mode="ansi", **choices).unwrapped)


def deal(table: Table) -> None:
    """Deals a round, again if the cutting card came first and the cards were shuffled."""
    rounds = table.state.round
    while table.state.round == rounds:
        table.do(cmd.Deal())


def test_the_determinant_card_of_a_double_shoe_comes_from_its_sides_in_turn() -> None:
    env = opened(rulebook="tribal-blackjack", options={"double_shoe": True})
    check_env(env)
    env.action_space.seed(2)
    _, info = env.reset(seed=2)
    determinants = []
    for _ in range(4):
        over = False
        while not over:
            _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        determinants.append(deal_command(env.rules, env.state).side)
        _, info = env.reset()
    assert determinants == ["b", "a", "b", "a"]


def legal_verbs(table: Table) -> set[str]:
    """The verbs for the box in turn, or for the first box that an offer waits for."""
    offer = table.state.offer
    return set(table.legal_actions().verbs(offer.waiting[0][1] if offer else table.state.turn_box))


@each_table
def test_rewards_and_masks_are_those_of_a_table_with_the_same_cards(table: dict[str, Any]) -> None:
    check_against_table(table, boxes=1, rounds=200)


def test_several_boxes_are_decided_in_turn() -> None:
    check_against_table({"rulebook": "tribal-blackjack", "options": {"max_boxes_per_player": 3}}, boxes=3, rounds=100)


def check_against_table(choices: dict[str, Any], *, boxes: int, rounds: int) -> None:
    env = opened(**choices, boxes=boxes, bet_sizes=BETS)
    beside = table_beside(env, choices, seed=5)
    env.action_space.seed(5)
    env.reset(seed=5)
    decisions = 0
    for _ in range(rounds):
        _, info = env.reset()
        assert info["action_mask"].tolist() == [1] * len(BETS) + [0] * len(DECISIONS)
        before, rewards, over, wager = beside.money[PLAYER], [], False, 0
        while not over:
            chosen = env.action_space.sample(info["action_mask"])
            if chosen < len(BETS):
                wager = 1_000 * BETS[chosen]
                for box in range(1, boxes + 1):
                    beside.do(cmd.PlaceBet(player=PLAYER, box=box, amounts=(wager,)))
                deal(beside)
            else:
                verb = env.action_names[chosen]
                legal = list(beside.legal_actions())
                beside.do(next(command for command in legal if (command.verb, command.box) == (verb, info["box"])))
                decisions += 1
            _, reward, over, _, info = env.step(chosen)
            rewards.append(reward)
            allowed = {name for name, open_ in zip(env.action_names, info["action_mask"], strict=True) if open_}
            assert allowed == legal_verbs(beside)
        net = beside.money[PLAYER] - before
        assert sum(rewards) == pytest.approx(net / wager)
        assert rewards[:-1] == [0.0] * (len(rewards) - 1)
        assert info["net"] == net
    assert decisions > rounds / 2


def test_reward_in_minimum_wagers_grows_with_the_bet() -> None:
    for unit, factor in (("first_wager", 1), ("minimum", 4)):
        env = opened(rules="6D", bet_sizes=BETS, reward_unit=unit)
        env.reset(seed=3)
        _, reward, over, _, info = env.step(2)
        while not over:
            _, reward, over, _, info = env.step(action(env, "stand" if info["action_mask"][3] else "pass"))
        assert reward == info["net"] / 4_000 * factor


def until_play(env: BlackjackEnv, seed: int = 1) -> None:
    """Plays until a hand of two cards that are not a pair is in turn."""
    env.action_space.seed(seed)
    env.reset(seed=seed)
    for _ in range(100):
        seen, _, _, _, _ = env.step(0)
        if seen["phase"] == PLAY and not seen["pair"]:
            return
        while seen["phase"] != SETTLED:
            seen, _, _, _, _ = env.step(env.action_space.sample())
        env.reset()
    raise AssertionError("no such hand in 100 rounds")


@pytest.mark.parametrize(
    ("verb", "clause"), [("split", "12.1"), ("surrender", "nz-blackjack"), ("bet 10", "nz-blackjack")]
)
def test_illegal_action_raises_with_the_clause_and_changes_nothing(verb: str, clause: str) -> None:
    env = opened(rulebook="nz-blackjack")
    until_play(env)
    before = env.state.copy()
    with pytest.raises(IllegalAction) as raised:
        env.step(action(env, verb))
    assert raised.value.refusal.clauses
    assert clause in str(raised.value)
    assert env.state == before
    env.step(env.action_space.sample())


@each_table
def test_every_masked_action_is_refused_in_every_phase(table: dict[str, Any]) -> None:
    env = opened(**table)
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    for _ in range(60):
        for illegal in np.flatnonzero(info["action_mask"] == 0):
            with pytest.raises(IllegalAction):
                env.step(illegal)
        _, _, over, _, info = env.step(env.action_space.sample())
        if over:
            with pytest.raises(ResetNeeded):
                env.step(0)
            _, info = env.reset()


def test_same_seed_and_actions_give_the_same_rounds() -> None:
    def played() -> list[Any]:
        env = opened(rules="6D H17 DAS LS", observation="flat", count="zen")
        env.action_space.seed(9)
        steps: list[Any] = [env.reset(seed=9)[0].tolist()]
        for _ in range(200):
            seen, reward, over, _, _ = env.step(env.action_space.sample())
            steps.append((seen.tolist(), reward))
            if over:
                env.reset()
        return steps

    assert played() == played()


@pytest.mark.parametrize("system", ["hi-lo", "ko"])
@each_table
def test_count_is_of_the_cards_that_were_seen_since_the_shuffle(table: dict[str, Any], system: str) -> None:
    env = opened(**table, count=system)
    env.action_space.seed(2)
    beside = table_beside(env, table, seed=2)
    seen, _ = env.reset(seed=2)
    rules, counted = SYSTEMS[system], []
    for _ in range(400):
        cards = seen_cards(beside)
        running = rules.start(env.rules.terms.decks) + sum(rules.tags[card] for card in cards)
        unseen = env.rules.terms.decks * 52 - len(cards)
        assert seen["count"][0] == pytest.approx(running if system == "ko" else running * 52 / unseen, rel=1e-5)
        counted.append(len(cards))
        chosen = env.action_space.sample()
        if chosen == 0:
            beside.do(cmd.PlaceBet(player=PLAYER, box=1, amounts=(1_000,)))
            deal(beside)
        else:
            beside.do(next(command for command in beside.legal_actions() if command.verb == env.action_names[chosen]))
        seen, _, over, _, _ = env.step(chosen)
        if over:
            seen, _ = env.reset()
            assert seen["phase"] == BET
    assert any(later < earlier for earlier, later in pairwise(counted)), "no shuffle in this run"


def test_count_after_used_cards_are_shuffled_in_the_middle_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven boxes empty one deck; every card is then in the shoe, seen, or face down: the hole card and one burn."""
    shuffled: list[int] = []
    count_again = CardCounter._count_again

    def spy(counter: CardCounter, state: State) -> None:
        shuffled.append(state.round)
        count_again(counter, state)

    monkeypatch.setattr(CardCounter, "_count_again", spy)
    env = opened(rules="1D", boxes=7, count="hi-lo")
    env.action_space.seed(1)
    env.reset(seed=1)
    for _ in range(500):
        _, _, over, _, _ = env.step(env.action_space.sample())
        assert env._counter is not None
        assert isinstance(env._shoe, ShuffledShoe)
        in_shoe = [card for card in env._shoe._order[0][: env._shoe._left[0]] if card != CUTTING_CARD]
        assert 52 - len(in_shoe) - env._counter._seen - (env.state.hole >= 0) in (0, 1)
        hidden = -env._counter._running - sum(SYSTEMS["hi-lo"].tags[card] for card in in_shoe)
        assert abs(hidden) <= 1 + (env.state.hole >= 0)
        if over:
            env.reset()
    assert shuffled


def seen_cards(table: Table) -> list[int]:
    """The face-up cards since the last shuffle, from the log of a table by the names of its events."""
    cards: list[int] = []
    for event in table.events():
        name = type(event).__name__
        if name == "Shuffled":
            cards = []
        elif name in ("CardDealt", "DealerDealt", "HoleDisclosed"):
            cards.append(event.card)
    return cards


def test_text_shows_no_hole_card_before_the_settlement() -> None:
    env = opened(rules="6D H17 DAS LS", render_mode="ansi")
    until_play(env)
    shown = env.render()
    assert shown.splitlines()[0].endswith(" ??")
    assert "stand" in shown
    env.step(action(env, "stand"))
    assert "??" not in env.render()
    assert "net" in env.render()


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({}, "name one table"),
        ({"rulebook": "nz-blackjack", "rules": "6D"}, "name one table"),
        ({"rules": "6D", "options": {"decks": 6}}, "options belong to a rulebook"),
        ({"rulebook": "nz-blackjack", "options": {"decks": 9}}, "nz-blackjack"),
        ({"rulebook": "nz-roulette"}, "roulette"),
        ({"rulebook": "nz-blackjack", "boxes": 2}, "14.4"),
        ({"rulebook": "nz-blackjack", "bet_sizes": (1, 101)}, "outside the limits"),
        ({"rulebook": "nz-blackjack", "bet_sizes": ()}, "positive whole numbers"),
        ({"rulebook": "nz-blackjack", "bet_sizes": ("1",)}, "positive whole numbers"),
        ({"rulebook": "nz-blackjack", "boxes": 0}, "boxes=0: write a positive whole number"),
        ({"rulebook": "nz-blackjack", "observation": "image"}, "'dict' or 'flat'"),
        ({"rulebook": "nz-blackjack", "reward_unit": "cents"}, "'first_wager' or 'minimum'"),
    ],
)
def test_impossible_table_is_refused_with_the_reason(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BlackjackEnv(**choices)


def test_continuous_shuffler_has_no_count() -> None:
    with pytest.raises(CountError, match="dealt down"):
        BlackjackEnv("nz-blackjack", {"shuffler": "continuous"}, count="hi-lo")


def test_sample_draws_legal_actions_and_reset_leaves_an_unfinished_round() -> None:
    env = opened(rulebook="mbs-blackjack")
    until_play(env)
    seen, info = env.reset()
    assert seen["phase"] == BET
    assert info["action_mask"].tolist() == [1] + [0] * len(DECISIONS)
    assert {int(env.action_space.sample()) for _ in range(20)} == {0}


def test_vector_of_environments_resets_finished_rounds() -> None:
    envs = gymnasium.make_vec(BLACKJACK, 3, "sync", rulebook="mbs-blackjack", observation="flat")
    seen, info = envs.reset(seed=1)
    rounds = 0
    for _ in range(60):  # the first legal action; a finished round has none, and its next step is a reset
        seen, _, over, _, info = envs.step(info["action_mask"].argmax(axis=1))
        rounds += over.sum()
    assert seen.shape == (3, 6)
    assert rounds >= 30


def test_pixels_have_one_size_for_every_state() -> None:
    env = opened(rulebook="nz-blackjack", render_mode="rgb_array")
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    pictures = [env.render()]
    for _ in range(40):
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        pictures.append(env.render())
        if over:
            _, info = env.reset()
    assert {(picture.shape, picture.dtype) for picture in pictures} == {((370, 400, 3), np.dtype(np.uint8))}
    assert (pictures[0] != pictures[1]).any()
