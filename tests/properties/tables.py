"""Lawful tables at random, drawn from the rulebooks' own data, and anything that people may ask for at them."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from pitboss.blackjack import commands as cmd
from pitboss.blackjack.state import State
from pitboss.cards import card_name
from pitboss.law import Limits, Refusal, Rulebook, load_rulebook, resolve
from pitboss.law.options import Option
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind
from pitboss.money import amount_text
from pitboss.notation.words import IRREGULARITIES
from tests.properties.shoes import Shoe, TestShoe

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
PLAYERS = ("ann", "bob", "cid", "dee")
LIMITS = (Limits(100, 10_000_000), Limits(1000, 100_000), Limits(500, 2_000), Limits(200, 50_000, 100))
#: Lists of awards that some number of decks allows; a table that does not allow them is played without.
AWARDS = ("18*1", "5*3,25*1,50*1", "90*1", "50*1,100*3", "15*1", "75*1")
#: Cards that bring something about: aces, tens, sevens, eights, and a few others.
LIVELY = (0, 1, 2, 3, 24, 25, 26, 27, 28, 29, 36, 37, 38, 39, 40, 44, 48, 51, 4, 8, 12, 16, 20, 32)


class Table(Struct):
    """A lawful table, who sits down at it, and what chance will bring."""

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


def option_texts(option: Option) -> st.SearchStrategy[str]:
    """Texts of values that the law allows for an option by itself."""
    if option.values:
        return st.sampled_from([str(value) for value in option.values])
    if option.type == "int":
        least = int(option.min if option.min is not None else 1)
        most = int(option.max if option.max is not None else least + 8)
        return st.integers(least, min(most, least + 8)).map(str)
    by_type: dict[str, st.SearchStrategy[str]] = {
        "bool": st.sampled_from(("true", "false")),
        "amount": st.sampled_from((25, 50, 100, 250, 500, 2_500, 10_000)).map(amount_text),
        "odds": st.sampled_from(("3:2", "6:5", "2:1", "1:1", "7:5")),
        "awards": st.sampled_from(AWARDS),
        "odds_list": st.sampled_from(("3,7,17,37", "4,8,18,40")),
    }
    if option.type == "share":
        least, most = (int(Decimal(str(bound)) * 100) for bound in (option.min, option.max))
        return st.integers(least, most).map(lambda share: f"{share / 100:.2f}")
    return by_type[option.type]


@st.composite
def choices(draw: st.DrawFn, book: Rulebook, limits: Limits) -> dict[str, str]:
    """A lawful choice of some options: one that the law refuses beside the others is left out."""
    names = draw(st.lists(st.sampled_from(sorted(book.options)), unique=True, max_size=8))
    # amounts before what is switched on, since many a switch needs its amount
    names.sort(key=lambda name: (book.options[name].type in ("bool", "choice"), name))
    chosen: dict[str, str] = {}
    for name in names:
        text = draw(option_texts(book.options[name]))
        if not isinstance(resolve(book, chosen | {name: text}, limits), Refusal):
            chosen[name] = text
    if draw(st.booleans()):
        # a lively table: something more is on offer
        for name in [name for name, option in book.options.items() if option.type == "bool" and name not in chosen]:
            if draw(st.booleans()) and not isinstance(resolve(book, chosen | {name: "true"}, limits), Refusal):
                chosen[name] = "true"
    return chosen


def decks_of(rules: BlackjackRules) -> tuple[int, ...]:
    """The decks in each side of the shoe."""
    terms = rules.terms
    if terms.shoe is ShoeKind.DOUBLE:
        return terms.decks_a, terms.decks_b
    return (terms.decks // 2 if rules.options.get("automated_shuffler") else terms.decks,)


@st.composite
def shoes(draw: st.DrawFn, decks: Sequence[int]) -> TestShoe:
    """A shoe of these decks that begins with lively cards, with a cutting card, sometimes empty early."""
    sides = []
    for count in decks:
        first = draw(st.lists(st.sampled_from(LIVELY), max_size=24))
        cut_at = draw(st.one_of(st.integers(0, 30), st.just(count * 39)))
        empty_after = draw(st.one_of(st.none(), st.none(), st.integers(1, 40)))
        sides.append(Shoe(count, first, cut_at, empty_after))
    return TestShoe(sides, draw(st.integers(0, 2**16)))


@st.composite
def tables(draw: st.DrawFn, name: str | None = None) -> Table:
    """A lawful table of a rulebook, or of any."""
    book = load_rulebook(name or draw(st.sampled_from(BOOKS)))
    limits = draw(st.sampled_from(LIMITS))
    chosen = draw(choices(book, limits))
    rules: Any = resolve(book, chosen, limits)
    if isinstance(rules, Refusal):
        limits = Limits()
        chosen, rules = {}, resolve(book, {}, limits)
    people = PLAYERS[: draw(st.integers(1, len(PLAYERS)))]
    rich = st.one_of(st.just(1_000_000), st.integers(limits.minimum, limits.minimum * 6), st.integers(0, 5_000))
    purses = {person: draw(rich) for person in people}
    return Table(book, chosen, rules, purses, draw(shoes(decks_of(rules))))


# --- commands ----------------------------------------------------------------------------------------------------


def _amounts(rules: BlackjackRules, state: State) -> st.SearchStrategy[int]:
    low, high = state.minimum, state.maximum
    usual = [low, low * 2, low * 3, low + 100, min(high, 5_000), low + low // 2, high]
    return st.one_of(st.sampled_from(usual), st.sampled_from(usual), st.integers(0, high + 200))


def _spots(amounts: st.SearchStrategy[int], most: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Amounts by spot as the notation writes them: none behind the last that is not empty."""
    listed = st.one_of(amounts.map(lambda amount: (amount,)), st.lists(amounts, min_size=1, max_size=most).map(tuple))
    return listed.map(canonical_spots)


