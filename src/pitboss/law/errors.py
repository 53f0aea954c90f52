"""The error of invalid rulebook data."""


class LawError(Exception):
    """The data of a rulebook is invalid, or there is no such rulebook."""
