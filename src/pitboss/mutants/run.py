"""Replays cases against mutants on several processes, and keeps the verdicts in a file so that a run can resume."""

import hashlib
import json
import os
import resource
import selectors
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import msgspec

from pitboss.law.load import substitute_rulebook
from pitboss.law.paths import find_rulebook
from pitboss.mutants.case_index import CaseIndex, IndexedCase, fails
from pitboss.mutants.code import PACKAGE, CodeMutant, LiveFunctions, SourceFile
from pitboss.mutants.model import Mutant, Verdict
from pitboss.mutants.scope import OUTSIDE_FUNCTIONS, FunctionClauses, game_files
from pitboss.mutants.trace import LineIndex, trace_lines
from pitboss.mutants.values import Edit, RulebookData

Progress = Callable[[int, int, Verdict], None]

#: Bytes of memory for a process that judges mutants: a mutant may allocate without end.
MEMORY = 4 * 1024**3


class Plan:
    """The mutants of a run with what is needed to apply each."""

    def __init__(self, rulebooks: Sequence[str]) -> None:
        self.index = CaseIndex(rulebooks)
        self.mutants: dict[str, Mutant] = {}
        self.data: dict[str, RulebookData] = {}
        self.edits: dict[str, Edit] = {}
        self.sources: dict[str, SourceFile] = {}
        self.code: dict[str, CodeMutant] = {}
        self.lines = LineIndex()
        self.live = LiveFunctions(())

    def import_games(self) -> None:
        """Imports what a replay needs, so that later edits of the sources do not reach a run."""
        for rulebook in {case.rulebook for case in self.index.cases}:
            fails(self.index.of(rulebook)[0])

    def add_values(self, rulebooks: Iterable[str]) -> None:
        """Adds the mutants of the data of each rulebook."""
        for name in rulebooks:
            self.data[name] = RulebookData(name)
            for mutant, edit in self.data[name].mutants():
                self.mutants[mutant.key] = mutant
                self.edits[mutant.key] = edit

    def add_code(self, rulebooks: Sequence[str], *, trace: bool) -> None:
        """Adds the mutants of the games' code; ``trace`` records which cases run which lines, to judge them."""
        files = game_files()
        clauses = FunctionClauses(rulebooks)
        if trace:
            self.import_games()
        for file in files:
            source = self.sources[file] = SourceFile(file)
            by_function = clauses.of(source)
            seen: dict[str, int] = {}
            for mutant in source.mutants():
                if f"{file} {mutant.function}" in OUTSIDE_FUNCTIONS:
                    continue
                around = _innermost(by_function, mutant)
                words = f"{file} {mutant.function} {mutant.change}"
                seen[words] = seen.get(words, 0) + 1
                key = words if seen[words] == 1 else f"{words} ({seen[words]})"
                self.code[key] = mutant
                self.mutants[key] = Mutant(
                    key=key,
                    kind="code",
                    rulebook="",
                    where=f"{file}:{mutant.line} {mutant.function}",
                    change=mutant.change,
                    clauses=around,
                )
        if trace:
            self.lines = trace_lines(self.index.cases, files)
            self.live = LiveFunctions(files)

    @contextmanager
    def applied(self, key: str) -> Iterator[None]:
        """Runs the block with one mutant in place."""
        if key in self.edits:
            with substitute_rulebook(self.data[self.mutants[key].rulebook].mutated(self.edits[key])):
                self.live.clear_caches()
                yield
            return
        mutant = self.code[key]
        with self.live.mutated(self.sources[mutant.file], mutant):
            yield

    def basis(self, verdict: Verdict) -> str:
        """Returns a hash of what a verdict rests on: the mutated function and the failing cases."""
        texts = [case.text for name in verdict.cases if (case := self.index.by_name.get(name))]
        if verdict.key in self.code:
            mutant = self.code[verdict.key]
            texts.append(self.sources[mutant.file].function_text(mutant))
        return hashlib.sha256("\n".join((verdict.key, *texts)).encode()).hexdigest()[:16]

    def candidates(self, key: str) -> tuple[IndexedCase, ...]:
        """Returns the cases that can fail: those of the rulebook, or those that run the changed lines."""
        mutant = self.mutants[key]
        if mutant.kind == "value":
            words = self.data[mutant.rulebook].words_for(self.edits[key])
            return tuple(case for case in self.index.of(mutant.rulebook) if not words or case.mentions(words))
        code = self.code[key]
        return tuple(self.index.cases[number] for number in sorted(self.lines.touching(code.file, code.lines)))


