"""Interactive blackjack table: reads lines, executes or refuses them, and redraws the table."""

import re
from typing import Final

from pitboss.cards import parse_card
from pitboss.cli.explain import explain_clause, explain_events, explain_refusal
from pitboss.cli.interactive import LogSaver, read_lines
from pitboss.cli.line_parser import KEYS, parse_line
from pitboss.cli.screen import Screen
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.allowed import allowed_now, free_box, usual_bet
from pitboss.games.blackjack.chance import CUTTING_CARD, SHOE_EMPTY
from pitboss.games.blackjack.grammar import GRAMMAR, BadWords, command_words, read_command
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.table import ImpossibleOutcome
from pitboss.law import Refusal, load_rulebook
from pitboss.law.choices import ShoeKind
from pitboss.money import amount_text, net_text, parse_amount
from pitboss.tables import Table

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
HELP: Final = {
    "While bets are open": "bet 50 (or bet 1 50 for box 1; side wagers behind it: bet 1 50 pair=5), withdraw, deal",
    "In your turn": "hit, stand, double, split, surrender: if the rules allow it",
    "When asked": "insure, even, pass; follow, keep; press; cut 60, decline",
    "One letter": ", ".join(f"{key} {verb}" for key, verb in KEYS.items()),
    "Enter alone": "repeat the last bets and deal",
    "legal": "list the legal actions",
    "why, why 12.6": "the clauses of the last events; the summary of a clause",
    "log, save FILE": "the play so far as a .pit file for `pitboss replay`",
    "table": "redraw the table",
    "bob: bet 2 50": "another player at this terminal, with the same buy-in",
    "house: shuffle": "the house: deal, close, shuffle, cut, dealer, closing 3, absent bob, irregularity KIND …",
    "quit": "leave the table",
}


