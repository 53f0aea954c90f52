"""Names of users: they are names of players in the notation too."""

from pitboss.notation.pit import NAME
from pitboss.table.live import Role

#: The notation's own actors, and what a name could be taken for.
RESERVED = frozenset({"house", "dealer", "director", "operator", "open", "system", "practice"})
LONGEST = 24
#: The roles that a user can have; the house itself is nobody's.
ROLES = tuple(role.value for role in Role if role is not Role.HOUSE)


def name_complaint(name: str) -> str:
    """What is wrong with a name; empty where nothing is."""
    if len(name) > LONGEST or not NAME.fullmatch(name):
        return (
            f"a name has lower-case letters, digits and _, begins with a letter, and has at most {LONGEST} characters"
        )
    return f"'{name}' is a word of the notation; take another name" if name in RESERVED else ""
