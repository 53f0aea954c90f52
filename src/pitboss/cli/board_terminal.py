"""Interactive table of any game that shows a board: reads lines, executes or refuses them, and redraws the board."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from pitboss.cli.explain import explain_clause, explain_events, explain_refusal
from pitboss.cli.interactive import LogSaver, read_lines
from pitboss.cli.screen import Screen
from pitboss.games.grammar import is_of_house, shape_of
from pitboss.games.live.base import THE_HOUSE, Actor, Role
from pitboss.games.live.forms import command_forms
from pitboss.games.live.views import BoardView
from pitboss.games.live.visible_events import describe_visible
from pitboss.law import Refusal, load_rulebook
from pitboss.law.cite import clause_list
from pitboss.money import amount_text, net_text
from pitboss.tables import Table

HELP: Final = {
    "legal": "list the commands that are legal now",
    "why, why 5.3": "the clauses of the last events; the summary of a clause",
    "log, save FILE": "the play so far as a .pit file for `pitboss replay`",
    "table": "redraw the table",
    "bob: LINE": "another player at this terminal, with the same buy-in",
    "quit": "leave the table",
}


class BoardTerminal:
    """A table, its screen, and the player at the terminal, who also gives the commands of the house."""

    def __init__(self, table: Table, screen: Screen, player: str, purse: int) -> None:
        self.table = table
        self.screen = screen
        self.player = player
        self.purse = purse
        self.book = load_rulebook(table.rulebook)
        self.card = table.card()
        self._saver = LogSaver(table, screen)
        #: The last events or refusal, which `why` explains.
        self.last: Sequence[Any] | Refusal = table.opening.events
        table.join(player, purse)

    def run(self) -> None:
        """Read and execute lines until the player quits."""
        self.screen.say(f"{self.card.title}: you are {self.player} with {amount_text(self.purse)}.")
        for place in self.card.places:
            self.screen.say(f"  {place.words} AMOUNT   {place.title} pays {place.pays}", "dim")
        self.screen.say("Also: legal, why, help, quit.")
        self._draw()
        with suppress(KeyboardInterrupt, EOFError):
            for line in read_lines(self.screen, lambda: self.player):
                if line in ("quit", "exit", "q"):
                    break
                self.take(line)
        left = self.table.purses()[self.player]
        self.screen.say(
            f"{self.player} has {amount_text(left)} ({net_text(left - self.purse)}), open bets not counted."
        )

    def take(self, line: str) -> None:
        """Execute one line."""
        word, _, rest = line.partition(" ")
        match word:
            case "help":
                self.screen.explain({shape_of(kind): _doc(kind) for kind in self._kinds()} | HELP)
            case "" | "legal":
                self._legal()
            case "why":
                self._why(rest)
            case "log":
                self.screen.say(self.table.log_pit().rstrip())
            case "save":
                self._saver.save(rest.strip())
            case "table":
                self._draw()
            case _:
                self._do(line)

    def _kinds(self) -> list[Any]:
        return [kind for kind in self.table.grammar.kinds if not kind.live and kind.verb != "attest"]

    def _actor(self, line: str) -> tuple[Actor, str]:
        """Returns who gives a line, and its words: a named player, the house for its verbs, else the player."""
        name, colon, words = line.partition(": ")
        if colon:
            return (THE_HOUSE if name == "house" else Actor(name, Role.PLAYER)), words
        verb = line.split(maxsplit=1)[0]
        of_house = any(kind.verb == verb and is_of_house(kind) for kind in self._kinds())
        return (THE_HOUSE if of_house else Actor(self.player, Role.PLAYER)), line

    def _do(self, line: str) -> None:
        actor, words = self._actor(line)
        if actor.role is Role.PLAYER and actor.name not in self.table.present:
            command = self.table.parse(actor, f"join {amount_text(self.purse)}")
            if isinstance(command, Refusal):
                self.screen.refuse(command)
                return
            self.table.do(command)
        command = self.table.parse(actor, words)
        done = command if isinstance(command, Refusal) else self.table.do(command)
        self.last = done
        if isinstance(done, Refusal):
            self.screen.refuse(done)
            return
        for event in done:
            text = describe_visible(event)
            if text and not type(event).__name__.startswith("Seed"):
                law = f"  [{clause_list(event.clauses)}]" if event.clauses else ""
                self.screen.say(f"  · {text}{law}", "dim")
        self._draw()

    def _legal(self) -> None:
        """List each command that the player or the house may give now."""
        for actor in (Actor(self.player, Role.PLAYER), THE_HOUSE):
            for form in command_forms(self.table, actor):
                words = " ".join([form.verb, *("|".join(f.choices) or f.name.upper() for f in form.fields)])
                if form.refusal is None:
                    self.screen.say(f"  {actor.name}: {words}", "green")

    def _why(self, named: str) -> None:
        if named:
            lines = explain_clause(self.book, named)
        elif isinstance(self.last, Refusal):
            lines = explain_refusal(self.book, self.last)
        else:
            lines = explain_events(self.book, [event for event in self.last if event.clauses])
        for line in lines:
            self.screen.say(line)

    def _draw(self) -> None:
        """Print the board."""
        view: BoardView = self.table.public_view()
        self.screen.say("")
        limits = f"wagers {amount_text(view.minimum)} to {amount_text(view.maximum)}"
        self.screen.say(f"{self.table.rulebook} · round {view.round} · {limits}", "bold")
        for hand in view.hands:
            if hand.cards or hand.note:
                faces = [self.screen.face(card) for card in hand.cards]
                self.screen.row(f"  {hand.name}", faces, f"{hand.note}{' wins' if hand.won else ''}")
        for wager in view.wagers:
            net = "" if wager.net is None else f"  {net_text(wager.net)}"
            self.screen.say(f"  {wager.player}: {wager.place.replace('_', ' ')} {amount_text(wager.amount)}{net}")
        if view.history:
            self.screen.say(f"  last: {' '.join(view.history[-12:])}", "dim")
        self.screen.say("  " + " · ".join(f"{person.name} {amount_text(person.money)}" for person in view.people))
        self.screen.say(f"  {view.sentence}", "bold yellow")


def _doc(kind: Any) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]