class Terminal:
    """A table, its screen, and the player at the terminal."""

    def __init__(self, table: Table, screen: Screen, player: str, purse: int) -> None:
        self.table = table
        self.screen = screen
        self.player = player
        self.purse = purse
        self.book = load_rulebook(table.rules.rulebook)
        self._saver = LogSaver(table, screen)
        #: The last events or refusal, which `why` explains.
        self.last: list[ev.Event] | Refusal = list(table.opening.events)
        self._last_bets: list[cmd.PlaceBet] = []
        self._bets_of_round = -1
        table.join(player, purse)

    def run(self) -> None:
        """Read and execute lines until the player quits."""
        self._welcome()
        try:
            for line in read_lines(self.screen, self._prompt):
                if line in ("quit", "exit", "q"):
                    break
                self.take(line)
        except (KeyboardInterrupt, EOFError):
            self.screen.say("")  # end the line of the prompt
        self._goodbye()

    def _prompt(self) -> str:
        state = self.table.state
        if self._waits:
            return "prize" if self.table.wants_prize else "next card"
        if state.turn_box:
            return f"{state.deciders[state.turn_box]}, box {state.turn_box}"
        return "bet" if state.stage == Stage.BETTING else self.player

    def _welcome(self) -> None:
        state, rules = self.table.state, self.table.rules
        least, most = amount_text(state.minimum), amount_text(state.maximum)
        bet = GRAMMAR.words(self._first_bet())
        self.screen.say(
            f"{rules.title}: you are {self.player} with {amount_text(self.purse)}, wagers {least} to {most}."
        )
        for warning in rules.warnings:
            self.screen.say(f"Warning: {warning}", "yellow")
        self.screen.say(f"Press Enter to bet the minimum ({bet}) and deal, or bet another amount: bet 50, then deal.")
        self.screen.say("Then type an action, such as hit or stand. Also: legal, why, help, quit.")

    def _goodbye(self) -> None:
        wagered = dict.fromkeys(self.table.state.money, 0)
        for wager in (*self.table.state.bets, *self.table.state.wagers):
            if wager.open:
                wagered[wager.player] += wager.amount
        came = [entry.command for entry in self.table.log if isinstance(entry.command, cmd.JoinTable)]
        joined = {command.player: command.money for command in came}
        for name, cents in self.table.state.money.items():
            left = f", with {amount_text(wagered[name])} still on the table" if wagered[name] else ""
            net = net_text(cents + wagered[name] - joined[name])
            self.screen.say(f"{name} leaves with {amount_text(cents)} ({net}){left}.")

    # --- one line --------------------------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Execute one line."""
        word, _, rest = line.partition(" ")
        if not line:
            self._enter()
        elif word in ("help", "?"):
            self.screen.explain(HELP)
        elif word == "legal":
            self._legal()
        elif word == "why":
            self._why(rest.strip())
        elif word == "table":
            self._draw()
        elif word == "log":
            self._say_all(self.table.log_pit().splitlines())
        elif word == "save":
            self._saver.save(rest.strip())
        elif word == "undo":
            self.screen.say("Undo is not available: the log is final.")
        elif self._waits and self._enter_outcomes(line):
            return
        else:
            self._do_line(line)

    def _say_all(self, lines: list[str]) -> None:
        for line in lines:
            self.screen.say(line)

    @property
    def _waits(self) -> bool:
        """Whether a card or a prize must be entered first."""
        return self.table.wants_card or self.table.wants_prize

    def _legal(self) -> None:
        if self.table.wants_card:
            self.screen.say(
                f"enter {self.table.awaited}: a card like Ah or Tc, | for the cutting card, end for no card"
            )
        elif self.table.wants_prize:
            self.screen.say(f"enter {self.table.awaited}: an amount like 25")
        elif self.table.state.stage == Stage.CLOSED:
            self.screen.say("The table is closed: log, save FILE or quit.")
        else:
            for line in allowed_now(self.table.rules, self.table.state):
                self.screen.say(f"  {line}")

    def _why(self, named: str) -> None:
        if named:
            self._say_all(list(explain_clause(self.book, named)))
        elif isinstance(self.last, Refusal):
            self._say_all(list(explain_refusal(self.book, self.last)))
        else:
            self._say_all(list(explain_events(self.book, self.last)))

    def _do_line(self, line: str) -> None:
        try:
            act = parse_line(self.table.rules, self.table.state, line, self.player)
            command = read_command(act)
        except BadWords as error:
            self.screen.wrong(str(error))
            return
        if act.actor != cmd.HOUSE and act.actor not in self.table.state.money:
            self.table.join(act.actor, self.purse)
        self._carry_out([command])

    # --- Enter -----------------------------------------------------------------------------------------------------

    def _enter(self) -> None:
        """Repeat the last bets and deal while bets are open; otherwise list the legal actions."""
        state, rules = self.table.state, self.table.rules
        if self._waits or state.stage != Stage.BETTING or state.cut_offer:
            self._legal()
            return
        deal = cmd.Deal(side="a" if rules.terms.shoe is ShoeKind.DOUBLE else "")
        if any(bet.kind == "main" for bet in state.bets):
            self._carry_out([deal])
        else:
            self._carry_out([*(self._last_bets or [self._first_bet()]), deal])

    def _first_bet(self) -> cmd.PlaceBet:
        state, rules = self.table.state, self.table.rules
        return usual_bet(rules, state, self.player, free_box(rules, state, self.player))

    # --- doing -----------------------------------------------------------------------------------------------------

    def _carry_out(self, commands: list[cmd.Command]) -> None:
        """Execute commands in order until one is refused."""
        events: list[ev.Event] = []
        for command in commands:
            if len(commands) > 1:
                self.screen.say(f"  {command_words(command)}", "dim")
            done = self.table.do(command)
            if isinstance(done, Refusal):
                self.screen.narrate(events)
                self.screen.refuse(done)
                self.last = done
                return
            self._remember(command)
            events += done
        self._show(events)

    def _remember(self, command: cmd.Command) -> None:
        """Remember the bets of the latest round with bets."""
        if not isinstance(command, cmd.PlaceBet):
            return
        if self._bets_of_round != self.table.state.round:
            self._last_bets, self._bets_of_round = [], self.table.state.round
        here = (command.player, command.box)
        self._last_bets = [bet for bet in self._last_bets if (bet.player, bet.box) != here]
        if any(command.amounts) or command.sides:
            self._last_bets.append(command)

    def _enter_outcomes(self, line: str) -> bool:
        """Parse the line as cards or a prize, and enter them. Returns whether it was one."""
        events: list[ev.Event] = []
        words = line.split()
        try:
            items = [parse_amount(word) if self.table.wants_prize else _outcome(word) for word in words]
        except ValueError:
            if self.table.wants_prize or (len(words) == 1 and len(words[0]) == 2):
                self.screen.wrong(f"'{line}': enter {self.table.awaited}")
                return True
            return False
        for word, item in zip(words, items, strict=True):
            try:
                events += self.table.tell(item)
            except ImpossibleOutcome as error:
                self.screen.wrong(f"{word}: {error}")
                break
        self._show(events)
        return True

    def _show(self, events: list[ev.Event]) -> None:
        self.last = events
        self.screen.narrate(events)
        self._draw()

    def _draw(self) -> None:
        table = self.table
        awaited = f"waiting for {table.awaited}" if self._waits else table.awaited
        allowed = allowed_now(table.rules, table.state)
        self.screen.draw(table.rulebook, table.public_view(), awaited=awaited, allowed=allowed, enter=self._on_enter())

    def _on_enter(self) -> str:
        """Returns what Enter alone would do, or an empty string."""
        state = self.table.state
        if state.stage != Stage.BETTING or state.cut_offer:
            return ""
        bets = [] if state.bets else self._last_bets or [self._first_bet()]
        return " · ".join([*(command_words(bet) for bet in bets), "house: deal"])


def _outcome(word: str) -> int:
    if word == "|":
        return CUTTING_CARD
    if word == "end":
        return SHOE_EMPTY
    word = f"T{word[2:]}" if word.startswith("10") else word
    return parse_card(word[:1].upper() + word[1:].lower())
