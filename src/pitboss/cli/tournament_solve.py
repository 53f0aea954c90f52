"""``pitboss tournament solve``: the best wagers in the last rounds of a table."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer
from msgspec import Struct

from pitboss.cli import examples
from pitboss.cli.analysis_options import computing
from pitboss.cli.options import AsJson, BadUsage, Option, choices, error_exit, posted_limits
from pitboss.cli.tournament import command

if TYPE_CHECKING:
    from pitboss.analyse.tournament.last_round import LastRound, Solution, Values
    from pitboss.analyse.tournament.later_rounds import WagerGrid
    from pitboss.games.tournament.bots import Style
    from pitboss.games.tournament.rules import TournamentRules


PLAYS: Final = ("chart", "best")
MOST_ROUNDS: Final = 3
#: With best play of the hands, and before further rounds, fewer wagers are compared.
_BEST_WAGERS: Final = 21
_ASSUMPTIONS: Final = (
    "cards of infinite decks; a box is split once at most, split hands are not doubled, there is no insurance",
    "players with equal chips share what their places are worth, as if a play-off gave each the same chance",
)
_CHART: Final = "all play their hands by the best chart of the table, as far as their chips allow"
_BEST: Final = "both play their hands to be ahead, the lower box first, and see all cards on the table"


class Question(Struct, frozen=True):
    """A parsed call: the tournament's rules, the players, and how they play."""

    rules: Any
    last: Any
    play: Any
    step: int
    rounds: int
    best: bool


class _Terms(NamedTuple):
    """The options of a call that the players do not change."""

    first: int
    prizes: tuple[float, ...]
    play: str
    rounds: int
    step: str


@command.command(
    epilog=examples(
        "pitboss tournament solve --chips 1100,1000",
        "pitboss tournament solve --chips 1100,1000 --first 2 --play best",
        "pitboss tournament solve --chips 1100,1000,900 --places 2",
        "pitboss tournament solve --chips 1100,1000,900 --style 1=flat --style 3=all-in",
        "pitboss tournament solve --chips 1000,1000 --leads 0,20,50,100,200,300",
    )
)
def solve(  # noqa: PLR0917 # every option of a Typer command is an argument
    chips: Annotated[str, typer.Option(help="Chips of the two to four players, in the order of their boxes.")],
    first: Annotated[int, typer.Option(help="The player who bets first; the others follow.", min=1)] = 1,
    places: Annotated[int, typer.Option(help="How many places go on or win the same prize.", min=1)] = 1,
    prizes: Annotated[str, typer.Option(help="The prizes of the places instead, such as 300,150,50.")] = "",
    play: Annotated[str, typer.Option(help="chart, or best: two players play their hands to be ahead.")] = "chart",
    rounds: Annotated[int, typer.Option(help="Rounds left, this one included.", min=1, max=MOST_ROUNDS)] = 1,
    style: Annotated[
        list[str] | None,
        typer.Option(help="How a player bets: a style, an amount, or file.py:function; repeatable.", metavar="N=STYLE"),
    ] = None,
    leads: Annotated[str, typer.Option(help="Two players: a table of the best wagers for these leads.")] = "",
    step: Annotated[str, typer.Option(help="Compare wagers in steps of this.  [default: as small as possible]")] = "",
    rulebook: Annotated[
        str, typer.Option(help="The rulebook; blackjack rulebooks need -o tournament=true.", metavar="RULEBOOK")
    ] = "nz-tournament",
    option: Option = None,
    limits: Annotated[str, typer.Option(help="Minimum and maximum of a wager.")] = "10-500",
    as_json: AsJson = False,
) -> None:
    """Find the best wagers of the last rounds.

    Players bet in turn and see each other's chips.

    With --style for all players but one, the best response of that player. With --leads, a table to learn.
    """
    from pitboss.cli.tournament_solve_screen import show_leads, show_response, show_solution

    try:
        rules = _rules(rulebook, option, limits)
        with computing():
            terms = _Terms(first, _worth(prizes, places), play, rounds, step)
            asked = _question(rules, _amounts(chips), terms)
            if leads:
                if style:
                    raise BadUsage("--leads compares best play of both: leave --style out")
                found: Any = _by_lead(asked, _amounts(leads, least=0))
                show: Any = show_leads
            elif style:
                found, show = _response(asked, style), show_response
            else:
                found, show = _solution(asked), show_solution
    except (ValueError, OSError) as error:
        raise error_exit("tournament solve", error) from None
    data = {**_head(asked), **found}
    if as_json:
        typer.echo(json.dumps(data, indent=2))
    else:
        show(rules.law.title, data)


