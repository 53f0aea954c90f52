"""Plays live tables at random by the words that people say, and keeps books of its own beside them."""

from collections import Counter
from random import Random
from typing import Any

import msgspec

from pitboss.cards import card_name
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import legal_actions
from pitboss.games.blackjack.grammar import command_words
from pitboss.games.blackjack.state import Stage
from pitboss.games.header import limits_text
from pitboss.games.live.contributions import REVEALS, contribution_hash
from pitboss.games.roulette import layout_of
from pitboss.games.tournament import commands as cup
from pitboss.games.tournament.bots import STYLES, next_command
from pitboss.games.tournament.state import Phase
from pitboss.law import Limits, Refusal, load_rulebook
from pitboss.law.choices import ShoeKind
from pitboss.money import amount_text
from pitboss.tables.live import (
    THE_HOUSE,
    Actor,
    Entry,
    LiveTable,
    Movement,
    Role,
    TableSpec,
    decode_events,
    encode_events,
    open_table,
    restore,
)
from tests.properties.tables import LIMITS, Asking, lawful_choices

OPERATOR = Actor("olga", Role.OPERATOR)
#: Where the cents of a movement come from, and where they go.
WAYS = {
    "join": ("wallet", "purse"),
    "leave": ("purse", "wallet"),
    "wager": ("purse", "stakes"),
    "back": ("stakes", "purse"),
    "lose": ("stakes", "bank"),
    "win": ("bank", "purse"),
    "unwin": ("purse", "bank"),
    "unlose": ("bank", "stakes"),
}
SHARED = ("stakes", "bank")


class Books:
    """Accounts that only movements change."""

    def __init__(self) -> None:
        self.accounts: Counter[tuple[str, str]] = Counter()

    def post(self, moved: tuple[Movement, ...]) -> None:
        for movement in moved:
            assert movement.amount > 0, movement
            giver, taker = WAYS[movement.kind]
            for place, cents in ((giver, -movement.amount), (taker, movement.amount)):
                self.accounts[place, "" if place in SHARED else movement.player] += cents

    def purses(self) -> dict[str, int]:
        return {name: cents for (place, name), cents in self.accounts.items() if place == "purse"}

    def of(self, place: str) -> int:
        return sum(cents for (where, _), cents in self.accounts.items() if where == place)


class Played:
    """A live table with its log and books; every command is checked."""

    def __init__(self, spec: TableSpec, secret: bytes) -> None:
        table = open_table(spec, secret)
        assert not isinstance(table, Refusal), table
        self.spec, self.secret = spec, secret
        self.table: Any = table
        self.books = Books()
        self.entries = [self.stored(table.opening)]

    @property
    def live(self) -> LiveTable:
        return self.table  # type: ignore[no-any-return] # any of the three games, whose own parts the tests look at

    def stored(self, entry: Entry) -> Entry:
        """An entry as it comes back from the log."""
        events = decode_events(self.table.game, encode_events(self.table.game, entry.events))
        assert events == entry.events
        return msgspec.structs.replace(entry, events=events)

    def say(self, actor: Actor, words: str) -> tuple[Any, ...] | Refusal:
        """Somebody says something; a refusal must change nothing."""
        version = self.table.version
        before = msgspec.json.encode(self.table.state)
        done: tuple[Any, ...] | Refusal = self.table.say(actor, words)
        if isinstance(done, Refusal):
            assert self.table.version == version
            assert msgspec.json.encode(self.table.state) == before, f"refused, and changed: {words}"
            assert done.message
            return done
        assert self.table.version == version + len(done)
        self.entries.append(self.stored(Entry(f"c{len(self.entries)}", actor, words, done)))
        self.books.post(self.table.moved)
        assert tuple(m for event in done for m in self.table.movements(event)) == self.table.moved
        self.check_money()
        return done

    def check_money(self) -> None:
        held = {name: cents for name, cents in self.table.purses().items() if cents}
        assert {name: cents for name, cents in self.books.purses().items() if cents} == held
        assert all(cents >= 0 for cents in held.values())

    def again(self) -> Any:
        """The table that the log makes."""
        return restore(self.spec, self.secret, self.entries)


def any_spec(book: str, dice: Random, *, read: bool = False) -> TableSpec:
    """A lawful table of blackjack."""
    limits: Limits = dice.choice(LIMITS)
    choices = lawful_choices(load_rulebook(book), limits, dice)
    choices.pop("tournament", None)  # which would be another game
    return TableSpec(rulebook=book, choices=choices, limits=limits_text(limits), cards_are_read=read)


