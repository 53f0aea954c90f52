"""The Python reference: public names of each module, from declarations and docstrings, each with an example.

A name is shown in the example program of its module, or in a section of the module's file in ``names``, whose lines
follow that program in an interpreter.
"""

import ast
import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from msgspec import Struct

#: The modules that programs use, and for what.
MODULES: Final = {
    "pitboss": "The names that most programs need.",
    "pitboss.games.blackjack": "The engine of blackjack: pure functions of rules, a state and a command.",
    "pitboss.games.blackjack.commands": "What may be asked of a table of blackjack.",
    "pitboss.games.blackjack.events": "What happens at one, each on its clauses.",
    "pitboss.games.blackjack.state": "What is known at one.",
    "pitboss.games.blackjack.chance": "Where cards and prizes come from.",
    "pitboss.games.roulette": "The engine of roulette.",
    "pitboss.games.roulette.commands": "What may be asked of a wheel's table.",
    "pitboss.games.roulette.events": "What happens there.",
    "pitboss.games.tournament": "The director of tournaments.",
    "pitboss.games.tournament.commands": "What may be asked of the director.",
    "pitboss.law": "Rulebooks, and the rules of one table.",
    "pitboss.notation": "The `.pit` language.",
    "pitboss.tables": "A table of blackjack for one program.",
    "pitboss.tables.live": "Tables of every game, in words, with fair chance and a log.",
    "pitboss.analyse.edge": "What a table is worth, exactly.",
    "pitboss.analyse.strategy": "The best chart for a table.",
    "pitboss.analyse.by_count": "The best chart at every count, for who counts the cards.",
    "pitboss.analyse.hand": "What each decision on a hand is worth.",
    "pitboss.analyse.score": "What a policy is worth, and where it loses.",
    "pitboss.analyse.dealer_outcomes": "How the dealer's hand ends, exactly.",
    "pitboss.simulate.blackjack.game": "A table as a game that the simulator runs.",
    "pitboss.simulate.run": "Running one.",
    "pitboss.simulate.blackjack.report": "What a run tells.",
    "pitboss.simulate.blackjack.count_game": "A table at which somebody counts and wagers by a ramp.",
    "pitboss.envs": "Gymnasium environments that step the engine.",
    "pitboss.envs.vector": "Thousands of tables stepped together in compiled code.",
    "pitboss.envs.charts": "Strategy charts in an environment.",
    "pitboss.envs.players": "Several agents at one table of blackjack (PettingZoo).",
    "pitboss.envs.tournament": "A tournament for several agents (PettingZoo).",
    "pitboss.client": "A client of the server.",
    "pitboss.cards": "Cards as integers.",
    "pitboss.money": "Amounts in cents, and odds.",
}

#: Folder of the example programs.
EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "reference"

Declared = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def python_page() -> str:
    """Returns the page."""
    parts = ["# Python", "What programs may use, module by module; [how to](../how-to/python.md)."]
    parts.append("Lines after `>>>` follow the program of their module, with all public names of the module.")
    for name, purpose in MODULES.items():
        parts += [f"## `{name}`", purpose, _example(name), *_names(import_module(name), examples_of_names(name))]
    return "\n\n".join(parts)


def public_names(module: ModuleType) -> list[str]:
    """Returns the names in ``__all__``, or else the module's own declarations."""
    listed = getattr(module, "__all__", None)
    return sorted(listed) if listed else [node.name for node in _declared(module) if node.name[0] != "_"]


def examples_of_names(module: str) -> dict[str, str]:
    """Returns the lines of an interpreter by the name that they show, beside those that the program shows."""
    path = EXAMPLES / "names" / example_of(module).with_suffix(".txt").name.removeprefix("use_")
    sections = path.read_text(encoding="utf-8").split("## ")[1:] if path.is_file() else []
    parts = (section.partition("\n") for section in sections)
    return {name: lines.strip() for name, _, lines in parts}


def example_of(module: str) -> Path:
    """Returns the path of a module's example program."""
    return EXAMPLES / f"use_{module.replace('.', '_')}.py"


def _example(module: str) -> str:
    """Returns the example program without its docstring."""
    text = example_of(module).read_text(encoding="utf-8").partition('"""\n\n')[2]
    return f"```python\n{text.rstrip()}\n```"


def _names(module: ModuleType, examples: Mapping[str, str]) -> Iterator[str]:
    """Yield the declaration, the docstring and the example of each public name."""
    for name in public_names(module):
        thing = getattr(module, name)
        home = inspect.getmodule(thing)
        node = next((node for node in _declared(home) if node.name == name), None) if home is not None else None
        if node is not None:
            inherited = [line for base in _plain_bases(thing) for line in _members(base)]
            declaration = "\n".join((_declaration(node), *inherited))
            yield f"```python\n{declaration}\n```\n\n{ast.get_docstring(node) or ''}"
        if name in examples:
            yield f"```pycon\n{examples[name]}\n```"


def _plain_bases(thing: Any) -> list[ast.ClassDef]:
    """Returns the declarations of the base classes in the package that are not data."""
    bases = thing.__mro__[1:] if isinstance(thing, type) else ()
    found = []
    for base in bases:
        if base.__module__.startswith("pitboss.") and not issubclass(base, Struct):
            declared = _declared(import_module(base.__module__))
            found += [node for node in declared if isinstance(node, ast.ClassDef) and node.name == base.__name__]
    return found


def _declared(module: ModuleType) -> list[Declared]:
    body = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8")).body
    return [node for node in body if isinstance(node, Declared)]


def _declaration(node: Declared) -> str:
    """Returns a function's signature, or a class with its fields, methods and their summaries."""
    if not isinstance(node, ast.ClassDef):
        return _head(node)
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    return "\n".join((f"class {node.name}({bases})".replace("()", ""), *_members(node)))


def _members(node: ast.ClassDef) -> list[str]:
    """Returns the public fields and methods that a class declares, one a line, with their summaries."""
    lines: list[str] = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and item.target.id[0] != "_":
            lines.append(f"    {ast.unparse(item)}")
        elif isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef) and (
            item.name[0] != "_" or item.name == "__init__"
        ):
            said = (ast.get_docstring(item) or "").partition("\n")[0]
            lines.append(f"    {_head(item)}" + (f"  # {said}" if said else ""))
            lines += [f"    {name}" for name in _attributes(item)]
    return lines


def _attributes(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """Returns the public attributes that a constructor assigns."""
    targets = [
        target
        for item in ast.walk(node)
        if node.name == "__init__" and isinstance(item, ast.Assign | ast.AnnAssign)
        for assigned in (item.targets if isinstance(item, ast.Assign) else [item.target])
        for target in (assigned.elts if isinstance(assigned, ast.Tuple) else [assigned])
    ]
    kept = [target.attr for target in targets if isinstance(target, ast.Attribute) and target.attr[0] != "_"]
    return list(dict.fromkeys(kept))


def _head(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list):
        return f"{node.name}: {ast.unparse(node.returns) if node.returns else 'Any'}"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{word} {node.name}({ast.unparse(node.args)}){returns}"
