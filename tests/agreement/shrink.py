"""A disagreement of kernel and engine made small: one round of as few wagers, boxes and cards as still show it.

The result is the text of a ``.pit`` file that the engine replays, with what the kernel says as a comment.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import card_names
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.grammar import command_words
from pitboss.law import load_rulebook
from pitboss.law.options import value_text
from pitboss.money import amount_text, net_text
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel, NoCardsLeft
from pitboss.simulate.blackjack.program import Program, build
from tests.agreement import both

_DEUCE = 4
_JOINS = 10**9


class Difference(Struct, frozen=True):
    """One round that kernel and engine settle differently; ``engine`` is empty if the engine could not follow the
    cards.
    """

    program: Program
    cards: tuple[int, ...]
    commands: tuple[cmd.Command, ...]
    prizes: tuple[int, ...]
    engine: list[dict[str, int]]
    kernel: list[dict[str, int]]
    why: str = ""

    @property
    def size(self) -> tuple[int, int, int, int]:
        """The size to minimise: boxes, side wagers, cards, and cards that are not spades."""
        odd_suits = sum(card & 3 != 0 for card in self.cards)
        return self.program.boxes, len(self.program.sides), len(self.cards), odd_suits


def difference(program: Program, cards: Sequence[int]) -> Difference | None:
    """Plays one round with these cards, then those of the program, on both; returns their disagreement or None."""
    if len(cards) > len(program.cards):
        return None
    try:
        played = GeneralKernel(program).deal_cards(cards, 1)
    except NoCardsLeft:
        return None
    chance, why, engine = both.LoggedCards(program, played), "", [list[dict[str, int]]()]
    prizes = tuple(chance.prizes)
    try:
        engine = both.play_engine(program, played, 1, chance)
    except AssertionError as error:
        why = str(error) or "the engine cannot follow the cards of the kernel"
    kernel = both.told_by_kernel(program, played)
    if not why and engine == kernel:
        return None
    drawn = tuple(item for item in played.log if item < 52)
    return Difference(program, drawn, tuple(chance.commands), prizes, engine[0], kernel[0], why)


def _smaller(found: Difference) -> Iterator[tuple[Program, list[int]]]:
    """Yields rounds with one box, one wager or one card fewer, or with a spade in place of another card."""
    program, cards = found.program, list(found.cards)
    burnt, boxes = program.words["burns"], program.boxes
    if boxes > 1:
        fewer = _rebuilt(program, dict(program.sides), 1)
        for box in range(boxes):
            first, up, second = cards[burnt + box], cards[burnt + boxes], cards[burnt + boxes + 1 + box]
            yield fewer, [*cards[:burnt], first, up, second, *cards[burnt + 2 * boxes + 1 :]]
    for name, _ in program.sides:
        yield _rebuilt(program, {side: stake for side, stake in program.sides if side != name}, boxes), cards
    for place in range(len(cards)):
        yield program, [*cards[:place], *cards[place + 1 :]]
    for place, other in permutations(range(len(cards)), 2):
        for rank in range(13):  # one card for two
            changed = [*cards[:other], rank * 4, *cards[other + 1 :]]
            yield program, [*changed[:place], *changed[place + 1 :]]
    for place, card in enumerate(cards):
        yield program, [*cards[:place], card & ~3, *cards[place + 1 :]]


def _rebuilt(program: Program, sides: dict[str, int], boxes: int) -> Program:
    """Returns the same table with other wagers."""
    every = bool(program.words["every_round"])
    other = build(
        program.rules, program.chart, stakes=program.stakes, sides=sides, boxes=boxes, shuffle_every_round=every
    )
    return replace(other, cards=program.cards, words=other.words | {"cut": program.words["cut"]})


def shrink(program: Program, cards: Sequence[int]) -> Difference | None:
    """Returns the smallest round found that still differs, starting from these cards; None if that one does not."""
    found = difference(program, cards)
    while found is not None:
        others = (difference(*candidate) for candidate in _smaller(found))
        smaller = next((other for other in others if other is not None and other.size < found.size), None)
        if smaller is None:
            return found
        found = smaller
    return None


def as_pit(found: Difference) -> str:
    """Returns the round as a file that the engine replays."""
    rules, options = found.program.rules, load_rulebook(found.program.rules.rulebook).options
    chosen = {name: value_text(options[name], value) for name, value in rules.options.items() if value is not None}
    players = [f"p{box}" for box in range(1, found.program.boxes + 1)]
    limits = rules.limits
    lines = [
        "title: Kernel and engine disagree",
        f"rulebook: {rules.rulebook}",
        f"limits: {amount_text(limits.minimum)}-{amount_text(limits.maximum)}",
        f"options: {' '.join(f'{name}={value}' for name, value in chosen.items() if value not in ('', 'none'))}",
        f"players: {' '.join(f'{name}={amount_text(_JOINS)}' for name in players)}",
        f"cards: {card_names(found.cards)}",
        *([f"prizes: {' '.join(map(amount_text, found.prizes))}"] if found.prizes else []),
        "---",
        *(command_words(command) for command in found.commands if not isinstance(command, cmd.JoinTable)),
    ]
    if found.why:
        lines.append(f"# {found.why}")
    for name, nets in zip(players, found.engine, strict=False):
        lines.append(f"? net {name} {net_text(sum(nets.values()))}")
    lines += [f"# the kernel says {name}: {nets}" for name, nets in zip(players, found.kernel, strict=True)]
    return "\n".join(lines) + "\n"


def smallest_pit(program: Program, cards: Sequence[int]) -> str:
    """Returns the shrunk disagreement of a round of these cards; a note if one round alone does not show it."""
    if program.words["double"]:
        return "the round is not made smaller: it is dealt from two sides of a shoe"
    burnt = [_DEUCE] * program.words["burns"]
    for given in ([*burnt, *cards], list(cards)):
        found = shrink(program, given)
        if found is not None:
            return as_pit(found)
    return f"only after the rounds before it; its cards: {card_names(cards)}"
