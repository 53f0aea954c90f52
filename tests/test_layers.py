"""The layers of the package, read from its source: who may import whom, and what must stay out of the core.

`breaches` judges one source text, so that the tests below can also show it texts that break each rule.
"""

import ast
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

SRC = Path(__file__).parents[1] / "src" / "pitboss"

# A part is a folder or a module directly under src/pitboss; `__init__` is the public names of pitboss itself.
BASE = {"atoms", "cards", "display", "drawing", "drills", "extras", "limits", "money", "pit"}
BELOW_TABLES = BASE | {"law", "games", "notation"}
BELOW_SERVER = BELOW_TABLES | {"tables", "house", "school", "strategy", "compiled", "simulate", "analyse"}

MAY_IMPORT: dict[str, set[str]] = {
    "atoms": BASE,
    "cards": BASE,
    "display": {"cards"},  # HTML and SVG for notebooks
    "drawing": {"cards"},  # tables as shapes, for SVG and for pixels
    "drills": set(),  # drills as values, for the school and the wire format
    "extras": set(),  # which optional dependency installs what
    "limits": set(),
    "money": BASE,
    "pit": BASE,  # the lines of a .pit file as values: games read them, notation plays them
    "rulebooks": set(),  # law as data
    "search_path": set(),  # the folders of rulebooks that the environment and a project name
    "law": BASE | {"search_path"},
    "games": BASE | {"law", "search_path"},
    "notation": BASE | {"law", "games"},
    "mutants": BASE | {"law", "games", "notation"},  # breaks both and replays the cases
    "tables": BELOW_TABLES,
    "house": BELOW_TABLES | {"tables"},
    "school": BELOW_TABLES | {"tables"},  # drills at floor tables
    "compiled": {"extras"},
    "strategy": BASE | {"law", "games"},
    "simulate": BASE | {"law", "games", "strategy", "compiled"},
    "analyse": BASE | {"law", "games", "strategy", "compiled"},
    "envs": BASE | {"law", "games", "tables", "strategy", "simulate"},  # the vector steps compiled tables
    "client": BASE,  # the wire format is its own; a program that plays needs nothing of the games
    "server": BELOW_SERVER | {"__init__", "client"},  # it answers in the client's structs: one definition for both ends
    "web": set(),  # a plain client of the public API
    "cli": BELOW_SERVER | {"__init__", "search_path", "server", "client", "mutants"},
    "docs": BELOW_SERVER | {"__init__", "search_path", "server", "client", "cli", "envs"},
    "__init__": BELOW_SERVER,
    "__main__": {"cli", "extras"},
}
#: Which other games a game may import: a tournament is played on blackjack tables.
OTHER_GAMES: dict[str, set[str]] = {"blackjack": set(), "roulette": set(), "tournament": {"blackjack"}}
COMPILER = "numba"
MAY_COMPILE = {"compiled", "simulate", "analyse"}
WORLD = {"random", "time", "os", "socket", "secrets"}  # chance, clocks and input come in from `tables`, as values

RULEBOOKS = {
    "nz-blackjack",
    "mbs-blackjack",
    "tribal-blackjack",
    "canberra-blackjack",
    "nz-tournament",
    "nz-roulette",
} | {folder.name for folder in SRC.glob("rulebooks/*-*/")}
MAY_NAME_A_RULEBOOK = {"rulebooks", "cli"}
#: Rooms that know games by the registry alone, and the modules in them that still name one.
OF_EVERY_GAME = {"notation", "tables", "house", "server"}
NAMES_A_GAME = {
    *(f"tables/{name}.py" for name in ("__init__", "chance")),  # the shuffled shoe of blackjack
    *(f"server/{name}.py" for name in ("analysis", "routes/analysis")),  # the analyser, which knows two games
}


def part_of(path: PurePosixPath) -> str:
    return path.parts[0].removesuffix(".py")


def package_of(path: PurePosixPath, level: int) -> str:
    """What `level` leading dots mean in this file."""
    return ".".join(("pitboss", *path.parts)[:-level])


