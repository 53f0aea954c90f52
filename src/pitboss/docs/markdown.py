"""Tables and text for Markdown."""

from collections.abc import Iterable, Sequence

from pitboss.law.cite import Clauses, clause_list


def cell(text: str) -> str:
    """Text that cannot end a cell of a table or begin anything."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def code(text: str) -> str:
    """A name as it is written in data or code; nothing for nothing."""
    return f"`{text}`".replace("|", "\\|") if text else ""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, its cells already fit for one."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def law(clauses: Clauses, policy: str) -> str:
    """On what something rests: clauses, or the policy where the document is silent."""
    said = cell(clause_list(clauses))
    if not policy:
        return said
    return f"{said}; policy: {cell(policy)}" if said else f"policy: {cell(policy)}"