# --- parsing -------------------------------------------------------------------------------------------------------


def _rules(rulebook: str, option: list[str] | None, limits: str) -> "TournamentRules":
    from pitboss.cli.options import game_of
    from pitboss.games.tournament import tournament_rules
    from pitboss.law import Refusal, load_rulebook, resolve
    from pitboss.law.resolve import game_of as played

    game_of(rulebook)
    law = resolve(load_rulebook(rulebook), choices(option), posted_limits(limits))
    if isinstance(law, Refusal):
        raise BadUsage(str(law))
    if played(law) != "tournament":
        raise BadUsage(f"{rulebook} plays {played(law)} with these options, not a tournament")
    rules = tournament_rules(law)
    if isinstance(rules, Refusal):
        raise BadUsage(str(rules))
    return rules


def _amounts(text: str, *, least: int = 1) -> tuple[int, ...]:
    from pitboss.money import parse_amount

    try:
        found = tuple(parse_amount(word) if word.strip("0") else 0 for word in text.replace(" ", "").split(","))
    except ValueError:
        found = (-1,)
    if min(found) < least:
        raise BadUsage(f"'{text}' is not a list of amounts: write them with commas, such as 1100,1000")
    return found


def _worth(prizes: str, places: int) -> tuple[float, ...]:
    if not prizes:
        return (1.0,) * places
    if places > 1:
        raise BadUsage("--places and --prizes both say what the places are worth: write one of them")
    found = tuple(amount / 100 for amount in _amounts(prizes, least=0))
    if list(found) != sorted(found, reverse=True):
        raise BadUsage(f"'{prizes}': a later place cannot be worth more than an earlier one")
    return found


def _question(rules: "TournamentRules", held: tuple[int, ...], terms: "_Terms") -> Question:
    from pitboss.analyse.tournament.best_play import BestPlay
    from pitboss.analyse.tournament.chart_play import ChartPlay
    from pitboss.analyse.tournament.hand_ends import box_game
    from pitboss.analyse.tournament.last_round import MOST_PLAYERS, MOST_WAGERS
    from pitboss.analyse.tournament.later_rounds import MOST_WAGERS as FEW_WAGERS
    from pitboss.analyse.tournament.later_rounds import rounds_by_chart
    from pitboss.law.cite import clause_list

    first, prizes, play, rounds, step = terms
    if not 2 <= len(held) <= MOST_PLAYERS:
        raise BadUsage(f"{len(held)} players: the last rounds are solved for two to {MOST_PLAYERS}")
    if first > len(held):
        raise BadUsage(f"--first {first}: there are {len(held)} players")
    if len(prizes) > len(held):
        raise BadUsage(f"{len(prizes)} places for {len(held)} players")
    if play not in PLAYS:
        raise BadUsage(f"'{play}' is not a way to play: expected {' or '.join(PLAYS)}")
    if (play == "best" or rounds > 1) and len(held) > 2:
        raise BadUsage("--play best and --rounds are for two players")
    if play == "best" and rounds > 1:
        raise BadUsage("--rounds is for play by the chart")
    if sum(chips >= rules.law.limits.minimum for chips in held) < 2:
        clauses = clause_list(rules.cite("session_one_left"))
        raise BadUsage(f"fewer than two players can bet: the session has ended ({rules.law.rulebook} {clauses})")
    most = FEW_WAGERS if rounds > 1 else _BEST_WAGERS if play == "best" else MOST_WAGERS[len(held)]
    grid = _grid(rules, held, step, most)
    order = tuple((first - 1 + turn) % len(held) for turn in range(len(held)))
    last = _last_round(held, order, grid, prizes)
    box = box_game(rules.table)
    chosen = BestPlay(box) if play == "best" else rounds_by_chart(ChartPlay(box), grid, rounds)
    return Question(rules, last, chosen, grid.step, rounds, play == "best")