def canonical_spots(amounts: tuple[int, ...]) -> tuple[int, ...]:
    """Without empty spots behind the last wager."""
    while len(amounts) > 1 and not amounts[-1]:
        amounts = amounts[:-1]
    return amounts


@st.composite
def bets(draw: st.DrawFn, rules: BlackjackRules, state: State) -> cmd.PlaceBet:
    """A bet that is likely to be lawful, with side wagers on offer."""
    terms = rules.terms
    player = draw(st.sampled_from(sorted(state.money)))
    box = draw(st.integers(1, terms.boxes))
    amount = _amounts(rules, state)
    amounts = draw(st.lists(amount, min_size=terms.spots_needed, max_size=terms.spots).map(tuple))
    sides = []
    for name, side in rules.sides.items():
        if side.offered and draw(st.booleans()):
            wanted = st.just(side.amount) if side.amount is not None else st.sampled_from((100, 500, 250))
            sides.append((name, draw(wanted)))
    if terms.ante is not None and (terms.ante_waiver is None or sum(amounts) < terms.ante_waiver):
        sides.append(("ante", terms.ante))
    unseated = draw(st.integers(0, 5)) == 0
    return cmd.PlaceBet(player=player, box=box, amounts=canonical_spots(amounts), sides=tuple(sides), unseated=unseated)


