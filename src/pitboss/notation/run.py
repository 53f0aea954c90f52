"""Finds and replays ``.pit`` files on disk."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pitboss.games.describe import tell, tell_refused, tell_step
from pitboss.games.events import event_name, inner_event
from pitboss.games.registry import find_game
from pitboss.law.cite import clause_list
from pitboss.law.resolve import game_of
from pitboss.notation.facts import Grounds, GroundsReader
from pitboss.notation.replay import Outcome, RefusedLine, Step, replay
from pitboss.pit import PitError, parse_pit


class Result(Struct, frozen=True):
    """The result of one file."""

    file: str
    passed: bool
    exit_code: int = 0
    line: int | None = None
    expected: str | None = None
    got: str | None = None
    story: tuple[str, ...] = ()
    rulebook: str = ""
    #: Every clause that an event or a refusal cites, in order of first use.
    cited: tuple[str, ...] = ()
    #: Every event and refusal as data.
    events: tuple[dict[str, Any], ...] = ()

    @property
    def complaint(self) -> str:
        """Returns ``FILE:LINE: expected …, got …`` or ``FILE:LINE: MESSAGE``."""
        if self.exit_code == 2:  # the exit code of the command
            return f"{self.file}:{self.line}: {self.got}"
        return f"{self.file}:{self.line}: expected {self.expected}, got {self.got}"


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yields files unchanged, and for folders the .pit files below them."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*.pit") if not file.is_dir())
        else:
            yield path


def run_file(path: Path, *, check_citations: bool = False, facts: bool = False) -> Result:
    """Replays one file; if asked, checks its citations, and collects its events with the facts that they rest on."""
    try:
        file = parse_pit(path.read_text(encoding="utf-8-sig"))
        outcome = replay(file, check_citations=check_citations)
    except PitError as error:
        return Result(str(path), False, 2, error.line, None, error.message)
    except (OSError, UnicodeDecodeError) as error:
        return Result(str(path), False, 2, 0, None, f"cannot be read: {error}")
    rules = outcome.rules
    warnings = find_game(game_of(rules)).warnings(rules) if rules is not None else ()
    story = (
        *(f"warning: {warning}" for warning in warnings),
        *(line for entry in _entries(outcome) for line in _story_of(entry)),
    )
    events = tuple(_event_rows(outcome)) if facts else ()
    cited = tuple(dict.fromkeys(clause for entry in _entries(outcome) for clause in _clauses_of(entry)))
    result = Result(str(path), True, story=story, rulebook=file.header("rulebook"), cited=cited, events=events)
    if outcome.passed:
        return result
    failure = outcome.failures[0]
    return replace(result, passed=False, exit_code=1, line=failure.line, expected=failure.expected, got=failure.got)


def _entries(outcome: Outcome) -> list[Step | RefusedLine]:
    """Returns the executed and the refused lines in the order of the file."""
    return sorted((*outcome.steps, *outcome.refused), key=lambda entry: entry.line)


def _clauses_of(entry: Step | RefusedLine) -> Iterator[str]:
    if isinstance(entry, RefusedLine):
        yield from entry.refusal.clauses
    else:
        yield from (clause for event in entry.events for clause in event.clauses)


def _story_of(entry: Step | RefusedLine) -> Iterator[str]:
    if isinstance(entry, RefusedLine):
        return tell_refused(entry.text, entry.refusal)
    return tell_step(entry.text, entry.events)


def _event_rows(outcome: Outcome) -> Iterator[dict[str, Any]]:
    """Yields each event and refusal as data: its line, its sentence, its clauses with the deciding one first."""
    reader = GroundsReader(outcome)
    for entry in _entries(outcome):
        base = {"line": entry.line, "text": entry.text}
        if isinstance(entry, RefusedLine):
            refusal = entry.refusal
            data = {"kind": refusal.kind, "allowed": list(refusal.allowed)}
            yield base | _row("refusal", refusal.message, refusal.clauses, data, reader.of_refusal(entry))
            continue
        for event, grounds in zip(entry.events, reader.of_step(entry), strict=True):
            fields = to_builtins(inner_event(event))
            data = {name: value for name, value in fields.items() if name not in ("clauses", "type")}
            yield base | _row(event_name(event), tell(event), event.clauses, data, grounds)


def _row(name: str, sentence: str, clauses: Iterable[str], data: dict[str, Any], grounds: Grounds) -> dict[str, Any]:
    return {
        "event": name,
        "says": sentence,
        "clauses": list(clauses),
        "facts": grounds.facts,
        "not": grounds.neighbours,
        "policies": grounds.policies,
        "data": data,
    }


def explained(result: Result) -> Iterator[str]:
    """Yields the events of a result with the fact of each citation, and why the clauses beside it do not apply."""
    line = -1
    for row in result.events:
        if row["line"] != line:
            line = row["line"]
            yield f"! {row['text']}" if row["event"] == "refusal" else row["text"]
        if row["says"]:
            said = f"refused: {row['says']}" if row["event"] == "refusal" else row["says"]
            yield f"    {said}  [{clause_list(row['clauses'])}]" if row["clauses"] else f"    {said}"
            yield from Grounds(row["facts"], row["not"], row["policies"]).lines()
