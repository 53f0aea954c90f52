"""Blackjack as the registry knows it."""

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.bots import next_bot_move
from pitboss.games.blackjack.conditions import BlackjackFactTracker
from pitboss.games.blackjack.describe import BLACKJACK_SENTENCES
from pitboss.games.blackjack.expectations import EXPECTATIONS
from pitboss.games.blackjack.former_events import as_first_stored
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.blackjack.hidden_cards import HiddenCards
from pitboss.games.blackjack.irregularities.base import REMEDIES
from pitboss.games.blackjack.irregularities.modules import known_remedies
from pitboss.games.blackjack.lessons import BlackjackLessons
from pitboss.games.blackjack.listed_chance import listed_shoe
from pitboss.games.blackjack.live import BlackjackTable
from pitboss.games.blackjack.pit_writer import BlackjackPitWriter
from pitboss.games.blackjack.replay import BlackjackPlay
from pitboss.games.blackjack.replay_frames import Picture, replay_frames
from pitboss.games.blackjack.showing import showing_seconds
from pitboss.games.blackjack.view import BlackjackCard, BlackjackView
from pitboss.games.blackjack.visible_events import visible_blackjack_event
from pitboss.games.blackjack.wager_modules import play_names
from pitboss.games.blackjack.wagers.base import PLAYS
from pitboss.games.registry import Game
from pitboss.law.terms import BLACKJACK_GROUNDS, BlackjackTerms

GAME = Game(
    name="blackjack",
    terms=BlackjackTerms,
    grounds=BLACKJACK_GROUNDS,
    events=ev.Event,
    sentences=BLACKJACK_SENTENCES,
    visible=visible_blackjack_event,
    codec=BlackjackTable.codec,
    table=BlackjackTable,
    listed=listed_shoe,
    pit_writer=BlackjackPitWriter,
    view=BlackjackView,
    card=BlackjackCard,
    round_ends=(ev.RoundEnded,),
    raises={"double": "main"},
    decisive=(
        ev.BetPlaced,
        ev.BetsTakenBack,
        ev.WagerAdded,
        ev.WagerSettled,
        ev.WagerVoided,
        ev.WagerReopened,
        ev.HandSurrendered,
        ev.IrregularityMet,
        ev.RoundMisdealt,
        ev.RoundVoided,
        ev.PlayerWarned,
        ev.PlayerExcluded,
        ev.PrizeShown,
    ),
    replay=BlackjackPlay,
    grammar=GRAMMAR,
    expectations=EXPECTATIONS,
    remedies=REMEDIES,
    wager_plays=PLAYS.keys(),
    plays_of_rulebook=play_names,
    remedies_of_rulebook=known_remedies,
    hidden_cards=HiddenCards,
    as_first_stored=as_first_stored,
    citation_facts=BlackjackFactTracker,
    frames=replay_frames,
    frame=Picture,
    bot_move=next_bot_move,
    showing=showing_seconds,
    lessons=BlackjackLessons,
)
