"""Tournaments as the registry knows them."""

from pitboss.games.blackjack import events as table_events
from pitboss.games.blackjack.commands import HOUSE
from pitboss.games.blackjack.expectations import EXPECTATIONS as TABLE_EXPECTATIONS
from pitboss.games.blackjack.former_events import as_first_stored
from pitboss.games.registry import Game
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.commands import CancelTournament
from pitboss.games.tournament.conditions import TournamentFactTracker
from pitboss.games.tournament.describe import TOURNAMENT_SENTENCES
from pitboss.games.tournament.director import fewest_players, is_finished, next_bot_move
from pitboss.games.tournament.expectations import EXPECTATIONS
from pitboss.games.tournament.finish import opening_warnings
from pitboss.games.tournament.grammar import GRAMMAR, HOUSE_VERBS
from pitboss.games.tournament.hidden_cards import TournamentHiddenCards
from pitboss.games.tournament.live import TournamentTables
from pitboss.games.tournament.pit_writer import TournamentPitWriter
from pitboss.games.tournament.remedies import REMEDIES
from pitboss.games.tournament.replay import TournamentPlay, listed_tables
from pitboss.games.tournament.showing import showing_seconds, table_of
from pitboss.games.tournament.view import TournamentCard, TournamentView
from pitboss.games.tournament.visible_events import visible_tournament_event
from pitboss.law.tournament_terms import TOURNAMENT_GROUNDS, TournamentTerms
from pitboss.pit import Does, MustBeRefused, PitFile


def has_director(file: PitFile) -> bool:
    """Whether a line of the file is a director's; without one the file is of a single table of the tournament."""
    return any(
        isinstance(line, Does | MustBeRefused) and line.act.actor == HOUSE and line.act.verb in HOUSE_VERBS
        for line in file.lines
    )


GAME = Game(
    name="tournament",
    terms=TournamentTerms,
    remedies=REMEDIES,
    grounds=TOURNAMENT_GROUNDS,
    events=ev.Event,
    sentences=TOURNAMENT_SENTENCES,
    visible=visible_tournament_event,
    codec=TournamentTables.codec,
    table=TournamentTables,
    listed=listed_tables,
    pit_writer=TournamentPitWriter,
    view=TournamentView,
    card=TournamentCard,
    decisive=(
        ev.EntryAccepted,
        ev.EntryRefused,
        ev.EntryWithdrawn,
        ev.FeeRefunded,
        ev.TournamentCancelled,
        ev.AlternateCalled,
        ev.PlayersAllocated,
        ev.PlayerLate,
        ev.WagerCorrected,
        ev.PlayerEliminated,
        ev.PlayerShort,
        ev.PlayerDisqualified,
        ev.SessionEnded,
        ev.ChipsReissued,
        ev.PlayoffDue,
        ev.QualifierTold,
        ev.QualifiersFixed,
        ev.PlaceTaken,
        ev.PrizePaid,
    ),
    round_ends=(table_events.RoundEnded, ev.RoundCounted),
    replay=TournamentPlay,
    grammar=GRAMMAR,
    expectations=(*EXPECTATIONS, *TABLE_EXPECTATIONS),
    citation_facts=TournamentFactTracker,
    hidden_cards=TournamentHiddenCards,
    warnings=opening_warnings,
    as_first_stored=as_first_stored,
    plays=has_director,
    bot_move=next_bot_move,
    fewest_players=fewest_players,
    finished=is_finished,
    abandon=CancelTournament(),
    showing=showing_seconds,
    table_of=table_of,
)
