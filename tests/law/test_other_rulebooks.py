"""The data of roulette and of the tournament: lawful and unlawful choices, and every clause where it belongs."""

import tomllib
from collections.abc import Iterator
from itertools import pairwise

import pytest

from pitboss.law import Limits, Refusal, Rulebook, TableRules, choices, load_rulebook, resolve
from pitboss.law.cite import without_number
from pitboss.law.paths import rulebooks_folder
from pitboss.law.roulette_terms import ROULETTE_KINDS, RouletteTerms
from pitboss.law.terms import BLACKJACK_GROUNDS, GROUNDS, TERMS, BlackjackTerms
from pitboss.law.tournament_terms import TOURNAMENT_GROUNDS, TournamentTerms
from pitboss.money import Odds

ROULETTE, TOURNAMENT = "nz-roulette", "nz-tournament"
BOTH = pytest.mark.parametrize("name", [ROULETTE, TOURNAMENT])
EXECUTABLE = {"rule", "option", "procedure", "irregularity"}


def opened(name: str, limits: Limits | None = None, /, **choices: str) -> TableRules[object]:
    rules = resolve(load_rulebook(name), choices, limits)
    assert not isinstance(rules, Refusal), str(rules)
    return rules


def roulette(**choices: str) -> RouletteTerms:
    terms = opened(ROULETTE, **choices).terms
    assert isinstance(terms, RouletteTerms)
    return terms


def tournament(limits: Limits | None = None, /, **choices: str) -> TournamentTerms:
    terms = opened(TOURNAMENT, limits, **choices).terms
    assert isinstance(terms, TournamentTerms)
    return terms


def cited(book: Rulebook) -> Iterator[str]:
    for option in book.options.values():
        yield from option.clauses
    for constraint in book.constraints:
        yield from constraint.clauses
    for rule in (*book.rules.values(), *book.irregularities.values()):
        yield from rule.clauses


def ledger_of(name: str) -> Iterator[str]:
    text = (rulebooks_folder() / name / "clauses.toml").read_text(encoding="utf-8")
    yield from (clause["id"] for clause in tomllib.loads(text)["clause"])


# --- every clause where it belongs


@BOTH
def test_every_executable_clause_is_cited(name: str) -> None:
    book = load_rulebook(name)
    assert book.clauses
    needed = {without_number(clause.id) for clause in book.clauses if clause.kind in EXECUTABLE}
    assert needed - set(cited(book)) == set()


@BOTH
def test_every_cited_clause_exists(name: str) -> None:
    book = load_rulebook(name)
    ledger = {without_number(clause.id) for clause in book.clauses}
    base = book.about.base
    if base:
        ledger |= {f"{base}:{without_number(clause)}" for clause in ledger_of(base)}
    assert set(cited(book)) - ledger == set()


@BOTH
def test_every_setting_and_ground_has_its_rule(name: str) -> None:
    book = load_rulebook(name)
    game = book.about.game
    # Division 7 names no smallest chip: the term exists only to switch off that of the blackjack rulebook beneath
    without_rule = {"chip_unit"} if game == "tournament" else set()
    assert set(book.rules) == (set(TERMS[game].__struct_fields__) | set(GROUNDS[game])) - without_rule
    # no clause of Division 8 says what a round is, nor that a wager may be changed before the call: both are policies
    uncited = {name: rule.policy for name, rule in book.rules.items() if not rule.clauses}
    assert set(uncited) == ({"round", "betting_open"} if game == "roulette" else set())
    assert all(uncited.values())


# --- roulette


def test_roulette_by_default() -> None:
    terms = roulette()
    assert (terms.layout, terms.neighbour, terms.number_display, terms.minimum_turns) == (1, False, False, 4)
    assert [terms.odds(kind) for kind in ROULETTE_KINDS] == [
        Odds(pays) for pays in (35, 17, 11, 11, 8, 5, 2, 2, 1, 1, 1, 1, 1, 1)
    ]
    assert all(terms.maximum(kind) is None for kind in ROULETTE_KINDS)
    assert terms.on_zero is choices.OnZero.WHOLE_STAKE_LOST
    assert terms.void_wagers is choices.VoidWagers.STAY_AND_MAY_CHANGE


def test_the_wheel_alternates_its_colours() -> None:
    terms = roulette()
    assert sorted(terms.wheel) == list(range(37))
    assert terms.wheel[0] == 0
    assert len(terms.red_numbers) == 18
    colours = [number in terms.red_numbers for number in terms.wheel[1:]]
    assert all(one != next_one for one, next_one in pairwise(colours))