def _innermost(
    by_function: dict[tuple[str, int], dict[str, tuple[str, ...]]], mutant: CodeMutant
) -> dict[str, tuple[str, ...]]:
    """Returns the clauses of the function of a mutant: the last one of that name that begins above it."""
    name = mutant.function.rpartition(".")[2]
    above = [line for function, line in by_function if function == name and line <= mutant.line]
    return by_function[name, max(above)] if above else {}


def judge(plan: Plan, key: str, hints: Sequence[str] = ()) -> Verdict:
    """Replays cases against a mutant until one fails for each clause of a value, or one fails at all for code."""
    mutant = plan.mutants[key]
    cases = sorted(plan.candidates(key), key=lambda case: (case.name not in hints, len(case.case.file.lines)))
    results: dict[int, bool] = {}

    def failing(case: IndexedCase) -> bool:
        if case.number not in results:
            results[case.number] = fails(case)
        return results[case.number]

    killers: dict[str, str] = {}
    other = ""
    with plan.applied(key):
        for rulebook, clauses in mutant.clauses.items():
            own = [case for case in cases if case.rulebook == rulebook]
            for clause in clauses:
                found = next((case for case in own if case.names(clause) and failing(case)), None)
                if found is not None:
                    killers[f"{rulebook}:{clause}"] = found.name
                    if mutant.kind == "code":
                        break
            if killers and mutant.kind == "code":
                break
        if not killers:
            other = next((case.name for case in cases if failing(case)), "")
    if mutant.kind == "code" and killers:
        killers = _all_named(plan, mutant, next(iter(killers.values())))
    return Verdict(key=key, killers=killers, other=other, runs=len(results))


def _all_named(plan: Plan, mutant: Mutant, killer: str) -> dict[str, str]:
    """Returns every clause of the mutant that the failing case names."""
    case = plan.index.by_name[killer]
    clauses = mutant.clauses.get(case.rulebook, ())
    return {f"{case.rulebook}:{clause}": killer for clause in clauses if case.names(clause)}


class VerdictFile:
    """The verdicts of earlier runs: one JSON line each, appended as they come.

    A verdict holds while the engine, the data and the cases are unchanged. A killed mutant also stays killed while its
    function and the failing cases are unchanged.
    """

    def __init__(self, path: Path, fingerprint: str, plan: Plan) -> None:
        self.path, self.fingerprint, self.plan = path, fingerprint, plan
        self.current: dict[str, Verdict] = {}
        #: Verdicts on an earlier version, which are judged again.
        self.stale: dict[str, Verdict] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
            try:
                entry = json.loads(line)
                verdict = msgspec.convert(entry["verdict"], Verdict)
            except (ValueError, KeyError):  # the last line of a run that was killed
                continue
            if verdict.key not in plan.mutants:
                continue
            same = verdict.killed and entry.get("basis") == plan.basis(verdict)
            if entry["of"] == fingerprint or same:
                self.current[verdict.key] = verdict
            else:
                self.current.pop(verdict.key, None)
                self.stale[verdict.key] = verdict

    @property
    def day(self) -> str:
        """The day (UTC) of the last verdict; empty without one."""
        if not self.path.is_file():
            return ""
        return datetime.fromtimestamp(self.path.stat().st_mtime, UTC).date().isoformat()

    @property
    def known(self) -> dict[str, Verdict]:
        """Every verdict, those on an earlier version included."""
        return self.stale | self.current

    def append(self, verdict: Verdict) -> None:
        """Writes a verdict."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        entry = {
            "of": self.fingerprint,
            "basis": self.plan.basis(verdict),
            "verdict": msgspec.to_builtins(verdict),
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        self.current[verdict.key] = verdict


def fingerprint(rulebooks: Sequence[str]) -> str:
    """Returns a hash of the engine and of the data and cases of the rulebooks: verdicts hold only for these."""
    digest = hashlib.sha256()
    folders = {name: PACKAGE / name for name in ("games", "law", "notation", "atoms")}
    folders |= {f"rulebooks/{name}": Path(str(find_rulebook(name))) for name in rulebooks}
    for name, folder in folders.items():
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".pit"):
                digest.update(f"{name}/{path.relative_to(folder).as_posix()}".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def default_folder() -> Path:
    """Returns the cache folder of the verdicts."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "pitboss" / "mutants"