class BlackjackPlayed(Played):
    """A table of blackjack that people play at."""

    def __init__(self, spec: TableSpec, secret: bytes, dice: Random) -> None:
        super().__init__(spec, secret)
        self.dice = dice

    def check_money(self) -> None:
        super().check_money()
        assert self.books.of("stakes") == self.table.state.on_table()
        assert self.books.of("bank") == self.table.state.house

    def ask(self, command: cmd.Command) -> tuple[Any, ...] | Refusal:
        """Executes a command as an actor that may give it."""
        name, _, words = command_words(command).partition(": ")
        done = self.say(OPERATOR if name == cmd.HOUSE else Actor(name, Role.PLAYER), words)
        self.tell_cards()
        return done

    def tell_cards(self) -> None:
        """At a table whose cards are read, whatever comes."""
        while self.table.pending is not None and self.table.pending.kind:
            for actor in (OPERATOR, *(Actor(name, Role.PLAYER) for name in self.table.present)):
                shown = self.table.personal_view(actor).actions
                assert all(action.refusal is not None for action in shown if action.verb != "ready")
            if self.table.pending.kind == "prize":
                done = self.say(OPERATOR, "prize 5")
                assert not isinstance(done, Refusal), done
                continue
            shoe = self.table.state.shoe
            came = "|" if self.dice.random() < 0.01 else card_name(self.dice.randrange(52))
            self.say(Actor("dan", Role.DEALER), f"card {came if shoe.drawn < shoe.cards_in else 'end'}")

    def people_come(self) -> None:
        for name in ("ann", "bob", "cid")[: self.dice.randint(1, 3)]:
            self.say(Actor(name, Role.PLAYER), f"join {self.dice.choice((10_000, 10_000, 500))}")

    def play(self, steps: int) -> None:
        """So many steps: wagers, deals, decisions, and now and then anything else."""
        for _ in range(steps):
            state = self.table.state
            if state.stage == Stage.CLOSED or not state.money:
                return
            asking = Asking(self.table.rules, state, self.dice)
            throw = self.dice.random()
            if throw < 0.12:
                self.ask(asking.anything())
            elif throw < 0.17:
                name = self.dice.choice(list(state.money))
                words = self.dice.choice(("leave", "join 100", "contribute luck", "ready", "join 2500"))
                self.say(Actor(name, Role.PLAYER), words)
            elif state.stage != Stage.BETTING:
                self.decide()
            elif throw < 0.7:
                self.ask(asking.bet())
            else:
                double = self.table.rules.terms.shoe is ShoeKind.DOUBLE
                self.ask(cmd.Deal(side=self.dice.choice("ab") if double else ""))

    def decide(self) -> None:
        """One of the decisions that are open."""
        ways: list[cmd.Command] = list(legal_actions(self.table.rules, self.table.state))
        box = self.table.state.presses[0] if self.table.state.presses else 0
        house: cmd.Command = cmd.HousePress(box=box) if box else cmd.CloseOffer()
        self.ask(self.dice.choice(ways) if ways and self.dice.random() < 0.95 else house)


class RoulettePlayed(Played):
    """A roulette table that people play at."""

    def __init__(self, spec: TableSpec, secret: bytes, dice: Random) -> None:
        super().__init__(spec, secret)
        self.dice = dice
        self.positions = [str(position) for position in layout_of(self.table.rules)]

    def check_money(self) -> None:
        super().check_money()
        assert self.books.of("stakes") == sum(wager.amount for wager in self.table.state.wagers)
        assert self.books.of("bank") == self.table.state.house

    def play(self, steps: int) -> None:
        """Wagers, spins, void spins, payments by hand, adjustments, people who come and go."""
        for _ in range(steps):
            if self.dice.random() < 0.6:
                name, words = self.dice.choice(("ann", "bob", "cid")), self.players_words()
                self.say(Actor(name, Role.PLAYER), words)
            else:
                self.say(OPERATOR, self.house_words())

    def players_words(self) -> str:
        dice = self.dice
        where = dice.choice(self.positions)
        amount = dice.choice(("10", "20", "12.50", "5", "1000", "0", "blue*3", "red*1"))
        return dice.choice(
            (f"bet {where} {amount}", f"bet {where} {amount}", f"withdraw {where}", "leave", "join 200", "ready")
            if dice.random() < 0.4
            else (f"bet {where} {amount}", "contribute luck")
        )

    def house_words(self) -> str:
        dice, spin = self.dice, "number 17" if self.spec.cards_are_read else "spin"
        lying = [
            f"{w.player} {w.kind} {w.place}".rstrip() for w in (*self.table.state.wagers, *self.table.state.settled)
        ]
        some = dice.choice(lying or ["ann red"])
        usual = (spin, f"{spin} by_hand", "collect", "pay", f"pay {some}", "no_more_bets")
        seldom = (
            "no_spin too_slow",
            "no_spin left_wheel",
            f"{spin} turns=1",
            f"adjust {some} 0 kindness",
            f"chips {dice.choice(('ann', 'bob'))} {dice.choice(('blue', 'red'))} {dice.choice(('2', '5', '0'))}",
            "new_ball",
            "display 3",
        )
        return dice.choice(usual if dice.random() < 0.7 else seldom)


