"""Rules that no document has: engine, both kernels and analyser agree on them, and they cost what they should."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from pitboss.analyse.edge import edge, edge_of
from pitboss.analyse.game import game_of
from pitboss.analyse.hand import OfSplit, hand
from pitboss.analyse.shoe import VALUES, NotAnalysable, value_of
from pitboss.cards import DECK_SIZE, full_shoe, parse_card
from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.law.laboratory import laboratory_rules
from pitboss.law.refusal import Refusal
from pitboss.simulate.blackjack.fast.runs import FastKernel
from pitboss.simulate.blackjack.fast.tables import compile_tables
from pitboss.simulate.blackjack.program import build
from pitboss.strategy.chart import DOUBLED_CODES, DOUBLED_SECTIONS, Chart, built_in, fit_chart
from pitboss.strategy.chart_text import print_chart, read_chart
from pitboss.strategy.hand_classes import NotSimulable
from tests.agreement.both import THEMES, compare, random_chart, with_cards
from tests.analyse.enumeration import Enumerated, by_the_cards, by_the_chart
from tests.analyse.test_tiny_shoes import _shoe
from tests.cli.calls import told
from tests.simulate.blackjack.fast.playing import Game, any_chart, compare_shoe, compiled, shoe_of

#: Rules and the few cards of a shoe from which no round of it needs more. Each plays its rule.
TINY = [
    ("H17 SP2", "A*3 6*3 10*6"),
    ("H17 SP2 ENHC", "A*3 6*3 9*2 10*5"),
    ("H17 SP2 OBBO", "A*2 6*3 8*2 10*4"),
    ("D9 SP2", "4*3 5*3 10*7"),
    ("D10 SP2", "4*2 5*3 6*2 10*6"),
    ("D11 SP2", "5*3 6*3 10*7"),
    ("DH SP2", "A*2 4*2 6*2 10*7"),
    ("LS SP2", "7*3 8*3 10*7"),
    ("LS10 SP2", "A*2 7*2 9*3 10*6"),
    ("LSNA SP2", "A*2 7*2 9*3 10*6"),
    ("ES SP2", "A*2 6*2 8*3 10*6"),
    ("ES10 SP2", "A*2 6*2 8*3 10*6"),
    ("ESA SP2 ENHC", "A*3 6*2 8*3 10*5"),
    ("6:5 SP2", "A*3 9*3 10*6"),
    ("5CC SP2", "A*2 2*3 3*2 10*6"),
    ("6CC NSP", "A*4 2*4 4*2 10*3"),
    ("7CC NSP", "A*4 2*4 3*1 10*4"),
    ("PUSH22 SP2", "6*4 8*2 10*6"),
    ("B5=3:2 B6=2:1 B7=3:1 SP2", "A*2 2*3 3*2 10*6"),
    ("B5=2:1 21WINS BONUSD NSP", "A*2 2*3 6*2 10*6"),
    ("21WINS SP2", "A*3 6*3 10*6"),
    ("21WINS ENHC SP2", "A*3 6*3 10*6"),
    ("PEEKA SP2", "A*3 8*3 10*6"),
    ("PEEK10 SP2 LS10", "A*3 8*3 10*6"),
    ("NOPEEK H17 SP2", "A*3 6*3 10*6"),
    ("NOPEEK OBO ES SP2", "A*3 8*3 10*6"),
    ("DSAFE SP2", "A*3 5*4 10*6"),
    ("PEEKA DSAFE SP3", "A*2 5*4 10*6"),
    ("TIESLOSE SP2", "7*3 8*3 10*7"),
    ("TIESLOSE17-18 SP2", "7*3 8*3 10*7"),
    ("BJWINS ENHC SP2", "A*3 8*3 10*6"),
    ("BJWINS 2:1 SP2", "A*3 8*3 10*6"),
    ("LS ENHC SP2", "A*3 6*2 8*3 10*5"),
    ("LSA NOPEEK SP2", "A*3 7*2 9*3 10*5"),
    ("LS PEEKA OBO SP2", "A*2 6*2 8*3 10*6"),
]


@pytest.mark.parametrize("strategy", ["basic", "composition"])
@pytest.mark.parametrize(("words", "cards"), TINY)
def test_the_engine_and_the_analyser_agree_on_tiny_shoes(words: str, cards: str, strategy: str) -> None:
    rules, shoe = laboratory_rules(words), _shoe(cards)
    found = edge_of(game_of(rules), shoe, strategy if strategy != "basic" else built_in("basic", rules))
    play = by_the_cards(rules, shoe) if found.chart is None else by_the_chart(rules, found.chart)
    played = Enumerated(rules, shoe, play)
    assert found.expectation == pytest.approx(float(played.expectation), abs=1e-14)
    assert found.deviation == pytest.approx(played.deviation, abs=1e-12)


#: Rules that pay suits, and the cards of a shoe.
SUITED = [
    ("SBJ2:1 SP2", "As Ah 8s 8h Ks Kc Th Td Jc"),
    ("SBJ3:1 BJWINS ENHC SP2", "As Ad 8s Qs Kc Th Td Jc"),
    ("B678=3:2 B678S=2:1 B678SP=3:1 NSP", "6s 6h 7s 7h 8s 8h Ts Td Kc"),
    ("BONUS21 21WINS NSP", "6s 6h 7s 7h 8s 8c Td Kc Jc"),
    ("BONUS21 ENHC NSP", "7s 7s 7s 7h 7h 7h 7d Ac Td"),
    ("B777=3:2 B777S=9:1 BONUSD NSP", "7s 7s 7s 7h 7h Ts Kd 4c 4s"),
    ("B777=3:2 SP2", "7s 7s 7d 7h 7h Ts Kd 4c 4s"),
]


@pytest.mark.parametrize(("words", "names"), SUITED)
def test_the_engine_and_the_analyser_agree_on_suits(words: str, names: str) -> None:
    rules, held = laboratory_rules(words), [parse_card(name) for name in names.split()]
    gone = (Counter(full_shoe(6)) - Counter(held)).elements()
    game, shoe = game_of(rules, list(gone)), [0] * VALUES
    for card in held:
        shoe[value_of(card)] += 1
    found = edge_of(game, tuple(shoe), "composition")
    counts = [held.count(card) for card in range(DECK_SIZE)]
    played = Enumerated(rules, counts, by_the_cards(rules, tuple(shoe), game))
    assert found.expectation == pytest.approx(float(played.expectation), abs=1e-14)
    assert found.deviation == pytest.approx(played.deviation, abs=1e-12)


#: The same for the player's further decisions.
DECISIONS = [
    ("NSA SP2", "A*3 8*3 10*6"),
    ("HSA SP2", "A*2 5*2 10*6"),
    ("HSA RSA SP3", "A*3 8*3 10*5"),
    ("DSA SP2", "A*2 6*3 10*6"),
    ("DSA ENHC SP2", "A*3 9*2 10*6"),
    ("DSA1 SP2", "A*2 6*3 10*6"),
    ("DSA1 RSA SP3 OBBO", "A*3 9*3 10*6"),
    ("DAC SP2", "2*3 5*3 10*5"),
    ("DAC NDAS SP2", "2*4 5*2 10*6"),
    ("DAC DSA SP2", "A*2 6*3 10*6"),
    ("DAC DNA SP2", "A*2 4*3 6*2 10*5"),
    ("DAC D9 DAS10 SP2 OBO", "3*4 6*2 10*6"),
    ("DAS9 SP2", "3*3 5*3 10*6"),
    ("DAS11 DH SP2 ENHC", "5*3 6*3 10*6"),
    ("D8 SP2", "3*2 5*3 10*7"),
    ("ND SP2", "3*2 5*3 10*7"),
    ("SP5", "8*6 9*1 10*6"),
    ("DDR SP2", "5*3 6*3 10*6"),
    ("DDR ENHC SP2", "A*2 5*3 6*2 10*5"),
    ("RD1 SP2", "4*2 5*3 6*2 10*6"),
    ("RD2 DDR OBO SP2", "A*1 3*3 6*3 10*5"),
    ("RDA DDR DAC SP2", "3*4 5*2 10*6"),
    ("RD4 DDR NSP", "A*2 2*4 3*2 10*5"),
    ("LS SAS SP2", "7*3 8*3 10*7"),
    ("ES SAS HSA SP2", "A*2 8*3 10*6"),
    ("LSA SP2", "A*2 7*2 9*3 10*6"),
    ("LS SAS OBBO SP2", "A*2 7*3 8*3 10*5"),
    ("LS DDR ENHC SP2", "A*2 5*3 6*2 10*5"),
]


@pytest.mark.parametrize("strategy", ["composition", "total"])
@pytest.mark.parametrize(("words", "cards"), DECISIONS)
def test_the_engine_and_the_analyser_agree_on_every_decision(words: str, cards: str, strategy: str) -> None:
    rules, shoe = laboratory_rules(words), _shoe(cards)
    found = edge_of(game_of(rules), shoe, strategy)
    play = by_the_cards(rules, shoe) if found.chart is None else by_the_chart(rules, found.chart)
    played = Enumerated(rules, shoe, play)
    assert found.expectation == pytest.approx(float(played.expectation), abs=1e-14)
    assert found.deviation == pytest.approx(played.deviation, abs=1e-12)
    if found.chart is not None:  # the best chart is worth the same when it is read from its text
        again = edge_of(game_of(rules), shoe, read_chart(print_chart(found.chart)))
        assert again.expectation == pytest.approx(found.expectation, abs=1e-14)


#: Shoes for BB+1 in which the busts of a box's hands depend on each other.
BUSTS_AND_ONE = [
    ("SP2", "A*2 8*4 10*5"),
    ("SP2", "A*2 6*3 8*2 10*4"),
    ("SP2 DDR", "A*2 6*3 9*2 10*5"),
    ("SP2", "A*3 5*4 10*6"),
    ("SP3", "A*2 6*3 10*9"),
    ("SP3 NOPEEK", "A*1 6*4 10*9"),
    ("SP4 NOPEEK", "A*1 6*4 10*11"),
]


@pytest.mark.parametrize("strategy", ["composition", "basic"])
@pytest.mark.parametrize(("words", "cards"), BUSTS_AND_ONE)
def test_a_dealers_blackjack_takes_busted_wagers_and_one_more(words: str, cards: str, strategy: str) -> None:
    rules, shoe = laboratory_rules(f"BB+1 {words}"), _shoe(cards)
    basic = built_in("basic", rules)
    chart = replace(basic, pair=(*basic.pair[:4], "P" * 10, "P" * 10, *basic.pair[6:]), insure=True)
    found = edge_of(game_of(rules), shoe, chart if strategy == "basic" else strategy)
    played = Enumerated(rules, shoe, by_the_chart(rules, chart) if found.chart else by_the_cards(rules, shoe))
    assert found.expectation == pytest.approx(float(played.expectation), abs=1e-14)
    assert found.deviation == pytest.approx(played.deviation, abs=1e-12)
    assert found.expectation_source == found.deviation_source == "exact"


def test_busted_wagers_and_one_more_cost_more_than_the_original_and_busted_ones() -> None:
    shoe = _shoe("A*2 6*3 8*2 10*4")
    rules = [laboratory_rules(f"{words} SP2") for words in ("OBBO", "BB+1")]
    play = by_the_cards(rules[0], shoe)
    obbo, more = (float(Enumerated(each, shoe, play).expectation) for each in rules)
    assert 0.0005 < obbo - more < 0.001


#: Rules for random charts, shoes and numbers of boxes.
RULES = (
    "6D H17 DAS LS",
    "1D H17 NDAS D10",
    "2D H17 ENHC RSA",
    "4D D9 ES10",
    "6D H17 DH OBBO",
    "2D D11 LSNA 6:5",
    "8D H17 CSM",
    "6D PEEKA RSA",
    "2D PEEK10 H17",
    "2D SBJ2:1",
    "6D SBJ3:1 ENHC BJWINS",
    "1D NOPEEK DSAFE",
    "6D TIESLOSE",
    "4D TIESLOSE17 BJWINS 2:1",
    "6D 48C H17",
    "1D 6CC",
    "2D SP21",
    "6D B5=2:1 B7=9:1 B777=3:2 B777S=4:1 BONUSD",
    "2D -9TJQ",
    "12D ENHC",
    "1D NSA H17",
    "2D HSA RSA DAS9",
    "1D DSA DAC SP3",
    "2D DSA1 RSA ENHC D8",
    "1D ND H17",
    "2D DAC D10 SBR",
)
#: Rules that only the general kernel plays.
GENERAL_RULES = (
    "1D DAC NDAS HSA",
    "2D DDR DSA ENHC",
    "1D RD2 DDR DAC",
    "1D RD3 DDR DAC BB+1",
    "1D RD4 DDR DAC",
    "2D RDA DSA D8 ENHC",
    "2D RD1 H17 OBO 5CC",
    "1D LS SAS HSA SP5 RSA",
    "2D ES10 SAS DAS10 SBR",
    "2D BB+1 H17 HSA RSA",
    "2D BB+1 DAC SP3 NOPEEK",
    "2D LS ENHC",
    "1D LS PEEKA DDR SAS HSA",
    "2D LSNA OBO RSA",
)


def with_doubled_rows(chart: Chart, dice: Random) -> Chart:
    """Returns the chart with random moves on doubled hands."""
    rows = sum(map(len, DOUBLED_SECTIONS.values()))
    cells = ["".join(dice.choices(list(DOUBLED_CODES), k=10)) for _ in range(rows)]
    return replace(chart, doubled=tuple(cells))


@pytest.mark.parametrize("words", [*RULES, *GENERAL_RULES])
def test_the_general_kernel_settles_every_wager_as_the_engine_does(words: str) -> None:
    dice = Random(words)
    rules = laboratory_rules(words)
    for seed in range(4):
        chart = fit_chart(random_chart(dice), rules) if seed else built_in("basic", rules)
        chart = with_doubled_rows(chart, dice)
        program = build(rules, chart, boxes=dice.choice((1, 1, 3)))
        if not program.words["continuous"]:
            program = with_cards(program, dice.choice(THEMES), dice)
        compare(program, 300, seed)


@pytest.mark.parametrize("words", RULES)
def test_the_fast_kernel_plays_every_round_as_the_engine_does(words: str) -> None:
    dice = Random(words)
    rules = laboratory_rules(words)
    for _ in range(2):
        chart, boxes = any_chart(dice, rules), dice.choice((1, 1, 3))
        refused = {
            "SBJ": "a blackjack paid by its suits",
            "B5": "a 21 paid by its cards",
            "SP21": "a 21 paid by its",
            "6CC": "a number of",
        }
        for part in refused.keys() & {part for part in refused if part in words}:
            with pytest.raises(NotSimulable, match=refused[part]):
                compile_tables(rules, chart, 1_000, {}, boxes=boxes)
            return
        if rules.terms.split_same_rank:
            chart = replace(chart, pair=(*chart.pair[:-1], chart.hard[20 - 4]))
        tables = compiled(rules, chart, 1_000, {}, boxes)
        assert tables is not None
        game = Game(rules, chart, 1_000, {}, boxes, tables)
        kernel = FastKernel(tables)
        assert sum(compare_shoe(game, kernel, shoe_of(tables, dice)) for _ in range(3))


def expectation(words: str) -> float:
    return edge(laboratory_rules(words)).expectation


def test_a_peek_is_worth_what_losing_the_original_wager_only_is() -> None:
    assert expectation("2D H17") == pytest.approx(expectation("2D H17 OBO"), abs=1e-12)


def test_rules_rank_as_players_know_them() -> None:
    """Each costs the player more than the one before it."""
    for ranked in (
        ("6D S17", "6D H17"),
        ("6D", "6D DH", "6D D9", "6D D10", "6D D11", "6D ND"),
        ("6D ES", "6D ES10", "6D LS", "6D LS10", "6D NS"),
        ("6D ENHC ES", "6D ENHC LS", "6D ENHC"),
        ("6D OBO", "6D OBBO", "6D BB+1", "6D ENHC"),
        ("1D", "6D", "12D"),
        ("6D RSA", "6D", "6D SP2", "6D NSP"),
        ("6D 3:2", "6D 6:5", "6D 1:1"),
    ):
        figures = [expectation(words) for words in ranked]
        assert figures == sorted(figures, reverse=True), ranked


def test_a_soft_17_that_is_hit_costs_a_fifth_of_a_per_cent_with_six_decks() -> None:
    """As published: about 0.2 %."""
    assert expectation("6D S17") - expectation("6D H17") == pytest.approx(0.0021, abs=0.0002)


#: Published effects of rules on the player's expectation in per cent, for eight decks, S17, DAS.
PUBLISHED = {
    "NDAS": -0.14,
    "D9": -0.09,
    "D10": -0.18,
    "H17": -0.22,
    "SP3": -0.01,
    "RSA": 0.08,
    "DSA": 0.19,
    "DAC": 0.23,
    "LS": 0.08,
    "ES10": 0.24,
    "ESA": 0.39,
    "DDR": 0.10,
    "NSA": -0.18,
    "ENHC": -0.11,
    "ES": 0.63,
    "SBJ2:1": 0.57,
    "7:5": -0.45,
    "1:1": -2.27,
}


def test_rules_cost_what_is_published() -> None:
    """Within a hundredth of a per cent: the sources round to it, and differ in the play of rare hands."""
    plain = expectation("8D")
    found = {word: 100 * (expectation(f"8D {word}") - plain) for word in PUBLISHED}
    assert found == pytest.approx(PUBLISHED, abs=0.01)


@pytest.mark.parametrize(("decks", "cost"), [(1, 1.395), (6, 1.360), (8, 1.358)])
def test_six_to_five_costs_what_the_table_of_published_figures_says(decks: int, cost: float) -> None:
    """And three tenths of the wager for each blackjack that the dealer does not equal."""
    aces, tens, cards = 4 * decks, 16 * decks, DECK_SIZE * decks
    natural = 2 * aces * tens / (cards * (cards - 1))
    equalled = 2 * (aces - 1) * (tens - 1) / ((cards - 2) * (cards - 3))
    found = 100 * (expectation(f"{decks}D") - expectation(f"{decks}D 6:5"))
    assert found == pytest.approx(30 * natural * (1 - equalled), abs=1e-9)
    assert f"{found:.3f}" == f"{cost:.3f}"


#: Published house edges in per cent, of play by the cards held or by total.
EDGES = [
    ("composition", {"6D SP21": 0.78, "6D SP21 S17": 0.37, "6D SP21 RD2": 0.42, "8D SP21": 0.80, "8D SP21 RD2": 0.45}),
    ("total", {"8D": 0.43, "8D D9 SP2 BB+1": 0.59, "6D LS RSA": 0.26, "1D H17 NDAS": 0.18, "2D H17": 0.40}),
]


@pytest.mark.parametrize(("strategy", "published"), EDGES)
def test_tables_have_the_edge_that_is_published(strategy: str, published: dict[str, float]) -> None:
    found = {words: -100 * edge(laboratory_rules(words), strategy=strategy).expectation for words in published}
    assert found == pytest.approx(published, abs=0.01)


@pytest.mark.parametrize(
    ("words", "fast", "general"),
    [
        ("6D RD1", "a hand that is doubled again", ""),
        ("6D RD4", "a hand that is doubled again", ""),
        ("6D DDR", "a surrender of a doubled hand", ""),
        ("6D LS SAS", "a surrender of a split hand", ""),
        ("6D SP5", "more than 4 hands on a box", ""),
        ("6D DAC NDAS", "doubles on any number of cards that depend on aces or on a split", ""),
        ("6D DAC DAS9", "doubles on any number of cards that depend on aces or on a split", ""),
        ("6D DAC HSA", "doubles on any number of cards that depend on aces or on a split", ""),
        (
            "6D DAC DNA",
            "doubles on any number of cards that depend on aces or on a split",
            "doubles on any number of cards without an ace",
        ),
    ],
)
def test_a_kernel_refuses_by_name_what_it_does_not_play(words: str, fast: str, general: str) -> None:
    rules = laboratory_rules(words)
    chart = built_in("basic", rules)
    with pytest.raises(NotSimulable, match=fast):
        compile_tables(rules, chart, 1_000)
    if general:
        with pytest.raises(NotSimulable, match=general):
            build(rules, chart)
    else:
        build(rules, chart)


def test_tens_that_are_split_by_rank_are_refused_where_they_are_counted_together() -> None:
    rules = laboratory_rules("6D SBR")
    chart = replace(built_in("basic", rules), pair=(*built_in("basic", rules).pair[:-1], "P" * 10))
    with pytest.raises(NotSimulable, match="decisions on tens by rank"):
        compile_tables(rules, chart, 1_000)
    with pytest.raises(NotAnalysable, match="decisions on two tens by rank"):
        edge(rules, strategy=chart)
    ten, other, king, six = (parse_card(name) for name in ("Th", "Tc", "Kd", "6s"))
    assert "split" in hand(rules, [ten, other], six).actions
    assert "split" not in hand(rules, [ten, king], six).actions
    assert "split" in hand(laboratory_rules("6D SBR SP2"), [ten, other], six).actions


def test_a_hand_of_three_cards_may_double_where_rules_allow_it() -> None:
    cards = [parse_card(name) for name in ("2h", "4c", "5d")]
    assert hand(laboratory_rules("6D DAC"), cards, parse_card("6s")).best == "double"
    assert hand(laboratory_rules("6D"), cards, parse_card("6s")).best == "hit"


def test_a_split_ace_has_the_decisions_of_its_rules() -> None:
    cards, up = [parse_card("Ah"), parse_card("6c")], parse_card("6s")
    asked = {"6D HSA": {"hit", "stand"}, "6D DSA": {"hit", "stand", "double"}, "6D DSA1": {"stand", "double"}}
    for words, actions in asked.items():
        assert set(hand(laboratory_rules(words), cards, up, split=OfSplit(2)).actions) == actions


class Cards:
    """A source of chance that deals given cards."""

    def __init__(self, names: str) -> None:
        self.cards = [parse_card(name) for name in names.split()]

    def draw(self, side: int) -> int:
        return self.cards.pop(0)

    def shuffle(self, side: int, cards: object) -> None:
        """Does nothing: the order is given."""

    def restock(self, side: int, cards: object) -> None:
        """Does nothing: the order is given."""

    def prize(self, kind: str, stake: int) -> int:
        raise NotImplementedError


def refused(words: str, cards: str, command: cmd.PlayerCommand) -> str:
    """Returns the message of a decision on the first two cards, or an empty text if it is allowed."""
    rules, chance = laboratory_rules(words), Cards("2c " + cards)
    state, _ = open_state(rules, chance)
    for order in (
        cmd.JoinTable(player="ann", money=100_000),
        cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)),
        cmd.Deal(),
    ):
        assert not isinstance(act(rules, state, order, chance), Refusal)
    outcome = act(rules, state, command, chance)
    return outcome.message if isinstance(outcome, Refusal) else ""


@pytest.mark.parametrize(
    ("words", "cards", "message"),
    [
        ("D9", "3c 6h 5d 9s", "only a hard 9, 10 or 11 may be doubled"),
        ("D9", "4c 6h 5d 9s", ""),
        ("D9", "Ac 6h 9d 9s", "only a hard 9, 10 or 11 may be doubled"),
        ("D10", "4c 6h 5d 9s", "only a hard 10 or 11 may be doubled"),
        ("D11", "5c 6h 6d 9s", ""),
        ("DH", "Ac 6h 6d 9s", "only a hard hand may be doubled"),
        ("DH", "Tc 6h 6d 9s", ""),
    ],
)
def test_doubles_are_refused_by_the_first_two_cards(words: str, cards: str, message: str) -> None:
    assert refused(words, cards + " 2d 2h 2s 2c 3d 3h 3s", cmd.DoubleDown(player="ann", box=1)) == message


@pytest.mark.parametrize(
    ("words", "cards", "message"),
    [
        ("LS10", "Tc 9h 6d 9s", "the dealer shows neither an ace nor a ten"),
        ("LS10", "Tc Kh 6d 9s", ""),
        ("LSNA", "Tc 9h 6d 9s", ""),
        ("ESA", "Tc Kh 6d 9s", "the dealer shows a ten"),
    ],
)
def test_surrender_is_refused_by_the_up_card(words: str, cards: str, message: str) -> None:
    assert refused(words, cards + " 2d 2h 2s 2c 3d 3h 3s", cmd.Surrender(player="ann", box=1)) == message


def test_the_json_says_which_figures_rest_on_a_convention() -> None:
    for words, source in (("8D BB+1 SP5", "conventional"), ("8D BB+1", "exact"), ("8D", "exact")):
        main = told("edge", "--rules", words)["main"]
        assert (main["expectation_source"], main["deviation_source"]) == (source, source)
