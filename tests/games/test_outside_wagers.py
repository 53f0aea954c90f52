"""The side wagers of examples/wagers, from outside the package: published house edges, alike in engine and kernels."""

import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.analyse.shoe import NotAnalysable
from pitboss.analyse.wagers import exact
from pitboss.atoms.hand import add_card, points
from pitboss.cli import build as command_line
from pitboss.games.blackjack import wager_modules
from pitboss.games.blackjack.wagers.base import PLAYS, DealerHand, Reads, SideWager, side_plays
from pitboss.law import Limits, Refusal, add_rulebooks, load_rulebook, remove_rulebooks, resolve
from pitboss.law.errors import LawError
from pitboss.law.resolve import BlackjackRules
from pitboss.notation.check import check_rulebook
from pitboss.search_path import CODE_VARIABLE
from pitboss.simulate.blackjack.fast.runs import FastKernel
from pitboss.simulate.blackjack.program import build
from pitboss.strategy.chart import basic_chart
from pitboss.strategy.hand_classes import NotSimulable
from pitboss.strategy.side_pays import SidePayProbe
from tests.agreement.both import compare, with_cards
from tests.outside import copy_rulebook, replace_text
from tests.simulate.blackjack.fast.playing import Game, compare_shoe, compiled, shoe_of

FOLDER = Path(__file__).parents[2] / "examples" / "wagers"
BOOK = "wager-house"
WAGERS = ("twenty_one_plus_three", "lucky_ladies", "buster", "royal_match", "in_between")
#: Choices that offer Royal Match alone.
ALONE = {"twenty_one_plus_three": "none", "lucky_ladies": "false", "buster": "false", "in_between": "false"}
#: Sets of wagers that have room in the tables of the kernels.
SETS = (WAGERS[:3], WAGERS[2:], WAGERS[-1:])

#: House edges as published, in percent with their digits, by wager, options and decks.
PUBLISHED = [
    (wager, choices, decks, edge)
    for wager, choices, edges in (
        ("twenty_one_plus_three", {}, {1: "13.30", 2: "7.26", 4: "4.24", 6: "3.2386", 8: "2.74"}),
        ("twenty_one_plus_three", {"twenty_one_plus_three": "steps"}, {6: "4.62"}),
        ("lucky_ladies", {}, {6: "24.7089"}),
        ("buster", {}, {1: "8.77", 6: "8.25", 8: "8.22"}),
        ("buster", {"hits_soft_17": "true"}, {1: "6.89", 2: "6.51", 6: "6.2143", 8: "6.17"}),
        ("royal_match", {}, {1: "10.8597", 2: "8.3271", 6: "6.6658", 8: "6.4597"}),
        ("in_between", {}, {2: "5.696", 6: "3.396"}),
    )
    for decks, edge in edges.items()
]


@pytest.fixture(autouse=True)
def wager_house() -> Iterator[None]:
    """Finds the rulebook of the examples."""
    add_rulebooks(FOLDER)
    yield
    remove_rulebooks(FOLDER)


