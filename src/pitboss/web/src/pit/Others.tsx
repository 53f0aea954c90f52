import { useState } from "preact/hooks";
import { get, type Schemas, type TableSummary } from "../api";
import { cents } from "../money";
import { when } from "../plain";
import { Link } from "../router";
import { notify } from "../say";
import { me } from "../session";
import { pitWords } from "../strings/pit";
import { change, Head, useFresh } from "./parts";

/** The tables of the house. */
export function Tables() {
  const words = pitWords.tables;
  const tables = useFresh<TableSummary[]>("/tables");
  const operator = me.value?.role === "operator";
  return (
    <>
      {operator && (
        <p>
          <Link href="/open">{words.open}</Link>
        </p>
      )}
      <table class="plain">
        <Head names={[pitWords.table, words.rules, words.limits, words.players, ""]} />
        <tbody>
          {(tables ?? []).map((table) => (
            <tr key={table.id}>
              <th scope="row">
                <Link href={`/tables/${table.id}`} translate={false}>
                  {`${table.id} ${table.title}`}
                </Link>
              </th>
              <td translate={false}>{table.rulebook}</td>
              <td translate={false}>{table.limits}</td>
              <td translate={false}>{table.players.join(", ")}</td>
              <td>
                {operator && (
                  <button type="button" aria-label={words.closeTable(table.id)} onClick={() => void change("DELETE", `/tables/${table.id}`)}>
                    {words.close}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** What waits for a second person, and what needs one. */
export function Approvals() {
  const words = pitWords.approvals;
  const requests = useFresh<Schemas["ApprovalInfo"][]>("/approvals");
  const decide = (number: number, approve: boolean) => void change("POST", `/approvals/${number}`, { approve });
  return (
    <>
      <h2>{words.title}</h2>
      <table class="plain">
        <Head names={[words.what, words.askedBy, pitWords.when, words.status, ""]} />
        <tbody>
          {(requests ?? []).map((request) => (
            <tr key={request.number}>
              <th scope="row" translate={false}>{`${request.number}. ${request.says}`}</th>
              <td translate={false}>{request.asked_by}</td>
              <td translate={false}>{when(request.asked)}</td>
              <td>
                {words.states[request.status]} <span translate={false}>{request.decided_by}</span>
              </td>
              <td>
                <div class="line">
                  {request.yours &&
                    ([true, false] as const).map((approve) => {
                      const name = approve ? words.approve : words.deny;
                      return (
                        <button key={name} type="button" class={approve ? "primary" : undefined} aria-label={words.about(name, request.number)} onClick={() => decide(request.number, approve)}>
                          {name}
                        </button>
                      );
                    })}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {requests && !requests.length && <p class="soft">{pitWords.none}</p>}
      {me.value?.role === "operator" && <Policy />}
    </>
  );
}

function Policy() {
  const policy = useFresh<Schemas["FourEyesPolicy"]>("/four-eyes");
  return policy && <PolicyForm key={JSON.stringify(policy)} policy={policy} />;
}

function PolicyForm({ policy }: { policy: Schemas["FourEyesPolicy"] }) {
  const words = pitWords.approvals;
  const [above, setAbove] = useState(String((policy.award_above ?? 0) / 100));
  const [ticks, setTicks] = useState({ capital: policy.capital, operator: policy.operator, correction: policy.correction });
  return (
    <form class="line panel" aria-label={words.policy} onSubmit={(event) => (event.preventDefault(), void change("PUT", "/four-eyes", { ...ticks, award_above: cents(above) ?? 0 }))}>
      <label>
        {words.awardAbove} <input inputMode="decimal" size={8} value={above} onInput={(event) => setAbove(event.currentTarget.value)} />
      </label>
      {(["capital", "operator", "correction"] as const).map((name) => (
        <label key={name}>
          <input type="checkbox" checked={ticks[name]} onChange={(event) => setTicks({ ...ticks, [name]: event.currentTarget.checked })} /> {words[name]}
        </label>
      ))}
      <button type="submit">{words.save}</button>
    </form>
  );
}

/** The audit of the house, and its log. */
export function Audit() {
  const words = pitWords.audit;
  const log = useFresh<Schemas["LogLine"][]>("/cage/log?limit=100");
  const [report, setReport] = useState<Schemas["AuditStatus"] | null>(null);
  return (
    <>
      <p>
        <button type="button" class="primary" onClick={() => void get<Schemas["AuditStatus"]>("/audit").then(setReport, notify)}>
          {words.run}
        </button>
      </p>
      {report && (
        <p role="status" class={report.sound ? "panel" : "panel refused"}>
          {report.sound ? words.sound(report.logs, report.entries, report.transfers) : words.wrong}
          {report.findings.map((finding) => (
            <span key={finding.row} translate={false}>{` ${finding.table} ${finding.row}: ${finding.what}`}</span>
          ))}
        </p>
      )}
      <h2>{words.log}</h2>
      <table class="plain">
        <Head names={[words.entry, pitWords.when, words.words, pitWords.by]} />
        <tbody>
          {(log ?? []).map((line) => (
            <tr key={line.seq}>
              <th scope="row" translate={false}>
                {line.seq}
              </th>
              <td translate={false}>{when(line.at)}</td>
              <td translate={false}>{line.words}</td>
              <td translate={false}>{[line.by, line.role, line.means].filter(Boolean).join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
