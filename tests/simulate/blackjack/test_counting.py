"""Counting: the bins of the kernel equal those of a player at the engine's table who counts the open cards."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, exp, floor, sqrt
from random import Random

import pytest
from msgspec.structs import replace

from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.state import Stage, State
from pitboss.games.blackjack.visible_events import without_hidden
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.count_game import CountGame, flat, open_count
from pitboss.simulate.blackjack.counted_program import with_count
from pitboss.simulate.blackjack.general.layout import OUT_WORDS
from pitboss.simulate.blackjack.general.memory_image import (
    MOST_ROUNDS,
    GeneralKernel,
    NoCardsLeft,
    RecordedRounds,
    side_units,
)
from pitboss.simulate.blackjack.general.true_count import count_of
from pitboss.simulate.blackjack.program import Program, build
from pitboss.simulate.blackjack.ramp import Ramp, bins_of, evaluate, read_ramp
from pitboss.simulate.blackjack.report import report
from pitboss.simulate.run import run
from pitboss.strategy.chart import Chart, basic_chart, choose, fit_chart
from pitboss.strategy.count_settings import BINS, MIDDLE
from pitboss.strategy.count_systems import SYSTEMS, WAYS, CountError, CountSystem, find_system, read_system
from pitboss.strategy.hand_classes import NotSimulable
from tests.agreement.both import PURSE, LoggedCards, random_chart, random_program, with_cards

HI_LO = SYSTEMS["hi-lo"]


def rules_of(book: str, **choices: str) -> BlackjackRules:
    rules = resolve(load_rulebook(book), choices, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal), str(rules)
    return rules


def program_of(
    book: str, choices: dict[str, str] | None = None, *, boxes: int = 1, sides: dict[str, int] | None = None
) -> Program:
    rules = rules_of(book, **(choices or {}))
    return build(rules, basic_chart(rules), stakes=(1_000,), sides=sides, boxes=boxes)


@pytest.mark.parametrize("insure_at", [None, 3])
def test_specialised_loop_counts_as_the_general_one(insure_at: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("nz-blackjack")
    chart = replace(basic_chart(rules), insure=insure_at is not None)
    program = with_count(build(rules, chart, stakes=(1_000,)), HI_LO, insure_at=insure_at)
    special = GeneralKernel(program).play(20_000, 5, 0).words
    monkeypatch.setattr(GeneralKernel, "_plain", False)
    assert GeneralKernel(program).play(20_000, 5, 0).words.tolist() == special.tolist()


# --- the same count at the engine's table ------------------------------------------------------------------------


class CountedCards(LoggedCards):
    """The cards of the kernel, and which of them are out of the shoe."""

    def __init__(self, program: Program, played: RecordedRounds) -> None:
        super().__init__(program, played)
        self.gone: list[int] = []
        #: The drawn cards that the players have not seen.
        self.hidden: list[int] = []

    def draw(self, side: int) -> int:
        card = super().draw(side)
        if 0 <= card < 52:
            self.gone.append(card)
        return card

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        super().shuffle(side, cards)
        self.gone, self.hidden = [], []
        if cards is not None:
            self.gone = self.program.cards.tolist()
            for card in cards:
                self.gone.remove(card)

    def watch(self, events: list[ev.Event]) -> None:
        """Records a card that was drawn and is hidden from the players."""
        shown = [id(event) for event in without_hidden(events)]
        self.hidden += [event.card for event in events if isinstance(event, ev.CardBurned) and id(event) not in shown]

    def count(self, system: CountSystem, way: str, *, hole: int = -1) -> int:
        """Returns the count of a player who has seen all open cards."""
        tags = [Fraction(tag, system.scale) for tag in system.tags]
        hidden = self.hidden + ([hole] if hole >= 0 else [])
        decks = len(self.program.cards) // 52
        running = sum(tags[card] for card in self.gone) - sum(tags[card] for card in hidden)
        if sum(tags):
            running += system.pivot - decks * sum(tags)
        if way == "running":
            return in_bins(floor(running))
        unseen = len(self.program.cards) - len(self.gone) + len(hidden)
        true = running / Fraction(max(unseen, 1), 52)  # a box may decide when the last card is out
        return in_bins({"floor": floor(true), "trunc": int(true), "round": floor(true + Fraction(1, 2))}[way])


def in_bins(count: int) -> int:
    """Counts out of range go to the outermost bins: shoes of few ranks cause such counts."""
    return min(max(count, -MIDDLE), BINS - 1 - MIDDLE)


Bins = dict[int, list[list[int]]]


def bins_by_engine(program: Program, played: RecordedRounds, rounds: int, system: CountSystem, way: str) -> Bins:
    """Plays the engine; returns the own boxes' results by round, main wager first, with the count before the deal."""
    rules, chance = program.rules, CountedCards(program, played)
    state, _ = open_state(rules, chance)

    def do(command: cmd.Command) -> None:
        done = act(rules, state, command, chance)
        assert not isinstance(done, Refusal), f"{command}: {done}"
        chance.watch(done)

    for box in range(1, program.words["boxes"] + 1):
        do(cmd.JoinTable(player=f"p{box}", money=PURSE))
    bins: Bins = {}
    sides = (*program.sides, *((("ante", program.ante),) if program.ante else ()))
    for number in range(rounds):
        for box in range(1, program.words["boxes"] + 1):
            do(cmd.PlaceBet(player=f"p{box}", box=box, amounts=program.stakes, sides=sides))
        count = chance.count(system, way)
        do(cmd.Deal())
        if state.stage == Stage.BETTING and state.round == number:
            # the cutting card came first: the cards are shuffled and the count restarts
            count = chance.count(system, way)
            do(cmd.Deal())
        while state.stage != Stage.BETTING:
            do(choose(_at_the_table(program, chance, state, system, way), rules, state))
        bins.setdefault(count, []).append(
            [_net(program, state, name) for name in ("main", *(name for name, _ in program.sides))]
        )
    return bins


