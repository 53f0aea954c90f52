"""A drill: a floor table that plays by itself, stops at every beat, and judges what the trainee does there.

The drill is a fold of its plan and of the trainee's lines. The lawful reaction is the engine's: a report is right if it
has the events that the report of the planted fault has, and a payment if the engine settles the wager so.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.drills import DrillFault, DrillStep, Judgement
from pitboss.games.blackjack.live import BlackjackTable
from pitboss.games.describe import tell
from pitboss.games.roulette.live import RouletteTable
from pitboss.games.wording import in_words
from pitboss.law import Refusal, load_rulebook
from pitboss.law.cite import Clauses
from pitboss.money import parse_amount
from pitboss.school.beats import Beat, Script
from pitboss.school.blackjack_script import BlackjackScript
from pitboss.school.observations import FIRST_CARD, SPIN, observation
from pitboss.school.payments import PaymentTask, payment_text, wrong_payment
from pitboss.school.plan import PAYMENT, REPORT, DrillPlan, open_drill_table
from pitboss.school.roulette_script import RouletteScript
from pitboss.tables.live import Table

#: What a step asks: to go on or report, which remedy the document has, or what is paid.
WATCH, REMEDY, PAY = "watch", "remedy", "payment"
#: The line that goes on, and the first word of a payment.
GO_ON, PAYS = "go on", "pay"
#: How often something harmless is seen at a beat, and how often a fault waits for a later beat of its kind.
_HARMLESS, _WAITS = 0.25, 0.4
_REMEDIES: Final = 3


class Drill:
    """A drill in progress. ``step`` is the present step, None at the end; ``judgements`` are the answers so far."""

    def __init__(self, plan: DrillPlan) -> None:
        table = open_drill_table(plan)
        if isinstance(table, Refusal):
            raise ValueError(str(table))
        self.plan = plan
        self.judgements: list[Judgement] = []
        self._book = load_rulebook(plan.rulebook)
        self._script = _script_of(table, plan)
        self._random = self._script.random
        self._faults = list(plan.faults)
        #: The lawful report of the fault that is planted at the present step; empty without one.
        self._planted = ""
        self._task: PaymentTask | None = None
        self._steps = self._play()
        self.step: DrillStep | None = next(self._steps, None)

    def problem(self, line: str) -> str:
        """Returns what is wrong with the form of a line for the present step; empty where it can be judged."""
        step = self.step
        if step is None:
            return "the drill is over"
        if step.kind == REMEDY:
            return "" if line in step.options else f"choose one of {', '.join(step.options)}"
        if step.kind == PAY:
            return "" if line == GO_ON or _payment(line) is not None else f"'{GO_ON}', or '{PAYS}' and an amount"
        verb, _, kind = line.partition(" ")
        known = self._book.irregularities
        if line == GO_ON or (verb == REPORT and kind.split(" ", 1)[0] in known):
            return ""
        return f"'{GO_ON}', or '{REPORT}' and one of {', '.join(known)}"

    def answer(self, line: str) -> Judgement:
        """Judges a line and goes on to the next step. Raises ValueError for a line of another form."""
        problem = self.problem(line)
        if problem or self.step is None:
            raise ValueError(problem)
        judge = {WATCH: self._judge_report, REMEDY: self._judge_remedy, PAY: self._judge_payment}
        judgement = judge[self.step.kind](self.step, line)
        self.judgements.append(judgement)
        self.step = next(self._steps, None)
        return judgement

    @property
    def waiting(self) -> tuple[DrillFault, ...]:
        """The faults that were not planted: no moment so far allowed the report."""
        return tuple(self._faults)

    # --- play ----------------------------------------------------------------------------------------------------

    def _play(self) -> Iterator[DrillStep]:
        """Yields the steps; each is judged before the next is asked for."""
        for beat in self._script.beats():
            yield from self._pay(beat) if beat.settled else self._watch(beat)

    def _watch(self, beat: Beat) -> Iterator[DrillStep]:
        fault = self._fault_at(beat)
        seen = ""
        if fault is not None:
            self._faults.remove(fault)
            seen, self._planted = self._plant(fault, beat)
        elif self._random.random() < _HARMLESS:
            seen = self._random.choice(self._script.harmless)
        else:
            return
        yield self._step(WATCH, beat, seen)
        if fault is None:
            return
        remedies = self._remedies(fault.kind)
        if len(remedies) > 1:
            yield self._step(REMEDY, beat, "", options=remedies)
        self._script.report(self._planted)
        self._planted = ""

    def _pay(self, beat: Beat) -> Iterator[DrillStep]:
        tasks = self._script.payments()
        wrong: dict[int, int] = {}
        for fault in [each for each in self._faults if each.kind == PAYMENT and each.round <= beat.round]:
            free = [nth for nth in range(len(tasks)) if nth not in wrong]
            if free:
                self._faults.remove(fault)
                nth = self._random.choice(free)
                wrong[nth] = wrong_payment(tasks[nth], self._random)
        for nth, task in enumerate(tasks):
            self._task = task
            self._planted = PAYMENT if nth in wrong else ""
            laid = wrong.get(nth, task.net)
            yield self._step(PAY, beat, f"{task.says} {payment_text(laid)}", laid=laid)
        self._planted = ""

    def _fault_at(self, beat: Beat) -> DrillFault | None:
        """Returns the fault to plant at a beat; one whose report the engine would refuse waits for another beat."""
        due = [each for each in self._faults if each.kind != PAYMENT and each.round <= beat.round]
        fit = [each for each in due if beat.moment in observation(each.kind).moments and self._is_accepted(each, beat)]
        if not fit:
            return None
        rarest = min(fit, key=lambda each: len(observation(each.kind).moments))
        now = beat.moment in (FIRST_CARD, SPIN) or rarest.round < beat.round or self._random.random() >= _WAITS
        return rarest if now else None

    def _is_accepted(self, fault: DrillFault, beat: Beat) -> bool:
        return not isinstance(self._script.preview(self._plant(fault, beat)[1]), Refusal)

    @staticmethod
    def _plant(fault: DrillFault, beat: Beat) -> tuple[str, str]:
        """Returns what is seen of a fault, and its lawful report."""
        about = observation(fault.kind)
        facts = {"box": beat.box, "card": beat.card, "next": beat.next_card}
        return about.says.format(**facts), f"{REPORT} {fault.kind} {about.words.format(**facts)}".strip()

    def _remedies(self, kind: str) -> tuple[str, ...]:
        right = self._book.irregularities[kind].remedy
        others = sorted({each.remedy for each in self._book.irregularities.values()} - {right})
        options = [right, *self._random.sample(others, min(_REMEDIES - 1, len(others)))]
        self._random.shuffle(options)
        return tuple(options)

    def _step(self, kind: str, beat: Beat, seen: str, *, options: tuple[str, ...] = (), laid: int = 0) -> DrillStep:
        return DrillStep(
            number=len(self.judgements) + 1,
            round=beat.round,
            kind=kind,
            happened=self._script.take_sentences(),
            seen=seen,
            options=options,
            laid=laid,
            picture=self._script.picture(),
        )

    # --- judgement -----------------------------------------------------------------------------------------------

    def _judge_report(self, step: DrillStep, line: str) -> Judgement:
        if not self._planted:
            lawful = f"{GO_ON}: nothing irregular happened"
            return self._judgement(step, line, correct=line == GO_ON, lawful=lawful)
        outcome = self._script.preview(self._planted)
        assert not isinstance(outcome, Refusal), outcome
        correct = line != GO_ON and self._script.preview(line) == outcome
        entry = self._book.irregularities[self._planted.split()[1]]
        sentences = [sentence for event in outcome if (sentence := tell(event))]
        return self._judgement(
            step, line, correct=correct, lawful=self._planted, outcome=sentences, clauses=entry.clauses
        )

    def _judge_remedy(self, step: DrillStep, line: str) -> Judgement:
        entry = self._book.irregularities[self._planted.split()[1]]
        return self._judgement(step, line, correct=line == entry.remedy, lawful=entry.remedy, clauses=entry.clauses)

    def _judge_payment(self, step: DrillStep, line: str) -> Judgement:
        task = self._task
        assert task is not None
        paid = step.laid if line == GO_ON else _payment(line)
        lawful = f"{PAYS} {task.net / 100:.2f}"
        outcome = [tell(event) for event in task.events]
        clauses = tuple(dict.fromkeys(clause for event in task.events for clause in event.clauses))
        return self._judgement(step, line, correct=paid == task.net, lawful=lawful, outcome=outcome, clauses=clauses)

    def _judgement(
        self,
        step: DrillStep,
        line: str,
        *,
        correct: bool,
        lawful: str,
        outcome: Sequence[str] = (),
        clauses: Clauses = (),
    ) -> Judgement:
        planted = self._planted if step.kind == PAY else in_words(self._planted.removeprefix(f"{REPORT} "))
        return Judgement(
            number=step.number,
            round=step.round,
            kind=step.kind,
            seen=step.seen,
            line=line,
            correct=correct,
            lawful=lawful,
            explanation=tuple(map(self._script.about_players, outcome)),
            clauses=clauses,
            fault=planted,
        )


def _script_of(table: Table, plan: DrillPlan) -> Script:
    """Returns the play of a drill of the table's game."""
    if isinstance(table, RouletteTable):
        return RouletteScript(table, plan)
    assert isinstance(table, BlackjackTable)
    return BlackjackScript(table, plan)


def _payment(line: str) -> int | None:
    """Returns the cents of a ``pay`` line, None for another line."""
    verb, _, amount = line.partition(" ")
    if verb != PAYS or not amount:
        return None
    try:
        cents = parse_amount(amount.removeprefix("-"))
    except ValueError:
        return None
    return -cents if amount.startswith("-") else cents
