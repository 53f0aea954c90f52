import { useEffect, useRef, useState } from "preact/hooks";
import { get, type Schemas } from "../api";
import { Details } from "../console/Details";
import { cents } from "../money";
import { Clauses } from "../parts/ClauseRef";
import { Loading } from "../parts/Loading";
import { plain, when } from "../plain";
import { notify } from "../say";
import { me } from "../session";
import { pitWords } from "../strings/pit";
import { change, Head, useFresh } from "./parts";

const words = pitWords.school;
type Page = Schemas["DrillPage"];
type Judgement = Schemas["DrillJudgement"];
type Fault = Schemas["DrillFault"];

/** Dealer school: who teaches sets drills and reads their reports, who learns answers their own. */
export function School() {
  const drills = useFresh<Schemas["DrillSummary"][]>("/school");
  const [page, setPage] = useState<Page | null>(null);
  const teaches = ["operator", "supervisor"].includes(me.value?.role ?? "");
  const open = (number: number) => void get<Page>(`/school/drills/${number}`).then(setPage, notify);
  if (page)
    return (
      <>
        <p class="no-print">
          <button type="button" onClick={() => setPage(null)}>
            {words.back}
          </button>{" "}
          <button type="button" onClick={() => print()}>
            {pitWords.print}
          </button>
        </p>
        <Drill page={page} onPage={setPage} />
      </>
    );
  if (!drills) return <Loading />;
  return (
    <>
      {teaches && <SetDrill onSet={setPage} />}
      <h2>{words.drills}</h2>
      <table class="plain">
        <Head names={[words.drill, words.trainee, words.rules, pitWords.when, [words.correct, "number"], words.state]} />
        <tbody>
          {drills.map((drill) => (
            <tr key={drill.number}>
              <th scope="row">
                <button type="button" class="link" onClick={() => open(drill.number)}>
                  {words.title(drill.number)}
                </button>
              </th>
              <td translate={false}>{drill.trainee}</td>
              <td translate={false}>{drill.rulebook}</td>
              <td translate={false}>{when(drill.at)}</td>
              <td class="number">{words.of(drill.correct, drill.answers)}</td>
              <td>{drill.finished ? words.finished : words.goesOn}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!drills.length && <p class="soft">{pitWords.none}</p>}
    </>
  );
}

/** The form of a new drill: its trainee, its rules and what is planted in which round. */
function SetDrill({ onSet }: { onSet: (page: Page) => void }) {
  const books = useFresh<Schemas["FaultChoices"][]>("/school/faults");
  const [trainee, setTrainee] = useState("");
  const [chosen, setChosen] = useState("");
  const [size, setSize] = useState({ boxes: 3, rounds: 3 });
  const [faults, setFaults] = useState<Fault[]>([]);
  const book = books?.find((each) => each.rulebook === chosen) ?? books?.[0];
  if (!book) return <Loading />;
  async function send(event: Event) {
    event.preventDefault();
    const page = await change<Page>("POST", "/school/drills", { trainee, rulebook: book!.rulebook, ...size, faults });
    if (page) onSet(page);
  }
  return (
    <form class="panel" aria-label={words.set} onSubmit={(event) => void send(event)}>
      <div class="line">
        <label>
          {words.trainee} <input required pattern="[a-z][a-z0-9_]*" value={trainee} onInput={(event) => setTrainee(event.currentTarget.value)} />
        </label>
        <label>
          {words.rules}{" "}
          <select value={book.rulebook} onChange={(event) => (setFaults([]), setChosen(event.currentTarget.value))}>
            {(books ?? []).map((each) => (
              <option key={each.rulebook} value={each.rulebook} translate={false}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        {(["boxes", "rounds"] as const).map((name) => (
          <label key={name}>
            {words[name]} <input type="number" min="1" max={name === "boxes" ? 7 : 12} value={size[name]} onInput={(event) => setSize({ ...size, [name]: Number(event.currentTarget.value) })} />
          </label>
        ))}
      </div>
      <PlantFault kinds={book.kinds} rounds={size.rounds} onPlant={(fault) => setFaults([...faults, fault])} />
      <ul class="planted">
        {faults.map((fault, nth) => (
          <li key={nth}>
            {words.fault(faultName(fault.kind), fault.round ?? 1)}{" "}
            <button type="button" aria-label={words.remove(faultName(fault.kind))} onClick={() => setFaults(faults.filter((_, which) => which !== nth))}>
              ×
            </button>
          </li>
        ))}
      </ul>
      <button type="submit" class="primary">
        {words.set}
      </button>
    </form>
  );
}

const faultName = (kind: string) => (kind === "payment" ? words.wrongPayment : plain(kind));

function PlantFault({ kinds, rounds, onPlant }: { kinds: string[]; rounds: number; onPlant: (fault: Fault) => void }) {
  const [kind, setKind] = useState("payment");
  const [round, setRound] = useState(1);
  return (
    <div class="line">
      <label>
        {words.plant}{" "}
        <select value={kinds.includes(kind) ? kind : "payment"} onChange={(event) => setKind(event.currentTarget.value)}>
          {kinds.map((name) => (
            <option key={name} value={name} translate={name === "payment" ? undefined : false}>
              {faultName(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.fromRound} <input type="number" min="1" max={rounds} value={round} onInput={(event) => setRound(Number(event.currentTarget.value))} />
      </label>
      <button type="button" onClick={() => onPlant({ kind: kinds.includes(kind) ? kind : "payment", round })}>
        {words.add}
      </button>
    </div>
  );
}

/** A drill: the table and the question of the present step, or the report. */
function Drill({ page, onPage }: { page: Page; onPage: (page: Page) => void }) {
  const { step } = page;
  const last = page.judgements.at(-1);
  async function answer(line: string) {
    const next = await change<Page>("POST", `/school/drills/${page.number}/answers`, { step: step!.number, line });
    if (next) onPage(next);
  }
  return (
    <section class="drill" aria-label={words.title(page.number)}>
      <h2>{words.title(page.number)}</h2>
      <p class="soft" translate={false}>{`${page.trainee}, ${page.rulebook}`}</p>
      {step && page.yours && (
        <div class="desk">
          <div>
            <p>{words.at(step.round, page.rounds, step.number)}</p>
            <img src={`data:image/svg+xml,${encodeURIComponent(step.picture)}`} alt={words.table} />
          </div>
          <div>
            {last && <Verdict key={last.number} judgement={last} rulebook={page.rulebook} />}
          {step.happened.length > 0 && (
            <details key={`happened ${step.number}`} open>
              <summary>{words.happened}</summary>
              <ul translate={false} tabIndex={0}>
                {step.happened.map((sentence, nth) => (
                  <li key={nth}>{sentence}</li>
                ))}
              </ul>
            </details>
          )}
          <p class="seen" translate={step.seen ? false : undefined}>
            {step.seen || words.whichRemedy}
          </p>
          <Answers key={step.number} page={page} step={step} onAnswer={(line) => void answer(line)} />
          </div>
        </div>
      )}
      {step && !page.yours && <p>{words.notYours(page.trainee)}</p>}
      {(!step || !page.yours) && <Report page={page} />}
    </section>
  );
}

function Verdict({ judgement, rulebook }: { judgement: Judgement; rulebook: string }) {
  return (
    <div class={judgement.correct ? "verdict right" : "verdict wrong"} role="status">
      <strong>{judgement.correct ? words.right : words.wrong}</strong>
      {(!judgement.correct || judgement.fault || judgement.kind !== "watch") && (
        <span>
          {" "}
          {words.lawful} <em translate={false}>{plain(judgement.lawful)}</em>
        </span>
      )}{" "}
      <Clauses rulebook={rulebook} clauses={judgement.clauses} />
      {judgement.explanation.length > 0 && <p translate={false}>{judgement.explanation.join("; ")}</p>}
    </div>
  );
}

interface AnswersProps {
  page: Page;
  step: Schemas["DrillStep"];
  onAnswer: (line: string) => void;
}

function Answers({ page, step, onAnswer }: AnswersProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []); // Enter goes on
  if (step.kind === "remedy")
    return (
      <div class="line">
        {step.options.map((remedy) => (
          <button type="button" key={remedy} translate={false} onClick={() => onAnswer(remedy)}>
            {plain(remedy)}
          </button>
        ))}
      </div>
    );
  return (
    <>
      <div class="line">
        <button type="button" class="primary" ref={first} onClick={() => onAnswer("go on")}>
          {step.kind === "payment" ? words.asLaid : words.goOn}
        </button>
      </div>
      {step.kind === "payment" ? <Payment onAnswer={onAnswer} /> : <ReportForm page={page} onAnswer={onAnswer} />}
    </>
  );
}

function Payment({ onAnswer }: { onAnswer: (line: string) => void }) {
  const [text, setText] = useState("");
  const amount = cents(text);
  const pay = (sign: string) => amount && onAnswer(`pay ${sign}${(amount / 100).toFixed(2)}`);
  return (
    <form class="line" aria-label={words.otherPayment} onSubmit={(event) => (event.preventDefault(), pay(""))}>
      <label>
        {pitWords.amount} <input inputMode="decimal" size={8} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!amount}>
        {words.pay}
      </button>
      <button type="button" disabled={!amount} onClick={() => pay("-")}>
        {words.collect}
      </button>
      <button type="button" onClick={() => onAnswer("pay 0")}>
        {words.standOff}
      </button>
    </form>
  );
}

function ReportForm({ page, onAnswer }: { page: Page; onAnswer: (line: string) => void }) {
  const [kind, setKind] = useState("");
  const [details, setDetails] = useState<string | null>("");
  const shape = page.kinds.find((each) => each.kind === kind)?.details ?? "";
  return (
    <form class="line" aria-label={words.report} onSubmit={(event) => (event.preventDefault(), onAnswer(`irregularity ${kind} ${details ?? ""}`.trim()))}>
      <label>
        {words.irregularity}{" "}
        <select value={kind} onChange={(event) => (setDetails(""), setKind(event.currentTarget.value))}>
          <option value="">{words.choose}</option>
          {page.kinds.map((each) => (
            <option key={each.kind} value={each.kind} translate={false}>
              {plain(each.kind)}
            </option>
          ))}
        </select>
      </label>
      {shape && <Details key={kind} shape={shape} boxes={page.boxes} hands={[]} people={[]} onChange={setDetails} />}
      <button type="submit" disabled={!kind || (!!shape && details === null)}>
        {words.report}
      </button>
    </form>
  );
}

/** The score and every answer, with the clause that decides it. */
function Report({ page }: { page: Page }) {
  const { score } = page;
  const counts: [string, number, number][] = [
    [words.all, score.correct, score.answers],
    [words.foundFaults, score.found, score.planted],
    [words.remedies, score.remedies_right, score.remedies],
    [words.payments, score.payments_right, score.payments],
  ];
  return (
    <>
      <dl class="score">
        {counts.map(([name, right, of]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words.of(right, of)}</dd>
          </div>
        ))}
        <div>
          <dt>{words.falseAlarms}</dt>
          <dd>{score.false_alarms}</dd>
        </div>
      </dl>
      {(page.waiting ?? []).length > 0 && <p class="soft">{words.noOccasion((page.waiting ?? []).map((fault) => faultName(fault.kind)).join(", "))}</p>}
      <table class="plain">
        <Head names={[words.step, words.sawIt, words.answered, words.lawfulAnswer, words.clauses, [words.seconds, "number"]]} />
        <tbody>
          {page.judgements.map((each) => (
            <tr key={each.number} class={each.correct ? undefined : "wrong"}>
              <th scope="row">{words.place(each.round, each.number)}</th>
              <td translate={each.seen ? false : undefined}>{each.seen || words.whichRemedy}</td>
              <td translate={false}>{`${each.correct ? "✓" : "✗"} ${plain(each.line)}`}</td>
              <td translate={false}>{plain(each.lawful)}</td>
              <td>
                <Clauses rulebook={page.rulebook} clauses={each.clauses} />
              </td>
              <td class="number">{each.seconds.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
