"""A made-up kind for every remedy in every rulebook: reported live, previewed at the console, replayed from the log."""

import ast
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeGuard

import pytest

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.irregularities.base import EQUIPMENT, REMEDIES
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.events import OutcomeAwaited
from pitboss.games.registry import find_game
from pitboss.games.roulette import events as wheel
from pitboss.games.tournament import events as cup
from pitboss.law import Limits, Refusal, add_rulebooks, remove_rulebooks, resolve
from pitboss.law.load import load_rulebook
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.live import Actor, Role, TableSpec, log_pit, restore
from tests.outside import replace_text
from tests.tables.live_play import OPERATOR, CupPlayed, Played

SECRET = bytes(range(32))
ANN = Actor("ann", Role.PLAYER)
EXAMPLES = Path(__file__).parents[2] / "examples" / "rulebooks"
PACKAGE = Path(find_game.__code__.co_filename).parents[1] / "rulebooks"
#: Every rulebook of blackjack: those of the package, and the examples.
BOOKS = sorted(
    path.name
    for folder in (PACKAGE, EXAMPLES)
    for path in folder.iterdir()
    if (path / "rules.toml").is_file() and 'game = "blackjack"' in (path / "rules.toml").read_text(encoding="utf-8")
)
#: Choices that give a table the equipment, tried in order.
CHOICES: tuple[dict[str, str], ...] = (
    {},
    {"shuffler": "continuous"},
    {"antes_up": "true", "ante_amount": "1"},
    {"madness_21": "true", "madness_21_amount": "1-25"},
    {"card_reader": "true", "card_reader_shows": "true"},
    {"multiple_action": "true"},
)
#: What a report names, by the notation of its remedy.
WORDS = {"": "", "BOX": "1", "CARD": "Qh", "[REASON]": "", "BOX [PLAYER]": "1 ann", "round|BOX|BOX.HAND": "round"}
WORDS |= {"BOX|BOX.HAND|round": "round", "BOX|BOX.HAND|dealer [lost]": "1"}
#: Words of the code that mean something else than the kind that is written like them.
HOMONYMS = {
    "absent": "a player",
    "misdealt": "a word of the compiled state",
    "rules": "a part of the data",
    "same_direction": "what a spin shows",
    "too_few_turns": "what a spin shows",
    "too_slow": "an error of HTTP",
    "void": "a verb and a result",
}
ORIGINALS = ("canberra-blackjack", "mbs-blackjack", "nz-blackjack", "nz-roulette", "nz-tournament", "tribal-blackjack")
KINDS = [(name, moment) for name, remedy in sorted(REMEDIES.items()) for moment in remedy.moments]


def kind_of(remedy: str, moment: str) -> str:
    return f"made_up_{remedy}_{moment}"


def copy_with_kinds(folder: Path, source: Path, remedies: Any, base: str = "") -> str:
    """Copies a rulebook and adds a kind for each moment of each remedy, on the first clause of its ledger."""
    name = f"{source.name}-irregular"
    path = folder / name
    shutil.copytree(source, path, ignore=shutil.ignore_patterns("cases", "README.md"))
    clause = tomllib.loads((path / "clauses.toml").read_text(encoding="utf-8"))["clause"][0]["id"]
    entries = "".join(
        f"{kind_of(remedy, moment)} = {{ remedy = '{remedy}', moment = '{moment}', clause = '{clause}' }}\n"
        for remedy, spec in remedies.items()
        for moment in spec.moments
    )
    changes = [(f'id = "{source.name}"', f'id = "{name}"'), ("[irregularities]\n", f"[irregularities]\n{entries}")]
    if base:
        changes.append((f'base = "{base}"', f'base = "{base}-irregular"'))
    replace_text(path / "rules.toml", *changes)
    return name


@pytest.fixture(scope="module", autouse=True)
def irregular_rulebooks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("irregular")
    for name in BOOKS:
        copy_with_kinds(folder, next(f / name for f in (PACKAGE, EXAMPLES) if (f / name).is_dir()), REMEDIES)
    copy_with_kinds(folder, PACKAGE / "nz-roulette", find_game("roulette").remedies)
    copy_with_kinds(folder, PACKAGE / "nz-tournament", find_game("tournament").remedies, base="nz-blackjack")
    add_rulebooks(folder)
    yield
    remove_rulebooks(folder)


