import { useState } from "preact/hooks";
import type { Schemas } from "../api";
import { Link } from "../router";
import { pitWords } from "../strings/pit";
import { useAnswer } from "../use";
import { Loading } from "../parts/Loading";
import { download, fresh, Head, Money, useFresh } from "./parts";

const words = pitWords.reports;
const GROUPS = ["table", "dealer", "shift", "player", "wager", "round"];
type Row = Schemas["HoldRow"];

/** Hold against the exact edge, grouped, with a plot, and down to the rounds. */
export function Reports() {
  const cage = useFresh<Schemas["CagePage"]>("/cage");
  const [chosen, setChosen] = useState("");
  const [by, setBy] = useState("table");
  const [drill, setDrill] = useState("");
  const day = chosen || cage?.days[0] || "";
  const { found, refused } = useAnswer<Schemas["HoldReport"]>(day ? fresh(`/reports/hold?day=${day}&by=${by}`) : "");
  if (!cage) return <Loading />;
  if (!day) return <p>{words.noDay}</p>;
  const file = (form: string) => void download(`/reports/hold?day=${day}&by=${by}&form=${form}`, `hold-${day}-${by}.${form}`);
  return (
    <>
      <h2>{words.hold}</h2>
      <form class="line no-print" onSubmit={(event) => event.preventDefault()}>
        <label>
          {pitWords.cage.days}{" "}
          <select value={day} onChange={(event) => (setDrill(""), setChosen(event.currentTarget.value))}>
            {cage.days.map((name) => (
              <option key={name} value={name} translate={false}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.by}{" "}
          <select value={by} onChange={(event) => (setDrill(""), setBy(event.currentTarget.value))}>
            {GROUPS.map((name) => (
              <option key={name} value={name}>
                {words.groups[name]}
              </option>
            ))}
          </select>
        </label>
        {(["csv", "parquet", "json"] as const).map((form) => (
          <button key={form} type="button" onClick={() => file(form)}>
            {words[form]}
          </button>
        ))}
        <button type="button" onClick={() => print()}>
          {pitWords.print}
        </button>
        <button type="button" onClick={() => void download(`/reports/pack?day=${day}`, `pack-${day}.zip`)}>
          {words.pack}
        </button>
      </form>
      {refused && <p class="refused">{refused.message}</p>}
      {!found && !refused && <Loading />}
      {found && (
        <>
          <HoldTable by={by} report={found} onDrill={setDrill} />
          <p class="soft">{words.note}</p>
          {Object.entries(found.unpriced_tables ?? {}).map(([table, why]) => (
            <p key={table} class="soft" translate={false}>
              {words.missing(table, why)}
            </p>
          ))}
          {by !== "round" && found.rows.length > 0 && <Plot rows={found.rows.filter((row) => row.deviation > 0)} />}
          {drill && <Wagers day={day} by={by} value={drill} />}
        </>
      )}
    </>
  );
}

function HoldTable({ by, report, onDrill }: { by: string; report: Schemas["HoldReport"]; onDrill: (key: string) => void }) {
  const heads: [string, "number"][] = [pitWords.cage.rounds, words.staked, words.win, words.theoretical, words.difference, words.sigmas, words.unpriced].map((name) => [name, "number"]);
  return (
    <table class="plain hold">
      <Head names={[words.groups[by] ?? by, ...heads]} />
      <tbody>
        {report.rows.slice(0, 500).map((row) => (
          <HoldLine key={row.key} row={row}>
            {by === "round" ? (
              <RoundLink at={row.key} />
            ) : (
              <button type="button" class="link" translate={false} onClick={() => onDrill(row.key)}>
                {row.key}
              </button>
            )}
          </HoldLine>
        ))}
      </tbody>
      <tfoot>
        <HoldLine row={report.total}>{pitWords.total}</HoldLine>
      </tfoot>
    </table>
  );
}

function RoundLink({ at }: { at: string }) {
  const [table, round] = at.split(" #");
  return (
    <Link href={`/history/${table}/${round}`} translate={false}>
      {at}
    </Link>
  );
}

function HoldLine({ row, children }: { row: Row; children: preact.ComponentChildren }) {
  return (
    <tr>
      <th scope="row">{children}</th>
      <td class="number">{row.rounds}</td>
      <Money value={row.staked} />
      <Money value={row.win} sign />
      <Money value={row.theoretical} />
      <Money value={row.priced_win - row.theoretical} sign />
      <td class="number">{row.deviation ? signed(row.sigmas) : ""}</td>
      <Money value={row.unpriced} />
    </tr>
  );
}

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** A bar for each group, in standard deviations; the lines are at one, two and three. */
function Plot({ rows }: { rows: Row[] }) {
  const most = Math.max(3, ...rows.map((row) => Math.abs(row.sigmas)));
  const place = (sigmas: number) => 300 + (sigmas / most) * 190;
  const height = rows.length * 22 + 24;
  return (
    <figure class="hold-plot">
      <figcaption>{words.plot}</figcaption>
      <svg viewBox={`0 0 500 ${height}`} role="img" aria-label={words.plot}>
        {[-3, -2, -1, 0, 1, 2, 3].map((line) => (
          <g key={line}>
            <line x1={place(line)} x2={place(line)} y1={0} y2={height - 18} class={line ? "guide" : "axis"} />
            <text x={place(line)} y={height - 4} text-anchor="middle">
              {line}
            </text>
          </g>
        ))}
        {rows.map((row, number) => (
          <g key={row.key}>
            <text x={100} y={number * 22 + 15} text-anchor="end">
              {row.key}
            </text>
            <rect x={Math.min(place(0), place(row.sigmas))} y={number * 22 + 4} width={Math.max(1, Math.abs(place(row.sigmas) - place(0)))} height={14} class={row.sigmas < 0 ? "below" : "above"} />
          </g>
        ))}
      </svg>
    </figure>
  );
}

function Wagers({ day, by, value }: { day: string; by: string; value: string }) {
  const rows = useFresh<Schemas["WagerRow"][]>(`/reports/wagers?day=${day}&${by}=${encodeURIComponent(value)}`);
  if (!rows) return <Loading />;
  return (
    <>
      <h3>{words.drill(value)}</h3>
      <table class="plain">
        <Head names={[words.round, words.player, words.wager, [words.staked, "number"], [words.win, "number"], [words.theoretical, "number"]]} />
        <tbody>
          {rows.slice(0, 500).map((row, number) => (
            <tr key={number}>
              <th scope="row">
                <RoundLink at={`${row.table} #${row.round}`} />
              </th>
              <td translate={false}>{row.player}</td>
              <td translate={false}>{`${row.wager} ${row.place}`}</td>
              <Money value={row.staked} />
              <Money value={row.win} sign />
              <Money value={row.theoretical} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
