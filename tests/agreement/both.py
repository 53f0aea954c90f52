"""Plays the same cards and chart on the general kernel and on the engine, and compares round for round."""

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import CUTTING_CARD, SHOE_EMPTY
from pitboss.games.blackjack.state import Stage, State
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.general.layout import LOG_EMPTY, LOG_SHUFFLE, LOG_SIDES, WON
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel, RecordedRounds
from pitboss.simulate.blackjack.general.sides import STREAK
from pitboss.simulate.blackjack.program import Program, behind, build
from pitboss.strategy.chart import CODES, SECTIONS, Chart, built_in, choose, fit_chart
from tests.properties.tables import lawful_choices

PURSE = 10**13


class LoggedCards:
    """A source of chance that replays the kernel's log, and fails if the engine asks for something else."""

    def __init__(self, program: Program, played: RecordedRounds) -> None:
        self.program = program
        self.log = played.log
        self.prizes = deque(prizes_shown(program, played))
        self.place = 0
        self.side = 0
        self.drawn, self.cut = [0, 0], [-1, -1]
        #: What was done at the table, and where in the log each round begins.
        self.commands: list[cmd.Command] = []
        self.starts: list[int] = []

    def _next(self, side: int) -> int:
        while self.log[self.place] in LOG_SIDES:
            self.side = LOG_SIDES.index(self.log[self.place])
            self.place += 1
        assert side == self.side, "the engine is on the other side of the shoe"
        self.place += 1
        return self.log[self.place - 1]

    def draw(self, side: int) -> int:
        """Returns the next card of the log, and the cutting card at its place."""
        if self.drawn[side] == self.cut[side]:
            self.cut[side] = -1
            return CUTTING_CARD
        item = self._next(side)
        if item == LOG_EMPTY:
            return SHOE_EMPTY
        assert item < 52, "the engine draws where the kernel shuffled"
        self.drawn[side] += 1
        return item

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Checks that the kernel shuffled here too: all cards, or as many discards."""
        self.drawn[side] = 0
        if cards is None:
            # after the last round the engine may shuffle for a round that the kernel does not begin
            ended = self.place == len(self.log)
            assert ended or self._next(side) == LOG_SHUFFLE, "the engine shuffles where the kernel does not"
            self.cut[side] = self.program.words["cut"]
            if side:
                count, every = len(self.program.other_cards), self.program.words["every_round"]
                self.cut[side] = count if every else count - behind(self.program.rules, count)
        else:
            self.cut[side] = (
                -1 if self.program.words["every_round"] else len(cards) - behind(self.program.rules, len(cards))
            )
            following = self.log[self.place : self.place + len(cards)]
            dealt = following[: next((n for n, item in enumerate(following) if item >= 52), len(following))]
            rack = list(cards)
            for card in dealt:
                assert card in rack, "the kernel dealt a card that was not in the rack"
                rack.remove(card)

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: the shuffler has all cards again."""
        self.drawn[side] = 0

    def prize(self, kind: str, stake: int) -> int:
        """Returns the prize that the kernel drew."""
        return self.prizes.popleft()


def prizes_shown(program: Program, played: RecordedRounds) -> list[int]:
    """Yields the prizes that the kernel drew, by round and box."""
    lines = [line for kind in played.classes.ravel().tolist() for line in program.classes.lines[kind]]
    return [int(line.removeprefix("prize ")) for line in lines if line.startswith("prize ")]


def play_engine(
    program: Program, played: RecordedRounds, rounds: int, chance: LoggedCards | None = None
) -> list[list[dict[str, int]]]:
    """Returns the net result of every wager of every box in each round; ``main`` includes double and insurance."""
    rules, chance = program.rules, chance or LoggedCards(program, played)
    state, _ = open_state(rules, chance)
    names = {box: f"p{box}" for box in range(1, program.boxes + 1)}
    for name in names.values():
        _do(rules, state, cmd.JoinTable(player=name, money=PURSE), chance)
    sides = program.sides + ((("ante", program.ante),) if program.ante else ())
    story = []
    for number in range(rounds):
        chance.starts.append(chance.place)
        if number and program.words["every_round"] and not program.words["continuous"]:
            _do(rules, state, cmd.OrderShuffle(), chance)
        for box, name in names.items():
            placed = sides if not _pending(rules, state, box) else tuple(one for one in sides if not _over(rules, one))
            _do(rules, state, cmd.PlaceBet(player=name, box=box, amounts=program.stakes, sides=placed), chance)
        _do(rules, state, cmd.Deal(side="ab"[number % 2] if program.words["double"] else ""), chance)
        if state.stage == Stage.BETTING and state.round == number:
            # the cutting card came first: shuffled and dealt again
            _do(rules, state, cmd.Deal(), chance)
        while state.stage != Stage.BETTING:
            _do(rules, state, choose(program.chart, rules, state), chance)
        assert state.round == number + 1
        story.append([_nets(rules, state, box) for box in names])
    assert chance.place == len(played.log), "the kernel dealt more than the engine"
    assert not chance.prizes, "the kernel drew more prizes than the engine"
    return story


