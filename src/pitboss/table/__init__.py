"""The live table: who knows the cards, what has happened, who may see what."""

from pitboss.table.chance import ReadCards, ShuffledShoe
from pitboss.table.session import Entry, Table, fold
from pitboss.table.view import TableView, view_of

__all__ = ["Entry", "ReadCards", "ShuffledShoe", "Table", "TableView", "fold", "view_of"]
