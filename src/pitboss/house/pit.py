"""The cage and the pit of a house, for the event loop: standing of users, approvals, gaming days, floats and drop."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace
from sqlalchemy.engine import Connection

from pitboss.games.commands import JoinTable
from pitboss.house.administration import Administration
from pitboss.house.balances import Balances
from pitboss.house.command_queue import SentCommand
from pitboss.house.database_threads import DatabaseThreads
from pitboss.house.keys import KeyRing
from pitboss.house.ledger import bank
from pitboss.house.permissions import act_refusal
from pitboss.house.pit_acts import FOR_GOOD, FloatCounted, FourEyes, Pieces, Terms
from pitboss.house.pit_book import Approval, Day, DrillRecord, PitBook, Slip
from pitboss.house.pit_figures import DayFigures, day_figures, uncounted_cash
from pitboss.house.pit_floor import PitFloor
from pitboss.house.pit_office import PitDesk, PitOffice, standing_refusal
from pitboss.house.pit_play import TimeAtTables, begins_play, is_within_loss, play_refusal, time_at_tables
from pitboss.house.pit_school import PitSchool
from pitboss.house.table_registry import TableRegistry
from pitboss.law import Refusal
from pitboss.tables.live import Actor, Role


class Pit:
    """Every act of the cage and the pit, and the queries on them. ``book`` is what the house log says."""

    def __init__(
        self,
        database: DatabaseThreads,
        administration: Administration,
        balances: Balances,
        registry: TableRegistry,
        keys: KeyRing | None,
    ) -> None:
        self.book = PitBook()
        self._database = database
        self._balances = balances
        self._registry = registry
        desk = PitDesk(administration, self.book)
        self._office = PitOffice(desk)
        self._floor = PitFloor(desk, keys)
        self._school = PitSchool(desk)

    async def refresh(self) -> None:
        """Reads what other processes wrote."""
        await self._database.read(self.book.read_on)

    async def play_refusal(self, command: SentCommand) -> Refusal | None:
        """Refuses a command of a user whose standing does not permit it. A round in progress is finished."""
        actor = command.actor
        role = self.book.roles.get(actor.name)
        if role is not None and role != actor.role:
            return Refusal("role", f"the role of {actor.name} is {role} now: sign in again")
        terms = self.book.standing(actor.name)
        if terms.disabled and actor.role is not Role.PLAYER:
            return standing_refusal(terms, actor.name)
        if actor.role is not Role.PLAYER or not begins_play(actor, command.words):
            return None
        table = await self._registry.get(command.table_id)
        parsed = None if table is None else table.live.parse(actor, command.words)
        if table is None or parsed is None or isinstance(parsed, Refusal):
            return None  # the queue refuses it
        buy_in = parsed.money if isinstance(parsed, JoinTable) else 0
        tried = table.live.copy() if terms.stake and not buy_in else None
        done = tried.perform(actor, parsed) if tried is not None else ()
        moved = tried.moved if tried is not None and not isinstance(done, Refusal) else ()
        largest = max((move.amount for move in moved if move.kind == "wager"), default=0)
        return play_refusal(terms, actor.name, await self.time_at_tables(actor.name), buy_in, largest)

    def loss_condition(self, name: str, buy_in: int) -> Callable[[Connection], bool] | None:
        """Returns the check of a buy-in against the loss limit, for the transaction that appends it.

        A buy-in at another process may have been appended since ``play_refusal``.
        """
        loss = self.book.standing(name).loss
        return partial(is_within_loss, name=name, since=self._since(), buy_in=buy_in, loss=loss) if loss else None

    def _since(self) -> int | None:
        """Returns when the gaming day was opened; None without one."""
        day = self.book.day
        return day.opened.at if day is not None else None

    # --- people ------------------------------------------------------------------------------------------------------

    def standing(self, name: str) -> Terms:
        """Returns the terms of a user."""
        return self.book.standing(name)

    async def set_terms(self, by: Actor, name: str, reason: str = "", **changes: Any) -> Any:
        """Changes fields of the standing of a user; returns the new terms, a Refusal, or Asked."""
        refusal = act_refusal(by, "set_terms")
        if refusal is not None:
            return refusal
        if by.role is Role.SUPERVISOR and changes.keys() - {"excluded", "excluded_by"}:
            return Refusal("role", "a supervisor excludes players; an operator changes the rest")
        changes |= {"excluded_by": by.name if changes["excluded"] else ""} if "excluded" in changes else {}
        return await self._run(self._office.set_terms, by, name, lambda terms: replace(terms, **changes), reason)

    async def limit_self(self, by: Actor, **changes: int) -> Any:
        """Sets limits of the caller's own. They can be tightened by oneself, and loosened by an operator only."""
        return await self._run(self._office.set_terms, by, by.name, lambda terms: _tightened(terms, by, changes), "")

    async def set_role(self, by: Actor, name: str, role: Role) -> Any:
        """Gives a user another role; returns the user, a Refusal, or Asked."""
        refusal = act_refusal(by, "set_role")
        return refusal if refusal is not None else await self._run(self._office.set_role, by, name, role)

    async def add_operator(self, by: Actor, name: str, password_hash: str | None) -> Any:
        """Adds an operator; returns the user, a Refusal, or Asked."""
        return await self._run(self._office.add_operator, by, name, password_hash)

    async def time_at_tables(self, name: str) -> TimeAtTables:
        """Returns how long and with how much a user has played in this gaming day, or in 24 hours without one."""
        return await self._database.read(time_at_tables, name, self._since())

    # --- money and four eyes -----------------------------------------------------------------------------------------

    async def award(self, by: Actor, name: str, amount: int, reason: str) -> Any:
        """Pays money of the house into a wallet; returns the new balance, a Refusal, or Asked."""
        return await self._run(self._office.award, by, name, amount, reason)

    async def raise_capital(self, by: Actor, amount: int) -> Any:
        """Pays capital into the house; returns the new balance, a Refusal, or Asked."""
        return await self._run(self._office.capital, by, amount)

    async def set_policy(self, by: Actor, policy: FourEyes) -> FourEyes | Refusal:
        """Chooses what needs a second person."""
        done: FourEyes | Refusal = await self._run(self._office.set_policy, by, policy)
        return done

    async def approve(self, by: Actor, number: int) -> Approval | Refusal:
        """Confirms the request of another person, and carries it out."""
        done: Approval | Refusal = await self._run(self._office.approve, by, number)
        return done

    async def deny(self, by: Actor, number: int, reason: str = "") -> Approval | Refusal:
        """Drops a request."""
        done: Approval | Refusal = await self._run(self._office.deny, by, number, reason)
        return done

    # --- cage and pit ------------------------------------------------------------------------------------------------

    async def open_day(self, by: Actor, day: str, shift: str = "first") -> Day | Refusal:
        """Opens a gaming day with its first shift."""
        done: Day | Refusal = await self._run(self._floor.open_day, by, day, shift)
        return done

    async def begin_shift(self, by: Actor, shift: str) -> Day | Refusal:
        """Begins the next shift of the open day."""
        done: Day | Refusal = await self._run(self._floor.begin_shift, by, shift)
        return done

    async def close_day(self, by: Actor) -> Day | Refusal:
        """Closes the open day, signed."""
        done: Day | Refusal = await self._run(self._floor.close_day, by)
        return done

    async def count_float(self, by: Actor, table: str, when: str, pieces: Pieces, reason: str = "") -> Day | Refusal:
        """Counts the float of a table."""
        await self._registry.get(table)
        done: Day | Refusal = await self._run(self._floor.count_float, by, table, when, pieces, reason)
        if isinstance(done, Day):
            act, seq = done.counts[-1].act, done.counts[-1].note.seq
            assert isinstance(act, FloatCounted)
            self._registry.move_float(seq, {bank(table): act.counted - act.expected})
        return done

    async def fill(self, by: Actor, table: str, pieces: Pieces, reason: str = "") -> Slip | Refusal:
        """Moves chips from the cage to a table, on a numbered slip."""
        return await self._slip(self._floor.fill, by, table, pieces, reason)

    async def credit(self, by: Actor, table: str, pieces: Pieces, reason: str = "") -> Slip | Refusal:
        """Moves chips from a table to the cage, on a numbered slip."""
        return await self._slip(self._floor.credit, by, table, pieces, reason)

    async def _slip(self, work: Callable[..., Slip | Refusal], by: Actor, table: str, *rest: Any) -> Slip | Refusal:
        await self._registry.get(table)  # so that its balance is in memory before the float changes
        done: Slip | Refusal = await self._run(work, by, table, *rest)
        if isinstance(done, Slip):
            amount = done.act.amount
            self._registry.move_float(done.note.seq, {bank(table): amount if done.kind == "fill" else -amount})
        return done

    async def take_cash(self, by: Actor, table: str, name: str, amount: int) -> int | Refusal:
        """Takes cash of a player at a table into the drop box; returns the new balance of the wallet."""
        done: int | Refusal = await self._run(self._floor.take_cash, by, table, name, amount)
        return done

    async def count_drop(self, by: Actor, table: str, pieces: Pieces, reason: str = "") -> Day | Refusal:
        """Counts the drop box of a table."""
        done: Day | Refusal = await self._run(self._floor.count_drop, by, table, pieces, reason)
        return done

    async def uncounted_cash(self, table: str) -> int:
        """Returns the cash in the drop box of a table since its last count in the open day."""
        day = self.book.day
        return 0 if day is None else await self._database.read_history(uncounted_cash, self.book, day, table)

    async def figures(self, day: Day) -> DayFigures:
        """Returns the figures of a day, so far where it is open."""
        return await self._database.read_history(day_figures, self.book, day)

    # --- dealer school -----------------------------------------------------------------------------------------------

    async def set_drill(self, by: Actor, trainee: str, plan: dict[str, Any]) -> DrillRecord | Refusal:
        """Sets a drill for a trainee, by a plan that the school has checked."""
        done: DrillRecord | Refusal = await self._run(self._school.set_drill, by, trainee, plan)
        return done

    async def answer_drill(self, by: Actor, number: int, step: int, line: str) -> DrillRecord | Refusal:
        """Stores the trainee's answer to a step; a step that was answered already is refused."""
        done: DrillRecord | Refusal = await self._run(self._school.answer_drill, by, number, step, line)
        return done

    async def _run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        done = await self._database.run_exclusive(work, *arguments)
        if not isinstance(done, Refusal):
            await self.refresh()
            await self._balances.refresh_house()
        return done


def _tightened(terms: Terms, by: Actor, changes: dict[str, int]) -> Terms | Refusal:
    for name, value in changes.items():
        now = getattr(terms, name)
        if name == "excluded":
            looser = now == FOR_GOOD or (value != FOR_GOOD and value < now)
        else:
            looser = name != "reminder" and bool(now) and not 0 < value <= now
        if looser:
            return Refusal("looser", f"only an operator loosens a limit: {name} stays as it is")
    if changes.get("excluded"):
        changes = {**changes, "excluded_by": by.name}  # type: ignore[dict-item] # a name beside the numbers
    return replace(terms, **changes)