def test_neighbour_groups_follow_the_wheel_after_zero() -> None:
    terms = roulette(neighbour="true")
    assert terms.neighbour
    assert tuple(number for group in terms.neighbour_groups for number in group) == terms.wheel[1:]


def test_roulette_as_chosen() -> None:
    terms = roulette(layout="2", number_display="true", neighbour_groups="1-2-3,4-5-6", maximum_straight="100")
    assert (terms.layout, terms.number_display) == (2, True)
    assert terms.neighbour_groups == ((1, 2, 3), (4, 5, 6))
    assert terms.maximum("straight") == 100_00
    assert terms.maximum("six_line") is None


def test_every_ground_of_a_kind_is_there() -> None:
    rules = opened(ROULETTE)
    for kind in ROULETTE_KINDS:
        assert all(rules.cite(name) for name in (kind, f"{kind}_wins", f"{kind}_loses", f"odds_{kind}"))


def test_the_reasons_for_a_void_spin() -> None:
    reasons = load_rulebook(ROULETTE).irregularities
    named = {"same_direction", "foreign_object", "too_slow", "interference", "left_wheel", "too_few_turns"}
    assert set(reasons) == named
    assert {entry.remedy for entry in reasons.values()} == {"void_spin"}


# --- the tournament


def test_a_tournament_by_default() -> None:
    terms = tournament()
    assert (terms.entry_fee, terms.contribution, terms.chips, terms.advance) == (0, 0, 1000_00, 1)
    assert (terms.min_players, terms.max_players, terms.prizes, terms.bet_seconds) == (4, None, None, None)
    assert terms.chip_issue is choices.ChipIssue.GRATUITOUS
    assert terms.session == (choices.SessionUnit.ROUNDS, 20)
    assert terms.playoff == (choices.SessionUnit.ROUNDS, 5)
    assert (terms.table_players_least, terms.table_players_most, terms.refund_hours) == (4, 7, 48)
    assert terms.cut_card_during is choices.CutCardDuring.SHUFFLE_AFTER_NEXT_ROUND


def test_a_tournament_as_chosen() -> None:
    terms = tournament(
        entry_fee="50",
        chips="500",
        chip_issue="face_value",
        session="shoes:2",
        playoff="minutes:10",
        min_players="6",
        max_players="14",
        prizes="600,300,100.50",
        contribution="200",
        bet_seconds="30",
        multiples_of_minimum="true",
        decks="6",
    )
    assert (terms.entry_fee, terms.chips, terms.contribution) == (50_00, 500_00, 200_00)
    assert terms.session == (choices.SessionUnit.SHOES, 2)
    assert terms.playoff == (choices.SessionUnit.MINUTES, 10)
    assert terms.prizes == (600_00, 300_00, 100_50)
    assert terms.multiples_of_minimum


@pytest.mark.parametrize(("given", "step"), [({"increment": "5"}, None), ({}, 500)])
def test_the_increment_is_chosen_or_posted(given: dict[str, str], step: int | None) -> None:
    assert tournament(Limits(10_00, 500_00, step), **given).increment == 500


def test_an_option_that_is_off_may_be_written() -> None:
    off = {"super_sevens": "false", "perfect_pairs": "none", "box_maximum": "none", "max_players_per_box": "1"}
    assert tournament(**off) == tournament()


def test_the_terms_that_a_tournament_shares_with_blackjack() -> None:
    shared = set(TournamentTerms.__struct_fields__) & set(BlackjackTerms.__struct_fields__)
    assert shared == {
        "limit_breach",
        "chip_unit",
        "increment",
        "players_per_box",
        "who_decides",
        "boxes_per_player",
        "late_entry",
        "cut_card_first",
        "cut_card_during",
    }
    for name in shared:
        assert TournamentTerms.__annotations__[name] == BlackjackTerms.__annotations__[name]
    assert set(TOURNAMENT_GROUNDS) & set(BLACKJACK_GROUNDS) == {
        "double_increment",
        "limits",
        "minimum_on_each_box",
        "own_money",
        "wager_raised",
        "wager_stays",
        "oral_wager",
        "side_wager_offered",
        "shuffle_at_start",
        "shuffle_cut_first",
        "shuffle_cut_card",
        "shuffle_ordered",
        "exclude_player",
        "void_player",
        "ante_due",
    }


