"""Lawful tables at random, drawn from the rulebooks' own data, and anything that people may ask for at them."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from random import Random
from typing import Any

from msgspec import Struct

from pitboss.cards import card_name
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import State
from pitboss.law import Limits, Refusal, Rulebook, load_rulebook, resolve
from pitboss.law.choices import ShoeKind
from pitboss.law.options import Option
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text
from tests.irregularity_kinds import BLACKJACK_KINDS
from tests.properties.shoes import Shoe, TestShoe

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
PLAYERS = ("ann", "bob", "cid", "dee")
LIMITS = (Limits(100, 10_000_000), Limits(1000, 100_000), Limits(500, 2_000), Limits(200, 50_000, 100))
#: Lists of awards that some number of decks allows; a table that does not allow them is played without.
AWARDS = ("18*1", "5*3,25*1,50*1", "90*1", "50*1,100*3", "15*1", "75*1")
#: Ranks that cause events: pairs, blackjacks, sevens, long hands, or anything.
THEMES = ((7, 8, 9), (0, 9, 12), (6, 6, 0, 9), (1, 2, 3, 4), (0, 7), tuple(range(13)), (9, 10, 11, 12, 0, 4, 5))


class Table(Struct):
    """A lawful table, its players and its cards."""

    book: Rulebook
    choices: dict[str, str]
    rules: BlackjackRules
    purses: dict[str, int]
    chance: TestShoe

    def __repr__(self) -> str:
        return "\n".join(self.header())

    def header(self) -> list[str]:
        """The table as the header of a file in the notation."""
        limits = self.rules.limits
        step = f" step {amount_text(limits.step)}" if limits.step else ""
        chosen = [" ".join(f"{name}={text}" for name, text in self.choices.items())] if self.choices else []
        return [
            f"rulebook: {self.book.id}",
            f"limits: {amount_text(limits.minimum)}-{amount_text(limits.maximum)}{step}",
            *(f"options: {line}" for line in chosen),
            "players: " + " ".join(f"{name}={amount_text(money)}" for name, money in self.purses.items()),
        ]


def option_texts(option: Option) -> list[str]:
    """Texts of values that the law allows for an option by itself: all, or a fair number of them."""
    if option.values:
        return [str(value).lower() if isinstance(value, bool) else str(value) for value in option.values]
    if option.type == "int":
        least = int(option.min if option.min is not None else 1)
        most = int(option.max if option.max is not None else least + 8)
        return [str(number) for number in range(least, min(most, least + 8) + 1)]
    if option.type == "share":
        least, most = (int(Decimal(str(bound)) * 100) for bound in (option.min, option.max))
        return [f"{share / 100:.2f}" for share in range(least, most + 1)]
    return {
        "bool": ["true", "false"],
        "amount": [amount_text(cents) for cents in (25, 50, 100, 250, 500, 2_500, 10_000)],
        "amount_range": ["5", "1-25", "5-50"],
        "odds": ["3:2", "6:5", "2:1", "1:1", "7:5"],
        "awards": list(AWARDS),
        "odds_list": ["3,7,17,37", "4,8,18,40"],
        "amounts": ["100", "60,40"],
        "length": ["rounds:4", "shoes:1", "minutes:10"],
    }[option.type]


def lawful_choices(book: Rulebook, limits: Limits, dice: Random) -> dict[str, str]:
    """A choice of some options, or of many: one that the law refuses beside the others is left out."""
    names = [name for name in book.options if dice.random() < dice.choice((0.1, 0.5))]
    if limits.step is not None and "increment" in names:
        names.remove("increment")  # which is the step under another name
    # amounts before what is switched on, since many a switch needs its amount
    names.sort(key=lambda name: (book.options[name].type in ("bool", "choice"), dice.random()))
    chosen: dict[str, str] = {}
    for name in names:
        text = dice.choice(option_texts(book.options[name]))
        if not isinstance(resolve(book, chosen | {name: text}, limits), Refusal):
            chosen[name] = text
    # several boxes for a player bring long rounds
    for name, text in (("max_boxes_per_player", "3"), ("max_players_per_box", "3")):
        lawful = name in book.options and not isinstance(resolve(book, chosen | {name: text}, limits), Refusal)
        if lawful and dice.random() < 0.6:
            chosen[name] = text
    return chosen


def decks_of(rules: BlackjackRules) -> tuple[int, ...]:
    """The decks in each side of the shoe."""
    terms = rules.terms
    if terms.shoe is ShoeKind.DOUBLE:
        return terms.decks_a, terms.decks_b
    return (terms.decks // 2 if rules.options.get("automated_shuffler") else terms.decks,)


def shoe_of(decks: Sequence[int], dice: Random) -> TestShoe:
    """A shoe of these decks that begins with lively cards, with a cutting card, sometimes empty early."""
    sides = []
    for count in decks:
        theme = dice.choice(THEMES)
        first = [dice.choice(theme) * 4 + dice.randrange(4) for _ in range(dice.randint(0, 60))]
        cut_at = dice.choice((0, dice.randint(1, 60), dice.randint(20, 60), count * 39, count * 39))
        empty_after = dice.randint(1, 60) if dice.random() < 0.2 else None
        sides.append(Shoe(count, first, cut_at, empty_after))
    return TestShoe(sides, dice.randrange(2**32))


def any_table(name: str, dice: Random) -> Table:
    """A lawful table of a rulebook, with people and a shoe."""
    book = load_rulebook(name)
    limits = dice.choice(LIMITS)
    chosen = lawful_choices(book, limits, dice)
    rules: Any = resolve(book, chosen, limits)
    assert not isinstance(rules, Refusal), rules
    people = PLAYERS[: dice.randint(1, len(PLAYERS))]
    rich = (1_000_000, 1_000_000, 50_000, limits.minimum * dice.randint(1, 8) + dice.randrange(200))
    purses = {person: dice.choice(rich) for person in people}
    return Table(book, chosen, rules, purses, shoe_of(decks_of(rules), dice))


# --- commands ----------------------------------------------------------------------------------------------------
# Drawn from a seeded generator and not from strategies: a run asks thousands of them, and a failing run is told as a
# file in the notation, which is easier to make small than a sequence of draws.


class Asking:
    """Random commands of every kind at a table."""

    def __init__(self, rules: BlackjackRules, state: State, dice: Random) -> None:
        self.rules = rules
        self.state = state
        self.dice = dice

    def player(self) -> str:
        """A player at the table, seldom a person who is not."""
        return self.dice.choice([*self.state.money, *self.state.money, "zoe"])

    def box(self) -> int:
        """A box in play, or any, or one that does not exist."""
        boxes = list(self.state.deciders) or [1]
        return self.dice.choice([*boxes, self.dice.choice(boxes), self.dice.randint(0, self.rules.terms.boxes + 1)])

    def amount(self) -> int:
        """Mostly within the limits."""
        low, high = self.state.minimum, self.state.maximum
        usual = [low, low, low * 2, low * 3, low + 100, min(high, 5_000), low + low // 2, high]
        return self.dice.choice(usual) if self.dice.random() < 0.8 else self.dice.randint(0, high + 200)

    def spots(self, least: int = 1, most: int = 3) -> tuple[int, ...]:
        """Amounts by spot as the notation writes them: none behind the last that is not empty."""
        amounts = [self.amount() for _ in range(self.dice.randint(least, most))]
        while len(amounts) > 1 and not amounts[-1]:
            amounts.pop()
        return tuple(amounts)

    def bet(self) -> cmd.PlaceBet:
        """A bet that is likely to be lawful, with side wagers on offer."""
        terms, dice = self.rules.terms, self.dice
        amounts = self.spots(terms.spots_needed, terms.spots)
        offered = [side for side in self.rules.sides.values() if side.offered]
        sides = [(side.name, side.amount or dice.choice((100, 500))) for side in offered if dice.random() < 0.5]
        if terms.ante is not None and (terms.ante_waiver is None or sum(amounts) < terms.ante_waiver):
            sides.append(("ante", terms.ante))
        players = list(self.state.money)
        place = dice.randrange(len(players))
        player, box = players[place], place % terms.boxes + 1
        if dice.random() < 0.4:
            box = dice.randint(1, terms.boxes)
        unseated = dice.random() < 0.1
        return cmd.PlaceBet(player=player, box=box, amounts=amounts, sides=tuple(sides), unseated=unseated)

    def irregularity(self) -> cmd.ReportIrregularity:
        """Any kind that the rulebook or the notation knows, with details of its shape."""
        dice = self.dice
        kinds = sorted(self.rules.irregularities) if dice.random() < 0.9 else []
        kind = dice.choice(kinds or BLACKJACK_KINDS)
        box = str(dice.choice(list(self.state.deciders) or [1]) if dice.random() < 0.9 else self.rules.terms.boxes)
        hand = dice.choice((box, f"{box}.1", f"{box}.2"))
        place = dice.choice((hand, hand, "round"))
        details: dict[str, tuple[str, ...]] = {
            "damaged_card": (card_name(dice.randrange(52)),),
            "misdealt": (dice.choice((hand, "dealer")), *dice.choice(((), ("lost",)))),
            "void": (place,),
            "shuffler_failure": (place,),
            "missed_insurance": (box,),
            "no_ante": (box, *dice.choice(((), (self.player(),)))),
            "invalidated": (dice.choice(("fire", "riot", "fraud")),),
        }
        return cmd.ReportIrregularity(kind=kind, details=details.get(kind, ()))

    def house(self) -> cmd.Command:
        """What the house may ask for, the deal and irregularities left out."""
        dice = self.dice
        low, high = sorted(dice.sample((100, 500, 1_000, 2_000, 50_000), 2))
        who = self.player()
        own: cmd.Command = cmd.ChangeLimits(
            minimum=low, maximum=high, box=dice.randint(1, self.rules.terms.boxes), player_on_box=who
        )
        return dice.choice(
            (
                *(kind() for kind in _PLAIN),
                cmd.AnnounceClosing(rounds=dice.randint(0, 5)),
                cmd.ChangeLimits(minimum=low, maximum=high),
                own,
                cmd.MarkAbsent(who=who),
                cmd.CallTimeout(box=self.state.turn_box or self.box()),
                cmd.VoidPlayer(who=who),
                cmd.ExcludePlayer(who=who),
                cmd.HousePress(box=self.box()),
            )
        )

    def anything(self) -> cmd.Command:
        """Any command, mostly one that is refused now."""
        dice, player, box = self.dice, self.player(), self.box()
        names = [*self.rules.sides, "ante", "nothing"]
        sides = tuple((dice.choice(names), dice.choice((0, 100, 250))) for _ in range(dice.randint(0, 2)))
        added = dice.choice((dice.randint(1, 10_000), max(1, self.amount())))
        kind = dice.choice(_ON_BOX)
        asked: tuple[cmd.Command, ...] = (
            kind(player=player, box=box),
            kind(player=player, box=box),
            cmd.PlaceBet(player=player, box=box, amounts=self.spots(), sides=sides, unseated=dice.random() < 0.5),
            cmd.Insure(player=player, box=box, amounts=self.spots()),
            cmd.DoubleDown(player=player, box=box, amounts=(added,)),
            cmd.Follow(player=player, box=box, amount=dice.choice((None, added))),
            cmd.Keep(player=player, box=box, hand=dice.choice((None, 0, 1, 2, 3))),
            cmd.CutCards(player=player, depth=dice.randint(0, self.rules.terms.decks * 52 + 1)),
            cmd.DeclineCut(player=player),
            cmd.Deal(side=dice.choice(("", "a", "b"))),
            self.house(),
            self.irregularity(),
        )
        return dice.choice(asked)


_ON_BOX: tuple[Callable[..., cmd.Command], ...] = (
    cmd.Withdraw,
    cmd.Sit,
    cmd.Leave,
    cmd.TakeEvenMoney,
    cmd.Pass,
    cmd.Hit,
    cmd.Stand,
    cmd.Surrender,
    cmd.SplitPair,
    cmd.DoubleDown,
    cmd.Follow,
    cmd.Keep,
    cmd.Press,
    cmd.DeclinePrize,
    cmd.AcceptCard,
    cmd.RefuseCard,
)
_PLAIN = (cmd.CloseOffer, cmd.OrderShuffle, cmd.OfferCut, cmd.ReplaceCards, cmd.ChangeDealer)
