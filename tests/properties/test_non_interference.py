"""Non-interference: what a person can read does not depend on what they must not know.

A round is played, and after each command it is played again from its start with other hidden cards: the same cards in
sight, but the hole card, the burnt cards and all cards still in the shoe exchanged at random. Every view, every shown
event, every preview and every refusal of every role must then be the same, byte for byte.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from random import Random

import msgspec
import pytest

from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack import visible_events
from pitboss.games.blackjack.allowed import usual_bet
from pitboss.games.blackjack.legal import legal_actions
from pitboss.games.blackjack.state import Stage, points_of
from pitboss.games.blackjack.visible_events import is_hidden
from pitboss.games.commands import Command
from pitboss.law import Limits, Refusal
from pitboss.tables import Table
from pitboss.tables.live import Actor, Role
from tests.properties.tables import BOOKS

PLAYERS = ("ann", "bob", "cid")
VIEWERS = (
    *(Actor(name, Role.PLAYER) for name in PLAYERS),
    Actor("eve", Role.PLAYER),
    Actor("sam", Role.SPECTATOR),
    Actor("dan", Role.DEALER),
    Actor("olga", Role.OPERATOR),
)
#: Commands whose preview any person may ask for.
ASKED = (
    "hit 1",
    "stand 1",
    "double 1",
    "split 1",
    "insure 1 5",
    "deal",
    "shuffle",
    "irregularity void round",
    "nonsense",
)
#: Events that deal a card.
DRAWN = (ev.CardDealt, ev.DealerDealt, ev.HoleDealt, ev.CardBurned, ev.DeterminantDrawn)
DECKS = 6
#: Rounds of each table: half a million comparisons in all.
ROUNDS = 370
#: Tables with a hole card, with burnt cards, and with the offers of each rulebook.
TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    *((book, {}) for book in BOOKS),
    ("tribal-blackjack", {"card_reader": "true"}),
)
encode = msgspec.json.Encoder().encode


class OpenShoe:
    """Six decks in an order that a test may change; it notes what was drawn."""

    def __init__(self, dice: Random) -> None:
        self.order = list(range(DECK_SIZE)) * DECKS
        dice.shuffle(self.order)
        self.drawn = 0
        self.copied: OpenShoe | None = None  # the shoe of the last copy of the table

    def __deepcopy__(self, _: object) -> "OpenShoe":
        other = copy(self)
        self.copied = other
        return other

    def draw(self, side: int) -> int:
        self.drawn += 1
        return self.order[self.drawn - 1]

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """The order is given."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """No card comes back."""

    def prize(self, kind: str, stake: int) -> int:
        return 500


def open_table(book: str, choices: dict[str, str], dice: Random) -> tuple[Table, OpenShoe]:
    shoe = OpenShoe(dice)
    table = Table.open(book, choices, Limits(1_000, 100_000), chance=shoe)
    assert isinstance(table, Table), table
    for player in PLAYERS:
        table.join(player, 10_000_000)
    return table, shoe


def hidden_draws(events: Sequence[object]) -> list[bool]:
    """Returns of each card that was drawn whether it is still face down. A hole card that was turned is in sight."""
    hidden: list[bool] = []
    hole = -1
    for event in events:
        if isinstance(event, DRAWN):
            hidden.append(is_hidden(event))
            if isinstance(event, ev.HoleDealt):
                hole = len(hidden) - 1
        elif isinstance(event, ev.HoleDisclosed):
            hidden[hole] = False
    return hidden


def with_other_hidden_cards(order: Sequence[int], start: int, hidden: Sequence[bool], dice: Random) -> list[int]:
    """Returns the order with the unseen cards exchanged at random."""
    places = [start + place for place, is_down in enumerate(hidden) if is_down]
    places += range(start + len(hidden), len(order))
    cards = [order[place] for place in places]
    dice.shuffle(cards)
    changed = list(order)
    for place, card in zip(places, cards, strict=True):
        changed[place] = card
    return changed


def peeked(table: Table) -> tuple[bool, bool]:
    """What the peek at the hole card reveals: a blackjack that ends the round."""
    state = table.state
    has_hole = state.hole >= 0 and bool(state.dealer) and bool(state.dealer[-1])
    return has_hole, has_hole and points_of([state.dealer[-1][0], state.hole])[0] == 21


def read(table: Table, events: Sequence[object], asked: Sequence[str]) -> Iterator[bytes]:
    """Yields every answer that any client can get."""
    for viewer in VIEWERS:
        yield encode(table.view(viewer))
        for event in events:
            yield encode(table.shown(event, viewer))
        for words in asked:
            answer = table.preview(viewer, words)
            if isinstance(answer, Refusal):
                yield encode(answer)
            else:
                yield encode([table.shown(event, viewer) for event in answer])


def wager(table: Table, dice: Random) -> None:
    for number, player in enumerate(PLAYERS[: dice.randint(1, 3)], 1):
        bet = usual_bet(table.rules, table.state, player, number)
        table.do(bet)


def next_command(table: Table, dice: Random) -> Command:
    legal = list(legal_actions(table.rules, table.state))
    return dice.choice(legal) if legal else cmd.CloseOffer()


def play_and_compare(table: Table, shoe: OpenShoe, dice: Random) -> int:
    """Plays one round; returns the number of comparisons."""
    wager(table, dice)
    before, start = table.copy(), shoe.drawn
    kept = shoe.copied
    assert kept is not None
    commands: list[Command] = [cmd.Deal()]
    events: list[object] = []
    compared = 0
    while True:
        done = table.do(commands[-1])
        assert not isinstance(done, Refusal), done
        events += done
        hidden = hidden_draws(events)
        assert len(hidden) == shoe.drawn - start
        twin, last = replayed(before, kept, commands, with_other_hidden_cards(shoe.order, start, hidden, dice))
        if twin is not None and peeked(twin) == peeked(table):
            asked = dice.sample(ASKED, 3)
            for mine, other in zip(read(table, done, asked), read(twin, last, asked), strict=True):
                assert mine == other
                compared += 1
        if table.state.stage == Stage.BETTING:
            return compared
        commands.append(next_command(table, dice))


def replayed(
    before: Table, kept: OpenShoe, commands: Sequence[Command], order: list[int]
) -> tuple[Table | None, Sequence[object]]:
    """Plays the round with another order; None where a blackjack under the up card has changed the round."""
    twin = before.copy()
    assert kept.copied is not None
    kept.copied.order = order
    last: Sequence[object] = ()
    for number, command in enumerate(commands):
        done = twin.do(command)
        if isinstance(done, Refusal):
            return None, ()
        last = done
        if number < len(commands) - 1 and twin.state.stage == Stage.BETTING:
            return None, ()
    return twin, last


@pytest.mark.parametrize(("book", "choices"), TABLES, ids=lambda value: value if isinstance(value, str) else "")
def test_hidden_cards_change_nothing_in_any_view(book: str, choices: dict[str, str]) -> None:
    dice = Random(f"{book} {choices}")
    compared, played = 0, 0
    table, shoe = open_table(book, choices, dice)
    while played < ROUNDS:
        if shoe.drawn > DECK_SIZE * (DECKS - 2):
            table, shoe = open_table(book, choices, dice)
        compared += play_and_compare(table, shoe, dice)
        played += 1
    assert compared > 200 * played


def test_a_hole_card_that_is_shown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visible_events, "is_hidden", lambda event: False)
    table, shoe = open_table("tribal-blackjack", {}, Random(1))

    def play() -> None:
        for seed in range(10):
            play_and_compare(table, shoe, Random(seed))

    with pytest.raises(AssertionError):
        play()
