"""The grammar of ``.pit`` files as EBNF (in the form of the XML specification), from the shapes of the commands."""

import re
from collections.abc import Iterator
from typing import Final

from pitboss.games.actors import HOUSE
from pitboss.games.grammar import shape_of
from pitboss.games.registry import find_game
from pitboss.pit import HEADER_KEYS, REPEATED

GAMES: Final = ("blackjack", "roulette", "tournament")
#: The pattern of every word in capitals that a shape has, as a regular expression.
WORDS: Final = {
    "AMOUNT": r"(\d+(\.\d{1,2})?|-)(/(\d+(\.\d{1,2})?|-))*",
    "BOX": r"\d{1,9}",
    "CHIPS": r"\d+(\.\d{1,2})?",
    "COLOUR": r"[a-z]+",
    "COUNT": r"\d{1,9}",
    "DEPTH": r"\d{1,9}",
    "DETAIL": r"[^\s#]+",
    "DUTY": r"[a-z_]+",
    "HAND": r"\d{1,9}",
    "KIND": r"[^\s#]+",
    "MAXIMUM": r"\d+(\.\d{1,2})?",
    "MINIMUM": r"\d+(\.\d{1,2})?",
    "MINUTES": r"\d{1,9}",
    "N": r"\d{1,9}",
    "NAME": r"[a-z][a-z0-9_]*",
    "NUMBER": r"\d{1,9}",
    "PLAYER": r"[a-z][a-z0-9_]*",
    "POSITION": r"[a-z_]+( [0-9-]+)?",
    "REASON": r"[^\s#]+( [^\s#]+)*",
    "RESULT": r"[+-]?\d+(\.\d{1,2})?",
    "ROLE": r"[a-z_]+",
    "ROUNDS": r"\d{1,9}",
    "VALUE": r"\d+(\.\d{1,2})?",
}
_TOKEN: Final = re.compile(r"[\[\]()]|[A-Z]+|…|\||\*|-|=|[a-z_]+| ")

FILE_RULES: Final = """\
file      ::= header* '---' comment? newline (play newline)*
header    ::= (key ':' value | nothing) comment? newline
play      ::= (act | refused | expects | nothing) comment?
act       ::= (table S)? actor ':' S? command
refused   ::= '!' S? act (S '@' (S clause)? (S 'not' (S clause)+)?)?
expects   ::= '?' S? ('not' S)? word (S word)*
key       ::= {keys}
            | ('cards' | 'reshuffle') '.' ('a' | 'b' | table)
actor     ::= 'house' | name
name      ::= [a-z] [a-z0-9_]*
table     ::= 't' [1-9] [0-9]?
card      ::= [A2-9TJQK] [shdc]
clause    ::= word (S '"' [^"]+ '"')?
comment   ::= S? '#' [^#xA]*
word      ::= [^#x20#x9#xA#]+
nothing   ::= S?
S         ::= [#x20#x9]+"""


def productions(shape: str) -> Iterator[str]:
    """Yields the tokens of a shape; raises ValueError for a sign that it may not have."""
    place = 0
    for found in _TOKEN.finditer(shape):
        if found.start() != place:
            break
        place = found.end()
        yield found[0]
    if place != len(shape):
        raise ValueError(f"'{shape[place:]}' of '{shape}' has no form in the grammar")


def ebnf(shape: str) -> str:
    """Returns the right side of the production of a command."""
    words = []
    for word in _words(shape):
        optional = word.startswith("[")
        inner = word.strip("[]")
        many = inner.endswith(" …")
        text = " S ".join(_alternatives(part) for part in inner.removesuffix(" …").split(" "))
        if word.startswith("("):
            text = f"({' | '.join(ebnf(each) for each in word.strip('()').split('|'))})"
        if many:
            text = f"{text} (S {text})*"
        words.append(f"(S {text})?" if optional else text)
    return " S ".join(words).replace(" S (S ", " (S ")


