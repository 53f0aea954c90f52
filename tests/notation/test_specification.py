"""The specified grammar is the parser's, and the conformance files have the results that they state."""

import json
from pathlib import Path

import pytest

from pitboss.docs.notation import GAMES, commands, ebnf, pattern
from pitboss.games.actors import HOUSE
from pitboss.law import load_rulebook
from pitboss.notation.run import run_file
from pitboss.pit import Does, MustBeRefused, parse_pit

HERE = Path(__file__).parent / "conformance"
EXPECTED = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
RULEBOOKS = Path(__file__).parents[2] / "src/pitboss/rulebooks"
RESULTS = {0: "passed", 1: "failed", 2: "error"}


def test_every_conformance_file_has_a_result() -> None:
    assert {file.stem for file in HERE.glob("*.pit")} == EXPECTED.keys()


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_reader_conforms(name: str) -> None:
    result = run_file(HERE / f"{name}.pit")
    assert (RESULTS[result.exit_code], result.line) == (EXPECTED[name]["result"], EXPECTED[name].get("line"))


@pytest.mark.parametrize("book", ["nz-blackjack", "tribal-blackjack", "nz-roulette"])
def test_the_grammar_has_every_line_of_the_cases(book: str) -> None:
    game = load_rulebook(book).about.game
    patterns = {house: [pattern(shape) for shape in commands(game, house=house)] for house in (False, True)}
    seen = 0
    for file in (RULEBOOKS / book / "cases").glob("*.pit"):
        for line in parse_pit(file.read_text(encoding="utf-8")).lines:
            if isinstance(line, Does | MustBeRefused):
                words = " ".join((line.act.verb, *line.act.words))
                seen += 1
                assert any(known.fullmatch(words) for known in patterns[line.act.actor == HOUSE]), (file.name, words)
    assert seen > 100


@pytest.mark.parametrize("words", ["bet 1", "bet one 10", "bet 1 10 pair", "hit", "hit 1 2", "double 1 x", "fold 1"])
def test_the_grammar_has_no_other_line(words: str) -> None:
    assert not any(pattern(shape).fullmatch(words) for shape in commands("blackjack", house=False))


@pytest.mark.parametrize("game", GAMES)
def test_every_command_has_a_production(game: str) -> None:
    for house in (False, True):
        for shape in commands(game, house=house):
            assert ebnf(shape).startswith(f"'{shape.split()[0]}'")
    assert ebnf("adjust PLAYER (RESULT|as POSITION)") == "'adjust' S player S (result | 'as' S position)"