def _grid(rules: "TournamentRules", held: Sequence[int], step: str, most: int) -> "WagerGrid":
    from pitboss.analyse.tournament.advice import wager_grid

    try:
        return wager_grid(rules, held, most, _amounts(step)[0] if step else 0)
    except ValueError as error:
        raise BadUsage(f"--step {step}: {error}") from None


def _last_round(
    held: tuple[int, ...], order: tuple[int, ...], grid: "WagerGrid", prizes: tuple[float, ...]
) -> "LastRound":
    from pitboss.analyse.tournament.last_round import LastRound

    return LastRound(held, order, tuple(map(grid.of, held)), prizes)


def _styles(texts: Sequence[str], players: int) -> tuple[int, Mapping[int, "Style"]]:
    """Returns the player without a style, and the styles of the others."""
    from pitboss.cli.tournament_styles import bet_style

    found: dict[int, Style] = {}
    for text in texts:
        number, equals, style = text.partition("=")
        if not equals or not number.isdecimal() or not 1 <= int(number) <= players or int(number) - 1 in found:
            raise BadUsage(f"'{text}' is not the style of a further player: write 1=flat to {players}=all-in")
        found[int(number) - 1] = bet_style(style)
    free = [player for player in range(players) if player not in found]
    if len(free) != 1:
        raise BadUsage(f"{len(found)} styles for {players} players: leave one player free to respond")
    return free[0], found


# --- answers -------------------------------------------------------------------------------------------------------


def _head(asked: Question) -> dict[str, Any]:
    last = asked.last
    return {
        "rulebook": asked.rules.law.rulebook,
        "rounds": asked.rounds,
        "chips": [held / 100 for held in last.chips],
        "order": [player + 1 for player in last.order],
        "prizes": list(last.prizes),
        "step": asked.step / 100,
        "assumptions": [_BEST if asked.best else _CHART, *_ASSUMPTIONS],
    }


def _solution(asked: Question) -> dict[str, Any]:
    from pitboss.analyse.tournament.last_round import solve as solve_wagers

    return _solution_data(asked.last, solve_wagers(asked.last, asked.play))


def _solution_data(last: "LastRound", found: "Solution") -> dict[str, Any]:
    players = [
        {
            "player": player + 1,
            "chips": last.chips[player] / 100,
            "wager": found.wagers[player] / 100,
            "value": found.values[player],
            "wagers": {f"{wager / 100:g}": value for wager, value in found.choices[turn].items()},
        }
        for turn, player in enumerate(last.order)
    ]
    replies = [
        {"to": wager / 100, "wager": reply / 100, "value": value} for wager, (reply, value) in found.replies.items()
    ]
    return {"players": players, "replies": replies}


def _response(asked: Question, texts: Sequence[str]) -> dict[str, Any]:
    from pitboss.analyse.tournament.responses import respond

    player, styles = _styles(texts, len(asked.last.chips))
    worth = respond(asked.rules, asked.last, asked.play, player, styles)
    best = max(worth, key=worth.__getitem__)
    wagers = {f"{wager / 100:g}": value for wager, value in worth.items()}
    return {"player": player + 1, "wager": best / 100, "value": worth[best], "wagers": wagers}


def _by_lead(asked: Question, leads: Sequence[int]) -> dict[str, Any]:
    """Returns the best wagers of a leader and one behind, for each lead and for both orders of betting."""
    from pitboss.analyse.tournament.last_round import solve as solve_wagers

    if len(asked.last.chips) != 2 or asked.rounds > 1:
        raise BadUsage("--leads is for the last round of two players")
    behind, rows = asked.last.chips[1], []
    for lead in leads:
        held = behind + lead, behind
        row: dict[str, Any] = {"lead": lead / 100}
        grid = _grid(asked.rules, held, "", _BEST_WAGERS if asked.best else 61)
        for name, order in (("leader_first", (0, 1)), ("leader_last", (1, 0))):
            last = _last_round(held, order, grid, asked.last.prizes)
            found = solve_wagers(last, _play_of(asked))
            wagers = [wager / 100 for wager in found.wagers]
            row[name] = {"leader": wagers[0], "behind": wagers[1], "value": found.values[0]}
        rows.append(row)
    return {"leads": rows}


def _play_of(asked: Question) -> "Values":
    play: Values = asked.play
    return play
