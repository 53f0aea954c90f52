"""Wrong arguments of environments are refused with what was asked, what forbids it and what would be allowed."""

from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from pitboss import Limits
from pitboss.envs import BlackjackEnv, RouletteEnv
from pitboss.envs.players import BlackjackPlayersEnv
from pitboss.envs.tournament import TournamentEnv

SHORT = {"session": "rounds:3", "playoff": "rounds:1"}


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"rules": 6}, "rules=6: write the rules as text"),
        ({"rules": "6D", "bet_sizes": 2}, r"bet_sizes=2: write different positive whole numbers"),
        ({"rules": "6D", "bet_sizes": (1, 1)}, r"bet_sizes=\(1, 1\): write different"),
        ({"rules": "6D", "bet_sizes": (True,)}, "write different positive whole numbers"),
        ({"rules": "6D", "bet_sizes": "12"}, "bet_sizes='12'"),
        ({"rules": "6D", "boxes": 2.0}, "boxes=2.0: write a positive whole number"),
        ({"rules": "6D", "limits": 1_000}, "limits=1000: write the minimum and the maximum in cents"),
        ({"rules": "6D", "limits": "10-1000"}, "limits='10-1000'"),
        ({"rules": "6D", "limits": (10.0, 1_000.0)}, "limits="),
        ({"rules": "6D", "count": True}, "there is no count 'True': write hi-lo"),
        ({"rules": "6D", "side_wagers": ["pair"]}, r"side_wagers=\['pair'\]: write names with whole cents"),
        ({"rules": "6D", "side_wagers": {"pair": "5"}}, "side_wagers="),
        ({"rulebook": "nz-blackjack", "side_wagers": {"lucky": 500}}, r"5\.2\); allowed: side wager super_sevens"),
        (
            {"rulebook": "nz-blackjack", "side_wagers": {"super_sevens": 100, "any_pair": 100}},
            r"15C\.1.*allowed: option super_sevens=true, option any_pair=scale_one",
        ),
        ({"rulebook": "nz-roulette"}, "this environment plays blackjack: write canberra-blackjack or mbs-blackjack"),
    ],
)
def test_wrong_argument_is_refused_with_what_would_be_allowed(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BlackjackEnv(**choices)


def test_bet_sizes_and_limits_may_be_of_other_types() -> None:
    sizes: Any = np.array([1, 3])
    env = BlackjackEnv(rules="6D", bet_sizes=sizes, limits=Limits(500, 50_000))
    assert env.bets == (500, 1_500)
    assert {type(bet) for bet in env.bets} == {int}


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"bet_shares": ("a",)}, r"bet_shares=\('a',\): write shares"),
        ({"bet_shares": ()}, "write shares"),
        ({"rewards": "ab"}, "rewards='ab': write numbers"),
        ({"players": 0}, "players=0: write a positive whole number"),
        ({"limits": 1_000}, "limits=1000"),
    ],
)
def test_wrong_argument_of_a_tournament_is_refused(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TournamentEnv("nz-tournament", SHORT, **choices)


@pytest.mark.parametrize(
    "env", [BlackjackEnv("nz-blackjack", render_mode="ansi"), RouletteEnv("nz-roulette", render_mode="ansi")]
)
def test_rendering_before_the_first_reset_is_refused(env: Any) -> None:
    with pytest.raises(ResetNeeded, match="before the first reset"):
        env.render()


@pytest.mark.parametrize("env", [BlackjackPlayersEnv("nz-blackjack"), TournamentEnv("nz-tournament", SHORT)])
def test_agents_are_asked_only_after_a_reset(env: Any) -> None:
    for call in (env.last, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(AttributeError, match="before the first reset: call reset"):
            call()
    env.reset()  # without a seed
    assert env.last()[0] is not None
    with pytest.raises(AttributeError, match=r"has no misspelt$"):
        _ = env.misspelt
