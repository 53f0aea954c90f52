"""Markdown helpers: escaping and tables."""

from collections.abc import Iterable, Sequence

from pitboss.law.cite import Clauses, clause_list


def cell(text: str) -> str:
    """Escape text for a table cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def code(text: str) -> str:
    """Returns a name as inline code; empty for an empty name."""
    return f"`{text}`".replace("|", "\\|") if text else ""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table of escaped cells."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def law(clauses: Clauses, policy: str) -> str:
    """Returns the clauses of a value, and the policy if there is one."""
    said = cell(clause_list(clauses))
    if not policy:
        return said
    return f"{said}; policy: {cell(policy)}" if said else f"policy: {cell(policy)}"