def _at_the_table(program: Program, chance: CountedCards, state: State, system: CountSystem, way: str) -> Chart:
    """Returns the decision of the chart at this count, with insurance by count if requested."""
    assert program.count is not None
    insure_at, chart = program.count.insure_at, program.chart
    box = state.turn_box if state.offer is None else state.offer.waiting[0][1]
    other = program.seats[box - 1] if program.seats else None
    if other is not None:
        return replace(other, insure=False, even_money=False)
    if state.offer is not None:
        if insure_at is None:
            return chart
        return replace(chart, insure=chance.count(system, way, hole=state.hole) >= insure_at)
    return chart.at(chance.count(system, way, hole=state.hole)) if chart.by_count else chart


def _net(program: Program, state: State, name: str) -> int:
    kinds = ("main", "double", "insurance") if name == "main" else (name,)
    own = range(program.words["own_first"] + 1, program.words["own_end"] + 1)
    return sum(wager.result or 0 for wager in state.wagers if wager.kind in kinds and wager.box in own)


def compare(program: Program, system: CountSystem, way: str, rounds: int, seed: int) -> Bins:
    """Asserts that the bins of the kernel and of the engine are equal."""
    played = GeneralKernel(program).record(rounds, seed, 0)
    engine = bins_by_engine(program, played, rounds, system, way)
    units = (program.unit, *side_units(program))
    expected = {}
    for count, nets in engine.items():
        rows = [[net // unit for net, unit in zip(row, units, strict=True)] for row in nets]
        assert all(net % unit == 0 for row in nets for net, unit in zip(row, units, strict=True))
        sums = [sum(column) for column in zip(*rows, strict=True)]
        size = range(len(units))
        products = [sum(row[one] * row[two] for row in rows) for one in size for two in size]
        expected[count] = [len(rows), *sums, *products]
    found = bins_of(program, played.counts.words[OUT_WORDS:].tolist())
    assert found == expected
    return engine


TABLES = {
    "nz-blackjack": {"perfect_pairs": "scale_two", "super_sevens": "true"},
    "mbs-blackjack": {},
    "tribal-blackjack": {},
    "canberra-blackjack": {},
}


@pytest.mark.parametrize("book", TABLES)
@pytest.mark.parametrize(("name", "way"), [("hi-lo", "floor"), ("omega-ii", "trunc"), ("halves", "round"), ("ko", "")])
def test_the_bins_are_those_of_a_player_who_counts_at_the_engines_table(book: str, name: str, way: str) -> None:
    system = SYSTEMS[name]
    program = with_count(program_of(book, TABLES[book], boxes=2), system, way)
    bins = compare(program, system, way or "running", 400, 5)
    assert len(bins) > 5


def test_side_wagers_are_counted_by_bin_too() -> None:
    sides = {"perfect_pairs": 100, "super_sevens": 100}
    program = program_of("nz-blackjack", TABLES["nz-blackjack"], sides=sides)
    compare(with_count(program, HI_LO), HI_LO, "floor", 600, 6)


def test_red_sevens_count_and_black_ones_do_not() -> None:
    system = SYSTEMS["red-seven"]
    assert system.imbalance == 2
    program = with_count(program_of("mbs-blackjack"), system)
    compare(program, system, "running", 400, 7)


@pytest.mark.parametrize("book", TABLES)
def test_insurance_by_count_uses_the_exposed_cards(book: str) -> None:
    rules = rules_of(book)
    chart = replace(basic_chart(rules), insure=True)
    program = with_count(build(rules, chart, stakes=(1_000,), boxes=3), HI_LO, insure_at=1)
    compare(program, HI_LO, "floor", 1_500, 8)
    insured = GeneralKernel(program).play(20_000, 8, 0).value("insured")
    always = GeneralKernel(with_count(program, HI_LO, insure_at=-99)).play(20_000, 8, 0).value("insured")
    assert 0 < insured < always


@pytest.mark.parametrize("book", TABLES)
def test_a_count_dependent_chart_uses_the_exposed_cards(book: str) -> None:
    rules, dice = rules_of(book), Random(3)
    plain = basic_chart(rules)
    chart = changing(plain, rules, dice, (-2, 0, 1, 3))
    program = with_count(build(rules, chart, stakes=(1_000,), boxes=3), HI_LO)
    compare(program, HI_LO, "floor", 500, 9)
    found, blind = (
        GeneralKernel(with_count(build(rules, one, stakes=(1_000,), boxes=3), HI_LO)).play(1_000, 9, 0)
        for one in (chart, plain)
    )
    assert found.words.tolist() != blind.words.tolist()


def test_a_chart_that_changes_is_refused_on_several_dealer_hands() -> None:
    rules = rules_of("canberra-blackjack", triple_play="true")
    chart = changing(basic_chart(rules), rules, Random(1), (2,))
    with pytest.raises(
        NotSimulable, match=r"a chart by the count on several dealer hands .canberra-blackjack 22\.2 and 22\.3"
    ):
        with_count(build(rules, chart), HI_LO)


def changing(chart: Chart, rules: BlackjackRules, dice: Random, steps: Sequence[int]) -> Chart:
    """Returns the chart with other random charts from these counts on."""
    others = (fit_chart(random_chart(dice), rules) for _ in steps)
    same = (replace(other, insure=chart.insure, even_money=chart.even_money) for other in others)
    return replace(chart, by_count=tuple(zip(steps, same, strict=True)))


@pytest.mark.parametrize("book", TABLES)
def test_a_shoe_that_runs_out_in_a_round_is_counted_on(book: str) -> None:
    empties = 0
    for seed in range(8):
        dice = Random(seed)
        few = dice.randint(22, 30)
        rules = rules_of(book)
        chart = changing(basic_chart(rules), rules, dice, (-1, 2)) if seed % 2 else basic_chart(rules)
        program = build(rules, chart, stakes=(1_000,), boxes=3)
        program = with_count(with_cards(program, tuple(range(13)), dice, few), HI_LO)
        compare(program, HI_LO, "floor", 150, seed)
        empties += GeneralKernel(program).play(150, seed, 0).value("empties")
    assert empties


def counted_table(book: str, dice: Random) -> tuple[Program, CountSystem, str]:
    """Returns a random lawful table with a random chart, wagers and shoe, a system, and a conversion."""
    system, way = dice.choice(list(SYSTEMS.values())), dice.choice(list(WAYS))
    while True:
        program = random_program(book, dice)
        insure_at = dice.choice((None, -1, 0, 2)) if program.words["insures"] else None
        if dice.random() < 0.5:
            steps = sorted(dice.sample(range(-6, 9), dice.randint(1, 4)))
            program = replace(program, chart=changing(program.chart, program.rules, dice, steps))
        try:
            return with_count(program, system, way, insure_at), system, way
        except NotSimulable:
            continue  # shuffled before every round, or with a wager over rounds


@pytest.mark.parametrize("book", TABLES)
def test_random_tables_are_counted_as_at_the_engines_table(book: str) -> None:
    dice = Random(1)
    for seed in range(5):
        compare(*counted_table(book, dice), 100, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("book", TABLES)
def test_many_random_tables_are_counted_as_at_the_engines_table(book: str, seed: int) -> None:
    dice = Random(1_000 + seed)
    tables = 0
    while tables < 5:
        table = counted_table(book, dice)
        try:
            compare(*table, 300, seed)
        except NoCardsLeft:
            # seven boxes may hold every card of one deck
            assert (table[0].boxes, table[0].rules.options["decks"]) == (7, 1)
            continue
        tables += 1


# --- ramps -------------------------------------------------------------------------------------------------------

RAMP = "<=0:10 1:20 2:40 3:80 4:120"


def game_of(
    book: str,
    ramp: Ramp,
    choices: dict[str, str] | None = None,
    *,
    boxes: int = 1,
    sides: dict[str, int] | None = None,
) -> CountGame:
    rules = rules_of(book, **(choices or {}))
    spots = rules.terms.spots_needed if rules.terms.spots > 1 else 1
    return open_count(rules, basic_chart(rules), HI_LO, ramp, boxes=boxes, sides=sides, spots=spots)


def results_by_engine(game: CountGame, played: RecordedRounds, rounds: int) -> list[int]:
    """Returns by round the results of all wagers on all boxes, if the engine's players wager by the ramp."""
    program, results = game.table.program, []
    rules, chance = program.rules, CountedCards(program, played)
    state, _ = open_state(rules, chance)

    def do(command: cmd.Command) -> None:
        done = act(rules, state, command, chance)
        assert not isinstance(done, Refusal), f"{command}: {done}"
        chance.watch(done)

    names = [f"p{box}" for box in range(1, program.boxes + 1)]
    for name in names:
        do(cmd.JoinTable(player=name, money=PURSE))
    for number in range(rounds):
        before, placed = sum(state.money.values()), 0
        for _ in range(2):
            wager = game.ramp.at(chance.count(HI_LO, "floor"))
            ante = game.wagers[wager].ante
            sides = (*program.sides, *((("ante", ante),) if ante else ()))
            for box, name in enumerate(names, 1):
                if wager != placed:
                    do(cmd.PlaceBet(player=name, box=box, amounts=(wager,) * len(program.stakes), sides=sides))
            placed = wager
            do(cmd.Deal())
            if state.stage != Stage.BETTING or state.round > number:
                break
        while state.stage != Stage.BETTING:
            do(choose(program.chart, rules, state))
        results.append(sum(state.money.values()) - before)
    return results


@pytest.mark.parametrize(
    ("book", "boxes", "sides", "choices"),
    [
        ("nz-blackjack", 1, {"perfect_pairs": 100, "super_sevens": 100}, TABLES["nz-blackjack"]),
        ("nz-blackjack", 2, {}, {}),
        ("mbs-blackjack", 3, {"pair": 500}, {}),
        ("tribal-blackjack", 1, {}, {"surrender": "true"}),
        ("canberra-blackjack", 1, {}, {}),
        ("nz-blackjack", 2, {}, {"antes_up": "true", "ante_amount": "1", "ante_waiver": "40"}),
        ("canberra-blackjack", 2, {}, {"triple_play": "true"}),
        ("tribal-blackjack", 1, {}, {"multiple_action": "true", "multiple_action_wagers": "3"}),
    ],
)
def test_a_ramp_wins_the_same_as_at_the_table_of_the_engine(
    book: str, boxes: int, sides: dict[str, int], choices: dict[str, str]
) -> None:
    game = game_of(book, read_ramp(RAMP), choices, boxes=boxes, sides=sides)
    played = GeneralKernel(game.table.program).record(800, 3, 0)
    results = results_by_engine(game, played, 800)
    bins = bins_of(game.table.program, played.counts.words[OUT_WORDS:].tolist())
    worth = evaluate(game.table.program, game.wagers, bins, game.ramp)
    mean = Fraction(sum(results), len(results))
    squares = Fraction(sum(result**2 for result in results), len(results))
    assert worth.expectation == pytest.approx(float(mean), rel=1e-12)
    assert worth.deviation == pytest.approx(sqrt(squares - mean**2), rel=1e-12)
    assert worth.standard_error == pytest.approx(worth.deviation / sqrt(800))
    assert len({game.ramp.at(at.count) for at in worth.counts}) > 3


def test_the_bins_add_up_to_the_whole_on_any_number_of_workers() -> None:
    game = game_of("mbs-blackjack", flat(2_500), sides={"pair": 500})
    one, two = (run(game, MOST_ROUNDS + 5_000, 4, workers=workers) for workers in (1, 2))
    assert one.words == two.words
    bins = bins_of(game.table.program, one.of("bins"))
    assert sum(row[0] for row in bins.values()) == one.value("rounds")
    assert [sum(row[at] for row in bins.values()) for at in (1, 2)] == list(one.of("sums")[:2])
    main, worth = report(game.table.setting, one).main, game.worth(one)
    assert worth.per_unit == pytest.approx(main.expectation)
    assert sum(at.frequency for at in worth.counts) == pytest.approx(1)
    alone = run(game_of("mbs-blackjack", flat(2_500)), MOST_ROUNDS, 4)
    assert game_of("mbs-blackjack", flat(2_500)).worth(alone).expectation == pytest.approx(
        2_500 * report(game.table.setting, alone).main.expectation
    )


def test_more_tens_and_aces_are_good_for_the_player() -> None:
    game = game_of("mbs-blackjack", read_ramp(RAMP))
    worth = game.worth(run(game, 3_000_000, 1, workers=2))
    low = [at.main for at in worth.counts if at.count <= -4]
    high = [at.main for at in worth.counts if at.count >= 4]
    assert max(at.expectation for at in low[-3:]) < 0 < min(at.expectation for at in high[:3])
    assert worth.expectation > 4 * worth.standard_error


def test_the_value_of_a_ramp_follows_from_two_moments() -> None:
    game = game_of("mbs-blackjack", read_ramp("<=0:10 1:30"))
    program = game.table.program
    # a hundred rounds at count 0 that lose a unit of ten each, and fifty at count 1 that win two and lose one in turn
    per_stake = 1_000 // program.unit
    lost, mixed = [100, -100 * per_stake, 100 * per_stake**2], [50, 25 * per_stake, 125 * per_stake**2]
    worth = evaluate(program, game.wagers, {0: lost, 1: mixed}, game.ramp)
    results = [-1_000] * 100 + [6_000, -3_000] * 25
    mean = sum(results) / 150
    variance = sum(result**2 for result in results) / 150 - mean**2
    error = sqrt(variance / 150)
    assert (worth.expectation, worth.deviation) == pytest.approx((mean, sqrt(variance)))
    assert worth.per_unit == pytest.approx(sum(results) / (100 * 1_000 + 50 * 3_000))
    assert worth.average_wager == pytest.approx((100 * 1_000 + 50 * 3_000) / 150)
    assert mean < 0
    assert worth.risk_of_ruin(100_000) == (1.0, 0.0)
    assert worth.kelly_bankroll is None
    assert worth.score == (0.0, 0.0)
    won = replace(worth, expectation=-mean)
    assert won.n0 == pytest.approx((variance / mean**2, 2 * variance / mean**2 * error / -mean))
    assert won.desirability == pytest.approx((-1000 * mean / sqrt(variance), 1000 * error / sqrt(variance)))
    assert won.score[0] == pytest.approx(1e6 * mean**2 / variance)
    assert won.kelly_bankroll is not None
    assert won.kelly_bankroll[0] == pytest.approx(variance / -mean)
    assert won.risk_of_ruin(100_000)[0] == pytest.approx(exp(2 * mean * 100_000 / variance))
    # at Kelly's bankroll a hundred rounds win SCORE for each ten thousand of it, and ruin has its well-known chance
    assert won.expectation * 100 / won.kelly_bankroll[0] == pytest.approx(won.score[0] / 10_000)
    assert won.risk_of_ruin(round(won.kelly_bankroll[0]))[0] == pytest.approx(exp(-2), rel=1e-3)


def test_ramps_are_read_and_written() -> None:
    ramp = read_ramp(RAMP)
    assert [ramp.at(count) for count in (-9, 0, 1, 3, 4, 50)] == [1_000, 1_000, 2_000, 8_000, 12_000, 12_000]
    assert read_ramp(str(ramp)) == ramp == read_ramp("<=0:10,1:20,2:40,3:80,>=4:120")
    assert read_ramp("<=-2:5 -1:7.50").at(-1) == 750


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "wagers by count"),
        ("1:10", "only the first step of a ramp is up to a count"),
        ("<=0:10 2:20", "skips the count 1"),
        ("<=0:10 0:20", "skips the count 1"),
        ("<=0:10 >=1:20 2:40", "only the last"),
        ("<=0:10 <=1:20", "only the first step"),
        ("<=0:ten", "not an amount of money"),
        ("<=0:-10", "not an amount of money"),
        ("always 10", "not a step of a ramp"),
        ("<=-300:10", "are between"),
    ],
)
def test_invalid_ramps(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_ramp(text)


@pytest.mark.parametrize(
    ("ramp", "says"),
    [
        ("<=0:5 1:20", r"a main wager is 10 at least \(mbs-blackjack 1.1.2\)"),
        ("<=0:10 1:2000", r"outside the limits 10 to 1000 \(mbs-blackjack 1.1.2\)"),
        ("<=0:0 1:0", r"a main wager is 10 at least \(mbs-blackjack 1.1.2\)"),
        ("<=0:10 1:20.01", r"20.01 paid at 3:2 would come to a fraction of a cent.*mbs-blackjack"),
    ],
)
def test_a_ramp_that_the_table_does_not_pay_in_proportion_is_refused(ramp: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        game_of("mbs-blackjack", read_ramp(ramp))


# --- systems -----------------------------------------------------------------------------------------------------


def test_balanced_systems_count_to_nothing_and_the_others_to_their_pivot() -> None:
    for name, system in SYSTEMS.items():
        unbalanced = {"ko": 4, "red-seven": 2}.get(name, 0)
        assert system.imbalance == unbalanced * system.scale
        assert system.way == ("running" if unbalanced else "floor")
        assert system.start(6) + 6 * system.imbalance == system.pivot * system.scale
    assert SYSTEMS["ko"].start(6) == -20
    assert SYSTEMS["red-seven"].start(6) == -12
    assert SYSTEMS["halves"].scale == 2


def test_tags_of_ones_own() -> None:
    assert find_system("A=-1 2=1 3=1 4=1 5=1 6=1 7=0 8=0 9=0 10=-1").tags == HI_LO.tags
    assert find_system("-1 1 1 1 1 1 0 0 0 -1").tags == HI_LO.tags
    assert find_system("-1,1/2,1,1,1.5,1,0.5,0,-0.5,-1").tags == SYSTEMS["halves"].tags
    text = "# mine\nA=-1, 2=0.5, 3=1, 4=1, 5=3/2, 6=1, 7=1/2\n8=0 9=-0.5 T=-1  # the rest"
    assert (read_system(text).tags, read_system(text).scale) == (SYSTEMS["halves"].tags, 2)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hi-Lo", "hi-lo"),
        ("hilo", "hi-lo"),
        ("Omega II", "omega-ii"),
        ("hi-opt 2", "hi-opt-ii"),
        ("HiOpt I", "hi-opt-i"),
        ("Wong Halves", "halves"),
        ("Red 7", "red-seven"),
        ("KO", "ko"),
        ("ace_five", "ace-five"),
    ],
)
def test_names_are_read_as_people_write_them(text: str, name: str) -> None:
    assert find_system(text) == SYSTEMS[name]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1 2 3 4 5 6 7 8 9 x", "'T=x' is not a tag"),
        ("lo-hi", "there is no count 'lo-hi': write hi-lo"),
        ("A=1", "the tag of 2, 3, 4"),
        ("A=x", "not a tag"),
        ("A=1/0", "not a tag"),
        ("B=1", "not a tag"),
        ("A=1 A=1", "twice"),
        (" ".join(f"{rank}=0" for rank in "A23456789T"), "all tags are zero"),
    ],
)
def test_invalid_counting_systems(text: str, says: str) -> None:
    with pytest.raises(CountError, match=says):
        find_system(text)


