"""A table under watch: after everything that is asked of it, all that must hold is checked."""

from collections import Counter
from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from pitboss.games.blackjack import State, act, apply, decide, legal_actions, open_state, refusal_of
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.grammar import command_words, read_command
from pitboss.games.blackjack.state import Stage
from pitboss.law import Refusal
from pitboss.law.cite import Citations, Clauses, without_number
from pitboss.pit import Does, parse_pit
from tests.properties.tables import Table, decks_of

# a union made at run time, so that no event is forgotten
_ANY_EVENT: Any = reduce(or_, ev.Event.__subclasses__())
_EVENTS: msgspec.json.Decoder[list[ev.Event]] = msgspec.json.Decoder(list[_ANY_EVENT])
_STATE = msgspec.json.Decoder(State)

#: Rules that the engine looks up to see whether the rulebook has them: a step that no document prescribes is not taken.
ASKED_FOR = {
    ("own_maximum",),
    ("place_your_bets",),
    ("cards_inspected",),
    ("cards_displayed",),
    ("cards_washed",),
    ("cards_checked_after",),
    ("inspection_on_request",),
    # asked for first, with another rule in their place where the rulebook lacks them
    ("insurance_apart",),
    ("prize_shared",),
    ("shuffle_requested",),
    ("shuffle_doubtful",),
    ("shuffle_exposed",),
    ("new_cards_between_shoes",),
    ("split_once",),
}


class NoMoreCards(Exception):
    """Chance has nothing more to give, so the table cannot go on."""