def test_every_option_handed_on_is_offered() -> None:
    assert set(tournament().base_options) <= set(load_rulebook(TOURNAMENT).options)


# --- outside the law


@pytest.mark.parametrize(
    ("choices", "clause"),
    [
        ({"layout": "3"}, "2.2(a)"),
        ({"layout": "0"}, "2.2(a)"),
        ({"neighbour": "true", "neighbour_groups": "26-0-32"}, "3.10"),
        ({"neighbour_groups": "26-0-32"}, "3.2(a)"),
        ({"neighbour_groups": "1-2"}, "3.2"),
        ({"neighbour_groups": "1-2-3-4"}, "3.2"),
        ({"neighbour_groups": "1-2-2"}, "3.2"),
        ({"neighbour_groups": "1-2-37"}, "3.2"),
        ({"neighbour_groups": "1-2-3,3-2-1"}, "3.2"),
        ({"maximum_red": "0.50"}, "1.0"),
    ],
)
def test_roulette_outside_the_law(choices: dict[str, str], clause: str) -> None:
    refusal = resolve(load_rulebook(ROULETTE), choices)
    assert isinstance(refusal, Refusal)
    assert clause in refusal.clauses


@pytest.mark.parametrize(
    ("choices", "clause"),
    [
        ({"chips": "0"}, "3.2(c)"),
        ({"chips": "9.50"}, "4.5"),
        ({"chip_issue": "sold"}, "3.2(d)"),
        ({"session": "hours:1"}, "3.2(g)"),
        ({"session": "20"}, "3.2(g)"),  # no measure
        ({"session": "rounds:many"}, "3.2(g)"),  # no length
        ({"session": "rounds:20,minutes:30"}, '1.0 "Session"'),  # two measures
        ({"playoff": "rounds:0"}, "3.2(g)"),
        ({"min_players": "3"}, "5.4"),
        ({"min_players": "8", "max_players": "7"}, "3.2(f)"),
        ({"increment": "10.50"}, "4.4"),
        ({"increment": "0"}, "4.4"),
        ({"bet_seconds": "0"}, "4.9"),
        ({"advance": "0"}, "6.6"),
        ({"decks": "3"}, "nz-blackjack:3.3(a)"),
        ({"boxes": "10"}, "nz-blackjack:3.1"),
        ({"cutting_cards": "3"}, "nz-blackjack:3.3(b)"),
        ({"shuffler": "hand"}, "nz-blackjack:3.3(e)"),
        ({"limit_late_entrants": "true"}, "2.2(b)"),
        ({"max_players_per_box": "3"}, "2.2(b)"),
        ({"max_boxes_per_player": "2"}, "2.2(b)"),
        ({"box_maximum": "500"}, "2.2(b)"),
        ({"player_box_maximum": "500"}, "2.2(b)"),
        ({"super_sevens": "true"}, "2.2(b)"),
        ({"super_sevens_amount": "1"}, "2.2(b)"),
        ({"madness_21": "true"}, "2.2(b)"),
        ({"perfect_pairs": "scale_one"}, "2.2(b)"),
        ({"any_pair": "scale_two"}, "2.2(b)"),
        ({"antes_up": "true"}, "2.2(b)"),
        ({"ante_waiver": "100"}, "2.2(b)"),
        ({"blackjack_plus": "true"}, "2.2(b)"),
        ({"blackjack_plus_odds": "6:5"}, "2.2(b)"),
    ],
)
def test_a_tournament_outside_the_law(choices: dict[str, str], clause: str) -> None:
    refusal = resolve(load_rulebook(TOURNAMENT), choices, Limits(10_00, 500_00))
    assert isinstance(refusal, Refusal)
    assert clause in refusal.clauses


@BOTH
def test_a_minimum_above_the_maximum(name: str) -> None:
    refusal = resolve(load_rulebook(name), {}, Limits(100_00, 10_00))
    assert isinstance(refusal, Refusal)
    assert refusal.clauses == load_rulebook(name).rules["limits"].clauses


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        (ROULETTE, {"neighbour_groups": "1-2-x"}),
        (ROULETTE, {"maximum_trio": "5"}),
        (TOURNAMENT, {"chips": "many"}),
        (TOURNAMENT, {"prizes": "first"}),
    ],
)
def test_a_parse_error_is_not_a_refusal(name: str, choices: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="option"):
        resolve(load_rulebook(name), choices)
