"""The kinds of irregularities of the package's rulebooks, by game."""

from pitboss.law import load_rulebook, rulebook_ids


def kinds_of(game: str) -> list[str]:
    """Every kind that a rulebook of the game has, sorted."""
    books = [load_rulebook(name) for name in rulebook_ids()]
    return sorted({kind for book in books if book.about.game == game for kind in book.irregularities})


BLACKJACK_KINDS = kinds_of("blackjack")
ROULETTE_KINDS = kinds_of("roulette")