class Watched:
    """The live state beside the fold of its events."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[str] = []
        #: What cites a clause more than once.
        self.twice: set[tuple[str, Clauses]] = set()
        self.grounds = Grounds(table.rules.clauses, table.rules.policies)
        self.rules = msgspec.structs.replace(table.rules, clauses=self.grounds, memo={})
        self.clauses = {without_number(clause.id) for clause in table.book.clauses}
        self.chance = table.chance
        self.state, events = open_state(self.rules, self.chance)
        self.folded = State()
        self.log: list[ev.Event] = []
        self.brought = 0
        self._saw(events)
        for player, money in table.purses.items():
            joined = act(self.rules, self.state, cmd.JoinTable(player=player, money=money), self.chance)
            assert not isinstance(joined, Refusal)
            self.brought += money
            self._saw(joined)

    # --- asking --------------------------------------------------------------------------------------------------

    def ask(self, command: cmd.Command) -> Refusal | None:
        """Asks for something; whatever comes of it, the promises are checked."""
        try:
            refusal = self._ask(command)
        except NoMoreCards:
            raise
        except Exception as error:
            error.add_note(self.story(f"{command_words(command)}  # here it fails"))
            raise
        self.lines.append(("! " if refusal else "") + command_words(command))
        return refusal

    def story(self, last: str) -> str:
        """All that was done so far, as a file in the notation that does it again."""
        return "\n".join([*self.table.header(), *self.chance.header(), "---", *self.lines, last])

    def _ask(self, command: cmd.Command) -> Refusal | None:
        self._prints(command)
        before = msgspec.json.encode(self.state)
        refusal = refusal_of(self.rules, self.state, command)
        assert msgspec.json.encode(self.state) == before, "a question changed the state"
        chance = self.chance.copy()
        try:
            decision = decide(self.rules, self.state, command, self.chance.copy())
            assert msgspec.json.encode(self.state) == before, "decide changed the state it was given"
            done = act(self.rules, self.state, command, chance)
        except UnknownOutcome as unknown:
            assert refusal is None
            raise NoMoreCards from unknown
        if refusal is not None:
            assert done == refusal
            assert decision == refusal
            assert msgspec.json.encode(self.state) == before, "a refusal changed the state"
            self._rests_on_law(refusal)
            return refusal
        assert not isinstance(done, Refusal), f"refused in the act: {done}"
        assert not isinstance(decision, Refusal)
        assert decision.events == tuple(done)
        assert decision.state == self.state
        self.chance = chance
        self._saw(done)
        return None

    def all_legal(self) -> list[cmd.Command]:
        """What players may decide now: each is accepted."""
        found = list(legal_actions(self.rules, self.state))
        for command in found:
            assert command in legal_actions(self.rules, self.state)
            self._prints(command)
            try:
                decision = decide(self.rules, self.state, command, self.chance.copy())
            except UnknownOutcome:
                continue
            assert not isinstance(decision, Refusal), f"{command_words(command)}: {decision}"
        assert len(found) == len(set(found))
        return found

    # --- what must hold ------------------------------------------------------------------------------------------

    def _saw(self, events: list[ev.Event]) -> None:
        for event in events:
            apply(self.folded, event)
            self._cites(event)
        self.log += events
        assert self.folded == self.state, "the fold of the events is not the state"
        self._money()
        self._cards()
        assert _STATE.decode(msgspec.json.encode(self.state)) == self.state

    def _money(self) -> None:
        state = self.state
        total = sum(state.money.values()) + state.on_table() + state.house
        assert total == self.brought, f"{total - self.brought} cents came from nowhere"
        assert all(money >= 0 for money in state.money.values()), state.money
        assert all(wager.amount > 0 for wager in (*state.wagers, *state.bets))
        if state.stage == Stage.BETTING:
            left = [w for w in state.wagers if w.result is None and not w.kind.startswith("streak")]
            assert not left, f"not settled at the end of the round: {left}"

    def _cards(self) -> None:
        state = self.state
        for side, (shoe, decks) in enumerate(zip(state.shoes, decks_of(self.rules), strict=True)):
            there = Counter(shoe.rack)
            if side == state.side and state.stage not in (Stage.BETTING, Stage.OPENING, Stage.CLOSED):
                there += Counter(cards_on_the_table(state))
            gone = self.chance.sides[side]
            assert there == gone.out, f"side {side}: on the table {there}, out of the shoe {gone.out}"
            assert all(count <= decks for count in there.values())
            assert shoe.drawn == gone.drawn

    def _cites(self, event: ev.Event) -> None:
        if len(set(event.clauses)) < len(event.clauses):
            self.twice.add((type(event).__name__, event.clauses))
        for clause in event.clauses:
            assert clause in self.clauses, f"{type(event).__name__} cites {clause}, which is not in the ledger"

    def _rests_on_law(self, refusal: Refusal) -> None:
        if len(set(refusal.clauses)) < len(refusal.clauses):
            self.twice.add((refusal.kind, refusal.clauses))
        for clause in refusal.clauses:
            assert clause in self.clauses, f"{refusal.kind} cites {clause}, which is not in the ledger"
        assert refusal.message

    def _prints(self, command: cmd.Command) -> None:
        line = command_words(command)
        read = parse_pit(f"---\n{line}\n").lines[1]
        assert isinstance(read, Does), line
        assert read_command(read.act) == command, line

    def folds_from_its_log(self) -> None:
        """The whole log, written and read again, makes the same table."""
        again = State()
        for event in _EVENTS.decode(msgspec.json.encode(self.log)):
            apply(again, event)
        assert again == self.state


def cards_on_the_table(state: State) -> list[int]:
    """All cards of the round that are not in the rack."""
    cards = [card for hands in state.hands.values() for hand in hands if not hand.cleared for card in hand.cards]
    cards += state.dealer[-1] if state.dealer else []
    return cards + state.returned + [card for card in (state.hole, state.exposed) if card >= 0]


class Grounds(Citations):
    """Clauses that remember on which rules something rested that have neither a clause nor a policy."""

    def __init__(self, clauses: Mapping[str | Clauses, Clauses], policies: Collection[str]) -> None:
        super().__init__(clauses)
        self._policies = policies
        self.bare: set[Clauses] = set()

    def __getitem__(self, names: str | Clauses) -> Clauses:
        listed = tuple(names.split("+")) if isinstance(names, str) else names  # as ground_key joins them
        found = tuple(dict.fromkeys(clause for name in listed for clause in super(Citations, self).__getitem__(name)))
        if not found and not any(name in self._policies for name in listed) and listed not in ASKED_FOR:
            self.bare.add(listed)
        return found
