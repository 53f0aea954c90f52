"""The tables of compiled tournaments: their shoes, the memory of a session, and the play of one."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple

from pitboss.atoms.wager import style_unit
from pitboss.compiled.native import Native
from pitboss.games.blackjack.amounts import rounds_payments
from pitboss.games.blackjack.betting import least_wager
from pitboss.games.tournament.bots import STYLES as BETS
from pitboss.games.tournament.bots import Decide, Style, step_of_wagers
from pitboss.games.tournament.rules import TournamentRules
from pitboss.law.choices import CutCardDuring, EmptyShoe, SessionUnit
from pitboss.money import amount_text
from pitboss.simulate.blackjack.general.layout import U
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel, NoCardsLeft
from pitboss.simulate.blackjack.program import Program, build
from pitboss.simulate.blackjack.stepper.layout import BET_WORDS, RECORD, RECORD_WORDS, TABLE_WORDS
from pitboss.simulate.seeds import state_of_piece
from pitboss.simulate.tournament.decisions import decision_table
from pitboss.simulate.tournament.layout import (
    HISTORY_HEAD,
    HISTORY_WORDS,
    RESULTS,
    SEAT,
    SEATS,
    SEATS_AT,
    SESSION,
    SESSION_WORDS,
    SETTINGS,
    STYLES,
)
from pitboss.strategy.decision_masks import ANY_CHART, decision_masks, offer_masks
from pitboss.strategy.hand_classes import NotSimulable

_play: Final = Native("simulate.tournament.session", "play_session")
#: Tables of one tournament: each has a generator of its own.
MOST_TABLES: Final = 128
#: Bound of the product of chips and results, in cents.
_LARGEST: Final = 2**62


class PlayedStyle(Struct, frozen=True):
    """How a player bets and decides on hands: a style of the engine's bots, or an amount in cents."""

    name: str
    bet: Style | int
    decide: Decide


class PlayedRound(Struct, frozen=True):
    """A round of a session: the box with the marker and the number of the shoe, and the wagers and chips by player."""

    marker: int
    shoe: int
    wagers: tuple[int, ...]
    chips: tuple[int, ...]


class SessionPlayers(Struct, frozen=True):
    """The players of a session in the order of their boxes: their boxes, and the numbers of their styles."""

    boxes: tuple[int, ...]
    styles: tuple[int, ...]


