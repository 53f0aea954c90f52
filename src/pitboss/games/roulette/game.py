"""Roulette as the registry knows it."""

from pitboss.games.registry import Game
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.bots import next_bot_move
from pitboss.games.roulette.conditions import RouletteFactTracker
from pitboss.games.roulette.describe import ROULETTE_SENTENCES
from pitboss.games.roulette.expectations import EXPECTATIONS
from pitboss.games.roulette.grammar import GRAMMAR
from pitboss.games.roulette.layout import round_results
from pitboss.games.roulette.live import RouletteTable
from pitboss.games.roulette.pit_writer import RoulettePitWriter
from pitboss.games.roulette.remedies import REMEDIES
from pitboss.games.roulette.replay import RoulettePlay, listed_wheel
from pitboss.games.roulette.showing import showing_seconds
from pitboss.games.roulette.view import RouletteCard, RouletteView
from pitboss.law.roulette_terms import ROULETTE_GROUNDS, RouletteTerms

GAME = Game(
    name="roulette",
    terms=RouletteTerms,
    remedies=REMEDIES,
    grounds=ROULETTE_GROUNDS,
    events=ev.Event,
    sentences=ROULETTE_SENTENCES,
    codec=RouletteTable.codec,
    table=RouletteTable,
    listed=listed_wheel,
    pit_writer=RoulettePitWriter,
    view=RouletteView,
    card=RouletteCard,
    round_ends=(ev.RoundEnded,),
    round_results=round_results,
    decisive=(
        ev.WagerPlaced,
        ev.WagerWithdrawn,
        ev.WagerCollected,
        ev.WagerPaid,
        ev.WagerAdjusted,
        ev.SpinVoided,
        ev.BallReturned,
    ),
    replay=RoulettePlay,
    grammar=GRAMMAR,
    expectations=EXPECTATIONS,
    bot_move=next_bot_move,
    showing=showing_seconds,
    citation_facts=RouletteFactTracker,
)
