"""The play of a roulette drill: chips by colour, spins and numbers from a seed, stopped at each spin and payment."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from pitboss.games.describe import tell
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette import layout_of
from pitboss.games.roulette.drawing import draw_table
from pitboss.games.roulette.floor import COLOURS, seat_name
from pitboss.games.roulette.layout import Position, RouletteRules
from pitboss.games.roulette.live import RouletteTable
from pitboss.games.roulette.state import Stage
from pitboss.games.wording import in_words
from pitboss.law import Refusal
from pitboss.money import amount_text
from pitboss.school.beats import SUPERVISOR, Beat
from pitboss.school.observations import HARMLESS_AT_A_WHEEL, SPIN
from pitboss.school.payments import PaymentTask
from pitboss.school.plan import REPORT, DrillPlan

#: The value of a chip, in cents, where the limits set no step; how many wagers a player lays, and chips on each.
_CHIP: Final = 500
_WAGERS, _CHIPS = 3, 4
#: How often the number is one that wins a wager.
_WINS: Final = 0.9
_SILENT: Final = (ev.WagerPaid, ev.WagerCollected, ev.WagerTakenUp)
_PLAYER: Final = re.compile(r"\bcolour_([a-z]+)\b")


class RouletteScript:
    """Plays a wheel: the chips, the numbers and the moments come from the seed of the plan."""

    harmless: Final[Sequence[str]] = HARMLESS_AT_A_WHEEL

    def __init__(self, table: RouletteTable, plan: DrillPlan) -> None:
        self.table = table
        self.random = Random(plan.seed)
        self._plan = plan
        self._sentences: list[str] = []
        self._paid: list[ev.WagerPaid] = []

    def take_sentences(self) -> tuple[str, ...]:
        """Returns what happened since the last call."""
        taken, self._sentences = tuple(map(self.about_players, self._sentences)), []
        return taken

    @staticmethod
    def about_players(sentence: str) -> str:
        """Returns a sentence that names anonymous players by their colours."""
        return _PLAYER.sub(r"\1", sentence)

    def picture(self) -> str:
        """Returns the table as SVG."""
        return draw_table(self.table.rules, self.table.state).svg("the table")

    def preview(self, report: str) -> tuple[Any, ...] | Refusal:
        """Returns the events that a report would bring."""
        return self.table.preview(SUPERVISOR, _call(report))

    def report(self, report: str) -> None:
        """Reports an irregularity: the spin is void, and the ball is spun again."""
        self._do(cmd.CallNoSpin(reason=report.removeprefix(f"{REPORT} ").split()[0]))

    def beats(self) -> Iterator[Beat]:
        """Yields the beats of all spins."""
        for number in range(1, self._plan.rounds + 1):
            self._bet()
            while self.table.state.stage == Stage.BETTING:
                self._do(cmd.CallNoMoreBets())
                yield Beat(number, SPIN)
            self._paid = []
            self._do(cmd.EnterNumber(number=self._number()))
            yield Beat(number, "", settled=True)

    def payments(self) -> list[PaymentTask]:
        """Returns the payments of the last spin: its winners, for the losers were collected before."""
        return [_task(self.table.rules, self.table.state.number, event, self._staked(event)) for event in self._paid]

    # --- one spin ------------------------------------------------------------------------------------------------

    def _bet(self) -> None:
        rules = self.table.rules
        value = rules.limits.step or _CHIP
        for colour in list(COLOURS.values())[: self._plan.boxes]:
            player = seat_name(colour)
            if colour not in self.table.state.colours:
                self._do(cmd.GiveChips(who=player, colour=colour, value=value))
            least = -(-self.table.state.minimum // value)
            for position in self.random.sample(list(layout_of(rules)), _WAGERS):
                count = least + self.random.randint(0, _CHIPS)
                wager = cmd.PlaceWager(
                    player=player, kind=position.kind, place=position.place, amount=0, colour=colour, count=count
                )
                self._note(self.table.do(wager, SUPERVISOR, strict=False))  # one that the layout refuses is not laid

    def _number(self) -> int:
        """Returns the number of the spin, mostly one that wins a wager."""
        layout, wagers = layout_of(self.table.rules), self.table.state.wagers
        winning = [number for wager in wagers for number in layout.at(wager.kind, wager.place).numbers]
        inside = [number for wager in wagers for number in _inside(layout.at(wager.kind, wager.place))]
        if winning and self.random.random() < _WINS:
            return int(self.random.choice(inside or winning))
        return int(self.random.choice(self.table.rules.terms.wheel))

    def _staked(self, event: ev.WagerPaid) -> int:
        found = self.table.state.result_of(event.player, event.kind, event.place)
        assert found is not None
        return int(found.amount)

    def _do(self, command: cmd.Command) -> None:
        done = self._note(self.table.do(command, SUPERVISOR, strict=False))
        assert not isinstance(done, Refusal), done

    def _note(self, done: tuple[Any, ...] | Refusal) -> tuple[Any, ...] | Refusal:
        """Keeps the sentences of a command and what it paid."""
        for event in () if isinstance(done, Refusal) else done:
            if isinstance(event, ev.WagerPaid):
                self._paid.append(event)
            elif isinstance(event, ev.Event) and type(event) not in _SILENT and (sentence := tell(event)):
                self._sentences.append(sentence)
        return done


def _call(report: str) -> str:
    """Returns the line of the table for a report: at a wheel a fault voids the spin."""
    return f"{cmd.CallNoSpin.verb} {report.removeprefix(f'{REPORT} ')}"


def _inside(position: Position) -> tuple[int, ...]:
    """Returns the numbers of a position of few numbers, whose odds a dealer must know."""
    return position.numbers if len(position.numbers) <= 6 else ()  # a six line is the widest


def _task(rules: RouletteRules, number: int, event: ev.WagerPaid, staked: int) -> PaymentTask:
    where = f"{in_words(event.kind)} {event.place}".rstrip()
    says = f"{RouletteScript.about_players(event.player)}: {amount_text(staked)} on {where}. The number is {number}."
    kinds = {position.kind for position in layout_of(rules)}
    odds = [rules.terms.odds(kind) for kind in sorted(kinds)]
    likely = {staked * each.pays // each.to for each in odds} | {event.net + staked}
    near = sorted(likely - {event.net}, key=lambda cents: (abs(cents - event.net), cents))
    return PaymentTask(says, staked, event.net, (event,), tuple(near[:3]))
