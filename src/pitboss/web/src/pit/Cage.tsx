import { useState } from "preact/hooks";
import type { Schemas } from "../api";
import { cents, money } from "../money";
import { when } from "../plain";
import { me } from "../session";
import { pitWords } from "../strings/pit";
import { AmountForm, change, Head, Money, PiecesForm, useFresh } from "./parts";

const words = pitWords.cage;
type Cage = Schemas["CagePage"];

/** Gaming day, floats, slips and figures. */
export function CageTab() {
  const cage = useFresh<Cage>("/cage");
  const [chosen, setChosen] = useState("");
  const day = chosen || cage?.day || cage?.days[0] || "";
  if (!cage) return null;
  return (
    <>
      <Day cage={cage} />
      <Floats cage={cage} />
      {cage.days.length > 0 && (
        <>
          <h2>{words.figures}</h2>
          <label>
            {words.days}{" "}
            <select value={day} onChange={(event) => setChosen(event.currentTarget.value)}>
              {cage.days.map((name) => (
                <option key={name} value={name} translate={false}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <DayFigures key={day} day={day} />
        </>
      )}
      <h2>{words.accounts}</h2>
      <table class="plain accounts">
        <tbody>
          {Object.entries(cage.accounts).map(([name, holds]) => (
            <tr key={name}>
              <th scope="row">{words.accountNames[name] ?? name}</th>
              <Money value={holds} />
            </tr>
          ))}
        </tbody>
      </table>
      {me.value?.role === "operator" && <AmountForm label={words.capital} actions={[[words.capital, (amount) => void change("POST", "/capital", { amount })]]} />}
    </>
  );
}

function Day({ cage }: { cage: Cage }) {
  const [day, setDay] = useState(new Date().toISOString().slice(0, 10));
  const [shift, setShift] = useState("");
  if (me.value?.role === "auditor") return <p>{cage.day ? words.open(cage.day, cage.shift) : words.noDay}</p>;
  if (!cage.day)
    return (
      <form class="line panel" aria-label={words.openDay} onSubmit={(event) => (event.preventDefault(), void change("POST", "/cage/day", { day, shift: shift || "first" }))}>
        <p>{words.noDay}</p>
        <label>
          {words.day} <input value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        </label>
        <label>
          {words.shift} <input value={shift} onInput={(event) => setShift(event.currentTarget.value)} />
        </label>
        <button class="primary" type="submit">
          {words.openDay}
        </button>
      </form>
    );
  return (
    <form class="line panel" aria-label={words.day} onSubmit={(event) => (event.preventDefault(), void change("POST", "/cage/shifts", { shift }).then((done) => done && setShift("")))}>
      <p>
        <strong>{words.open(cage.day, cage.shift)}</strong>
      </p>
      <label>
        {words.nextShift} <input required value={shift} onInput={(event) => setShift(event.currentTarget.value)} />
      </label>
      <button type="submit">{words.beginShift}</button>
      <button type="button" onClick={() => void change("POST", "/cage/close")}>
        {words.closeDay}
      </button>
    </form>
  );
}

type Act = "fill" | "credit" | "count" | "cash" | "countDrop";
const ACTS: Act[] = ["fill", "credit", "count", "cash", "countDrop"];

function Floats({ cage }: { cage: Cage }) {
  const [open, setOpen] = useState<[Act, string] | null>(null);
  const acts = cage.day && me.value?.role !== "auditor" ? ACTS : [];
  return (
    <>
      <h2>{words.floats}</h2>
      <table class="plain floats">
        <Head names={[pitWords.table, [words.holds, "number"], [words.drop, "number"], words.actions]} />
        <tbody>
          {cage.floats.map((float) => (
            <tr key={float.table}>
              <th scope="row" translate={false}>
                {float.table} {float.title}
              </th>
              <Money value={float.holds} />
              <Money value={float.drop ?? 0} />
              <td>
                <div class="line">
                  {acts.map((act) => (
                    <button key={act} type="button" aria-label={words.at(words[act], float.table)} onClick={() => setOpen([act, float.table])}>
                      {words[act]}
                    </button>
                  ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open && <ActForm key={open.join()} act={open[0]} table={open[1]} onDone={() => setOpen(null)} />}
    </>
  );
}

function ActForm({ act, table, onDone }: { act: Act; table: string; onDone: () => void }) {
  const [reason, setReason] = useState("");
  const [kind, setKind] = useState("closing");
  const [player, setPlayer] = useState("");
  const [cash, setCash] = useState("");
  const base = `/cage/tables/${table}`;
  const sent = (done: unknown) => done && onDone();
  const why = (
    <label>
      {pitWords.reason} <input value={reason} maxLength={300} onInput={(event) => setReason(event.currentTarget.value)} />
    </label>
  );
  return (
    <section class="panel" aria-label={words.at(words[act], table)}>
      <h3>{words.at(words[act], table)}</h3>
      {act === "cash" ? (
        <form class="line" aria-label={words.cash} onSubmit={(event) => (event.preventDefault(), void change("POST", `${base}/cash`, { player, amount: cents(cash) ?? 0 }).then(sent))}>
          <label>
            {words.player} <input required value={player} onInput={(event) => setPlayer(event.currentTarget.value)} />
          </label>
          <label>
            {pitWords.amount} <input required inputMode="decimal" value={cash} onInput={(event) => setCash(event.currentTarget.value)} />
          </label>
          <button class="primary" type="submit">
            {words.book}
          </button>
        </form>
      ) : (
        <PiecesForm
          label={words.at(words[act], table)}
          onSend={(pieces) => {
            if (act === "count") void change("POST", `${base}/counts`, { when: kind, pieces, reason }).then(sent);
            else void change("POST", `${base}/${{ fill: "fills", credit: "credits", countDrop: "drop" }[act]}`, { pieces, reason }).then(sent);
          }}
        >
          {act === "count" && (
            <label>
              {words.kind}{" "}
              <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
                {["opening", "shift", "closing"].map((name) => (
                  <option key={name} value={name}>
                    {words.counts[name]}
                  </option>
                ))}
              </select>
            </label>
          )}
          {why}
        </PiecesForm>
      )}
      <button type="button" class="link" onClick={onDone}>
        {pitWords.cancel}
      </button>
    </section>
  );
}

function DayFigures({ day }: { day: string }) {
  const page = useFresh<Schemas["DayPage"]>(`/cage/days/${day}`);
  const [slip, setSlip] = useState<Schemas["SlipInfo"] | null>(null);
  if (!page) return null;
  const heads: [string, "number"][] = [words.rounds, words.floatThen, words.fills, words.automatic, words.credits, words.win, words.variance, words.floatNow, words.cashDrop].map((name) => [name, "number"]);
  return (
    <>
      {page.closed ? (
        <p class="soft signed">{words.closed(page.closed_by ?? "", page.key ?? "")}</p>
      ) : null}
      <table class="plain">
        <Head names={[pitWords.table, ...heads]} />
        <tbody>
          {(page.tables ?? []).map((row) => (
            <tr key={row.table}>
              <th scope="row" translate={false}>
                {row.table}
              </th>
              <td class="number">{row.rounds}</td>
              <Money value={row.float_then ?? 0} />
              <Money value={row.fills ?? 0} />
              <Money value={row.automatic ?? 0} />
              <Money value={row.credits ?? 0} />
              <Money value={row.win ?? 0} sign />
              <Money value={row.variance ?? 0} sign />
              <Money value={row.float_now ?? 0} />
              <Money value={row.cash_drop ?? 0} />
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft" translate={false}>{(page.shifts ?? []).map((shift) => `${shift.shift}: ${when(shift.at)}, ${shift.by}`).join(" · ")}</p>
      <h2>{words.countsTitle}</h2>
      <table class="plain">
        <Head names={[pitWords.table, words.kind, [words.expected, "number"], [words.counted, "number"], [words.variance, "number"], pitWords.reason, pitWords.by, pitWords.when]} />
        <tbody>
          {(page.counts ?? []).map((count) => (
            <tr key={count.at}>
              <th scope="row" translate={false}>
                {count.table}
              </th>
              <td>{words.counts[count.when]}</td>
              <Money value={count.expected} />
              <Money value={count.counted} />
              <Money value={count.counted - count.expected} sign />
              <td translate={false}>{count.reason}</td>
              <td translate={false}>{count.by}</td>
              <td translate={false}>{when(count.at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{words.slips}</h2>
      <table class="plain">
        <Head names={[words.number, words.slipKind, pitWords.table, [pitWords.amount, "number"], pitWords.by, pitWords.when]} />
        <tbody>
          {(page.slips ?? []).map((found) => (
            <tr key={found.number}>
              <th scope="row">
                <button type="button" class="link" translate={false} onClick={() => setSlip(found)}>
                  {found.number}
                </button>
              </th>
              <td>{words.kinds[found.kind]}</td>
              <td translate={false}>{found.table}</td>
              <Money value={found.amount} />
              <td translate={false}>{found.by}</td>
              <td translate={false}>{when(found.at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {slip && <Slip slip={slip} onClose={() => setSlip(null)} />}
    </>
  );
}

function Slip({ slip, onClose }: { slip: Schemas["SlipInfo"]; onClose: () => void }) {
  return (
    <section class="panel slip" aria-label={words.slip(slip.number)}>
      <h3>{words.slip(slip.number)}</h3>
      <p>
        {words.kinds[slip.kind]} · <span translate={false}>{`${slip.day} · ${slip.table} · ${when(slip.at)}`}</span>
      </p>
      <table class="plain">
        <tbody>
          {slip.pieces.map(([value, count]) => (
            <tr key={value as number}>
              <td class="number">{money(value as number)}</td>
              <td class="number" translate={false}>{`× ${String(count)}`}</td>
              <Money value={(value as number) * (count as number)} />
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={2}>
              {pitWords.total}
            </th>
            <Money value={slip.amount} />
          </tr>
        </tbody>
      </table>
      {slip.reason && <p translate={false}>{slip.reason}</p>}
      <p>
        {pitWords.by} <span translate={false}>{slip.by}</span>
      </p>
      <p class="signatures">
        <span>{words.received}</span>
        <span>{words.checked}</span>
      </p>
      <p class="no-print">
        <button type="button" onClick={() => print()}>
          {pitWords.print}
        </button>{" "}
        <button type="button" class="link" onClick={onClose}>
          {pitWords.cancel}
        </button>
      </p>
    </section>
  );
}