def imports(tree: ast.AST, path: PurePosixPath) -> Iterator[tuple[int, str]]:
    """Line and full name of everything imported; what comes from `pitboss` itself is named with its part."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                start = [package_of(path, level)] if level else []
                origin = ".".join([*start, *([module] if module else [])])
                if origin == "pitboss":
                    yield from ((node.lineno, f"pitboss.{alias.name}") for alias in names)
                else:
                    yield node.lineno, origin
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def import_breach(part: str, name: str, game: str = "") -> str | None:
    top, _, rest = name.partition(".")
    if top == "pitboss":
        target = rest.partition(".")[0]
        if target not in MAY_IMPORT and "." not in rest and not (SRC / target).exists():
            target = "__init__"  # `import pitboss`, or one of its public names
        if target != part and target not in MAY_IMPORT[part]:
            return f"{part} may not import {name}"
    if part == "games" and rest.startswith("games."):
        other = rest.split(".")[1]
        if game in OTHER_GAMES and other in OTHER_GAMES and other != game and other not in OTHER_GAMES[game]:
            return f"{game} may not import {name}"
    if top == COMPILER and part not in MAY_COMPILE:
        return f"{part} may not import {COMPILER}"
    if top in WORLD and part in BELOW_TABLES:
        return f"{part} may not import {top}: nothing below tables touches the world"
    return None


def breaches(source: str, where: str) -> list[str]:
    """What breaks the rules of the layers in this source, were it src/pitboss/<where>."""
    path = PurePosixPath(where)
    part = part_of(path)
    if part not in MAY_IMPORT:
        return [f"{where}: {part} has no place in the layers: give it one in MAY_IMPORT"]
    game = path.parts[1] if part == "games" else ""
    tree = ast.parse(source)
    found = [(line, text) for line, name in imports(tree, path) if (text := import_breach(part, name, game))]
    if part not in MAY_NAME_A_RULEBOOK:
        found += [
            (node.lineno, f"{part} may not name the rulebook {rulebook}")
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            for rulebook in sorted(RULEBOOKS)
            if rulebook in node.value
        ]
    if part in OF_EVERY_GAME and where not in NAMES_A_GAME:
        found += [(line, f"{part} may not name the game {game}") for line, game in named_games(tree, path)]
    return [f"{where}:{line}: {text}" for line, text in sorted(found)]


def named_games(tree: ast.AST, path: PurePosixPath) -> Iterator[tuple[int, str]]:
    """Line and name of each game that a module imports from, or names in a string of its own."""
    for line, name in imports(tree, path):
        _, inside, rest = name.partition("pitboss.games.")
        if inside and rest.split(".")[0] in OTHER_GAMES:
            yield line, rest.split(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in OTHER_GAMES:
            yield node.lineno, str(node.value)


SOURCES = {path.relative_to(SRC).as_posix(): path for path in sorted(SRC.rglob("*.py"))}


def test_there_is_source_to_judge() -> None:
    assert "cli/__init__.py" in SOURCES


@pytest.mark.parametrize("where", SOURCES)
def test_source_keeps_the_layers(where: str) -> None:
    assert breaches(SOURCES[where].read_text(encoding="utf-8"), where) == []


def test_no_circle_among_the_parts() -> None:
    """The table of layers itself is sound: beyond the base, no two parts may import each other."""
    for part, lower in MAY_IMPORT.items():
        for other in lower - BASE - {part}:
            assert part not in MAY_IMPORT[other], f"{part} and {other} may import each other"


@pytest.mark.parametrize(
    ("where", "source", "report"),
    [
        ("atoms/hand.py", "import pitboss.law", "atoms may not import pitboss.law"),
        ("cards.py", "from pitboss import law", "cards may not import pitboss.law"),
        ("money.py", "from .law import cite", "money may not import pitboss.law"),
        ("law/load.py", "from ..games.blackjack import decide", "law may not import pitboss.games.blackjack"),
        ("law/load.py", "from .. import games", "law may not import pitboss.games"),
        ("law/__init__.py", "from ..games.blackjack import decide", "law may not import pitboss.games.blackjack"),
        ("law/load.py", "import pitboss", "law may not import pitboss"),
        ("law/load.py", "from pitboss import open_table", "law may not import pitboss.open_table"),
        ("law/load.py", "import pitboss.unheard.of", "law may not import pitboss.unheard.of"),
        (
            "games/blackjack/wagers/pairs.py",
            "from ...roulette import layout",
            "blackjack may not import pitboss.games.roulette",
        ),
        (
            "games/roulette/decide.py",
            "from pitboss.games.tournament import x",
            "roulette may not import pitboss.games.tournament",
        ),
        ("games/tournament/entry.py", "from pitboss.tables import x", "games may not import pitboss.tables"),
        ("notation/parse.py", "from pitboss.tables import x", "notation may not import pitboss.tables"),
        ("tables/table.py", "from pitboss.house import x", "tables may not import pitboss.house"),
        ("house/base.py", "from pitboss.server import x", "house may not import pitboss.server"),
        ("simulate/run.py", "from pitboss.tables import x", "simulate may not import pitboss.tables"),
        ("analyse/exact.py", "def f():\n    from pitboss.tables import x", "analyse may not import pitboss.tables"),
        ("server/app.py", "from pitboss.cli import x", "server may not import pitboss.cli"),
        ("client/wire.py", "from pitboss.law import x", "client may not import pitboss.law"),
        ("web/build.py", "from pitboss.server import x", "web may not import pitboss.server"),
        ("rulebooks/x.py", "from pitboss.law import x", "rulebooks may not import pitboss.law"),
        ("law/load.py", "import_module('pitboss.tables')", "law may not import pitboss.tables"),
        ("law/load.py", "importlib.import_module('random')", "law may not import random"),
        ("atoms/hand.py", "import numba", "atoms may not import numba"),
        ("tables/table.py", "from numba.typed import List", "tables may not import numba"),
        ("games/blackjack/decide.py", "'see nz-blackjack'", "games may not name the rulebook nz-blackjack"),
        ("law/load.py", "if rulebook == 'nz-roulette': pass", "law may not name the rulebook nz-roulette"),
        (
            "tables/view.py",
            "def f():\n    '''As in mbs-blackjack.'''",
            "tables may not name the rulebook mbs-blackjack",
        ),
        ("docs.py", "f'{x}/tribal-blackjack'", "docs may not name the rulebook tribal-blackjack"),
        ("server/app.py", "x = 'canberra-blackjack'", "server may not name the rulebook canberra-blackjack"),
        ("notation/parse.py", "x = 'nz-tournament'", "notation may not name the rulebook nz-tournament"),
        ("house/rounds.py", "if game == 'roulette': pass", "house may not name the game roulette"),
        ("tables/live.py", "from pitboss.games.blackjack import x", "tables may not name the game blackjack"),
        ("unheard/of.py", "", "unheard has no place in the layers"),
        *(
            (f"{part}/x.py", f"def f():\n    from {name} import x", f"{part} may not import {name}")
            for part in sorted(BELOW_TABLES)
            for name in sorted(WORLD)
        ),
    ],
)
def test_a_breach_is_reported(where: str, source: str, report: str) -> None:
    found = breaches(source, where)
    assert len(found) == 1
    assert report in found[0]


@pytest.mark.parametrize(
    ("where", "source"),
    [
        ("atoms/hand.py", "from . import match\nfrom pitboss.cards import rank\nfrom .. import money"),
        ("law/load.py", "import tomllib\nimport msgspec\nfrom importlib.resources import files"),
        ("games/blackjack/wagers/pairs.py", "from ...atoms.match import pair_class\nfrom ..state import Round"),
        ("tables/chance.py", "import random\nimport time\nfrom pitboss.notation import parse"),
        ("simulate/run.py", "import numba\nimport time\nfrom pitboss.atoms import hand"),
        ("cli/play.py", "x = 'nz-blackjack'\nfrom pitboss import tables, open_table"),
        ("law/load.py", "import timeit\nimport ossify"),  # only whole names count
    ],
)
def test_allowed_imports_are_not_reported(where: str, source: str) -> None:
    assert breaches(source, where) == []