def rules_of(**choices: str) -> BlackjackRules:
    rules = resolve(load_rulebook(BOOK), choices, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return rules


def play_as(kind: type[SideWager], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets another class play Royal Match."""
    module = wager_modules.CODE.module_of(BOOK)
    assert module is not None
    monkeypatch.setitem(wager_modules.CODE.import_module(module), "royal_match", kind)


class PushOnAPair(SideWager):
    """Two cards of one suit win; a pair is a push."""

    reads = Reads(box=2)

    def line(self, box: tuple[int, ...]) -> str:
        """Returns ``easy``, ``royal``, or nothing."""
        if box[0] >> 2 == box[1] >> 2:
            return "royal"
        return "easy" if box[0] & 3 == box[1] & 3 else ""


def test_a_line_of_nothing_to_one_returns_the_wager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_rulebook(tmp_path, "push-house", ('royal = { odds = "25:1"', 'royal = { odds = "0:1"'), original=BOOK)
    add_rulebooks(tmp_path)
    try:
        rules = resolve(load_rulebook("push-house"), ALONE, Limits(1_000, 100_000))
        assert not isinstance(rules, Refusal)
        module = wager_modules.CODE.module_of("push-house")
        assert module is not None
        monkeypatch.setitem(wager_modules.CODE.import_module(module), "royal_match", PushOnAPair)
        table = exact(rules)["royal_match"]
        pays = {outcome.name: outcome.pay for outcome in table.outcomes}
        assert (table.source, pays) == ("exact", {"easy": Fraction(5, 2), "royal": 0, "lost": -1})
        program = build(rules, basic_chart(rules), sides={"royal_match": 500})
        compare(program, 300, 1)
    finally:
        remove_rulebooks(tmp_path)


def test_every_case_of_the_example_passes() -> None:
    assert not check_rulebook(FOLDER / BOOK).findings


@pytest.mark.parametrize(("wager", "choices", "decks", "edge"), PUBLISHED)
def test_the_house_edge_is_the_published_one(wager: str, choices: dict[str, str], decks: int, edge: str) -> None:
    off = {name: "none" if name == "twenty_one_plus_three" else "false" for name in WAGERS if name != wager}
    table = exact(rules_of(**{**off, **choices}, decks=str(decks)))[wager]
    assert table.source == "exact"
    assert f"{-100 * float(table.expectation):.{len(edge.partition('.')[2])}f}" == edge


def test_the_chances_of_the_poker_hands_are_the_published_combinations() -> None:
    """Each set of three cards is dealt in six orders."""
    table = exact(rules_of(**ALONE | {"twenty_one_plus_three": "steps"}))["twenty_one_plus_three"]
    published = {"suited_trips": 1040, "trips": 25272, "straight_flush": 10368, "straight": 155520, "flush": 292896}
    counted = {outcome.name: outcome.combinations for outcome in table.outcomes if outcome.name != "lost"}
    assert counted == {name: 6 * number for name, number in published.items()}
    assert table.combinations == 6 * 5_013_320


@pytest.mark.parametrize("choices", [{}, {"hits_soft_17": "true", "twenty_one_plus_three": "steps", "decks": "2"}])
@pytest.mark.parametrize(("wagers", "boxes"), list(zip(SETS, (1, 3, 1), strict=True)))
def test_the_fast_kernel_plays_every_round_as_the_engine(
    wagers: tuple[str, ...], boxes: int, choices: dict[str, str]
) -> None:
    rules, dice, rounds = rules_of(**choices), Random(boxes), 0
    stakes = dict.fromkeys(wagers, 1_000)
    tables = compiled(rules, basic_chart(rules), 1_000, stakes, boxes)
    assert tables is not None
    assert tables.sides.kind == 2
    game, kernel = Game(rules, basic_chart(rules), 1_000, stakes, boxes, tables), FastKernel(tables)
    while rounds < 1_500:
        rounds += compare_shoe(game, kernel, shoe_of(tables, dice))


@pytest.mark.parametrize("ranks", [tuple(range(13)), (11, 0, 9, 3)])
@pytest.mark.parametrize(("wagers", "boxes"), list(zip(SETS, (1, 3, 1), strict=True)))
def test_the_general_kernel_plays_every_round_as_the_engine(
    wagers: tuple[str, ...], boxes: int, ranks: tuple[int, ...]
) -> None:
    rules = rules_of(hits_soft_17="true")
    program = build(rules, basic_chart(rules), sides=dict.fromkeys(wagers, 1_000), boxes=boxes)
    compare(with_cards(program, ranks, Random(1)), 1_000 // boxes, 1)


def test_verify_covers_every_wager() -> None:
    call = [sys.executable, "-m", "pitboss", "edge", BOOK, "--rulebooks", str(FOLDER), "--verify", "--json"]
    done = subprocess.run([*call, "--rounds", "3e6"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    compared = json.loads(done.stdout)["verify"]
    assert compared["agrees"]
    assert compared["wagers"].keys() >= set(WAGERS)


def misspelt(returned: Any, reads: Reads) -> type[SideWager]:
    """Returns the class of a wager whose code returns this for one rare deal, and loses otherwise."""

    class Misspelt(SideWager):
        """Loses but with the ace of spades before the two of spades."""

        def line(self, box: tuple[int, ...], up_card: int = 0) -> Any:
            """Returns what the pay table does not have."""
            return returned if box == (0, 4) else ""

    Misspelt.reads = reads
    return Misspelt


@pytest.mark.parametrize("reads", [Reads(box=2), Reads(box=2, up_card=True)])
@pytest.mark.parametrize("returned", ["esy", None])
def test_a_line_that_the_pay_table_does_not_have_is_named(
    returned: Any, reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_as(misspelt(returned, reads), monkeypatch)
    rules = rules_of(**ALONE)
    words = f"the wager on royal_match: its code returned {returned!r}, which is no line of its pay table: return one"
    with pytest.raises(LawError, match=f"{words} of easy, royal, or '' for a loss"):
        exact(rules)
    with pytest.raises(LawError, match=words):
        build(rules, basic_chart(rules), sides={"royal_match": 1_000})
    with pytest.raises(LawError, match=words):
        SidePayProbe(rules, "royal_match", 1_000).on_line(returned)


@pytest.mark.parametrize(
    "call", ["edge flush-house {alone}", "simulate flush-house --rounds 2000 --wager royal_match=10", "replay {case}"]
)
def test_the_command_line_names_a_misspelt_line(call: str, tmp_path: Path) -> None:
    book = copy_rulebook(tmp_path, "flush-house", original=BOOK)
    replace_text(book / "wagers.py", ('else "easy"', 'else "eazy"'))
    alone = " ".join(f"--option {name}={value}" for name, value in ALONE.items())
    words = call.format(case=book / "cases" / "5.3-one-suit.pit", alone=alone).split()
    add_rulebooks(tmp_path)
    try:
        result = CliRunner().invoke(command_line(), words)
    finally:
        remove_rulebooks(tmp_path)
    assert result.exit_code == 2, result.output
    first, *more = result.output.splitlines()
    assert "the wager on royal_match: its code returned 'eazy', which is no line of its pay table" in first
    assert more == (["0 passed, 1 failed"] if "replay" in call else [])


class ByOutcome(SideWager):
    """Wins with the main wager on a hand of three cards: play decides it."""

    reads = Reads(card_count=True, outcome=True)

    def line(self, cards: int, outcome: str) -> str:
        """Returns ``royal`` for a win with three cards."""
        return "royal" if cards == 3 and outcome == "won" else ""


def test_a_wager_that_play_decides_is_simulated_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.analyse.wagers_played.ROUNDS", 400)
    play_as(ByOutcome, monkeypatch)
    table = exact(rules_of(**ALONE))["royal_match"]
    assert table.source == "simulated"
    assert table.standard_error > 0
    assert "rounds on the engine" in table.notes[0]


class ByDealerCards(SideWager):
    """Wins where the dealer's cards, counted one by one, pass 21."""

    reads = Reads(dealer_cards=True)

    def line(self, cards: tuple[int, ...]) -> str:
        """Returns ``royal`` for a bust, and ``easy`` for a bust whose last card is a ten."""
        total, soft = 0, False
        for card in cards:
            total, soft = add_card(total, soft, card)
        return "" if total < 22 else "royal" if points(cards[-1]) == 10 else "easy"


class ByDealerBust(SideWager):
    """Wins where the dealer's final hand is a bust."""

    reads = Reads(dealer_hand=True)

    def line(self, hand: DealerHand) -> str:
        """Returns ``easy`` for a bust."""
        return "easy" if hand.bust else ""


def test_a_wager_reads_the_dealers_cards_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.analyse.wagers_played.ROUNDS", 1_000)
    play_as(ByDealerBust, monkeypatch)
    bust = float(
        next(row.probability for row in exact(rules_of(**ALONE))["royal_match"].outcomes if row.name == "easy")
    )
    play_as(ByDealerCards, monkeypatch)
    rules = rules_of(**ALONE)
    table = exact(rules)["royal_match"]
    found = {row.name: float(row.probability) for row in table.outcomes}
    assert table.source == "simulated"
    assert "the dealer's cards one by one" in table.over
    assert found["royal"] > found["easy"] > 0
    assert found["royal"] + found["easy"] == pytest.approx(bust, abs=5 * (bust * (1 - bust) / 1_000) ** 0.5)
    with pytest.raises(NotSimulable, match="royal_match: it reads the dealer's cards one by one"):
        build(rules, basic_chart(rules), sides={"royal_match": 500})


class PaysMore(SideWager):
    """Pays by other code than its line."""

    reads = Reads(box=2, up_card=True)

    def line(self, box: tuple[int, ...], up_card: int) -> str:
        """Returns ``royal`` for two equal cards."""
        return "royal" if box[0] == box[1] else ""

    def read(self, state: object, wager: object) -> tuple[object, ...]:
        """Returns other cards than it declares."""
        return (0, 0), 0


def test_a_wager_that_is_settled_by_other_cards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    play_as(PaysMore, monkeypatch)
    with pytest.raises(NotAnalysable, match=r"the wager on royal_match: with .* the engine settles it as royal"):
        exact(rules_of(**ALONE))


def test_plays_of_a_rulebook_stay_with_it() -> None:
    assert "buster" in wager_modules.play_names(BOOK)
    assert "buster" not in PLAYS
    assert "buster" not in wager_modules.play_names("mbs-blackjack")
    with pytest.raises(LawError, match="unknown play 'buster'"):
        wager_modules.find_play("mbs-blackjack", "buster")


def test_code_beside_a_rulebook_is_not_run_where_it_is_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    wager_modules.CODE.import_module.cache_clear()
    monkeypatch.setenv(CODE_VARIABLE, "no")
    with pytest.raises(LawError, match=f"wagers.py: code beside a rulebook is not run here \\({CODE_VARIABLE}=no\\)"):
        side_plays(rules_of())


def test_a_server_runs_code_beside_a_rulebook_only_with_the_option(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "pitboss", "serve", "--rulebooks", str(FOLDER), "--check-config"]
    call += ["--database", f"sqlite:///{tmp_path}/house.db"]
    refused = subprocess.run(call, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "wager-house has code that would run in this server" in refused.stderr
    allowed = subprocess.run([*call, "--rulebook-code"], capture_output=True, text=True, check=False)
    assert allowed.returncode == 0, allowed.stderr


def test_an_error_in_the_code_names_the_file(tmp_path: Path) -> None:
    book = tmp_path / "broken-house"
    book.mkdir()
    (book / "rules.toml").write_text((FOLDER / BOOK / "rules.toml").read_text().replace(BOOK, book.name))
    (book / "clauses.toml").write_text((FOLDER / BOOK / "clauses.toml").read_text())
    (book / "wagers.py").write_text("1 / 0\n")
    add_rulebooks(tmp_path)
    try:
        with pytest.raises(LawError, match=r"broken-house/wagers.py: ZeroDivisionError: division by zero"):
            wager_modules.play_names(book.name)
    finally:
        remove_rulebooks(tmp_path)