def choices_for(book: str, needs: str) -> dict[str, str]:
    """Choices with which a table of the rulebook has the equipment; none where it cannot have it."""
    known = load_rulebook(book)
    for choices in CHOICES if needs else ():
        if choices.keys() <= known.options.keys():
            rules = resolve(known, choices, Limits(1000, 100_000))
            if not isinstance(rules, Refusal) and EQUIPMENT[needs].present(rules):
                return choices
    return {}


class Dealt(Played):
    """A blackjack table of entered cards: ann has 7 and 8, the dealer shows an ace or a six."""

    def __init__(self, book: str, choices: dict[str, str], up_card: str) -> None:
        super().__init__(TableSpec(rulebook=book, choices=choices, limits="10-1000", cards_are_read=True), SECRET)
        self.up_cards = [up_card, "6d"]
        self.low = [*([] if self.table.state.shoe.burns_due == 0 else ["3c"]), "7s", "8s", "5s", "2d", "2s", "3s"]
        self.low += ["7d", "8d", "5d", "2h", "3d", "4d", "4s", "4h", "3h"]
        self.high = ["Kd", "Qd", "Jd", "Kc", "Qc", "Jc", "9d", "9c"]
        sides = " madness_21=1" if "madness_21" in choices else ""
        sides += " ante=1" if "ante_amount" in choices else ""
        spots = "/".join(["100"] * self.table.rules.terms.spots)
        self.tell(ANN, "join 900")
        self.tell(ANN, f"bet 1 {spots}{sides}")

    def tell(self, actor: Actor, words: str) -> tuple[Any, ...]:
        done = self.say(actor, words)
        assert not isinstance(done, Refusal), (words, done)
        return done

    def cards(self) -> None:
        """Enters cards while the table waits for them."""
        while self.table.wants_card:
            state = self.table.state
            dealt = [len(hand.cards) for hand in state.hands.get(1, [])]
            if dealt[:1] == [1] and not state.dealer[0]:
                card = self.up_cards.pop(0)
            else:
                card = self.low.pop(0) if state.stage <= Stage.PLAY else self.high.pop(0)
            self.tell(OPERATOR, f"card {card}")

    def deal(self) -> None:
        """Deals until ann decides."""
        self.tell(OPERATOR, "deal")
        self.cards()
        while self.table.state.offer is not None:
            self.tell(OPERATOR, "close")
            self.cards()
        assert self.table.state.stage == Stage.PLAY, self.table.state.stage

    def finish(self) -> None:
        """Plays the round to its end."""
        while self.table.state.stage not in (Stage.BETTING, Stage.CLOSED):
            state = self.table.state
            if self.table.wants_card:
                self.cards()
            elif self.table.wants_prize:
                self.tell(OPERATOR, "prize 25")
            elif state.offer is not None and state.offer.kind == "exposed":
                self.tell(ANN, "accept 1")
            elif state.offer is not None and state.offer.kind == "prize":
                self.tell(OPERATOR, "press 1")
            elif state.offer is not None:
                self.tell(OPERATOR, "close")
            elif isinstance(self.say(ANN, "stand 1"), Refusal):  # a hand below 12 must draw
                self.tell(ANN, "hit 1")

    def check_log(self) -> None:
        """The log replays as a file, and restores the table."""
        text = log_pit(self.spec, self.entries)
        outcome = replay(parse_pit(text))
        assert outcome.passed, (outcome.failures, text)
        assert restore(self.spec, SECRET, self.entries).purses() == self.table.purses()


def before_the_deal(remedy: str, moment: str) -> bool:
    return remedy == "burn_left_out" or (remedy, moment) == ("noted", "between_rounds")