@st.composite
def irregularities(draw: st.DrawFn, rules: BlackjackRules, state: State) -> cmd.ReportIrregularity:
    """Any kind that the notation or the rulebook knows, with details of its shape."""
    known = sorted(rules.irregularities)
    kinds = st.sampled_from(sorted(IRREGULARITIES))
    kind = draw(st.one_of(st.sampled_from(known), kinds) if known else kinds)
    least, most, shape = IRREGULARITIES.get(kind, (0, 0, ""))
    boxes = [str(box) for box in (*state.callers, rules.terms.boxes)]
    words: dict[str, st.SearchStrategy[tuple[str, ...]]] = {
        "damaged_card": st.integers(0, 51).map(lambda card: (card_name(card),)),
        "misdealt": st.tuples(st.sampled_from([*boxes, "dealer"])).flatmap(
            lambda place: st.sampled_from([place, (*place, "lost")])
        ),
        "void": st.tuples(st.sampled_from([*boxes, "round"])),
        "shuffler_failure": st.tuples(st.sampled_from([*boxes, "round"])),
        "missed_insurance": st.tuples(st.sampled_from(boxes)),
        "no_ante": st.tuples(st.sampled_from(boxes)).flatmap(
            lambda place: st.sampled_from([place, *((*place, name) for name in sorted(state.money))])
        ),
        "invalidated": st.sampled_from([("fire",), ("riot",), ("fraud",)]),
    }
    details = draw(words[kind]) if kind in words else ()
    assert least <= len(details) <= most, (kind, shape)
    return cmd.ReportIrregularity(kind=kind, details=details)


_ON_BOX = (
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


def house_commands(rules: BlackjackRules, state: State) -> st.SearchStrategy[cmd.Command]:
    """What the house may ask for, the deal and irregularities left out."""
    who = st.sampled_from([*sorted(state.money), "zoe"])
    cents = st.sampled_from((100, 500, 1_000, 2_000, 50_000))
    low_high = st.tuples(cents, cents).map(lambda pair: (min(pair), max(pair)))
    return st.one_of(
        st.sampled_from([kind() for kind in _PLAIN]),
        st.integers(0, 4).map(lambda rounds: cmd.AnnounceClosing(rounds=rounds)),
        low_high.map(lambda pair: cmd.ChangeLimits(minimum=pair[0], maximum=pair[1])),
        st.builds(
            lambda pair, box, name: cmd.ChangeLimits(minimum=pair[0], maximum=pair[1], box=box, player_on_box=name),
            low_high,
            st.integers(1, rules.terms.boxes),
            who,
        ),
        who.map(lambda name: cmd.MarkAbsent(who=name)),
        who.map(lambda name: cmd.VoidPlayer(who=name)),
        who.map(lambda name: cmd.ExcludePlayer(who=name)),
        st.integers(1, rules.terms.boxes).map(lambda box: cmd.HousePress(box=box)),
    )


def anything(rules: BlackjackRules, state: State) -> st.SearchStrategy[cmd.Command]:
    """Whatever anybody may ask for, mostly what may not be done now."""
    people = st.sampled_from([*sorted(state.money), "zoe"])
    boxes = st.one_of(st.sampled_from([1, *state.callers]), st.integers(0, rules.terms.boxes + 1))
    amounts = _amounts(rules, state)
    spots = _spots(amounts, 3)
    sides = st.lists(
        st.tuples(st.sampled_from([*rules.sides, "ante", "nothing"]), st.sampled_from((0, 100, 250))), max_size=2
    ).map(tuple)
    doubles = _spots(st.one_of(st.integers(1, 10_000), amounts), 3).filter(any)
    return st.one_of(
        st.builds(lambda kind, player, box: kind(player=player, box=box), st.sampled_from(_ON_BOX), people, boxes),
        st.builds(cmd.PlaceBet, player=people, box=boxes, amounts=spots, sides=sides, unseated=st.booleans()),
        st.builds(cmd.Insure, player=people, box=boxes, amounts=spots),
        st.builds(cmd.DoubleDown, player=people, box=boxes, amounts=doubles),
        st.builds(cmd.Follow, player=people, box=boxes, amount=st.one_of(st.none(), amounts)),
        st.builds(cmd.Keep, player=people, box=boxes, hand=st.one_of(st.none(), st.integers(0, 4))),
        st.builds(cmd.CutCards, player=people, depth=st.integers(0, rules.terms.decks * 52 + 1)),
        st.builds(cmd.DeclineCut, player=people),
        st.sampled_from([cmd.Deal(), cmd.Deal(side="a"), cmd.Deal(side="b")]),
        house_commands(rules, state),
        irregularities(rules, state),
    )
