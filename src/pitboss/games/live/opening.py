"""Opening a table by the name of its rulebook."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, Self, TypedDict, Unpack, overload

from pitboss.law.refusal import Refusal, RefusalError
from pitboss.law.resolve import Limits

#: The choices of the operator.
Choices = Mapping[str, str | int | bool] | None


class ChanceSource(TypedDict, total=False):
    """Where the cards, numbers and prizes of a table come from."""

    seed: int | None
    secret: bytes | None
    listed: str
    chance: Any
    cards_are_read: bool


class RulebookOpening:
    """``open`` of tables."""

    #: Opens tables for ``open``; set by `pitboss.tables`, because nothing below it draws a random number.
    opener: ClassVar[Callable[..., Any]]
    #: Whether a refused command raises RefusalError instead of returning the refusal.
    strict = False

    @overload
    @classmethod
    def open(
        cls,
        rulebook: str,
        choices: Choices = ...,
        limits: Limits | None = ...,
        *,
        strict: Literal[True],
        **source: Unpack[ChanceSource],
    ) -> Self: ...
    @overload
    @classmethod
    def open(
        cls,
        rulebook: str,
        choices: Choices = ...,
        limits: Limits | None = ...,
        *,
        strict: bool = ...,
        **source: Unpack[ChanceSource],
    ) -> Self | Refusal: ...
    @classmethod
    def open(
        cls,
        rulebook: str,
        choices: Choices = None,
        limits: Limits | None = None,
        *,
        seed: int | None = None,
        secret: bytes | None = None,
        listed: str = "",
        chance: Any = None,
        cards_are_read: bool = False,
        strict: bool = False,
    ) -> Self | Refusal:
        """Opens a table under a rulebook with these choices; returns it, or the refusal.

        The cards or numbers are random, or the same for the same ``seed``; derived from a ``secret`` of 32 bytes,
        provably fair; ``listed`` as in the header of a file (``cards: 8h Ks``); drawn from ``chance``, any object with
        the methods of the game's protocol; or entered by the dealer. A ``strict`` table raises RefusalError for what
        is refused, the opening included.
        Raises LawError for an unknown rulebook, ValueError for an invalid choice or a rulebook of another game.
        """
        sources = {"seed": seed, "secret": secret, "listed": listed or None, "chance": chance}
        table = cls.opener(rulebook, choices, limits, sources, cards_are_read=cards_are_read)
        if isinstance(table, Refusal):
            if strict:
                raise RefusalError(table)
            return table
        if not isinstance(table, cls):
            raise ValueError(f"{rulebook} opens a {type(table).__name__}, not a {cls.__name__}")
        table.strict = strict
        return table