def report(played: Dealt, kind: str, words: str) -> tuple[Any, ...] | Refusal:
    """Previews and then reports; the preview is what happens."""
    told = played.table.preview(OPERATOR, words)
    done = played.say(OPERATOR, words)
    if isinstance(told, Refusal):
        assert isinstance(done, Refusal)
        assert (told.message, told.clauses) == (done.message, done.clauses)
    else:
        assert not isinstance(done, Refusal)
        assert told == tuple(event for event in done if not isinstance(event, OutcomeAwaited))
    card = played.table.card()
    listed = next(each for each in card.irregularities if each.kind == kind)
    assert listed.details == REMEDIES[listed.remedy].target
    return done


@pytest.mark.parametrize(("remedy", "moment"), KINDS)
@pytest.mark.parametrize("original", BOOKS)
def test_a_made_up_kind_is_one_entry_of_data(original: str, remedy: str, moment: str) -> None:
    book, spec = f"{original}-irregular", REMEDIES[remedy]
    kind = kind_of(remedy, moment)
    clauses = load_rulebook(book).irregularities[kind].clauses
    choices = choices_for(book, spec.needs)
    played = Dealt(book, choices, "As" if remedy == "offered_late" else "6h")
    rules = played.table.rules
    if not before_the_deal(remedy, moment):
        played.deal()
    words = f"irregularity {kind} {WORDS[spec.target]}".strip()
    if remedy == "button_works_again" and EQUIPMENT["prize_button"].present(rules):
        played.tell(OPERATOR, f"irregularity {kind_of('button_out_of_order', 'noticed')}")
    done = report(played, kind, words)
    if isinstance(done, Refusal):
        lacks = EQUIPMENT[spec.needs].missing if spec.needs else "never"
        out_of_place = {
            "burn_left_out": "no card is to be burnt",
            "button_works_again": "the button is not out of order",
            "dead_hands_if_shown": "there is no hole card to read",
        }
        assert lacks in done.message or out_of_place.get(remedy, "never") in done.message, done
        assert clauses[0] in done.clauses
        return
    played.cards()
    if before_the_deal(remedy, moment):
        played.deal()
    played.finish()
    told = [event for entry in played.entries for event in entry.events]
    assert any(clauses[0] in event.clauses for event in told if not isinstance(event, ev.TableOpened))
    noted = [event for event in told if isinstance(event, ev.IrregularityNoted)]
    if noted and noted[-1].waits and spec.needs != "several_dealer_hands" and remedy != "shuffle_one_round_late":
        assert ev.IrregularityMet(clauses, kind) in told
    played.check_log()


def test_only_equipment_keeps_a_remedy_from_a_table() -> None:
    """Each remedy is played in some rulebook, so that no row above is refused everywhere."""
    for name, spec in REMEDIES.items():
        if spec.needs:
            tables = [f"{book}-irregular" for book in BOOKS]
            rules = [
                resolve(load_rulebook(book), choices_for(book, spec.needs), Limits(1000, 100_000)) for book in tables
            ]
            assert any(EQUIPMENT[spec.needs].present(each) for each in rules if not isinstance(each, Refusal)), name


def test_a_made_up_fault_voids_a_spin() -> None:
    kind = kind_of("void_spin", "noticed")
    spec = TableSpec(rulebook="nz-roulette-irregular", limits="1-100", cards_are_read=True)
    played = Played(spec, SECRET)
    for actor, words in ((ANN, "join 100"), (ANN, "bet red 10"), (OPERATOR, "no_more_bets")):
        assert not isinstance(played.say(actor, words), Refusal)
    clauses = load_rulebook("nz-roulette-irregular").irregularities[kind].clauses
    told = played.table.preview(OPERATOR, f"no_spin {kind}")
    done = played.say(OPERATOR, f"no_spin {kind}")
    assert not isinstance(done, Refusal), done
    assert told == done
    voided = [event for event in done if isinstance(event, wheel.SpinVoided)]
    assert [(event.reason, event.clauses) for event in voided] == [(kind, clauses)]
    assert kind in [fault.reason for fault in played.table.card().faults]
    outcome = replay(parse_pit(log_pit(spec, played.entries)))
    assert outcome.passed, outcome.failures


