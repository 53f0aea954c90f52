"""The table on a terminal: cards as small faces, one line a hand, and what may be done now. Plain where it is piped."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from pitboss.blackjack import events as ev
from pitboss.cards import RANKS
from pitboss.law import Refusal
from pitboss.money import amount_text, net_text
from pitboss.table.view import BoxView, HandView, TableView, WagerView, tell_seen

_SUITS: Final = "♠♣♥♦"
_TWO_COLOURS: Final = ("black", "black", "red", "red")
_FOUR_COLOURS: Final = ("black", "dark_green", "red", "blue")
#: A hand on the screen: a cell for each of the columns.
Row = tuple[Text, Text, Text, Text, Text, Text]
_COLUMNS: Final = ("place", "who", "cards", "total", "wagers", "note")
_LEAST_WAGERS: Final = 12
#: What is told as it happens; everything else is on the table, and `why` tells all of it.
_TOLD: Final = (
    ev.Announced,
    ev.Shuffled,
    ev.CuttingCardReached,
    ev.CardBurned,
    ev.DeterminantDrawn,
    ev.HoleDisclosed,
    ev.ReaderChecked,
    ev.DealerDone,
    ev.WagerSettled,
    ev.WagerVoided,
    ev.PrizeShown,
    ev.MeterMoved,
    ev.CardsCut,
    ev.CutOffered,
    ev.PlayerWarned,
    ev.PlayerExcluded,
    ev.LimitsChanged,
    ev.IrregularityNoted,
    ev.IrregularityMet,
    ev.RoundMisdealt,
    ev.RoundVoided,
    ev.TableClosed,
)


class Screen:
    """Draws on a console; colours only where somebody looks."""

    def __init__(self, *, four_colour: bool = False) -> None:
        looking = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = Console(highlight=False, emoji=False, markup=False, width=None if looking else 100)
        if not looking:
            self.console.no_color = True
        self._faces = self.console.is_terminal and looking
        self._suits = _SUITS if "utf" in (self.console.encoding or "").lower() else "schd"
        self._colours = _FOUR_COLOURS if four_colour else _TWO_COLOURS

    def say(self, text: str, style: str = "") -> None:
        """One line."""
        self.console.print(Text(text, style=style), soft_wrap=not self._faces)

    def wrong(self, text: str) -> None:
        """One line in red."""
        self.say(text, "bold red")

    def explain(self, words: Mapping[str, str]) -> None:
        """Words with their meanings beside them."""
        if not self._faces:
            width = max(map(len, words))
            for word, meaning in words.items():
                self.say(f"{word:<{width}}  {meaning}")
            return
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        grid.add_column(style="bold")
        grid.add_column()
        for word, meaning in words.items():
            grid.add_row(word, meaning)
        self.console.print(grid)

    def refuse(self, refusal: Refusal) -> None:
        """What forbids it, on which clause, and what would be allowed."""
        law = f"  ({refusal.rulebook} {', '.join(refusal.clauses)})" if refusal.clauses else ""
        self.wrong(f"Refused: {refusal.message}{law}")
        if refusal.allowed:
            self.say(f"  allowed: {by_actor(refusal.allowed)}", "red")

    def narrate(self, events: Iterable[ev.Event]) -> None:
        """What happened, as far as the table does not show it."""
        for event in events:
            if isinstance(event, _TOLD) and not (isinstance(event, ev.Announced) and event.word == "shuffle"):
                settled = isinstance(event, ev.WagerSettled | ev.WagerVoided)
                self.say(f"  · {tell_seen(event)}", "" if settled else "dim")

    def draw(self, view: TableView, *, awaited: str = "", enter: str = "") -> None:
        """The whole table, and what is asked for: a decision, or what nobody has told yet."""
        self.console.print()
        self.console.print(Text(_headline(view), style="bold"))
        betting = any(box.bets for box in view.boxes)
        rows = [] if betting else list(self._dealer(view.dealer))
        rows += [row for box in view.boxes for row in self._box(box, betting)]
        if rows:
            self._lay_out(rows)
        if view.exposed >= 0:
            self.console.print(Text.assemble("  a card lies face up: ", self.face(view.exposed)))
        self.say("  " + " · ".join(f"{name} {amount_text(cents)}" for name, cents in view.money.items()))
        if awaited:
            self.say(f"  {awaited}", "bold yellow")
            return
        if view.asked:
            self.say(f"  {view.asked}", "bold yellow")
        if view.allowed:
            self.say(f"  {by_actor(view.allowed)}", "green")
        if enter:
            self.say(f"  Enter: {enter}", "green")

    def _lay_out(self, rows: Sequence[Row]) -> None:
        """In columns, of which only the wagers may be broken; as running text where the terminal is too narrow."""
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        least = 0
        for name, cells in zip(_COLUMNS, zip(*rows, strict=True), strict=False):
            whole = max(cell.cell_len for cell in cells)
            grid.add_column(no_wrap=name != "wagers")
            least += 2 + (min(whole, _LEAST_WAGERS) if name == "wagers" else whole)
        for row in rows:
            grid.add_row(*row)
        if least <= self.console.width + 2:  # nothing stands behind the last column
            self.console.print(grid)
        else:
            for row in rows:
                self.console.print(Text("  ").join(cell for cell in row if cell))

    def _dealer(self, hands: Sequence[HandView]) -> Iterator[Row]:
        for number, hand in enumerate(hands, 1):
            name = "Dealer" if len(hands) == 1 else f"Dealer {number}"
            yield Text(name, style="bold"), Text(), self.cards(hand), Text(hand.total), Text(), Text()

    def _box(self, box: BoxView, betting: bool) -> Iterator[Row]:
        label = Text(f"Box {box.box}", style="bold")
        if betting or not box.hands:
            yield label, Text(box.seat), Text(), Text(), _wagers(box.bets, box.seat), Text()
            return
        for number, hand in enumerate(box.hands, 1):
            first = number == 1
            wagers = (*hand.wagers, *(box.wagers if first else ()))
            name = label if len(box.hands) == 1 else Text(f"Box {box.box}.{number}", style="bold")
            note = Text("◀ to decide" if hand.in_turn else hand.note, style="bold yellow" if hand.in_turn else "dim")
            who = Text(box.decides if first else "")
            yield name, who, self.cards(hand), Text(hand.total), _wagers(wagers, box.decides), note

    def cards(self, hand: HandView) -> Text:
        """The cards of a hand beside each other."""
        faces = [self.face(card) for card in hand.cards]
        faces += [Text(" ▒▒ ", style="white on blue") if self._faces else Text("??")] * hand.hidden
        return Text(" ").join(faces)

    def face(self, card: int) -> Text:
        """One card."""
        rank, suit = RANKS[card >> 2].replace("T", "10"), card & 3
        name = f"{rank}{self._suits[suit]}"
        if not self._faces:
            return Text(name)
        return Text(f" {name} ", style=f"bold {self._colours[suit]} on white")


def _headline(view: TableView) -> str:
    parts = [view.rulebook, f"round {view.round}" if view.round else "no round yet"]
    parts.append(f"wagers {amount_text(view.minimum)} to {amount_text(view.maximum)}")
    parts.append(f"{view.drawn} of {view.cards_in} cards out")
    if view.meter:
        parts.append(f"meter {amount_text(view.meter)}")
    if view.rounds_left >= 0:
        parts.append(f"closes after {view.rounds_left} more")
    return " · ".join(parts)


def _wagers(wagers: Sequence[WagerView], owner: str) -> Text:
    text = Text()
    for wager in wagers:
        if text:
            text.append(" · ")
        name = f"{wager.player} " if wager.player != owner else ""
        spot = f":{wager.spot}" if wager.spot > 1 else ""
        text.append(f"{name}{wager.kind}{spot} {amount_text(wager.amount)}")
        if wager.result is not None:
            style = "bold green" if wager.result > 0 else "bold red" if wager.result < 0 else "bold"
            text.append(f" {net_text(wager.result)}", style=style)
    return text


def by_actor(lines: Iterable[str]) -> str:
    """``ann: hit 1 · stand 1   house: close``: each name once."""
    parts = []
    for name, group in groupby(lines, key=lambda line: line.partition(": ")[0]):
        parts.append(f"{name}: " + " · ".join(line.partition(": ")[2] for line in group))
    return "   ".join(parts)
