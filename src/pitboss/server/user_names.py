"""Validation of user names, which are also player names in the notation."""

from pitboss.house.permissions import USER_ROLES
from pitboss.limits import MAX_NAME
from pitboss.pit import NAME

#: Actors of the notation, and names that could be mistaken for them.
RESERVED = frozenset({"house", "dealer", "director", "operator", "open", "system", "practice"})
#: The roles a user can have; the house role belongs to the server.
ROLES = tuple(role.value for role in USER_ROLES)


def name_error(name: str) -> str:
    """Returns what is wrong with a name; empty if it is valid."""
    if len(name) > MAX_NAME or not NAME.fullmatch(name):
        return (
            f"a name must start with a letter and have lower-case letters, digits and _, at most {MAX_NAME} characters"
        )
    return f"'{name}' is a reserved word of the notation: choose another name" if name in RESERVED else ""
