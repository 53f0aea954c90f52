"""Counts the histories of a round: how many ways its players can decide, to which depth, and what they win by it.

The like of a chess program's perft: one number that is wrong as soon as anything is allowed, refused, dealt or settled
otherwise. A history is a sequence of decisions after the deal, each with its usual amount (``legal_actions``).
"""

import json
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.cards import parse_card
from pitboss.games.blackjack import State, act, decide, legal_actions, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import CUTTING_CARD, UnknownOutcome
from pitboss.games.blackjack.grammar import read_command
from pitboss.games.blackjack.state import Stage
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.pit import Does, parse_pit

FOLDER = Path(__file__).parent
COUNTS = FOLDER / "counts.json"


class ListedOrder:
    """A shoe with a listed order; what follows is unknown."""

    def __init__(self, order: tuple[int, ...], at: int = 0) -> None:
        self.order = order
        self.at = at

    def copy(self) -> "ListedOrder":
        """The same cards again."""
        return ListedOrder(self.order, self.at)

    def draw(self, side: int) -> int:
        """The next card."""
        if self.at == len(self.order):
            raise UnknownOutcome("the listed cards do not suffice")
        self.at += 1
        return self.order[self.at - 1]

    def shuffle(self, side: int, cards: object) -> None:
        """Only the first order matters."""

    def restock(self, side: int, cards: object) -> None:
        """Nothing comes back."""

    def prize(self, kind: str, stake: int) -> int:
        """The display always shows five dollars."""
        return 500


class Counted(Struct):
    """By depth: histories so long, how many of them end the round, and what the players win by these, in cents."""

    histories: list[int]
    finished: list[int]
    net: list[int]


def shoes() -> list[dict[str, Any]]:
    """Every listed shoe, with the rulebook it is played by."""
    found = []
    for file in sorted(FOLDER.glob("*.toml")):
        for shoe in tomllib.loads(file.read_text(encoding="utf-8"))["shoe"]:
            found.append({"rulebook": file.stem, **shoe})
    return found


def name_of(shoe: dict[str, Any]) -> str:
    """How a shoe is called in the file of counts."""
    return f"{shoe['rulebook']}: {shoe['title']}"


def recorded() -> dict[str, dict[str, list[int]]]:
    """The counts as they were last written."""
    found: dict[str, dict[str, list[int]]] = json.loads(COUNTS.read_text(encoding="utf-8"))
    return found


def dealt(shoe: dict[str, Any]) -> tuple[BlackjackRules, State, ListedOrder]:
    """The table of a shoe after its deal."""
    choices = dict(word.split("=") for word in shoe.get("options", "").split())
    rules = resolve(load_rulebook(shoe["rulebook"]), choices, Limits(1000, 100_000))
    assert not isinstance(rules, Refusal), rules
    order = tuple(CUTTING_CARD if word == "|" else parse_card(word) for word in shoe["cards"].split())
    chance = ListedOrder(order)
    state, _ = open_state(rules, chance)
    lines = parse_pit("---\n" + "\n".join([*shoe["bets"], "house: deal"])).lines
    acts = [read_command(line.act) for line in lines if isinstance(line, Does)]
    for player in dict.fromkeys(command.actor for command in acts if command.actor != cmd.HOUSE):
        act(rules, state, cmd.JoinTable(player=player, money=shoe.get("money", 10_000) * 100), chance)
    for command in acts:
        events = act(rules, state, command, chance)
        assert not isinstance(events, Refusal), events
    return rules, state, chance


def count(shoe: dict[str, Any]) -> Counted:
    """All histories to the depth of the shoe."""
    rules, state, chance = dealt(shoe)
    depth = shoe["depth"]
    counted = Counted([0] * (depth + 1), [0] * (depth + 1), [0] * (depth + 1))
    _walk(rules, state, chance, 0, counted)
    return counted


def _walk(rules: BlackjackRules, state: State, chance: ListedOrder, at: int, counted: Counted) -> None:
    counted.histories[at] += 1
    if state.stage == Stage.BETTING:
        counted.finished[at] += 1
        counted.net[at] += sum(state.money[name] - state.began[name] for name in state.money)
        return
    if at == len(counted.histories) - 1:
        return
    before = deepcopy(state)
    for command in legal_actions(rules, state):
        future = chance.copy()
        decision = decide(rules, state, command, future)
        assert not isinstance(decision, Refusal), decision
        _walk(rules, decision.state, future, at + 1, counted)
    assert state == before
