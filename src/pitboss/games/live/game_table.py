"""What a game implements of its tables; `Table` has what all games share."""

from typing import Any, Self

from pitboss.games.commands import Command
from pitboss.games.live.base import Actor, Due, Entry
from pitboss.games.live.contributions import Contributions
from pitboss.games.live.payouts import SettledWager
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import Limits
from pitboss.pit import Act

#: The result of a command.
Done = tuple[Any, ...] | Refusal


class GameTable:
    """The methods of a table that differ from game to game: first those that every game has, then optional ones."""

    def open_now(self) -> None:
        """Opens the table: commits the first seeds and sets ``opening``."""
        raise NotImplementedError

    def carry_out(self, command: Any) -> Done:
        """Executes a command of the game."""
        raise NotImplementedError

    def foresee(self, command: Any) -> Done:
        """Returns the events of a command on a copy of the table, without chance."""
        raise NotImplementedError

    def absorb(self, entry: Entry) -> None:
        """Applies an entry of the log to the table, without executing its command again."""
        raise NotImplementedError

    def copy_into(self, other: Self) -> None:
        """Gives a copy its own mutable parts."""
        raise NotImplementedError

    def purses(self) -> dict[str, int]:
        """Returns the money of each player at the table."""
        raise NotImplementedError

    def dues(self) -> tuple[Due, ...]:
        """Returns the deadlines of the table."""
        raise NotImplementedError

    def outcome_command(self, item: int) -> Command:
        """Returns the command by which a dealer enters an outcome."""
        raise NotImplementedError

    def public_view(self) -> Any:
        """Returns the public view."""
        raise NotImplementedError

    def personal_view(self, actor: Actor) -> Any:
        """Returns the view of one person: their actions, each with the refusal that forbids it."""
        raise NotImplementedError

    def card(self) -> Any:
        """Returns the constant part of the view: layout, pay tables, options."""
        raise NotImplementedError

    # --- with a default ------------------------------------------------------------------------------------------

    def release_payment(self) -> tuple[Any, ...]:
        """Pays what waited for an attestation; returns the events of that, none in a game without such payments."""
        return ()

    def pending_outcome(self, command: Any = None) -> Refusal | None:
        """Returns the refusal of a command, or of any, while the dealer must enter an outcome."""
        return None

    def suggestions(self, player: str) -> tuple[str, ...]:
        """Returns commands that the player may use now."""
        return ()

    def contributed(self) -> tuple[Contributions, ...]:
        """Returns what players contribute to the seeds of the table, for each of its shoes or wheels."""
        return ()

    @property
    def awaited(self) -> str:
        """The outcome that the table waits for, in words; empty where it waits for a command."""
        return ""

    @property
    def wants_card(self) -> bool:
        """Whether a card must be entered before the next command."""
        return False

    @property
    def wants_prize(self) -> bool:
        """Whether a prize must be entered before the next command."""
        return False

    def is_ready(self, player: str) -> bool:
        """Whether the player is ready for the next round."""
        return False

    def legal_actions(self) -> Any:
        """Returns the decisions that are open to players."""
        return ()

    def accept_any_amount(self, *, accepted: bool) -> None:
        """Turns the checks of amounts off or on; a game without such checks does nothing."""

    def owed(self) -> tuple[Command, ...]:
        """Returns the commands that pay players more than their purse holds."""
        return ()

    def posted_limits(self) -> Limits | None:
        """Returns the limits that are posted now; None where they never change."""
        return None

    def boxes_taken(self) -> int:
        """Returns how many boxes have a player; 0 at a table without boxes."""
        return 0

    def plays_for_chips(self) -> bool:
        """Whether a round is in progress that moves no money."""
        return False

    def changed_command(self, command: Command, becomes: str) -> Command | None:
        """Returns a command as a correction changes it, None where it strikes it; raises ValueError for bad words."""
        if becomes:
            raise ValueError(f"'{command.verb}' cannot be changed to '{becomes}': strike it, and enter it again")
        return None

    def correction_clauses(self, command: Command, reason: str) -> Clauses:
        """Returns the clauses that provide for a correction; none where it is the policy of the house."""
        return ()

    def settled_wagers(self, events: tuple[Any, ...]) -> tuple[SettledWager, ...]:
        """Returns the wagers that the events of the last entry settled, whose payout may be corrected."""
        return ()

    def record_live(self, *events: Any) -> tuple[Any, ...]:
        """Applies and records events of the live table, such as a payout that was corrected."""
        raise NotImplementedError

    def expand(self, actor: Actor, line: Act | str) -> Act | str:
        """Expands a short line of a dealer at a floor table; returns a message for invalid words."""
        return line
