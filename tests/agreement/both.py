"""The same cards and the same chart on the kernel and on the engine, compared round for round."""

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.blackjack import act, open_state
from pitboss.blackjack import commands as cmd
from pitboss.blackjack.chance import CUTTING_CARD, SHOE_EMPTY
from pitboss.blackjack.state import Stage, State
from pitboss.kernel.layout import LOG_EMPTY, LOG_SHUFFLE, LOG_SIDES, WON
from pitboss.kernel.machine import Machine, Played
from pitboss.kernel.program import Program, behind, build
from pitboss.kernel.sides import STREAK
from pitboss.kernel.strategy import CODES, SECTIONS, Chart, built_in, choose, fit_chart
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from tests.properties.tables import lawful_choices

PURSE = 10**13


class LoggedCards:
    """Chance that brings what the kernel wrote down, and objects where the engine does not ask for the same."""

    def __init__(self, program: Program, played: Played) -> None:
        self.program = program
        self.log = played.log
        self.prizes = deque(prizes_shown(program, played))
        self.place = 0
        self.side = 0
        self.drawn, self.cut = [0, 0], [-1, -1]

    def _next(self, side: int) -> int:
        while self.log[self.place] in LOG_SIDES:
            self.side = LOG_SIDES.index(self.log[self.place])
            self.place += 1
        assert side == self.side, "the engine is on the other side of the shoe"
        self.place += 1
        return self.log[self.place - 1]

    def draw(self, side: int) -> int:
        """The next card of the log, and the cutting card where it lies."""
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
        """The kernel shuffled here too: all cards, or as many discards."""
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
        """The shuffler has them all again."""
        self.drawn[side] = 0

    def prize(self, kind: str, stake: int) -> int:
        """What the kernel drew."""
        return self.prizes.popleft()


def prizes_shown(program: Program, played: Played) -> list[int]:
    """The prizes that the kernel drew, round after round and box after box."""
    lines = [line for kind in played.classes.ravel().tolist() for line in program.classes.lines[kind]]
    return [int(line.removeprefix("prize ")) for line in lines if line.startswith("prize ")]


def play_engine(program: Program, played: Played, rounds: int) -> list[list[dict[str, int]]]:
    """What every wager of every box nets in each round: ``main`` holds double and insurance too."""
    rules, chance = program.rules, LoggedCards(program, played)
    state, _ = open_state(rules, chance)
    names = {box: f"p{box}" for box in range(1, program.boxes + 1)}
    for name in names.values():
        _do(rules, state, cmd.JoinTable(player=name, money=PURSE), chance)
    sides = program.sides + ((("ante", program.ante),) if program.ante else ())
    story = []
    for number in range(rounds):
        if number and program.words["every_round"] and not program.words["continuous"]:
            _do(rules, state, cmd.OrderShuffle(), chance)
        for box, name in names.items():
            placed = sides if not _pending(rules, state, box) else tuple(one for one in sides if not _over(rules, one))
            _do(rules, state, cmd.PlaceBet(player=name, box=box, amounts=program.stakes, sides=placed), chance)
        _do(rules, state, cmd.Deal(side="ab"[number % 2] if program.words["double"] else ""), chance)
        if state.stage == Stage.BETTING and state.round == number:
            # the cutting card came first: shuffled, and dealt anew
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


def told_by_kernel(program: Program, played: Played) -> list[list[dict[str, int]]]:
    """The same from what the kernel wrote down."""
    story = []
    shares = top_shares(program, played)
    rounds = zip(played.nets.tolist(), played.classes.tolist(), played.streaks.tolist(), strict=True)
    for number, (nets, classes, streaks) in enumerate(rounds):
        row = []
        for net, kind, settled in zip(nets, classes, streaks, strict=True):
            told = {"main": net * program.unit} | _told_sides(program, kind)
            for place, streak in enumerate(program.streaks):
                fate = settled >> 2 * place & 3
                if fate:
                    told[program.sides[streak.column - 1][0]] = streak.pays if fate == WON else -streak.costs
            if program.meter is not None and kind == program.classes.top:
                told[program.sides[program.meter.column - 1][0]] += shares[number]
            if program.ante:
                told["ante"] = -program.ante
            row.append(told)
        story.append(row)
    return story


def _told_sides(program: Program, kind: int) -> dict[str, int]:
    """The wagers that a round settles."""
    nets = program.classes.nets[kind] if program.sides else ()
    return {
        name: net
        for (name, amount), net in zip(program.sides, nets, strict=True)
        if not _over(program.rules, (name, amount))
    }


def top_shares(program: Program, played: Played) -> dict[int, int]:
    """What a winner of the meter gets, by round."""
    if program.meter is None:
        return {}
    tops = played.counts.tops
    paid, _ = program.meter.pay(program.meter.initial, len(played.nets), tops)
    return {top[0]: share for top, (share, _) in zip(tops, paid, strict=True)}


def compare(program: Program, rounds: int, seed: int, cards: Sequence[int] | None = None) -> Played:
    """Plays on both, and fails at the first round that differs."""
    machine = Machine(program)
    played = machine.deal_cards(cards, rounds) if cards is not None else machine.record(rounds, seed, 0)
    by_engine, by_kernel = play_engine(program, played, rounds), told_by_kernel(program, played)
    for number, (engine, kernel) in enumerate(zip(by_engine, by_kernel, strict=True)):
        assert engine == kernel, f"round {number}: the engine says {engine}, the kernel {kernel}"
    return played


# --- random tables -----------------------------------------------------------------------------------------------

#: Shoes of few ranks bring pairs, blackjacks, sevens and long hands; the last is the usual one.
THEMES = ((7, 8), (0, 9), (6, 6, 0, 9), (1, 2, 3, 0), (0, 7), (9, 10, 11, 12, 0, 4, 5), (5, 6), tuple(range(13)))


def random_chart(dice: Random) -> Chart:
    """Any moves at all, with many splits."""
    moves = [code for code in CODES if code != "P"]
    hard, soft, pair = (
        tuple("".join(dice.choice(moves) for _ in range(10)) for _ in labels) for labels in SECTIONS.values()
    )
    pair = tuple("".join(dice.choice((code, "P", "P")) for code in row) for row in pair)
    return Chart("random", hard, soft, pair, dice.random() < 0.5, dice.random() < 0.3)


def random_program(book: str, dice: Random) -> Program:
    """A lawful table with wagers, a chart and a shoe that the kernel plays."""
    while True:
        program = _any_program(book, dice)
        if program is not None:
            ranks = dice.choice(THEMES) if dice.random() < 0.7 else THEMES[-1]
            return with_cards(program, ranks, dice)


#: Choices that a draw of single options seldom brings about: what needs several of them, or excludes much.
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


def _any_program(book: str, dice: Random) -> Program | None:
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
    """The same with a shoe of as many cards, or of so few that it may run out in a round, of these ranks mostly."""
    cards = program.cards.copy()
    for place in range(len(cards)):
        if dice.random() < 0.9:
            cards[place] = dice.choice(ranks) * 4 + dice.randrange(4)
    if not few or few >= len(cards) or program.words["double"]:
        return replace(program, cards=cards)
    cut = few if program.words["every_round"] else few - behind(program.rules, few)
    return replace(program, cards=cards[:few], words=program.words | {"cut": cut})