def _over(rules: BlackjackRules, placed: tuple[str, int]) -> bool:
    return placed[0] in rules.sides and rules.sides[placed[0]].play == STREAK


def _pending(rules: BlackjackRules, state: State, box: int) -> bool:
    return any(wager.open and wager.box == box and _over(rules, (wager.kind, 0)) for wager in state.wagers)


def _do(rules: BlackjackRules, state: State, command: cmd.Command, chance: LoggedCards) -> None:
    chance.commands.append(command)
    done = act(rules, state, command, chance)
    assert not isinstance(done, Refusal), f"{command}: {done}"


def _nets(rules: BlackjackRules, state: State, box: int) -> dict[str, int]:
    nets: dict[str, int] = {}
    for wager in state.wagers:
        if wager.box == box:
            if wager.result is None:
                assert _over(rules, (wager.kind, 0)), f"{wager.kind} is not settled"
                continue
            kind = "main" if wager.kind in ("main", "double", "insurance") else wager.kind
            nets[kind] = nets.get(kind, 0) + wager.result
    return nets


def told_by_kernel(program: Program, played: RecordedRounds) -> list[list[dict[str, int]]]:
    """Returns the same from the kernel's record."""
    story = []
    shares = top_shares(program, played)
    rounds = zip(played.nets.tolist(), played.classes.tolist(), played.streaks.tolist(), strict=True)
    for number, (nets, classes, streaks) in enumerate(rounds):
        row = []
        for net, kind, settled in zip(nets, classes, streaks, strict=True):
            results = {"main": net * program.unit} | _side_results(program, kind)
            for place, streak in enumerate(program.streaks):
                fate = settled >> 2 * place & 3
                if fate:
                    results[program.sides[streak.column - 1][0]] = streak.pays if fate == WON else -streak.costs
            if program.meter is not None and kind == program.classes.top:
                results[program.sides[program.meter.column - 1][0]] += shares[number]
            if program.ante:
                results["ante"] = -program.ante
            row.append(results)
        story.append(row)
    return story


def _side_results(program: Program, kind: int) -> dict[str, int]:
    """Returns the wagers that a round settles."""
    nets = program.classes.nets[kind] if program.sides else ()
    return {
        name: net
        for (name, amount), net in zip(program.sides, nets, strict=True)
        if not _over(program.rules, (name, amount))
    }


def top_shares(program: Program, played: RecordedRounds) -> dict[int, int]:
    """Returns a winner's share of the meter, by round."""
    if program.meter is None:
        return {}
    tops = played.counts.tops
    paid, _ = program.meter.pay(program.meter.initial, len(played.nets), tops)
    return {top[0]: share for top, (share, _) in zip(tops, paid, strict=True)}


def compare(program: Program, rounds: int, seed: int, cards: Sequence[int] | None = None) -> RecordedRounds:
    """Plays on both, and fails at the first round that differs, with the smallest such round as a ``.pit`` file."""
    machine = GeneralKernel(program)
    played = machine.deal_cards(cards, rounds) if cards is not None else machine.record(rounds, seed, 0)
    chance, by_kernel = LoggedCards(program, played), told_by_kernel(program, played)
    try:
        by_engine = play_engine(program, played, rounds, chance)
    except AssertionError as error:
        error.add_note(_smallest(program, chance, len(chance.starts) - 1))
        raise
    for number, (engine, kernel) in enumerate(zip(by_engine, by_kernel, strict=True)):
        assert engine == kernel, (
            f"round {number}: the engine says {engine}, the kernel {kernel}\n{_smallest(program, chance, number)}"
        )
    return played


def _smallest(program: Program, chance: LoggedCards, number: int) -> str:
    from tests.agreement.shrink import smallest_pit  # which plays on both by this module

    ends = [*chance.starts[1:], len(chance.log)]
    cards = [item for item in chance.log[chance.starts[number] : ends[number]] if item < 52]
    return smallest_pit(program, cards)


# --- random tables -----------------------------------------------------------------------------------------------

