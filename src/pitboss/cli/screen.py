"""Renders a blackjack table in the terminal: cards, hands and legal actions; plain text in a pipe."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cards import SUITS
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.view import BlackjackView, BoxView, HandView, QuestionView, WagerView
from pitboss.games.live.visible_events import describe_visible
from pitboss.law import Refusal
from pitboss.money import amount_text, net_text

_SUITS: Final = "♠♣♥♦"
_TWO_COLOURS: Final = ("black", "black", "red", "red")
_FOUR_COLOURS: Final = ("black", "dark_green", "red", "blue")
#: A rendered hand: one cell per column.
Row = tuple[Text, Text, Text, Text, Text, Text]
_COLUMNS: Final = ("place", "who", "cards", "total", "wagers", "note")
_LEAST_WAGERS: Final = 12
#: Events that are printed as they happen. The drawn table shows the others, and `why` explains all.
_NARRATED: Final = (
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
    """Renders on a console, in colour only on an interactive terminal."""

    def __init__(self, *, four_colour: bool = False) -> None:
        interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = Console(highlight=False, emoji=False, markup=False, width=None if interactive else 100)
        if not interactive:
            self.console.no_color = True
        self._faces = self.console.is_terminal and interactive
        self._suits = _SUITS if "utf" in (self.console.encoding or "").lower() else "schd"
        self._colours = _FOUR_COLOURS if four_colour else _TWO_COLOURS

    def say(self, text: str, style: str = "") -> None:
        """Print one line."""
        self.console.print(Text(text, style=style), soft_wrap=not self._faces)

    def wrong(self, text: str) -> None:
        """Print one line in red."""
        self.say(text, "bold red")

    def row(self, name: str, cells: Sequence[Text], note: str) -> None:
        """Print a name, cells and a note on one line."""
        self.console.print(Text(" ").join([Text(f"{name:<10}", style="bold"), *cells, Text(f" {note}")]))

    def explain(self, words: Mapping[str, str]) -> None:
        """Print a glossary."""
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
        """Print a refusal with its clauses and the legal alternatives."""
        law = f"  ({refusal.rulebook} {', '.join(refusal.clauses)})" if refusal.clauses else ""
        self.wrong(f"Refused: {refusal.message}{law}")
        if refusal.allowed:
            self.say(f"  allowed: {by_actor(refusal.allowed)}", "red")

    def narrate(self, events: Iterable[ev.Event]) -> None:
        """Print the events that the drawn table does not show."""
        for event in events:
            if isinstance(event, _NARRATED) and not (isinstance(event, ev.Announced) and event.word == "shuffle"):
                settled = isinstance(event, ev.WagerSettled | ev.WagerVoided)
                self.say(f"  · {describe_visible(event)}", "" if settled else "dim")

    def draw(
        self, rulebook: str, view: BlackjackView, *, awaited: str = "", allowed: Sequence[str] = (), enter: str = ""
    ) -> None:
        """Print the table, and the question, the awaited outcome or the legal actions."""
        self.console.print()
        self.console.print(Text(f"{rulebook} · {_headline(view)}", style="bold"))
        boxes = [box for box in view.boxes if box.hands or box.seat or box.bets]
        betting = any(box.bets for box in boxes)
        rows = [] if betting else list(self._dealer(view.dealer))
        rows += [row for box in boxes for row in self._box(box, betting)]
        if rows:
            self._lay_out(rows)
        if view.exposed:
            self.console.print(Text.assemble("  a card lies face up: ", self.face(view.exposed)))
        self.say("  " + " · ".join(f"{person.name} {amount_text(person.money)}" for person in view.people))
        if awaited:
            self.say(f"  {awaited}", "bold yellow")
            return
        if view.question is not None and view.question.asked:
            self.say(f"  {_question(view.question)}", "bold yellow")
        if allowed:
            self.say(f"  {by_actor(allowed)}", "green")
        if enter:
            self.say(f"  Enter: {enter}", "green")

    def _lay_out(self, rows: Sequence[Row]) -> None:
        """Print rows in columns of which only the wagers wrap, or as running text on a narrow terminal."""
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        least = 0
        for name, cells in zip(_COLUMNS, zip(*rows, strict=True), strict=False):
            whole = max(cell.cell_len for cell in cells)
            grid.add_column(no_wrap=name != "wagers")
            least += 2 + (min(whole, _LEAST_WAGERS) if name == "wagers" else whole)
        for row in rows:
            grid.add_row(*row)
        if least <= self.console.width + 2:  # the last column needs no padding
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
        """Returns the cards of a hand."""
        faces = [self.face(card) for card in hand.cards]
        faces += [Text(" ▒▒ ", style="white on blue") if self._faces else Text("??")] * hand.hidden
        return Text(" ").join(faces)

    def face(self, card: str) -> Text:
        """Returns one card."""
        rank, suit = card[0].replace("T", "10"), SUITS.index(card[1])
        name = f"{rank}{self._suits[suit]}"
        if not self._faces:
            return Text(name)
        return Text(f" {name} ", style=f"bold {self._colours[suit]} on white")


def _question(question: QuestionView) -> str:
    if question.kind == "cut":
        return f"{question.asked[0][0]} is asked to cut the cards"
    if question.kind == "turn":
        return f"box {question.asked[0][1]}: {question.asked[0][0]} decides"
    return f"{question.kind}: " + ", ".join(f"{player} (box {box})" for player, box in question.asked)


def _headline(view: BlackjackView) -> str:
    parts = [f"round {view.round}" if view.round else "no round yet"]
    parts.append(f"wagers {amount_text(view.minimum)} to {amount_text(view.maximum)}")
    drawn, cards = sum(shoe.drawn for shoe in view.shoes), sum(shoe.cards_in for shoe in view.shoes)
    parts.append(f"{drawn} of {cards} cards out")
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
    """Returns ``ann: hit 1 · stand 1   house: close``: each name once."""
    parts = []
    for name, group in groupby(lines, key=lambda line: line.partition(": ")[0]):
        parts.append(f"{name}: " + " · ".join(line.partition(": ")[2] for line in group))
    return "   ".join(parts)
