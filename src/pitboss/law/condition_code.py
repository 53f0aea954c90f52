"""Compiles conditions over facts to functions, one for each type of event or command: other types fold away."""

import ast
from collections.abc import Callable, Collection
from functools import cache
from typing import Any

#: A compiled test of facts.
FactTest = Callable[[Any], object]


def never(_facts: Any) -> bool:
    """The test of conditions that hold for no subject of a type."""
    return False


def always(_facts: Any) -> bool:
    """The test of conditions that hold for every subject of a type."""
    return True


@cache
def compile_for_type(conditions: tuple[str, ...], type_name: str, facts: tuple[str, ...]) -> FactTest:
    """Returns a function of the facts of a subject of this type that is true where one of the conditions holds.

    ``facts`` are the names of the facts, which are methods of its argument. It is ``never`` where none can hold, and
    ``always`` where one does whatever the facts are.
    """
    alternatives = " or ".join(f"({condition})" for condition in conditions) or "False"
    tree = _FoldTypes(type_name, facts).visit(ast.parse(alternatives, mode="eval").body)
    if isinstance(tree, ast.Constant):
        return always if tree.value else never
    test: FactTest = eval(f"lambda facts: {ast.unparse(tree)}", {"__builtins__": {}})
    return test


class _FoldTypes(ast.NodeTransformer):
    """Replaces facts by calls and names of types by constants, and leaves out what these decide."""

    def __init__(self, type_name: str, facts: Collection[str]) -> None:
        self._type_name = type_name
        self._facts = facts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A fact is called; another name is true for the subject's own type."""
        if node.id not in self._facts:
            return ast.Constant(node.id == self._type_name)
        return ast.Call(ast.Attribute(ast.Name("facts", ast.Load()), node.id, ast.Load()), [], [])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """The only one is ``not``."""
        operand = self.visit(node.operand)
        return ast.Constant(not operand.value) if isinstance(operand, ast.Constant) else ast.UnaryOp(node.op, operand)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """A constant part decides the whole or nothing."""
        decides = isinstance(node.op, ast.Or)
        parts = [self.visit(part) for part in node.values]
        if any(isinstance(part, ast.Constant) and bool(part.value) is decides for part in parts):
            return ast.Constant(decides)
        parts = [part for part in parts if not isinstance(part, ast.Constant)]
        if len(parts) > 1:
            return ast.BoolOp(node.op, parts)
        return parts[0] if parts else ast.Constant(not decides)
