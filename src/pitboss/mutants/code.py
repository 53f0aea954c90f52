"""Mutants of the games' code: comparisons, boundaries, conditions, boolean operators, numbers and statements.

A mutant replaces the code objects of live functions in place, so that a run needs neither a new process nor an import.
"""

import ast
import copy
import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

from msgspec import Struct

PACKAGE = Path(__file__).parents[1]

_FLIPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


class CodeMutant(Struct, frozen=True):
    """One change of a function: the source file, the functions around it, and the code that replaces theirs."""

    file: str
    function: str
    change: str
    line: int
    #: The lines of the statement that contains the change.
    lines: tuple[int, int]
    #: Position of the node among the nodes of the file, and the number of the change at that node.
    node: int
    variant: int


class SourceFile:
    """A parsed source file of the games."""

    def __init__(self, file: str, text: str = "") -> None:
        self.file = file
        self.path = PACKAGE / file
        self.text = text or self.path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)

    def mutants(self) -> Iterator[CodeMutant]:
        """Yields every mutant of code inside a function."""
        sentences = set(_sentences(self.tree))
        for number, (node, chain, statement) in enumerate(_walk(self.tree)):
            if not chain or _is_message(statement) or node in sentences:
                continue
            for variant, (_, words) in enumerate(_changes(node)):
                yield CodeMutant(
                    self.file,
                    ".".join(function.name for function in chain),
                    words,
                    getattr(node, "lineno", statement.lineno),
                    (statement.lineno, _header_end(statement)),
                    number,
                    variant,
                )

    def function_text(self, mutant: CodeMutant) -> str:
        """Returns the source of the outermost function around a mutant, with the mutant's line in it."""
        for node in ast.walk(self.tree):
            if isinstance(node, Function) and node.lineno <= mutant.line <= (node.end_lineno or node.lineno):
                return f"{mutant.line - node.lineno}\n{ast.get_source_segment(self.text, node)}"
        return ""

    def compile(self, mutant: CodeMutant) -> tuple[CodeType, tuple[tuple[str, int], ...]]:
        """Returns the mutated module's code, and name and line of the functions around the change."""
        tree = copy.deepcopy(self.tree)
        for number, (node, chain, _) in enumerate(_walk(tree)):
            if number == mutant.node:
                changed, _ = list(_changes(node))[mutant.variant]
                _replace(tree, node, changed)
                around = tuple((function.name, _first_line(function)) for function in chain)
                break
        else:
            raise ValueError(f"{mutant.file} has no node {mutant.node}")
        return compile(ast.fix_missing_locations(tree), str(self.path), "exec", dont_inherit=True), around


Function = ast.FunctionDef | ast.AsyncFunctionDef


def _walk(tree: ast.AST) -> Iterator[tuple[ast.AST, tuple[Function, ...], ast.stmt]]:
    """Yields every node with the functions around it and its statement, in source order."""

    def below(
        node: ast.AST, chain: tuple[Function, ...], statement: ast.stmt | None
    ) -> Iterator[tuple[ast.AST, tuple[Function, ...], ast.stmt]]:
        if isinstance(node, ast.stmt):
            statement = node
        if statement is not None:
            yield node, chain, statement
        if isinstance(node, Function):
            for statement_inside in node.body:
                yield from below(statement_inside, (*chain, node), statement)
            return
        for child in ast.iter_child_nodes(node):
            yield from below(child, chain, statement)

    yield from below(tree, (), None)


def _first_line(function: Function) -> int:
    return function.decorator_list[0].lineno if function.decorator_list else function.lineno


def _header_end(statement: ast.stmt) -> int:
    """Returns the last line of a statement, or of the header of a compound one."""
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
        return max(statement.lineno, body[0].lineno - 1)
    return statement.end_lineno or statement.lineno


