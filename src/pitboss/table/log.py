"""The log of a table as a ``.pit`` file: what was chosen, what chance brought, and what was done."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from pitboss.blackjack import commands as cmd
from pitboss.law.resolve import BlackjackRules, Limits
from pitboss.law.ways import ShoeKind
from pitboss.money import amount_text
from pitboss.notation.words import command_words
from pitboss.table.chance import outcome_word

_CARDS_A_LINE = 26


class Told(Struct, frozen=True):
    """What chance brought: for each side one order a shuffle, as far as it was dealt, and the prizes."""

    orders: tuple[tuple[tuple[int, ...], ...], ...]
    prizes: tuple[int, ...]


def limits_text(limits: Limits) -> str:
    """``10-1000 step 5``."""
    step = f" step {amount_text(limits.step)}" if limits.step is not None else ""
    return f"{amount_text(limits.minimum)}-{amount_text(limits.maximum)}{step}"


def log_text(
    rules: BlackjackRules,
    choices: Mapping[str, str],
    commands: Sequence[cmd.Command],
    told: Told,
    *,
    money: Mapping[str, int],
    title: str = "",
) -> str:
    """The whole file; it ends by expecting the money that everybody holds."""
    lines = [f"title: {title or 'Played at a table'}", f"rulebook: {rules.rulebook}"]
    lines.append(f"limits: {limits_text(rules.limits)}")
    if choices:
        lines.append(f"options: {' '.join(f'{name}={value}' for name, value in choices.items())}")
    purses = [f"{act.player}={amount_text(act.money)}" for act in commands if isinstance(act, cmd.JoinTable)]
    if purses:
        lines.append(f"players: {' '.join(purses)}")
    lines += chance_lines(told.orders, told.prizes, double=rules.terms.shoe is ShoeKind.DOUBLE)
    lines.append("---")
    lines += [command_words(act) for act in commands if not isinstance(act, cmd.JoinTable)]
    lines += [f"? money {player} {amount_text(cents)}" for player, cents in money.items()]
    return "".join(f"{line}\n" for line in lines)


def chance_lines(
    sides: Sequence[Sequence[Sequence[int]]], prizes: Sequence[int], *, double: bool = False, suffix: str = ""
) -> Iterator[str]:
    """The headers that list what chance brought: for each side one order a shuffle, and the prizes."""
    for side, orders in enumerate(sides):
        yield from _orders(f".{'ab'[side]}" if double else suffix, orders)
    if prizes:
        yield f"prizes: {' '.join(amount_text(prize) for prize in prizes)}"


def _orders(suffix: str, orders: Sequence[Sequence[int]]) -> Iterator[str]:
    used = list(orders)
    while used and not used[-1]:
        used.pop()
    for number, order in enumerate(used):
        words = [outcome_word(item) for item in order]
        if number:
            # an order from which nothing was dealt still takes its place; a cutting card alone says nothing more
            yield f"reshuffle{suffix}: {' '.join(words) or '|'}"
        else:
            for start in range(0, len(words), _CARDS_A_LINE):
                yield f"cards{suffix}: {' '.join(words[start : start + _CARDS_A_LINE])}"