def cup_words(command: Any) -> tuple[Actor, str]:
    """Who says what for a command of a tournament."""
    here = f"t{command.table} " if getattr(command, "table", 0) else ""
    if isinstance(command, cup.PlayAtTable):
        name, _, words = command_words(command.command).partition(": ")
        return (OPERATOR if name == cmd.HOUSE else Actor(name, Role.PLAYER)), here + words
    if isinstance(command, cup.AcceptEntry):
        return Actor(command.player, Role.PLAYER), "enter"
    if isinstance(command, cup.TallyChips):
        return OPERATOR, here + " ".join(["tally", *(f"{name}={amount_text(held)}" for name, held in command.chips)])
    return OPERATOR, f"{here}{command.verb}"


class CupPlayed(Played):
    """A tournament that is held, with people's money."""

    def __init__(self, spec: TableSpec, secret: bytes, dice: Random, players: int) -> None:
        super().__init__(spec, secret)
        self.books.post(self.table.moved)
        self.dice = dice
        self.names = [f"p{number}" for number in range(1, players + 1)]
        styles = list(STYLES.values())
        self.styles = {name: styles[number % len(styles)] for number, name in enumerate(self.names)}
        #: The players whose clients contribute to the seeds, and those of them whose clients never reveal.
        self.contributors: tuple[str, ...] = ()
        self.silent: tuple[str, ...] = ()

    def check_money(self) -> None:
        super().check_money()
        state = self.table.state
        over = state.phase in (Phase.OVER, Phase.CANCELLED)
        kept = sum(state.kept.values())
        assert self.books.of("stakes") == (0 if over else state.pool) + sum(self.table._cash.issued.values()) + kept

    def enter(self) -> None:
        for name in self.names:
            assert not isinstance(self.say(Actor(name, Role.PLAYER), "join 100000"), Refusal)
            self.say(Actor(name, Role.PLAYER), "enter")

    def play(self, steps: int) -> bool:
        """So many steps; False when it is over or cannot go on."""
        for _ in range(steps):
            self.tell_cards()
            self.contribute()
            if self.dice.random() < 0.03:
                self.aside()
                continue
            command = next_command(self.table.rules, self.table.state, self.styles)
            if command is None:
                return False
            if isinstance(self.say(*cup_words(command)), Refusal):
                return False
        return True

    def contribute(self) -> None:
        """The clients of the contributors commit and reveal what their views ask for; the house closes what is left."""
        for name in self.contributors:
            you = self.table.personal_view(Actor(name, Role.PLAYER))
            for seed in you.commit:
                hashed = contribution_hash(seed.replace("_", " "), name, f"{name}.{seed}")
                assert not isinstance(self.say(Actor(name, Role.PLAYER), f"commit {seed} {hashed}"), Refusal)
            for seed in you.reveal if name not in self.silent else ():
                assert not isinstance(self.say(Actor(name, Role.PLAYER), f"reveal {seed} {name}.{seed}"), Refusal)
        for due in self.table.dues():
            if due.what == REVEALS:
                assert not isinstance(self.say(THE_HOUSE, self.table.words_of(THE_HOUSE, due.command)), Refusal)

    def tell_cards(self) -> None:
        while self.table.pending:
            number = next(iter(self.table.pending))
            assert isinstance(self.say(OPERATOR, f"t{number} deal"), Refusal)
            if self.table.pending[number].kind == REVEALS:
                self.contribute()
                continue
            shown = self.table.personal_view(OPERATOR).actions
            assert all(action.refusal is not None for action in shown if action.words.startswith(f"t{number} "))
            came = "|" if self.dice.random() < 0.02 else card_name(self.dice.randrange(52))
            self.say(Actor("dan", Role.DEALER), f"t{number} card {came}")

    def aside(self) -> None:
        """Something beside the play."""
        name = self.dice.choice(self.names)
        words = self.dice.choice((f"disqualify {name} rules", f"late {name}", f"absent {name}", "reissue 20", "time"))
        own = self.dice.choice(("contribute luck", "leave", "join 5000", "hit", "redeem 5", "leave 1"))
        if self.dice.random() < 0.7:
            self.say(Actor(name, Role.PLAYER), own)
        else:
            self.say(OPERATOR, words)