def pattern(shape: str) -> re.Pattern[str]:
    """Returns the pattern of the lines of a command."""
    text = ""
    for word in _words(shape):
        optional = word.startswith("[")
        inner = word.strip("[]")
        many = inner.endswith(" …")
        one = " ".join(_alternatives_pattern(part) for part in inner.removesuffix(" …").split(" "))
        if word.startswith("("):
            one = f"({'|'.join(pattern(each).pattern for each in word.strip('()').split('|'))})"
        one = f"{one}( {one})*" if many else one
        space = " " if text else ""
        text += f"({space}{one})?" if optional else f"{space}{one}"
    return re.compile(text)


def _words(shape: str) -> list[str]:
    """Splits a shape at its spaces; what is in brackets, and a word with the repetition after it, stay together."""
    "".join(productions(shape))
    return re.findall(r"\[[^\]]*\]|\([^)]*\)|[^ \[]+ …|[^ \[]+", shape)


def _alternatives(word: str) -> str:
    key, equals, value = word.partition("=")
    if equals and key.islower():
        return f"'{key}=' {_grouped(value)}"
    return _grouped(word)


def _grouped(word: str) -> str:
    found = [" ".join(_terminal(token) for token in productions(each)) for each in word.split("|")]
    return found[0] if len(found) == 1 else f"({' | '.join(found)})"


def _terminal(token: str) -> str:
    return token.lower() if token in WORDS else f"'{token}'"


def _alternatives_pattern(word: str) -> str:
    key, equals, value = word.partition("=")
    if equals and key.islower():
        return f"{key}={_alternatives_pattern(value)}"
    each = [
        "".join(f"({WORDS[token]})" if token in WORDS else re.escape(token) for token in productions(one))
        for one in word.split("|")
    ]
    return f"({'|'.join(each)})"


def commands(game: str, *, house: bool) -> list[str]:
    """Returns the shapes of the lines of a game, sorted."""
    found = find_game(game).grammar.commands_of_file(house=house)
    return sorted(dict.fromkeys(shape_of(kind) for kinds in found.values() for kind in kinds))


def notation_page() -> str:
    """Returns the specification of the notation."""
    keys = " | ".join(f"'{key}'" for key in HEADER_KEYS)
    parts = [
        "# The `.pit` notation, specified",
        "What each line means is in [the `.pit` notation](../how-to/notation.md); this page has its grammar, the "
        "errors and the conformance files. The form of EBNF is that of the XML specification; `S` is white space.",
        "## A file",
        "UTF-8, with or without a byte order mark. `#` starts a comment anywhere. White space at the ends of a line "
        "and its amount between words mean nothing.",
        f"```text\n{FILE_RULES.format(keys=keys)}\n```",
        f"These keys may be given several times: {', '.join(f'`{key}`' for key in sorted(REPEATED))}. A file whose "
        "table must be refused (`refused`) has no play.",
        "## Words",
        "```text\n" + "\n".join(f"{name.lower():<9} ::= /{text}/" for name, text in WORDS.items()) + "\n```",
        "A regular expression between slashes matches the whole word.",
    ]
    for game in GAMES:
        parts.append(f"## The commands of {game}")
        for house, who in ((False, "player"), (True, HOUSE)):
            lines = [ebnf(shape) for shape in commands(game, house=house)]
            head = f"{who:<6} ::= "
            parts.append("```text\n" + head + "\n         | ".join(lines) + "\n```")
    parts += [
        "A player of a tournament need not name the box.",
        "## Errors and failures",
        "A reader reports an error, with the number of the line, and plays nothing further: for a line that fits no "
        "production, an unknown rulebook, an option that the rulebook does not have or allow, a card that the decks do "
        "not hold so often, a card drawn past the listed ones, a clause that the rulebook does not have. It reports a "
        "failure where a line of play is refused, a line with `!` is allowed or refused on other clauses, or an "
        "expectation does not hold; the first failure ends the file.",
        "## Versions",
        "The notation has the version of the package. Files of an earlier release stay valid and keep their meaning; "
        "new verbs, keys and expectations may be added. A verb that is renamed keeps its old name for reading.",
        "## Conformance",
        "`tests/notation/conformance` has files with the result that a reader must report, in `expected.json`: "
        "`passed`, `failed` or `error`, with the line. The cases of the rulebooks (`src/pitboss/rulebooks/*/cases`) "
        "must all pass.",
    ]
    return "\n\n".join(parts)
