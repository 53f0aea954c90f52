"""Punto banco as a `Game`: what ``pitboss`` finds in this folder, or by the entry point."""

from pitboss.games.live.views import BoardCard, BoardView
from pitboss.games.registry import Game

from . import events as ev
from .chance import listed_cards
from .exact import exact
from .live import PuntoTable
from .pit_writer import PuntoPitWriter
from .replay import PuntoPlay
from .simulation import simulation
from .terms import GROUNDS, PuntoTerms

GAME = Game(
    name="punto_banco",
    terms=PuntoTerms,
    grounds=GROUNDS,
    events=ev.PuntoEvent,
    sentences=ev.SENTENCES,
    codec=PuntoTable.codec,
    table=PuntoTable,
    pit_writer=PuntoPitWriter,
    listed=listed_cards,
    replay=PuntoPlay,
    view=BoardView,
    card=BoardCard,
    round_ends=(ev.CoupEnded,),
    decisive=(ev.BetSettled, ev.CoupDecided),
    exact=exact,
    simulation=simulation,
)
