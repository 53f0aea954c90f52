"""A second copy of the blackjack engine that cites nothing: the difference in speed is the cost of citing.

The modules are compiled again with every lookup of clauses (``context.cite[…]``, ``context.frequent.…``) replaced by an
empty tuple, together with the choice of its grounds; branches that only choose clauses are removed, and every function
that returns ``Grounds`` returns none. A lookup in a condition stays, because it decides which events there are.
"""

import ast
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from msgspec import Struct

PACKAGE = "pitboss.games.blackjack"


class Engine(Struct):
    """The parts of one copy of the engine that the benchmark calls."""

    act: Callable[..., Any]
    open_state: Callable[..., Any]
    commands: ModuleType


def _is_field(node: ast.AST, name: str) -> bool:
    """Returns whether this is the field of the context, or a local variable of its name."""
    return name == (node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else "")


def _is_empty(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == ()


def _empty_branch(lines: list[ast.stmt]) -> str:
    """Returns the name to which a branch of nothing but assignments assigns no clauses in the end; else no name."""
    if not lines or not all(isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name) for line in lines):
        return ""
    last = lines[-1]
    return last.targets[0].id if _is_empty(last.value) else ""


class _WithoutCitations(ast.NodeTransformer):
    """Removes lookups of clauses, the choice of grounds, and branches that do nothing but choose clauses."""

    def visit_If(self, node: ast.If) -> ast.AST:
        node.body = [self.visit(line) for line in node.body]
        node.orelse = [self.visit(line) for line in node.orelse]
        name = _empty_branch(node.body)
        return node.body[-1] if name and name == _empty_branch(node.orelse) else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        unset = isinstance(node.body, ast.Constant) and node.body.value is None  # looked up in the next statement
        return node.orelse if _is_empty(node.orelse) and (unset or _is_empty(node.body)) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        table = node.func.value if isinstance(node.func, ast.Attribute) else node
        if _is_field(getattr(table, "value", node), "frequent"):  # ``context.frequent.settled.get(name)``
            return ast.copy_location(ast.Constant(()), node)
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        if _is_field(node.values[0], "frequent"):  # the context needs no frequent clauses
            return ast.copy_location(ast.Constant(None), node)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if _is_field(node.value, "frequent"):
            return ast.copy_location(ast.Constant(()), node)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        looked_up = _is_field(node.value, "cite") or _is_field(getattr(node.value, "value", node), "frequent")
        if looked_up and isinstance(node.ctx, ast.Load):
            return ast.copy_location(ast.Constant(()), node)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if isinstance(node.returns, ast.Name) and node.returns.id in ("Grounds", "GroundKey"):
            node.body = [ast.copy_location(ast.Return(ast.Constant(())), node.body[0])]
            return ast.fix_missing_locations(node)
        return self.generic_visit(node)


class _Loader(SourceFileLoader):
    """Compiles a module without its citations; never reads or writes cached bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        tree = _WithoutCitations().visit(ast.parse(self.get_data(self.path)))
        code: CodeType = compile(tree, self.path, "exec")
        return code


class _Finder:
    """Finds the modules of the engine for the loader above."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != PACKAGE and not name.startswith(f"{PACKAGE}."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(name, spec.origin)
        return spec


def _engine() -> Engine:
    package = import_module(PACKAGE)
    return Engine(package.act, package.open_state, import_module(f"{PACKAGE}.commands"))


def _remove_modules() -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]
    return {name: sys.modules.pop(name) for name in names}


def load_engines() -> tuple[Engine, Engine]:
    """Returns the engine, and the copy that cites nothing."""
    cited = _engine()
    original = _remove_modules()
    sys.meta_path.insert(0, _Finder)
    try:
        uncited = _engine()
    finally:
        sys.meta_path.remove(_Finder)
        _remove_modules()
        sys.modules.update(original)
        parent, _, name = PACKAGE.rpartition(".")
        setattr(sys.modules[parent], name, original[PACKAGE])
    return cited, uncited