@pytest.mark.parametrize("remedy", sorted(find_game("tournament").remedies))
def test_a_made_up_reason_disqualifies_a_player(remedy: str) -> None:
    played = session()
    kind = kind_of(remedy, "noticed")
    clauses = load_rulebook("nz-tournament-irregular").irregularities[kind].clauses
    told = played.table.preview(OPERATOR, f"disqualify p2 {kind}")
    done = played.say(OPERATOR, f"disqualify p2 {kind}")
    assert not isinstance(done, Refusal), done
    assert told == done
    out = [event for event in done if isinstance(event, cup.PlayerDisqualified)]
    assert [(event.player, event.reason) for event in out] == [("p2", kind)]
    assert clauses[0] in out[0].clauses
    assert kind in [ground.kind for ground in played.table.card().grounds]
    check_cup(played)


def session() -> CupPlayed:
    """A table of four players, who have bet and hold their first cards."""
    spec = TableSpec(rulebook="nz-tournament-irregular", limits="10-100", cards_are_read=True)
    played = CupPlayed(spec, SECRET, Random(1), 4)
    played.enter()
    lines = [(OPERATOR, "start"), *((Actor(name, Role.PLAYER), "bet 10") for name in played.names)]
    cards = "8h Td Tc Ts 9d 8d 9h 9c 9s"
    for actor, words in (*lines, (OPERATOR, "t1 deal"), *((OPERATOR, f"t1 card {card}") for card in cards.split())):
        done = played.say(actor, words)
        assert not isinstance(done, Refusal), (words, done)
    return played


def check_cup(played: CupPlayed) -> None:
    outcome = replay(parse_pit(log_pit(played.spec, played.entries)))
    assert outcome.passed, outcome.failures
    assert restore(played.spec, SECRET, played.entries).purses() == played.table.purses()


@pytest.mark.parametrize(("remedy", "moment"), KINDS)
def test_a_made_up_kind_at_a_table_of_a_tournament(remedy: str, moment: str) -> None:
    played, spec = session(), REMEDIES[remedy]
    kind = kind_of(remedy, moment)
    words = f"t1 irregularity {kind} {WORDS[spec.target]}".strip()
    told = played.table.preview(OPERATOR, words)
    done = played.say(OPERATOR, words)
    clauses = played.table.rules.table.irregularities[kind].clauses
    if isinstance(done, Refusal):
        assert isinstance(told, Refusal)
        assert done.message.startswith(f"{kind}: ")
        assert clauses[0] in done.clauses
        return
    assert told == tuple(event for event in done if not isinstance(event, OutcomeAwaited))
    if any(isinstance(event, OutcomeAwaited) and event.kind for event in done):
        more = played.say(OPERATOR, "t1 card 2h")
        assert not isinstance(more, Refusal)
        done += more
    inner = [event.event for event in done if isinstance(event, cup.AtTable)]
    assert any(clauses[0] in event.clauses for event in inner)
    check_cup(played)


def test_no_code_names_a_kind() -> None:
    kinds = {kind for name in ORIGINALS for kind in all_kinds(name)} - set(HOMONYMS)
    assert len(kinds) > 20
    for file in sorted(PACKAGE.parent.rglob("*.py")):
        texts = (node.value for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if is_text(node))
        assert not kinds & set(texts), file


def is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def all_kinds(rulebook: str) -> Iterator[str]:
    book = load_rulebook(rulebook)
    yield from book.irregularities
    for layer in book.layers.values():
        yield from layer.irregularities


def test_a_kind_without_entry_is_refused_or_no_line() -> None:
    played = Dealt("mbs-blackjack-irregular", {}, "6h")
    played.deal()
    elsewhere = played.say(OPERATOR, "irregularity missed_shuffle")
    assert isinstance(elsewhere, Refusal)
    assert "has no irregularity 'missed_shuffle'; it has " in elsewhere.message
    nowhere = played.say(OPERATOR, "irregularity made_up_note")
    assert isinstance(nowhere, Refusal)
    assert "expected an irregularity, one of " in nowhere.message
    assert "did you mean made_up_noted" in nowhere.message
