"""Driver that plays random legal tournaments for the property tests."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from hypothesis import strategies as st

from pitboss.games.blackjack.chance import Chance
from pitboss.games.tournament import State, TournamentRules, act, open_tournament, refusal_of, tournament_rules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.bots import STYLES, entries, next_command
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.tables.chance import ShuffledShoe

TOURNAMENT = "nz-tournament"
NAMES = tuple(f"p{number}" for number in range(1, 29))


def rules_with(limits: Limits | None = None, /, **options: str) -> TournamentRules:
    """The rules of a tournament with these options."""
    law = resolve(load_rulebook(TOURNAMENT), options, limits or Limits(10_00, 100_00))
    assert not isinstance(law, Refusal), str(law)
    rules = tournament_rules(law)
    assert not isinstance(rules, Refusal)
    return rules


@dataclass
class TournamentDriver:
    """A tournament in progress: its rules, players, state and events."""

    rules: TournamentRules
    players: tuple[str, ...]
    seed: int
    #: Callback after every command.
    watch: Callable[["TournamentDriver"], None] = lambda driver: None
    state: State = field(init=False)
    events: list[ev.Event] = field(init=False)

    def __post_init__(self) -> None:
        self.state, self.events = open_tournament(self.rules)
        self.shoes: dict[int, Chance] = {}
        names = list(STYLES)
        self.styles = {player: STYLES[names[seat % len(names)]] for seat, player in enumerate(self.players)}
        self.random = random.Random(self.seed)

    def chance(self, table: int) -> Chance:
        """Returns the seeded shoe of a table."""
        if table not in self.shoes:
            self.shoes[table] = ShuffledShoe(self.rules.table, self.seed * 100 + table)
        return self.shoes[table]

    def does(self, command: cmd.Command) -> list[ev.Event] | Refusal:
        """Apply a command and run the callback."""
        done = act(self.rules, self.state, command, self.chance)
        if not isinstance(done, Refusal):
            self.events += done
        self.watch(self)
        return done

    def commands(self) -> Iterator[cmd.Command]:
        """Yield the commands of all players, and now and then one of the director."""
        yield from entries(name for name in self.players if name not in self.state.players)
        while True:
            extra = self._director()
            if extra is not None and refusal_of(self.rules, self.state, extra) is None:
                yield extra
            command = next_command(self.rules, self.state, self.styles)
            if command is None:
                return
            yield command

    def _director(self) -> cmd.Command | None:
        throw = self.random.random()
        if throw < 0.004:
            reason = self.random.choice(("rules", "concealed_chips", "no_wager"))
            return cmd.Disqualify(player=self.random.choice(self.players), reason=reason)
        return cmd.ReissueChips(amount=self.rules.terms.chips // 2) if throw > 0.5 else None

    def play(self) -> "TournamentDriver":
        """Play until the tournament is over or cannot continue."""
        for command in self.commands():
            if isinstance(self.does(command), Refusal):
                break
        return self


@st.composite
def tournament_setups(draw: st.DrawFn) -> tuple[TournamentRules, tuple[str, ...], int]:
    """Strategy for legal tournaments: rules, players and a seed."""
    fee, count = draw(st.sampled_from((0, 10, 25))), draw(st.sampled_from((4, 5, 7, 8, 12, 16)))
    weights = draw(st.lists(st.integers(1, 9), max_size=5))
    options: dict[str, str] = {
        "entry_fee": str(fee),
        "chips": str(draw(st.sampled_from((20, 50, 200)))),
        "chip_issue": draw(st.sampled_from(("gratuitous", "face_value"))),
        "session": draw(st.sampled_from(("rounds:1", "rounds:4", "shoes:1"))),
        "playoff": draw(st.sampled_from(("rounds:1", "rounds:2"))),
        "advance": draw(st.sampled_from(("2", "3"))),
        "contribution": "0",
    }
    if weights:
        prizes = sorted((weight * 7 + fee * count for weight in weights), reverse=True)
        options |= {"prizes": ",".join(map(str, prizes)), "contribution": str(sum(prizes) - fee * count)}
    return rules_with(**options), NAMES[:count], draw(st.integers(0, 10_000))
