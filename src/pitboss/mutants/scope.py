"""Which source files a clause can decide, and which clauses each function rests on."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from pitboss.games.blackjack.frequent import FREQUENT_GROUNDS, SETTLED_GROUNDS
from pitboss.law import load_rulebook
from pitboss.law.cite import Clauses, merge_clauses
from pitboss.law.clause_ledger import clause_uses
from pitboss.mutants.code import PACKAGE, SourceFile

#: Files of a game that no clause decides and no case runs, with the reason.
OUTSIDE: Mapping[str, str] = {
    "live.py": "live tables: commands of people, roles and deadlines",
    "live/": "live tables: commands of people, roles and deadlines",
    "table_commands.py": "live tables: commands of people, roles and deadlines",
    "view.py": "what a viewer sees",
    "view_cache.py": "what a viewer sees",
    "visible_events.py": "what a viewer sees",
    "hidden_cards.py": "what a viewer sees",
    "replay_frames.py": "what a viewer sees",
    "outcome_entry.py": "what a viewer sees",
    "phrases.py": "sentences for people",
    "describe.py": "sentences for people",
    "wording.py": "sentences for people",
    "shorthand.py": "what a person may type for a command",
    "partial_amounts.py": "what a person may type for a command",
    "pit_writer.py": "the log of a table as a file",
    "fair_shoe.py": "chance from committed seeds",
    "fair_wheel.py": "chance from committed seeds",
    "entered_shoe.py": "cards that a dealer enters",
    "deadlines.py": "whom a live table waits for",
    "cash.py": "movements of a house's ledger",
    "roles.py": "who may give a command at a live table",
    "bots.py": "players of a practice table",
    "director.py": "players of a practice tournament",
    "draws.py": "fairness records of a log",
    "conditions.py": "facts for the checker of citations; tests/citations proves them",
    "facts.py": "facts for the checker of citations; tests/citations proves them",
    "dealer_facts.py": "facts for the checker of citations; tests/citations proves them",
    "bet_facts.py": "facts for the checker of citations; tests/citations proves them",
    "refusal_facts.py": "facts for the checker of citations; tests/citations proves them",
    "subject_facts.py": "facts for the checker of citations; tests/citations proves them",
    "remedy_facts.py": "facts for the checker of citations; tests/citations proves them",
    "bonus.py": "bonuses of shorthand rules, which no document has; tests/agreement proves them",
    "floor.py": "floor tables: what a dealer types for players without an account",
    "live_events.py": "events that only live tables have",
    "personal_view.py": "what a viewer sees",
    "public_view.py": "what a viewer sees",
    "seen_cards.py": "what a viewer sees",
    "drawing.py": "pictures of a table",
    "picture.py": "pictures of a table",
    "showing.py": "how long a page shows events",
    "verbs.py": "methods of a table for programs",
    "words.py": "reading and printing a line of the notation",
    "discovery.py": "games from outside the package",
    "wager_modules.py": "side wagers from outside the package",
    "irregularities/modules.py": "remedies from outside the package",
    "outside_code.py": "code from outside the package",
    "payouts.py": "corrections at live tables",
    "actions.py": "amounts and actions that are proposed to a player",
    "allowed.py": "amounts and actions that are proposed to a player",
    "legal.py": "amounts and actions that are proposed to a player",
    "finish.py": "warnings before a tournament that could not be finished",
    "confirm.py": "warnings before a tournament that could not be finished",
    "parts.py": "reading and printing a line of the notation",
    "grammar.py": "reading and printing a line of the notation",
    "expectations.py": "what a line of a file expects",
    "listed_chance.py": "the headers of a file",
    "card_headers.py": "the headers of a file",
    "header.py": "the headers of a file",
    "replay.py": "playing a file",
    "codec.py": "storage of events",
    "former_events.py": "storage of events",
    "shoes.py": "shoes of live tournament tables",
    "event_names.py": "reading and printing a line of the notation",
    "values.py": "reading and printing a line of the notation",
    "fold.py": "the state of a table from its log",
    "shoe_source.py": "the shoe of a live table",
    "lessons.py": "the decisions of a player, for training",
    "registry.py": "the list of games",
}

_COPY = "the functional form of the engine, on a copy of the state; tests/properties prove it"
_AWAITED = "a card that a dealer has yet to enter at a live table"
_AT_IMPORT = "runs once, as its module is imported; nothing works without it"
_WORDS = "sentences for people"

#: Functions of the other files that no clause decides and no case runs, with the reason.
OUTSIDE_FUNCTIONS: Mapping[str, str] = {
    "games/blackjack/amounts.py not_in_chips": _WORDS,
    "games/blackjack/amounts.py would_do": _WORDS,
    "games/blackjack/betting.py _spots_text": _WORDS,
    "games/blackjack/decide.py decide": _COPY,
    "games/blackjack/decide.py resume": _AWAITED,
    "games/blackjack/turn.py _turn_text": _WORDS,
    "games/blackjack/evolve/__init__.py evolve": _COPY,
    "games/blackjack/evolve/base.py register_change.register": _AT_IMPORT,
    "games/blackjack/house.py check_join": "who comes to a live table, with what money",
    "games/blackjack/irregularities/base.py _places": _WORDS,
    "games/blackjack/irregularities/base.py remedy.register": _AT_IMPORT,
    "games/blackjack/prizes.py prize_awards": "the chances of a prize, for live tables, simulation and analysis",
    "games/blackjack/state.py on_table": "the money on the table, for audits",
    "games/blackjack/wagers/base.py plays.register": _AT_IMPORT,
    "games/commands.py actor": "the log of a live table",
    "games/roulette/betting.py check_join": "who comes to a live table, with what money",
    "games/roulette/decide.py decide": _COPY,
    "games/roulette/evolve.py evolve": _COPY,
    "games/roulette/evolve.py _on.register": _AT_IMPORT,
    "games/roulette/layout.py __contains__": "lookups by views and analysis",
    "games/roulette/layout.py __str__": _WORDS,
    "games/roulette/layout.py near": _WORDS,
    "games/roulette/layout.py near.distance": _WORDS,
    "games/tournament/decide.py decide": _COPY,
    "games/tournament/decide.py resume": _AWAITED,
    "games/tournament/evolve.py apply": _COPY,
    "games/tournament/evolve.py evolve": _COPY,
    "games/tournament/evolve.py fold": _COPY,
    "games/tournament/evolve.py _on.register": _AT_IMPORT,
}

#: Functions that cite clauses which the state keeps since a report, by the name of the remedy.
KEPT_CLAUSES: Mapping[str, str] = {
    "games/blackjack/dealer.py _burn_exposed": "offered_to_the_players",
    "games/blackjack/dealer.py _burn_overdrawn": "dealer_card_burned",
    "games/blackjack/evolve/round.py _exposed_card_used": "offered_to_the_players",
}


def outside_reason(file: str) -> str:
    """Returns why a file is outside the mutation run; empty for one inside."""
    inside = file.removeprefix("games/").partition("/")[2] or file.removeprefix("games/")
    for ending, reason in OUTSIDE.items():
        if inside == ending or (ending.endswith("/") and file.startswith(f"games/{ending}")):
            return reason
    return ""


def game_files() -> tuple[str, ...]:
    """Returns the source files of the games inside the mutation run."""
    files = (path.relative_to(PACKAGE).as_posix() for path in sorted((PACKAGE / "games").rglob("*.py")))
    return tuple(file for file in files if not outside_reason(file))


class FunctionClauses:
    """The clauses of the rules that each function names, by rulebook."""

    def __init__(self, rulebooks: Iterable[str]) -> None:
        self.rules: dict[str, dict[str, Clauses]] = {}
        self.games: dict[str, str] = {}
        for name in rulebooks:
            book = load_rulebook(name)
            named: dict[str, Clauses] = {}
            for use in clause_uses(book):
                for word in (*use.names, use.name):
                    named[word] = merge_clauses(named.get(word, ()), use.clauses)
            self.rules[name] = named
            self.games[name] = book.about.game

    def of(self, source: SourceFile) -> dict[tuple[str, int], dict[str, Clauses]]:
        """Returns the clauses by rulebook for each function of the file, by name and line."""
        shared = _shared_names(source.tree)
        return {
            (function.name, function.lineno): self._clauses(_all_names(function, shared) | _kept(source, function))
            for function in ast.walk(source.tree)
            if isinstance(function, ast.FunctionDef)
        }

    def _clauses(self, names: set[str]) -> dict[str, Clauses]:
        found = {
            rulebook: merge_clauses(*(rules[name] for name in sorted(names) if name in rules))
            for rulebook, rules in self.rules.items()
        }
        return {rulebook: clauses for rulebook, clauses in found.items() if clauses}


def _shared_names(module: ast.Module) -> dict[str, set[str]]:
    """Returns the words that rules are named by in the module's constants and in its functions that choose grounds."""
    shared: dict[str, set[str]] = {}
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            words = {part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)}
            texts = {word for word in words if isinstance(word, str)}
            shared.update({target.id: texts for target in targets if isinstance(target, ast.Name)})
        elif isinstance(node, ast.FunctionDef) and "ground" in node.name:
            shared[node.name] = set(_names(node))
    return shared


def _kept(source: SourceFile, function: ast.FunctionDef) -> set[str]:
    name = KEPT_CLAUSES.get(f"{source.file} {function.name}")
    return set() if name is None else {name}


def _all_names(function: ast.FunctionDef, shared: Mapping[str, set[str]]) -> set[str]:
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    return set(_names(function)).union(*(shared[name] for name in used & shared.keys()))


def _names(function: ast.FunctionDef) -> Iterator[str]:
    """Yields the words by which a function can name a rule: texts, settings read from the terms, and its own name."""
    yield function.name
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute | ast.Name):
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id
            if owner == "terms":
                yield node.attr
            elif owner == "frequent":
                yield from FREQUENT_GROUNDS.get(node.attr, tuple(SETTLED_GROUNDS))