def test_a_count_that_would_say_nothing_is_refused() -> None:
    rules = rules_of("nz-blackjack", shuffler="continuous")
    with pytest.raises(NotSimulable, match=r"it says nothing \(nz-blackjack 3.3\(e\) and 3.4\)"):
        open_count(rules, basic_chart(rules), HI_LO, flat(1_000))
    plain = rules_of("mbs-blackjack")
    with pytest.raises(NotSimulable, match="it says nothing"):
        open_count(plain, basic_chart(plain), HI_LO, flat(1_000), shuffle_every_round=True)
    with pytest.raises(CountError, match=r"no insurance is taken on such a wager \(mbs-blackjack "):
        with_count(program_of("mbs-blackjack"), HI_LO, insure_at=3)  # by its chart it takes none
    with pytest.raises(CountError, match="not a way to read a count"):
        open_count(plain, basic_chart(plain), HI_LO, flat(1_000), way="up")


def test_ways_to_read_a_count() -> None:
    for running, unseen, scale in (
        (-7, 100, 1),
        (-7, 52, 2),
        (7, 100, 1),
        (0, 3, 1),
        (5, 104, 2),
        (-5, 104, 2),
        (3, 52, 2),
    ):
        true = Fraction(52 * running, scale * unseen)
        assert count_of(running, unseen, scale, WAYS["floor"]) == floor(true)
        assert count_of(running, unseen, scale, WAYS["trunc"]) == (floor(true) if true >= 0 else ceil(true))
        assert count_of(running, unseen, scale, WAYS["round"]) == floor(true + Fraction(1, 2))
        assert count_of(running, unseen, scale, WAYS["running"]) == running // scale


def test_games_are_distinguished() -> None:
    one, two = (game_of("mbs-blackjack", read_ramp(ramp)) for ramp in ("<=0:10 1:20", "<=0:10 1:30"))
    assert one.identity() == two.identity()
    other = open_count(rules_of("mbs-blackjack"), one.table.program.chart, SYSTEMS["ko"], flat(1_000))
    assert one.identity() != other.identity()