#: Shoes of few ranks cause pairs, blackjacks, sevens and long hands; the last is the usual one.
THEMES = ((7, 8), (0, 9), (6, 6, 0, 9), (1, 2, 3, 0), (0, 7), (9, 10, 11, 12, 0, 4, 5), (5, 6), tuple(range(13)))


def random_chart(dice: Random) -> Chart:
    """Returns a random chart with many splits."""
    moves = [code for code in CODES if code != "P"]
    hard, soft, pair = (
        tuple("".join(dice.choice(moves) for _ in range(10)) for _ in labels) for labels in SECTIONS.values()
    )
    pair = tuple("".join(dice.choice((code, "P", "P")) for code in row) for row in pair)
    return Chart("random", hard, soft, pair, dice.random() < 0.5, dice.random() < 0.3)


def random_program(book: str, dice: Random) -> Program:
    """Returns a lawful table with wagers, a chart and a shoe that the kernel plays."""
    while True:
        program = any_program(book, dice)
        if program is not None:
            ranks = dice.choice(THEMES) if dice.random() < 0.7 else THEMES[-1]
            return with_cards(program, ranks, dice)


#: Combinations that a draw of single options rarely produces: those that need several options, or exclude many.
RARE: dict[str, tuple[dict[str, str], ...]] = {
    "tribal-blackjack": (
        {"bonus": "true", "bonus_awards_1": "18*1", "bonus_awards_5": "50*1,100*3", "additional_wager": "suited"},
        {"bonus": "true", "bonus_awards_1": "5*3,25*1,50*1", "bonus_awards_5": "90*1", "additional_wager": "sevens"},
        {"multiple_action": "true", "consolidated_net_payout": "true"},
        {"multiple_action": "true", "multiple_action_wagers": "3", "decks": "1"},
        {"double_shoe": "true", "decks_a": "1", "decks_b": "2"},
        {"double_shoe": "true", "multiple_action": "true", "decks_a": "2", "decks_b": "1", "red_suit_side": "b"},
        {"automated_shuffler": "true", "decks": "4"},
        {"progressive": "true", "streak": "true", "progressive_reset": "250", "max_split_hands": "4"},
        {"streak": "true", "surrender": "true", "additional_wager": "over_under_13"},
    ),
    "nz-blackjack": ({"madness_21": "true", "any_pair": "scale_one", "super_sevens": "true"},),
}


def any_program(book: str, dice: Random) -> Program | None:
    rulebook = load_rulebook(book)
    limits = dice.choice((Limits(100, 10_000_000), Limits(1000, 100_000), Limits(500, 2_000)))
    choices = lawful_choices(rulebook, limits, dice)
    rare = dice.choice(RARE.get(book, ({},)))
    rules: Any = (
        resolve(rulebook, choices | rare, limits) if dice.random() < 0.4 else resolve(rulebook, choices, limits)
    )
    if isinstance(rules, Refusal):
        return None  # two choices that exclude each other
    anything = random_chart(dice)
    chart = dice.choice(
        (lambda: built_in("basic", rules), lambda: built_in("mimic", rules), lambda: fit_chart(anything, rules))
    )()
    unit = rules.terms.chip_unit or 1
    stakes = [limits.minimum * dice.randint(1, 4) + dice.choice((0, 0, 0, 50, 25, 100)) for _ in range(3)]
    stakes = [min(-(-stake // unit) * unit, limits.maximum) for stake in stakes]
    spots = dice.randint(rules.terms.spots_needed, rules.terms.spots)
    sides = {
        name: side.amount or dice.choice((100, 100, 500))
        for name, side in rules.sides.items()
        if side.offered and dice.random() < 0.7
    }
    boxes = min(dice.choice((1, 1, 1, 1, 1, 1, 2, 2, 3, 9)), rules.terms.boxes)
    every = dice.random() < 0.2
    try:
        return build(rules, chart, stakes=stakes[:spots], sides=sides, boxes=boxes, shuffle_every_round=every)
    except ValueError:
        # two wagers that exclude each other, or what the kernel does not play
        return None


def with_cards(program: Program, ranks: Sequence[int], dice: Random, few: int = 0) -> Program:
    """Returns the program with a shoe of these ranks, as many cards or so few that it may run out in a round."""
    cards = program.cards.copy()
    for place in range(len(cards)):
        if dice.random() < 0.9:
            cards[place] = dice.choice(ranks) * 4 + dice.randrange(4)
    if not few or few >= len(cards) or program.words["double"]:
        return replace(program, cards=cards)
    cut = few if program.words["every_round"] else few - behind(program.rules, few)
    return replace(program, cards=cards[:few], words=program.words | {"cut": cut})