class CompiledTables:
    """The tables of a tournament. Raises NotSimulable for rules and styles that it does not play."""

    def __init__(self, rules: TournamentRules, styles: Sequence[PlayedStyle], *, history: bool = False) -> None:
        self.rules = rules
        self.program = program_of(rules)
        self._kernel = GeneralKernel(self.program)
        masks = decision_masks(rules.table)
        self._decisions = [decision_table(rules.table, style.decide, masks, style.name) for style in styles]
        self._styles = [_style_words(style) for style in styles]
        self._masks = np.ascontiguousarray(masks)
        self._records = np.zeros((MOST_TABLES, RECORD_WORDS), np.uint64)
        self._shoes = np.zeros((MOST_TABLES, len(self.program.cards)), np.uint8)
        self._unused_shuffle = [False] * MOST_TABLES
        self._session = np.zeros(SESSION_WORDS, np.int64)
        self._results = self._session[len(SETTINGS) : len(SETTINGS) + len(RESULTS)]
        self._seats = self._session[SEATS_AT // 8 :].reshape(SEATS, len(SEAT))
        self._log = np.zeros((0, 0), np.uint8)
        self._history = np.zeros((4096, HISTORY_WORDS), np.int64) if history else None
        #: The rounds of the last session, where a history is kept.
        self.played: list[PlayedRound] = []
        self._addresses = (self._kernel.address, *self._set_up())
        self._kernel.begin_later_shoes()

    def _set_up(self) -> tuple[int, int]:
        """Writes the settings of the stepper and of sessions; returns the addresses of the stepper's."""
        terms, limits = self.rules.terms, self.rules.law.limits
        stake = self.program.stakes[0]
        offers = astuple(offer_masks(self.rules.table, stake))
        bet = (self._kernel.address, self.program.unit, self.program.ante, stake, *offers)
        assert len(bet) == len(BET_WORDS)
        self._bet = np.array(bet, np.uint64)
        table = dict.fromkeys(TABLE_WORDS, 0) | {"masks": self._masks.ctypes.data, "bets_at": self._bet.ctypes.data}
        self._table = np.array([table[name] for name in TABLE_WORDS], np.uint64)
        self._set(
            minimum=limits.minimum,
            maximum=limits.maximum,
            step=step_of_wagers(self.rules, limits.minimum),
            least=least_wager(self.rules.table, limits.minimum),
            style_unit=style_unit(limits.minimum, terms.chips),
            stake=stake,
            unit=self.program.unit,
            late_shuffle=int(self.rules.table.terms.cut_card_during is CutCardDuring.SHUFFLE_AFTER_NEXT_ROUND),
        )
        return self._table.ctypes.data, self._bet.ctypes.data

    def _set(self, **words: int) -> None:
        for name, word in words.items():
            self._session[int(SESSION[name]) // 8] = word

    def open(self, seed: int, tournament: int, tables: int) -> None:
        """Opens the tables of a tournament, numbered from 1: their shoes depend on the seed and its number alone."""
        records, cards = self._records[: tables + 1], self._shoes.shape[1]
        self._shoes[: tables + 1] = self.program.cards
        first = self._shoes.ctypes.data + np.arange(tables + 1, dtype=np.uint64) * U(cards)
        records[:, [_place(name) for name in ("first", "filled", "since", "next_card")]] = first[:, None]
        records[:, _place("last")] = first + U(cards)
        index = tournament * MOST_TABLES
        records[:, _place("state")] = [state_of_piece(seed, index + table) for table in range(tables + 1)]
        self._unused_shuffle = [False] * (tables + 1)

    def play(self, table: int, players: SessionPlayers, length: tuple[SessionUnit, int]) -> tuple[int, tuple[int, ...]]:
        """Plays a session or a play-off at a table; returns the number of its rounds, and the chips by player."""
        count, seats, session = len(players.boxes), self._seats, self._session
        chips, unit = self.rules.terms.chips, length[0]
        session[0] = count
        self._set(
            rounds_most=length[1] if unit is SessionUnit.ROUNDS else 0,
            shoes_most=length[1] if unit is SessionUnit.SHOES else 0,
            shuffle=int(not self._unused_shuffle[table]),
            history=self._history.ctypes.data if self._history is not None else 0,
        )
        rows = [
            (chips, box, *self._styles[style], self._decisions[style].ctypes.data)
            for box, style in zip(players.boxes, players.styles, strict=True)
        ]
        seats[:count, : len(SEAT) - 2] = rows
        x, s, b = self._addresses
        _play(x, self._records.ctypes.data + table * 8 * RECORD_WORDS, s, b, session.ctypes.data)
        if self._kernel.stuck:
            raise NoCardsLeft("neither the shoe nor the discard rack holds a card: too few decks for so many boxes")
        rounds, _, _, unused, refused = self._results.tolist()
        assert not refused, "a hand reached a decision that was never asked of its player"
        self._unused_shuffle[table] = bool(unused)
        if self._history is not None:
            self.played = [_round(row, count) for row in self._history[:rounds].tolist()]
        return rounds, tuple(seats[:count, 0].tolist())

    # --- the cards, for tests ------------------------------------------------------------------------------------

    def record_cards(self, capacity: int) -> None:
        """Logs the cards of each table from the next tournament on, in the general kernel's format."""
        self._log = np.zeros((MOST_TABLES, capacity), np.uint8)
        self._records[:, _place("log")] = self._log.ctypes.data + np.arange(MOST_TABLES) * capacity

    def logged_cards(self, table: int) -> bytes:
        """Returns what a table logged, and the cards that it has drawn since."""
        record = self._records[table]
        written = int(record[_place("log")]) - int(self._log[table].ctypes.data)
        since, k, first = (int(record[_place(name)]) for name in ("since", "next_card", "first"))
        return self._log[table, :written].tobytes() + self._shoes[table, since - first : k - first].tobytes()


def _place(name: str) -> int:
    return int(RECORD[name]) // 8


def _round(row: Sequence[int], players: int) -> PlayedRound:
    cells = row[HISTORY_HEAD : HISTORY_HEAD + 2 * players]
    return PlayedRound(row[0], row[1], tuple(cells[::2]), tuple(cells[1::2]))


def _style_words(style: PlayedStyle) -> tuple[int, int]:
    """Returns the number of a betting style, and its amount."""
    if isinstance(style.bet, int):
        return STYLES.index("amount"), style.bet
    name = next((name for name, bet in BETS.items() if bet is style.bet), "")
    if name not in STYLES:
        raise NotSimulable(f"the style {style.name}, which is a Python function")
    return STYLES.index(name), 0


def program_of(rules: TournamentRules) -> Program:
    """Returns the program of the tables. Raises NotSimulable for rules that compiled tournaments do not play."""
    table, minimum = rules.table, rules.law.limits.minimum
    terms = table.terms

    def refuse(what: str, *names: str) -> NotSimulable:
        return NotSimulable(f"{what}, in compiled tournaments", table.cite(*names), table.rulebook)

    if SessionUnit.MINUTES in (rules.terms.session[0], rules.terms.playoff[0]):
        raise refuse("sessions in minutes")
    if terms.spots > 1:
        raise refuse("several main wagers on a box", "spots")
    if terms.empty_shoe is EmptyShoe.MISDEAL:
        raise refuse("a round that is dealt again as the shoe runs out", "empty_shoe")
    if rounds_payments(table):
        raise refuse("payments rounded to the chips of the float", "chip_unit")
    least = least_wager(table, minimum)
    if least != minimum:
        raise refuse(f"a minimum of {amount_text(minimum)}, which is not a wager", "limits")
    boxes = min(rules.terms.table_players_most, terms.boxes)
    program = build(table, ANY_CHART, stakes=(least,), boxes=boxes, shuffles=False)
    if program.words["double"] or program.ante:
        raise refuse("a double shoe or an ante", "double_shoe", "ante_due")
    chips = max(rules.terms.chips, rules.law.limits.maximum)
    if chips * SEATS * least * 1_000 > _LARGEST:
        raise refuse(f"chips of {amount_text(chips)}")
    return program