def _is_message(statement: ast.stmt) -> bool:
    """Returns whether the statement is text for people: annotations, docstrings, assertions and errors."""
    if isinstance(statement, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
        return True
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _sentences(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields the nodes of the sentences of refusals: the message, and what would be allowed instead."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ("add", "refuse"):
            allowed = (keyword.value for keyword in call.keywords if keyword.arg == "allowed")
            for sentence in (*call.args[1:2], *allowed):
                yield from ast.walk(sentence)


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yields replacements of a node, each with its description."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for flip in _FLIPS[type(operator)]:
                new = copy.deepcopy(node)
                new.ops[place] = flip()
                yield new, f"{_text(node)} -> {_text(new)}"
    elif isinstance(node, ast.BoolOp):
        operator_class = ast.Or if isinstance(node.op, ast.And) else ast.And
        changed = copy.deepcopy(node)
        changed.op = operator_class()
        yield changed, f"{_text(node)} -> {_text(changed)}"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield copy.deepcopy(node.operand), f"{_text(node)} -> {_text(node.operand)}"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.copy_location(ast.Constant(node.value + 1), node), f"{node.value} -> {node.value + 1}"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.copy_location(ast.Constant(not node.value), node), f"{node.value} -> {not node.value}"
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC and not _is_text(node):
        other = copy.deepcopy(node)
        other.op = _ARITHMETIC[type(node.op)]()
        yield other, f"{_text(node)} -> {_text(other)}"
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield from _negated(node)
    elif isinstance(node, ast.Expr | ast.AugAssign | ast.Delete | ast.Continue | ast.Break) or (
        isinstance(node, ast.Assign) and any(not isinstance(target, ast.Name) for target in node.targets)
    ):
        yield ast.copy_location(ast.Pass(), node), f"{_text(node)} -> removed"


def _negated(node: ast.If | ast.While | ast.IfExp) -> Iterator[tuple[ast.AST, str]]:
    """Yields the condition negated, unless a mutant of the condition itself does the same."""
    test = node.test
    if isinstance(test, ast.Compare | ast.UnaryOp) and not (isinstance(test, ast.Compare) and len(test.ops) > 1):
        return
    new = copy.copy(node)
    new.test = ast.copy_location(ast.UnaryOp(ast.Not(), copy.deepcopy(test)), test)
    yield new, f"if {_text(test)} -> if not"


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def _text(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else text[:89] + "…"


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Puts a node in the place of another."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return
            if isinstance(value, list) and any(item is old for item in value):
                value[next(place for place, item in enumerate(value) if item is old)] = new
                return
    raise ValueError("the node is not in the tree")


def _code_objects(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _code_objects(constant)


class LiveFunctions:
    """The functions of the package that are alive, by source file, name and first line; and their caches."""

    def __init__(self, files: Iterable[str]) -> None:
        wanted = {str(PACKAGE / file): file for file in files}
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        self.caches: list[_lru_cache_wrapper[object]] = []
        for item in gc.get_objects():
            if isinstance(item, FunctionType) and item.__code__.co_filename in wanted:
                code = item.__code__
                key = (wanted[code.co_filename], code.co_name, code.co_firstlineno)
                self.functions.setdefault(key, []).append(item)
            elif isinstance(item, _lru_cache_wrapper) and str(item.__module__).startswith("pitboss."):
                self.caches.append(item)

    def clear_caches(self) -> None:
        """Empties the functions' caches, which hold results of the code before."""
        for cached in self.caches:
            if cached.__module__ != "pitboss.law.load":
                cached.cache_clear()

    @contextmanager
    def mutated(self, source: SourceFile, mutant: CodeMutant) -> Iterator[bool]:
        """Runs the block with the mutated code; yields whether any live function has it."""
        module, around = source.compile(mutant)
        new = {(code.co_name, code.co_firstlineno): code for code in _code_objects(module)}
        before: list[tuple[FunctionType, CodeType]] = []
        for name, line in around:
            for function in self.functions.get((mutant.file, name, line), ()):
                code = new.get((name, line))
                if code is not None and code.co_freevars == function.__code__.co_freevars:
                    before.append((function, function.__code__))
                    function.__code__ = code
        self.clear_caches()
        try:
            yield bool(before)
        finally:
            for function, code in before:
                function.__code__ = code
            self.clear_caches()