def run(plan: Plan, keys: Sequence[str], verdicts: VerdictFile, *, jobs: int, progress: Progress) -> dict[str, Verdict]:
    """Judges the mutants that have no verdict yet; returns the verdicts of all of them."""
    left = [key for key in keys if key not in verdicts.current]
    left.sort(key=lambda key: key in verdicts.stale)  # what was never judged comes first
    if left:
        _check_unbroken(plan)
    hints = {key: verdict.cases for key, verdict in verdicts.stale.items()}
    done = len(keys) - len(left)
    workers = [_Worker(plan, left[start::jobs], hints) for start in range(min(jobs, len(left)))]
    with selectors.DefaultSelector() as selector, _killed_at_the_end(workers):
        for worker in workers:
            selector.register(worker.start(), selectors.EVENT_READ, worker)
        while selector.get_map():
            for ready, _ in selector.select():
                worker = ready.data
                found = worker.read()
                if worker.ended:
                    selector.unregister(ready.fileobj)
                    found += worker.end()
                    if worker.left:
                        selector.register(worker.start(), selectors.EVENT_READ, worker)
                for verdict in found:
                    verdicts.append(verdict)
                    done += 1
                    progress(done, len(keys), verdict)
    return {key: verdicts.current[key] for key in keys}


def _check_unbroken(plan: Plan) -> None:
    """Raises ValueError where a case fails without any mutant: it would seem to notice every one of them."""
    broken = [case.name for case in plan.index.cases if fails(case)]
    if broken:
        raise ValueError(f"{len(broken)} cases fail without any mutant: {', '.join(broken[:3])}")


@contextmanager
def _killed_at_the_end(workers: "Sequence[_Worker]") -> Iterator[None]:
    """Ends the child processes that are still running after the block, as after an interruption."""
    try:
        yield
    finally:
        for worker in workers:
            worker.kill()


class _Worker:
    """Judges mutants in a child process, and in another one where a mutant crashes it."""

    def __init__(self, plan: Plan, keys: Sequence[str], hints: Mapping[str, Sequence[str]]) -> None:
        self.plan, self.left, self.hints = plan, list(keys), hints
        self.child = self.reader = -1
        self.buffer = b""
        self.ended = False

    def start(self) -> int:
        """Starts a child process; returns the descriptor of the pipe that its verdicts come from."""
        self.reader, writer = os.pipe()
        # an interruption is for the parent alone, also between the fork and the first line of the child
        held = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
        self.child = os.fork()
        if self.child == 0:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            os.close(self.reader)
            _judge_in_child(self.plan, self.left, self.hints, writer)
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        os.close(writer)
        self.buffer, self.ended = b"", False
        return self.reader

    def read(self) -> list[Verdict]:
        """Returns the verdicts that have come since the last call."""
        data = os.read(self.reader, 1 << 16)
        self.ended = not data
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        found = [msgspec.json.decode(line, type=Verdict) for line in lines]
        for verdict in found:
            self.left.remove(verdict.key)
        return found

    def end(self) -> list[Verdict]:
        """Waits for the child; returns the verdict on a mutant that crashed it: the case that ran has failed."""
        os.close(self.reader)
        os.waitpid(self.child, 0)
        self.child = -1
        return [Verdict(key=self.left.pop(0), other="(the process crashed)")] if self.left else []

    def kill(self) -> None:
        """Kills the child if it is still running."""
        if self.child > 0:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
            self.child = -1


def _judge_in_child(plan: Plan, keys: Sequence[str], hints: Mapping[str, Sequence[str]], writer: int) -> NoReturn:
    """Judges mutants in order, writes each verdict as a line, and ends the process."""
    code = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for key in keys:
            os.write(writer, msgspec.json.encode(judge(plan, key, hints.get(key, ()))) + b"\n")
        code = 0
    finally:
        os._exit(code)
