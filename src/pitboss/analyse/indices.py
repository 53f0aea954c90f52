"""Indices of a count with their standard errors: from which true count on another action is better.

Random unseen cards are dealt to depths between the cutting card and a whole shoe. For each the gap between two actions
is computed exactly for every hand, and regressed on the true count near the index, where it is 0. What the gap changes
linearly with the cards at the same true count has mean 0 and is subtracted, so few samples suffice. Each sample deals
all hands, so their errors are clustered by sample.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.by_count import MOST, check_balanced, middle_of
from pitboss.analyse.column import Column
from pitboss.analyse.departures import Departure, Gap, departures, tags_by_value
from pitboss.analyse.edge import ACTIONS
from pitboss.analyse.game import AnalysedGame, game_of
from pitboss.analyse.shoe import ACE, TEN, VALUE_NAMES, VALUES, ShoeComposition, shoe_of
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.actions import DOUBLE, SPLIT, WHOLE_BOX
from pitboss.strategy.count_systems import WAYS, CountSystem

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

#: The true counts beyond which a linear index is not looked for, and around an index those that it rests on.
_FAR: Final = 1.5 * MOST
_NEAR: Final = 4.0
#: The samples near an index that it needs at least.
_FEWEST: Final = 50
INSURANCE: Final = "insurance"


class Index(Struct, frozen=True):
    """Where an action overtakes another: the true count, not rounded, with its standard error."""

    name: str
    #: The actions below the index and from it on.
    below: str
    above: str
    index: float
    standard_error: float
    #: The least count from which ``above`` is played, read as the count is; None beyond the counts of a chart.
    count: int | None
    #: What playing by the index gains in a round of one unit, against the better of the two actions at every count.
    gain: float
    #: The sampled shoes near the index.
    samples: int


class _Case(Struct, frozen=True):
    """Two cards against an up card, and the two actions that are compared."""

    cards: tuple[int, int]
    up: int
    first: int
    second: int
    #: The linear gap of ``second`` over ``first``; None where these are not the two best actions.
    linear: Gap | None


class _Question(Struct, frozen=True):
    """A name, and the hands that are played alike."""

    name: str
    cases: tuple[_Case, ...]


class _Sampled(Struct, frozen=True):
    """By sample and hand: the true count at the decision, the gap, and the probability of the hand."""

    true: Floats
    gap: Floats
    weight: Floats


def count_indices(
    rules: BlackjackRules,
    system: CountSystem,
    *,
    way: str = "",
    behind: int,
    samples: int = 400,
    seed: int = 1,
    by_composition: bool = False,
    only: Sequence[str] = (),
    hands: Sequence[Departure] = (),
    watch: Callable[[int, int], None] | None = None,
) -> tuple[Index, ...]:
    """Returns the indices of a balanced count, those that gain most first.

    ``behind`` is the least number of cards left, ``only`` the names of the hands, ``16 v 10`` or ``soft 18 v 2``.
    ``hands`` are the departures of the rules if they are known. Raises CountError, NotAnalysable, or ValueError for too
    few cards or a hand that there is not.
    """
    conversion = WAYS[check_balanced(system, way)]
    game, shoe = game_of(rules), shoe_of(rules)
    if not 2 * VALUES <= behind < sum(shoe):
        raise ValueError(f"{behind} cards behind the cutting card: write {2 * VALUES} to {sum(shoe) - 1}")
    tags, hands = tags_by_value(system), hands or departures(rules)
    questions = list(_by_composition(hands) if by_composition else _by_total(game, hands))
    questions = _named(questions, only) if only else [each for each in questions if _is_near(each, tags)]
    table = _Table(game, shoe, np.array(tags), behind, _insurance(game, shoe))
    dealt = _deal(table, questions, samples, seed, watch)
    found = []
    for question, sampled in zip(questions, dealt[:-1], strict=True):
        case = question.cases[0]
        found.append(_index(question.name, (ACTIONS[case.first], ACTIONS[case.second]), sampled, conversion))
    if game.pays.insured and (not only or any(INSURANCE in name for name in only)):
        name = f"{INSURANCE} v {VALUE_NAMES[ACE]}"
        found.append(_index(name, ("no insurance", INSURANCE), dealt[-1], conversion))
    return tuple(sorted((index for index in found if index), key=lambda index: -index.gain))


# --- which hands ---------------------------------------------------------------------------------------------------


def _is_near(question: _Question, tags: Sequence[float]) -> bool:
    linear = [case.linear.index(tags) for case in question.cases if case.linear is not None]
    return any(index is not None and abs(index) <= _FAR for index in linear)


def _named(questions: Sequence[_Question], only: Sequence[str]) -> list[_Question]:
    """Returns the questions of these names; raises ValueError for another name."""
    by_name = {each.name: each for each in questions}
    by_name |= {name.removeprefix("hard "): each for name, each in by_name.items()}
    wanted = [" ".join(name.replace(" vs ", " v ").split()) for name in only if INSURANCE not in name]
    unknown = [name for name in wanted if name not in by_name]
    if unknown:
        examples = ", ".join([each.name for each in questions][:: max(len(questions) // 4, 1)])
        raise ValueError(f"'{unknown[0]}' is not a hand with a choice: write one such as {examples}")
    return list({by_name[name].name: by_name[name] for name in wanted}.values())


def _by_composition(hands: Sequence[Departure]) -> Iterator[_Question]:
    for each in hands:
        yield _Question(each.name, (_Case(each.cards, each.up, each.best, each.other, each),))


def _by_total(game: AnalysedGame, hands: Sequence[Departure]) -> Iterator[_Question]:
    """Iterates over totals and pairs; a pair that is not worth a split is one of the hands of its total."""
    groups: dict[tuple[str, int], list[Departure]] = {}
    for each in hands:
        one, two = each.cards
        number = game.hands.of(one, two)
        if SPLIT in (each.best, each.other):
            name = f"pair {VALUE_NAMES[one]}"
        else:
            name = f"{'soft' if game.hands.soft[number] else 'hard'} {game.hands.total[number]}"
        groups.setdefault((f"{name} v {VALUE_NAMES[each.up]}", each.up), []).append(each)
    for (name, up), members in groups.items():
        main = max(members, key=lambda each: each.probability)
        first, second = main.best, main.other
        allowed = game.may.double[WHOLE_BOX, up]
        doubles = DOUBLE in (first, second)
        cases = [
            _Case(each.cards, up, first, second, _linear(each, first, second))
            for each in members
            if not doubles or allowed[game.hands.of(*each.cards)]
        ]
        yield _Question(name, tuple(cases))


def _linear(departure: Departure, first: int, second: int) -> Gap | None:
    if (departure.best, departure.other) == (first, second):
        return departure
    if (departure.other, departure.best) != (first, second):
        return None
    return Gap(-departure.gap, tuple(-effect for effect in departure.effects), departure.unseen)


def _insurance(game: AnalysedGame, shoe: ShoeComposition) -> Gap:
    """Returns the gap of insurance for half the wager over none, behind an ace: it is linear in the cards left."""
    behind = tuple(count - (value == ACE) for value, count in enumerate(shoe))
    cards, share = sum(behind), behind[TEN] / sum(behind)
    wins = (game.pays.insurance / game.pays.insured + 1) / 2
    effects = tuple(wins * (share - (value == TEN)) / (cards - 1) for value in range(VALUES))
    return Gap(wins * share - 0.5, effects, behind)


# --- samples -------------------------------------------------------------------------------------------------------


class _Table(Struct, frozen=True):
    """What is dealt: the game, its shoe, the tags by value, the least number of cards left, and the insurance gap."""

    game: AnalysedGame
    shoe: ShoeComposition
    tags: Floats
    behind: int
    insurance: Gap


def _deal(
    table: _Table,
    questions: Sequence[_Question],
    samples: int,
    seed: int,
    watch: Callable[[int, int], None] | None,
) -> list[_Sampled]:
    """Returns the samples of each question, and those of insurance."""
    dice = np.random.default_rng(seed)
    shapes = [*((samples, len(question.cases)) for question in questions), (samples, 1)]
    made = [_Sampled(np.zeros(shape), np.zeros(shape), np.zeros(shape)) for shape in shapes]
    ups: dict[int, list[tuple[_Sampled, int, _Case]]] = {}
    for question, sampled in zip(questions, made[:-1], strict=True):
        for place, case in enumerate(question.cases):
            ups.setdefault(case.up, []).append((sampled, place, case))
    for number in range(samples):
        cards = int(dice.integers(table.behind, sum(table.shoe) + 1))
        left = dice.multivariate_hypergeometric(table.shoe, cards)
        for up, cases in ups.items():
            if left[up]:
                _play(table, left, up, [(sampled, (number, place), case) for sampled, place, case in cases])
        if left[ACE]:
            _insure(table, left, made[-1], number)
        if watch is not None:
            watch(number + 1, samples)
    return made


def _play(table: _Table, left: Counts, up: int, cases: Sequence[tuple[_Sampled, tuple[int, int], _Case]]) -> None:
    """Computes the gaps of the hands against an up card from the cards left, which all of these are among."""
    column = Column(table.game, tuple(map(int, left)), up)
    column.play(free=True)
    cards, shown = int(left.sum()), left.copy()
    shown[up] -= 1
    for sampled, at, case in cases:
        one, two = case.cards
        ways = shown[one] * (shown[one] - 1) if one == two else 2 * shown[one] * shown[two]
        if ways <= 0:
            continue
        unseen = shown.copy()
        unseen[one] -= 1
        unseen[two] -= 1
        hand = table.game.hands.of(one, two)
        worth = [column.worth_of(hand, action, one) for action in (case.first, case.second)]
        sampled.true[at] = true = -52 * float(table.tags @ unseen) / (cards - 3)
        sampled.gap[at] = worth[1] - worth[0] - _off_line(table, case.linear, unseen, true)
        sampled.weight[at] = left[up] / cards * ways / ((cards - 1) * (cards - 2))


def _off_line(table: _Table, linear: Gap | None, unseen: Counts, true: float) -> float:
    """Returns how far the linear gap of the cards left is off its mean at this true count."""
    if linear is None:
        return 0.0
    start, slope = linear.line(table.tags.tolist())
    return linear.change(unseen.tolist()) - slope * (true - start)


def _insure(table: _Table, left: Counts, sampled: _Sampled, number: int) -> None:
    unseen, linear = left.copy(), table.insurance
    unseen[ACE] -= 1
    sampled.true[number] = true = -52 * float(table.tags @ unseen) / int(unseen.sum())
    exact = linear.gap + linear.change(unseen.tolist())
    sampled.gap[number] = exact - _off_line(table, linear, unseen, true)
    sampled.weight[number] = left[ACE] / int(left.sum())


# --- the regression ------------------------------------------------------------------------------------------------


def _index(name: str, actions: tuple[str, str], sampled: _Sampled, conversion: int) -> Index | None:
    """Returns the index, or None if too few samples are near it."""
    rows = sampled.weight > 0
    if not rows.any():
        return None
    far = float(np.average(sampled.true[rows], weights=sampled.weight[rows]))
    fitted, within = _root(sampled, rows, far), rows
    for _ in range(3):  # closer samples move the index a little
        if fitted is None:
            return None
        within = rows & (np.abs(sampled.true - fitted[0]) <= _NEAR)
        if np.count_nonzero(within.any(axis=1)) < _FEWEST:
            return None
        fitted = _root(sampled, within, fitted[0])
    if fitted is None:
        return None
    root, slope, error = fitted
    rises, samples = slope > 0, len(sampled.weight)
    departs = rows & ((sampled.true >= root) == rises)
    gains = float((sampled.weight * sampled.gap)[departs].sum() / samples)
    always = float((sampled.weight * sampled.gap)[rows].sum() / samples)
    count = next((count for count in range(-MOST, MOST + 1) if float(middle_of(count, conversion)) >= root), None)
    return Index(
        name=name,
        below=actions[0 if rises else 1],
        above=actions[1 if rises else 0],
        index=root,
        standard_error=error,
        count=count,
        gain=gains - max(always, 0.0),
        samples=int(np.count_nonzero(within.any(axis=1))),
    )


def _root(sampled: _Sampled, rows: NDArray[np.bool_], about: float) -> tuple[float, float, float] | None:
    """Returns where the weighted parabola of the gap is 0, its slope there, and the standard error of the place."""
    true, gap, weight = (part[rows] for part in (sampled.true - about, sampled.gap, sampled.weight))
    powers = np.stack([np.ones_like(true), true, true**2])
    normal = (powers * weight) @ powers.T
    if np.linalg.matrix_rank(normal, hermitian=True) < len(normal):
        return None
    inverse = np.linalg.inv(normal)
    fit = inverse @ (powers * weight) @ gap
    places = np.roots(fit[::-1])
    real = places.real[np.abs(places.imag) < 1e-9]
    if not len(real):
        return None
    root = float(min(real, key=abs))
    slope = float(fit[1] + 2 * fit[2] * root)
    if not slope:
        return None
    residuals = weight * (gap - fit @ powers)
    influence = (inverse @ np.array([1.0, root, root**2])) @ powers * residuals
    by_sample = np.bincount(np.nonzero(rows)[0], weights=influence)
    return about + root, slope, float(np.sqrt((by_sample**2).sum())) / abs(slope)
